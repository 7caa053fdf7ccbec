// Reading money: lists with their filters, the balance and its low-balance alert, spending by day, quotes, and the
// record of a failed charge.
import { randomUUID } from 'node:crypto'
import {
  DAY_MS,
  DEDUCT_MODES,
  KEY_TYPES,
  LIMITS,
  billingCalls,
  instantOf,
  integratorCalls,
  operationLogCalls,
  orderCalls,
  packageCalls,
  pcTemplateCalls,
  productCalls,
  templateCalls,
} from '@sealwright/contract'
import type { Price, PriceTier } from '@sealwright/contract'
import { createTestCenter, pcTemplatePayload, productPayload, templatePayload } from '@sealwright/testkit'
import type { Actor, TestCenter } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { inScope } from '../../../kernel/in-scope.ts'
import { createCharging } from '../ledger/charging.service.ts'
import type { Wanted } from '../ledger/charging.service.ts'
import { credit } from '../ledger/credit.service.ts'
import type { Creditable } from '../ledger/credit.service.ts'
import { booksOf } from '../ledger/ledger.kind.ts'
import { postTransfer } from '../ledger/ledger.queries.ts'
import { verifyLedger } from '../ledger/verify.queries.ts'
import { createOperator } from '../operator/operator.service.ts'
import { moneyCame } from '../reminder/low-balance.service.ts'

let center: TestCenter
beforeAll(async () => {
  center = await createTestCenter()
})
afterAll(async () => {
  expect((await verifyLedger(center.ground.database.owner)).problems).toEqual([])
  await center.close()
})

const PAGE = { currentPage: 1, pageSize: 100 }
const charging = createCharging()
let serial = 0

const give = (who: Actor, kind: Creditable, amount: number, now?: Date) =>
  center.inBooks(who, (books) => credit(books, { kind, amount, purpose: `test-${++serial}`, note: '测试入账' }), now)
const money = (totalFen: number): Price => ({
  totalFen,
  lines: [],
  units: null,
  perLicense: { term: totalFen, devices: 0, machines: 0 },
})
const wanted = (given: Partial<Wanted> = {}): Wanted => ({
  purpose: `test:${++serial}`,
  category: 'issue',
  subject: '测试模板',
  count: 1,
  price: money(100),
  ...given,
})
const charge = (who: Actor, given: Partial<Wanted> = {}, now?: Date) =>
  center.inBooks(who, (books) => charging.charge(books, wanted(given)), now)
const billDue = (who: Actor, fen: number, dueAt: Date, now?: Date) =>
  center.inBooks(
    who,
    (books) => charging.billDue(books, wanted({ category: 'platform', subject: '专项服务', price: money(fen) }), dueAt),
    now,
  )
const inDays = (days: number) => new Date(center.clock.now().getTime() + days * DAY_MS)
const billOf = async (who: Actor, orderGuid: string) => {
  const [row] = (await who.call(billingCalls.find, { ...PAGE, orderGuid })).rows
  if (!row) throw new Error('an order without a bill')
  return row
}
const refusedAs = (error: string) => expect.objectContaining({ error }) as Error

