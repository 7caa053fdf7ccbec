// SQL for reading the operation log, by time, ties by id. The log has no row scope of its own: where row scope limits a
// kind, a caller sees the log of a target if the target itself is visible.
import type { OperationTarget, ScopeKind } from '@sealwright/contract'
import { LIMITS } from '@sealwright/contract'
import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { PLATFORM_REQUEST } from '../../kernel/audit/record.ts'
import type { LoggedFacts } from '../../kernel/audit/record.ts'
import { cappedCount } from '../../kernel/db/list.ts'
import type { Slice } from '../../kernel/db/list.ts'
import type { Scope } from '../../kernel/scope.ts'

export interface OperationFilter {
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

const ROW = sql`l.id, l.at, l.actor_id, l.actor_name, l.type, l.target_kind, l.target_guid, l.target_name, l.before,
  l.after, l.request_id,
  exists (select 1 from operation_seal s where s.developer_id = l.developer_id and s.log_id = l.id) as sealed`

/** The number of latest rows that recent operations are taken from. */
const LATEST = 2_000

/** The latest row of several that belong together, and the number of their targets. */
export type RecentRow = OperationLogRow & { count: number }

/**
 * The latest operations before a moment, newest first. Operations of one account, request, type and kind are one row.
 * Only the latest rows of the developer and of the caller are read, so the cost does not depend on the size of the log;
 * `isWhole` is false if there are more, and then counts may be too low.
 */
export async function listRecent(
  scope: Scope,
  seen: SeenKinds | null,
  { limit, before }: { limit: number; before: Date | undefined },
): Promise<{ rows: RecentRow[]; isWhole: boolean }> {
  const { db, developerId, caller } = scope
  const earlier = before ? sql`and l.at < ${before}::timestamptz` : sql``
  const latest = (whose: SQL) => sql`(
    select l.id, l.at, l.actor_id, l.type, l.target_kind, l.target_guid, l.request_id from operation_log l
    where l.developer_id = ${developerId} ${whose} ${earlier} order by l.at desc, l.id desc limit ${LATEST})`
  const parts = [latest(sql``), ...(seen ? [latest(sql`and l.actor_id = ${caller.accountId}`)] : [])]
  // The platform's own operations share a request, so the time tells them apart.
  const { rows } = await db.execute<RecentRow & { read: number }>(sql`
    with latest as (${sql.join(parts, sql` union `)}), lines as (
      select (array_agg(l.id order by l.at desc, l.id desc))[1] as id, count(distinct l.target_guid)::int as count
      from latest l where ${seen ? seenBy(scope, seen, undefined) : sql`true`}
      group by l.actor_id, l.request_id, l.type, l.target_kind,
        case when l.request_id = ${PLATFORM_REQUEST} then l.at end
      order by max(l.at) desc, 1 desc limit ${limit})
    select ${ROW}, lines.count, (select count(*)::int from latest) as read
    from lines join operation_log l on l.developer_id = ${developerId} and l.id = lines.id
    order by l.at desc, l.id desc`)
  return { rows, isWhole: (rows[0]?.read ?? 0) < LATEST }
}

/** `seen` is null for a caller who sees everything. */
export function listOperations(scope: Scope, filter: OperationFilter, seen: SeenKinds | null, order: 'asc' | 'desc') {
  const parts: SQL[] = [sql`l.developer_id = ${scope.developerId}`]
  if (seen) parts.push(seenBy(scope, seen, filter.targetGuid))
  if (filter.targetKind) parts.push(sql`l.target_kind = ${filter.targetKind}`)
  if (filter.targetGuid) parts.push(sql`l.target_guid = ${filter.targetGuid}`)
  if (filter.startTime) parts.push(sql`l.at >= ${filter.startTime}`)
  if (filter.endTime) parts.push(sql`l.at <= ${filter.endTime}`)
  const condition = sql.join(parts, sql` and `)
  return {
    async count() {
      const { rows } = await scope.db.execute<{ n: number }>(sql`
        select count(*)::int as n
        from (select 1 from operation_log l where ${condition} limit ${LIMITS.page.exactCount + 1}) capped`)
      return cappedCount(rows[0]?.n ?? 0)
    },
    async page({ offset, limit, isReversed }: Slice) {
      const direction = sql.raw((order === 'asc') === isReversed ? 'desc' : 'asc')
      const { rows } = await scope.db.execute<OperationLogRow>(sql`
        select ${ROW} from operation_log l where ${condition}
        order by l.at ${direction}, l.id ${direction} limit ${limit} offset ${offset}`)
      return rows
    },
  }
}
