// Charging and the ledger: no overselling, no double charge, no charge without its operation, and no way to rewrite
// history.
import { DAY_MS, price as priceOf, DEFAULT_RATES } from '@sealwright/contract'
import type { Price } from '@sealwright/contract'
import { createTestCenter } from '@sealwright/testkit'
import type { Actor, TestCenter } from '@sealwright/testkit'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOperator } from '../operator/operator.service.ts'
import { createCharging } from './charging.service.ts'
import type { Wanted } from './charging.service.ts'
import { credit } from './credit.service.ts'
import type { Creditable } from './credit.service.ts'
import { NONE } from './ledger.kind.ts'
import { postTransfer, readBalances } from './ledger.queries.ts'
import { requireStanding } from './standing.service.ts'
import { verifyLedger } from './verify.queries.ts'

let center: TestCenter
beforeAll(async () => {
  center = await createTestCenter()
})
afterAll(() => center.close())

const charging = createCharging()
let serial = 0
const give = (who: Actor, kind: Creditable, amount: number) =>
  center.inBooks(who, (books) => credit(books, { kind, amount, purpose: `test-${++serial}`, note: '测试' }))
const balances = (who: Actor) => center.inBooks(who, readBalances)
const money = (totalFen: number): Price => ({
  totalFen,
  lines: [],
  units: null,
  perLicense: { term: totalFen, devices: 0, machines: 0 },
})
const units = (stock: NonNullable<Price['units']>['stock'], count = 1): Price => ({
  ...money(0),
  units: { stock, count },
})
const wanted = (given: Partial<Wanted> = {}): Wanted => ({
  purpose: `test:${++serial}`,
  category: 'issue',
  subject: '测试模板',
  count: 1,
  price: money(100),
  ...given,
})
const packageOf = (who: Actor, licenses: number, given: { type?: string; expiresAt?: Date; updates?: number } = {}) =>
  center.inBooks(who, async (books) => {
    const guid = books.ids.guid()
    const { type = '年包', expiresAt = new Date(books.now.getTime() + DAY_MS), updates = 0 } = given
    await books.db.execute(sql`
      insert into package (developer_id, guid, serial, type, licenses, updates, price_fen, bought_at, expires_at)
      values (${who.developerId}, ${guid}, ${`PK${++serial}`}, ${type}, ${licenses}, ${updates}, 0, ${books.now},
        ${expiresAt})`)
    await postTransfer(books, {
      purpose: `package:${guid}`,
      movement: 'grant',
      subject: type,
      legs: [
        { kind: 'licenseGrants', amount: -licenses },
        { kind: 'packageLicenses', ref: guid, amount: licenses },
        { kind: 'updateGrants', amount: -updates },
        { kind: 'packageUpdates', ref: guid, amount: updates },
      ],
    })
    return guid
  })
const left = (who: Actor, packageGuid: string) =>
  center.inBooks(
    who,
    async ({ db }) =>
      (
        await db.execute<{ balance: number }>(sql`
          select balance from ledger_account
          where ref = ${packageGuid} and hold = ${NONE} and kind = 'packageLicenses'`)
      ).rows[0]?.balance,
  )
const failures = async () => (await verifyLedger(center.ground.database.owner)).problems

async function outcomes(attempts: readonly Promise<unknown>[]) {
  const settled = await Promise.allSettled(attempts)
  const refused = settled
    .filter((one) => one.status === 'rejected')
    .map((one) => (one.reason as { error?: string }).error) // a Refusal has its name there
  return { done: settled.length - refused.length, refusals: [...new Set(refused)] }
}

it('an error of the database is not hidden by the search for an earlier order', async () => {
  const who = await center.developer()
  await give(who, 'wallet', 1_000)
  const late = center.inBooks(who, async (first) => {
    await charging.charge(first, wanted())
    return center.inBooks(who, async (second) => {
      await second.db.execute(sql`set local statement_timeout = '50ms'`)
      return charging.charge(second, wanted())
    })
  })
  // 57014: the statement timed out. The caller can retry.
  await expect(late).rejects.toMatchObject({ cause: { code: '57014' } })
})

