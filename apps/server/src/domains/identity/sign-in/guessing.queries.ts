// SQL of the counts against guessing. One row a key; who counts first is decided by the row's lock, and a key that is
// held back counts nothing.
import { sql } from 'drizzle-orm'
import type { Db } from '../../../kernel/db/database.ts'

export interface Measure {
  windowSeconds: number
  /** So many failures cost nothing but themselves. */
  free: number
  firstWaitSeconds: number
  longestWaitSeconds: number
  /** A count starts over only when nobody was held back for so long: waits that grow would else end with the window. */
  restSeconds: number
}

export interface Counted {
  key: Buffer
  measure: Measure
}

/**
 * How a try was taken: so many seconds too early, and then it is not counted; or counted, and whether others have to
 * wait from now on.
 */
export interface Taken {
  waitSeconds: number
  beginsWait: boolean
}

export async function take(db: Db, { key, measure }: Counted, now: Date): Promise<Taken> {
  const windowStart = new Date(now.getTime() - measure.windowSeconds * 1000)
  const restStart = new Date(now.getTime() - measure.restSeconds * 1000)
  const isOver = sql`guess.since < ${windowStart} and (guess.blocked_until is null or guess.blocked_until <= ${restStart})`
  const failures = sql`case when ${isOver} then 1 else guess.failures + 1 end`
  const blocked = (count: typeof failures) => sql`
    case when ${count} >= ${measure.free} then ${now}::timestamptz + make_interval(secs => least(${measure.longestWaitSeconds}, ${measure.firstWaitSeconds} * power(2, least(${count} - ${measure.free}, 20)))) end`
  const {
    rows: [counted],
  } = await db.execute<{ begins_wait: boolean }>(sql`
    insert into guess (key, failures, since, blocked_until) values (${key}, 1, ${now}, ${blocked(sql`1`)})
    on conflict (key) do update set failures = ${failures}, since = case when ${isOver} then ${now} else guess.since end, blocked_until = ${blocked(failures)}
    where guess.blocked_until is null or guess.blocked_until <= ${now}
    returning blocked_until is not null as begins_wait`)
  if (counted) return { waitSeconds: 0, beginsWait: counted.begins_wait }
  const { rows } = await db.execute<{ blocked_until: string }>(sql`select blocked_until from guess where key = ${key}`)
  const until = rows[0] ? new Date(rows[0].blocked_until).getTime() : now.getTime()
  return { waitSeconds: Math.max(1, Math.ceil((until - now.getTime()) / 1000)), beginsWait: false }
}

/**
 * Takes a counted try back: it was right. A wait that stands there began with this try, or with a later one that was
 * one too many only because this one was counted.
 */
export async function giveBack(db: Db, key: Buffer): Promise<void> {
  await db.execute(sql`update guess set failures = greatest(failures - 1, 0), blocked_until = null where key = ${key}`)
}

/**
 * One key a statement: of several in one, PostgreSQL chooses which it locks first, and the order in which tries take
 * them is ours.
 */
export async function forgetCount(db: Db, key: Buffer): Promise<void> {
  await db.execute(sql`delete from guess where key = ${key}`)
}
