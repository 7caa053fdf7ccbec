// The service fee: a payment opens what was closed and is made once, and the fee renews automatically.
import {
  DAY_MS,
  LIMITS,
  billingCalls,
  operationLogCalls,
  productCalls,
  serviceFeeCalls,
  servicePeriod,
  templateCalls,
} from '@sealwright/contract'
import { createTestCenter, productPayload, templatePayload } from '@sealwright/testkit'
import type { Actor, TestCenter } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCharging } from '../ledger/charging.service.ts'
import { credit } from '../ledger/credit.service.ts'
import type { Creditable } from '../ledger/credit.service.ts'
import { readBalances } from '../ledger/ledger.queries.ts'
import { verifyLedger } from '../ledger/verify.queries.ts'

const FEE_FEN = 98_000

let center: TestCenter
beforeAll(async () => {
  center = await createTestCenter()
})
afterAll(() => center.close())

const query = (text: string, values: unknown[] = []) =>
  center.ground.database.owner.query<Record<string, unknown>>(text, values)
const give = (who: Actor, amount: number, kind: Creditable = 'wallet') =>
  center.inBooks(who, (books) => credit(books, { kind, amount, purpose: books.ids.guid(), note: '测试' }))
const balance = async (who: Actor) => (await center.inBooks(who, readBalances)).wallet
const job = (name: string) => center.center.billing.jobs.find((one) => one.name === name)?.run({}, { isLast: true })
const inDays = (days: number) => new Date(center.clock.now().getTime() + days * DAY_MS)
const untilOf = async (who: Actor) =>
  (await query('select service_until from developer where id = $1', [who.developerId])).rows[0]?.[
    'service_until'
  ] as Date | null // a timestamp column

const asShown = async (who: Actor) => ({ amountFen: FEE_FEN, paidUntil: (await untilOf(who))?.toISOString() ?? '' })

/** A formal developer whose fee is paid until then. */
async function feePayer(until: Date | null, feeFen = FEE_FEN): Promise<Actor> {
  const who = await center.developer()
  await query('update billing_terms set fee_fen = $2 where developer_id = $1', [who.developerId, feeFen])
  await query('update developer set service_until = $2 where id = $1', [who.developerId, until])
  return who
}
const mails = async (who: Actor) =>
  (
    await query('select kind, subject, body from mail_outbox where developer_id = $1 order by created_at, id', [
      who.developerId,
    ])
  ).rows

describe('the first days', () => {
  it('are free until something was paid', async () => {
    const who = await feePayer(inDays(30))
    const isFree = async () => (await who.call(billingCalls.balance, {})).serviceFee.isFree
    expect(await isFree()).toBe(true)
    await give(who, FEE_FEN)
    await who.call(serviceFeeCalls.pay, await asShown(who))
    expect(await isFree()).toBe(false)
  })
})