describe('500 charges at the same time with enough for 100', () => {
  it('of money: exactly 100 are charged', async () => {
    const who = await center.developer()
    await give(who, 'wallet', 7_000)
    await give(who, 'gift', 3_000)
    expect(
      await outcomes(
        Array.from({ length: 500 }, () => center.inBooks(who, (books) => charging.charge(books, wanted()))),
      ),
    ).toEqual({ done: 100, refusals: ['billing.insufficientBalance'] })
    expect(await balances(who)).toMatchObject({ wallet: 0, gift: 0, held: 0 })
    expect(await failures()).toEqual([])
  })

  it('of a package: exactly 100 are taken', async () => {
    const who = await center.developer()
    const [first, second] = [
      await packageOf(who, 60),
      await packageOf(who, 40, { expiresAt: new Date(center.clock.now().getTime() + 2 * DAY_MS) }),
    ]
    const attempts = Array.from({ length: 500 }, () =>
      center.inBooks(who, (books) =>
        charging.charge(books, wanted({ price: units('packageLicenses'), packageType: '年包' })),
      ),
    )
    expect(await outcomes(attempts)).toEqual({ done: 100, refusals: ['package.usedUp'] })
    expect([await left(who, first), await left(who, second)]).toEqual([0, 0])
    expect(await failures()).toEqual([])
  })

  it('of gift licenses: exactly 100 are given', async () => {
    const who = await center.developer()
    await give(who, 'giftLicenses', 100)
    expect(
      await outcomes(
        Array.from({ length: 500 }, () =>
          center.inBooks(who, (books) => charging.charge(books, wanted({ price: units('gift') }))),
        ),
      ),
    ).toEqual({ done: 100, refusals: ['billing.giftsUsedUp'] })
    expect(await balances(who)).toMatchObject({ giftLicenses: 0 })
    expect(await failures()).toEqual([])
  })
})

