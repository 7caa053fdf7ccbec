// The suspension of a developer by the platform. A suspended developer reads but changes nothing; its bound devices
// run until a date. The gates of calls, the standing of a developer and the uses of licenses ask here.
import { sql } from 'drizzle-orm'
import type { Db } from './db/database.ts'
import { Refusal } from './refusal.ts'
import type { RefusalOptions } from './refusal.ts'
import type { Suspension } from './scope.ts'

/** As `suspension_of` answers it. */
export type SuspensionRow = Record<keyof Suspension, string> | null

export const suspensionIn = (row: SuspensionRow): Suspension | null =>
  row && { since: new Date(row.since), reason: row.reason, programsUntil: new Date(row.programsUntil) }

interface Of {
  db: Db
  developerId: number
}

export async function findSuspension({ db, developerId }: Of): Promise<Suspension | null> {
  const { rows } = await db.execute<{ suspension: SuspensionRow }>(
    sql`select suspension_of(${developerId}) as suspension`,
  )
  return suspensionIn(rows[0]?.suspension ?? null)
}

/** Refuses a change by a suspended developer. */
export function refuseSuspended(suspension: Suspension | null, kept: Pick<RefusalOptions, 'aftermath'> = {}): void {
  if (suspension) throw new Refusal('developer.suspended', { params: { reason: suspension.reason }, ...kept })
}

/** Refuses a change by a customer of a suspended developer, who does not learn the reason. */
export async function requireOpenVendor(of: Of): Promise<void> {
  if (await findSuspension(of)) throw new Refusal('runtime.vendorSuspended')
}
