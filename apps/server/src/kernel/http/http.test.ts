import {
  ERRORS,
  HOUR_MS,
  LIMITS,
  captchaCalls,
  dashboardCalls,
  identityCalls,
  productCalls,
} from '@sealwright/contract'
import type { Call } from '@sealwright/contract'
import { createTestCenter, productPayload } from '@sealwright/testkit'
import type { Actor, TestCenter } from '@sealwright/testkit'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Caller } from '../scope.ts'
import { accessGate } from './gates.ts'
import { replayed } from './idempotency.ts'
import { createRateLimit, networkOf } from './rate-limit.ts'

let center: TestCenter
let actor: Actor
beforeAll(async () => {
  center = await createTestCenter()
  actor = await center.developer()
})
afterAll(() => center.close())

type Answer = { code: number; desc: string; data: { guid: string } }
const create = async (payload: object, key: string) =>
  (
    await center.center.app.inject({
      method: 'POST',
      url: '/product/create.do',
      headers: { ...actor.headers, 'content-type': 'application/json', 'idempotency-key': key },
      payload: JSON.stringify(payload),
    })
  ).json<Answer>()

describe('an idempotency key', () => {
  it('replays the first answer for the same payload, whatever the order of its fields', async () => {
    const payload = productPayload()
    const first = await create(payload, 'k1')
    const reordered = Object.fromEntries(Object.entries(payload).toReversed())
    expect(await create(reordered, 'k1')).toEqual(first)
  })

  it('runs one of twenty concurrent calls and gives all of them its answer', async () => {
    const payload = productPayload()
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(payload, 'k2')))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]?.code).toBe(0)
  })

  it('is refused as in progress while an earlier call with the same key runs', async () => {
    const payload = productPayload()
    const blocker = await center.ground.database.owner.connect()
    try {
      await blocker.query('begin')
      await blocker.query(
        `insert into idempotency_key (developer_id, call, key, payload_hash, created_at)
         values ($1, $2, $3, $4, now())`,
        [actor.developerId, 'product.create', 'k3', Buffer.alloc(32)],
      )
      expect(await create(payload, 'k3')).toMatchObject({ code: 0x33000014 })
    } finally {
      await blocker.query('rollback')
      blocker.release()
    }
    expect(await create(payload, 'k3')).toMatchObject({ code: 0 })
  })

  it('leaves the time limit of its transaction for locks as it was', async () => {
    const { database, box } = center.ground
    await database.atDesk('write', async (db) => {
      const limit = async () => (await db.execute(sql`show lock_timeout`)).rows
      const before = await limit()
      await replayed({ db, developerId: 0, call: 'test', key: 'k-lock', now: center.clock.now() }, {}, box)
      expect(await limit()).toEqual(before)
      expect(before).not.toEqual([{ lock_timeout: '0' }])
    })
  })

  it('is refused with another payload', async () => {
    await create(productPayload(), 'k4')
    expect(await create(productPayload(), 'k4')).toMatchObject({
      code: 0x33000015,
      desc: expect.stringContaining('幂等键') as string,
    })
  })

  it('can be used again after a refusal', async () => {
    const payload = productPayload()
    expect((await create({ ...payload, name: '' }, 'k5')).code).not.toBe(0)
    expect((await create(payload, 'k5')).code).toBe(0)
  })

  it('is separate for each developer', async () => {
    const other = await center.developer()
    const payload = productPayload()
    const mine = await create(payload, 'k6')
    const theirs = (
      await center.center.app.inject({
        method: 'POST',
        url: '/product/create.do',
        headers: { ...other.headers, 'content-type': 'application/json', 'idempotency-key': 'k6' },
        payload: JSON.stringify(payload),
      })
    ).json<Answer>()
    expect(theirs.code).toBe(0)
    expect(theirs.data.guid).not.toBe(mine.data.guid)
  })

  it('has at most 128 characters and no spaces', async () => {
    for (const key of ['with space', 'x'.repeat(129)])
      expect(await create(productPayload(), key)).toMatchObject({ code: 0x33000016 })
  })
})

