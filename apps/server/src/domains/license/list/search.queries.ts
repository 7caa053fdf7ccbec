// SQL that finds licenses: the lists, counts and exports of a filter, and one license for display. The database limits
// callers with a row scope to their rows; counters ignore row scope.
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
import { and, asc, eq, gt, gte, inArray, isNull, lt, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { readCounters } from '../../../kernel/db/counters.ts'
import { estimateMatches, listOf, searchIds, walkIds } from '../../../kernel/db/search.ts'
import type { Label, ListedIds } from '../../../kernel/db/search.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { withSeenCustomer } from '../../customer/index.ts'
import type { StoredTerms } from '../../template/index.ts'
import { codeBegins, isOurs, isPaidBy, license, licenseIssue, licenseTerms } from '../license.tables.ts'
import type { License } from '../license.tables.ts'

export type LicenseFilter = {
  [Name in keyof typeof licenseFilter]?: z.output<(typeof licenseFilter)[Name]> | undefined
}

/** A license in a list, with its terms and the template version of its issue. */
export interface ListedLicense extends License {
  terms: StoredTerms
  templateVersion: number
}

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

const { unbound, bound, expired, partlyExpired } = LICENSE_STATUSES
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
  scope: Pick<Scope, 'caller'>,
  family: LicenseFamily,
  keyword: string | undefined,
): { needle?: string; serial?: string; prefix?: string; label?: string } {
  if (keyword === undefined) return {}
  const code = family === 'account' ? '' : plainCode(keyword)
  if (isCode(code)) return { serial: code }
  // A visiting operator does not search within codes: see codeBegins.
  if ((code.length >= PREFIX_MIN || scope.caller.visit) && isCodeText(code)) return { prefix: code }
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
  const { needle, serial, prefix, label } = asked(scope, family, keyword)
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
    prefix === undefined ? undefined : codeBegins(scope, prefix),
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
  const { needle, serial, prefix, label } = asked(scope, family, filter.keyword)
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
  const { needle, label } = asked(scope, family, filter.keyword)
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
