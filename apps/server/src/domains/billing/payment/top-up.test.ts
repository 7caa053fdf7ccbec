// Top-ups as people see them: creating one, its gift, the list, checking and canceling.
import {
  DAY_MS,
  LIMITS,
  PAYMENT_METHODS,
  TOP_UP_STATES,
  billingCalls,
  identityCalls,
  operationLogCalls,
  sandboxCalls,
  topUpCalls,
  topUpMachine,
} from '@sealwright/contract'
import type { TopUpState } from '@sealwright/contract'
import { createTestCenter } from '@sealwright/testkit'
import type { Actor, TestCenter } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeSetting } from '../ledger/terms.queries.ts'
import { verifyLedger } from '../ledger/verify.queries.ts'
import { outcomeOf, refundSerialOf } from './payment.rules.ts'
import type { Outcome } from './payment.rules.ts'
import { PAY_WITHIN_MS } from './providers/provider.ts'
import type { PaymentNews, PaymentProvider } from './providers/provider.ts'

/** A fake bank that the tests control. */
const bank = { isDown: false, news: undefined as Partial<PaymentNews> | undefined }
const said = ({ serial, amountFen }: { serial: string; amountFen: number }): PaymentNews => {
  if (bank.isDown) throw new Error('nobody answers')
  return { serial, amountFen, state: 'pending', providerRef: null, at: null, ...bank.news }
}
const alipay: PaymentProvider = {
  method: 'alipay',
  acknowledgement: { taken: 'success', refused: 'fail' },
  begin: async () => ({ kind: 'redirect', url: 'https://bank.example/pay' }),
  readCallback: async () => undefined,
  query: async (payment) => (bank.news ? said(payment) : undefined),
  close: async (payment) => said(payment),
  refund: async () => undefined,
}

let center: TestCenter
let owner: Actor
beforeAll(async () => {
  center = await createTestCenter({ payments: { providers: [alipay] } })
  owner = await center.developer()
})
afterAll(() => center.close())

const YUAN = 100
const create = (given: { yuan?: number; paymentMethod?: 'alipay' | 'sandbox' | 'unionPay' } = {}, who = owner) =>
  who.call(topUpCalls.create, { amountFen: (given.yuan ?? 100) * YUAN, paymentMethod: given.paymentMethod ?? 'alipay' })
const get = (guid: string, who = owner) => who.call(topUpCalls.get, { guid })
const status = async (guid: string, who = owner) => (await get(guid, who)).status
const balance = (who: Actor) => who.call(billingCalls.balance, {})
function saying<T>(news: Partial<PaymentNews> | 'down', work: () => Promise<T>): Promise<T> {
  bank.isDown = news === 'down'
  bank.news = news === 'down' ? {} : news
  return work().finally(() => {
    bank.isDown = false
    bank.news = undefined
  })
}
const writeGifts = (gifts: { fromFen: number; percent: number }[]) =>
  center.ground.database.asOwner((db) => writeSetting(db, 'billing.topUpGifts', gifts))

