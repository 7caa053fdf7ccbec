// SQL of licenses, their terms, issues and events. The database limits callers with a row scope to their rows; counters
// ignore row scope.
import {
  DAY_MS,
  LICENSE_STATUSES,
  LIMITS,
  LIVING_STATUSES,
  STATUSES_IN_FORCE,
  isCode,
  isCodeText,
  isEmail,
  isMobile,
  plainCode,
} from '@sealwright/contract'
import type { LICENSE_SORTS, LicenseFamily, LicenseSource, LicenseStatus, licenseFilter } from '@sealwright/contract'
import { and, asc, desc, eq, gt, gte, inArray, isNull, lt, lte, notInArray, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type * as z from 'zod/mini'
import { readCounters } from '../../kernel/db/counters.ts'
import type { Database } from '../../kernel/db/database.ts'
import { countLabeled, estimateMatches, listOf, searchIds, walkIds } from '../../kernel/db/search.ts'
import type { Label, ListedIds } from '../../kernel/db/search.ts'
import type { Scope } from '../../kernel/scope.ts'
import { withSeenCustomer } from '../customer/index.ts'
import type { StoredTerms } from '../template/index.ts'
import { boundMachine, isPaidBy, license, licenseEvent, licenseIssue, licenseTerms } from './license.tables.ts'
import type { BoundMachine, License, LicenseEvent, LicenseIssue, Terms } from './license.tables.ts'

export type LicenseFilter = {
  [Name in keyof typeof licenseFilter]?: z.output<(typeof licenseFilter)[Name]> | undefined
}

/** A license in a list, with its terms and the template version of its issue. */
export interface ListedLicense extends License {
  terms: StoredTerms
  templateVersion: number
}

type Tenant = Pick<Scope, 'db' | 'developerId'>

const isOurs = ({ developerId }: Tenant) => eq(license.developerId, developerId)
const isLimited = ({ caller }: Scope) => caller.limited.has('product')
const hasTerms = and(eq(licenseTerms.developerId, license.developerId), eq(licenseTerms.guid, license.termsGuid))
const hasIssue = and(eq(licenseIssue.developerId, license.developerId), eq(licenseIssue.guid, license.issueGuid))

async function listRows(scope: Scope, guids: readonly string[]): Promise<ListedLicense[]> {
  const rows = await scope.db
    .select({ row: license, terms: licenseTerms.terms, templateVersion: licenseIssue.templateVersion })
    .from(license)
    .innerJoin(licenseTerms, hasTerms)
    .innerJoin(licenseIssue, hasIssue)
    .where(and(isOurs(scope), inArray(license.guid, [...guids])))
  return rows.map(({ row, ...rest }) => ({ ...row, ...rest }))
}

const { unbound, bound, expired, partlyExpired, approving, rejected } = LICENSE_STATUSES
const living: ReadonlySet<LicenseStatus> = new Set(LIVING_STATUSES)
const inForce: ReadonlySet<LicenseStatus> = new Set(STATUSES_IN_FORCE)

/**
 * The statuses that a filter allows, or undefined if it names none. Ended licenses are found only by their status or
 * their whole code.
 */
function statusesOf({ status, effective }: LicenseFilter): readonly LicenseStatus[] | undefined {
  if (effective === undefined) return status
  return (status ?? LIVING_STATUSES).filter((one) => inForce.has(one) === effective)
}

/** No license has the label of an impossible filter. */
function statusLabel(filter: LicenseFilter): Label {
  if (filter.status === undefined && filter.effective !== false) return filter.effective ? 'effective' : 'alive'
  const statuses = statusesOf(filter) ?? []
  return statuses.length === 0 ? 'status=none' : statuses.map((one) => `status=${one}`)
}

function labelsOf(
  family: LicenseFamily,
  {
    licenseId,
    templateGuid,
    source,
    adminUserId,
    tagGuids,
    customerGuid,
    userGuid,
    integratorGuid,
    delivered,
    ...filter
  }: LicenseFilter,
): Label[] {
  return [
    `family=${family}`,
    ...(licenseId === undefined ? [] : [licenseId.map((id) => `product=${id}`)]),
    ...(templateGuid === undefined ? [] : [`template=${templateGuid}`]),
    statusLabel(filter),
    ...(source === undefined ? [] : [`source=${source}`]),
    ...(adminUserId === undefined ? [] : [`admin=${adminUserId}`]),
    ...(tagGuids ?? []).map((guid) => `tag=${guid}`),
    ...(customerGuid === undefined ? [] : [`customer=${customerGuid}`]),
    ...(userGuid === undefined ? [] : [`user=${userGuid}`]),
    ...(integratorGuid === undefined ? [] : [`to=${integratorGuid}`]),
    ...(delivered === undefined ? [] : [delivered ? 'delivered' : 'undelivered']),
  ]
}

const same = (one: readonly Label[], other: readonly Label[]) => one.join() === other.join()

/** Minimum length for a search by the beginning of a code. */
const PREFIX_MIN = 3

/**
 * Whole codes, beginnings of codes and whole accounts are looked up by index, at the same cost among a million rows.
 * Any other keyword is searched.
 */
function asked(
  family: LicenseFamily,
  keyword: string | undefined,
): { needle?: string; serial?: string; prefix?: string; label?: string } {
  if (keyword === undefined) return {}
  const code = family === 'account' ? '' : plainCode(keyword)
  if (isCode(code)) return { serial: code }
  if (code.length >= PREFIX_MIN && isCodeText(code)) return { prefix: code }
  const account = keyword.toLowerCase()
  if (isEmail(account) || isMobile(account)) return { label: `account=${account}` }
  // Codes are stored without separators between their groups.
  return { needle: isCodeText(code) ? code : keyword }
}

/** The given bounds are inclusive; `until` is not. */
function rangesOf({ startTime, endTime, expiringDays, expireStart, expireEnd }: LicenseFilter, now: Date) {
  const expiry = [
    { from: expireStart, until: expireEnd && new Date(expireEnd.getTime() + 1) },
    ...(expiringDays === undefined ? [] : [{ from: now, until: new Date(now.getTime() + expiringDays * DAY_MS) }]),
  ]
  const timesOf = (edge: 'from' | 'until') => expiry.flatMap((range) => range[edge]?.getTime() ?? [])
  const [froms, untils] = [timesOf('from'), timesOf('until')]
  return {
    issueTime: { from: startTime, until: endTime && new Date(endTime.getTime() + 1) },
    expireTime: {
      from: froms.length > 0 ? new Date(Math.max(...froms)) : undefined,
      until: untils.length > 0 ? new Date(Math.min(...untils)) : undefined,
    },
  }
}

const hasRange = ({ startTime, endTime, expiringDays, expireStart, expireEnd }: LicenseFilter) =>
  [startTime, endTime, expiringDays, expireStart, expireEnd].some((value) => value !== undefined)

/**
 * The conditions of a filter on each row, with statuses computed from the clock. Used to walk along an index or to look
 * up one row. A whole code and the licenses of an order are found even if they have ended.
 */
function conditionsOf(scope: Scope, family: LicenseFamily, filter: LicenseFilter) {
  const { keyword, licenseId, templateGuid, source, adminUserId } = filter
  const { tagGuids, customerGuid, userGuid, integratorGuid, orderGuid, delivered } = filter
  const statuses = statusesOf(filter)
  const { now } = scope.asking
  const { issueTime, expireTime } = rangesOf(filter, now)
  const { needle, serial, prefix, label } = asked(family, keyword)
  const shown = sql`case when ${license.state} not in (${unbound}, ${bound}) then ${license.state}
    when ${license.expiresAt} <= ${now}::timestamptz then ${expired}::int
    when ${license.partlyUntil} <= ${now}::timestamptz then ${partlyExpired}::int else ${license.state} end`
  return and(
    isOurs(scope),
    eq(license.family, family),
    statuses && sql`${shown} = any (${sql.param(statuses)}::int[])`,
    // Implied by living statuses, but the index of a family needs it.
    (statuses ? statuses.every((one) => living.has(one)) : serial === undefined && orderGuid === undefined)
      ? isNull(license.endedAt)
      : undefined,
    needle === undefined
      ? undefined
      : sql`license_text(${license.serial}, ${license.account}) like like_pattern(lower(${needle}))`,
    serial === undefined ? undefined : eq(license.serial, serial),
    // A range from the first to the last possible code: an index can serve it even under row-level security. Z is the
    // last character of the alphabet of codes.
    prefix === undefined
      ? undefined
      : and(gte(license.serial, prefix), lte(license.serial, prefix.padEnd(LIMITS.license.codeLength, 'Z'))),
    label === undefined ? undefined : sql`lower(${license.account}) = ${label.slice('account='.length)}`,
    issueTime.from && gte(license.issuedAt, issueTime.from),
    issueTime.until && lt(license.issuedAt, issueTime.until),
    expireTime.from && gte(license.expiresAt, expireTime.from),
    expireTime.until && lt(license.expiresAt, expireTime.until),
    licenseId === undefined ? undefined : sql`${license.licenseIds} && ${sql.param(licenseId)}::bigint[]`,
    templateGuid === undefined ? undefined : eq(license.templateGuid, templateGuid),
    source === undefined ? undefined : eq(license.source, source satisfies LicenseSource),
    adminUserId === undefined ? undefined : eq(license.issuedBy, adminUserId),
    tagGuids === undefined ? undefined : sql`${license.tagGuids} @> ${sql.param(tagGuids)}::uuid[]`,
    customerGuid === undefined ? undefined : eq(license.customerGuid, customerGuid),
    userGuid === undefined ? undefined : eq(license.userGuid, userGuid),
    integratorGuid === undefined ? undefined : sql`${license.assignedTo} @> array[${integratorGuid}::uuid]`,
    orderGuid === undefined ? undefined : isPaidBy(scope, orderGuid),
    delivered === undefined ? undefined : sql`(${license.deliveredAt} is not null) = ${delivered}`,
  )
}

export interface LicenseOrder {
  sort: (typeof LICENSE_SORTS)[number]
  order: 'asc' | 'desc'
}

/** The offset up to which a long list is read along an index. */
const WALKED = 500

/**
 * Finds the licenses of a filter, in a total order (ties by guid). Unless `isNoted`, changes of status are not fully
 * recorded, so a filter on the status computes it for each row.
 */
async function idsOf(
  scope: Scope,
  family: LicenseFamily,
  filter: LicenseFilter,
  { sort, order }: LicenseOrder,
  isNoted: boolean,
): Promise<ListedIds> {
  const { needle, serial, prefix, label } = asked(family, filter.keyword)
  const ranges = rangesOf(filter, scope.asking.now)
  const column = sort === 'issueTime' ? license.issuedAt : license.expiresAt
  const { templateGuid } = filter
  const labels = [...labelsOf(family, filter), ...(label === undefined ? [] : [label])]
  const isPlain = same(labels, labelsOf(family, { templateGuid }))
  const isLookedUp = serial !== undefined || prefix !== undefined || filter.orderGuid !== undefined
  if (isLookedUp || (!isNoted && statusesOf(filter) !== undefined))
    return walkIds(scope, { table: license, where: conditionsOf(scope, family, filter), column, order })
  // Without a filter, or with only a template or a time range, an index has the order. A counter has the count, unless
  // a time range applies.
  if (isPlain && needle === undefined && !isLimited(scope) && (templateGuid === undefined || sort === 'issueTime')) {
    const counter =
      templateGuid === undefined ? (`license.${family}` as const) : (`license.template=${templateGuid}` as const)
    return walkIds(scope, {
      table: license,
      where: conditionsOf(scope, family, filter),
      column,
      order,
      ...(!hasRange(filter) && {
        count: { records: (await readCounters(scope, [counter]))[counter] ?? 0, isCapped: false },
      }),
    })
  }
  const searched = () => searchIds(scope, { table: license, needle, labels, ranges, sort, column, order })
  const { exactCount } = LIMITS.page
  if ((await countKnown(scope, family, filter, labels)) <= exactCount) return searched()
  // With more matches than are counted, a walk along the index meets them soon, and checking columns is faster than
  // checking labels. Far down the list, the search is faster.
  const walked = await walkIds(scope, {
    table: license,
    where: conditionsOf(scope, family, filter),
    column,
    order,
    count: { records: exactCount, isCapped: true },
  })
  return { count: walked.count, ids: async (slice) => (slice.offset <= WALKED ? walked : await searched()).ids(slice) }
}

/**
 * The number of licenses with these statuses, or in force of a template, from counters. 0 if no counter applies or the
 * caller has a row scope.
 */
async function countKnown(
  scope: Scope,
  family: LicenseFamily,
  filter: LicenseFilter,
  labels: readonly Label[],
): Promise<number> {
  const { status, templateGuid, effective, keyword } = filter
  const isNarrowed = keyword !== undefined || hasRange(filter)
  const ofStatuses = same(labels, labelsOf(family, { status, effective }))
    ? [...new Set(statusesOf({ status, effective }))].map((one) => `license.${family}.status=${one}` as const)
    : []
  const ofTemplate =
    templateGuid !== undefined && effective === true && same(labels, labelsOf(family, { templateGuid, effective }))
      ? [`license.template=${templateGuid}.effective` as const]
      : []
  const counters = [...ofStatuses, ...ofTemplate]
  if (isLimited(scope) || isNarrowed || counters.length === 0) return 0
  return Object.values(await readCounters(scope, counters)).reduce((sum, count) => sum + count, 0)
}

export async function listLicenses(
  scope: Scope,
  family: LicenseFamily,
  filter: LicenseFilter,
  order: LicenseOrder,
  isNoted: boolean,
) {
  const seen = await withSeenCustomer(scope, filter)
  return listOf(await idsOf(scope, family, seen, order, isNoted), (guids) => listRows(scope, guids))
}

/** Counts the licenses of a filter, up to the limit of exact counts. */
export async function countUpTo(
  scope: Scope,
  family: LicenseFamily,
  filter: LicenseFilter,
  isNoted: boolean,
): Promise<number> {
  const { count } = await idsOf(scope, family, filter, { sort: 'expireTime', order: 'asc' }, isNoted)
  return count.records
}

/** Counts the licenses of a filter. Above the limit of exact counts, the result is an estimate. */
export async function countLicenses(
  scope: Scope,
  family: LicenseFamily,
  given: LicenseFilter,
  isNoted: boolean,
): Promise<{ records: number; isEstimated: boolean }> {
  const filter = await withSeenCustomer(scope, given)
  const {
    count: { records, isCapped },
  } = await idsOf(scope, family, filter, { sort: 'issueTime', order: 'desc' }, isNoted)
  if (!isCapped) return { records, isEstimated: false }
  const { needle, label } = asked(family, filter.keyword)
  const about = await estimateMatches(scope, {
    table: license,
    needle,
    labels: [...labelsOf(family, filter), ...(label === undefined ? [] : [label])],
    ranges: rangesOf(filter, scope.asking.now),
  })
  return { records: Math.max(records, about), isEstimated: true }
}

export async function findLicense(
  scope: Scope,
  family: LicenseFamily,
  guid: string,
): Promise<ListedLicense | undefined> {
  const [row] = await listRows(scope, [guid])
  return row?.family === family ? row : undefined
}

/**
 * Locks licenses in guid order: two batches with the same licenses must not deadlock. Guids that are unknown or of
 * another family are missing.
 */
export async function lockLicenses(
  scope: Scope,
  family: LicenseFamily,
  guids: readonly string[],
): Promise<Map<string, License>> {
  const rows = await scope.db
    .select()
    .from(license)
    .where(and(isOurs(scope), eq(license.family, family), inArray(license.guid, [...guids])))
    .orderBy(asc(license.guid))
    .for('update')
  return new Map(rows.map((row) => [row.guid, row]))
}

/** The same for one license whose family is unknown. */
export async function lockOfAnyFamily(scope: Tenant, guid: string): Promise<License | undefined> {
  const [row] = await scope.db
    .select()
    .from(license)
    .where(and(isOurs(scope), eq(license.guid, guid)))
    .for('update')
  return row
}

/** Licenses of any family, in guid order. */
export function listLicensesByGuid(scope: Tenant, guids: readonly string[]): Promise<License[]> {
  return scope.db
    .select()
    .from(license)
    .where(and(isOurs(scope), inArray(license.guid, [...guids])))
    .orderBy(asc(license.guid))
}

/** Licenses of these users for these products that a new license would replace. Locked with `isLocked`. */
export async function listHeld(
  scope: Scope,
  userGuids: readonly string[],
  licenseIds: readonly number[],
  isLocked: boolean,
): Promise<License[]> {
  const query = scope.db
    .select()
    .from(license)
    .where(
      and(
        isOurs(scope),
        eq(license.family, 'account'),
        isNull(license.endedAt),
        inArray(license.userGuid, [...userGuids]),
        inArray(license.licenseId, [...licenseIds]),
        notInArray(license.state, [approving, rejected]),
      ),
    )
    .orderBy(asc(license.guid))
  return isLocked ? query.for('update') : query
}

export async function updateLicenses(
  scope: Tenant,
  guids: readonly string[],
  changes: Partial<typeof license.$inferInsert>,
): Promise<void> {
  if (guids.length > 0)
    await scope.db
      .update(license)
      .set(changes)
      .where(and(isOurs(scope), inArray(license.guid, [...guids])))
}

export type NewLicense = Pick<License, 'guid' | 'serial' | 'userGuid' | 'account' | 'customerGuid' | 'tagGuids'>
export type SharedColumns = Omit<typeof license.$inferInsert, keyof NewLicense>

/**
 * Inserts licenses that share all columns except their holder and serial, in one statement. Returns the guids of the
 * inserted rows; rows whose serial is taken are missing.
 */
export async function insertLicenses(
  scope: Tenant,
  shared: SharedColumns,
  rows: readonly NewLicense[],
): Promise<Set<string>> {
  const one = { ...shared, guid: '', serial: '', userGuid: null, account: null, customerGuid: null, tagGuids: [] }
  const column = <Name extends keyof NewLicense>(name: Name) =>
    sql.param(rows.map((row) => (name === 'tagGuids' ? `{${row.tagGuids.join()}}` : row[name])))
  const { rows: inserted } = await scope.db.execute<{ guid: string }>(sql`
    insert into license (developer_id, family, issue_guid, terms_guid, template_guid, license_id, license_ids,
      license_form, assigned_to, source, state, expiry, expires_at, partly_until, is_paid, charged, quota_holder,
      password_box, remark, issued_by, issued_at, updated_at,
      guid, serial, user_guid, account, customer_guid, tag_guids)
    select ${one.developerId}::bigint, ${one.family}::text, ${one.issueGuid}::uuid, ${one.termsGuid}::uuid,
      ${one.templateGuid}::uuid, ${one.licenseId}::bigint, ${sql.param(one.licenseIds)}::bigint[],
      ${one.licenseForm}::int, ${sql.param(one.assignedTo ?? [])}::uuid[],
      ${one.source}::text, ${one.state}::int, ${one.expiry ?? 0}::int, ${one.expiresAt}::timestamptz,
      ${one.partlyUntil}::timestamptz, ${one.isPaid}::boolean, ${JSON.stringify(one.charged ?? {})}::jsonb,
      ${one.quotaHolder ?? null}::uuid, ${one.passwordBox ?? null}::text, ${one.remark ?? null}::text,
      ${one.issuedBy}::uuid, ${one.issuedAt}::timestamptz, ${one.updatedAt}::timestamptz,
      guid, serial, user_guid, account, customer_guid, tags::uuid[]
    from unnest(${column('guid')}::uuid[], ${column('serial')}::text[], ${column('userGuid')}::uuid[],
      ${column('account')}::text[], ${column('customerGuid')}::uuid[], ${column('tagGuids')}::text[])
      as row (guid, serial, user_guid, account, customer_guid, tags)
    on conflict (developer_id, serial) do nothing
    returning guid`)
  return new Set(inserted.map(({ guid }) => guid))
}

export async function insertTerms(scope: Tenant, row: typeof licenseTerms.$inferInsert): Promise<void> {
  await scope.db.insert(licenseTerms).values(row)
}

const holder = alias(licenseTerms, 'holder')

/** Terms with the content of their data areas. Earlier terms may store that content; see `areasOf`. */
export async function findTerms(scope: Tenant, guids: readonly string[]): Promise<Map<string, Terms>> {
  const rows = await scope.db
    .select({ row: licenseTerms, areas: holder.areas })
    .from(licenseTerms)
    .innerJoin(holder, and(eq(holder.developerId, licenseTerms.developerId), eq(holder.guid, licenseTerms.areasOf)))
    .where(and(eq(licenseTerms.developerId, scope.developerId), inArray(licenseTerms.guid, [...guids])))
  return new Map(rows.map(({ row, areas }) => [row.guid, { ...row, areas: areas ?? [] }]))
}

/** Terms without the content of their data areas, which may be large. */
export async function listTermsAlone(
  scope: Tenant,
  guids: readonly string[],
): Promise<Map<string, Pick<Terms, 'terms' | 'productEnds'>>> {
  if (guids.length === 0) return new Map()
  const { guid, terms, productEnds } = licenseTerms
  const rows = await scope.db
    .select({ guid, terms, productEnds })
    .from(licenseTerms)
    .where(and(eq(licenseTerms.developerId, scope.developerId), inArray(guid, [...guids])))
  return new Map(rows.map((row) => [row.guid, row]))
}

export async function insertIssue(scope: Tenant, row: typeof licenseIssue.$inferInsert): Promise<void> {
  await scope.db.insert(licenseIssue).values(row)
}

export async function findIssues(scope: Tenant, guids: readonly string[]): Promise<Map<string, LicenseIssue>> {
  const rows =
    guids.length === 0
      ? []
      : await scope.db
          .select()
          .from(licenseIssue)
          .where(and(eq(licenseIssue.developerId, scope.developerId), inArray(licenseIssue.guid, [...guids])))
  return new Map(rows.map((row) => [row.guid, row]))
}

export async function setIssueOrder(scope: Tenant, guid: string, orderGuid: string | null): Promise<void> {
  await scope.db
    .update(licenseIssue)
    .set({ orderGuid })
    .where(and(eq(licenseIssue.developerId, scope.developerId), eq(licenseIssue.guid, guid)))
}

/** The approval request of an issue, once it is filed. */
export async function setIssueRequest(scope: Tenant, guid: string, requestGuid: string): Promise<void> {
  await scope.db
    .update(licenseIssue)
    .set({ requestGuid })
    .where(and(eq(licenseIssue.developerId, scope.developerId), eq(licenseIssue.guid, guid)))
}

/** The latest issue of a batch from a template. Issues of a task run one after the other, under the task's lock. */
export async function findIssueOfTask(
  scope: Tenant,
  taskGuid: string,
  templateGuid: string,
): Promise<Pick<LicenseIssue, 'requestGuid' | 'issuedAt'> | undefined> {
  const [row] = await scope.db
    .select({ requestGuid: licenseIssue.requestGuid, issuedAt: licenseIssue.issuedAt })
    .from(licenseIssue)
    .where(
      and(
        eq(licenseIssue.developerId, scope.developerId),
        eq(licenseIssue.taskGuid, taskGuid),
        eq(licenseIssue.templateGuid, templateGuid),
      ),
    )
    .orderBy(desc(licenseIssue.issuedAt), desc(licenseIssue.guid))
    .limit(1)
  return row
}

/** The licenses of one issue that have not ended, locked in guid order. */
export function lockOfIssue(scope: Tenant, issueGuid: string): Promise<License[]> {
  return scope.db
    .select()
    .from(license)
    .where(and(isOurs(scope), eq(license.issueGuid, issueGuid), isNull(license.endedAt)))
    .orderBy(asc(license.guid))
    .for('update')
}

/** The waiting licenses of these issues and these other licenses, locked in guid order. */
export function lockOfParts(
  scope: Tenant,
  { issueGuids, guids }: { issueGuids: readonly string[]; guids: readonly string[] },
): Promise<Pick<License, 'guid' | 'state' | 'licenseIds' | 'licenseForm' | 'quotaHolder'>[]> {
  const { guid, state, licenseIds, licenseForm, quotaHolder } = license
  return scope.db
    .select({ guid, state, licenseIds, licenseForm, quotaHolder })
    .from(license)
    .where(
      and(
        isOurs(scope),
        or(
          sql`${license.issueGuid} = any (${sql.param([...issueGuids])}::uuid[]) and ${state} = ${approving}`,
          sql`${guid} = any (${sql.param([...guids])}::uuid[])`,
        ),
      ),
    )
    .orderBy(asc(guid))
    .for('update')
}

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

export async function listMachines(scope: Scope, licenseGuid: string, order: 'asc' | 'desc') {
  const where = and(eq(boundMachine.developerId, scope.developerId), eq(boundMachine.licenseGuid, licenseGuid))
  const ids = await walkIds(scope, { table: boundMachine, where, column: boundMachine.boundAt, order })
  return listOf(ids, (guids): Promise<BoundMachine[]> =>
    scope.db
      .select()
      .from(boundMachine)
      .where(and(eq(boundMachine.developerId, scope.developerId), inArray(boundMachine.guid, guids))),
  )
}

/** The next page of an export, in issue order (guids sort by time), after the last exported license. */
export async function listNext(
  scope: Scope,
  family: LicenseFamily,
  filter: LicenseFilter,
  after: string | undefined,
  limit: number,
): Promise<ListedLicense[]> {
  const seen = await withSeenCustomer(scope, filter)
  const where = and(conditionsOf(scope, family, seen), after === undefined ? undefined : gt(license.guid, after))
  const rows = await scope.db
    .select({ guid: license.guid })
    .from(license)
    .where(where)
    .orderBy(asc(license.guid))
    .limit(limit)
  const byGuid = new Map(
    (
      await listRows(
        scope,
        rows.map(({ guid }) => guid),
      )
    ).map((row) => [row.guid, row]),
  )
  return rows.flatMap(({ guid }) => byGuid.get(guid) ?? [])
}

/** Serials by guid. Licenses of other families are missing. */
export async function listSerials(
  scope: Tenant,
  family: LicenseFamily,
  guids: readonly string[],
): Promise<Map<string, string>> {
  const rows =
    guids.length === 0
      ? []
      : await scope.db
          .select({ guid: license.guid, serial: license.serial })
          .from(license)
          .where(and(isOurs(scope), eq(license.family, family), inArray(license.guid, [...guids])))
  return new Map(rows.map(({ guid, serial }) => [guid, serial]))
}

export interface Counts {
  licenseCount: number
  effectiveLicenseCount: number
}

/**
 * Counts the licenses that have not ended, and those in force by the clock: expiries that are not yet recorded are
 * subtracted. Counts all licenses, or those within the caller's row scope.
 */
export async function countBy<Key extends string | number>(
  scope: Scope,
  kind: 'product' | 'template',
  keys: readonly Key[],
): Promise<Map<Key, Counts>> {
  const counts = new Map<Key, Counts>()
  if (keys.length === 0) return counts
  if (isLimited(scope)) {
    for (const key of keys)
      counts.set(key, {
        licenseCount: await countLabeled(scope, license, [`${kind}=${key}`, 'alive']),
        effectiveLicenseCount: await countLabeled(scope, license, [`${kind}=${key}`, 'effective']),
      })
    return counts
  }
  const nameOf = (key: Key) => `license.${kind}=${key}`
  const counters = await readCounters(
    scope,
    keys.flatMap((key) => [nameOf(key), `${nameOf(key)}.effective`]),
  )
  const { rows: ended } = await scope.db.execute<{ key: string; n: number }>(sql`
    select key::text, count(*)::int as n from license,
      lateral (select ${kind === 'template' ? sql`template_guid::text` : sql`unnest(license_ids)::text`} as key) k
    where due_at <= ${scope.asking.now}::timestamptz and due_at < never() and developer_id = ${scope.developerId}
      and state in (${unbound}, ${bound}) and expires_at <= ${scope.asking.now}::timestamptz
      and key = any (${sql.param(keys.map(String))}::text[])
    group by 1`)
  const overdue = new Map(ended.map(({ key, n }) => [key, n]))
  for (const key of keys)
    counts.set(key, {
      licenseCount: counters[nameOf(key)] ?? 0,
      effectiveLicenseCount: Math.max(0, (counters[`${nameOf(key)}.effective`] ?? 0) - (overdue.get(String(key)) ?? 0)),
    })
  return counts
}

/** True if a license has changed its status by the clock and the change is not recorded yet. */
export async function hasDue(scope: Scope): Promise<boolean> {
  const { rows } = await scope.db.execute<{ due: boolean }>(
    sql`select exists (select from license where due_at <= ${scope.asking.now}::timestamptz and due_at < never()
      and developer_id = ${scope.developerId}) as due`,
  )
  return rows[0]?.due ?? false
}

/**
 * Records changes of status by the clock, as the owner and in its own transaction. Returns the number of changed
 * licenses.
 */
export async function noteExpired(
  { owner }: Pick<Database, 'owner'>,
  developerId: number | null,
  now: Date,
  most: number,
): Promise<number> {
  const { rows } = await owner.query<{ n: number }>('select expire_licenses($1, $2, $3) as n', [developerId, now, most])
  return rows[0]?.n ?? 0
}

/** Stores which license replaced each of these. */
export async function setReplacedBy(
  { db, developerId }: Tenant,
  rows: readonly { guid: string; replacedBy: string | null }[],
): Promise<void> {
  if (rows.length === 0) return
  await db.execute(sql`
    update license l set replaced_by = r.replaced_by
    from unnest(${sql.param(rows.map(({ guid }) => guid))}::uuid[],
      ${sql.param(rows.map(({ replacedBy }) => replacedBy))}::uuid[]) as r (guid, replaced_by)
    where l.developer_id = ${developerId} and l.guid = r.guid`)
}