describe('the balance', () => {
  it('shows every stock, what is held and due, and when money first moved', async () => {
    const who = await center.developer()
    expect(await who.call(billingCalls.balance, {})).toMatchObject({
      balanceFen: 0,
      giftFen: 0,
      heldFen: 0,
      vouchers: 0,
      isLow: false,
      lowBalanceFen: null,
      dueFen: 0,
      since: null,
      rates: { perDayFen: 10, freeDevices: 5 },
    })
    const since = center.clock.now()
    await give(who, 'wallet', 1_000, since)
    await give(who, 'gift', 300)
    await give(who, 'giftLicenses', 7)
    await give(who, 'vouchers', 2)
    await center.inBooks(who, (books) => charging.hold(books, wanted({ price: money(500) })))
    await billDue(who, 4_000, inDays(3))
    expect(await who.call(billingCalls.balance, {})).toMatchObject({
      balanceFen: 800,
      giftFen: 0,
      heldFen: 500,
      giftLicenses: 7,
      vouchers: 2,
      dueFen: 4_000,
      since: since.toISOString(),
      standing: { isOverdue: false },
      serviceFee: { amountFen: 0, periodMonths: 12, paidUntil: null, isUnpaid: false, isFree: false, autoRenew: true },
    })
    await billDue(who, 1_000, inDays(-1))
    expect(await who.call(billingCalls.balance, {})).toMatchObject({
      dueFen: 5_000,
      standing: { isOverdue: true, owedFen: 1_000 },
    })
  })

  it('of a trial developer, who pays for nothing and cannot top up, is never low', async () => {
    const who = await center.developer({ status: 'trial' })
    await who.call(billingCalls.updateSettings, { lowBalanceFen: 1_000 })
    expect(await who.call(billingCalls.balance, {})).toMatchObject({ lowBalanceFen: 1_000, isLow: false })
  })

  it('is low below the threshold, gift balance included, and never without a threshold', async () => {
    const who = await center.developer()
    await give(who, 'wallet', 600)
    await give(who, 'gift', 400)
    const isLow = async () => (await who.call(billingCalls.balance, {})).isLow
    expect(await isLow()).toBe(false)
    await who.call(billingCalls.updateSettings, { lowBalanceFen: 1_001 })
    expect(await isLow()).toBe(true)
    await who.call(billingCalls.updateSettings, { lowBalanceFen: 1_000 })
    expect(await isLow()).toBe(false)
    await expect(who.call(billingCalls.updateSettings, { lowBalanceFen: 0 })).rejects.toEqual(
      refusedAs('platform.badPayload'),
    )
    await who.call(billingCalls.updateSettings, { lowBalanceFen: null })
    expect(await isLow()).toBe(false)
    await who.call(billingCalls.updateSettings, { lowBalanceFen: null })
    const { rows } = await who.call(operationLogCalls.find, { ...PAGE, targetKind: 'billing' })
    expect(rows.map(({ changes }) => changes)).toEqual([
      [{ field: 'lowBalanceFen', before: '10.00', after: null }],
      [{ field: 'lowBalanceFen', before: '10.01', after: '10.00' }],
      [{ field: 'lowBalanceFen', before: null, after: '10.01' }],
    ])
  })

  it('that is low sends the super administrator one alert, and another after it recovered', async () => {
    const who = await center.developer()
    const messages = async () =>
      (
        await center.ground.database.owner.query<{ subject: string; body: string }>(
          "select subject, body from mail_outbox where recipient = $1 and kind = 'lowBalance' order by created_at",
          [who.account],
        )
      ).rows
    const spend = async (fen: number) =>
      who.call(billingCalls.pay, { guid: (await billOf(who, (await billDue(who, fen, inDays(3))).orderGuid)).guid })
    await give(who, 'wallet', 200_000)
    await who.call(billingCalls.updateSettings, { lowBalanceFen: 100_000 })
    await spend(100_000)
    expect(await messages()).toEqual([])
    await spend(1)
    await spend(1)
    const [first] = await messages()
    expect(await messages()).toHaveLength(1)
    expect(first?.subject).toContain('¥999.99')
    expect(first?.body).toMatch(/¥1,000\.00[\s\S]*\/billing$/)
    // The balance stays low: no new alert.
    await give(who, 'gift', 1)
    await center.inBooks(who, moneyCame)
    await spend(1)
    expect(await messages()).toHaveLength(1)
    await give(who, 'wallet', 100_000)
    await center.inBooks(who, moneyCame)
    await spend(1)
    expect(await messages()).toHaveLength(1)
    await spend(100_000)
    expect(await messages()).toHaveLength(2)
    // A new threshold allows a new alert.
    await who.call(billingCalls.updateSettings, { lowBalanceFen: 90_000 })
    await spend(50_000)
    expect(await messages()).toHaveLength(3)
  })

  it("that is low sends the alert in the recipient's language", async () => {
    const who = await center.developer()
    await center.ground.database.owner.query("update account set locale = 'en' where id = $1", [who.accountId])
    await give(who, 'wallet', 200)
    await who.call(billingCalls.updateSettings, { lowBalanceFen: 200 })
    await who.call(billingCalls.pay, { guid: (await billOf(who, (await billDue(who, 50, inDays(3))).orderGuid)).guid })
    expect((await center.message(who.account)).subject).toBe('Your Sealwright balance is down to ¥1.50, below ¥2.00')
  })
})

