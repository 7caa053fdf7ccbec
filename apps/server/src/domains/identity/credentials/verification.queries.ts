// SQL of verification codes and links. Rows are global, like accounts, and belong to a purpose, an address and the
// requesting account, if any.
import type { CodePurpose } from '@sealwright/contract'
import { LIMITS } from '@sealwright/contract'
import { sql } from 'drizzle-orm'
import type { Db } from '../../../kernel/db/database.ts'

export interface NewVerification {
  id: string
  purpose: CodePurpose
  target: string
  askedBy: string | null
  network: string
  codeHash: Buffer
  /** Null if the message has no link. */
  linkHash: Buffer | null
  /** The developer whose invitation the message is. */
  developerId?: number
  sentAt: Date
  expiresAt: Date
}

/** Concurrent requests for the same address run one after another, so each counts the ones before it. */
export async function lockTarget(db: Db, purpose: CodePurpose, target: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`verification ${purpose} ${target}`}, 0))`)
}

const isUnused = (askedBy: string | null, now: Date) =>
  sql`asked_by is not distinct from ${askedBy}::uuid and used_at is null and expires_at > ${now}`
const isLive = (askedBy: string | null, now: Date) =>
  sql`${isUnused(askedBy, now)} and wrong_tries < ${LIMITS.verification.wrongTries}`

/**
 * Newest first, without the invitations to join a developer: those must not delay a request of the owner. `is_unused`
 * is true until the requester has used the code or it expires, also after too many wrong tries.
 */
export function listRecent(
  db: Db,
  { purpose, target, askedBy, now }: Pick<NewVerification, 'purpose' | 'target' | 'askedBy'> & { now: Date },
  since: Date,
) {
  return db.execute<{ network: string; sent_at: string; expires_at: string; is_unused: boolean }>(sql`
    select network, sent_at, expires_at, ${isUnused(askedBy, now)} as is_unused from verification
    where purpose = ${purpose} and target = ${target} and sent_at > ${since}
      and (purpose <> 'invitation' or developer_id is null)
    order by sent_at desc`)
}

/**
 * Counts the messages sent to each target since then: all, and those requested from this network. Targets without
 * messages are missing.
 */
export async function countRecent(
  db: Db,
  { purpose, network }: Pick<NewVerification, 'purpose' | 'network'>,
  targets: readonly string[],
  since: Date,
): Promise<Map<string, { all: number; fromHere: number }>> {
  const { rows } = await db.execute<{ target: string; all: number; fromHere: number }>(sql`
    select target, count(*)::int as all, (count(*) filter (where network = ${network}))::int as "fromHere"
    from verification where purpose = ${purpose} and target = any (${sql.param(targets)}::text[]) and sent_at > ${since}
    group by target`)
  return new Map(rows.map(({ target, ...counts }) => [target, counts]))
}

/**
 * Counts the messages to each target about being added as a user, since then: of this developer, and of all. Targets
 * without messages are missing.
 */
export async function countAdditions(
  db: Db,
  developerId: number,
  targets: readonly string[],
  since: Date,
): Promise<Map<string, { ours: number; all: number }>> {
  const { rows } = await db.execute<{ target: string; ours: number; all: number }>(sql`
    select target, (count(*) filter (where developer_id = ${developerId}))::int as ours, count(*)::int as all
    from verification
    where developer_id is not null and purpose = 'activate' and target = any (${sql.param(targets)}::text[])
      and sent_at > ${since}
    group by target`)
  return new Map(rows.map(({ target, ...counts }) => [target, counts]))
}

/**
 * Counts the invitation messages since then: of this developer, of this developer to this address, and to it of all.
 */
export async function countInvitations(
  db: Db,
  developerId: number,
  target: string,
  since: Date,
): Promise<{ ours: number; oursHere: number; here: number }> {
  const { rows } = await db.execute<{ ours: number; oursHere: number; here: number }>(sql`
    select (count(*) filter (where developer_id = ${developerId}))::int as ours,
      (count(*) filter (where developer_id = ${developerId} and target = ${target}))::int as "oursHere",
      (count(*) filter (where target = ${target}))::int as here
    from verification
    where developer_id is not null and purpose = 'invitation' and sent_at > ${since}
      and (developer_id = ${developerId} or target = ${target})`)
  return rows[0] ?? { ours: 0, oursHere: 0, here: 0 }
}

export async function insertMany(db: Db, rows: readonly NewVerification[]): Promise<void> {
  if (rows.length === 0) return
  const column = (of: (row: NewVerification) => unknown) => sql.param(rows.map(of))
  await db.execute(sql`
    insert into verification (id, purpose, target, asked_by, network, code_hash, link_hash, developer_id, sent_at,
      expires_at)
    select * from unnest(
      ${column((row) => row.id)}::uuid[], ${column((row) => row.purpose)}::text[],
      ${column((row) => row.target)}::text[], ${column((row) => row.askedBy)}::uuid[],
      ${column((row) => row.network)}::text[], ${column((row) => row.codeHash)}::bytea[],
      ${column((row) => row.linkHash)}::bytea[], ${column((row) => row.developerId ?? null)}::bigint[],
      ${column((row) => row.sentAt)}::timestamptz[], ${column((row) => row.expiresAt)}::timestamptz[])`)
}

/** Does the work and rolls it back if it is not wanted, so both cases take the same time. */
export async function undoUnless(db: Db, isWanted: boolean, work: () => Promise<unknown>): Promise<void> {
  await db.execute(sql`savepoint maybe`)
  await work()
  await db.execute(isWanted ? sql`release savepoint maybe` : sql`rollback to savepoint maybe`)
}

/**
 * Unused rows, locked until the transaction ends. Rows that are not live have no tries left for their code, but their
 * link still works. A concurrent attempt waits and then sees the result.
 */
export async function lockUnused(
  db: Db,
  { purpose, target, askedBy, now }: Pick<NewVerification, 'purpose' | 'target' | 'askedBy'> & { now: Date },
) {
  const { rows } = await db.execute<{
    id: string
    code_hash: Buffer
    developer_id: number | null
    is_live: boolean
  }>(sql`
    select id, code_hash, developer_id, ${isLive(askedBy, now)} as is_live from verification
    where purpose = ${purpose} and target = ${target} and asked_by is not distinct from ${askedBy}::uuid
      and used_at is null and expires_at > ${now}
    order by sent_at desc, id for update`)
  return rows
}

/** Rows that have not expired, used ones too, locked until the transaction ends. Unused ones come first. */
export async function lockUnexpired(
  db: Db,
  { purpose, target, askedBy, now }: Pick<NewVerification, 'purpose' | 'target' | 'askedBy'> & { now: Date },
) {
  const { rows } = await db.execute<{
    id: string
    code_hash: Buffer
    developer_id: number | null
    is_used: boolean
    has_tries: boolean
  }>(sql`
    select id, code_hash, developer_id, used_at is not null as is_used,
      wrong_tries < ${LIMITS.verification.wrongTries} as has_tries
    from verification
    where purpose = ${purpose} and target = ${target} and asked_by is not distinct from ${askedBy}::uuid
      and expires_at > ${now}
    order by used_at is not null, sent_at desc, id for update`)
  return rows
}

export async function useUp(db: Db, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length > 0) await db.execute(sql`update verification set used_at = ${now} where id in ${[...ids]}`)
}

/**
 * Marks the older rows of each target as used, except the newest `kept`. Skips locked rows: waiting for them could
 * deadlock.
 */
export async function useUpOlder(
  db: Db,
  purpose: CodePurpose,
  targets: readonly string[],
  kept: number,
  now: Date,
): Promise<void> {
  await db.execute(sql`
    update verification set used_at = ${now} where id in (
      select id from verification where id in (
        select id from (
          select id, row_number() over (partition by target order by sent_at desc, id desc) as nth from verification
          where purpose = ${purpose} and target = any (${sql.param(targets)}::text[]) and asked_by is null
            and used_at is null and expires_at > ${now}
        ) live where nth > ${kept}
      ) for update skip locked
    )`)
}

export async function countWrong(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await db.execute(sql`update verification set wrong_tries = wrong_tries + 1 where id in ${[...ids]}`)
}

export async function findByLink(db: Db, linkHash: Buffer) {
  const { rows } = await db.execute<{
    id: string
    purpose: CodePurpose
    target: string
    developer_id: number | null
    expires_at: string
    used_at: string | null
  }>(sql`
    select id, purpose, target, developer_id, expires_at, used_at from verification where link_hash = ${linkHash}`)
  return rows[0]
}
