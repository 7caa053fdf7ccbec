// Packages: bought at the price that was shown, charged exactly once, with a state that follows from the clock and from
// what is left.
import { LIMITS, operationLogCalls, packageCalls } from '@sealwright/contract'
import type { Price } from '@sealwright/contract'
import { CROWD, createTestCenter } from '@sealwright/testkit'
import type { Actor, TestCenter } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createCharging } from '../ledger/charging.service.ts'
import { credit } from '../ledger/credit.service.ts'
import { readBalances } from '../ledger/ledger.queries.ts'
import { verifyLedger } from '../ledger/verify.queries.ts'
import { expiryOf } from './package.rules.ts'

let center: TestCenter
beforeAll(async () => {
  center = await createTestCenter()
})
afterAll(() => center.close())

const charging = createCharging()
const give = (who: Actor, fen: number) =>
  center.inBooks(who, (books) =>
    credit(books, { kind: 'wallet', amount: fen, purpose: books.ids.guid(), note: '测试' }),
  )
const failures = async () => (await verifyLedger(center.ground.database.owner)).problems
let serial = 0
async function offerOf(
  given: { type?: string; licenses?: number; updates?: number; days?: number; priceFen?: number } = {},
) {
  const offer = {
    guid: center.ground.ids.guid(),
    type: `套餐 ${++serial}`,
    licenses: 10,
    updates: 5,
    days: 30,
    priceFen: 1_000,
    ...given,
  }
  await center.ground.database.owner.query(
    `insert into package_offer (guid, type, licenses, updates, days, price_fen, created_at)
     values ($1, $2, $3, $4, $5, $6, now())`,
    [offer.guid, offer.type, offer.licenses, offer.updates, offer.days, offer.priceFen],
  )
  return offer
}
const take = (who: Actor, packageType: string, stock: 'packageLicenses' | 'packageUpdates', count: number) =>
  center.inBooks(who, (books) =>
    charging.charge(books, {
      purpose: `test:${books.ids.guid()}`,
      category: 'issue',
      subject: '模板',
      count: 1,
      packageType,
      price: { totalFen: 0, lines: [], units: { stock, count } } satisfies Omit<Price, 'perLicense'>,
    }),
  )

describe('buying', () => {
  it('pays from the balance, fills each package, and is recorded in the operation log', async () => {
    onTestFinished(center.clock.freeze())
    const who = await center.developer()
    await give(who, 5_000)
    const offer = await offerOf()
    const { serials, orderGuid } = await who.call(packageCalls.buy, { guid: offer.guid, count: 3, priceFen: 1_000 })
    expect(new Set(serials).size).toBe(3)
    expect(await center.inBooks(who, readBalances)).toMatchObject({ wallet: 2_000 })
    const { rows } = await who.call(packageCalls.find, {})
    expect(rows).toHaveLength(3)
    const now = center.clock.now()
    for (const row of rows)
      expect(row).toMatchObject({
        type: offer.type,
        licenses: 10,
        remaining: 10,
        updates: 5,
        remainingUpdates: 5,
        priceFen: 1_000,
        status: 'available',
        expireTime: expiryOf(now, 30, 'Asia/Shanghai').toISOString(),
      })
    expect(rows.map((row) => row.serial).toSorted()).toEqual(serials.toSorted())
    const { rows: orders } = await center.ground.database.owner.query(
      'select category, subject, count, amount_fen, status from billing_order where guid = $1',
      [orderGuid],
    )
    expect(orders).toEqual([
      { category: 'package', subject: offer.type, count: 3, amount_fen: 3_000, status: 'charged' },
    ])
    const log = await who.call(operationLogCalls.find, { targetKind: 'package' })
    expect(log.rows).toHaveLength(3)
    expect(serials).toContain(log.rows[0]?.targetName)
    expect(await failures()).toEqual([])
  })

  it('a crowd at the same time, with money for 30: exactly 30 are bought', async () => {
    const who = await center.developer()
    await give(who, 30 * 1_000)
    const offer = await offerOf()
    // A busy server refuses without any change, and the client retries.
    const buy = (): Promise<unknown> =>
      who.call(packageCalls.buy, { guid: offer.guid, priceFen: 1_000 }).catch((error: { error?: string }) => {
        if (error.error !== 'platform.unavailable') throw error
        return buy()
      })
    const settled = await Promise.allSettled(Array.from({ length: CROWD }, buy))
    const refused = settled.flatMap((one) =>
      one.status === 'rejected' ? [(one.reason as { error?: string }).error] : [],
    ) // the client names the refusal
    expect(settled.length - refused.length).toBe(30)
    expect(new Set(refused)).toEqual(new Set(['billing.insufficientBalance']))
    expect((await who.call(packageCalls.find, {})).records).toBe(30)
    expect(await center.inBooks(who, readBalances)).toMatchObject({ wallet: 0 })
    expect(await failures()).toEqual([])
  }, 240_000)

  it('is refused at an outdated price, and for a retired offer', async () => {
    const who = await center.developer()
    await give(who, 5_000)
    const offer = await offerOf()
    await expect(who.call(packageCalls.buy, { guid: offer.guid, priceFen: 999 })).rejects.toMatchObject({
      error: 'package.offerChanged',
      message: expect.stringContaining('10.00') as string,
    })
    await center.ground.database.owner.query('update package_offer set retired_at = now() where guid = $1', [
      offer.guid,
    ])
    await expect(who.call(packageCalls.buy, { guid: offer.guid, priceFen: 1_000 })).rejects.toMatchObject({
      error: 'package.offerNotFound',
    })
    expect(await center.inBooks(who, readBalances)).toMatchObject({ wallet: 5_000 })
    expect((await who.call(packageCalls.find, {})).records).toBe(0)
  })

  it('is open while bills are overdue: they close licenses and campaigns, not packages', async () => {
    const who = await center.developer()
    await give(who, 5_000)
    const other = await offerOf()
    await center.inBooks(who, (books) =>
      charging.billDue(
        books,
        {
          purpose: 'test:due',
          category: 'platform',
          subject: '账单',
          count: 1,
          price: { totalFen: 100, lines: [], units: null },
        },
        new Date(books.now.getTime() - 1),
      ),
    )
    await who.call(packageCalls.buy, { guid: other.guid, priceFen: 1_000 })
    expect(await center.inBooks(who, readBalances)).toMatchObject({ wallet: 4_000 })
    expect((await who.call(packageCalls.find, {})).records).toBe(1)
  })

  it('of a free package makes no bill', async () => {
    const who = await center.developer()
    const offer = await offerOf({ priceFen: 0, updates: 0 })
    await who.call(packageCalls.buy, { guid: offer.guid, priceFen: 0 })
    expect((await who.call(packageCalls.find, {})).rows).toMatchObject([
      { priceFen: 0, remaining: 10, remainingUpdates: 0, status: 'available' },
    ])
    expect(await failures()).toEqual([])
  })
})

