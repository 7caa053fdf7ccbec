// SQL of seats of programs. Taking a seat locks the license; a heartbeat or a return does not. So expired seats are
// ended before seats are counted again: a late heartbeat cannot bring back an ended seat.
import type { SeatEnd } from '@sealwright/contract'
import { and, eq, isNull, lte, ne, sql } from 'drizzle-orm'
import type { Db } from '../../../kernel/db/database.ts'
import type { Asks } from '../../license/index.ts'
import { seat } from '../runtime.tables.ts'
import type { Seat } from '../runtime.tables.ts'

interface Of {
  db: Db
  developerId: number
}

const isTaken = ({ developerId }: Of, licenseGuid: string) =>
  and(eq(seat.developerId, developerId), eq(seat.licenseGuid, licenseGuid), isNull(seat.endedAt))

/** Ends the seats of a license that had no heartbeat in time. */
export async function endLost(of: Of, licenseGuid: string, now: Date): Promise<void> {
  await of.db
    .update(seat)
    .set({ endedAt: sql`${seat.until}`, endKind: 'lost' })
    .where(and(isTaken(of, licenseGuid), lte(seat.until, now)))
}

/** Ends the seats of a license with other holders. */
export async function endOthers(of: Of, licenseGuid: string, holder: string, now: Date): Promise<void> {
  await of.db
    .update(seat)
    .set({ endedAt: now, endKind: 'kickedOut' })
    .where(and(isTaken(of, licenseGuid), ne(seat.holder, holder)))
}

export async function countTaken(of: Of, licenseGuid: string): Promise<number> {
  return of.db.$count(seat, isTaken(of, licenseGuid))
}

/**
 * The seats of a license that programs have now. Ends those without a heartbeat first, so that a late one cannot bring
 * a seat back. Call it under the license's lock.
 */
export async function takenSeats(of: Of, licenseGuid: string, now: Date): Promise<number> {
  await endLost(of, licenseGuid, now)
  return countTaken(of, licenseGuid)
}

/** Renews the seat of a holder, with the longest timeout of its programs. Undefined if the holder has no seat. */
export async function keepSeat(
  of: Of,
  row: Pick<Seat, 'licenseGuid' | 'holder' | 'timeoutSeconds' | 'token' | 'parts' | 'network'>,
  now: Date,
): Promise<Seat | undefined> {
  const timeout = sql`greatest(${seat.timeoutSeconds}, ${row.timeoutSeconds})`
  const [kept] = await of.db
    .update(seat)
    .set({
      beatAt: now,
      timeoutSeconds: timeout,
      until: sql`greatest(${seat.until}, ${now}::timestamptz + make_interval(secs => ${timeout}))`,
      token: row.token,
      parts: row.parts,
      network: row.network,
    })
    .where(and(isTaken(of, row.licenseGuid), eq(seat.holder, row.holder)))
    .returning()
  return kept
}

export async function insertSeat({ db }: Of, row: typeof seat.$inferInsert): Promise<Seat> {
  const [made] = await db.insert(seat).values(row).returning()
  if (!made) throw new Error('an insert returned no seat')
  return made
}

export async function noteLease(
  { db, developerId }: Of,
  guid: string,
  lease: Pick<Seat, 'leaseGuid' | 'leaseKid' | 'leaseRevision' | 'leasedAt'>,
): Promise<void> {
  await db
    .update(seat)
    .set(lease)
    .where(and(eq(seat.developerId, developerId), eq(seat.guid, guid)))
}

/**
 * Ends a seat. A seat without a heartbeat in time is ended as lost, at that time. An ended seat stays unchanged. False
 * if the seat does not exist.
 */
export async function endSeat({ db, developerId }: Of, guid: string, kind: SeatEnd, now: Date): Promise<boolean> {
  const isIt = and(eq(seat.developerId, developerId), eq(seat.guid, guid))
  const ended = await db
    .update(seat)
    .set({
      endedAt: sql`least(${seat.until}, ${now}::timestamptz)`,
      endKind: sql`case when ${seat.until} <= ${now}::timestamptz then 'lost' else ${kind} end`,
    })
    .where(and(isIt, isNull(seat.endedAt)))
    .returning({ guid: seat.guid })
  return ended.length > 0 || (await db.$count(seat, isIt)) > 0
}

/** The result of a heartbeat. */
export interface Beaten {
  /** Renewed for another timeout. Otherwise the other fields have the reason. */
  is_kept: boolean
  license_guid: string
  machine_guid: string | null
  fingerprint: string
  parts: string[]
  machine_name: string
  until: Date
  timeout_seconds: number
  end_kind: SeatEnd | null
  reason: string | null
  is_token_over: boolean
  lease_guid: string | null
  lease_kid: string | null
  lease_revision: number | null
  leased_at: Date | null
}

/** Renews a seat in one statement, without a transaction. Undefined if the seat does not exist. */
export async function beat(pool: Asks, developerId: number, guid: string, now: Date): Promise<Beaten | undefined> {
  const ask = async () =>
    (
      await pool.query({
        name: 'beat_seat',
        text: 'select * from beat_seat($1, $2, $3)',
        values: [developerId, guid, now],
      })
    ).rows[0] as Beaten | undefined // the columns of the function
  const found = await ask()
  // The seat ended while this statement waited for its lock. A second call sees how.
  const isUnseen = found && !found.is_kept && found.end_kind === null && found.until > now && !found.is_token_over
  return isUnseen ? ask() : found
}