describe('a query', () => {
  it('may contain a question mark', async () => {
    const answer = await center.center.app.inject({
      method: 'POST',
      url: `${captchaCalls.generate.path}?from=list?page=1&type=POW`,
      payload: {},
    })
    expect(answer.json()).toMatchObject({ captcha: { type: 'POW' } })
  })
})

describe('a session', () => {
  it('ends after eight idle hours, and after seven days even if active', async () => {
    const idle = await center.developer()
    center.clock.advance(LIMITS.session.idleHours * HOUR_MS + 1000)
    await expect(idle.call(dashboardCalls.get, {})).rejects.toMatchObject({ code: 855638022 })
    const busy = await center.developer()
    for (let hours = 0; hours < LIMITS.session.maxDays * 24 - 7; hours += 7) {
      center.clock.advance(7 * HOUR_MS)
      await busy.call(dashboardCalls.get, {})
    }
    center.clock.advance(7 * HOUR_MS)
    await expect(busy.call(dashboardCalls.get, {})).rejects.toMatchObject({ code: 855638022 })
    actor = await center.developer()
  })

  it('ends at sign-out, and other sessions of the account do not', async () => {
    const { account } = actor
    const second = await center.signIn(account)
    const asSecond = (call: typeof identityCalls.logout | typeof identityCalls.current) =>
      center.center.app.inject({ method: call.method, url: call.path, headers: second.headers })
    expect((await asSecond(identityCalls.logout)).json()).toMatchObject({ code: 0 })
    expect((await asSecond(identityCalls.current)).json()).toMatchObject({ code: 855638022 })
    expect((await actor.call(identityCalls.current, {})).account.email).toBe(account)
  })

  it('loses a revoked privilege with the next call, and ends when its administrator is disabled', async () => {
    const sub = await center.administrator(actor, ['product.view'])
    await sub.call(productCalls.find, {})
    await center.ground.database.owner.query("update membership set privileges = '{}' where account_id = $1", [
      sub.accountId,
    ])
    await expect(sub.call(productCalls.find, {})).rejects.toMatchObject({ error: 'platform.noPermission' })
    await center.ground.database.owner.query('update membership set is_enabled = false where account_id = $1', [
      sub.accountId,
    ])
    await expect(sub.call(dashboardCalls.get, {})).rejects.toMatchObject({ error: 'session.expired' })
  })

  it('keeps its secret out of the database and its cookie out of reach of scripts', async () => {
    const response = await center.center.app.inject({
      method: 'POST',
      url: '/login.do',
      payload: { account: actor.account, password: 'correct-horse' },
    })
    const header = String(response.headers['set-cookie'])
    expect(header).toMatch(/; HttpOnly/)
    expect(header).toMatch(/; SameSite=Strict/)
    const secret = response.cookies[0]?.value ?? ''
    const { rows } = await center.ground.database.owner.query<{ text: string }>(
      'select session::text as text from session',
    )
    expect(rows.some((row) => row.text.includes(secret))).toBe(false)
  })
})