describe('the list', () => {
  it('derives states from the clock and what is left, filters by state and type, and sorts both ways', async () => {
    const who = await center.developer()
    await give(who, 100_000)
    const short = await offerOf({ days: 1, licenses: 1, updates: 1 })
    const long = await offerOf({ days: 90, licenses: 2, updates: 0 })
    const buy = async ({ guid }: { guid: string }) =>
      (await who.call(packageCalls.buy, { guid, priceFen: 1_000 })).serials[0] ?? ''
    const ended = await buy(short)
    await center.ground.database.owner.query(
      `update package set bought_at = bought_at - interval '2 days', expires_at = expires_at - interval '2 days'
       where serial = $1`,
      [ended],
    )
    const fresh = await buy(short)
    const empty = await buy(long)
    await take(who, long.type, 'packageLicenses', 2)
    const full = await buy(long)
    const serials = async (payload: Parameters<typeof who.call<typeof packageCalls.find>>[1]) =>
      (await who.call(packageCalls.find, payload)).rows.map((row) => row.serial)
    expect(await serials({ status: 'expired' })).toEqual([ended])
    expect(await serials({ status: 'usedUp' })).toEqual([empty])
    expect(await serials({ status: 'available' })).toEqual([fresh, full])
    expect(await serials({ status: ['expired', 'usedUp'] })).toEqual([empty, ended])
    expect(await serials({ type: long.type })).toHaveLength(2)
    expect(await serials({ type: long.type, status: 'available' })).toEqual([full])
    expect(await serials({})).toEqual([fresh, full, empty, ended])
    expect(await serials({ pageSize: 1, currentPage: 4 })).toEqual([ended])
    expect((await serials({ sort: 'expireTime' })).slice(0, 2)).toEqual([ended, fresh])
    expect((await serials({ sort: 'expireTime', order: 'desc' })).slice(2)).toEqual([fresh, ended])
    expect((await serials({ sort: 'buyTime' })).at(0)).toBe(full)
    expect(await serials({ sort: 'buyTime', order: 'asc' })).toEqual([ended, fresh, empty, full])
    expect(await serials({ sort: 'buyTime', order: 'asc', pageSize: 1, currentPage: 4 })).toEqual([full])
  })

  it('shows a package with updates but no licenses left as available', async () => {
    const who = await center.developer()
    await give(who, 1_000)
    const offer = await offerOf({ licenses: 1, updates: 2 })
    await who.call(packageCalls.buy, { guid: offer.guid, priceFen: 1_000 })
    await take(who, offer.type, 'packageLicenses', 1)
    expect((await who.call(packageCalls.find, {})).rows).toMatchObject([
      { remaining: 0, remainingUpdates: 2, status: 'available' },
    ])
    await expect(take(who, offer.type, 'packageLicenses', 1)).rejects.toMatchObject({ error: 'package.usedUp' })
  })
})

it('offers are the same for all developers; viewers of templates see the types with what is left', async () => {
  const who = await center.developer()
  await give(who, 3_000)
  const [owned, offered] = [await offerOf({ licenses: 7 }), await offerOf()]
  await who.call(packageCalls.buy, { guid: owned.guid, count: 2, priceFen: 1_000 })
  await center.ground.database.owner.query('update package_offer set retired_at = now() where guid = $1', [owned.guid])
  const { offers } = await who.call(packageCalls.offers, {})
  expect(offers).toContainEqual(offered)
  expect(offers.map(({ guid }) => guid)).not.toContain(owned.guid)
  const clerk = await center.administrator(who, ['smartTemplate.view'])
  const { types } = await clerk.call(packageCalls.types, {})
  expect(types).toContainEqual({ type: owned.type, remaining: 14, isOwned: true })
  expect(types).toContainEqual({ type: offered.type, remaining: 0, isOwned: false })
  const { types: others } = await (await center.developer()).call(packageCalls.types, {})
  expect(others.map(({ type }) => type)).not.toContain(owned.type)
})

it("a package expires at the end of its last day in the developer's time zone", () => {
  const now = new Date('2026-10-31T17:00:00Z')
  expect(expiryOf(now, 30, 'Asia/Shanghai').toISOString()).toBe('2026-12-01T15:59:59.000Z')
  // Daylight saving time ends in between. Only the date counts.
  expect(expiryOf(now, 1, 'America/New_York').toISOString()).toBe('2026-11-02T04:59:59.000Z')
  expect(expiryOf(now, LIMITS.package.days, 'UTC').toISOString()).toMatch(/^2036-10-28T23:59:59/)
})