describe('bills and orders', () => {
  it('are found by each filter, newest first or oldest first', async () => {
    const who = await center.developer()
    await give(who, 'wallet', 10_000, inDays(-9))
    await give(who, 'gift', 30, inDays(-9))
    const issue = await charge(who, { price: money(100), count: 3 }, inDays(-3))
    const update = await charge(who, { category: 'update', price: money(200) }, inDays(-2))
    const held = await center.inBooks(who, (books) => charging.hold(books, wanted({ price: money(300) })), inDays(-1))
    const due = await billDue(who, 400, inDays(5))
    const bills = async (asked: object) =>
      (await who.call(billingCalls.find, { ...PAGE, ...asked })).rows.map(({ orderGuid }) => orderGuid)
    const orders = async (asked: object) =>
      (await who.call(orderCalls.find, { ...PAGE, ...asked })).rows.map(({ guid }) => guid)
    const all = [due, held, update, issue].map(({ orderGuid }) => orderGuid)
    for (const list of [bills, orders]) {
      expect(await list({})).toEqual(all)
      expect(await list({ order: 'asc', sort: 'createTime' })).toEqual(all.toReversed())
      expect(await list({ category: 'issue' })).toEqual([held.orderGuid, issue.orderGuid])
      expect(await list({ startTime: inDays(-2.5).toISOString() })).toEqual(all.slice(0, 3))
      expect(await list({ endTime: inDays(-0.5).toISOString() })).toEqual(all.slice(1))
      expect(
        await list({ startTime: inDays(-2.5).toISOString(), endTime: inDays(-1.5).toISOString(), category: 'update' }),
      ).toEqual([update.orderGuid])
      expect(await list({ currentPage: 2, pageSize: 3 })).toEqual(all.slice(3))
      await expect(
        list({ startTime: inDays(2).toISOString(), endTime: inDays(1).toISOString() }),
      ).rejects.toMatchObject({ error: 'platform.timeIllegal', fields: [{ path: 'startTime' }] })
    }
    expect(await bills({ status: 'pending' })).toEqual([due.orderGuid, held.orderGuid])
    expect(await bills({ status: 'success', category: 'update' })).toEqual([update.orderGuid])
    expect(await bills({ orderGuid: held.orderGuid })).toEqual([held.orderGuid])
    expect(await orders({ status: 'notCharged' })).toEqual([due.orderGuid, held.orderGuid])
    expect(await orders({ status: 'charged' })).toEqual([update.orderGuid, issue.orderGuid])
    expect(await orders({ status: ['charged', 'notCharged'], currentPage: 2, pageSize: 3 })).toEqual(all.slice(3))
    expect(await bills({ status: ['success', 'pending'], category: 'issue' })).toEqual([
      held.orderGuid,
      issue.orderGuid,
    ])

    const bill = await billOf(who, update.orderGuid)
    const day = bill.billingId.slice(0, 10)
    expect(await bills({ billingId: bill.billingId })).toEqual([update.orderGuid])
    expect(await bills({ billingId: bill.billingId.toLowerCase().slice(0, -1) })).toEqual([update.orderGuid])
    expect(await bills({ billingId: day })).toEqual([update.orderGuid])
    expect(await bills({ billingId: 'bl20' })).toEqual(all)
    for (const nothing of [bill.billingId.slice(1), `${bill.billingId}Z`, 'BL%', 'BL_', '-', "'", bill.orderId])
      expect(await bills({ billingId: nothing }), nothing).toEqual([])
    expect(await orders({ orderId: bill.orderId.toLowerCase().slice(0, 12) })).toEqual([update.orderGuid])
    expect(await orders({ orderId: bill.billingId })).toEqual([])
    expect(await billOf(who, issue.orderGuid)).toMatchObject({
      projectedFen: 100,
      actualFen: 100,
      giftFen: 30,
      status: 'success',
      isReversed: false,
      dueTime: null,
      creator: null,
      subject: '测试模板',
    })
    expect(await billOf(who, due.orderGuid)).toMatchObject({
      projectedFen: 400,
      actualFen: 0,
      status: 'pending',
      settleTime: null,
      category: 'platform',
    })
    expect((await who.call(orderCalls.find, { ...PAGE, orderId: bill.orderId })).rows).toMatchObject([
      { orderId: bill.orderId, amountFen: 200, chargedFen: 200, count: 1, status: 'charged', subject: '测试模板' },
    ])
  })

  it('an order has the lines of its price, what it took from a stock, and its bills', async () => {
    const who = await center.developer()
    await give(who, 'giftLicenses', 5)
    await give(who, 'wallet', 1_000)
    const line = {
      kind: 'term',
      mode: 'day',
      days: 30,
      quantity: 1,
      unitFen: 10,
      count: 1,
      creditFen: 0,
      amountFen: 300,
    } as const
    const paid = await charge(who, { price: { totalFen: 300, lines: [line], units: null } })
    expect(await who.call(orderCalls.get, { guid: paid.orderGuid })).toMatchObject({
      guid: paid.orderGuid,
      amountFen: 300,
      lines: [line],
      units: null,
      bills: [{ orderGuid: paid.orderGuid, actualFen: 300, status: 'success' }],
    })
    const drawn = await charge(who, { price: { totalFen: 0, lines: [], units: { stock: 'gift', count: 2 } }, count: 2 })
    expect(await who.call(orderCalls.get, { guid: drawn.orderGuid })).toMatchObject({
      count: 2,
      status: 'charged',
      units: { stock: 'gift', count: 2 },
      bills: [],
    })
    await center.inBooks(who, (books) => charging.reverse(books, paid.orderGuid))
    expect(await who.call(orderCalls.get, { guid: paid.orderGuid })).toMatchObject({
      isReversed: true,
      bills: [{ isReversed: true }],
    })
    expect(await who.call(orderCalls.get, { guid: drawn.orderGuid })).toMatchObject({ isReversed: false })
    await expect(who.call(orderCalls.get, { guid: center.ground.ids.guid() })).rejects.toEqual(
      refusedAs('order.notFound'),
    )
  })

  it('are counted exactly up to the cap, and marked as capped beyond it', async () => {
    const who = await center.developer()
    await center.ground.database.owner.query(
      `with made as (
         insert into billing_order (developer_id, guid, order_id, purpose, category, subject, count, amount_fen, status,
           created_at)
         select $1, gen_random_uuid(), 'OD' || n, 'n' || n, 'issue', '', 1, 1, 'insufficient',
           now() - make_interval(secs => n)
         from generate_series(1, $2::int) n returning *)
       insert into bill (developer_id, guid, billing_id, order_guid, category, subject, projected_fen, status,
         created_at, settled_at)
       select $1, gen_random_uuid(), replace(order_id, 'OD', 'BL'), guid, category, '', 1, 'failedInsufficient',
         created_at, created_at
       from made`,
      [who.developerId, LIMITS.page.exactCount + 5],
    )
    for (const call of [billingCalls.find, orderCalls.find]) {
      expect(await who.call(call, PAGE)).toMatchObject({ records: LIMITS.page.exactCount, recordsCapped: true })
      expect(
        await who.call(call, {
          currentPage: 2,
          pageSize: 10,
          category: 'issue',
          startTime: new Date(Date.now() - 20_000).toISOString(),
        }),
      ).not.toHaveProperty('recordsCapped')
    }
    expect((await who.call(billingCalls.find, { ...PAGE, billingId: 'BL1000' })).records).toBe(7)
  })
})

