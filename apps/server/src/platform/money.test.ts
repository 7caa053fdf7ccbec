// The operator commands about money. platform.test.ts also runs commands as processes.
import {
  DAY_MS,
  LIMITS,
  billingCalls,
  developerCalls,
  developerGuid,
  identityCalls,
  operationLogCalls,
  packageCalls,
  productCalls,
  serviceFeeCalls,
  templateCalls,
  topUpCalls,
} from '@sealwright/contract'
import { PASSWORD, createTerminal, createTestCenter, productPayload, templatePayload } from '@sealwright/testkit'
import type { Actor, TestCenter } from '@sealwright/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyLedger, welcomeFormal } from '../domains/billing/index.ts'
import { decideApplication } from '../domains/developer/index.ts'

let center: TestCenter
beforeAll(async () => {
  center = await createTestCenter()
})
afterAll(() => center.close())

const { platform } = createTerminal(() => center)
const owner = <T extends object>(text: string, values: unknown[] = []) =>
  center.ground.database.owner.query<T & Record<string, unknown>>(text, values)
const balances = async ({ developerId }: Actor) => {
  const { rows } = await owner<{ kind: string; balance: number }>(
    `select kind, balance from ledger_account
     where developer_id = $1 and kind in ('wallet', 'gift', 'giftLicenses', 'vouchers')`,
    [developerId],
  )
  return Object.fromEntries(rows.map(({ kind, balance }) => [kind, balance]))
}
const logged = async (who: Actor) =>
  (await who.call(operationLogCalls.find, { targetGuid: developerGuid(who.developerId) })).rows
/** The settings or offers of all developers, to check that a refused command changes nothing. */
const everybodyWas = async (table: 'platform_setting' | 'package_offer') =>
  (
    await owner(
      `select * from ${table} where ${table === 'platform_setting' ? "key like 'billing.%'" : 'true'} order by 1`,
    )
  ).rows

it('rates are set in yuan for all developers or for one, and inconsistent tiers are refused', async () => {
  const who = await center.developer()
  const id = String(who.developerId)
  expect(await platform('rates')).toMatchObject({
    code: 0,
    output: expect.stringMatching(/perYear +15\.00\n.*freeDevices +5\ntiers +none\ngifts +none/s) as string,
  })
  expect(await platform('rates', 'set', 'perYear', '12.50', '--developer', id)).toMatchObject({
    code: 0,
    output: expect.stringMatching(/perYear +12\.50/) as string,
  })
  expect(await platform('rates', 'set', 'freeDevices', '8')).toMatchObject({ code: 0 })
  expect(await platform('rates', 'tiers', '1-50:0.10/15/58,51-65535:0.08/12/48', '--developer', id)).toMatchObject({
    code: 0,
    output: expect.stringContaining('51-65535:0.08/12.00/48.00') as string,
  })
  expect(JSON.parse((await platform('rates', '--developer', id, '--json')).output)).toMatchObject({
    rates: {
      perYearFen: 1_250,
      perDayFen: 10,
      freeDevices: 8,
      tiers: [{ lowLimit: 1 }, { lowLimit: 51, topLimit: 65_535, price: [8, 1_200, 4_800] }],
    },
  })
  expect((await who.call(billingCalls.balance, {})).rates).toMatchObject({ perYearFen: 1_250, freeDevices: 8 })
  expect(await logged(who)).toMatchObject([
    { actor: '平台', changes: [{ field: 'tiers', before: null }] },
    { actor: '平台', changes: [{ field: 'perYearFen', before: '15.00', after: '12.50' }] },
  ])

  const before = await everybodyWas('platform_setting')
  for (const bad of [
    ['set', 'perYear', '-1'],
    ['set', 'perYear', '1.234'],
    ['set', 'nonsense', '1'],
    ['set', 'freeDevices', '1.5'],
    ['set', 'perYear', '12', '13'],
    ['tiers', '2-50:1/1/1'],
    ['tiers', '1-50:1/1/1,52-60:1/1/1'],
    ['tiers', '1-50'],
    ['gifts', '1000'],
    ['gifts', '1000:2,500:3'],
    ['gifts', '1000:101'],
    ['gifts', '1000:2', '--developer', id],
    ['nonsense'],
    ['set', 'perYear', '12', '--developer', 'x'],
  ]) {
    expect(await platform('rates', ...bad), bad.join(' ')).toMatchObject({
      code: 2,
      output: expect.stringMatching(/^[^\n]+\.?\n$/) as string,
    })
  }
  expect(await platform('rates', 'set', 'perYear', '12', '--developer', '999999')).toMatchObject({
    code: 1,
    output: 'There is no developer 999999.\n',
  })
  expect(await everybodyWas('platform_setting')).toEqual(before)

  expect(await platform('rates', 'gifts', '1000:2,10000:5')).toMatchObject({
    code: 0,
    output: expect.stringContaining('from 10,000.00: 5%') as string,
  })
  expect((await who.call(topUpCalls.options, {})).gifts).toEqual([
    { fromFen: 100_000, percent: 2 },
    { fromFen: 1_000_000, percent: 5 },
  ])
  expect(await platform('rates', 'gifts', 'none')).toMatchObject({ code: 0 })
  expect(await platform('rates', 'tiers', 'none', '--developer', id)).toMatchObject({
    code: 0,
    output: expect.stringMatching(/tiers +none/) as string,
  })
  await platform('rates', 'reset', '--developer', id)
  expect(await platform('rates', 'reset')).toMatchObject({
    code: 0,
    output: expect.stringMatching(/perYear +15\.00\n.*freeDevices +5\n/s) as string,
  })
})

