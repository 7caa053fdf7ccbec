// The payment center against everything that providers and attackers do: callbacks that are late, repeated,
// simultaneous, forged, for another amount, or missing; and the window in which a payment begins. Money is credited
// once or not at all.
import { randomUUID } from 'node:crypto'
import {
  DAY_MS,
  HOUR_MS,
  LIMITS,
  MINUTE_MS,
  PAYMENT_PATHS,
  accessCalls,
  billingCalls,
  identityCalls,
  operationLogCalls,
  sandboxCalls,
  topUpCalls,
} from '@sealwright/contract'
import type { PaymentMethod, SandboxAction } from '@sealwright/contract'
import { createTestCenter } from '@sealwright/testkit'
import type { Actor, TestCenter } from '@sealwright/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createCharging } from '../ledger/charging.service.ts'
import { credit } from '../ledger/credit.service.ts'
import { verifyLedger } from '../ledger/verify.queries.ts'
import { createOperator } from '../operator/operator.service.ts'
import { createPaymentCenter } from './payment.service.ts'
import { PAY_WITHIN_MS } from './providers/provider.ts'
import type { Departure, PaymentNews, PaymentProvider } from './providers/provider.ts'

const YUAN = 100

/** A fake bank that the tests control. It verifies callbacks by a shared word. */
interface Bank {
  isDown: boolean
  /** The serials that were queried. */
  asked: string[]
  state: PaymentNews['state'] | undefined
  departure: Departure
  refunds: { serial: string; askedAt: Date }[]
}
const atFirst = (): Bank => ({
  isDown: false,
  asked: [],
  state: undefined,
  departure: { kind: 'redirect', url: 'https://bank.example/pay?a=1&b=2' },
  refunds: [],
})
const bank = atFirst()
afterEach(() => void Object.assign(bank, atFirst()))
const up = () => {
  if (bank.isDown) throw new Error('nobody answers')
}
const unionPay: PaymentProvider = {
  method: 'unionPay',
  acknowledgement: { taken: 'ok', refused: 'fail' },
  begin: async () => (up(), bank.departure),
  readCallback: async ({ word, serial = '', amount }) =>
    word === 'secret' ? { serial, amountFen: Number(amount), state: 'paid', providerRef: 'U1', at: null } : undefined,
  query: async ({ serial, amountFen }) => (
    bank.asked.push(serial),
    up(),
    bank.state && { serial, amountFen, state: bank.state, providerRef: 'U1', at: null }
  ),
  close: async ({ serial, amountFen }) => (
    up(),
    { serial, amountFen, state: bank.state ?? 'pending', providerRef: null, at: null }
  ),
  refund: async (_payment, serial, askedAt) => {
    up()
    bank.refunds.push({ serial, askedAt })
  },
}

let center: TestCenter
beforeAll(async () => {
  center = await createTestCenter({
    payments: { providers: [unionPay], deliver: (url, fields) => notify(new URL(url).pathname, fields) },
  })
})
afterAll(() => center.close())

const query = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  center.ground.database.owner.query<Row>(text, values).then(({ rows }) => rows)
const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString()
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

async function notify(path: string, fields: Record<string, string>) {
  const { statusCode, body } = await center.center.app.inject({
    method: 'POST',
    url: path,
    headers: FORM,
    payload: form(fields),
  })
  return { status: statusCode, body }
}

const jobNamed = (name: string) => {
  const job = center.center.billing.jobs.find((one) => one.name === name)
  if (!job) throw new Error(`there is no job ${name}`)
  return job
}
const reconcile = () => jobNamed('payment.reconcile').run({}, { isLast: true })

interface Waiting extends Record<string, unknown> {
  id: string
  data: { url: string; fields: Record<string, string> }
  delay: number
}
/** Removes the waiting callbacks from the queue and returns them. */
const takeCallbacks = () =>
  query<Waiting>(
    `delete from pgboss.job where name = 'payment.sandboxCallback'
     returning id, data, extract(epoch from start_after - created_on)::int as delay`,
  )
async function sendCallbacks() {
  const waiting = await takeCallbacks()
  for (const { data } of waiting) await jobNamed('payment.sandboxCallback').run(data, { isLast: false })
  return waiting.length
}

const create = async (
  who: Actor,
  { yuan = 100, paymentMethod = 'sandbox' }: { yuan?: number; paymentMethod?: PaymentMethod } = {},
) => who.call(topUpCalls.create, { amountFen: yuan * YUAN, paymentMethod })
const status = async (who: Actor, guid: string) => (await who.call(topUpCalls.get, { guid })).status
const balanceFen = async (who: Actor) => (await who.call(billingCalls.balance, {})).balanceFen
const events = (guid: string) =>
  query<{ outcome: string }>('select outcome from payment_event where top_up_guid = $1 order by id', [guid]).then(
    (rows) => rows.map(({ outcome }) => outcome),
  )