describe('the history of a balance', () => {
  it('is filtered by purse, movement and time, each entry with the balance after it', async () => {
    const who = await center.developer()
    await give(who, 'wallet', 1_000, inDays(-3))
    await give(who, 'gift', 150, inDays(-2))
    const { orderGuid } = await charge(who, { price: money(200) }, inDays(-1))
    await center.inBooks(who, (books) => charging.reverse(books, orderGuid))
    const entries = async (asked: object) =>
      (await who.call(billingCalls.findEntries, { ...PAGE, ...asked })).rows.map(
        ({ purse, movement, amountFen, balanceFen }) => [purse, movement, amountFen, balanceFen],
      )
    const wallet = [
      ['wallet', 'reversal', 50, 1_000],
      ['wallet', 'charge', -50, 950],
      ['wallet', 'credit', 1_000, 1_000],
    ]
    const gift = [
      ['gift', 'reversal', 150, 150],
      ['gift', 'charge', -150, 0],
      ['gift', 'credit', 150, 150],
    ]
    expect(await entries({ purse: 'wallet' })).toEqual(wallet)
    expect(await entries({ purse: 'gift', order: 'asc' })).toEqual(gift.toReversed())
    expect(await entries({ purse: 'gift', sort: 'at' })).toEqual(gift)
    expect(await entries({ movement: 'charge' })).toEqual(
      [wallet[1], gift[1]].toSorted((one, other) => (String(one?.[0]) < String(other?.[0]) ? 1 : -1)),
    )
    expect(await entries({ movement: 'credit', purse: 'gift' })).toEqual([gift[2]])
    expect(await entries({ startTime: inDays(-2.5).toISOString(), endTime: inDays(-1.5).toISOString() })).toEqual([
      gift[2],
    ])
    expect((await entries({})).map(String).toSorted()).toEqual([...wallet, ...gift].map(String).toSorted())
    const [page, all] = [
      await who.call(billingCalls.findEntries, { currentPage: 2, pageSize: 4 }),
      await who.call(billingCalls.findEntries, PAGE),
    ]
    expect(page).toMatchObject({ records: 6, total: 2, rows: all.rows.slice(4) })
    expect(new Set(all.rows.map(({ id }) => id)).size).toBe(6)
    expect(all.rows.at(-1)).toMatchObject({ subject: '测试入账', creator: null })
    await expect(entries({ startTime: inDays(2).toISOString(), endTime: inDays(1).toISOString() })).rejects.toEqual(
      refusedAs('platform.timeIllegal'),
    )
  })

  it('keeps its order among entries of the same time', async () => {
    const who = await center.developer()
    const moment = center.clock.now()
    for (let n = 0; n < 12; n++) await give(who, n % 2 === 0 ? 'wallet' : 'gift', 10, moment)
    for (const order of ['asc', 'desc'] as const) {
      const { rows } = await who.call(billingCalls.findEntries, { ...PAGE, order })
      for (const purse of ['wallet', 'gift']) {
        const ordered = rows.filter((row) => row.purse === purse).map(({ balanceFen }) => balanceFen)
        expect(ordered).toEqual(order === 'asc' ? [10, 20, 30, 40, 50, 60] : [60, 50, 40, 30, 20, 10])
      }
    }
  })
})

