// SQL of the licenses of approval requests. Changes are made in one statement for each issue, so that a request of ten
// thousand licenses stays within the statement timeout.
import { LICENSE_STATUSES } from '@sealwright/contract'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Scope } from '../../../kernel/scope.ts'
import { license, licenseIssue } from '../license.tables.ts'
import type { License, LicenseIssue } from '../license.tables.ts'

type Tenant = Pick<Scope, 'db' | 'developerId'>

const { approving, rejected, replaced, deleting, deleted } = LICENSE_STATUSES

/** The issues of a request, in guid order, which is the order of their filing. */
export function listIssues({ db, developerId }: Tenant, requestGuid: string): Promise<LicenseIssue[]> {
  return db
    .select()
    .from(licenseIssue)
    .where(and(eq(licenseIssue.developerId, developerId), eq(licenseIssue.requestGuid, requestGuid)))
    .orderBy(asc(licenseIssue.guid))
}

/** The issues of a request with licenses that still wait, in guid order. */
export async function listWaitingIssues(
  { db, developerId }: Tenant,
  requestGuid: string,
): Promise<{ guid: string; count: number }[]> {
  const { rows } = await db.execute<{ guid: string; count: number }>(sql`
    select i.guid, count(*)::int as count from license_issue i
      join license l on l.developer_id = i.developer_id and l.issue_guid = i.guid
    where i.developer_id = ${developerId} and i.request_guid = ${requestGuid} and l.state = ${approving}
    group by i.guid order by i.guid`)
  return rows
}

const member = {
  guid: license.guid,
  family: license.family,
  serial: license.serial,
  account: license.account,
  issueGuid: license.issueGuid,
  userGuid: license.userGuid,
  customerGuid: license.customerGuid,
  assignedTo: license.assignedTo,
  licenseIds: license.licenseIds,
  source: license.source,
  remark: license.remark,
}
/** A license of a request, with the columns that its changes need. */
export type Member = Pick<License, keyof typeof member>

/** The licenses of these issues in one state, in guid order, locked with `isLocked`. */
export function listMembers(
  { db, developerId }: Tenant,
  issueGuids: readonly string[],
  state: typeof approving | typeof rejected,
  isLocked: boolean,
): Promise<Member[]> {
  const query = db
    .select(member)
    .from(license)
    .where(
      and(eq(license.developerId, developerId), inArray(license.issueGuid, [...issueGuids]), eq(license.state, state)),
    )
    .orderBy(asc(license.guid))
  return isLocked ? query.for('update') : query
}

/** Gives the same columns to many licenses and increases their revision. */
export async function changeMembers(
  { db, developerId }: Tenant,
  guids: readonly string[],
  changes: Partial<typeof license.$inferInsert>,
): Promise<void> {
  await db
    .update(license)
    .set({ ...changes, revision: sql`${license.revision} + 1` })
    .where(and(eq(license.developerId, developerId), sql`${license.guid} = any (${sql.param(guids)}::uuid[])`))
}

/** The same history entry for many licenses. */
export async function insertEventForAll(
  { db, developerId, caller, asking: { now } }: Scope,
  guids: readonly string[],
  kind: 'edit' | 'resubmit',
  terms: { before: string; after: string } | undefined,
): Promise<void> {
  await db.execute(sql`
    insert into license_event
      (developer_id, guid, license_guid, kind, at, actor_id, actor_name, terms_before, terms_after)
    select ${developerId}::bigint, gen_random_uuid(), guid, ${kind}::text, ${now}::timestamptz,
      ${caller.accountId}::uuid, ${caller.displayName}::text, ${terms?.before ?? null}::uuid,
      ${terms?.after ?? null}::uuid
    from unnest(${sql.param(guids)}::uuid[]) as l (guid)`)
}

export async function changeIssue(
  { db, developerId }: Tenant,
  guid: string,
  changes: Partial<Pick<LicenseIssue, 'termsGuid' | 'rates' | 'orderGuid'>>,
): Promise<void> {
  await db
    .update(licenseIssue)
    .set(changes)
    .where(and(eq(licenseIssue.developerId, developerId), eq(licenseIssue.guid, guid)))
}

/** One page of the licenses of these issues, in any state, by serial. */
export async function listItems(
  { db, developerId }: Tenant,
  issueGuids: readonly string[],
  { offset, limit }: { offset: number; limit: number },
): Promise<License[]> {
  return db
    .select()
    .from(license)
    .where(and(eq(license.developerId, developerId), inArray(license.issueGuid, [...issueGuids])))
    .orderBy(asc(license.serial))
    .offset(offset)
    .limit(limit)
}

export async function countItems({ db, developerId }: Tenant, issueGuids: readonly string[]): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`
    select count(*)::int as n from license
    where developer_id = ${developerId} and issue_guid = any (${sql.param(issueGuids)}::uuid[])`)
  return rows[0]?.n ?? 0
}

/** The customers and users of the licenses of a request: at most two of each, which is enough to see whether one. */
export async function findHolders(
  { db, developerId }: Tenant,
  licenses: { issueGuids: readonly string[] } | { guids: readonly string[] },
): Promise<{ customers: string[]; users: { guid: string; account: string }[] }> {
  const of =
    'guids' in licenses
      ? sql`guid = any (${sql.param(licenses.guids)}::uuid[])`
      : sql`issue_guid = any (${sql.param(licenses.issueGuids)}::uuid[])`
  const { rows: customers } = await db.execute<{ guid: string }>(sql`
    select distinct customer_guid as guid from license
    where developer_id = ${developerId} and ${of} and customer_guid is not null limit 2`)
  const { rows: users } = await db.execute<{ guid: string; account: string }>(sql`
    select distinct user_guid as guid, account from license
    where developer_id = ${developerId} and ${of} and user_guid is not null limit 2`)
  return { customers: customers.map(({ guid }) => guid), users }
}

/** How many licenses a customer or a user has of each product. Those that wait or were rejected do not count. */
export async function countHoldings(
  { db, developerId }: Tenant,
  of: { customerGuid: string } | { userGuid: string },
): Promise<{ licenseId: number; count: number }[]> {
  const holder = 'customerGuid' in of ? sql`customer_guid = ${of.customerGuid}` : sql`user_guid = ${of.userGuid}`
  const { rows } = await db.execute<{ licenseId: number; count: number }>(sql`
    select license_id as "licenseId", count(*)::int as count from license
    where developer_id = ${developerId} and ${holder}
      and state not in (${approving}, ${rejected}, ${replaced}, ${deleting}, ${deleted})
    group by license_id order by count(*) desc, license_id`)
  return rows
}