describe('signing in', () => {
  const login = async (account: string, password: string) =>
    (await center.center.app.inject({ method: 'POST', url: '/login.do', payload: { account, password } })).json<{
      code: number
    }>().code

  it('answers the same for an unknown account and a wrong password', async () => {
    expect(await login('nobody@test.example', 'whatever')).toBe(0x33001001)
    expect(await login(actor.account, 'whatever')).toBe(0x33001001)
  })

  it('ignores the case of the account', async () => {
    expect(await login(actor.account.toUpperCase(), 'correct-horse')).toBe(0)
  })

  it('gives the reason of a refusal only after a correct password', async () => {
    const { owner } = center.ground.database
    const sub = await center.administrator(actor, [])
    const cases: [string, string, string][] = [
      [
        'identity.notActivated',
        'update account set activated_at = null where id = $1',
        'update account set activated_at = now() where id = $1',
      ],
      [
        'identity.disabled',
        'update membership set is_enabled = false where account_id = $1',
        'update membership set is_enabled = true where account_id = $1',
      ],
      [
        'identity.validityOver',
        "update membership set valid_until = '2020-01-01' where account_id = $1",
        'update membership set valid_until = null where account_id = $1',
      ],
      [
        'identity.ordinaryUser',
        'with gone as (delete from session where account_id = $1) delete from membership where account_id = $1',
        'select $1',
      ],
    ]
    for (const [error, apply, revert] of cases) {
      await owner.query(apply, [sub.accountId])
      expect(await login(sub.account, 'wrong')).toBe(0x33001001)
      await expect(
        center.visitor(identityCalls.login, { account: sub.account, password: 'correct-horse' }),
      ).rejects.toMatchObject({ error })
      await owner.query(revert, [sub.accountId])
    }
  })

  it('is refused from another site', async () => {
    const from = (origin: string) =>
      center.center.app.inject({
        method: 'POST',
        url: '/login.do',
        headers: { origin, host: 'center.example' },
        payload: { account: actor.account, password: 'correct-horse' },
      })
    expect((await from('https://evil.example')).json()).toMatchObject({ code: 0x3300000e })
    expect((await from('null')).json()).toMatchObject({ code: 0x3300000e })
    expect((await from('https://center.example')).json()).toMatchObject({ code: 0 })
  })
})

describe('preferences', () => {
  it('are stored with the account, and a partial update keeps the others', async () => {
    await actor.call(identityCalls.updatePreferences, { locale: 'en', pageSize: 50 })
    await actor.call(identityCalls.updatePreferences, { timeFormat: 'yyyy-MM-dd' })
    expect(await actor.call(identityCalls.current, {})).toMatchObject({
      locale: 'en',
      pageSize: 50,
      timeFormat: 'yyyy-MM-dd',
      confirmAboveFen: 50_000,
    })
    await actor.call(identityCalls.updatePreferences, { confirmAboveFen: null })
    expect(await actor.call(identityCalls.current, {})).toMatchObject({ pageSize: 50, confirmAboveFen: null })
    await expect(actor.call(identityCalls.updatePreferences, { pageSize: 7 })).rejects.toMatchObject({
      error: 'platform.badPayload',
    })
    await actor.call(identityCalls.updatePreferences, { locale: 'zh' })
  })
})

describe('a refusal', () => {
  it("speaks the caller's language: the request's, else the account's, else Chinese", async () => {
    const ask = async (headers: Record<string, string>) =>
      (
        await center.center.app.inject({
          method: 'POST',
          url: '/product/get.do',
          headers: { ...actor.headers, ...headers },
          payload: { guid: '01a1dd8d-6971-719d-aee1-87193f2a84c6' },
        })
      ).json<Answer>().desc
    expect(await ask({})).toBe('产品不存在或已删除')
    expect(await ask({ 'accept-language': 'en-US,en;q=0.9' })).toBe('The product does not exist or was deleted')
    expect(await ask({ 'accept-language': 'fr' })).toBe('产品不存在或已删除')
    const toStranger = async (headers: Record<string, string>) =>
      (await center.center.app.inject({ method: 'GET', url: '/dashboard/get.do', headers })).json<Answer>().desc
    expect(await toStranger({ 'accept-language': 'fr' })).toBe('会话已过期，请重新登录')
    expect(await toStranger({ 'accept-language': 'en' })).toBe('Session expired, please log in again')
  })

  it("is an internal error with the request's number and no details when a use case throws", async () => {
    const broken = await createTestCenter({
      licenses: {
        countLicenses: async () => new Map(),
        countLicensesOfProducts: () => Promise.reject(new Error('select secret from nowhere')),
      },
    })
    try {
      const other = await broken.developer()
      const { guid } = await other.call(productCalls.create, productPayload())
      const response = await broken.center.app.inject({
        method: 'POST',
        url: '/product/get.do',
        headers: { ...other.headers, 'x-request-id': 'req-7' },
        payload: { guid },
      })
      expect(response.statusCode).toBe(500)
      expect(response.headers['x-request-id']).toBe('req-7')
      expect(response.json()).toEqual({
        code: 0x33000001,
        desc: expect.stringContaining('req-7') as string,
        data: null,
      })
      expect(response.body).not.toContain('secret')
    } finally {
      await broken.close()
    }
  })

  it('comes as "operation too frequent" with a Retry-After header once a network calls too often', async () => {
    const strict = await createTestCenter({ config: { callsPerMinute: 3 } })
    try {
      const ask = () => strict.center.app.inject({ method: 'GET', url: '/session/current.do' })
      for (let i = 0; i < 3; i++) expect((await ask()).statusCode).toBe(200)
      const refused = await ask()
      expect(refused.statusCode).toBe(429)
      expect(refused.json()).toMatchObject({
        code: 0x33000003,
        desc: expect.stringContaining('操作过于频繁') as string,
      })
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    } finally {
      await strict.close()
    }
  })
})