interface Opening {
  who: Pick<Actor, 'headers'>
  guid: string
  headers?: Record<string, string>
  fields?: Record<string, string>
}
const ORIGIN = 'http://localhost:8080'
/** Posts the console's form, as from a page at `ORIGIN`. */
const open = ({ who, guid, headers = {}, fields = {} }: Opening) =>
  center.center.app.inject({
    method: 'POST',
    url: PAYMENT_PATHS.init,
    headers: { ...FORM, host: 'localhost:8080', cookie: who.headers['cookie'] ?? '', ...headers },
    payload: form({
      url: `${ORIGIN}/billing/topUp?guid=${guid}`,
      developer: who.headers['x-session-id'] ?? '',
      fromOld: 'false',
      ...fields,
    }),
  })

/** Creates a top-up, opens its window at the sandbox provider, and returns the actions there. */
async function atSandbox(who: Actor, given: { yuan?: number } = {}) {
  const { guid, serial } = await create(who, given)
  const response = await open({ who, guid })
  expect(response.statusCode, response.body).toBe(303)
  const token = new URLSearchParams(String(response.headers['location']).split('#')[1]).get('token') ?? ''
  return {
    guid,
    serial,
    token,
    act: (action: SandboxAction) => center.visitor(sandboxCalls.act, { serial, token, action }),
    get: () => center.visitor(sandboxCalls.get, { serial, token }),
  }
}

