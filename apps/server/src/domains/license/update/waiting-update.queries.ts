// SQL of updates that wait for approval. Callers hold the lock of the license, except where noted.
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Scope } from '../../../kernel/scope.ts'
import { licenseWaitingUpdate } from '../license.tables.ts'
import type { WaitingUpdate } from '../license.tables.ts'

type Tenant = Pick<Scope, 'db' | 'developerId'>

const isOurs = ({ developerId }: Tenant) => eq(licenseWaitingUpdate.developerId, developerId)
const isWaiting = eq(licenseWaitingUpdate.state, 'waiting')

export async function insertWaiting({ db }: Tenant, rows: readonly WaitingUpdate[]): Promise<void> {
  if (rows.length > 0) await db.insert(licenseWaitingUpdate).values([...rows])
}

/** The waiting updates of these licenses. A license has at most one. */
export async function listWaiting(tenant: Tenant, licenseGuids: readonly string[]): Promise<WaitingUpdate[]> {
  if (licenseGuids.length === 0) return []
  return tenant.db
    .select()
    .from(licenseWaitingUpdate)
    .where(and(isOurs(tenant), isWaiting, inArray(licenseWaitingUpdate.licenseGuid, [...licenseGuids])))
}

/** The updates of a request, in any state, by license. */
export async function listOfRequest(
  tenant: Tenant,
  requestGuid: string,
  slice: { offset?: number; limit?: number; isWaitingOnly?: true } = {},
): Promise<WaitingUpdate[]> {
  const query = tenant.db
    .select()
    .from(licenseWaitingUpdate)
    .where(
      and(
        isOurs(tenant),
        eq(licenseWaitingUpdate.requestGuid, requestGuid),
        slice.isWaitingOnly ? isWaiting : undefined,
      ),
    )
    .orderBy(asc(licenseWaitingUpdate.licenseGuid))
    .offset(slice.offset ?? 0)
  return slice.limit === undefined ? query : query.limit(slice.limit)
}

export async function countOfRequest({ db, developerId }: Tenant, requestGuid: string): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from license_waiting_update
      where developer_id = ${developerId} and request_guid = ${requestGuid}`,
  )
  return rows[0]?.n ?? 0
}

/** Ends waiting updates. */
export async function endWaiting(
  tenant: Tenant,
  rows: readonly Pick<WaitingUpdate, 'requestGuid' | 'licenseGuid'>[],
  state: 'applied' | 'rejected' | 'dropped',
  reason: string | null = null,
): Promise<void> {
  if (rows.length === 0) return
  await tenant.db
    .update(licenseWaitingUpdate)
    .set({ state, reason })
    .where(
      and(
        isOurs(tenant),
        isWaiting,
        inArray(licenseWaitingUpdate.licenseGuid, [...new Set(rows.map(({ licenseGuid }) => licenseGuid))]),
        inArray(licenseWaitingUpdate.requestGuid, [...new Set(rows.map(({ requestGuid }) => requestGuid))]),
      ),
    )
}

/** The requests that these licenses wait for: with their issue, or with an update. Needs no lock. */
export async function listRequestsOf(
  { db, developerId }: Tenant,
  licenseGuids: readonly string[],
  approving: number,
): Promise<string[]> {
  if (licenseGuids.length === 0) return []
  const { rows } = await db.execute<{ guid: string }>(sql`
    select i.request_guid as guid from license l
      join license_issue i on i.developer_id = l.developer_id and i.guid = l.issue_guid
    where l.developer_id = ${developerId} and l.guid = any (${sql.param(licenseGuids)}::uuid[])
      and l.state = ${approving}::int and i.request_guid is not null
    union
    select request_guid from license_waiting_update
    where developer_id = ${developerId} and license_guid = any (${sql.param(licenseGuids)}::uuid[])
      and state = 'waiting'`)
  return rows.map(({ guid }) => guid)
}

/** The requests of updates that wait on the account licenses of these users. Needs no lock. */
export async function listRequestsOfUsers(
  { db, developerId }: Tenant,
  userGuids: readonly string[],
): Promise<string[]> {
  if (userGuids.length === 0) return []
  const { rows } = await db.execute<{ guid: string }>(sql`
    select distinct u.request_guid as guid from license l
      join license_waiting_update u on u.developer_id = l.developer_id and u.license_guid = l.guid
    where l.developer_id = ${developerId} and l.user_guid = any (${sql.param(userGuids)}::uuid[])
      and u.state = 'waiting'`)
  return rows.map(({ guid }) => guid)
}
