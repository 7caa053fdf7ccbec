// SQL of lent seats. The database limits callers with a row scope to the lendings of their licenses. Every change is
// made under the lock of the license, then of the lending.
import { DAY_MS, LENDING_STATES, LIMITS, isLent } from '@sealwright/contract'
import { and, eq, gt, inArray, isNotNull, lte, ne, or, sql } from 'drizzle-orm'
import { listOf, walkIds } from '../../kernel/db/search.ts'
import { containing } from '../../kernel/entity/rows.ts'
import type { Tenant } from './lending.kind.ts'
import { lending } from './lending.tables.ts'
import type { Lending, NewLending } from './lending.tables.ts'

const LIVE = LENDING_STATES.filter(isLent)

const isOurs = ({ developerId }: Tenant) => eq(lending.developerId, developerId)
const isOf = (tenant: Tenant, licenseGuid: string) => and(isOurs(tenant), eq(lending.licenseGuid, licenseGuid))
/** They take a seat at this moment. */
export const isLive = (now: Date) => and(inArray(lending.state, LIVE), gt(lending.dueAt, now))

/** A total order, ties by guid. */
export async function listLendings(
  tenant: Tenant,
  {
    licenseGuid,
    isLent: lentOnly,
    keyword,
  }: { licenseGuid: string; isLent?: boolean | undefined; keyword?: string | undefined },
  { sort, order, now }: { sort: 'createTime' | 'dueTime'; order: 'asc' | 'desc'; now: Date },
) {
  const ids = await walkIds(tenant, {
    table: lending,
    where: and(
      isOf(tenant, licenseGuid),
      lentOnly === undefined ? undefined : lentOnly ? isLive(now) : sql`not (${isLive(now)})`,
      containing(keyword, lending.person, lending.email, lending.machineName),
    ),
    column: sort === 'createTime' ? lending.createdAt : lending.dueAt,
    order,
  })
  return listOf(ids, (guids): Promise<Lending[]> => listByGuid(tenant, guids))
}

export function listByGuid(tenant: Tenant, guids: readonly string[]): Promise<Lending[]> {
  return tenant.db
    .select()
    .from(lending)
    .where(and(isOurs(tenant), inArray(lending.guid, [...guids])))
}

const daysAgo = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS)

/** Without deleted ones: lent seats first, then those that ended lately, newest first. */
export function listShown(tenant: Tenant, licenseGuid: string, now: Date): Promise<Lending[]> {
  const { rowsShown, returnedDaysShown } = LIMITS.lending
  return tenant.db
    .select()
    .from(lending)
    .where(
      and(
        isOf(tenant, licenseGuid),
        ne(lending.state, 'deleted'),
        or(isLive(now), gt(sql`coalesce(${lending.endedAt}, ${lending.dueAt})`, daysAgo(now, returnedDaysShown))),
      ),
    )
    .orderBy(sql`(${isLive(now)}) desc`, sql`${lending.createdAt} desc`, sql`${lending.guid} desc`)
    .limit(rowsShown)
}

/** Seats whose loan ended lately on a device that never returned them. */
export function countLate(tenant: Tenant, licenseGuid: string, now: Date): Promise<number> {
  return tenant.db.$count(
    lending,
    and(
      isOf(tenant, licenseGuid),
      eq(lending.state, 'bound'),
      lte(lending.dueAt, now),
      gt(lending.dueAt, daysAgo(now, LIMITS.lending.returnedDaysShown)),
    ),
  )
}

export async function findLending(tenant: Tenant, guid: string): Promise<Lending | undefined> {
  return (await listByGuid(tenant, [guid]))[0]
}

export async function findByCode(tenant: Tenant, code: string): Promise<Lending | undefined> {
  const [row] = await tenant.db
    .select()
    .from(lending)
    .where(and(isOurs(tenant), eq(lending.code, code)))
  return row
}

export async function findByRequest(
  tenant: Tenant,
  licenseGuid: string,
  requestId: string,
): Promise<Lending | undefined> {
  const [row] = await tenant.db
    .select()
    .from(lending)
    .where(and(isOf(tenant, licenseGuid), eq(lending.requestId, requestId)))
  return row
}

/** Locks a lending until the transaction ends, so that its changes happen one after the other. */
export async function lockLending(tenant: Tenant, guid: string): Promise<Lending | undefined> {
  const [row] = await tenant.db
    .select()
    .from(lending)
    .where(and(isOurs(tenant), eq(lending.guid, guid)))
    .for('update')
  return row
}

/** The seats of a license that programs have borrowed themselves and hold now. */
export function listBorrowed(tenant: Tenant, licenseGuid: string, now: Date): Promise<Lending[]> {
  return tenant.db
    .select()
    .from(lending)
    .where(and(isOf(tenant, licenseGuid), isLive(now), eq(lending.isBorrowed, true), isNotNull(lending.fingerprint)))
    .orderBy(lending.createdAt, lending.guid)
}

/** False if the code is taken. */
export async function insertLending({ db }: Tenant, row: NewLending): Promise<boolean> {
  const inserted = await db
    .insert(lending)
    .values(row)
    .onConflictDoNothing({ target: [lending.developerId, lending.code] })
    .returning({ guid: lending.guid })
  return inserted.length > 0
}

export async function updateLending(tenant: Tenant, guid: string, changes: Partial<NewLending>): Promise<void> {
  await tenant.db
    .update(lending)
    .set(changes)
    .where(and(isOurs(tenant), eq(lending.guid, guid)))
}