describe('a database that goes away', () => {
  it('makes calls fail as unavailable until it is back, and no data is lost', async () => {
    const shaken = await createTestCenter()
    try {
      const other = await shaken.developer()
      const { guid } = await other.call(productCalls.create, productPayload())
      const name = new URL(shaken.ground.databaseUrl).pathname.slice(1)
      const admin = new pg.Client({ connectionString: inject('postgresUrl') })
      await admin.connect()
      await admin.query(`alter database ${name} allow_connections false`)
      await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
      const down = await shaken.center.app.inject({
        method: 'POST',
        url: '/product/get.do',
        headers: other.headers,
        payload: { guid },
      })
      expect(down.statusCode).toBe(503)
      expect(down.json()).toMatchObject({ code: ERRORS['platform.unavailable'].code })
      await admin.query(`alter database ${name} allow_connections true`)
      await admin.end()
      await expect
        .poll(() =>
          other.call(productCalls.get, { guid }).then(
            (found) => found.guid,
            () => undefined,
          ),
        )
        .toBe(guid)
    } finally {
      await shaken.close()
    }
  })
})

describe('a call for the super administrator', () => {
  it('is refused to everybody else', () => {
    const caller = { state: 'active', isSuper: false, privileges: new Set() } as unknown as Caller // all the gate reads
    const call = { access: { kind: 'super' } } as unknown as Call // as above
    expect(() => accessGate(call, caller, String)).toThrow('platform.superOnly')
    expect(() => accessGate(call, { ...caller, isSuper: true }, String)).not.toThrow()
  })
})

describe('the routes that are not calls', () => {
  it('answer health and readiness without a session', async () => {
    expect((await center.center.app.inject('/healthz')).json()).toEqual({ status: 'up' })
    const ready = await center.center.app.inject('/readyz')
    expect(ready.json()).toMatchObject({ checks: { database: true, migrations: true, jobs: false } })
    expect(ready.statusCode).toBe(503)
  })

  it('carry security headers', async () => {
    const { headers } = await center.center.app.inject('/openapi.json')
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' })
    expect(headers['strict-transport-security']).toBeUndefined()
    const page = await center.center.app.inject('/docs/api/')
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('<title>API · Sealwright</title>')
  })
})

describe('a rate limit', () => {
  it('refills with time and never beyond its size', () => {
    let now = 0
    const limit = createRateLimit(() => now)
    for (let i = 0; i < 60; i++) expect(limit.take('a', 60)).toBe(0)
    expect(limit.take('a', 60)).toBe(1)
    expect(limit.take('b', 60)).toBe(0)
    now += 2_000
    expect([limit.take('a', 60), limit.take('a', 60), limit.take('a', 60)]).toEqual([0, 0, 1])
    now += HOUR_MS
    for (let i = 0; i < 60; i++) expect(limit.take('a', 60)).toBe(0)
    expect(limit.take('a', 60)).toBe(1)
  })

  it('treats an IPv6 /64 as one network', () => {
    expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe(networkOf('2001:db8:1:2::9'))
    expect(networkOf('2001:db8:1:3::1')).not.toBe(networkOf('2001:db8:1:2::1'))
    expect(networkOf('::ffff:10.0.0.1')).toBe('10.0.0.1')
    expect(networkOf('10.0.0.1')).toBe('10.0.0.1')
  })
})
