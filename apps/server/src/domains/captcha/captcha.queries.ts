// The only SQL of the captcha. Everything that can be used once is taken by one statement, so that only one of two
// concurrent callers gets it.
import { and, eq, inArray, lte, sql } from 'drizzle-orm'
import type { Db } from '../../kernel/db/database.ts'
import { captchaChallenge, captchaPass, captchaStanding, captchaTrack, captchaUse } from './captcha.tables.ts'

export type ChallengeRow = typeof captchaChallenge.$inferSelect

export async function insertChallenge(db: Db, row: ChallengeRow): Promise<void> {
  await db.insert(captchaChallenge).values(row)
}

/** Removes and returns a challenge, expired or not: the caller checks the time. */
export async function takeChallenge(db: Db, owner: Buffer, id: string): Promise<ChallengeRow | undefined> {
  const [row] = await db
    .delete(captchaChallenge)
    .where(and(eq(captchaChallenge.owner, owner), eq(captchaChallenge.id, id)))
    .returning()
  return row
}

export async function insertPass(db: Db, row: typeof captchaPass.$inferInsert): Promise<void> {
  await db.insert(captchaPass).values(row)
}

/** Removes and returns a pass, expired or not: the caller checks its time and its call. */
export async function takePass(db: Db, context: Buffer, id: string) {
  const [row] = await db
    .delete(captchaPass)
    .where(and(eq(captchaPass.context, context), eq(captchaPass.id, id)))
    .returning()
  return row
}

export interface Use {
  key: Buffer
  now: Date
  windowMs: number
  most: number
}

const before = (now: Date, ms: number) => new Date(now.getTime() - ms).toISOString()
const after = (now: Date, ms: number) => new Date(now.getTime() + ms).toISOString()

/**
 * Adds one use of each key within a window, unless the key is at its limit. The row locks, taken in the order of the
 * keys, make concurrent callers count one after the other.
 */
async function countUses(db: Db, uses: readonly Pick<Use, 'key' | 'most'>[], now: Date, windowMs: number) {
  const ordered = uses.toSorted((a, b) => a.key.compare(b.key))
  const [at, end] = [sql`${now.toISOString()}::timestamptz`, sql`${after(now, windowMs)}::timestamptz`]
  const most = sql`case u.key ${sql.join(
    ordered.map((use) => sql`when ${use.key}::bytea then ${use.most}::int`),
    sql` `,
  )} end`
  const { rows } = await db.execute<{ is_taken: boolean; oldest: string; count: number }>(sql`
    insert into captcha_use as u (key, times, is_taken, expires_at) values ${sql.join(
      ordered.map((use) => sql`(${use.key}::bytea, array[${at}], true, ${end})`),
      sql`, `,
    )}
    on conflict (key) do update set (times, is_taken, expires_at) = (
      select coalesce(array_agg(t order by t), '{}') || case when count(*) < ${most} then array[${at}] else '{}' end,
        count(*) < ${most}, ${end}
      from unnest(u.times) as t where t > ${before(now, windowMs)}::timestamptz)
    returning is_taken, times[1] as oldest, cardinality(times) as count`)
  return rows
}

/** Counts one use of each key. Returns null, or the time until which one of the keys is at its limit. */
export async function takeUses(
  db: Db,
  uses: readonly Pick<Use, 'key' | 'most'>[],
  now: Date,
  windowMs: number,
): Promise<Date | null> {
  const rows = await countUses(db, uses, now, windowMs)
  const ends = rows.filter((row) => !row.is_taken).map((row) => new Date(row.oldest).getTime() + windowMs)
  return ends.length === 0 ? null : new Date(Math.max(...ends))
}

/** Counts one try of each key, up to `most`. Returns how many the busiest key had within the window before this one. */
export async function insertTries(
  db: Db,
  keys: readonly Buffer[],
  { now, windowMs, most }: Omit<Use, 'key'>,
): Promise<number> {
  const rows = await countUses(
    db,
    keys.map((key) => ({ key, most })),
    now,
    windowMs,
  )
  return Math.max(...rows.map(({ is_taken, count }) => count - (is_taken ? 1 : 0)))
}

/** Like `takeUses` for one key, but counts nothing. */
export async function findUseEnd(db: Db, { key, now, windowMs, most }: Use): Promise<Date | null> {
  const { rows } = await db.execute<{ oldest: string }>(sql`
    select min(t) as oldest from captcha_use, unnest(times) as t
    where key = ${key} and t > ${before(now, windowMs)}::timestamptz having count(*) >= ${most}`)
  return rows[0] ? new Date(new Date(rows[0].oldest).getTime() + windowMs) : null
}

export async function listStandings(db: Db, subjects: readonly Buffer[]) {
  return db
    .select()
    .from(captchaStanding)
    .where(inArray(captchaStanding.subject, [...subjects]))
}

/** Records a failure. Returns how many there are within the window, including this one. */
export async function insertFailure(
  db: Db,
  failure: { subject: Buffer; now: Date; windowMs: number; keptMs: number },
): Promise<number> {
  const { subject, now, windowMs, keptMs } = failure
  const { rows } = await db.execute<{ n: number }>(sql`
    insert into captcha_standing as s (context, failures, expires_at)
    values (${subject}, array[${now.toISOString()}::timestamptz], ${after(now, keptMs)}::timestamptz)
    on conflict (context) do update set (failures, expires_at) = (
      select coalesce(array_agg(t order by t), '{}') || ${now.toISOString()}::timestamptz,
        ${after(now, keptMs)}::timestamptz
      from unnest(s.failures) as t where t > ${before(now, windowMs)}::timestamptz)
    returning cardinality(failures) as n`)
  return rows[0]?.n ?? 0
}

export async function updateStanding(
  db: Db,
  subject: Buffer,
  until: { pausedUntil?: Date; shutUntil?: Date },
): Promise<void> {
  await db.update(captchaStanding).set(until).where(eq(captchaStanding.subject, subject))
}

/** True if this movement was not seen recently. */
export async function insertTrack(db: Db, hash: Buffer, now: Date, keptMs: number): Promise<boolean> {
  const { rows } = await db.execute(sql`
    insert into captcha_track as k (hash, expires_at) values (${hash}, ${after(now, keptMs)}::timestamptz)
    on conflict (hash) do update set expires_at = excluded.expires_at
    where k.expires_at <= ${now.toISOString()}::timestamptz
    returning 1`)
  return rows.length > 0
}

export async function deleteExpired(db: Db, now: Date): Promise<void> {
  for (const table of [captchaChallenge, captchaPass, captchaUse, captchaStanding, captchaTrack])
    await db.delete(table).where(lte(table.expiresAt, now))
}