describe('creating a top-up', () => {
  it.each([0, 50, 99.99, 150, 12_345, LIMITS.topUp.maxYuan + 100, -100])(
    '%s yuan break the rule topUpAmount',
    async (yuan) => {
      await expect(
        owner.call(topUpCalls.create, { amountFen: Math.round(yuan * YUAN), paymentMethod: 'alipay' }),
      ).rejects.toMatchObject({ error: 'platform.badPayload', fields: [{ path: 'amountFen' }] })
    },
  )

  it('takes any multiple of 100 yuan up to the maximum; another amount breaks topUpAmount', async () => {
    for (const yuan of [100, 2_000, LIMITS.topUp.maxYuan]) expect(await create({ yuan })).toMatchObject({ giftFen: 0 })
    await expect(create({ yuan: 101 })).rejects.toMatchObject({ fields: [{ path: 'amountFen', rule: 'topUpAmount' }] })
  })

  it('by a method that is not configured is refused with topUp.methodOff', async () => {
    await expect(create({ paymentMethod: 'unionPay' })).rejects.toMatchObject({
      error: 'topUp.methodOff',
      fields: [{ path: 'paymentMethod' }],
    })
  })

  it('is refused while too many are unfinished: topUp.tooManyOpen', async () => {
    const who = await center.developer()
    const max = LIMITS.topUp.open
    const made = await Promise.allSettled(Array.from({ length: max + 3 }, () => create({}, who)))
    expect(made.filter((one) => one.status === 'fulfilled')).toHaveLength(max)
    await expect(create({}, who)).rejects.toMatchObject({
      error: 'topUp.tooManyOpen',
      message: expect.stringContaining(String(max)) as string,
    })
    const { rows } = await who.call(topUpCalls.find, { pageSize: 1 })
    await who.call(topUpCalls.cancel, { guid: rows[0]?.guid ?? '' })
    await create({}, who)
  })

  it('is payable until it is too old or canceled', async () => {
    const who = await center.developer()
    const isPayable = async (guid: string) => [
      (await get(guid, who)).isPayable,
      (await who.call(topUpCalls.find, {})).rows.find((row) => row.guid === guid)?.isPayable,
    ]
    const [left, over] = [await create({}, who), await create({}, who)]
    expect(await isPayable(left.guid)).toEqual([true, true])
    expect(await who.call(topUpCalls.cancel, { guid: over.guid })).toMatchObject({ isPayable: false })
    center.clock.advance(PAY_WITHIN_MS)
    expect(await isPayable(left.guid)).toEqual([false, false])
    expect(await who.call(topUpCalls.check, { guid: left.guid })).toMatchObject({ status: 'pending', isPayable: false })
  })

  it('offers exactly the configured methods', async () => {
    const { methods } = await owner.call(topUpCalls.options, {})
    expect(methods.toSorted()).toEqual(['alipay', 'sandbox'])
    expect(PAYMENT_METHODS).toEqual(expect.arrayContaining(methods))
  })

  it('keeps the gift that was promised, even if the offer changes later', async () => {
    const gifts = [
      { fromFen: 1_000 * YUAN, percent: 2 },
      { fromFen: 10_000 * YUAN, percent: 5 },
    ]
    await writeGifts(gifts)
    expect((await owner.call(topUpCalls.options, {})).gifts).toEqual(gifts)
    expect((await create({ yuan: 900 })).giftFen).toBe(0)
    const small = await create({ yuan: 1_000 })
    expect([small.giftFen, (await create({ yuan: 10_000 })).giftFen]).toEqual([20 * YUAN, 500 * YUAN])
    await writeGifts([])
    expect(await get(small.guid)).toMatchObject({ giftFen: 20 * YUAN })
    const before = await balance(owner)
    await saying({ state: 'paid' }, () => owner.call(topUpCalls.check, { guid: small.guid }))
    const after = await balance(owner)
    expect([after.balanceFen - before.balanceFen, after.giftFen - before.giftFen]).toEqual([1_000 * YUAN, 20 * YUAN])
  })

  it('is not done twice for the same idempotency key', async () => {
    const send = () =>
      center
        .fetch(topUpCalls.create.path, {
          method: 'POST',
          headers: { ...owner.headers, 'content-type': 'application/json', 'idempotency-key': 'top-up-once' },
          body: JSON.stringify({ amountFen: 100 * YUAN, paymentMethod: 'alipay' }),
        })
        .then((response) => response.json())
    expect(await send()).toEqual(await send())
  })

  it('is recorded in the operation log with its creator', async () => {
    const { guid, serial } = await create({ yuan: 300 })
    const { rows } = await owner.call(operationLogCalls.find, { targetKind: 'topUp', targetGuid: guid })
    expect(rows).toMatchObject([{ actor: owner.account, type: 0, targetName: serial }])
    expect(await get(guid)).toMatchObject({
      serial: expect.stringMatching(/^TU\d{8}[2-9A-Z]{10}$/) as string,
      status: 'pending',
      creator: owner.account,
      payTime: null,
      isRefunded: false,
    })
  })

  it('needs billing.create; billing.view is enough to see it', async () => {
    const looker = await center.administrator(owner, ['billing.view'])
    await expect(create({}, looker)).rejects.toMatchObject({ error: 'platform.noPermission' })
    const { guid } = await create()
    expect(await status(guid, looker)).toBe('pending')
    for (const call of [topUpCalls.check, topUpCalls.cancel])
      await expect(looker.call(call, { guid })).rejects.toMatchObject({ error: 'platform.noPermission' })
  })
})