describe('the window of a payment', () => {
  it('leads to the sandbox provider, and the top-up is in progress', async () => {
    const who = await center.developer()
    const { guid, serial } = await create(who)
    const response = await open({ who, guid })
    expect([response.statusCode, response.headers['location']]).toEqual([
      303,
      expect.stringMatching(new RegExp(`^/p/sandbox#serial=${serial}&token=[\\w-]{43}$`)),
    ])
    expect(response.headers['cache-control']).toBe('no-store')
    expect(await status(who, guid)).toBe('processing')
    const { rows } = await who.call(operationLogCalls.find, { targetKind: 'topUp', targetGuid: guid })
    expect(rows[0]).toMatchObject({
      actor: who.account,
      changes: [{ field: 'status', before: '待支付', after: '处理中' }],
    })
    // A closed window can be opened again.
    expect((await open({ who, guid })).statusCode).toBe(303)
  })

  it("leaves for another site through a page of its own, since the console's policy blocks such a form", async () => {
    const who = await center.developer()
    const { guid } = await create(who, { paymentMethod: 'unionPay' })
    const { statusCode, headers, body } = await open({ who, guid })
    expect(statusCode).toBe(200)
    expect(body).toContain('href="https://bank.example/pay?a=1&#38;b=2"')
    const nonce = /<script nonce="([^"]+)">/.exec(body)?.[1]
    expect(headers['content-security-policy']).toContain(`script-src 'nonce-${nonce}'`)
  })

  it('posts an escaped form to a provider that wants one, by script or button, and nowhere else', async () => {
    const who = await center.developer()
    const { guid } = await create(who, { paymentMethod: 'unionPay' })
    bank.departure = {
      kind: 'form',
      action: 'https://gateway.bank.example/front',
      fields: { orderId: '1', 'na"me': '<script>alert(1)</script>"\'' },
    }
    const { headers, body } = await open({ who, guid })
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    const policy = String(headers['content-security-policy']).split('; ')
    expect(policy[0]).toBe("default-src 'none'")
    expect(policy.slice(-3)).toEqual([
      'form-action https://gateway.bank.example https://*.bank.example',
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ])
    expect(body).toContain('<form method="post" accept-charset="utf-8" action="https://gateway.bank.example/front">')
    expect(body).toContain('<button>继续支付</button>')
    expect(body).not.toContain('<script>alert')
    expect(body).toContain('name="na&#34;me"')
    bank.departure = { kind: 'form', action: 'http://127.0.0.1:9999/front', fields: {} }
    expect((await open({ who, guid })).headers['content-security-policy']).toContain(
      'form-action http://127.0.0.1:9999;',
    )
  })

  it('stays closed without both the session cookie and the handle in the form', async () => {
    const who = await center.developer()
    const { guid } = await create(who)
    const handle = who.headers['x-session-id'] ?? ''
    const attempts: Partial<Opening>[] = [
      { headers: { cookie: '' } },
      { fields: { developer: '' } },
      { fields: { developer: 'x'.repeat(43) } },
      { fields: { developer: '' }, headers: { 'x-session-id': handle } },
    ]
    for (const given of attempts) {
      const { statusCode, headers, body } = await open({ who, guid, ...given })
      expect([statusCode, headers['content-type']]).toEqual([401, 'text/html; charset=utf-8'])
      expect(body).toContain('href="/billing/topUp"')
    }
    expect(await status(who, guid)).toBe('pending')
  })

  it('stays closed without the right to top up, and while viewing as another account', async () => {
    const who = await center.developer()
    const { guid } = await create(who)
    const looker = await center.administrator(who, ['billing.view'])
    expect((await open({ who: looker, guid })).statusCode).toBe(403)
    const clerk = await center.administrator(who, ['billing.view', 'billing.create'])
    const viewer = await center.signIn(who.account)
    await center.center.app.inject({
      method: 'POST',
      url: accessCalls.viewAs.path,
      headers: viewer.headers,
      payload: { userId: clerk.accountId },
    })
    expect((await open({ who: viewer, guid })).statusCode).toBe(403)
    expect(await status(who, guid)).toBe('pending')
    expect((await open({ who: clerk, guid })).statusCode).toBe(303)
  })

  it("does not open for another developer's top-up", async () => {
    const { guid } = await create(await center.developer())
    expect((await open({ who: await center.developer(), guid })).statusCode).toBe(404)
  })

  it.each([
    ['another site', { url: 'https://evil.example/billing/topUp?guid=GUID' }],
    ['another port', { url: 'http://localhost:9090/billing/topUp?guid=GUID' }],
    ['another page', { url: `${ORIGIN}/login?guid=GUID` }],
    ['no page', { url: 'javascript:alert(1)//localhost:8080/billing/topUp?guid=GUID' }],
    ['no top-up', { url: `${ORIGIN}/billing/topUp` }],
    ['no guid', { url: `${ORIGIN}/billing/topUp?guid=1` }],
    ['nothing', { url: '' }],
  ])('rejects a return address that is not ours: %s', async (_what, { url }) => {
    const who = await center.developer()
    const { guid } = await create(who)
    const { statusCode, body } = await open({ who, guid, fields: { url: url.replace('GUID', guid) } })
    expect(statusCode).toBe(400)
    expect(body).toContain('不是来自本站')
    expect(body).not.toContain('evil')
    expect(await status(who, guid)).toBe('pending')
  })

  it('does not open from another site or without a valid form', async () => {
    const who = await center.developer()
    const { guid } = await create(who)
    expect((await open({ who, guid, headers: { origin: 'https://evil.example' } })).statusCode).toBe(403)
    expect((await open({ who, guid, headers: { origin: ORIGIN } })).statusCode).toBe(303)
    const raw = (type: string, payload: string) =>
      center.center.app.inject({
        method: 'POST',
        url: PAYMENT_PATHS.init,
        headers: { 'content-type': type, host: 'localhost:8080' },
        payload,
      })
    for (const [type, payload] of [
      ['text/plain', 'x'],
      [FORM['content-type'], 'url=1&url=2'],
      [FORM['content-type'], 'x=1'],
      ['application/json', '{'],
    ] as const) {
      const { statusCode, headers } = await raw(type, payload)
      expect([statusCode, headers['content-type']], payload).toEqual([400, 'text/html; charset=utf-8'])
    }
  })

  it("says in the reader's language why it stays closed", async () => {
    const who = await center.developer()
    const { guid } = await create(who)
    await who.call(topUpCalls.cancel, { guid })
    const chinese = await open({ who, guid })
    expect([chinese.statusCode, chinese.body]).toEqual([409, expect.stringContaining('已取消')])
    await who.call(identityCalls.updatePreferences, { locale: 'en' })
    const english = await open({ who, guid, headers: { 'accept-language': 'zh' } })
    expect(english.body).toContain('<html lang="en">')
    expect(english.body).toContain('The top-up is “Canceled”, so this is not possible')
    // Without a session, the language of the browser applies.
    expect((await open({ who, guid, headers: { 'accept-language': 'en', cookie: '' } })).body).toContain(
      '<html lang="en">',
    )
  })

  it('stays closed while the developer is suspended', async () => {
    const who = await center.developer()
    const { guid } = await create(who)
    const suspend =
      "update developer set suspended_at = $2, suspended_reason = 'abuse', programs_until = $2 where id = $1"
    await query(suspend, [who.developerId, center.clock.now()])
    const { statusCode, body } = await open({ who, guid })
    expect([statusCode, body]).toEqual([403, expect.stringContaining('abuse')])
    expect(await status(who, guid)).toBe('pending')
  })

  it('reports that the provider is down, and can be opened again', async () => {
    const who = await center.developer()
    const { guid } = await create(who, { paymentMethod: 'unionPay' })
    bank.isDown = true
    expect((await open({ who, guid })).statusCode).toBe(503)
    bank.isDown = false
    expect((await open({ who, guid })).statusCode).toBe(200)
  })

  it('stays closed for a payment that is too old, and cancels it', async () => {
    const who = await center.developer()
    const { guid } = await create(who)
    center.clock.advance(PAY_WITHIN_MS)
    const { statusCode, body } = await open({ who, guid })
    expect([statusCode, body]).toEqual([409, expect.stringContaining('已为您取消')])
    expect(await status(who, guid)).toBe('cancelled')
  })

  it('credits a payment that is too old and turns out to be paid', async () => {
    const who = await center.developer()
    const { guid, act } = await atSandbox(who)
    await act('pay')
    await takeCallbacks()
    center.clock.advance(PAY_WITHIN_MS)
    expect((await open({ who, guid })).body).toContain('已支付')
    expect(await balanceFen(who)).toBe(100 * YUAN)
  })

  it('limits the number of requests from one network', async () => {
    const few = await createTestCenter({ config: { callsPerMinute: 3 } })
    try {
      const send = (url: string) =>
        few.center.app.inject({ method: 'POST', url, headers: FORM, payload: 'x=1', remoteAddress: '203.0.113.9' })
      const path = `${PAYMENT_PATHS.notify}sandbox`
      expect(
        [
          await send(path),
          await send(path),
          await send(PAYMENT_PATHS.init),
          await send(path),
          await send(PAYMENT_PATHS.init),
        ].map(({ statusCode }) => statusCode),
      ).toEqual([400, 400, 400, 429, 429])
    } finally {
      await few.close()
    }
  })

  it('redirects a payer who returns with a form to the page of the top-up', async () => {
    const guid = randomUUID()
    const back = (url: string) =>
      center.center.app.inject({
        method: 'POST',
        url,
        headers: { ...FORM, origin: 'https://gateway.bank.example' },
        payload: 'respCode=00',
      })
    expect(await back(`/billing/topUp?guid=${guid}&x=1`)).toMatchObject({
      statusCode: 303,
      headers: { location: `/billing/topUp?guid=${guid}` },
    })
    expect(await back('/billing/topUp?guid=//evil.example')).toMatchObject({
      statusCode: 303,
      headers: { location: '/billing/topUp' },
    })
  })
})

