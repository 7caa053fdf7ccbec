// `Idempotency-Key`: the row of the key is inserted first, in the transaction of the effect. A concurrent duplicate
// waits for that row and is refused as in progress after a timeout. A later duplicate gets the stored answer. A
// rollback leaves no row, so a refused call can be retried with the same key.
import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { sqlState } from '../db/database.ts'
import type { Db } from '../db/database.ts'
import type { SecretBox } from '../keys/secret-box.ts'
import { Refusal } from '../refusal.ts'

const WAIT_MS = 5_000
const LOCK_NOT_AVAILABLE = '55P03'

export interface IdempotencyScope {
  db: Db
  developerId: number
  call: string
  key: string
  now: Date
}

export function checkKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  if (typeof header !== 'string' || !/^[\x21-\x7E]{1,128}$/.test(header)) throw new Refusal('idempotency.badKey')
  return header
}

/** The payload as text that does not depend on the order of its fields. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}

const boxPurpose = (scope: IdempotencyScope) => `idempotency:${scope.developerId}:${scope.call}:${scope.key}`

/** Whether an answer is stored under this key. */
export async function isKept({ db, developerId, call, key }: Omit<IdempotencyScope, 'now'>): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from idempotency_key
    where developer_id = ${developerId} and call = ${call} and key = ${key} and answer is not null`)
  return rows.length > 0
}

/** The stored answer of an earlier call with this key, or undefined when this call is the first and must run. */
export async function replayed(
  scope: IdempotencyScope,
  payload: unknown,
  box: SecretBox,
): Promise<{ answer: unknown } | undefined> {
  const { db, developerId, call, key, now } = scope
  const hash = createHash('sha256').update(canonical(payload)).digest()
  try {
    const before = await db.execute<{ timeout: string }>(sql`
      select current_setting('lock_timeout') as timeout, set_config('lock_timeout', ${String(WAIT_MS)}, true)`)
    const inserted = await db.execute(sql`
      insert into idempotency_key (developer_id, call, key, payload_hash, created_at)
      values (${developerId}, ${call}, ${key}, ${hash}, ${now})
      on conflict do nothing returning 1`)
    // The transaction of the desk has a limit of its own.
    await db.execute(sql`select set_config('lock_timeout', ${before.rows[0]?.timeout ?? '0'}, true)`)
    if (inserted.rows.length > 0) return undefined
  } catch (error) {
    if (sqlState(error) === LOCK_NOT_AVAILABLE) throw new Refusal('idempotency.inProgress')
    throw error
  }
  const found = await db.execute<{ payload_hash: Buffer; answer: Buffer | null }>(sql`
    select payload_hash, answer from idempotency_key
    where developer_id = ${developerId} and call = ${call} and key = ${key}`)
  const row = found.rows[0]
  if (!row?.answer) throw new Refusal('idempotency.inProgress')
  if (!row.payload_hash.equals(hash)) throw new Refusal('idempotency.otherPayload')
  return { answer: JSON.parse(box.open(boxPurpose(scope), row.answer).toString()) as unknown }
}

export async function keepAnswer(scope: IdempotencyScope, answer: unknown, box: SecretBox): Promise<void> {
  const { db, developerId, call, key } = scope
  const sealed = box.seal(boxPurpose(scope), Buffer.from(JSON.stringify(answer)))
  await db.execute(sql`
    update idempotency_key set answer = ${sealed}
    where developer_id = ${developerId} and call = ${call} and key = ${key}`)
}
