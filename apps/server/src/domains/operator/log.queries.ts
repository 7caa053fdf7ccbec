// SQL of the operators' own log: the chain of the desk.
import { OPERATION_TYPES } from '@sealwright/contract'
import type { DeskTarget, OperationType } from '@sealwright/contract'
import { sql } from 'drizzle-orm'
import { DESK_CHAIN } from '../../kernel/audit/record.ts'
import type { LoggedFacts } from '../../kernel/audit/record.ts'
import type { Db } from '../../kernel/db/database.ts'
import { countCapped, directionOf } from '../../kernel/db/list.ts'
import type { Period, Slice } from '../../kernel/db/list.ts'

export interface LogFilter extends Period {
  operator?: string | undefined
  targetKind?: DeskTarget | undefined
  type?: OperationType | undefined
}

export type LogLine = {
  id: number
  at: string
  actor_name: string
  call: string
  type: number
  target_kind: DeskTarget
  target_guid: string
  target_name: string
  before: LoggedFacts | null
  after: LoggedFacts | null
  network: string | null
  request_id: string
  sealed: boolean
}

export function listLog(db: Db, filter: LogFilter, order: 'asc' | 'desc') {
  const where = sql.join(
    [
      sql`l.developer_id = ${DESK_CHAIN}`,
      ...(filter.operator === undefined ? [] : [sql`l.actor_id = ${filter.operator}`]),
      ...(filter.targetKind === undefined ? [] : [sql`l.target_kind = ${filter.targetKind}`]),
      ...(filter.type === undefined ? [] : [sql`l.type = ${OPERATION_TYPES[filter.type]}`]),
      ...(filter.startTime === undefined ? [] : [sql`l.at >= ${filter.startTime}`]),
      ...(filter.endTime === undefined ? [] : [sql`l.at <= ${filter.endTime}`]),
    ],
    sql` and `,
  )
  return {
    count: () => countCapped(db, sql`operation_log l where ${where}`),
    async page({ offset, limit, isReversed }: Slice) {
      const direction = directionOf(order, isReversed)
      const { rows } = await db.execute<LogLine>(sql`
        select l.id, l.at, l.actor_name, l.call, l.type, l.target_kind, l.target_guid, l.target_name, l.before, l.after,
          l.network, l.request_id,
          exists (select from operation_seal s where s.developer_id = l.developer_id and s.log_id = l.id) as sealed
        from operation_log l where ${where}
        order by l.at ${direction}, l.id ${direction} limit ${limit} offset ${offset}`)
      return rows
    },
  }
}
