// SQL of the counts against guessing. One row a key; who counts first is decided by the row's lock, and a key that is held back counts nothing.
import { sql } from 'drizzle-orm'
import type { Db } from '../../kernel/db/database.ts'

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

/** Counts a try. Answers 0, or how many seconds it comes too early; then nothing is counted. */
export async function take(db: Db, { key, measure }: Counted, now: Date): Promise<number> {
  const windowStart = new Date(now.getTime() - measure.windowSeconds * 1000)
  const restStart = new Date(now.getTime() - measure.restSeconds * 1000)
  const isOver = sql`guess.since < ${windowStart} and (guess.blocked_until is null or guess.blocked_until <= ${restStart})`
  const failures = sql`case when ${isOver} then 1 else guess.failures + 1 end`
  const blocked = (count: typeof failures) => sql`
    case when ${count} >= ${measure.free} then ${now}::timestamptz + make_interval(secs => least(${measure.longestWaitSeconds}, ${measure.firstWaitSeconds} * power(2, least(${count} - ${measure.free}, 20)))) end`
  const counted = await db.execute(sql`
    insert into guess (key, failures, since, blocked_until) values (${key}, 1, ${now}, ${blocked(sql`1`)})
    on conflict (key) do update set failures = ${failures}, since = case when ${isOver} then ${now} else guess.since end, blocked_until = ${blocked(failures)}
    where guess.blocked_until is null or guess.blocked_until <= ${now}
    returning 1`)
  if (counted.rows.length > 0) return 0
  const { rows } = await db.execute<{ blocked_until: string }>(sql`select blocked_until from guess where key = ${key}`)
  const until = rows[0] ? new Date(rows[0].blocked_until).getTime() : now.getTime()
  return Math.max(1, Math.ceil((until - now.getTime()) / 1000))
}

/** Takes a counted try back: it was right. While somebody is held back nothing is counted, so the wait that stands there is this try's own. */
export async function giveBack(db: Db, { key }: Counted): Promise<void> {
  await db.execute(sql`update guess set failures = greatest(failures - 1, 0), blocked_until = null where key = ${key}`)
}

export async function forgetCounts(db: Db, keys: readonly Buffer[]): Promise<void> {
  if (keys.length > 0) await db.execute(sql`delete from guess where key in ${[...keys]}`)
}
