// SQL of the operation log's read side, in the order of time, ties by id.
import type { OperationTarget } from '@sealwright/contract'
import { LIMITS } from '@sealwright/contract'
import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Facts } from '../../kernel/audit/record.ts'
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
  actor_name: string
  type: number
  target_kind: OperationTarget
  target_guid: string
  target_name: string
  before: Facts | null
  after: Facts | null
  request_id: string
  sealed: boolean
}

/** `seenKinds`: the kinds whose every row the caller may see; of others only their own. Null means everything. */
export function listOperations(scope: Scope, filter: OperationFilter, seenKinds: readonly OperationTarget[] | null, order: 'asc' | 'desc') {
  const parts: SQL[] = [sql`l.developer_id = ${scope.developerId}`]
  if (seenKinds) parts.push(seenKinds.length > 0 ? sql`(l.actor_id = ${scope.caller.accountId} or l.target_kind in ${[...seenKinds]})` : sql`l.actor_id = ${scope.caller.accountId}`)
  if (filter.targetKind) parts.push(sql`l.target_kind = ${filter.targetKind}`)
  if (filter.targetGuid) parts.push(sql`l.target_guid = ${filter.targetGuid}`)
  if (filter.startTime) parts.push(sql`l.at >= ${filter.startTime}`)
  if (filter.endTime) parts.push(sql`l.at <= ${filter.endTime}`)
  const condition = sql.join(parts, sql` and `)
  return {
    async count() {
      const { rows } = await scope.db.execute<{ n: number }>(sql`select count(*)::int as n from (select 1 from operation_log l where ${condition} limit ${LIMITS.page.exactCount + 1}) capped`)
      return cappedCount(rows[0]?.n ?? 0)
    },
    async page({ offset, limit, isReversed }: Slice) {
      const direction = sql.raw((order === 'asc') === isReversed ? 'desc' : 'asc')
      const { rows } = await scope.db.execute<OperationLogRow>(sql`
        select l.id, l.at, l.actor_name, l.type, l.target_kind, l.target_guid, l.target_name, l.before, l.after, l.request_id,
          exists (select 1 from operation_seal s where s.developer_id = l.developer_id and s.log_id = l.id) as sealed
        from operation_log l where ${condition} order by l.at ${direction}, l.id ${direction} limit ${limit} offset ${offset}`)
      return rows
    },
  }
}
