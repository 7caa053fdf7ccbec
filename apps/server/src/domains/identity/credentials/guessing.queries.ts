// SQL of the counters of failed attempts. Each key has one row, and its lock orders concurrent attempts. A blocked key
// does not count further attempts.
import { sql } from 'drizzle-orm'
import type { Db } from '../../../kernel/db/database.ts'

export interface Measure {
  windowSeconds: number
  /** Number of failures without a wait. */
  free: number
  firstWaitSeconds: number
  longestWaitSeconds: number
  /** The count restarts only after this long without a wait. Otherwise growing waits would end with the window. */
  restSeconds: number
}

export interface Counted {
  key: Buffer
  measure: Measure
}

/**
 * The result of an attempt. If `waitSeconds` is above 0, the attempt came too early and was not counted. `beginsWait`
 * means that later attempts have to wait.
 */
export interface Taken {
  waitSeconds: number
  beginsWait: boolean
}

export async function take(db: Db, { key, measure }: Counted, now: Date): Promise<Taken> {
  const windowStart = new Date(now.getTime() - measure.windowSeconds * 1000)
  const restStart = new Date(now.getTime() - measure.restSeconds * 1000)
  const isOver = sql`guess.since < ${windowStart}
    and (guess.blocked_until is null or guess.blocked_until <= ${restStart})`
  const failures = sql`case when ${isOver} then 1 else guess.failures + 1 end`
  const blocked = (count: typeof failures) => sql`
    case when ${count} >= ${measure.free} then ${now}::timestamptz + make_interval(secs => least(
      ${measure.longestWaitSeconds},
      ${measure.firstWaitSeconds} * power(2, least(${count} - ${measure.free}, 20)))) end`
  const {
    rows: [counted],
  } = await db.execute<{ begins_wait: boolean }>(sql`
    insert into guess (key, failures, since, blocked_until) values (${key}, 1, ${now}, ${blocked(sql`1`)})
    on conflict (key) do update set failures = ${failures},
      since = case when ${isOver} then ${now} else guess.since end, blocked_until = ${blocked(failures)}
    where guess.blocked_until is null or guess.blocked_until <= ${now}
    returning blocked_until is not null as begins_wait`)
  if (counted) return { waitSeconds: 0, beginsWait: counted.begins_wait }
  const { rows } = await db.execute<{ blocked_until: string }>(sql`select blocked_until from guess where key = ${key}`)
  const until = rows[0] ? new Date(rows[0].blocked_until).getTime() : now.getTime()
  return { waitSeconds: Math.max(1, Math.ceil((until - now.getTime()) / 1000)), beginsWait: false }
}

/**
 * Takes back a counted attempt that was correct. Any wait was started by this attempt, or by a later one that exceeded
 * the limit only because this one was counted.
 */
export async function giveBack(db: Db, key: Buffer): Promise<void> {
  await db.execute(sql`update guess set failures = greatest(failures - 1, 0), blocked_until = null where key = ${key}`)
}

/**
 * Deletes one key per statement. PostgreSQL does not guarantee the lock order within a statement, and all transactions
 * must lock the keys in the same order.
 */
export async function forgetCount(db: Db, key: Buffer): Promise<void> {
  await db.execute(sql`delete from guess where key = ${key}`)
}
