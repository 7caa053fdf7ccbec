// Privileges during long requests: slow bodies, files and events. Each is held to the current privileges, and the
// number of open streams is limited.
import { EventEmitter } from 'node:events'
import { Readable } from 'node:stream'
import {
  HOUR_MS,
  accessCalls,
  errorName,
  identityCalls,
  operatorDesk,
  productCalls,
  roleCalls,
  taskCalls,
  userCalls,
} from '@sealwright/contract'
import type { Call } from '@sealwright/contract'
import { createTestCenter, productPayload, userPayload } from '@sealwright/testkit'
import type { Actor, TestCenter } from '@sealwright/testkit'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { Refusal } from '../refusal.ts'
import { STREAMS_AT_ONCE, openStreams } from './streams.ts'

let center: TestCenter
let main: Actor
let url: string
beforeAll(async () => {
  center = await createTestCenter()
  // A body is slow only when a test moves the clock, never because the computer is slow.
  center.clock.freeze()
  main = await center.developer()
  await main.call(userCalls.create, userPayload({ account: 'listed@streams.example' }))
  url = await center.center.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => center.close())

const query = (text: string, values: unknown[] = []) => center.ground.database.owner.query(text, values)
const nameOf = (body: string) => errorName((JSON.parse(body) as { code: number }).code) // every refusal is an envelope

/** Sends a call whose body arrives after `happens`. By then the call has passed its gates. */
function sendAfter({ headers }: Pick<Actor, 'headers'>, call: Call, payload: object, happens: () => Promise<unknown>) {
  async function* body() {
    await happens()
    yield JSON.stringify(payload)
  }
  return center.center.app.inject({
    method: call.method,
    url: call.path,
    headers: { ...headers, 'content-type': 'application/json' },
    payload: Readable.from(body()),
  })
}

const withdraw = ({ accountId }: Actor) =>
  query("update membership set privileges = '{}' where account_id = $1", [accountId])
const end = ({ accountId }: Actor) => query('delete from session where account_id = $1', [accountId])

describe('a body that arrives slowly', () => {
  it('is held to the privileges at the time of its end', async () => {
    const clerk = await center.administrator(main, ['product.create'])
    const gone = await center.administrator(main, ['product.create'])
    const slowly = (by: Actor, happens: () => Promise<unknown>) =>
      sendAfter(by, productCalls.create, productPayload(), async () => {
        await happens()
        center.clock.advance(3_000)
      })
    expect((await slowly(clerk, async () => undefined)).json()).toMatchObject({ code: 0 })
    expect(nameOf((await slowly(clerk, () => withdraw(clerk))).body)).toBe('platform.noPermission')
    expect(nameOf((await slowly(gone, () => end(gone))).body)).toBe('session.expired')
  })

  it('changes nothing if its session views as another account by then', async () => {
    const own = await center.developer()
    const { accountId } = await center.administrator(own, ['product.create'])
    const answer = await sendAfter(own, productCalls.create, productPayload(), async () => {
      await own.call(accessCalls.viewAs, { userId: accountId })
      center.clock.advance(3_000)
    })
    expect(nameOf(answer.body)).toBe('access.viewOnly')
  })

  it('does nothing at the desk if its operator has lost the role, the account or the session by then', async () => {
    const slowly = async (happens: (guid: string) => Promise<unknown>) => {
      const operator = await center.operator('owner')
      const email = `late-${operator.guid}@platform.test`
      const answer = await sendAfter(operator, operatorDesk.invite, { email, roles: ['owner'] }, async () => {
        await happens(operator.guid)
        center.clock.advance(3_000)
      })
      const { rows } = await query('select 1 from operator where email = $1', [email])
      return [nameOf(answer.body), rows.length]
    }
    expect(await slowly((guid) => query("update operator set roles = '{support}' where guid = $1", [guid]))).toEqual([
      'platform.noPermission',
      0,
    ])
    for (const lost of [
      'update operator set is_enabled = false where guid = $1',
      'delete from operator_session where operator_guid = $1',
    ])
      expect(await slowly((guid) => query(lost, [guid]))).toEqual(['session.expired', 0])
  })

  it('is judged at the time of its end: a code that expired meanwhile is wrong', async () => {
    const target = 'slow@streams.example'
    await center.visitor(identityCalls.sendCode, { target, purpose: 'register' })
    const { code } = await center.message(target)
    const payload = {
      developerName: '慢',
      account: target,
      password: 'first-Pass1',
      confirmPassword: 'first-Pass1',
      verifyCode: code,
      country: 'CN',
      timeZone: 40,
      acceptTerms: true,
    }
    const answer = await sendAfter({ headers: {} }, identityCalls.register, payload, async () =>
      center.clock.advance(HOUR_MS),
    )
    expect(nameOf(answer.body)).toBe('identity.codeWrong')
  })
})

describe('a file', () => {
  // The clock stands still, so the body is not slow and the gates do not run again. Each read of rows checks the
  // caller.
  const exported = (by: Actor, happens: () => Promise<unknown>) =>
    sendAfter(by, userCalls.export, { format: 'csv' }, happens)

  it('gets no more rows once its reader loses the privilege, or its session changes accounts', async () => {
    const clerk = await center.administrator(main, ['user.export', 'user.view'])
    const gone = await center.administrator(main, ['user.export', 'user.view'])
    expect((await exported(clerk, async () => undefined)).body).toContain('listed@streams.example')
    expect(nameOf((await exported(clerk, () => withdraw(clerk))).body)).toBe('platform.noPermission')
    expect(nameOf((await exported(gone, () => end(gone))).body)).toBe('session.expired')
    const viewed = await center.administrator(main, ['user.export', 'user.view'])
    expect(nameOf((await exported(main, () => main.call(accessCalls.viewAs, { userId: viewed.accountId }))).body)).toBe(
      'session.expired',
    )
    expect(nameOf((await exported(main, () => main.call(accessCalls.endViewAs, {}))).body)).toBe('session.expired')
  })

  it('is aborted by a refusal after its start, while events end normally', async () => {
    const app = Fastify()
    const streams = openStreams(app)
    async function* parts<T>(first: T) {
      yield first
      await Promise.resolve()
      throw new Refusal('session.expired')
    }
    app.get('/file', (_request, reply) =>
      streams.sendFile(reply, { fileName: 'a.csv', type: 'text/csv', body: parts(Buffer.from('a')) }),
    )
    app.get('/events', (_request, reply) => streams.sendEvents(reply, parts({ n: 1 }), (event) => event))
    await expect(app.inject('/file')).rejects.toThrow('destroyed')
    expect((await app.inject('/events')).body).toBe('data: {"n":1}\n\n')
    await app.close()
  })

  it('is held to the current row scope', async () => {
    const clerk = await center.administrator(main, ['user.export', 'user.view'])
    const { body } = await exported(clerk, () =>
      query("update membership set limited = '{user}' where account_id = $1", [clerk.accountId]),
    )
    expect(body).not.toContain('listed@streams.example')
  })

  it("is refused beyond the limit of open files per account: 'platform.tooFrequent'", async () => {
    const clerk = await center.administrator(main, ['user.export', 'user.view'])
    const other = await center.administrator(main, ['user.export', 'user.view'])
    const ask = (by: Actor) =>
      fetch(url + userCalls.export.path, {
        method: 'POST',
        headers: { ...by.headers, 'content-type': 'application/json' },
        body: '{"format":"csv"}',
      })
    const waiting = async () =>
      (
        await query(
          `select 1 from pg_locks where not granted
           and database = (select oid from pg_database where datname = current_database())`,
        )
      ).rows.length
    const blocker = await center.ground.database.owner.connect()
    const open: Promise<Response>[] = []
    try {
      await blocker.query('begin; lock table end_user in access exclusive mode')
      open.push(...Array.from({ length: STREAMS_AT_ONCE.file }, () => ask(clerk)))
      await expect.poll(waiting).toBe(STREAMS_AT_ONCE.file)
      const refused = await ask(clerk)
      expect([refused.status, nameOf(await refused.text())]).toEqual([429, 'platform.tooFrequent'])
      open.push(ask(other))
      await expect.poll(waiting).toBe(STREAMS_AT_ONCE.file + 1)
    } finally {
      await blocker.query('commit')
      blocker.release()
    }
    for (const response of open) expect(await (await response).text()).toContain('listed@streams.example')
    await expect.poll(async () => (await ask(clerk)).status).toBe(200)
  })
})

describe('slow calls of one developer', () => {
  const create = (by: Actor, n: number) =>
    by.call(roleCalls.create, { name: `role ${n}`, privileges: ['role.create'] }).then(
      () => 'done',
      (error: unknown) => (error as { error: string }).error, // a refusal
    )

  it('leave connections to the others', async () => {
    const [slow, other] = [await center.developer(), await center.developer()]
    const blocker = await center.ground.database.owner.connect()
    const calls: Promise<string>[] = []
    try {
      await blocker.query('begin')
      await blocker.query('select from developer where id = $1 for update', [slow.developerId])
      calls.push(...Array.from({ length: 30 }, (_, n) => create(slow, n)))
      // More wait than there are connections, and everybody else is answered.
      await other.call(productCalls.find, {})
    } finally {
      await blocker.query('commit')
      blocker.release()
    }
    expect(new Set(await Promise.all(calls))).toEqual(new Set(['done']))
  })

  it('that waited for their turn are held to what their developer may by then', async () => {
    const slow = await center.developer()
    const blocker = await center.ground.database.owner.connect()
    const clock = vi.spyOn(performance, 'now')
    const blocked = async () => {
      const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
      return (await query(waiting)).rows.length
    }
    try {
      await blocker.query('begin')
      await blocker.query('select from developer where id = $1 for update', [slow.developerId])
      const suspend = "update developer set suspended_at = now(), suspended_reason = 'x', programs_until = now()"
      await blocker.query(`${suspend} where id = $1`, [slow.developerId])
      const calls = Array.from({ length: 30 }, (_, n) => create(slow, n))
      await expect.poll(blocked).toBeGreaterThan(0)
      // By then the others wait for their turn, too: their sessions were looked up before this one.
      await main.call(productCalls.find, {})
      clock.mockReturnValue(performance.now() + 3_000)
      await blocker.query('commit')
      expect(await Promise.all(calls)).toContain('developer.suspended')
    } finally {
      clock.mockRestore()
      await blocker.query('rollback')
      blocker.release()
    }
  })
})

describe('events', () => {
  const listen = async (by: Pick<Actor, 'headers'>) => {
    const leaving = new AbortController()
    const response = await fetch(url + taskCalls.watch.path, { headers: by.headers, signal: leaving.signal })
    return { response, leave: () => leaving.abort() }
  }

  /** The headers of an operator who visits this developer, and the way to end the visit at the desk. */
  async function visit({ developerId }: Actor) {
    const operator = await center.operator('support')
    const browser = center.browser({ of: operator })
    const { guid } = await browser.call(operatorDesk.openVisit, { developerId, reason: '客户投诉无法激活' })
    return { headers: browser.headers(), end: () => operator.call(operatorDesk.endVisit, { guid }) }
  }

  it('end normally when the session views as another account, or the desk ends the visit', async () => {
    const own = await center.developer()
    const { accountId } = await center.administrator(own, [])
    const visiting = await visit(own)
    const [first, second] = [await listen(own), await listen(visiting)]
    await own.call(accessCalls.viewAs, { userId: accountId })
    await visiting.end()
    for (const { response } of [first, second]) expect(await response.text()).toContain('"tasks":[]')
  })

  it("are refused beyond the limit of open streams per session: 'platform.tooFrequent'", async () => {
    const own = await center.developer()
    const open = await Promise.all(Array.from({ length: STREAMS_AT_ONCE.events }, () => listen(own)))
    const { response } = await listen(own)
    expect([response.status, nameOf(await response.text())]).toEqual([429, 'platform.tooFrequent'])
    const elsewhere = await listen(await center.signIn(own.account))
    expect(elsewhere.response.status).toBe(200)
    open[0]?.leave()
    await expect
      .poll(async () => {
        const again = await listen(own)
        again.leave()
        return again.response.status
      })
      .toBe(200)
    for (const { leave } of [...open, elsewhere]) leave()
  })

  it("are refused beyond the limit of an account, however many sessions it has: 'platform.tooFrequent'", async () => {
    const app = Fastify()
    const streams = openStreams(app)
    const open = (session: string, account: string) => {
      const reply = { raw: new EventEmitter() } as unknown as Parameters<typeof streams.open>[0] // all that is read
      return [reply.raw, () => streams.open(reply, 'events', session, account)] as const
    }
    const [first] = Array.from({ length: STREAMS_AT_ONCE.account }, (_, n) => {
      const [raw, start] = open(`session ${n}`, 'one')
      start()
      return raw
    })
    const [, late] = open('another session', 'one')
    expect(late).toThrow(expect.objectContaining({ error: 'platform.tooFrequent' }))
    expect(open('session of two', 'two')[1]).not.toThrow()
    first?.emit('close')
    expect(late).not.toThrow()
    await app.close()
  })
})
