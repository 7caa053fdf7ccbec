// Operation log rows, written in the transaction of the operation itself. `before` and `after` are flat facts under the
// domain's field names. Callers replace secrets first, because a row can never be changed.
import { OPERATION_TYPES } from '@sealwright/contract'
import type { Call, DeskTarget, OperationTarget, OperationType } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
import { sql } from 'drizzle-orm'
import type { Asking } from '../asking.ts'
import type { Db } from '../db/database.ts'

export type LoggedFacts = Record<string, string | number | boolean | null>

export interface Operation<Kind extends string = OperationTarget> {
  type: OperationType
  target: { kind: Kind; guid: string; name: string }
  before?: LoggedFacts | undefined
  after?: LoggedFacts | undefined
}

/** An operation of a platform operator, in the operators' own log. */
export type DeskOperation = Operation<DeskTarget>
type AnyOperation = Operation<OperationTarget | DeskTarget>

/** The chain of the operators' own log, in place of a developer. */
export const DESK_CHAIN = 0

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

/** The actor, the call and the request of an operation. A customer on a public page has no account. */
export function originOf(
  { requestId, network, fingerprint, now }: Asking,
  call: Pick<Call, 'name'>,
  actor: { developerId: number; accountId: string | null; displayName: string },
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

/** Stands for the request of an operation of the platform itself. */
const PLATFORM_REQUEST = 'platform'
/** A client names its request as it likes, but no call of a client begins like this. */
const PLATFORM_CALL = 'platform.'
export const isByPlatform = (call: string) => call.startsWith(PLATFORM_CALL)

/**
 * Records operations of the platform itself: commands of the platform operator and scheduled work. These have no
 * request and no account. `say` is in the language of the developer who reads the log.
 */
export async function recordByPlatform(
  { db, developerId, now }: { db: Db; developerId: number; now: Date },
  say: Sentences,
  call: string,
  ...operations: readonly AnyOperation[]
): Promise<void> {
  await insertOperations(
    db,
    {
      developerId,
      actorId: null,
      actorName: say('developer.log.platform'),
      call: `${PLATFORM_CALL}${call}`,
      requestId: PLATFORM_REQUEST,
      network: null,
      fingerprint: null,
      now,
    },
    operations,
  )
}

/** Inserts one row for each operation, in this order, in one statement. */
export async function insertOperations(
  db: Db,
  origin: OperationOrigin,
  operations: readonly AnyOperation[],
): Promise<void> {
  if (operations.length === 0) return
  const column = (of: (operation: AnyOperation) => unknown) => sql.param(operations.map(of))
  const facts = (value: LoggedFacts | undefined) => (value === undefined ? null : JSON.stringify(value))
  await db.execute(sql`
    insert into operation_log (developer_id, at, actor_id, actor_name, call, type,
      target_kind, target_guid, target_name, before, after, request_id, network, fingerprint)
    select ${origin.developerId}::bigint, ${origin.now}::timestamptz, ${origin.actorId}::uuid,
      ${origin.actorName}::text, ${origin.call}::text, type, kind, guid, name, before, after,
      ${origin.requestId}::text, ${origin.network}::text, ${origin.fingerprint}::text
    from unnest(
      ${column(({ type }) => OPERATION_TYPES[type])}::int[],
      ${column(({ target }) => target.kind)}::text[],
      ${column(({ target }) => target.guid)}::uuid[],
      ${column(({ target }) => target.name)}::text[],
      ${column(({ before }) => facts(before))}::jsonb[],
      ${column(({ after }) => facts(after))}::jsonb[])
      with ordinality as operation (type, kind, guid, name, before, after, n)
    order by n`)
}