describe('the list of top-ups', () => {
  it('is newest first and filters by state, method, serial and time', async () => {
    const who = await center.developer()
    const made = []
    for (const [index, paymentMethod] of (['alipay', 'sandbox', 'alipay'] as const).entries()) {
      made.push(await create({ yuan: (index + 1) * 100, paymentMethod }, who))
      center.clock.advance(1_000)
    }
    const [first, second, third] = made.map(({ guid }) => guid)
    const middle = (await get(second ?? '', who)).createTime
    await who.call(topUpCalls.cancel, { guid: third ?? '' })
    const found = async (payload: Parameters<typeof who.call<typeof topUpCalls.find>>[1]) =>
      (await who.call(topUpCalls.find, payload)).rows.map(({ guid }) => guid)
    expect(await found({})).toEqual([third, second, first])
    expect(await found({ order: 'asc' })).toEqual([first, second, third])
    expect(await found({ status: 'cancelled' })).toEqual([third])
    expect(await found({ paymentMethod: 'alipay' })).toEqual([third, first])
    expect(await found({ paymentMethod: 'alipay', status: 'pending' })).toEqual([first])
    expect(await found({ serial: made[1]?.serial.toLowerCase() })).toEqual([second])
    expect(await found({ serial: 'tu2' })).toEqual([third, second, first])
    expect(await found({ serial: '%' })).toEqual([])
    expect(await found({ startTime: middle })).toEqual([third, second])
    expect(await found({ endTime: middle })).toEqual([second, first])
    expect(await who.call(topUpCalls.find, { pageSize: 1, currentPage: 2 })).toMatchObject({
      records: 3,
      total: 3,
      rows: [{ guid: second }],
    })
    await expect(found({ startTime: '2026-01-02T00:00:00Z', endTime: '2026-01-01T00:00:00Z' })).rejects.toMatchObject({
      error: 'platform.timeIllegal',
      fields: [{ path: 'startTime' }],
    })
  })
})

describe('checking a top-up', () => {
  it('is refused for an unknown one: topUp.notFound', async () => {
    for (const call of [topUpCalls.get, topUpCalls.check, topUpCalls.cancel])
      await expect(owner.call(call, { guid: '00000000-0000-4000-8000-000000000000' })).rejects.toMatchObject({
        error: 'topUp.notFound',
      })
  })

  it('credits a payment once, however often it is checked', async () => {
    const who = await center.developer()
    const { guid } = await create({ yuan: 500 }, who)
    const answers = await saying({ state: 'paid', providerRef: '2026' }, () =>
      Promise.all(Array.from({ length: 10 }, () => who.call(topUpCalls.check, { guid }))),
    )
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set(['paid']))
    expect(await balance(who)).toMatchObject({ balanceFen: 500 * YUAN })
  })

  it('pays a due service fee at once, if it renews automatically and the money is enough', async () => {
    const query = (text: string, values: unknown[]) => center.ground.database.owner.query(text, values)
    const topped = async (isWanted: boolean, yuan: number) => {
      const who = await center.developer()
      await query('update billing_terms set fee_fen = 98000, auto_renew = $2 where developer_id = $1', [
        who.developerId,
        isWanted,
      ])
      await query('update developer set service_until = $2 where id = $1', [
        who.developerId,
        new Date(center.clock.now().getTime() - DAY_MS),
      ])
      const { guid } = await create({ yuan }, who)
      expect(await saying({ state: 'paid' }, () => who.call(topUpCalls.check, { guid }))).toMatchObject({
        status: 'paid',
      })
      const {
        balanceFen,
        serviceFee: { isUnpaid },
      } = await balance(who)
      return { balanceFen, isUnpaid }
    }
    expect(await topped(true, 1_000)).toEqual({ balanceFen: 20 * YUAN, isUnpaid: false })
    expect(await topped(true, 900)).toEqual({ balanceFen: 900 * YUAN, isUnpaid: true })
    expect(await topped(false, 1_000)).toEqual({ balanceFen: 1_000 * YUAN, isUnpaid: true })
  })

  it('leaves a top-up pending that the provider does not know or has not seen paid', async () => {
    const { guid } = await create()
    expect((await owner.call(topUpCalls.check, { guid })).status).toBe('pending')
    expect((await saying({ state: 'pending' }, () => owner.call(topUpCalls.check, { guid }))).status).toBe('pending')
    expect((await saying({ state: 'closed' }, () => owner.call(topUpCalls.check, { guid }))).status).toBe('failed')
  })

  it('is refused with topUp.providerFailed while the provider is down, and changes nothing', async () => {
    const { guid } = await create()
    for (const call of [topUpCalls.check, topUpCalls.cancel])
      await saying('down', () =>
        expect(owner.call(call, { guid })).rejects.toMatchObject({ error: 'topUp.providerFailed' }),
      )
    expect(await status(guid)).toBe('pending')
  })

  it('does not ask the provider about a final state', async () => {
    const { guid } = await create()
    await owner.call(topUpCalls.cancel, { guid })
    expect((await saying('down', () => owner.call(topUpCalls.check, { guid }))).status).toBe('cancelled')
  })
})

