// The start of a license: it cannot be used before, and moving the start does not make it cheaper.
import { DAY_MS, LIMITS, billingCalls, orderCalls, pcLicenseCalls } from '@sealwright/contract'
import { createTestCenter, createVendor, refused } from '@sealwright/testkit'
import type { TestCenter, Vendor } from '@sealwright/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'

let center: TestCenter
beforeAll(async () => {
  center = await createTestCenter()
})
afterAll(() => center.close())

const PAGE = { currentPage: 1, pageSize: 10 }
const inDays = (days: number) => new Date(center.clock.now().getTime() + days * DAY_MS).toISOString()
const spent = async (of: Vendor) => 1_000_000 - (await of.call(billingCalls.balance, {})).balanceFen

async function issued(of: Vendor, given: Parameters<Vendor['pcTemplate']>[1]): Promise<string> {
  const template = await of.pcTemplate('sn', { isForever: false, billingMode: 'day', ...given })
  return (await of.call(pcLicenseCalls.issue, { kind: 'sn', templateGuids: [template] })).licenses[0]?.guid ?? ''
}

it('a license cannot be bound before it starts', async () => {
  const of = await createVendor(center)
  const guid = await issued(of, { startTime: inDays(2), endTime: inDays(10) })
  await expect(center.bind(of, guid, 'early')).rejects.toMatchObject({ error: 'runtime.notStarted' })
  await center.daysLater(3, of)
  await center.bind(of, guid, 'in time')
})

it('a license that starts when it ends is charged for one day', async () => {
  const of = await createVendor(center)
  const at = `${inDays(365).slice(0, 10)}T16:00:00.000Z`
  await issued(of, { startTime: at, endTime: at })
  expect(await spent(of)).toBe(LIMITS.billing.perDayFen)
})

it('a used license whose start moves with its end is charged for the whole time', async () => {
  const of = await createVendor(center)
  const guid = await issued(of, { startTime: inDays(0), endTime: inDays(10) })
  await center.bind(of, guid, 'in use')
  const before = await spent(of)
  await center.daysLater(9, of)
  await of.call(pcLicenseCalls.refresh, { kind: 'sn', guid, changes: { startTime: inDays(0), endTime: inDays(10) } })
  expect((await spent(of)) - before).toBe(9 * LIMITS.billing.perDayFen)
  await center.daysLater(9, of)
  await of.call(pcLicenseCalls.refresh, { kind: 'sn', guid, changes: { startTime: inDays(0), endTime: inDays(10) } })
  expect((await spent(of)) - before).toBe(18 * LIMITS.billing.perDayFen)
})

it('an unused license may start later at the same price', async () => {
  const of = await createVendor(center)
  const guid = await issued(of, { startTime: inDays(1), endTime: inDays(11) })
  const before = await spent(of)
  await of.call(pcLicenseCalls.refresh, { kind: 'sn', guid, changes: { startTime: inDays(21), endTime: inDays(31) } })
  expect(await spent(of)).toBe(before)
})

it('an order never shows a code, because its reader may have no access to licenses', async () => {
  const of = await createVendor(center)
  const guid = await issued(of, { endTime: inDays(10) })
  await of.call(pcLicenseCalls.refresh, { kind: 'sn', guid, changes: { endTime: inDays(20) } })
  const { serial } = await of.call(pcLicenseCalls.get, { kind: 'sn', guid })
  const clerk = await center.administrator(of, ['billing.view'])
  expect(JSON.stringify(await clerk.call(orderCalls.find, PAGE))).not.toContain(serial)
  expect((await refused(clerk.call(pcLicenseCalls.get, { kind: 'sn', guid }))).error).toBe('platform.noPermission')
})

it('the latest date also works west of Greenwich, where it ends on the next day in UTC', async () => {
  const of = await createVendor(center)
  await center.ground.database.owner.query("update developer set time_zone = 'America/New_York' where id = $1", [
    of.developerId,
  ])
  const guid = await issued(of, { endTime: LIMITS.date.latest })
  expect((await of.call(pcLicenseCalls.get, { kind: 'sn', guid })).expireTime).toBe('2106-01-01T04:59:59.000Z')
  expect((await of.call(pcLicenseCalls.find, { kind: 'sn' })).records).toBe(1)
})
