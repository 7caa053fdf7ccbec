// SQL for reading the operation log, by time, ties by id. The log has no row scope of its own: where row scope limits a
// kind, a caller sees the log of a target if the target itself is visible.
import { LIMITS, OPERATION_TYPES, TASK_KINDS } from '@sealwright/contract'
import type { OperationTarget, OperationType, ScopeKind } from '@sealwright/contract'
import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { LoggedFacts } from '../../kernel/audit/record.ts'
import { countCapped, directionOf } from '../../kernel/db/list.ts'
import type { Count, Slice } from '../../kernel/db/list.ts'
import type { Scope } from '../../kernel/scope.ts'

export interface OperationFilter {
  actor?: string | undefined
  type?: OperationType | undefined
  /** The request or the task. */
  batch?: string | undefined
  targetKind?: OperationTarget | undefined
  targetGuid?: string | undefined
  startTime?: Date | undefined
  endTime?: Date | undefined
}

export type OperationLogRow = {
  id: number
  at: string
  actor_id: string | null
  actor_name: string
  call: string
  type: number
  target_kind: OperationTarget
  target_guid: string
  target_name: string
  before: LoggedFacts | null
  after: LoggedFacts | null
  request_id: string
  sealed: boolean
}

/** The tables of the targets that row scope can limit. */
export const PARTLY_SEEN = {
  product: { table: 'product', kind: 'product' },
  user: { table: 'end_user', kind: 'user' },
  customer: { table: 'customer', kind: 'customer' },
  // Templates, licenses, seats, lendings, exchanges and campaigns follow the row scope of their products.
  smartTemplate: { table: 'template', kind: 'product' },
  accountTemplate: { table: 'template', kind: 'product' },
  snTemplate: { table: 'template', kind: 'product' },
  dongleTemplate: { table: 'template', kind: 'product' },
  smartLicense: { table: 'license', kind: 'product' },
  accountLicense: { table: 'license', kind: 'product' },
  snLicense: { table: 'license', kind: 'product' },
  seat: { table: 'seat', kind: 'product' },
  lending: { table: 'lending', kind: 'product' },
  offline: { table: 'exchange', kind: 'product' },
  activity: { table: 'campaign', kind: 'product' },
  userLock: { table: 'dongle', kind: 'userLock' },
  dongleLicense: { table: 'dongle_license', kind: 'userLock' },
  // A request may be about rows of any kind.
  audit: { table: 'approval_request', kind: null },
} as const satisfies Partial<Record<OperationTarget, { table: string; kind: ScopeKind | null }>>
export type PartlySeen = keyof typeof PARTLY_SEEN

/**
 * The kinds of targets that the caller may see, without or with row scope. Of other kinds, callers see only their own
 * operations.
 */
export interface SeenKinds {
  whole: readonly OperationTarget[]
  part: readonly PartlySeen[]
}

function seenBy({ developerId, caller }: Scope, { whole, part }: SeenKinds, targetGuid: string | undefined): SQL {
  const ways = [sql`l.actor_id = ${caller.accountId}`]
  if (whole.length > 0) ways.push(sql`l.target_kind in ${[...whole]}`)
  // Only for one target: in the whole list, every row would need a lookup.
  if (targetGuid !== undefined) {
    for (const kind of part)
      ways.push(
        sql`l.target_kind = ${kind} and exists (
          select from ${sql.identifier(PARTLY_SEEN[kind].table)} t
          where t.developer_id = ${developerId} and t.guid = ${targetGuid})`,
      )
  }
  return sql`(${sql.join(ways, sql` or `)})`
}

const ROW = sql`l.id, l.at, l.actor_id, l.actor_name, l.call, l.type, l.target_kind, l.target_guid, l.target_name,
  l.before, l.after, l.request_id,
  exists (select 1 from operation_seal s where s.developer_id = l.developer_id and s.log_id = l.id) as sealed`

/** Under these calls, tasks log the work on their rows. No call of a client has such a name. */
export const TASK_CALLS = Object.keys(TASK_KINDS).map((kind) => `task.${kind}`)

/**
 * What belongs to one line: operations of one account, request, call, type and kind. A client chooses the id of its
 * request, so the time also tells requests apart. Only a task works at several times under one id.
 */
const LINE = sql`l.actor_id, l.request_id, l.call, l.type, l.target_kind,
  case when l.call <> all (${sql.param(TASK_CALLS)}::text[]) then l.at end`

/** The number of latest rows that recent operations are taken from. */
const LATEST = 2_000

/** The latest row of several that belong together, and the number of their targets. */
export type RecentRow = OperationLogRow & { count: number }

/**
 * The latest operations before a moment, newest first. Operations that belong together are one row. Only the latest
 * rows of the developer and of the caller are read, so the cost does not depend on the size of the log; `isWhole` is
 * false if there are more, and then counts may be too low.
 */
export async function listRecent(
  scope: Scope,
  seen: SeenKinds | null,
  { limit, before }: { limit: number; before: Date | undefined },
): Promise<{ rows: RecentRow[]; isWhole: boolean }> {
  const { db, developerId, caller } = scope
  const earlier = before ? sql`and l.at < ${before}::timestamptz` : sql``
  const latest = (whose: SQL) => sql`(
    select l.id, l.at, l.actor_id, l.call, l.type, l.target_kind, l.target_guid, l.request_id from operation_log l
    where l.developer_id = ${developerId} ${whose} ${earlier} order by l.at desc, l.id desc limit ${LATEST})`
  const parts = [latest(sql``), ...(seen ? [latest(sql`and l.actor_id = ${caller.accountId}`)] : [])]
  const { rows } = await db.execute<RecentRow & { read: number }>(sql`
    with latest as (${sql.join(parts, sql` union `)}), lines as (
      select (array_agg(l.id order by l.at desc, l.id desc))[1] as id, count(distinct l.target_guid)::int as count
      from latest l where ${seen ? seenBy(scope, seen, undefined) : sql`true`}
      group by ${LINE}
      order by max(l.at) desc, 1 desc limit ${limit})
    select ${ROW}, lines.count, (select count(*)::int from latest) as read
    from lines join operation_log l on l.developer_id = ${developerId} and l.id = lines.id
    order by l.at desc, l.id desc`)
  return { rows, isWhole: (rows[0]?.read ?? 0) < LATEST }
}