describe('paying', () => {
  it('opens at once what was refused with developer.serviceFeeUnpaid', async () => {
    const who = await feePayer(inDays(1))
    const product = productPayload()
    await who.call(productCalls.create, product)
    await query('update developer set service_until = $2 where id = $1', [who.developerId, inDays(-1)])
    await expect(who.call(templateCalls.create, templatePayload(product.licenseId))).rejects.toMatchObject({
      error: 'developer.serviceFeeUnpaid',
      code: 855642202,
    })
    await give(who, FEE_FEN)
    const clerk = await center.administrator(who, [])
    expect(await clerk.call(serviceFeeCalls.get, {})).toMatchObject({
      amountFen: FEE_FEN,
      periodMonths: LIMITS.serviceFee.periodMonths,
      isUnpaid: true,
      autoRenew: true,
      superAdministrator: who.account,
    })
    await expect(clerk.call(serviceFeeCalls.pay, await asShown(who))).rejects.toMatchObject({
      error: 'platform.superOnly',
    })
    const before = center.clock.now()
    const { paidUntil } = await who.call(serviceFeeCalls.pay, await asShown(who))
    expect(Date.parse(paidUntil)).toBeGreaterThanOrEqual(
      servicePeriod({ now: before, paidUntil: null, months: 12, timeZone: 'Asia/Shanghai' }).until.getTime(),
    )
    expect(await clerk.call(serviceFeeCalls.get, {})).toMatchObject({ isUnpaid: false, paidUntil })
    await who.call(templateCalls.create, templatePayload(product.licenseId))
    expect(await balance(who)).toBe(0)
    const { rows } = await query('select category, subject, status from billing_order where developer_id = $1', [
      who.developerId,
    ])
    expect(rows).toEqual([
      {
        category: 'serviceFee',
        subject: expect.stringMatching(/^\d{4}-\d\d-\d\d – \d{4}-\d\d-\d\d$/) as string,
        status: 'charged',
      },
    ])
    expect((await who.call(operationLogCalls.find, { targetKind: 'billing' })).rows).toMatchObject([
      {
        targetName: '平台服务费',
        changes: expect.arrayContaining([expect.objectContaining({ field: 'expireTime' })]) as unknown[],
      },
    ])
    expect((await verifyLedger(center.ground.database.owner)).problems).toEqual([])
  })

  it('before the end extends the paid time, and several requests at once pay once', async () => {
    const until = inDays(100)
    const who = await feePayer(until)
    await give(who, 10 * FEE_FEN)
    const paid = await Promise.all(
      Array.from({ length: 5 }, () =>
        who.call(serviceFeeCalls.pay, { amountFen: FEE_FEN, paidUntil: until.toISOString() }),
      ),
    )
    const end = servicePeriod({
      now: center.clock.now(),
      paidUntil: until,
      months: 12,
      timeZone: 'Asia/Shanghai',
    }).until.toISOString()
    expect(paid).toEqual(Array.from({ length: 5 }, () => ({ paidUntil: end })))
    expect(await balance(who)).toBe(9 * FEE_FEN)
  })

  it('is refused without a fee, at another amount, too far ahead, and with too little money', async () => {
    const none = await center.developer()
    await expect(
      none.call(serviceFeeCalls.pay, { amountFen: 0, paidUntil: inDays(0).toISOString() }),
    ).rejects.toMatchObject({ error: 'serviceFee.none' })
    const who = await feePayer(inDays(3))
    await expect(who.call(serviceFeeCalls.pay, await asShown(who))).rejects.toMatchObject({
      error: 'billing.insufficientBalance',
    })
    await give(who, 10 * FEE_FEN)
    await expect(
      who.call(serviceFeeCalls.pay, { ...(await asShown(who)), amountFen: FEE_FEN - 1 }),
    ).rejects.toMatchObject({ error: 'serviceFee.changed', message: expect.stringContaining('980.00') as string })
    for (let n = 0; n < 2; n++) await who.call(serviceFeeCalls.pay, await asShown(who))
    await expect(who.call(serviceFeeCalls.pay, await asShown(who))).rejects.toMatchObject({
      error: 'serviceFee.tooFarAhead',
    })
    expect(await balance(who)).toBe(8 * FEE_FEN)
  })
})

