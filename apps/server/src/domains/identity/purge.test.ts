// The purge deletes each kind of row after its own time, and no earlier.
import { createHash, randomUUID } from 'node:crypto'
import { DAY_MS, HOUR_MS, LIMITS, identityCalls } from '@sealwright/contract'
import { createTestCenter } from '@sealwright/testkit'
import type { Actor, TestCenter } from '@sealwright/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { identityPurgeJob } from './purge.job.ts'

let center: TestCenter
let actor: Actor
let now: Date
beforeAll(async () => {
  center = await createTestCenter()
  actor = await center.developer()
  now = center.clock.now()
})
afterAll(() => center.close())

const ago = (ms: number) => new Date(now.getTime() - ms)
const query = (text: string, values: unknown[] = []) =>
  center.ground.database.owner.query<{ name: string }>(text, values)

const purge = () => identityPurgeJob(center.ground).run({}, { isLast: true })

/** The remaining marked rows, sorted. */
async function left(text: string): Promise<string[]> {
  return (await query(text)).rows.map((row) => row.name).toSorted()
}

it('expired sessions are deleted with their ceremonies, and so are expired ceremonies', async () => {
  for (const [name, expires] of [
    ['over', ago(HOUR_MS)],
    ['alive', ago(-HOUR_MS)],
  ] as const) {
    await query(
      `insert into session
        (id, secret_hash, account_id, developer_id, state, network, created_at, last_seen_at, expires_at)
      values ($1, '', $2, $3, 'active', 'purge', $4, $4, $4)`,
      [name, actor.accountId, actor.developerId, expires],
    )
  }
  for (const [session, kind, expires] of [
    ['over', 'add', ago(-HOUR_MS)],
    ['alive', 'add', ago(1000)],
    ['alive', 'verify', ago(-HOUR_MS)],
  ] as const) {
    await query("insert into passkey_ceremony (session_id, kind, challenge, expires_at) values ($1, $2, 'c', $3)", [
      session,
      kind,
      expires,
    ])
  }
  await purge()
  expect(await left("select id as name from session where network = 'purge'")).toEqual(['alive'])
  expect(await left("select session_id || ' ' || kind as name from passkey_ceremony")).toEqual(['alive verify'])
  await actor.call(identityCalls.current, {})
})

it('codes are kept one day after they expire, so an old link is answered as expired', async () => {
  for (const [name, expires] of [
    ['fresh', ago(-HOUR_MS)],
    ['expired', ago(23 * HOUR_MS)],
    ['old', ago(25 * HOUR_MS)],
  ] as const) {
    await query(
      `insert into verification (id, purpose, target, network, code_hash, sent_at, expires_at)
      values ($1, 'activate', $2, 'n', '', $3, $3)`,
      [randomUUID(), name, expires],
    )
  }
  await purge()
  expect(await left('select target as name from verification')).toEqual(['expired', 'fresh'])
})

it('counters of failed attempts are deleted after a day, unless they still block someone', async () => {
  const digest = (name: string) => createHash('sha256').update(name).digest()
  const names = ['fresh', 'old', 'old and blocked']
  for (const [name, since, blocked] of [
    ['fresh', ago(23 * HOUR_MS), null],
    ['old', ago(25 * HOUR_MS), ago(24 * HOUR_MS)],
    ['old and blocked', ago(25 * HOUR_MS), ago(-HOUR_MS)],
  ] as const) {
    await query('insert into guess (key, failures, since, blocked_until) values ($1, 9, $2, $3)', [
      digest(name),
      since,
      blocked,
    ])
  }
  await purge()
  const kept = await left("select encode(key, 'hex') as name from guess where failures = 9")
  expect(names.filter((name) => kept.includes(digest(name).toString('hex')))).toEqual(['fresh', 'old and blocked'])
})

it('sign-ins are kept for half a year', async () => {
  const { keptDays } = LIMITS.signIn
  for (const [name, at] of [
    ['recent', ago((keptDays - 1) * DAY_MS)],
    ['old', ago((keptDays + 1) * DAY_MS)],
  ] as const) {
    await query(
      "insert into sign_in (account_id, at, outcome, network, user_agent) values ($1, $2, 'signedIn', 'purge', $3)",
      [actor.accountId, at, name],
    )
  }
  await purge()
  expect(await left("select user_agent as name from sign_in where network = 'purge'")).toEqual(['recent'])
})

it('devices are deleted after a year without a sign-in', async () => {
  const { unseenDays } = LIMITS.device
  for (const [name, seen] of [
    ['seen', ago((unseenDays - 1) * DAY_MS)],
    ['forgotten', ago((unseenDays + 1) * DAY_MS)],
  ] as const) {
    await query(
      `insert into device (account_id, id, secret_hash, name, network, first_seen_at, last_seen_at)
      values ($1, $2, $3, $4, 'purge', $5, $5)`,
      [actor.accountId, randomUUID(), Buffer.from(name), name, seen],
    )
  }
  await purge()
  expect(await left("select name from device where network = 'purge'")).toEqual(['seen'])
})