describe('a charge', () => {
  it('is made once for each purpose, even if it is tried many times at the same time', async () => {
    const who = await center.developer()
    await give(who, 'wallet', 1_000)
    const same = wanted({ purpose: 'license.issue:same' })
    const paid = await Promise.all(
      Array.from({ length: 20 }, () => center.inBooks(who, (books) => charging.charge(books, same))),
    )
    expect(new Set(paid.map(({ orderGuid }) => orderGuid)).size).toBe(1)
    expect(paid.filter(({ isNew }) => isNew)).toHaveLength(1)
    expect(await balances(who)).toMatchObject({ wallet: 900 })
  })

  it('that is refused leaves nothing behind, even if the transaction continues', async () => {
    const who = await center.developer()
    await give(who, 'wallet', 150)
    const outcome = await center.inBooks(who, async (books) => {
      await charging.charge(books, wanted())
      return charging.charge(books, wanted()).catch((refusal: { error?: string }) => refusal.error)
    })
    expect(outcome).toBe('billing.insufficientBalance')
    expect(await balances(who)).toMatchObject({ wallet: 50 })
    expect(
      (
        await center.inBooks(who, ({ db }) =>
          db.execute(sql`select from billing_order where developer_id = ${who.developerId}`),
        )
      ).rows,
    ).toHaveLength(1)
    expect(await failures()).toEqual([])
  })

  it('finds the first one even if that took the last money', async () => {
    const who = await center.developer()
    await give(who, 'wallet', 100)
    const same = wanted({ purpose: 'license.issue:last' })
    const paid = await Promise.all(
      Array.from({ length: 10 }, () => center.inBooks(who, (books) => charging.charge(books, same))),
    )
    expect(new Set(paid.map(({ orderGuid }) => orderGuid)).size).toBe(1)
    expect(await balances(who)).toMatchObject({ wallet: 0 })
  })

  it('takes the gift balance first', async () => {
    const who = await center.developer()
    await give(who, 'wallet', 1_000)
    await give(who, 'gift', 30)
    await center.inBooks(who, (books) => charging.charge(books, wanted()))
    expect(await balances(who)).toMatchObject({ wallet: 930, gift: 0 })
  })

  it('leaves nothing behind when the operation that it pays for fails', async () => {
    const who = await center.developer()
    await give(who, 'wallet', 1_000)
    const attempt = center.inBooks(who, async (books) => {
      await charging.charge(books, wanted())
      throw new Error('the license could not be made')
    })
    await expect(attempt).rejects.toThrow('could not be made')
    expect(await balances(who)).toMatchObject({ wallet: 1_000 })
    expect(await failures()).toEqual([])
  })

  it('takes from the package that expires first, and not from one that has expired', async () => {
    const who = await center.developer()
    const day = (n: number) => new Date(center.clock.now().getTime() + n * DAY_MS)
    const over = await packageOf(who, 5, { expiresAt: day(-1) })
    const later = await packageOf(who, 5, { expiresAt: day(30) })
    const sooner = await packageOf(who, 2, { expiresAt: day(3) })
    await center.inBooks(who, (books) =>
      charging.charge(books, wanted({ price: units('packageLicenses', 3), packageType: '年包' })),
    )
    expect([await left(who, over), await left(who, later), await left(who, sooner)]).toEqual([5, 4, 0])
  })

  it('with a voucher still pays for extra devices', async () => {
    const who = await center.developer()
    await give(who, 'vouchers', 1)
    await give(who, 'wallet', 300)
    const priced = priceOf({
      rates: DEFAULT_RATES,
      grant: { source: 'voucher', mode: null, days: 90, devices: 8, users: null, isSoft: true },
      count: 1,
    })
    await center.inBooks(who, (books) => charging.charge(books, wanted({ price: priced })))
    expect(await balances(who)).toMatchObject({ vouchers: 0, wallet: 0 })
    await expect(
      center.inBooks(who, (books) => charging.charge(books, wanted({ price: units('voucher') }))),
    ).rejects.toMatchObject({ error: 'billing.vouchersUsedUp' })
  })

  it('is refused with billing.overdue while a bill is overdue', async () => {
    const who = await center.developer()
    await give(who, 'wallet', 1_000)
    await center.inBooks(who, (books) =>
      charging.billDue(books, wanted({ category: 'platform', price: money(5_000) }), new Date(books.now.getTime() - 1)),
    )
    await expect(center.inBooks(who, (books) => charging.charge(books, wanted()))).rejects.toMatchObject({
      error: 'billing.overdue',
    })
    expect(await balances(who)).toMatchObject({ wallet: 1_000 })
  })

  it('or a hold that was made before is found by a retry, even if a bill is overdue by then', async () => {
    const who = await center.developer()
    await give(who, 'wallet', 1_000)
    const [bought, kept] = [wanted(), wanted()]
    const { orderGuid } = await center.inBooks(who, (books) => charging.charge(books, bought))
    const hold = await center.inBooks(who, (books) => charging.hold(books, kept))
    await center.inBooks(who, (books) =>
      charging.billDue(books, wanted({ category: 'platform', price: money(5_000) }), new Date(books.now.getTime() - 1)),
    )
    expect(await center.inBooks(who, (books) => charging.charge(books, bought))).toEqual({ orderGuid, isNew: false })
    expect(await center.inBooks(who, (books) => charging.hold(books, kept))).toEqual({
      orderGuid: hold.orderGuid,
      isNew: false,
    })
    expect(await balances(who)).toMatchObject({ wallet: 800, held: 100 })
  })
})

