// The SQL of user locks and control locks. Row scope limits which user locks a caller sees; counters ignore it.
import { DAY_MS, LIMITS, LOCK_GROUPS, LOCK_MODES, LOCK_STATUSES } from '@sealwright/contract'
import type { LockStatus, lockFilter } from '@sealwright/contract'
import { and, desc, eq, gt, gte, inArray, isNull, lt, ne, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type * as z from 'zod/mini'
import { readCounters } from '../../../kernel/db/counters.ts'
import type { Slice } from '../../../kernel/db/list.ts'
import { countLabeled, inRange, listOf, searchIds, walkIds } from '../../../kernel/db/search.ts'
import type { Label, ListedIds, TimeRange } from '../../../kernel/db/search.ts'
import { containing } from '../../../kernel/entity/rows.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { listTaggedCustomers, withSeenCustomer } from '../../customer/index.ts'
import { dongle, dongleCommand, dongleEvent } from '../dongle.tables.ts'
import type { Dongle, DongleCommand } from '../dongle.tables.ts'

export type LockFilter = { [Name in keyof typeof lockFilter]?: z.output<(typeof lockFilter)[Name]> | undefined }
export interface LockOrder {
  sort: 'shellNumber' | 'activationEnd'
  order: 'asc' | 'desc'
}

/** A filter whose tags are resolved to customers. */
interface Narrowed extends Omit<LockFilter, 'tagGuids'> {
  customers?: readonly string[]
}

type Tenant = Pick<Scope, 'db' | 'developerId'>

const isKind = ({ developerId }: Tenant, kind: Dongle['kind']) =>
  and(eq(dongle.developerId, developerId), eq(dongle.kind, kind), isNull(dongle.deletedAt))
const isUserLock = (tenant: Tenant) => isKind(tenant, 'user')
/** Counters count every row, so they are wrong for a caller with a row scope. */
const isLimited = ({ caller }: Scope) => caller.limited.has('userLock')

async function narrowed(scope: Scope, { tagGuids, ...given }: LockFilter): Promise<Narrowed> {
  const filter = await withSeenCustomer(scope, given)
  return tagGuids === undefined ? filter : { ...filter, customers: await listTaggedCustomers(scope, tagGuids) }
}

/** The statuses that a filter allows, or undefined if it names none. */
function statusesOf({ status, group }: Narrowed): readonly LockStatus[] | undefined {
  if (group === undefined) return status
  const ofGroup: readonly LockStatus[] = LOCK_GROUPS[group]
  return status === undefined ? ofGroup : status.filter((one) => ofGroup.includes(one))
}

/** No lock has the label of an impossible filter. */
const oneOf = (name: string, values: readonly (string | number)[]): Label =>
  values.length === 0 ? `${name}=none` : values.map((value) => `${name}=${value}`)

function labelsOf(filter: Narrowed): Label[] {
  const { activationMode, customerGuid, customers, adminUserId, integratorGuid } = filter
  const statuses = statusesOf(filter)
  return [
    ...(statuses === undefined ? [] : [oneOf('status', statuses)]),
    ...(activationMode === undefined ? [] : [`mode=${activationMode}`]),
    ...(customerGuid === undefined ? [] : [`customer=${customerGuid}`]),
    ...(customers === undefined ? [] : [oneOf('customer', customers)]),
    ...(adminUserId === undefined ? [] : [`to=${adminUserId}`]),
    ...(integratorGuid === undefined ? [] : [`integrator=${integratorGuid}`]),
  ]
}

/** When the activation ends. An activation that has ended is not about to end. */
function endOf({ endingDays, ended }: Pick<Narrowed, 'endingDays' | 'ended'>, now: Date): TimeRange {
  const isAhead = ended === false || endingDays !== undefined
  const until = endingDays === undefined ? undefined : new Date(now.getTime() + endingDays * DAY_MS)
  return { from: isAhead ? now : undefined, until: ended ? now : until }
}

const isPermanent = (isWanted: boolean) =>
  isWanted ? eq(dongle.home, LOCK_STATUSES.permanent) : ne(dongle.home, LOCK_STATUSES.permanent)

/** The conditions of a filter, except for its keyword, to walk along an index. */
function conditionsOf(scope: Scope, filter: Narrowed): SQL | undefined {
  const { activationMode, customerGuid, customers, adminUserId, integratorGuid } = filter
  const statuses = statusesOf(filter)
  return and(
    isUserLock(scope),
    statuses && sql`${dongle.status} = any (${sql.param(statuses)}::int[])`,
    activationMode === undefined ? undefined : isPermanent(activationMode === LOCK_MODES.permanent),
    customerGuid === undefined ? undefined : eq(dongle.customerGuid, customerGuid),
    customers && sql`${dongle.customerGuid} = any (${sql.param(customers)}::uuid[])`,
    adminUserId === undefined ? undefined : sql`${dongle.assignedTo} @> array[${adminUserId}::uuid]`,
    integratorGuid === undefined ? undefined : eq(dongle.integratorGuid, integratorGuid),
    inRange(dongle.activeUntil, endOf(filter, scope.asking.now)),
  )
}

/** Long enough that few numbers begin with it. */
const SERIAL_MIN = 8

/**
 * The beginning of a shell number or serial number is looked up by index, at the same cost among a million locks: as a
 * range, because an index can serve that even under row-level security. `:` and `g` come after the last digit.
 */
function beginningOf(keyword: string): SQL | undefined {
  const from = (column: PgColumn, last: string) => and(gte(column, keyword), lt(column, `${keyword}${last}`))
  if (/^\d{1,20}$/.test(keyword)) return from(dongle.shellNumber, ':')
  if (/^[\da-f]+$/.test(keyword) && keyword.length >= SERIAL_MIN) return from(dongle.serialNumber, 'g')
  return undefined
}

/** Finds the locks of a filter, in a total order (ties by guid). */
async function idsOf(scope: Scope, given: LockFilter, { sort, order }: LockOrder): Promise<ListedIds> {
  const filter = await narrowed(scope, given)
  const end = endOf(filter, scope.asking.now)
  const keyword = filter.keyword?.toLowerCase()
  const labels = labelsOf(filter)
  const column = sort === 'shellNumber' ? dongle.shellNumber : dongle.activeUntil
  const where = conditionsOf(scope, filter)
  const beginning = keyword === undefined ? undefined : beginningOf(keyword)
  if (beginning) {
    const walked = await walkIds(scope, { table: dongle, where: and(where, beginning), column, order })
    // Otherwise the text may be in a remark.
    if (walked.count.records > 0) return walked
  }
  if (keyword === undefined && labels.length === 0 && !isLimited(scope))
    return walkIds(scope, {
      table: dongle,
      where,
      column,
      order,
      ...(!end.from &&
        !end.until && {
          count: { records: (await readCounters(scope, ['userLock'])).userLock, isCapped: false },
        }),
    })
  const ranges = { activationEnd: end }
  const searched = () => searchIds(scope, { table: dongle, needle: keyword, labels, ranges, sort, column, order })
  const { all, known } = await countKnown(scope, filter, labels)
  if (known === 0) return searched()
  // A counter has the count, and a walk along the index meets the matches if they are many.
  const { exactCount } = LIMITS.page
  const count = { records: Math.min(known, exactCount), isCapped: known > exactCount }
  const walked = await walkIds(scope, { table: dongle, where, column, order, count })
  const isNear = ({ offset, limit }: Slice) => (offset + limit) * all <= known * WALKED_ROWS
  return { count, ids: async (slice) => (isNear(slice) ? walked : await searched()).ids(slice) }
}

/** How many rows a walk may read for a page. */
const WALKED_ROWS = 20_000

/** The number of all locks, and of those with these statuses or of this mode, from counters. 0 if no counter has it. */
async function countKnown(scope: Scope, filter: Narrowed, labels: readonly Label[]) {
  const none = { all: 0, known: 0 }
  const { keyword, activationMode } = filter
  const { from, until } = endOf(filter, scope.asking.now)
  if (isLimited(scope) || labels.length !== 1 || keyword !== undefined || from || until) return none
  const statuses = [...new Set(statusesOf(filter))].map((status) => `userLock.status=${status}` as const)
  const modes = activationMode === undefined ? [] : [`userLock.mode=${activationMode}` as const]
  const counters = [...statuses, ...modes]
  if (counters.length === 0) return none
  const { userLock: all, ...counts } = await readCounters(scope, ['userLock', ...counters])
  return { all, known: Object.values<number>(counts).reduce((sum, count) => sum + count, 0) }
}

export const listByGuid = (scope: Scope, guids: readonly string[]): Promise<Dongle[]> =>
  scope.db
    .select()
    .from(dongle)
    .where(and(isUserLock(scope), inArray(dongle.guid, [...guids])))

export async function listLocks(scope: Scope, filter: LockFilter, order: LockOrder) {
  return listOf(await idsOf(scope, filter, order), (guids) => listByGuid(scope, guids))
}

export interface ChosenLock {
  guid: string
  shellNumber: string
}

/** At most so many locks of a filter, by shell number. Undefined if there are more. */
export async function listChosen(scope: Scope, filter: LockFilter, most: number): Promise<ChosenLock[] | undefined> {
  const { count, ids } = await idsOf(scope, filter, { sort: 'shellNumber', order: 'asc' })
  if (count.isCapped || count.records > most) return undefined
  const guids = await ids({ offset: 0, limit: count.records, isReversed: false })
  const numbers = await listNumbers(scope, guids)
  return guids.flatMap((guid) => {
    const shellNumber = numbers.get(guid)
    return shellNumber === undefined ? [] : [{ guid, shellNumber }]
  })
}

/** Shell numbers by guid. */
export async function listNumbers(scope: Scope, guids: readonly string[]): Promise<Map<string, string>> {
  const rows = await scope.db
    .select({ guid: dongle.guid, shellNumber: dongle.shellNumber })
    .from(dongle)
    .where(and(isUserLock(scope), sql`${dongle.guid} = any (${sql.param([...guids])}::uuid[])`))
  return new Map(rows.map(({ guid, shellNumber }) => [guid, shellNumber]))
}

/** Guids by shell number. */
export async function findByNumbers(scope: Scope, shellNumbers: readonly string[]): Promise<Map<string, string>> {
  const rows = await scope.db
    .select({ guid: dongle.guid, shellNumber: dongle.shellNumber })
    .from(dongle)
    .where(and(isUserLock(scope), sql`${dongle.shellNumber} = any (${sql.param([...shellNumbers])}::text[])`))
  return new Map(rows.map(({ guid, shellNumber }) => [shellNumber, guid]))
}

/** The next locks of a filter by shell number, after the given one. Each page is a query of its own, for exports. */
export async function listNext(
  scope: Scope,
  given: LockFilter,
  after: string | undefined,
  limit: number,
): Promise<Dongle[]> {
  const filter = await narrowed(scope, given)
  const { keyword } = filter
  return scope.db
    .select()
    .from(dongle)
    .where(
      and(
        conditionsOf(scope, filter),
        after === undefined ? undefined : gt(dongle.shellNumber, after),
        containing(keyword, dongle.shellNumber, dongle.serialNumber, dongle.remark),
      ),
    )
    .orderBy(dongle.shellNumber)
    .limit(limit)
}

/** How many packages each lock has not taken yet. */
export async function countWaitingPackages(scope: Scope, guids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await scope.db.execute<{ guid: string; n: number }>(sql`
    select dongle_guid as guid, count(*)::int as n from dongle_package
    where developer_id = ${scope.developerId} and dongle_guid = any (${sql.param([...guids])}::uuid[])
      and status in (0, 1) and valid_until > ${scope.asking.now}
    group by 1`)
  return new Map(rows.map(({ guid, n }) => [guid, n]))
}

/** The latest command of each lock. */
export async function listLatestCommands(scope: Scope, guids: readonly string[]): Promise<Map<string, DongleCommand>> {
  const rows = await scope.db
    .selectDistinctOn([dongleCommand.dongleGuid])
    .from(dongleCommand)
    .where(and(eq(dongleCommand.developerId, scope.developerId), inArray(dongleCommand.dongleGuid, [...guids])))
    .orderBy(dongleCommand.dongleGuid, desc(dongleCommand.at), desc(dongleCommand.guid))
  return new Map(rows.map((row) => [row.dongleGuid, row]))
}

/** The rows of a lock in one of its tables, by time (ties by guid). */
const idsOfLock = (
  scope: Scope,
  table: typeof dongleCommand | typeof dongleEvent,
  guid: string,
  order: 'asc' | 'desc',
) =>
  walkIds(scope, {
    table,
    where: and(eq(table.developerId, scope.developerId), eq(table.dongleGuid, guid)),
    column: table.at,
    order,
  })

export async function listCommands(scope: Scope, guid: string, order: 'asc' | 'desc') {
  return listOf(await idsOfLock(scope, dongleCommand, guid, order), (guids) =>
    scope.db
      .select()
      .from(dongleCommand)
      .where(and(eq(dongleCommand.developerId, scope.developerId), inArray(dongleCommand.guid, guids))),
  )
}

export async function listEvents(scope: Scope, guid: string, order: 'asc' | 'desc') {
  return listOf(await idsOfLock(scope, dongleEvent, guid, order), (guids) =>
    scope.db
      .select()
      .from(dongleEvent)
      .where(and(eq(dongleEvent.developerId, scope.developerId), inArray(dongleEvent.guid, guids))),
  )
}

/** Who edited the customer or remark of a lock last. */
export async function findEditor(scope: Scope, guid: string): Promise<string | null> {
  const [row] = await scope.db
    .select({ actorId: dongleEvent.actorId })
    .from(dongleEvent)
    .where(
      and(
        eq(dongleEvent.developerId, scope.developerId),
        eq(dongleEvent.dongleGuid, guid),
        eq(dongleEvent.kind, 'edited'),
      ),
    )
    .orderBy(desc(dongleEvent.at), desc(dongleEvent.guid))
    .limit(1)
  return row?.actorId ?? null
}

export type LockEdit = Pick<Dongle, 'guid' | 'customerGuid' | 'remark' | 'assignedTo'>

/** Sets customers, remarks and assignments, and counts the revisions. */
export async function updateEdits(scope: Scope, rows: readonly LockEdit[]): Promise<void> {
  if (rows.length === 0) return
  await scope.db.execute(sql`
    update dongle d set customer_guid = n.customer_guid, remark = n.remark, assigned_to = n.assigned_to::uuid[],
      revision = d.revision + 1, updated_at = ${scope.asking.now}
    from unnest(${sql.param(rows.map(({ guid }) => guid))}::uuid[],
      ${sql.param(rows.map(({ customerGuid }) => customerGuid))}::uuid[],
      ${sql.param(rows.map(({ remark }) => remark))}::text[],
      ${sql.param(rows.map(({ assignedTo }) => `{${assignedTo.join()}}`))}::text[])
      as n (guid, customer_guid, remark, assigned_to)
    where d.developer_id = ${scope.developerId} and d.guid = n.guid`)
}

/** Hands locks to an integrator, whose members then see them, or takes them back. */
export async function setIntegrator(scope: Scope, guids: readonly string[], integrator: string | null): Promise<void> {
  await scope.db.execute(sql`
    update dongle set integrator_guid = ${integrator}::uuid, updated_at = ${scope.asking.now},
      assigned_to = array_remove(array_remove(assigned_to, integrator_guid), ${integrator}::uuid)
        || array_remove(array[${integrator}::uuid], null)
    where developer_id = ${scope.developerId} and guid = any (${sql.param([...guids])}::uuid[])`)
}

const ALL_STATUSES = Object.values(LOCK_STATUSES)

/** The number of locks of each status and mode that the caller sees. */
export async function countStates(
  scope: Scope,
): Promise<{ statuses: Map<LockStatus, number>; modes: Map<number, number> }> {
  const modes = Object.values(LOCK_MODES)
  if (!isLimited(scope)) {
    const statusName = (status: LockStatus) => `userLock.status=${status}` as const
    const modeName = (mode: number) => `userLock.mode=${mode}` as const
    const counts = await readCounters(scope, [...ALL_STATUSES.map(statusName), ...modes.map(modeName)])
    return {
      statuses: new Map(ALL_STATUSES.map((status) => [status, counts[statusName(status)]])),
      modes: new Map(modes.map((mode) => [mode, counts[modeName(mode)] ?? 0])),
    }
  }
  const { rows } = await scope.db.execute<{ status: LockStatus; permanent: boolean; n: number }>(sql`
    select status, home = ${LOCK_STATUSES.permanent} as permanent, count(*)::int as n from dongle
    where ${isUserLock(scope)} group by 1, 2`)
  const sum = (some: typeof rows) => some.reduce((all, { n }) => all + n, 0)
  return {
    statuses: new Map(ALL_STATUSES.map((one) => [one, sum(rows.filter(({ status }) => status === one))])),
    modes: new Map(
      modes.map((mode) => [mode, sum(rows.filter(({ permanent }) => permanent === (mode === LOCK_MODES.permanent)))]),
    ),
  }
}

/** The number of locks whose activation ends in each range. */
export async function countEnds(
  scope: Scope,
  ranges: readonly { from?: Date | undefined; until: Date }[],
): Promise<number[]> {
  const counts: number[] = []
  for (const range of ranges)
    counts.push(
      isLimited(scope)
        ? await countLabeled(scope, dongle, [], { ranges: { activationEnd: range } })
        : await scope.db.$count(dongle, and(isUserLock(scope), inRange(dongle.activeUntil, range))),
    )
  return counts
}

/** Activations of locks by day of the developer. Days without any may be missing. */
export async function countActivations(scope: Scope, days: readonly string[]): Promise<Map<string, number>> {
  if (!isLimited(scope)) {
    const counts = await readCounters(
      scope,
      days.map((day) => `lockActivation.${day}` as const),
    )
    return new Map(days.map((day) => [day, counts[`lockActivation.${day}`] ?? 0]))
  }
  const { rows } = await scope.db.execute<{ day: string; n: number }>(sql`
    select c.activation_day::text as day, count(*)::int as n from dongle d
    join dongle_contact c on c.developer_id = d.developer_id and c.dongle_guid = d.guid
    where d.developer_id = ${scope.developerId} and d.kind = 'user' and d.deleted_at is null
      and c.activation_day >= ${days[0] ?? null}::date
    group by 1`)
  return new Map(rows.map(({ day, n }) => [day, n]))
}

/** Control locks for readPage, by shell number. A developer has few. */
export async function listControlLocks(scope: Scope, keyword: string | undefined, order: 'asc' | 'desc') {
  const where = and(isKind(scope, 'control'), containing(keyword, dongle.shellNumber, dongle.serialNumber))
  const ids = await walkIds(scope, { table: dongle, where, column: dongle.shellNumber, order })
  return listOf(ids, (guids) =>
    scope.db
      .select()
      .from(dongle)
      .where(and(isKind(scope, 'control'), inArray(dongle.guid, guids))),
  )
}

export async function findControlLock(scope: Scope, guid: string): Promise<Dongle | undefined> {
  const [row] = await scope.db
    .select()
    .from(dongle)
    .where(and(isKind(scope, 'control'), eq(dongle.guid, guid)))
  return row
}