describe('spending', () => {
  it.each(['Asia/Shanghai', 'America/New_York'])(
    "is counted by days and months of the developer's calendar in %s",
    async (zone) => {
      onTestFinished(center.clock.freeze())
      const made = await center.developer()
      await center.ground.database.owner.query('update developer set time_zone = $2 where id = $1', [
        made.developerId,
        zone,
      ])
      const who = { ...made, ...(await center.signIn(made.account)) }
      const now = center.clock.now()
      const today = new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(now)
      const midnight = instantOf(`${today}T00:00:00`, zone).getTime()
      await give(who, 'wallet', 100_000, new Date(midnight - DAY_MS))
      await charge(who, { price: money(100) }, new Date(midnight - 1))
      await charge(who, { price: money(20) }, new Date(midnight))
      await charge(who, { category: 'package', price: money(3) }, new Date(midnight))
      const taken = await charge(who, { price: money(9_999) }, new Date(midnight))
      await center.inBooks(who, (books) => charging.reverse(books, taken.orderGuid))
      const days = (await who.call(billingCalls.spending, {})).buckets
      expect(days).toHaveLength(LIMITS.billing.spendingDays)
      expect(days.at(-1)).toEqual({
        at: today,
        amounts: [
          { category: 'issue', amountFen: 20 },
          { category: 'package', amountFen: 3 },
        ],
        balanceFen: 99_877,
      })
      expect(days.at(-2)).toEqual({
        at: new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(new Date(midnight - 1)),
        amounts: [{ category: 'issue', amountFen: 100 }],
        balanceFen: 99_900,
      })
      expect(days[0]).toEqual({
        at: new Date(Date.parse(today) - 29 * DAY_MS).toISOString().slice(0, 10),
        amounts: [],
        balanceFen: 0,
      })
      const months = (await who.call(billingCalls.spending, { unit: 'month' })).buckets
      expect(months).toHaveLength(LIMITS.billing.spendingMonths)
      expect(months.at(-1)?.at).toBe(today.slice(0, 7))
      expect(months[0]?.at).toBe(
        `${Number(today.slice(0, 4)) - (today.slice(5, 7) === '12' ? 0 : 1)}-` +
          String((Number(today.slice(5, 7)) % 12) + 1).padStart(2, '0'),
      )
      const sum = (buckets: typeof months) =>
        buckets.flatMap(({ amounts }) => amounts).reduce((total, { amountFen }) => total + amountFen, 0)
      expect(sum(months)).toBe(123)
      // Folding the counters changes nothing.
      await center.ground.database.owner.query('select fold_counters()')
      expect((await who.call(billingCalls.spending, {})).buckets).toEqual(days)
    },
  )
})

describe('the balance of a day or month', () => {
  it.each(['Asia/Shanghai', 'America/New_York'])(
    'is the total of both purses at its end in %s, and 0 before the first entry',
    async (zone) => {
      onTestFinished(center.clock.freeze())
      const made = await center.developer()
      await center.ground.database.owner.query('update developer set time_zone = $2 where id = $1', [
        made.developerId,
        zone,
      ])
      const who = { ...made, ...(await center.signIn(made.account)) }
      const balances = async (unit: 'day' | 'month') =>
        (await who.call(billingCalls.spending, { unit })).buckets.map(({ balanceFen }) => balanceFen)
      expect(new Set(await balances('day'))).toEqual(new Set([0]))
      const today = new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(center.clock.now())
      const midnight = (daysAgo: number) =>
        instantOf(
          `${new Date(Date.parse(today) - daysAgo * DAY_MS).toISOString().slice(0, 10)}T00:00:00`,
          zone,
        ).getTime()
      await give(who, 'wallet', 1_000, new Date(midnight(9) - 1))
      await give(who, 'gift', 300, new Date(midnight(9)))
      await charge(who, { price: money(400) }, new Date(midnight(4)))
      // Held money cannot be spent.
      await center.inBooks(who, (books) => charging.hold(books, wanted({ price: money(150) })), new Date(midnight(0)))
      expect((await balances('day')).slice(-12)).toEqual([
        0, 1_000, 1_300, 1_300, 1_300, 1_300, 1_300, 900, 900, 900, 900, 750,
      ])
      expect((await balances('month')).at(-1)).toBe(750)
      expect((await balances('month'))[0]).toBe(0)
    },
  )
})