it('packages are offered, listed, granted and retired', async () => {
  const who = await center.developer()
  const terms = ['--licenses', '100', '--updates', '20', '--days', '365', '--price', '999.90']
  expect(await platform('package')).toMatchObject({ code: 0, output: 'No package is on offer.\n' })
  expect(await platform('package', 'add', '年包', ...terms)).toMatchObject({ code: 0 })
  expect(await platform('package', 'add', '年包', ...terms)).toMatchObject({ code: 1 })
  expect((await platform('package')).output).toBe('年包  100 licenses, 20 updates, 365 days, 999.90 yuan\n')
  expect((await who.call(packageCalls.offers, {})).offers).toMatchObject([{ type: '年包', priceFen: 99_990 }])
  const before = await everybodyWas('package_offer')
  for (const bad of [
    ['add', '少', '--licenses', '0', '--updates', '1', '--days', '1', '--price', '1'],
    ['add', '少', '--licenses', '1', '--days', '1', '--price', '1'],
    ['add', '长'.repeat(65), ...terms],
    ['retire'],
    ['grant', 'x', '年包'],
    ['grant', String(who.developerId), '年包', '--count', '101'],
    ['nonsense'],
  ]) {
    expect(await platform('package', ...bad), bad.join(' ')).toMatchObject({ code: 2 })
  }
  expect(await platform('package', 'grant', String(who.developerId), '没有')).toMatchObject({ code: 1 })
  expect(await everybodyWas('package_offer')).toEqual(before)
  expect(await platform('package', 'grant', String(who.developerId), '年包', '--count', '2')).toMatchObject({ code: 0 })
  const { rows } = await who.call(packageCalls.find, {})
  expect(rows).toMatchObject([
    { type: '年包', remaining: 100, remainingUpdates: 20, priceFen: 0, status: 'available' },
    { type: '年包' },
  ])
  expect((await who.call(operationLogCalls.find, { targetGuid: rows[0]?.guid })).rows).toMatchObject([
    { actor: '平台', targetKind: 'package' },
  ])
  // A reader with English as the language sees the entry in English.
  await who.call(identityCalls.updatePreferences, { locale: 'en' })
  expect((await who.call(operationLogCalls.find, { targetGuid: rows[0]?.guid })).rows).toMatchObject([
    { actor: 'Platform' },
  ])
  await who.call(identityCalls.updatePreferences, { locale: 'zh' })
  expect(await platform('package', 'retire', '年包')).toMatchObject({ code: 0 })
  expect(await platform('package', 'retire', '年包')).toMatchObject({ code: 1 })
  expect((await who.call(packageCalls.offers, {})).offers).toEqual([])
})

