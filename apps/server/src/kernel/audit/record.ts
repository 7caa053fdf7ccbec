// The operation log's row, written in the transaction that it tells of. Before and after are flat facts in the domain's field names; secrets are
// replaced before they come here, since the row can never be changed.
import { OPERATION_TYPES } from '@sealwright/contract'
import type { Call, OperationTarget, OperationType } from '@sealwright/contract'
import { sql } from 'drizzle-orm'
import type { Db } from '../db/database.ts'
import type { Asking } from '../scope.ts'

export type Facts = Record<string, string | number | boolean | null>

export interface Operation {
  type: OperationType
  target: { kind: OperationTarget; guid: string; name: string }
  before?: Facts | undefined
  after?: Facts | undefined
}

export interface OperationOrigin {
  developerId: number
  actorId: string | null
  actorName: string
  call: string
  requestId: string
  network: string | null
  fingerprint: string | null
  now: Date
}

/** Who did it and by which call, of a request that is being answered. */
export function originOf({ requestId, network, fingerprint, now }: Asking, call: Pick<Call, 'name'>, actor: { developerId: number; accountId: string; displayName: string }): OperationOrigin {
  return { developerId: actor.developerId, actorId: actor.accountId, actorName: actor.displayName, call: call.name, requestId, network, fingerprint: fingerprint ?? null, now }
}

export async function insertOperation(db: Db, origin: OperationOrigin, operation: Operation): Promise<void> {
  const facts = (value: Facts | undefined) => (value === undefined ? null : JSON.stringify(value))
  await db.execute(sql`
    insert into operation_log (developer_id, at, actor_id, actor_name, call, type, target_kind, target_guid, target_name, before, after, request_id, network, fingerprint)
    values (${origin.developerId}, ${origin.now}, ${origin.actorId}, ${origin.actorName}, ${origin.call}, ${OPERATION_TYPES[operation.type]},
      ${operation.target.kind}, ${operation.target.guid}, ${operation.target.name}, ${facts(operation.before)}::jsonb, ${facts(operation.after)}::jsonb,
      ${origin.requestId}, ${origin.network}, ${origin.fingerprint})`)
}