describe('a callback', () => {
  it("of a payment credits it with its gift, pays overdue bills, and is logged in the platform's name", async () => {
    const who = await center.developer()
    const { guid, serial, act, get } = await atSandbox(who, { yuan: 300 })
    await query('update top_up set gift_fen = 500 where guid = $1', [guid])
    const owe = (fen: number, days: number) =>
      center.inBooks(who, (books) =>
        createCharging().billDue(
          books,
          {
            purpose: randomUUID(),
            category: 'platform',
            subject: '补差',
            count: 1,
            price: { totalFen: fen, lines: [], units: null },
          },
          new Date(books.now.getTime() + days * DAY_MS),
        ),
      )
    await owe(700, -2)
    await owe(400, -1)
    await owe(900, 3)
    expect(await get()).toMatchObject({
      amountFen: 300 * YUAN,
      state: 'pending',
      returnUrl: `${ORIGIN}/billing/topUp?guid=${guid}`,
      subject: expect.stringContaining(serial) as string,
    })
    expect(await act('pay')).toEqual({ state: 'paid', answers: [] })
    expect(await balanceFen(who)).toBe(0)
    expect(await sendCallbacks()).toBe(1)
    expect(await who.call(topUpCalls.get, { guid })).toMatchObject({
      status: 'paid',
      payTime: expect.any(String) as string,
      isRefunded: false,
    })
    // The gift is spent first: 1,100 were overdue, 900 are not due yet.
    expect(await who.call(billingCalls.balance, {})).toMatchObject({
      balanceFen: 300 * YUAN - 600,
      giftFen: 0,
      standing: { isOverdue: false },
    })
    const { rows } = await who.call(operationLogCalls.find, { targetKind: 'topUp', targetGuid: guid })
    expect(rows[0]).toMatchObject({
      actor: '平台',
      changes: expect.arrayContaining([
        { field: 'status', before: '处理中', after: '已支付' },
        { field: 'amountFen', before: null, after: '300.00' },
      ]) as unknown,
    })
    const entries = await who.call(billingCalls.findEntries, { movement: 'topUp', purse: 'wallet' })
    expect(entries.rows).toMatchObject([{ amountFen: 300 * YUAN, subject: serial, creator: who.account }])
  })

  it('sent 50 times at the same time credits once', async () => {
    const who = await center.developer()
    const { guid, act } = await atSandbox(who)
    await act('pay')
    const [waiting] = await takeCallbacks()
    if (!waiting) throw new Error('no callback waits')
    const { url, fields } = waiting.data
    const answers = await Promise.all(Array.from({ length: 50 }, () => notify(new URL(url).pathname, fields)))
    expect(answers).toEqual(Array.from({ length: 50 }, () => ({ status: 200, body: 'taken' })))
    expect(await balanceFen(who)).toBe(100 * YUAN)
    expect(await events(guid)).toEqual(['credited', 'nothing'])
  })

  it('repeated by the sandbox provider is accepted and changes nothing', async () => {
    const who = await center.developer()
    const { act } = await atSandbox(who)
    expect(await act('repeat')).toEqual({ state: 'pending', answers: [] })
    await act('pay')
    await sendCallbacks()
    expect(await act('repeat')).toEqual({
      state: 'paid',
      answers: [
        { status: 200, body: 'taken' },
        { status: 200, body: 'taken' },
      ],
    })
    expect(await act('pay')).toEqual({ state: 'paid', answers: [] })
    expect(await sendCallbacks()).toBe(0)
    expect(await balanceFen(who)).toBe(100 * YUAN)
  })

  it('with a forged signature is refused, and nothing is written', async () => {
    const who = await center.developer()
    const { guid, serial, act } = await atSandbox(who)
    expect(await act('forge')).toEqual({ state: 'pending', answers: [{ status: 400, body: 'refused' }] })
    const good = { serial, amount: '10000', state: 'paid', ref: 'x', at: '' }
    for (const sign of ['', 'zz', '00'.repeat(32)])
      expect(await notify(`${PAYMENT_PATHS.notify}sandbox`, { ...good, sign })).toEqual({
        status: 400,
        body: 'refused',
      })
    expect([await status(who, guid), await balanceFen(who), await events(guid)]).toEqual(['processing', 0, []])
  })

  it('with an altered amount is refused', async () => {
    const who = await center.developer()
    const { guid, act } = await atSandbox(who)
    await act('pay')
    const [waiting] = await takeCallbacks()
    const fields = { ...waiting?.data.fields, amount: '1000000' }
    expect(await notify(`${PAYMENT_PATHS.notify}sandbox`, fields)).toEqual({ status: 400, body: 'refused' })
    expect([await status(who, guid), await balanceFen(who)]).toEqual(['processing', 0])
  })

  it('with a valid signature and another amount is recorded, but not credited', async () => {
    const who = await center.developer()
    const { guid, serial, act } = await atSandbox(who)
    await query('update sandbox_payment set amount_fen = 1 where serial = $1', [serial])
    await act('pay')
    await sendCallbacks()
    expect((await act('repeat')).answers).toEqual([
      { status: 200, body: 'taken' },
      { status: 200, body: 'taken' },
    ])
    expect([await status(who, guid), await balanceFen(who), await events(guid)]).toEqual([
      'processing',
      0,
      ['mismatch'],
    ])
  })

  it('of a failure lets the payer try again', async () => {
    const who = await center.developer()
    const { guid, act } = await atSandbox(who)
    await act('fail')
    await sendCallbacks()
    expect(await status(who, guid)).toBe('failed')
    expect((await open({ who, guid })).statusCode).toBe(303)
    expect(await status(who, guid)).toBe('processing')
    await act('pay')
    await sendCallbacks()
    expect([await status(who, guid), await balanceFen(who)]).toEqual(['paid', 100 * YUAN])
  })

  it('of a cancellation at the provider marks the top-up as failed', async () => {
    const who = await center.developer()
    const { guid, act } = await atSandbox(who)
    expect((await act('cancel')).state).toBe('closed')
    await sendCallbacks()
    expect(await status(who, guid)).toBe('failed')
  })

  it('of a failure that arrives after the payment changes nothing', async () => {
    const who = await center.developer()
    const { guid, act } = await atSandbox(who)
    await act('fail')
    const [failed] = await takeCallbacks()
    await act('pay')
    await sendCallbacks()
    if (failed) await jobNamed('payment.sandboxCallback').run(failed.data, { isLast: false })
    expect([await status(who, guid), await balanceFen(who), await events(guid)]).toEqual([
      'paid',
      100 * YUAN,
      ['credited', 'nothing'],
    ])
  })

  it('of a payment after a cancellation refunds it once and never credits it', async () => {
    const who = await center.developer()
    const { guid, act, get } = await atSandbox(who)
    await who.call(topUpCalls.cancel, { guid })
    expect((await get()).state).toBe('closed')
    await act('pay')
    await sendCallbacks()
    await act('repeat')
    expect(await who.call(topUpCalls.get, { guid })).toMatchObject({
      status: 'cancelled',
      isRefunded: true,
      payTime: null,
    })
    expect([await balanceFen(who), (await get()).isRefunded]).toEqual([0, true])
    const { rows } = await who.call(operationLogCalls.find, { targetKind: 'topUp', targetGuid: guid })
    expect(rows[0]).toMatchObject({ actor: '平台', changes: [{ field: 'isRefunded', before: 'false', after: 'true' }] })
    expect(await act('pay')).toMatchObject({ state: 'paid' })
  })

  it('racing with a cancellation ends in a credit, or in a cancellation and a refund', async () => {
    const who = await center.developer()
    for (let i = 0; i < 6; i++) {
      const before = await balanceFen(who)
      const { guid, act } = await atSandbox(who)
      await act('pay')
      await Promise.all([sendCallbacks(), who.call(topUpCalls.cancel, { guid }).catch(() => undefined)])
      const row = await who.call(topUpCalls.get, { guid })
      expect([row.status, row.isRefunded, (await balanceFen(who)) - before]).toEqual(
        row.status === 'paid' ? ['paid', false, 100 * YUAN] : ['cancelled', true, 0],
      )
    }
  })

  it('with an unknown serial, for a top-up of another method, or of a disabled method is refused', async () => {
    const who = await center.developer()
    const { serial } = await create(who)
    const word = { word: 'secret', amount: '10000' }
    expect(await notify(`${PAYMENT_PATHS.notify}unionPay`, { ...word, serial: 'TU20260101ABCDEFGHJK' })).toEqual({
      status: 400,
      body: 'fail',
    })
    expect(await notify(`${PAYMENT_PATHS.notify}unionPay`, { ...word, serial })).toEqual({ status: 400, body: 'fail' })
    expect((await notify(`${PAYMENT_PATHS.notify}alipay`, { ...word, serial })).status).toBe(404)
    expect(await balanceFen(who)).toBe(0)
  })

  it('that cannot be read is refused with a status that makes the provider retry', async () => {
    const send = (type: string, payload: string) =>
      center.center.app.inject({
        method: 'POST',
        url: `${PAYMENT_PATHS.notify}sandbox`,
        headers: { 'content-type': type },
        payload,
      })
    for (const [type, payload] of [
      ['text/plain', 'x'],
      [FORM['content-type'], 'a=1&a=2'],
      ['application/json', '{"sign":{"a":1}}'],
      ['application/json', '{'],
    ] as const) {
      const { statusCode } = await send(type, payload)
      expect(statusCode, payload).toBeGreaterThanOrEqual(400)
      expect(statusCode, payload).toBeLessThan(500)
    }
  })
})