it('credits add and take back, never below zero, and pay overdue bills', async () => {
  const who = await center.developer()
  const id = String(who.developerId)
  const note = ['--note', '线下转账']
  expect(await platform('credit', id, '100', ...note)).toMatchObject({
    code: 0,
    output: expect.stringContaining(
      `Developer ${id} has 100.00 yuan, 0.00 yuan as a gift, 0 gift licenses and 0 vouchers now.`,
    ) as string,
  })
  expect(await platform('credit', id, '20.50', '--gift', ...note)).toMatchObject({ code: 0 })
  expect(await platform('credit', id, '7', '--licenses', ...note)).toMatchObject({ code: 0 })
  expect(await platform('credit', id, '3', '--vouchers', ...note)).toMatchObject({ code: 0 })
  expect(await platform('credit', id, '-40', ...note)).toMatchObject({ code: 0 })
  expect(await platform('credit', id, '-60.01', ...note)).toMatchObject({
    code: 1,
    output: `Developer ${id} has only 60.00 yuan of this; nothing was taken.\n`,
  })
  expect(await platform('credit', id, '-8', '--licenses', ...note)).toMatchObject({ code: 1 })
  expect(await balances(who)).toEqual({ wallet: 6_000, gift: 2_050, giftLicenses: 7, vouchers: 3 })
  for (const bad of [
    [id, '1'],
    [id, '1', '--note', ' '],
    [id, '0', ...note],
    [id, '1.5', '--licenses', ...note],
    [id, '1', '--gift', '--vouchers', ...note],
    ['x', '1', ...note],
    [id, 'x', ...note],
    [id, '1', '2', ...note],
  ]) {
    expect(await platform('credit', ...bad), bad.join(' ')).toMatchObject({ code: 2 })
  }
  expect(await balances(who)).toEqual({ wallet: 6_000, gift: 2_050, giftLicenses: 7, vouchers: 3 })
  expect((await logged(who))[0]).toMatchObject({
    actor: '平台',
    changes: expect.arrayContaining([{ field: 'wallet', before: '100.00', after: '60.00' }]) as unknown[],
  })

  expect(await platform('fee', 'bill', id, '200', '--due', '2099-01-31', '--note', '实施费')).toMatchObject({ code: 0 })
  expect(await center.message(who.account)).toMatchObject({
    kind: 'billDue',
    subject: expect.stringContaining('200.00') as string,
    body: expect.stringContaining('2099-01-31') as string,
  })
  await owner("update bill set due_at = now() - interval '1 day' where developer_id = $1", [who.developerId])
  expect((await who.call(billingCalls.balance, {})).standing).toMatchObject({ isOverdue: true, owedFen: 20_000 })
  expect((await platform('credit', id, '10', ...note)).output).not.toContain('Overdue')
  expect((await platform('credit', id, '500', ...note)).output).toContain('Overdue bills paid from it: 1.')
  expect((await who.call(billingCalls.balance, {})).standing).toMatchObject({ isOverdue: false, owedFen: 0 })
  for (const bad of [
    ['bill', id, '200', '--note', '费'],
    ['bill', id, '200', '--due', '2027-02-30', '--note', '费'],
    ['bill', id, '0', '--due', '2099-01-31', '--note', '费'],
    ['bill', id, '200', '--due', '2099-01-31'],
  ]) {
    expect(await platform('fee', ...bad), bad.join(' ')).toMatchObject({ code: 2 })
  }
  expect(await platform('fee', 'bill', id, '200', '--due', '2020-01-31', '--note', '费')).toMatchObject({ code: 1 })
  expect((await verifyLedger(center.ground.database.owner)).problems).toEqual([])
})

