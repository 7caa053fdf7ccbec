// SQL of the lists of dongle licenses and of packages.
import { DAY_MS, DONGLE_LICENSE_STATUSES, LIMITS, SHELL_NUMBER_MAX, UPGRADE_STATUSES } from '@sealwright/contract'
import { and, asc, eq, gt, gte, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { readCounters } from '../../../kernel/db/counters.ts'
import { countLabeled, inRange, listOf, searchIds, walkIds } from '../../../kernel/db/search.ts'
import type { Label, ListedIds } from '../../../kernel/db/search.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { withSeenCustomer } from '../../customer/index.ts'
import type { LicenseCounts } from '../../product/index.ts'
import type { Of } from '../dongle.kind.ts'
import { PACKAGE_COLUMNS, dongle, dongleIssue, dongleLicense, donglePackage } from '../dongle.tables.ts'
import type { DongleLicense, DonglePackage } from '../dongle.tables.ts'

export interface LicenseFilter {
  keyword?: string | undefined
  licenseId?: readonly number[] | undefined
  templateGuid?: string | undefined
  status?: readonly number[] | undefined
  upgradeStatus?: number | undefined
  lockGuid?: string | undefined
  customerGuid?: string | undefined
  adminUserId?: string | undefined
  integratorGuid?: string | undefined
  startTime?: Date | undefined
  endTime?: Date | undefined
}
export interface LicenseOrder {
  sort: 'updateTime' | 'issueTime' | 'expireTime'
  order: 'asc' | 'desc'
}

const isOurs = ({ developerId }: Of) => and(eq(dongleLicense.developerId, developerId), isNull(dongleLicense.endedAt))
const COLUMNS = {
  updateTime: dongleLicense.updatedAt,
  issueTime: dongleLicense.issuedAt,
  expireTime: dongleLicense.expiresAt,
} as const

const periodOf = ({ startTime, endTime }: LicenseFilter) => ({
  from: startTime,
  until: endTime && new Date(endTime.getTime() + 1),
})

function labelsOf(filter: LicenseFilter): Label[] {
  const { licenseId, templateGuid, status, upgradeStatus, lockGuid, customerGuid, adminUserId, integratorGuid } = filter
  const label = (name: string, value: string | number | undefined) => (value === undefined ? [] : [`${name}=${value}`])
  return [
    ...(licenseId ? [licenseId.map((id) => `product=${id}`)] : []),
    ...label('template', templateGuid),
    ...(status ? [status.map((one) => `status=${one}`)] : []),
    ...label('upgrade', upgradeStatus),
    ...label('lock', lockGuid),
    ...label('customer', customerGuid),
    ...label('admin', adminUserId),
    ...label('integrator', integratorGuid),
  ]
}

const reportedBefore = (now: Date) => new Date(now.getTime() - LIMITS.dongle.reportDays * DAY_MS)

/** Status 5 follows from the clock, so no label has it. */
const isForgotten = (now: Date) => sql`exists (select from dongle_package p
  where p.developer_id = ${dongleLicense.developerId} and p.guid = ${dongleLicense.packageGuid}
    and p.downloaded_at < ${reportedBefore(now)})`

/**
 * Shell numbers consist of digits, so a prefix is a range of the index in any collation. Row-level security would keep
 * `like` from using an index.
 */
function shellBegins(column: PgColumn, keyword: string | undefined): SQL | undefined {
  if (keyword === undefined) return undefined
  const prefix = keyword.replace(/\D/g, '')
  return prefix === '' ? sql`false` : and(gte(column, prefix), lte(column, prefix.padEnd(SHELL_NUMBER_MAX, '9')))
}

/** The conditions of a filter, for lists that no label can find. */
function conditionsOf(filter: LicenseFilter, now: Date): SQL | undefined {
  const { licenseId, templateGuid, status, upgradeStatus, lockGuid, customerGuid, adminUserId, integratorGuid } = filter
  const { downloaded, notReported } = UPGRADE_STATUSES
  const { notUpgraded, expired } = DONGLE_LICENSE_STATUSES
  const statusNow = sql`case when ${dongleLicense.inside} is null then ${notUpgraded}::int
    when ${dongleLicense.expiresAt} <= ${now} then ${expired}::int else ${DONGLE_LICENSE_STATUSES.upgraded}::int end`
  const stored = upgradeStatus === notReported ? downloaded : upgradeStatus
  return and(
    shellBegins(dongleLicense.shellNumber, filter.keyword),
    licenseId && inArray(dongleLicense.licenseId, [...licenseId]),
    templateGuid === undefined ? undefined : eq(dongleLicense.templateGuid, templateGuid),
    status && inArray(statusNow, [...status]),
    stored === undefined ? undefined : sql`${dongleLicense.upgradeStatus} = ${stored}`,
    upgradeStatus === notReported ? isForgotten(now) : undefined,
    upgradeStatus === downloaded ? sql`not ${isForgotten(now)}` : undefined,
    lockGuid === undefined ? undefined : eq(dongleLicense.dongleGuid, lockGuid),
    customerGuid === undefined ? undefined : eq(dongleLicense.customerGuid, customerGuid),
    adminUserId === undefined ? undefined : eq(dongleLicense.issuedBy, adminUserId),
    integratorGuid === undefined ? undefined : eq(dongleLicense.integratorGuid, integratorGuid),
    inRange(dongleLicense.issuedAt, periodOf(filter)),
  )
}

const isLimited = ({ caller }: Scope) => caller.limited.has('userLock') || caller.limited.has('product')

async function idsOf(scope: Scope, filter: LicenseFilter, { sort, order }: LicenseOrder): Promise<ListedIds> {
  const labels = labelsOf(filter)
  const { keyword, upgradeStatus, startTime, endTime } = filter
  const isByClock = upgradeStatus === UPGRADE_STATUSES.downloaded || upgradeStatus === UPGRADE_STATUSES.notReported
  const isPlain = labels.length === 0 && keyword === undefined
  if (isByClock || keyword !== undefined || (isPlain && !isLimited(scope))) {
    const isAll = isPlain && startTime === undefined && endTime === undefined
    return walkIds(scope, {
      table: dongleLicense,
      where: and(isOurs(scope), conditionsOf(filter, scope.asking.now)),
      column: COLUMNS[sort],
      order,
      ...(isAll && {
        count: { records: (await readCounters(scope, ['dongleLicense'])).dongleLicense, isCapped: false },
      }),
    })
  }
  const ranges = { issueTime: periodOf(filter) }
  return searchIds(scope, { table: dongleLicense, labels, ranges, sort, column: COLUMNS[sort], order })
}

export async function listLicenses(scope: Scope, filter: LicenseFilter, order: LicenseOrder) {
  const seen = await withSeenCustomer(scope, filter)
  return listOf(await idsOf(scope, seen, order), (guids) => listByGuid(scope, guids))
}

/** In guid order, after this guid. */
export async function listNext(
  scope: Scope,
  filter: LicenseFilter,
  after: string | undefined,
  limit: number,
): Promise<DongleLicense[]> {
  const seen = await withSeenCustomer(scope, filter)
  return scope.db
    .select()
    .from(dongleLicense)
    .where(
      and(
        isOurs(scope),
        conditionsOf(seen, scope.asking.now),
        after === undefined ? undefined : gt(dongleLicense.guid, after),
      ),
    )
    .orderBy(asc(dongleLicense.guid))
    .limit(limit)
}

/** Those that have not ended. */
export async function listByGuid(scope: Of, guids: readonly string[]): Promise<DongleLicense[]> {
  if (guids.length === 0) return []
  return scope.db
    .select()
    .from(dongleLicense)
    .where(and(isOurs(scope), inArray(dongleLicense.guid, [...guids])))
}

export async function findLicense(scope: Of, guid: string): Promise<DongleLicense | undefined> {
  return (await listByGuid(scope, [guid]))[0]
}

const { notUpgraded, upgraded } = DONGLE_LICENSE_STATUSES

/** Licenses that have ended by the clock and whose end a job has yet to note. */
const isOverdue = (scope: Scope) => sql`developer_id = ${scope.developerId} and ended_at is null
  and not is_expired and expires_at < never() and expires_at <= ${scope.asking.now}::timestamptz`

/** Counts the licenses in force by the clock: ends that are not yet noted are subtracted. */
export async function countInForce(scope: Scope): Promise<number> {
  const notExpired = await countNotExpired(scope)
  const { rows } = await scope.db.execute<{ n: number }>(
    sql`select count(*)::int as n from dongle_license where ${isOverdue(scope)}`,
  )
  return Math.max(0, notExpired - (rows[0]?.n ?? 0))
}

/** The overdue licenses of each of these products or templates that has any. */
async function countOverdue<Key extends string | number>(
  scope: Scope,
  kind: 'product' | 'template',
  keys: readonly Key[],
): Promise<Map<Key, number>> {
  const key = kind === 'product' ? sql`license_id` : sql`template_guid`
  const { rows } = await scope.db.execute<{ key: Key; n: number }>(sql`
    select ${key} as key, count(*)::int as n from dongle_license
    where ${isOverdue(scope)} and ${key}::text = any (${sql.param(keys.map(String))}::text[]) group by 1`)
  return new Map(rows.map(({ key: of, n }) => [of, n]))
}

/** Counts the licenses that are not noted as expired. */
async function countNotExpired(scope: Scope): Promise<number> {
  const statuses = [notUpgraded, upgraded]
  if (isLimited(scope)) return countLabeled(scope, dongleLicense, [statuses.map((status) => `status=${status}`)])
  const counters = await readCounters(
    scope,
    statuses.map((status) => `dongleLicense.status=${status}` as const),
  )
  return Object.values(counters).reduce((sum, count) => sum + count, 0)
}

/** Counts the licenses that have not ended, and those in force by the clock among them, as the caller sees them. */
export async function countBy<Key extends string | number>(
  scope: Scope,
  kind: 'product' | 'template',
  keys: readonly Key[],
): Promise<Map<Key, LicenseCounts>> {
  const counts = new Map<Key, LicenseCounts>()
  if (keys.length === 0) return counts
  if (isLimited(scope)) {
    const inForce = [`status=${notUpgraded}`, `status=${upgraded}`]
    const overdue = await countOverdue(scope, kind, keys)
    for (const key of keys) {
      const notExpired = await countLabeled(scope, dongleLicense, [`${kind}=${key}`, inForce])
      counts.set(key, {
        licenseCount: await countLabeled(scope, dongleLicense, [`${kind}=${key}`]),
        effectiveLicenseCount: Math.max(0, notExpired - (overdue.get(key) ?? 0)),
      })
    }
    return counts
  }
  const nameOf = (key: Key) => `dongleLicense.${kind}=${key}`
  const counters = await readCounters(
    scope,
    keys.flatMap((key) => [nameOf(key), `${nameOf(key)}.effective`]),
  )
  const overdue = await countOverdue(scope, kind, keys)
  for (const key of keys)
    counts.set(key, {
      licenseCount: counters[nameOf(key)] ?? 0,
      effectiveLicenseCount: Math.max(0, (counters[`${nameOf(key)}.effective`] ?? 0) - (overdue.get(key) ?? 0)),
    })
  return counts
}

export type ListedPackage = Omit<DonglePackage, 'file'> & {
  hasFile: boolean
  kind: (typeof dongleIssue.$inferSelect)['kind']
  remark: string | null
  /** When its lock was last seen. */
  seenAt: Date | null
  /** The products of the operations, in order. */
  operationIds: (number | null)[]
}

const { file: _file, ...TOLD } = PACKAGE_COLUMNS

export async function listPackages({ db, developerId }: Of, guids: readonly string[]): Promise<ListedPackage[]> {
  if (guids.length === 0) return []
  return db
    .select({
      ...TOLD,
      hasFile: sql<boolean>`${donglePackage.file} is not null`,
      kind: dongleIssue.kind,
      remark: dongleIssue.remark,
      seenAt: dongle.seenAt,
      operationIds: sql<(number | null)[]>`array(select (o ->> 'licenseId')::float8
        from jsonb_array_elements(${dongleIssue.operations}) with ordinality as t (o, n) order by n)`,
    })
    .from(donglePackage)
    .innerJoin(
      dongleIssue,
      and(eq(dongleIssue.developerId, donglePackage.developerId), eq(dongleIssue.guid, donglePackage.issueGuid)),
    )
    .innerJoin(
      dongle,
      and(eq(dongle.developerId, donglePackage.developerId), eq(dongle.guid, donglePackage.dongleGuid)),
    )
    .where(and(eq(donglePackage.developerId, developerId), inArray(donglePackage.guid, [...guids])))
}

export interface PackageFilter {
  lockGuid?: string | undefined
  license?: Pick<DongleLicense, 'dongleGuid' | 'licenseId'> | undefined
  taskId?: string | undefined
  status?: number | undefined
  keyword?: string | undefined
}

/** Latest first unless ascending. */
export async function listUpgrades(scope: Scope, filter: PackageFilter, order: 'asc' | 'desc') {
  const { lockGuid, license, taskId, status, keyword } = filter
  const { downloaded, notReported } = UPGRADE_STATUSES
  const isOld = sql`${donglePackage.downloadedAt} < ${reportedBefore(scope.asking.now)}`
  const ids = await walkIds(scope, {
    table: donglePackage,
    where: and(
      eq(donglePackage.developerId, scope.developerId),
      lockGuid === undefined ? undefined : eq(donglePackage.dongleGuid, lockGuid),
      license && eq(donglePackage.dongleGuid, license.dongleGuid),
      license &&
        or(
          sql`${donglePackage.licenseIds} @> array[${license.licenseId}]::bigint[]`,
          sql`${donglePackage.licenseIds} = '{}'`,
        ),
      taskId === undefined ? undefined : eq(donglePackage.taskGuid, taskId),
      status === undefined ? undefined : sql`${donglePackage.status} = ${status === notReported ? downloaded : status}`,
      status === notReported ? isOld : undefined,
      status === downloaded ? sql`not ${isOld}` : undefined,
      shellBegins(donglePackage.shellNumber, keyword),
    ),
    column: donglePackage.madeAt,
    order,
  })
  return listOf(ids, (guids) => listPackages(scope, guids))
}

/** The packages of a task that are not withdrawn, in guid order, after this guid. */
export async function listOfTask(
  { db, developerId }: Of,
  taskGuid: string,
  after: string | undefined,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .select({ guid: donglePackage.guid })
    .from(donglePackage)
    .where(
      and(
        eq(donglePackage.developerId, developerId),
        eq(donglePackage.taskGuid, taskGuid),
        after === undefined ? undefined : gt(donglePackage.guid, after),
      ),
    )
    .orderBy(asc(donglePackage.guid))
    .limit(limit)
  return rows.map(({ guid }) => guid)
}

export async function listFiles(
  { db, developerId }: Of,
  guids: readonly string[],
): Promise<Pick<DonglePackage, 'guid' | 'fileName' | 'file'>[]> {
  return db
    .select({ guid: donglePackage.guid, fileName: donglePackage.fileName, file: donglePackage.file })
    .from(donglePackage)
    .where(and(eq(donglePackage.developerId, developerId), inArray(donglePackage.guid, [...guids])))
    .orderBy(asc(donglePackage.guid))
}
