// SQL of the histories of licenses: what happened to a license, when, by whom, and for which reason.
import { and, desc, eq, inArray, lte } from 'drizzle-orm'
import { listOf, walkIds } from '../../kernel/db/search.ts'
import type { Scope } from '../../kernel/scope.ts'
import { licenseEvent } from './license.tables.ts'
import type { LicenseEvent } from './license.tables.ts'

type Tenant = Pick<Scope, 'db' | 'developerId'>

type NewEvent = typeof licenseEvent.$inferInsert

export async function insertEvents(scope: Tenant, rows: readonly NewEvent[]): Promise<void> {
  if (rows.length > 0) await scope.db.insert(licenseEvent).values([...rows])
}

/** Writes into the histories of licenses what the caller does now. */
export function insertCallerEvents(
  scope: Scope,
  events: readonly (Pick<NewEvent, 'licenseGuid' | 'kind'> & Partial<NewEvent>)[],
): Promise<void> {
  const { developerId, ids, caller, asking } = scope
  return insertEvents(
    scope,
    events.map((event) => ({
      developerId,
      guid: ids.guid(),
      at: asking.now,
      actorId: caller.accountId,
      actorName: caller.displayName,
      ...event,
    })),
  )
}

export async function listEvents(scope: Scope, licenseGuid: string, order: 'asc' | 'desc') {
  const where = and(eq(licenseEvent.developerId, scope.developerId), eq(licenseEvent.licenseGuid, licenseGuid))
  const ids = await walkIds(scope, { table: licenseEvent, where, column: licenseEvent.at, order })
  return listOf(ids, (guids): Promise<LicenseEvent[]> =>
    scope.db
      .select()
      .from(licenseEvent)
      .where(and(eq(licenseEvent.developerId, scope.developerId), inArray(licenseEvent.guid, guids))),
  )
}

/** Acts for which an administrator gives a reason. */
export type ReasonedAct = 'lock' | 'reject' | 'delete'

/** The reason of the last act of this kind on each license, up to a moment. */
export async function findReasons(
  scope: Scope,
  licenseGuids: readonly string[],
  kind: ReasonedAct,
  until: Date,
): Promise<Map<string, string | null>> {
  const events = await scope.db
    .selectDistinctOn([licenseEvent.licenseGuid], { guid: licenseEvent.licenseGuid, reason: licenseEvent.reason })
    .from(licenseEvent)
    .where(
      and(
        eq(licenseEvent.developerId, scope.developerId),
        inArray(licenseEvent.licenseGuid, [...licenseGuids]),
        eq(licenseEvent.kind, kind),
        lte(licenseEvent.at, until),
      ),
    )
    .orderBy(licenseEvent.licenseGuid, desc(licenseEvent.at), desc(licenseEvent.guid))
  return new Map(events.map(({ guid, reason }) => [guid, reason]))
}

export const findReason = async (
  scope: Scope,
  licenseGuid: string,
  kind: ReasonedAct,
  until: Date,
): Promise<string | null> => (await findReasons(scope, [licenseGuid], kind, until)).get(licenseGuid) ?? null