describe('an operation that is closed while bills are overdue', () => {
  const asked = (who: Actor) => center.inBooks(who, requireStanding)
  const serviceUntil = (who: Actor, days: number) =>
    center.ground.database.owner.query('update developer set service_until = $2 where id = $1', [
      who.developerId,
      new Date(center.clock.now().getTime() + days * DAY_MS),
    ])

  it('is refused with billing.overdue for a bill past its due date', async () => {
    const who = await center.developer()
    const due = (ms: number) =>
      center.inBooks(who, (books) =>
        charging.billDue(books, wanted({ category: 'platform' }), new Date(books.now.getTime() + ms)),
      )
    await due(60_000)
    await asked(who)
    await due(-1)
    await expect(asked(who)).rejects.toMatchObject({ error: 'billing.overdue' })
  })

  it('is refused with billing.overdue for an unpaid service fee', async () => {
    const who = await center.developer()
    await serviceUntil(who, 1)
    await asked(who)
    await serviceUntil(who, -1)
    await asked(who)
    await center.ground.database.owner.query('update billing_terms set fee_fen = 100 where developer_id = $1', [
      who.developerId,
    ])
    await expect(asked(who)).rejects.toMatchObject({ error: 'billing.overdue' })
    await center.ground.database.owner.query('update billing_terms set fee_fen = 0 where developer_id = $1', [
      who.developerId,
    ])
    await asked(who)
  })

  it('is not refused with billing.overdue without overdue bills, even with an empty balance', async () => {
    await asked(await center.developer())
  })
})

describe('a hold', () => {
  it('cannot be spent otherwise, and is captured in parts, each once', async () => {
    const who = await center.developer()
    await give(who, 'wallet', 700)
    await give(who, 'gift', 300)
    const { orderGuid } = await center.inBooks(who, (books) => charging.hold(books, wanted({ price: money(900) })))
    expect(await balances(who)).toMatchObject({ wallet: 100, gift: 0, held: 900 })
    await expect(
      center.inBooks(who, (books) => charging.charge(books, wanted({ price: money(101) }))),
    ).rejects.toMatchObject({ error: 'billing.insufficientBalance' })
    const part = { purpose: 'chunk-1', fen: 400, units: 0 }
    await Promise.all(
      Array.from({ length: 5 }, () => center.inBooks(who, (books) => charging.capture(books, orderGuid, part))),
    )
    expect(await balances(who)).toMatchObject({ wallet: 100, held: 500 })
    await center.inBooks(who, (books) => charging.release(books, orderGuid))
    expect(await balances(who)).toMatchObject({ wallet: 600, gift: 0, held: 0 })
    expect(await failures()).toEqual([])
  })

  it('returns to its sources when it is released', async () => {
    const who = await center.developer()
    await give(who, 'wallet', 700)
    await give(who, 'gift', 300)
    const { orderGuid } = await center.inBooks(who, (books) => charging.hold(books, wanted({ price: money(1_000) })))
    await center.inBooks(who, (books) => charging.release(books, orderGuid))
    await center.inBooks(who, (books) => charging.capture(books, orderGuid))
    expect(await balances(who)).toMatchObject({ wallet: 700, gift: 300, held: 0 })
    expect(await failures()).toEqual([])
  })

  it('is either captured or released, whichever comes first', async () => {
    const who = await center.developer()
    await give(who, 'wallet', 2_000)
    for (let round = 0; round < 10; round++) {
      const { orderGuid } = await center.inBooks(who, (books) => charging.hold(books, wanted()))
      await Promise.all([
        center.inBooks(who, (books) => charging.capture(books, orderGuid)),
        center.inBooks(who, (books) => charging.release(books, orderGuid)),
      ])
    }
    const { wallet, held } = await balances(who)
    expect(held).toBe(0)
    expect((2_000 - wallet) % 100).toBe(0)
    expect(await failures()).toEqual([])
  })
})

describe('a bill with a due date', () => {
  it('is neither captured nor released nor reversed, only paid', async () => {
    const who = await center.developer()
    const { orderGuid } = await center.inBooks(who, (books) =>
      charging.billDue(
        books,
        wanted({ category: 'platform', price: money(500) }),
        new Date(books.now.getTime() + 60_000),
      ),
    )
    for (const act of [charging.capture, charging.release, charging.reverse])
      await center.inBooks(who, (books) => act(books, orderGuid))
    await give(who, 'wallet', 499)
    expect(await center.inBooks(who, (books) => charging.payDue(books, orderGuid))).toBe('tooLittle')
    await give(who, 'wallet', 1)
    expect(await center.inBooks(who, (books) => charging.payDue(books, orderGuid))).toMatchObject({
      status: 'success',
      actualFen: 500,
    })
    expect(await center.inBooks(who, (books) => charging.payDue(books, orderGuid))).toBe('nothingDue')
    expect(await balances(who)).toMatchObject({ wallet: 0 })
    expect(await failures()).toEqual([])
  })
})