it('the service fee applies to formal developers after their first days; one can have another amount', async () => {
  const [who, own, trial] = [
    await center.developer(),
    await center.developer(),
    await center.developer({ status: 'trial' }),
  ]
  const days = async ({ call }: Actor) => {
    const { paidUntil } = await call(serviceFeeCalls.get, {})
    return paidUntil && Math.round((Date.parse(paidUntil) - Date.now()) / DAY_MS)
  }
  expect(await platform('fee')).toMatchObject({ code: 0, output: 'No service fee.\n' })
  expect(await platform('fee', 'set', '0', '--developer', String(own.developerId))).toMatchObject({ code: 0 })
  expect(await platform('fee', 'set', '980', '--months', '6', '--first-days', '10')).toMatchObject({
    code: 0,
    output: expect.stringContaining('980.00 yuan for 6 months; a new formal developer has 10 days.') as string,
  })
  expect(await Promise.all([who, own, trial].map(days))).toEqual([10, null, null])
  expect(await who.call(serviceFeeCalls.get, {})).toMatchObject({ amountFen: 98_000, periodMonths: 6 })
  expect((await logged(who))[0]).toMatchObject({
    actor: '平台',
    changes: expect.arrayContaining([expect.objectContaining({ field: 'priceFen', after: '980.00' })]) as unknown[],
  })
  expect(await platform('fee', 'set', '500', '--developer', String(own.developerId))).toMatchObject({
    code: 0,
    output: expect.stringContaining('500.00 yuan for 6 months') as string,
  })
  expect(await days(own)).toBe(10)
  expect(await platform('fee', 'reset', '--developer', String(own.developerId))).toMatchObject({
    code: 0,
    output: expect.stringContaining('980.00 yuan for 6 months') as string,
  })
  expect((await logged(own))[0]).toMatchObject({
    actor: '平台',
    changes: [{ field: 'priceFen', before: '500.00', after: '980.00' }],
  })
  expect(await own.call(serviceFeeCalls.get, {})).toMatchObject({ amountFen: 98_000 })
  await platform('fee', 'set', '500', '--developer', String(own.developerId))

  // A developer that becomes formal now has the same first days, and gets gift licenses once.
  await trial.call(developerCalls.apply, {
    companyName: '云帆软件有限公司',
    contactName: '王越',
    contactPhone: '13800138000',
    acceptDeletion: true,
  })
  const approve = () =>
    decideApplication(
      { ...center.ground, trialEnds: [], welcome: welcomeFormal },
      { developerId: trial.developerId, event: 'approve', reason: null },
    )
  expect([await approve(), await approve()]).toMatchObject([{ isDecided: true }, { isDecided: false }])
  const { call } = center.browser()
  await call(identityCalls.login, { account: trial.account, password: PASSWORD })
  expect([await days({ ...trial, call }), await balances(trial)]).toEqual([
    10,
    { giftLicenses: LIMITS.platform.giftLicenses.initial },
  ])

  // A second welcome grants nothing and gives no further time.
  const { database, ids, clock } = center.ground
  const inTwoDays = new Date(clock.now().getTime() + 2 * DAY_MS)
  await database.asOwner((db) => welcomeFormal({ db, ids, now: inTwoDays }, trial.developerId))
  const again = center.browser()
  await again.call(identityCalls.login, { account: trial.account, password: PASSWORD })
  expect([await days({ ...trial, call: again.call }), await balances(trial)]).toEqual([
    10,
    { giftLicenses: LIMITS.platform.giftLicenses.initial },
  ])

  const before = await everybodyWas('platform_setting')
  for (const bad of [
    ['set'],
    ['set', '-5'],
    ['set', '10', '--months', '0'],
    ['set', '10', '--first-days', '400'],
    ['set', '10', '--first-days', '0'],
    ['set', '10', '--months', '6', '--developer', String(own.developerId)],
    ['reset'],
    ['reset', '5', '--developer', String(own.developerId)],
    ['nonsense'],
  ]) {
    expect(await platform('fee', ...bad), bad.join(' ')).toMatchObject({ code: 2 })
  }
  expect(await everybodyWas('platform_setting')).toEqual(before)

  // An unpaid fee blocks the calls that need it. Without a fee nothing is blocked.
  const product = productPayload()
  await who.call(productCalls.create, product)
  await owner("update developer set service_until = now() - interval '1 day' where id = $1", [who.developerId])
  await expect(who.call(templateCalls.create, templatePayload(product.licenseId))).rejects.toMatchObject({
    error: 'developer.serviceFeeUnpaid',
  })
  expect(await platform('fee', 'set', '0')).toMatchObject({ code: 0 })
  expect(await Promise.all([who, own].map(days))).toEqual([null, 10])
  await who.call(templateCalls.create, templatePayload(product.licenseId))
})