describe('canceling a top-up', () => {
  it('is final; a second attempt is refused with topUp.stateForbids', async () => {
    const { guid } = await create()
    expect(await owner.call(topUpCalls.cancel, { guid })).toMatchObject({ guid, status: 'cancelled' })
    await expect(owner.call(topUpCalls.cancel, { guid })).rejects.toMatchObject({
      error: 'topUp.stateForbids',
      message: expect.stringContaining('已取消') as string,
    })
    const { rows } = await owner.call(operationLogCalls.find, { targetKind: 'topUp', targetGuid: guid })
    expect(rows[0]).toMatchObject({
      actor: owner.account,
      changes: [{ field: 'status', before: '待支付', after: '已取消' }],
    })
  })

  it('credits a top-up instead if it turns out to be paid', async () => {
    const who = await center.developer()
    const { guid } = await create({ yuan: 200 }, who)
    expect(await saying({ state: 'paid' }, () => who.call(topUpCalls.cancel, { guid }))).toMatchObject({
      status: 'paid',
    })
    expect(await balance(who)).toMatchObject({ balanceFen: 200 * YUAN })
    await expect(who.call(topUpCalls.cancel, { guid })).rejects.toMatchObject({
      error: 'topUp.stateForbids',
      message: expect.stringContaining('已支付') as string,
    })
  })

  it('is refused after a payment of another amount: a person has to check it', async () => {
    const { guid } = await create()
    await expect(
      saying({ state: 'paid', amountFen: 1 }, () => owner.call(topUpCalls.cancel, { guid })),
    ).rejects.toMatchObject({ error: 'topUp.stateForbids' })
    expect(await status(guid)).toBe('pending')
  })

  it('happens once, even if many try at the same time', async () => {
    const { guid } = await create()
    const attempts = await Promise.allSettled(Array.from({ length: 8 }, () => owner.call(topUpCalls.cancel, { guid })))
    expect(attempts.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
  })
})

describe("the effect of a provider's report", () => {
  const table: Record<TopUpState, { paid: Outcome; failed: Outcome }> = {
    pending: { paid: 'credited', failed: 'failed' },
    processing: { paid: 'credited', failed: 'failed' },
    failed: { paid: 'credited', failed: 'nothing' },
    paid: { paid: 'nothing', failed: 'nothing' },
    cancelled: { paid: 'refund', failed: 'nothing' },
  }
  it.each(TOP_UP_STATES)('on a top-up that is %s', (state) => {
    const row = { status: state, amountFen: 100, isRefunded: false }
    expect(outcomeOf(row, { state: 'paid', amountFen: 100 })).toBe(table[state].paid)
    expect(outcomeOf(row, { state: 'paid', amountFen: 99 })).toBe('mismatch')
    for (const ended of ['failed', 'closed'] as const)
      expect(outcomeOf(row, { state: ended, amountFen: 100 })).toBe(table[state].failed)
    expect(outcomeOf(row, { state: 'pending', amountFen: 100 })).toBeUndefined()
    expect(outcomeOf({ ...row, isRefunded: true }, { state: 'paid', amountFen: 100 })).toBe(
      state === 'cancelled' ? 'nothing' : table[state].paid,
    )
  })

  it('agrees with the state machine: paid and cancelled are final, failed can be retried', () => {
    expect(topUpMachine.states.filter((state) => topUpMachine.events(state).length === 0).toSorted()).toEqual([
      'cancelled',
      'paid',
    ])
    expect(topUpMachine.events('failed')).toEqual(expect.arrayContaining(['submit', 'pay', 'cancel']))
  })

  it('a refund has the same serial at every attempt', () => {
    expect(refundSerialOf('TU20261115ABCDEFGHJK')).toBe('RF20261115ABCDEFGHJK')
  })
})

it('a disabled sandbox provider is not offered, and its page does not exist', async () => {
  const plain = await createTestCenter({ config: { sandboxPayments: false } })
  try {
    const who = await plain.developer()
    expect(await who.call(topUpCalls.options, {})).toEqual({ methods: [], gifts: [] })
    expect([await who.call(identityCalls.current, {}), await owner.call(identityCalls.current, {})]).toMatchObject([
      { sandbox: false },
      { sandbox: true },
    ])
    await expect(who.call(topUpCalls.create, { amountFen: 10_000, paymentMethod: 'sandbox' })).rejects.toMatchObject({
      error: 'topUp.methodOff',
    })
    await expect(plain.visitor(sandboxCalls.get, { serial: 'TU1', token: 'x' })).rejects.toMatchObject({
      error: 'platform.invalidUrl',
    })
    await expect(plain.visitor(sandboxCalls.act, { serial: 'TU1', token: 'x', action: 'pay' })).rejects.toMatchObject({
      error: 'platform.invalidUrl',
    })
  } finally {
    await plain.close()
  }
})

it('the ledger verifies after all these tests', async () => {
  expect((await verifyLedger(center.ground.database.owner)).problems).toEqual([])
})