describe('the sandbox provider', () => {
  it('shows a payment only with the token from the center', async () => {
    const { serial, token } = await atSandbox(await center.developer())
    for (const [number, word] of [
      [serial, 'x'],
      [serial, token.slice(1)],
      ['TU20260101ABCDEFGHJK', token],
    ] as const) {
      await expect(center.visitor(sandboxCalls.get, { serial: number, token: word })).rejects.toMatchObject({
        error: 'platform.invalidUrl',
      })
      await expect(
        center.visitor(sandboxCalls.act, { serial: number, token: word, action: 'pay' }),
      ).rejects.toMatchObject({ error: 'platform.invalidUrl' })
    }
  })

  it('can delay a callback by ten seconds', async () => {
    const { act } = await atSandbox(await center.developer())
    expect(await act('payLater')).toEqual({ state: 'paid', answers: [] })
    expect(await takeCallbacks()).toMatchObject([{ delay: 10 }])
  })

  it('retries a callback that the center refused, at the given address', async () => {
    const { act } = await atSandbox(await center.developer())
    await act('pay')
    const [waiting] = await takeCallbacks()
    if (!waiting) throw new Error('no callback waits')
    expect(waiting.data.url).toMatch(/^http:\/\/localhost:\d+\/payment\/notify\/sandbox$/)
    await expect(
      jobNamed('payment.sandboxCallback').run(
        { ...waiting.data, fields: { ...waiting.data.fields, sign: '' } },
        { isLast: false },
      ),
    ).rejects.toThrow('400')
    expect(jobNamed('payment.sandboxCallback').retries).toBe(5)
  })

  it('sends its callbacks by a job over HTTP', async () => {
    const real = await createTestCenter()
    try {
      await real.center.app.listen({ port: 0, host: '127.0.0.1' })
      const who = await real.developer()
      const { guid, serial } = await who.call(topUpCalls.create, { amountFen: 100 * YUAN, paymentMethod: 'sandbox' })
      const address = real.center.app.server.address()
      const host = `localhost:${typeof address === 'object' ? address?.port : ''}`
      const opened = await real.center.app.inject({
        method: 'POST',
        url: PAYMENT_PATHS.init,
        headers: { ...FORM, host, cookie: who.headers['cookie'] ?? '' },
        payload: form({
          url: `http://${host}/billing/topUp?guid=${guid}`,
          developer: who.headers['x-session-id'] ?? '',
        }),
      })
      const token = new URLSearchParams(String(opened.headers['location']).split('#')[1]).get('token') ?? ''
      await real.center.startBackground()
      await real.visitor(sandboxCalls.act, { serial, token, action: 'pay' })
      await expect.poll(async () => (await who.call(topUpCalls.get, { guid })).status).toBe('paid')
      expect((await real.visitor(sandboxCalls.act, { serial, token, action: 'repeat' })).answers).toEqual([
        { status: 200, body: 'taken' },
        { status: 200, body: 'taken' },
      ])
    } finally {
      await real.close()
    }
  })
})