describe('a reversal', () => {
  it.each([
    { of: 'money', price: money(100) },
    { of: 'a stock', price: units('gift') },
    { of: 'nothing', price: money(0) },
  ])('of $of frees its purpose: the same is charged again, once', async ({ price }) => {
    const who = await center.developer()
    await give(who, 'wallet', 1_000)
    await give(who, 'giftLicenses', 10)
    const same = wanted({ price })
    const first = await center.inBooks(who, (books) => charging.charge(books, same))
    await center.inBooks(who, (books) => charging.reverse(books, first.orderGuid))
    const again = await Promise.all(
      Array.from({ length: 5 }, () => center.inBooks(who, (books) => charging.charge(books, same))),
    )
    expect(again.filter(({ isNew }) => isNew)).toHaveLength(1)
    expect(again[0]?.orderGuid).not.toBe(first.orderGuid)
    await center.inBooks(who, (books) => charging.reverse(books, first.orderGuid))
    expect(await balances(who)).toMatchObject({
      wallet: 1_000 - price.totalFen,
      giftLicenses: 10 - (price.units?.count ?? 0),
    })
    expect(await failures()).toEqual([])
  })

  it('of a partly captured order returns both the captured amount and the rest of the hold', async () => {
    const who = await center.developer()
    await give(who, 'wallet', 700)
    await give(who, 'gift', 300)
    const { orderGuid } = await center.inBooks(who, (books) => charging.hold(books, wanted({ price: money(900) })))
    await center.inBooks(who, (books) => charging.capture(books, orderGuid, { purpose: 'chunk-1', fen: 400, units: 0 }))
    await Promise.all(
      Array.from({ length: 3 }, () => center.inBooks(who, (books) => charging.reverse(books, orderGuid))),
    )
    expect(await balances(who)).toMatchObject({ wallet: 700, gift: 300, held: 0 })
    expect(await failures()).toEqual([])
  })

  it('that only the order or only the ledger has is reported', async () => {
    const who = await center.developer()
    await give(who, 'wallet', 200)
    const orders = [
      await center.inBooks(who, (books) => charging.charge(books, wanted())),
      await center.inBooks(who, (books) => charging.charge(books, wanted())),
    ]
    await center.inBooks(who, (books) => charging.reverse(books, orders[0]?.orderGuid ?? ''))
    const turn = () =>
      center.ground.database.owner.query(
        'update billing_order set is_reversed = not is_reversed where developer_id = $1',
        [who.developerId],
      )
    await turn()
    const told = await failures()
    await turn()
    expect(told.map(({ what }) => what)).toEqual(['reversal', 'reversal'])
    expect(await failures()).toEqual([])
  })

  it('is refused for packages and service fees, which would remain', async () => {
    const who = await center.developer()
    await give(who, 'wallet', 1_000)
    for (const category of ['package', 'serviceFee'] as const) {
      const { orderGuid } = await center.inBooks(who, (books) => charging.charge(books, wanted({ category })))
      await expect(center.inBooks(who, (books) => charging.reverse(books, orderGuid))).rejects.toThrow(
        'cannot be reversed',
      )
    }
    expect(await balances(who)).toMatchObject({ wallet: 800 })
  })

  it('and a charge after it in the same transaction lock the purses in the common order', async () => {
    const who = await center.developer()
    await give(who, 'wallet', 10_000)
    await center.inBooks(who, (books) => charging.charge(books, wanted()))
    const orders: string[] = []
    for (let n = 0; n < 20; n++)
      orders.push(
        (await center.inBooks(who, (books) => (n % 2 === 0 ? charging.charge : charging.hold)(books, wanted())))
          .orderGuid,
      )
    await give(who, 'gift', 10_000)
    const replaced = orders.map((orderGuid) =>
      center.inBooks(who, async (books) => {
        await charging.reverse(books, orderGuid)
        await charging.charge(books, wanted())
      }),
    )
    const charged = Array.from({ length: 40 }, () => center.inBooks(who, (books) => charging.charge(books, wanted())))
    expect(await outcomes([...replaced, ...charged])).toEqual({ done: 60, refusals: [] })
    expect(await failures()).toEqual([])
  })

  it('returns everything to its sources, once', async () => {
    const who = await center.developer()
    await give(who, 'wallet', 100)
    await give(who, 'gift', 50)
    const { orderGuid } = await center.inBooks(who, (books) => charging.charge(books, wanted({ price: money(120) })))
    await Promise.all(
      Array.from({ length: 5 }, () => center.inBooks(who, (books) => charging.reverse(books, orderGuid))),
    )
    expect(await balances(who)).toMatchObject({ wallet: 100, gift: 50 })
    expect(await failures()).toEqual([])
  })
})

