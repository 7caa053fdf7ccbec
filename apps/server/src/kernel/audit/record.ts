// The operation log's row, written in the transaction that it tells of. Before and after are flat facts in the domain's
// field names; secrets are replaced before they come here, since the row can never be changed.
import { OPERATION_TYPES } from '@sealwright/contract'
import type { Call, OperationTarget, OperationType } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
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
export function originOf(
  { requestId, network, fingerprint, now }: Asking,
  call: Pick<Call, 'name'>,
  actor: { developerId: number; accountId: string; displayName: string },
): OperationOrigin {
  return {
    developerId: actor.developerId,
    actorId: actor.accountId,
    actorName: actor.displayName,
    call: call.name,
    requestId,
    network,
    fingerprint: fingerprint ?? null,
    now,
  }
}

export async function insertOperation(db: Db, origin: OperationOrigin, operation: Operation): Promise<void> {
  await insertOperations(db, origin, [operation])
}

/**
 * What the platform did, by an operator's command or by itself: no request, and nobody who signs in. In the language of
 * whoever reads it.
 */
export async function recordByPlatform(
  { db, developerId, now }: { db: Db; developerId: number; now: Date },
  say: Sentences,
  call: string,
  ...operations: readonly Operation[]
): Promise<void> {
  await insertOperations(
    db,
    {
      developerId,
      actorId: null,
      actorName: say('developer.log.platform'),
      call: `platform.${call}`,
      requestId: 'platform',
      network: null,
      fingerprint: null,
      now,
    },
    operations,
  )
}

/** Many at once, in one statement: each is a row of its own, in this order. */
export async function insertOperations(
  db: Db,
  origin: OperationOrigin,
  operations: readonly Operation[],
): Promise<void> {
  if (operations.length === 0) return
  const column = (of: (operation: Operation) => unknown) => sql.param(operations.map(of))
  const facts = (value: Facts | undefined) => (value === undefined ? null : JSON.stringify(value))
  await db.execute(sql`
    insert into operation_log (developer_id, at, actor_id, actor_name, call, type, target_kind, target_guid, target_name, before, after, request_id, network, fingerprint)
    select ${origin.developerId}::bigint, ${origin.now}::timestamptz, ${origin.actorId}::uuid, ${origin.actorName}::text, ${origin.call}::text, type, kind, guid, name, before, after,
      ${origin.requestId}::text, ${origin.network}::text, ${origin.fingerprint}::text
    from unnest(${column(({ type }) => OPERATION_TYPES[type])}::int[], ${column(({ target }) => target.kind)}::text[], ${column(({ target }) => target.guid)}::uuid[], ${column(({ target }) => target.name)}::text[],
      ${column(({ before }) => facts(before))}::jsonb[], ${column(({ after }) => facts(after))}::jsonb[]) with ordinality as operation (type, kind, guid, name, before, after, n)
    order by n`)
}