describe('a platform bill', () => {
  it('is paid once, is logged, and is no longer overdue', async () => {
    const who = await center.developer()
    await give(who, 'wallet', 300)
    await give(who, 'gift', 100)
    const { guid, billingId } = await billOf(who, (await billDue(who, 350, inDays(-1))).orderGuid)
    expect((await who.call(billingCalls.balance, {})).standing.isOverdue).toBe(true)
    const settled = await Promise.allSettled([1, 2, 3].map(() => who.call(billingCalls.pay, { guid })))
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))).toEqual([
      refusedAs('billing.nothingDue'),
      refusedAs('billing.nothingDue'),
    ])
    expect(await who.call(billingCalls.balance, {})).toMatchObject({
      balanceFen: 50,
      giftFen: 0,
      dueFen: 0,
      standing: { isOverdue: false },
    })
    const { rows } = await who.call(operationLogCalls.find, { ...PAGE, targetGuid: guid })
    expect(rows).toMatchObject([
      {
        targetKind: 'billing',
        targetName: billingId,
        changes: [
          { field: 'status', before: '待扣费', after: '成功' },
          { field: 'actualFen', before: '0.00', after: '3.50' },
        ],
      },
    ])
    expect((await who.call(billingCalls.findEntries, { ...PAGE, movement: 'charge' })).rows[0]?.creator).toBe(
      who.account,
    )
  })

  it('cannot be paid: billing.insufficientBalance, billing.nothingDue and billing.billNotFound', async () => {
    const who = await center.developer()
    await give(who, 'wallet', 300)
    const { guid } = await billOf(who, (await billDue(who, 123_456, inDays(1))).orderGuid)
    await expect(who.call(billingCalls.pay, { guid })).rejects.toMatchObject({
      error: 'billing.insufficientBalance',
      message: expect.stringMatching(/1,234\.56.*3\.00|3\.00.*1,234\.56/) as string,
    })
    const held = await center.inBooks(who, (books) => charging.hold(books, wanted()))
    await expect(who.call(billingCalls.pay, { guid: (await billOf(who, held.orderGuid)).guid })).rejects.toEqual(
      refusedAs('billing.nothingDue'),
    )
    await expect(who.call(billingCalls.pay, { guid: center.ground.ids.guid() })).rejects.toEqual(
      refusedAs('billing.billNotFound'),
    )
    expect((await who.call(operationLogCalls.find, { ...PAGE, targetKind: 'billing' })).rows).toEqual([])
  })
})

describe('a charge that failed', () => {
  /** Charges as in a call of this account, including what a refusal records. */
  async function attempt(who: Actor, given: Partial<Wanted>) {
    const caller = await center.center.findMember(who.developerId, who.accountId, center.clock.now())
    if (!caller) throw new Error('nobody')
    const { ids, log, languages, database, clock } = center.ground
    const asking = {
      requestId: 'test',
      network: '10.0.0.1',
      fingerprint: undefined,
      userAgent: undefined,
      origin: undefined,
      now: clock.now(),
      log,
    }
    return inScope(database, { caller, asking, ids, say: languages.zh, call: billingCalls.pay }, 'write', (scope) =>
      charging.charge(booksOf(scope), wanted(given)),
    )
  }

  it('for lack of money is an insufficient order with a matching bill', async () => {
    const who = await center.developer()
    await give(who, 'wallet', 99)
    await expect(attempt(who, { subject: '太贵的模板' })).rejects.toEqual(refusedAs('billing.insufficientBalance'))
    const {
      rows: [bill],
    } = await who.call(billingCalls.find, { ...PAGE, status: 'failedInsufficient' })
    expect(bill).toMatchObject({
      subject: '太贵的模板',
      projectedFen: 100,
      actualFen: 0,
      status: 'failedInsufficient',
      creator: who.account,
    })
    expect((await who.call(orderCalls.find, { ...PAGE, status: 'insufficient' })).rows).toMatchObject([
      { guid: bill?.orderGuid, amountFen: 100, chargedFen: 0 },
    ])
    expect(await who.call(billingCalls.balance, {})).toMatchObject({ balanceFen: 99 })
  })

  it('because a bill is overdue is a failed order with a matching bill', async () => {
    const who = await center.developer()
    await give(who, 'wallet', 1_000)
    await billDue(who, 5_000, inDays(-1))
    await expect(attempt(who, {})).rejects.toEqual(refusedAs('billing.overdue'))
    const {
      rows: [bill],
    } = await who.call(billingCalls.find, { ...PAGE, status: 'failedOverdue' })
    expect(bill).toMatchObject({ projectedFen: 100, actualFen: 0 })
    expect((await who.call(orderCalls.find, { ...PAGE, status: 'failed' })).rows).toMatchObject([
      { guid: bill?.orderGuid },
    ])
  })

  it('for lack of gift licenses is an order without a bill', async () => {
    const who = await center.developer()
    await expect(attempt(who, { price: { ...money(0), units: { stock: 'gift', count: 1 } } })).rejects.toEqual(
      refusedAs('billing.giftsUsedUp'),
    )
    expect((await who.call(orderCalls.find, { ...PAGE, status: 'insufficient' })).records).toBe(1)
    expect((await who.call(billingCalls.find, PAGE)).records).toBe(0)
  })
})