/** `seen` is null for a caller who sees everything. */
function conditionOf(scope: Scope, filter: OperationFilter, seen: SeenKinds | null): SQL {
  const parts: SQL[] = [sql`l.developer_id = ${scope.developerId}`]
  if (seen) parts.push(seenBy(scope, seen, filter.targetGuid))
  if (filter.actor) parts.push(sql`l.actor_id = ${filter.actor}`)
  if (filter.targetKind) parts.push(sql`l.target_kind = ${filter.targetKind}`)
  if (filter.targetGuid) parts.push(sql`l.target_guid = ${filter.targetGuid}`)
  if (filter.type) parts.push(sql`l.type = ${OPERATION_TYPES[filter.type]}`)
  if (filter.batch) parts.push(sql`l.request_id = ${filter.batch}`)
  if (filter.startTime) parts.push(sql`l.at >= ${filter.startTime}`)
  if (filter.endTime) parts.push(sql`l.at <= ${filter.endTime}`)
  return sql.join(parts, sql` and `)
}

type Order = 'asc' | 'desc'

export function listOperations(scope: Scope, filter: OperationFilter, seen: SeenKinds | null, order: Order) {
  const condition = conditionOf(scope, filter, seen)
  return {
    count: () => countCapped(scope.db, sql`operation_log l where ${condition}`),
    async page(slice: Slice) {
      const direction = directionOf(order, slice.isReversed)
      const { rows } = await scope.db.execute<RecentRow>(sql`
        select ${ROW}, 1 as count from operation_log l where ${condition}
        order by l.at ${direction}, l.id ${direction} limit ${slice.limit} offset ${slice.offset}`)
      return rows
    },
  }
}

/** The number of rows that the lines of the log are made from. More are found by a period. */
const LINED = 20_000

/**
 * The same, with the operations that belong together as one line. Lines are made from the first rows in the order of
 * the list, so the cost does not depend on the size of the log. If there are more rows, the count is capped.
 */
export function listLines(scope: Scope, filter: OperationFilter, seen: SeenKinds | null, order: Order) {
  const first = sql.raw(order)
  const lines = sql`
    with read as (
      select l.id, l.at, l.actor_id, l.call, l.type, l.target_kind, l.target_guid, l.request_id from operation_log l
      where ${conditionOf(scope, filter, seen)} order by l.at ${first}, l.id ${first} limit ${LINED}
    ), lines as (
      select (array_agg(l.id order by l.at desc, l.id desc))[1] as id, max(l.at) as at,
        count(distinct l.target_guid)::int as count
      from read l group by ${LINE})`
  return {
    async count(): Promise<Count> {
      const { rows } = await scope.db.execute<{ lines: number; read: number }>(
        sql`${lines} select (select count(*)::int from lines) as lines, (select count(*)::int from read) as read`,
      )
      return { records: rows[0]?.lines ?? 0, isCapped: (rows[0]?.read ?? 0) >= LINED }
    },
    async page(slice: Slice) {
      const direction = directionOf(order, slice.isReversed)
      const { rows } = await scope.db.execute<RecentRow>(sql`
        ${lines} select ${ROW}, page.count from (
          select * from lines order by at ${direction}, id ${direction} limit ${slice.limit} offset ${slice.offset}
        ) page join operation_log l on l.developer_id = ${scope.developerId} and l.id = page.id
        order by l.at ${direction}, l.id ${direction}`)
      return rows
    },
  }
}

/** Operations after a row, newest first, for a file. */
export async function listAfter(
  scope: Scope,
  filter: OperationFilter,
  seen: SeenKinds | null,
  { last, limit }: { last: Pick<OperationLogRow, 'at' | 'id'> | undefined; limit: number },
): Promise<OperationLogRow[]> {
  const { rows } = await scope.db.execute<OperationLogRow>(sql`
    select ${ROW} from operation_log l where ${conditionOf(scope, filter, seen)}
      ${last ? sql`and (l.at, l.id) < (${last.at}::timestamptz, ${last.id})` : sql``}
    order by l.at desc, l.id desc limit ${limit}`)
  return rows
}

/**
 * The accounts with operations that the caller sees. Steps from account to account in the index, whose order also finds
 * the operations of one that has few.
 */
export async function listActors(scope: Scope, seen: SeenKinds | null): Promise<string[]> {
  const { db, developerId } = scope
  const { rows } = await db.execute<{ actor_id: string }>(sql`
    with recursive actors as (
      (select actor_id from operation_log where developer_id = ${developerId} and actor_id is not null
        order by actor_id limit 1)
      union all
      select (select l.actor_id from operation_log l
        where l.developer_id = ${developerId} and l.actor_id > a.actor_id order by l.actor_id limit 1)
      from actors a where a.actor_id is not null
    )
    select a.actor_id from actors a, lateral (
      select from operation_log l where l.developer_id = ${developerId} and l.actor_id = a.actor_id
        and ${seen ? seenBy(scope, seen, undefined) : sql`true`}
      order by l.at desc, l.id desc limit 1) latest
    limit ${LIMITS.operationLog.actors}`)
  return rows.map((row) => row.actor_id)
}