describe('the reconciliation', () => {
  it('settles a top-up whose callback was lost, but not before the waiting time', async () => {
    const who = await center.developer()
    const { guid, act } = await atSandbox(who)
    await act('pay')
    await takeCallbacks()
    await reconcile()
    expect(await status(who, guid)).toBe('processing')
    center.clock.advance(LIMITS.topUp.askMinutes * MINUTE_MS)
    await reconcile()
    expect([await status(who, guid), await balanceFen(who)]).toEqual(['paid', 100 * YUAN])
  })

  it('finds a payment that succeeded after a failed attempt', async () => {
    const who = await center.developer()
    const { guid, act } = await atSandbox(who)
    await act('fail')
    await sendCallbacks()
    expect(await status(who, guid)).toBe('failed')
    await act('pay')
    await takeCallbacks()
    center.clock.advance(LIMITS.topUp.askMinutes * MINUTE_MS)
    await reconcile()
    expect([await status(who, guid), await balanceFen(who)]).toEqual(['paid', 100 * YUAN])
  })

  it('asks a provider again only after the waiting time', async () => {
    const who = await center.developer()
    const { guid, act } = await atSandbox(who)
    center.clock.advance(LIMITS.topUp.askMinutes * MINUTE_MS)
    await reconcile()
    await act('pay')
    await takeCallbacks()
    await reconcile()
    expect(await status(who, guid)).toBe('processing')
    center.clock.advance(LIMITS.topUp.askMinutes * MINUTE_MS)
    await reconcile()
    expect(await status(who, guid)).toBe('paid')
  })

  it("cancels top-ups that were not paid in time, in the platform's name", async () => {
    const who = await center.developer()
    const never = await create(who)
    const opened = await atSandbox(who)
    center.clock.advance(LIMITS.topUp.openHours * HOUR_MS)
    await reconcile()
    // No session lasts that long.
    const later = await center.administrator(who, ['billing.view'])
    for (const guid of [never.guid, opened.guid]) {
      expect(await status(later, guid)).toBe('cancelled')
      const { rows } = await later.call(operationLogCalls.find, { targetKind: 'topUp', targetGuid: guid })
      expect(rows[0]).toMatchObject({ actor: '平台', changes: [{ field: 'status', after: '已取消' }] })
    }
    expect((await opened.get()).state).toBe('closed')
  })

  it('credits a top-up that turns out to be paid when its time is over', async () => {
    const who = await center.developer()
    const { guid, act } = await atSandbox(who)
    await act('pay')
    await takeCallbacks()
    center.clock.advance(LIMITS.topUp.openHours * HOUR_MS)
    await reconcile()
    expect((await query('select status from top_up where guid = $1', [guid]))[0]).toEqual({ status: 'paid' })
  })

  it('is not stopped by a provider that is down, and asks it again later', async () => {
    const who = await center.developer()
    const silent = await create(who, { paymentMethod: 'unionPay' })
    await open({ who, guid: silent.guid })
    const { guid, act } = await atSandbox(who)
    await act('pay')
    await takeCallbacks()
    center.clock.advance(LIMITS.topUp.askMinutes * MINUTE_MS)
    bank.isDown = true
    await reconcile()
    expect([await status(who, guid), await status(who, silent.guid)]).toEqual(['paid', 'processing'])
    bank.isDown = false
    bank.state = 'paid'
    center.clock.advance(LIMITS.topUp.askMinutes * MINUTE_MS)
    await reconcile()
    expect(await status(who, silent.guid)).toBe('paid')
  })

  it('retries the same refund after the provider was down', async () => {
    const who = await center.developer()
    const { guid, serial } = await create(who, { paymentMethod: 'unionPay' })
    await who.call(topUpCalls.cancel, { guid })
    bank.isDown = true
    const late = () => notify(`${PAYMENT_PATHS.notify}unionPay`, { word: 'secret', serial, amount: '10000' })
    expect(await late()).toEqual({ status: 200, body: 'ok' })
    const [first] = await query<{ at: Date }>('select at from payment_event where top_up_guid = $1', [guid])
    expect(await who.call(topUpCalls.get, { guid })).toMatchObject({ status: 'cancelled', isRefunded: false })
    center.clock.advance(LIMITS.topUp.askMinutes * MINUTE_MS)
    await reconcile()
    bank.isDown = false
    center.clock.advance(LIMITS.topUp.askMinutes * MINUTE_MS)
    await reconcile()
    expect(await who.call(topUpCalls.get, { guid })).toMatchObject({ status: 'cancelled', isRefunded: true })
    center.clock.advance(LIMITS.topUp.askMinutes * MINUTE_MS)
    await reconcile()
    await late()
    expect(bank.refunds).toEqual([{ serial: `RF${serial.slice(2)}`, askedAt: first?.at }])
    expect(await balanceFen(who)).toBe(0)
  })

  it('refunds a canceled top-up that was paid without a callback', async () => {
    const who = await center.developer()
    const { guid, act, get } = await atSandbox(who)
    await who.call(topUpCalls.cancel, { guid })
    await act('pay')
    await takeCallbacks()
    center.clock.advance(LIMITS.topUp.askMinutes * MINUTE_MS)
    await reconcile()
    expect(await who.call(topUpCalls.get, { guid })).toMatchObject({
      status: 'cancelled',
      isRefunded: true,
      payTime: null,
    })
    expect([await balanceFen(who), (await get()).isRefunded, await events(guid)]).toEqual([0, true, ['refund']])
  })

  it('asks no provider about a top-up that was never sent to it or was canceled long ago', async () => {
    const who = await center.developer()
    const never = await create(who, { paymentMethod: 'unionPay' })
    const cancelled = await create(who, { paymentMethod: 'unionPay' })
    await open({ who, guid: cancelled.guid })
    await who.call(topUpCalls.cancel, { guid: cancelled.guid })
    center.clock.advance(LIMITS.topUp.askMinutes * MINUTE_MS)
    await reconcile()
    const asked = () => bank.asked.filter((serial) => serial === never.serial || serial === cancelled.serial)
    expect(asked()).toEqual([cancelled.serial])
    // The top-up expires although the provider is down.
    bank.isDown = true
    center.clock.advance(LIMITS.topUp.openHours * HOUR_MS)
    await reconcile()
    expect(asked()).toEqual([cancelled.serial])
    expect(await query('select status from top_up where guid = $1', [never.guid])).toEqual([{ status: 'cancelled' }])
  })

  it('lets a top-up of a removed provider expire, or be canceled before', async () => {
    const who = await center.developer()
    const [left, ended] = [
      await create(who, { paymentMethod: 'unionPay' }),
      await create(who, { paymentMethod: 'unionPay' }),
    ]
    for (const { guid } of [left, ended]) await open({ who, guid })
    // The same database, after a restart without this provider.
    const { database, ids, log, languages } = center.ground
    const without = createPaymentCenter({
      database,
      ids,
      log,
      languages,
      clock: center.clock,
      charging: createCharging(),
      renewFee: async () => undefined,
      providers: [],
      notifyUrl: () => '',
    })
    await expect(without.check({ developerId: who.developerId, guid: left.guid })).rejects.toMatchObject({
      error: 'topUp.providerFailed',
    })
    const caller = await center.center.findMember(who.developerId, who.accountId, center.clock.now())
    if (!caller) throw new Error('nobody is there')
    const asking = {
      requestId: 'test',
      network: '127.0.0.1',
      fingerprint: undefined,
      userAgent: undefined,
      origin: undefined,
      now: center.clock.now(),
      log,
    }
    expect(
      await without.cancel({ caller, asking, ids, say: languages.zh, call: topUpCalls.cancel }, ended.guid),
    ).toMatchObject({ status: 'cancelled' })
    center.clock.advance(LIMITS.topUp.openHours * HOUR_MS)
    await without.reconcile()
    expect(await query('select status from top_up where guid = $1', [left.guid])).toEqual([{ status: 'cancelled' }])
  })
})