describe('a quote', () => {
  /** Creates a product that fits templates of every family. */
  async function sold(who: Actor, licenseForm: 1 | 3 = 3) {
    const product = productPayload({ licenseForm })
    await who.call(productCalls.create, product)
    return product.licenseId
  }
  const quoted = (who: Actor, guid: string, count = 1) => who.call(billingCalls.quote, { guid, count })
  const packageOf = (who: Actor, type: string, licenses: number, expiresAt: Date) =>
    center.inBooks(who, async (books) => {
      const guid = books.ids.guid()
      await center.ground.database.owner.query(
        `insert into package (developer_id, guid, serial, type, licenses, updates, price_fen, bought_at, expires_at)
         values ($1, $2, $3, $4, $5, 0, 0, $6, $7)`,
        [who.developerId, guid, `PK${++serial}`, type, licenses, books.now, expiresAt],
      )
      await postTransfer(books, {
        purpose: `package:${guid}`,
        movement: 'grant',
        subject: type,
        legs: [
          { kind: 'licenseGrants', amount: -licenses },
          { kind: 'packageLicenses', ref: guid, amount: licenses },
        ],
      })
    })

  it('of a smart template is by day, or once for a permanent license, plus extra devices', async () => {
    const who = await center.developer()
    const licenseId = await sold(who)
    const month = (await who.call(templateCalls.create, templatePayload(licenseId, { isForever: false, spanTime: 30 })))
      .guid
    expect(await quoted(who, month, 100)).toEqual({
      totalFen: 30_000,
      lines: [
        { kind: 'term', mode: 'day', days: 30, quantity: 1, unitFen: 10, count: 100, creditFen: 0, amountFen: 30_000 },
      ],
      units: null,
      isEnough: false,
      isOverdue: false,
    })
    await give(who, 'wallet', 20_000)
    await give(who, 'gift', 9_999)
    expect((await quoted(who, month, 100)).isEnough).toBe(false)
    await give(who, 'gift', 1)
    expect((await quoted(who, month, 100)).isEnough).toBe(true)
    const forever = (
      await who.call(templateCalls.create, templatePayload(licenseId, { isForever: true, machineNum: 8 }))
    ).guid
    expect(await quoted(who, forever)).toMatchObject({
      totalFen: 6_100,
      lines: [
        { kind: 'term', mode: 'oneTime', amountFen: 5_800 },
        { kind: 'devices', quantity: 3, amountFen: 300 },
      ],
    })
    await billDue(who, 1, inDays(-1))
    expect((await quoted(who, forever)).isOverdue).toBe(true)
  })

  it('of account and code templates follows the billing mode, groups follow the tiers, dongles are free', async () => {
    const who = await center.developer()
    const licenseId = await sold(who)
    const make = async (...given: Parameters<typeof pcTemplatePayload>) =>
      (await who.call(pcTemplateCalls.create, pcTemplatePayload(...given))).guid
    expect(await quoted(who, await make('account', licenseId, { licBindLimit: 6 }), 2)).toMatchObject({
      totalFen: 2 * 5_900,
    })
    expect(
      await quoted(who, await make('account', licenseId, { isForever: false, billingMode: 'year', licDuration: 365 })),
    ).toMatchObject({ totalFen: 1_500, lines: [{ mode: 'year', days: 365 }] })
    expect(
      await quoted(who, await make('sn', licenseId, { isForever: false, billingMode: 'day', licDuration: 7 }), 3),
    ).toMatchObject({ totalFen: 210 })
    const tiers: PriceTier[] = [
      { lowLimit: 1, topLimit: 5, price: [10, 1_500, 5_800] },
      { lowLimit: 6, topLimit: 100, price: [8, 1_200, 4_800] },
    ]
    await createOperator(center.ground).setRates({ tiers }, who.developerId)
    const group = await make('sn', licenseId, { licenseKeyType: 2, concurrentType: 'process', groupUsers: 20 })
    expect(await quoted(who, group)).toMatchObject({
      totalFen: 5 * 5_800 + 15 * 4_800,
      lines: [
        { quantity: 5, unitFen: 5_800 },
        { quantity: 15, unitFen: 4_800 },
      ],
    })
    const dongle = await make('dongle', licenseId)
    expect(await quoted(who, dongle, 1_000)).toEqual({
      totalFen: 0,
      lines: [],
      units: null,
      isEnough: true,
      isOverdue: false,
    })
  })

  it('by gift or package shows what is left, counting usable packages only', async () => {
    const who = await center.developer()
    const licenseId = await sold(who)
    const gift = (
      await who.call(
        templateCalls.create,
        templatePayload(licenseId, { isForever: false, spanTime: 30, deductMode: DEDUCT_MODES.gift }),
      )
    ).guid
    await give(who, 'giftLicenses', 10)
    expect(await quoted(who, gift, 10)).toMatchObject({
      totalFen: 0,
      lines: [],
      units: { stock: 'gift', count: 10, left: 10 },
      isEnough: true,
    })
    expect(await quoted(who, gift, 11)).toMatchObject({ units: { count: 11, left: 10 }, isEnough: false })
    const packed = (
      await who.call(
        templateCalls.create,
        templatePayload(licenseId, {
          isForever: false,
          spanTime: 30,
          deductMode: DEDUCT_MODES.package,
          packageName: '年包',
        }),
      )
    ).guid
    expect(await quoted(who, packed)).toMatchObject({
      totalFen: 0,
      units: { stock: 'packageLicenses', count: 1, left: 0 },
      isEnough: false,
    })
    await packageOf(who, '年包', 3, inDays(1))
    await packageOf(who, '年包', 4, inDays(2))
    await packageOf(who, '年包', 50, inDays(-1))
    await packageOf(who, '月包', 60, inDays(1))
    expect(await quoted(who, packed, 7)).toMatchObject({ units: { count: 7, left: 7 }, isEnough: true })
    await center.inBooks(who, (books) =>
      charging.hold(
        books,
        wanted({ price: { ...money(0), units: { stock: 'packageLicenses', count: 5 } }, packageType: '年包' }),
      ),
    )
    expect(await quoted(who, packed, 3)).toMatchObject({ units: { left: 2 }, isEnough: false })
  })

  it('that is too large names the maximum count, and a gift that no longer fits says why', async () => {
    const who = await center.developer()
    const licenseId = await sold(who)
    await createOperator(center.ground).setRates({ perDayFen: 1_000_000 }, who.developerId)
    const long = (
      await who.call(
        templateCalls.create,
        templatePayload(licenseId, { isForever: false, spanTime: 3_650, machineNum: 1 }),
      )
    ).guid
    const one = (await quoted(who, long)).totalFen
    await createOperator(center.ground).setRates({ perDayFen: 1_000_000_000 }, who.developerId)
    const max = Math.floor(Number.MAX_SAFE_INTEGER / (one * 1_000))
    expect(max).toBeLessThan(LIMITS.billing.quoteCount)
    await expect(quoted(who, long, max + 1)).rejects.toMatchObject({
      error: 'platform.badPayload',
      fields: [{ path: 'count', rule: 'tooBig', message: expect.stringContaining(max.toLocaleString('en')) as string }],
    })
    expect((await quoted(who, long, max)).lines).toHaveLength(1)
    const gift = (
      await who.call(
        templateCalls.create,
        templatePayload(licenseId, { isForever: false, spanTime: 30, deductMode: DEDUCT_MODES.gift }),
      )
    ).guid
    await center.ground.database.owner.query(
      `update template_version set terms = terms || '{"spanTime":365}' where template_guid = $1`,
      [gift],
    )
    await expect(quoted(who, gift)).rejects.toMatchObject({
      error: 'platform.badPayload',
      fields: [{ path: 'guid', rule: 'giftTooLong' }],
    })
  })

  it('is refused to integrators, who could derive the balance from it, and so are package types', async () => {
    const who = await center.developer()
    const licenseId = await sold(who)
    const { guid } = await who.call(
      templateCalls.create,
      templatePayload(licenseId, { isForever: false, spanTime: 30 }),
    )
    const { guid: integrator } = await who.call(integratorCalls.create, { name: '渠道' })
    const account = `partner-${randomUUID()}@test.example`
    await who.call(integratorCalls.addMember, { guid: integrator, account, userName: '渠道' })
    const partner = await center.accept(account)
    await expect(partner.call(billingCalls.quote, { guid })).rejects.toMatchObject({ error: 'platform.noPermission' })
    await expect(partner.call(packageCalls.types, {})).rejects.toMatchObject({ error: 'platform.noPermission' })
  })

  it('of a code that is paid by device is zero, and so is every quote of a trial developer', async () => {
    const who = await center.developer()
    const licenseId = await sold(who)
    const { billingMode: _none, ...code } = pcTemplatePayload('sn', licenseId, { licenseKeyType: KEY_TYPES.ppm })
    const ppm = (await who.call(pcTemplateCalls.create, code)).guid
    expect(await quoted(who, ppm, 9)).toMatchObject({ totalFen: 0, lines: [], units: null, isEnough: true })
    const trial = await center.developer({ status: 'trial' })
    const theirs = (
      await trial.call(templateCalls.create, templatePayload(await sold(trial, 1), { isForever: false, spanTime: 1 }))
    ).guid
    expect(await quoted(trial, theirs, 50)).toMatchObject({ totalFen: 0, lines: [], isEnough: true })
  })

  it('is limited to templates that the caller may view, otherwise template.notFound', async () => {
    const who = await center.developer()
    const licenseId = await sold(who)
    const smart = (await who.call(templateCalls.create, templatePayload(licenseId))).guid
    const code = (await who.call(pcTemplateCalls.create, pcTemplatePayload('sn', licenseId))).guid
    const clerk = await center.administrator(who, ['snTemplate.view'])
    expect(await quoted(clerk, code)).toMatchObject({ totalFen: 5_800 })
    await expect(quoted(clerk, smart)).rejects.toEqual(refusedAs('template.notFound'))
    const part = await center.administrator(who, ['smartTemplate.view'], { limited: ['product'] })
    await expect(quoted(part, smart)).rejects.toEqual(refusedAs('template.notFound'))
    await who.call(templateCalls.delete, { templateGuid: smart })
    await expect(quoted(who, smart)).rejects.toEqual(refusedAs('template.notFound'))
  })
})