it('credits, charges and payments of due bills, all at once, lock the purses in one order', async () => {
  const who = await center.developer()
  const operator = createOperator(center.ground)
  await give(who, 'wallet', 100_000)
  for (let round = 0; round < 15; round++) {
    const { orderGuid } = await center.inBooks(who, (books) =>
      charging.billDue(books, wanted({ category: 'platform' }), new Date(books.now.getTime() - 1)),
    )
    const attempts = [
      ...(['wallet', 'gift', 'wallet'] as const).map((kind) =>
        operator.credit(who.developerId, { kind, amount: 100, note: '测试' }),
      ),
      ...Array.from({ length: 4 }, () =>
        center.inBooks(who, (books) => charging.charge(books, wanted({ whileOverdue: true }))),
      ),
      center.inBooks(who, (books) => charging.payDue(books, orderGuid)),
      center.inBooks(who, (books) => charging.payOwed(books)),
    ]
    expect(await outcomes(attempts)).toEqual({ done: attempts.length, refusals: [] })
  }
  // Each round, 300 came in and 500 were spent.
  const { wallet, gift } = await balances(who)
  expect(wallet + gift).toBe(100_000 - 15 * 200)
  expect(await failures()).toEqual([])
})

describe('the spending counter', () => {
  const spent = async (who: Actor) =>
    (
      await center.inBooks(who, ({ db }) =>
        db.execute<{ fen: number }>(sql`
          select coalesce(sum(delta), 0)::bigint as fen from counter_delta
          where developer_id = ${who.developerId} and name ~ '^spent:[0-9]{4}-[0-9]{2}-[0-9]{2}:'`),
      )
    ).rows[0]?.fen

  it('counts a bill once it is settled, and no longer once it is reversed', async () => {
    const who = await center.developer()
    await give(who, 'wallet', 1_000)
    const { orderGuid } = await center.inBooks(who, (books) => charging.hold(books, wanted({ price: money(900) })))
    await center.inBooks(who, (books) => charging.capture(books, orderGuid, { purpose: 'chunk-1', fen: 400, units: 0 }))
    expect(await spent(who)).toBe(0)
    center.clock.advance(2 * DAY_MS)
    await center.inBooks(who, (books) => charging.release(books, orderGuid))
    expect(await spent(who)).toBe(400)
    await center.inBooks(who, (books) => charging.reverse(books, orderGuid))
    expect(await spent(who)).toBe(0)
    expect(await balances(who)).toMatchObject({ wallet: 1_000, held: 0 })
  })
})