describe('income and spending at the same time', () => {
  it('do not deadlock: callbacks, bills, charges and credits, with overdue bills', async () => {
    const charging = createCharging()
    const operator = createOperator(center.ground)
    const price = (totalFen: number) => ({ totalFen, lines: [], units: null })
    const wanted = (totalFen: number) => ({
      purpose: randomUUID(),
      category: 'platform' as const,
      subject: '补差',
      count: 1,
      price: price(totalFen),
    })
    for (let round = 0; round < 6; round++) {
      const who = await center.developer()
      await center.inBooks(who, (books) =>
        credit(books, { kind: 'wallet', amount: 100_000, purpose: randomUUID(), note: 'n' }),
      )
      await center.inBooks(who, (books) =>
        credit(books, { kind: 'gift', amount: 100, purpose: randomUUID(), note: 'n' }),
      )
      const yesterday = new Date(center.clock.now().getTime() - DAY_MS)
      for (let i = 0; i < 5; i++) await center.inBooks(who, (books) => charging.billDue(books, wanted(50), yesterday))
      const bills = await query<{ guid: string }>('select guid from bill where developer_id = $1', [who.developerId])
      const begun = await Promise.all(Array.from({ length: 4 }, () => create(who, { paymentMethod: 'unionPay' })))
      const done = await Promise.allSettled([
        ...begun.map(({ serial }) =>
          notify(`${PAYMENT_PATHS.notify}unionPay`, { word: 'secret', serial, amount: '10000' }).then(
            ({ status: answered }) => expect(answered).toBe(200),
          ),
        ),
        ...bills
          .slice(0, 3)
          .map(({ guid }) =>
            who
              .call(billingCalls.pay, { guid })
              .catch((error: unknown) => expect(error).toMatchObject({ error: 'billing.nothingDue' })),
          ),
        ...Array.from({ length: 4 }, () =>
          center.inBooks(who, (books) => charging.charge(books, { ...wanted(150), whileOverdue: true })),
        ),
        ...Array.from({ length: 2 }, () =>
          operator.credit(who.developerId, { kind: 'wallet', amount: 100, note: 'n' }),
        ),
      ])
      expect(done.filter(({ status: ended }) => ended === 'rejected')).toEqual([])
      expect(
        await query("select guid from bill where developer_id = $1 and status = 'pending'", [who.developerId]),
      ).toEqual([])
      expect(await who.call(billingCalls.balance, {})).toMatchObject({
        balanceFen: 100_000 + 40_000 + 200 - 250 - 600 + 100,
        giftFen: 0,
      })
    }
  })
})

it('the ledger verifies after all these tests', async () => {
  expect((await verifyLedger(center.ground.database.owner)).problems).toEqual([])
})