it('service time paid in advance stays when the fee is turned off and on again', async () => {
  const [ahead, over, own, fresh] = [
    await center.developer(),
    await center.developer(),
    await center.developer(),
    await center.developer(),
  ]
  const id = String(own.developerId)
  await platform('fee', 'set', '980', '--first-days', '10')
  await platform('fee', 'set', '500', '--developer', id)
  for (const [{ developerId }, days] of [
    [ahead, 400],
    [own, 400],
    [over, -1],
  ] as const)
    await owner('update developer set service_until = now() + make_interval(days => $2) where id = $1', [
      developerId,
      days,
    ])
  await owner('update developer set service_until = null where id = $1', [fresh.developerId])
  const days = async ({ call }: Actor) => {
    const { paidUntil } = await call(serviceFeeCalls.get, {})
    return paidUntil && Math.round((Date.parse(paidUntil) - Date.now()) / DAY_MS)
  }
  const standing = async ({ call }: Actor) => (await call(billingCalls.balance, {})).standing.isOverdue
  expect(await Promise.all([ahead, over, own].map(standing))).toEqual([false, true, false])
  expect(await platform('fee', 'set', '0')).toMatchObject({
    code: 0,
    output: expect.stringContaining('No service fee.') as string,
  })
  await platform('fee', 'set', '0', '--developer', id)
  expect(await Promise.all([ahead, over, own, fresh].map(days))).toEqual([null, null, null, null])
  expect(await standing(over)).toBe(false)
  expect((await logged(own))[0]).toMatchObject({
    changes: expect.arrayContaining([expect.objectContaining({ field: 'expireTime', after: null })]) as unknown[],
  })
  await platform('fee', 'set', '1000')
  await platform('fee', 'set', '600', '--developer', id)
  expect(await Promise.all([ahead, over, own, fresh].map(days))).toEqual([400, 10, 400, 10])
  expect(await standing(over)).toBe(false)
  // A new amount does not give the first days again.
  await owner("update developer set service_until = now() - interval '1 day' where id = $1", [over.developerId])
  await platform('fee', 'set', '1200')
  expect([await days(over), await standing(over)]).toEqual([-1, true])
  await platform('fee', 'set', '0')
})

it('limits are set within what is possible', async () => {
  const who = await center.developer()
  const { developerId } = who
  expect(await platform('limits', 'set', 'graceDays', '30', '--developer', String(developerId))).toMatchObject({
    code: 0,
    output: expect.stringMatching(/giftLicenses +100 .*graceDays +30 /s) as string,
  })
  expect((await platform('limits')).output).toMatch(/graceDays +15 /)
  expect(await platform('limits', 'set', 'giftLicenses', '50')).toMatchObject({ code: 0 })
  for (const bad of [
    ['set', 'graceDays', '366'],
    ['set', 'giftLicenses', '-1'],
    ['set', 'nonsense', '1'],
    ['set', 'graceDays'],
    ['reset', 'graceDays'],
    ['nonsense'],
  ])
    expect(await platform('limits', ...bad), bad.join(' ')).toMatchObject({ code: 2 })
  expect((await platform('limits')).output).toMatch(/giftLicenses +50 .*graceDays +15 /s)
  expect(await platform('limits', 'reset', '--developer', String(developerId))).toMatchObject({
    code: 0,
    output: expect.stringMatching(/giftLicenses +50 .*graceDays +15 /s) as string,
  })
  expect((await logged(who))[0]).toMatchObject({
    actor: '平台',
    changes: [{ field: 'graceDays', before: '30', after: '15' }],
  })
  expect(await platform('limits', 'reset')).toMatchObject({
    code: 0,
    output: expect.stringMatching(/giftLicenses +100 /) as string,
  })
})