describe('the ledger', () => {
  it('refuses a transfer that does not add up in each unit, or goes below zero', async () => {
    const who = await center.developer()
    const post = (legs: Parameters<typeof postTransfer>[1]['legs']) =>
      center.inBooks(who, (books) =>
        postTransfer(books, { purpose: `bad-${++serial}`, movement: 'credit', subject: '', legs }),
      )
    await expect(
      post([
        { kind: 'grants', amount: -1 },
        { kind: 'wallet', amount: 2 },
      ]),
    ).rejects.toMatchObject({ cause: { message: expect.stringContaining('add up to zero') as string } })
    await expect(
      post([
        { kind: 'licenseGrants', amount: -1 },
        { kind: 'wallet', amount: 1 },
      ]),
    ).rejects.toMatchObject({ cause: { message: expect.stringContaining('add up to zero') as string } })
    await expect(
      post([
        { kind: 'wallet', amount: -1 },
        { kind: 'revenue', amount: 1 },
      ]),
    ).rejects.toThrow('overdraws an account')
  })

  it.each([
    'update ledger_entry set amount = 1',
    'delete from ledger_entry',
    "update ledger_transfer set subject = ''",
    'delete from ledger_transfer',
    'truncate ledger_entry',
  ])('cannot be changed even by the database owner: %s', async (statement) => {
    const who = await center.developer()
    await give(who, 'wallet', 100)
    await expect(center.ground.database.owner.query(statement)).rejects.toThrow(/append-only|cannot truncate/)
  })

  it('gives the application no way to write a balance', async () => {
    const who = await center.developer()
    await give(who, 'wallet', 100)
    for (const statement of [
      sql`update ledger_account set balance = 1000000`,
      sql`insert into ledger_entry (developer_id, transfer_guid, kind, ref, hold, amount, at)
        values (${who.developerId}, ${NONE}, 'wallet', ${NONE}, ${NONE}, 1, now())`,
    ]) {
      await expect(center.inBooks(who, ({ db }) => db.execute(statement))).rejects.toMatchObject({
        cause: { code: '42501' },
      })
    }
  })

  it('reports a balance that differs from its entries', async () => {
    const who = await center.developer()
    await give(who, 'wallet', 100)
    await center.ground.database.owner.query('update ledger_account set balance = 101 where developer_id = $1', [
      who.developerId,
    ])
    expect(await failures()).toEqual([expect.objectContaining({ developerId: who.developerId, what: 'balance' })])
    await center.ground.database.owner.query('update ledger_account set balance = 100 where developer_id = $1', [
      who.developerId,
    ])
    expect(await failures()).toEqual([])
  })

  it('matches a simple model after every step of a random sequence', async () => {
    const who = await center.developer()
    const model = { wallet: 0, gift: 0 }
    const held: { orderGuid: string; gift: number; wallet: number }[] = []
    const step = fc.oneof(
      fc.record({
        act: fc.constant('credit' as const),
        purse: fc.constantFrom('wallet' as const, 'gift' as const),
        fen: fc.integer({ min: 1, max: 500 }),
      }),
      fc.record({ act: fc.constantFrom('charge' as const, 'hold' as const), fen: fc.integer({ min: 1, max: 400 }) }),
      fc.record({ act: fc.constantFrom('capture' as const, 'release' as const) }),
    )
    const steps = fc.sample(step, { numRuns: 120, seed: 20_261 }).flat()
    for (const one of steps) {
      if (one.act === 'credit') {
        await give(who, one.purse, one.fen)
        model[one.purse] += one.fen
      } else if (one.act === 'charge' || one.act === 'hold') {
        const isEnough = model.gift + model.wallet >= one.fen
        const paid = await center
          .inBooks(who, (books) => charging[one.act](books, wanted({ price: money(one.fen) })))
          .catch(() => undefined)
        expect(paid !== undefined).toBe(isEnough)
        if (!paid) continue
        const gift = Math.min(model.gift, one.fen)
        model.gift -= gift
        model.wallet -= one.fen - gift
        if (one.act === 'hold') held.push({ orderGuid: paid.orderGuid, gift, wallet: one.fen - gift })
      } else {
        const hold = held.shift()
        if (!hold) continue
        await center.inBooks(who, (books) =>
          one.act === 'capture' ? charging.capture(books, hold.orderGuid) : charging.release(books, hold.orderGuid),
        )
        if (one.act === 'release') {
          model.gift += hold.gift
          model.wallet += hold.wallet
        }
      }
      expect(await balances(who)).toMatchObject({
        ...model,
        held: held.reduce((sum, { gift, wallet }) => sum + gift + wallet, 0),
      })
    }
    expect(await failures()).toEqual([])
  })
})