describe('renewal', () => {
  it("pays a day before the end, if it is enabled and the money is enough, in the platform's name", async () => {
    const [soon, over, later, off, poor] = [
      await feePayer(inDays(0.9)),
      await feePayer(inDays(-2)),
      await feePayer(inDays(1.1)),
      await feePayer(inDays(0.5)),
      await feePayer(inDays(0.5)),
    ]
    for (const who of [soon, over, later, off]) await give(who, 2 * FEE_FEN)
    await off.call(serviceFeeCalls.setRenewal, { autoRenew: false })
    expect(await off.call(serviceFeeCalls.get, {})).toMatchObject({ autoRenew: false })
    expect((await off.call(operationLogCalls.find, { targetKind: 'billing' })).rows).toMatchObject([
      { changes: [{ field: 'autoRenew', before: 'true', after: 'false' }] },
    ])
    await job('billing.renew')
    await job('billing.renew')
    for (const who of [soon, over]) {
      expect(await balance(who)).toBe(FEE_FEN)
      expect(Number(await untilOf(who))).toBeGreaterThan(Number(inDays(360)))
      expect((await who.call(operationLogCalls.find, { targetKind: 'billing' })).rows).toMatchObject([
        { actor: '平台' },
      ])
    }
    for (const who of [later, off]) expect(await balance(who)).toBe(2 * FEE_FEN)
    expect(Number(await untilOf(poor))).toBeLessThan(Number(inDays(1)))
    expect((await query('select from billing_order where developer_id = $1', [poor.developerId])).rows).toEqual([])
  })
})

it('a period that was paid before is neither charged again nor granted without a payment', async () => {
  const until = inDays(10)
  const who = await feePayer(until)
  await give(who, 2 * FEE_FEN)
  await who.call(serviceFeeCalls.pay, await asShown(who))
  const end = await untilOf(who)
  await query('update developer set service_until = $2 where id = $1', [who.developerId, until])
  await expect(who.call(serviceFeeCalls.pay, await asShown(who))).rejects.toMatchObject({
    error: 'platform.systemError',
  })
  expect([await balance(who), await untilOf(who)]).toEqual([FEE_FEN, until])
  expect(end).not.toEqual(until)
})

describe('without a fee', () => {
  it('nothing is renewed, even if the paid time is over', async () => {
    const who = await feePayer(inDays(-1), 0)
    await give(who, 2 * FEE_FEN)
    await job('billing.renew')
    expect([await balance(who), await mails(who)]).toEqual([2 * FEE_FEN, []])
    expect(await who.call(serviceFeeCalls.get, {})).toMatchObject({ amountFen: 0, isUnpaid: false, paidUntil: null })
  })
})

describe('platform bills', () => {
  it('are paid from the balance when they fall due, oldest first, as far as the money goes', async () => {
    const who = await center.developer()
    const charging = createCharging()
    const bill = (fen: number, dueAt: Date) =>
      center.inBooks(who, (books) =>
        charging.billDue(
          books,
          {
            purpose: books.ids.guid(),
            category: 'platform',
            subject: '测试',
            count: 1,
            price: { totalFen: fen, lines: [], units: null },
          },
          dueAt,
        ),
      )
    await give(who, 150)
    await bill(100, inDays(0.02))
    await bill(60, inDays(0.03))
    await bill(10, inDays(2))
    await Promise.all([job('billing.due'), job('billing.due')])
    expect(await balance(who)).toBe(50)
    expect(
      (
        await query("select amount_fen as fen from billing_order where developer_id = $1 and status = 'charged'", [
          who.developerId,
        ])
      ).rows,
    ).toEqual([{ fen: 100 }])
    expect((await who.call(operationLogCalls.find, { targetKind: 'billing' })).rows).toMatchObject([
      {
        actor: '平台',
        changes: expect.arrayContaining([{ field: 'actualFen', before: '0.00', after: '1.00' }]) as unknown[],
      },
    ])
    expect((await verifyLedger(center.ground.database.owner)).problems).toEqual([])
  })
})

it('the nightly verification of the ledger exports the number of problems', async () => {
  const port = await center.center.metrics.listen(0)
  const figure = async () =>
    /^sealwright_ledger_problems (\d+)$/m.exec(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text())?.[1]
  expect(await figure()).toBeUndefined()
  await job('ledger.verify')
  expect(await figure()).toBe('0')
  const who = await center.developer()
  await give(who, 100)
  await query('update ledger_account set balance = 101 where developer_id = $1', [who.developerId])
  await job('ledger.verify')
  expect(await figure()).toBe('1')
  await query('update ledger_account set balance = 100 where developer_id = $1', [who.developerId])
})
