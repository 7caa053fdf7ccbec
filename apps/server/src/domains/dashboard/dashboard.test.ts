import {
  DAY_MS,
  HOUR_MS,
  customerCalls,
  dashboardCalls,
  licenseCalls,
  pcLicenseCalls,
  userCalls,
} from '@sealwright/contract'
import { createTestCenter, createVendor } from '@sealwright/testkit'
import type { TestCenter } from '@sealwright/testkit'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'

let center: TestCenter
beforeAll(async () => {
  center = await createTestCenter()
})
afterAll(() => center.close())

it('users and customers are counted only for callers who may view them', async () => {
  const boss = await center.developer()
  expect((await boss.call(dashboardCalls.get, {})).people).toEqual({ users: 0, customers: 0 })
  await boss.call(userCalls.create, { account: 'zhou@yuanshan.example', customerName: '远山科技', sendMail: false })
  await boss.call(userCalls.create, { account: 'he@yuanshan.example', sendMail: false })
  expect((await boss.call(dashboardCalls.get, {})).people).toEqual({ users: 2, customers: 1 })
  const ofUsers = await center.administrator(boss, ['user.view'])
  expect((await ofUsers.call(dashboardCalls.get, {})).people).toEqual({ users: 2, customers: null })
  const ofNeither = await center.administrator(boss, ['product.view'])
  expect((await ofNeither.call(dashboardCalls.get, {})).people).toEqual({ users: null, customers: null })
})

it('the count of customers covers the row scope of the caller', async () => {
  const boss = await center.developer()
  const { guid } = await boss.call(customerCalls.create, { name: '远山科技' })
  await boss.call(customerCalls.create, { name: '近水软件' })
  const sub = await center.administrator(boss, ['customer.view'], {
    limited: ['customer'],
    assigned: { customer: [guid] },
  })
  expect((await sub.call(dashboardCalls.get, {})).people).toEqual({ users: null, customers: 1 })
})

const NONE = { unbound: 0, bound: 0, partlyExpired: 0, locked: 0, expired: 0, approving: 0, rejected: 0 }

it('licenses are counted by family, by current status, and by day of issue', async () => {
  onTestFinished(center.clock.freeze())
  const of = await createVendor(center)
  expect((await of.call(dashboardCalls.get, {})).licenses).toMatchObject({
    total: 0,
    byFamily: { smart: 0, account: 0, sn: 0 },
    byStatus: NONE,
    expiringSoon: 0,
  })
  await of.call(licenseCalls.issue, { templateGuid: await of.smartTemplate(), count: 3 })
  const short = await of.pcTemplate('sn', {
    isForever: false,
    billingMode: 'day',
    licStartTimeType: 1,
    licDuration: 20,
  })
  await of.call(pcLicenseCalls.issue, { kind: 'sn', templateGuids: [short], count: 2 })
  const long = await of.pcTemplate('account', {
    isForever: false,
    billingMode: 'day',
    licStartTimeType: 1,
    licDuration: 50,
  })
  await of.call(pcLicenseCalls.issue, { kind: 'account', templateGuids: [long], userIds: [await of.user()] })
  const issuedOn = (days: { day: string; count: number }[] | null | undefined) =>
    days?.flatMap(({ count }, index) => (count > 0 ? [[days.length - 1 - index, count]] : []))
  const { licenses } = await of.call(dashboardCalls.get, {})
  expect(licenses).toMatchObject({
    total: 6,
    byFamily: { smart: 3, account: 1, sn: 2 },
    byStatus: { ...NONE, unbound: 6 },
    expiringSoon: 2,
  })
  expect(licenses?.issuedByDay).toHaveLength(28)
  expect(issuedOn(licenses?.issuedByDay)).toEqual([[0, 6]])
  const chinese = new Date(center.clock.now().getTime() + 8 * HOUR_MS).toISOString().slice(0, 10)
  expect(licenses?.issuedByDay?.at(-1)).toEqual({ day: chinese, count: 6 })
  center.clock.advance(25 * DAY_MS)
  const again = { ...of, ...(await center.signIn(of.account)) }
  const later = (await askAs(again.headers)).licenses
  expect(later).toMatchObject({ total: 6, byStatus: { ...NONE, unbound: 4, expired: 2 }, expiringSoon: 1 })
  expect(issuedOn(later?.issuedByDay)).toEqual([[25, 6]])
})

async function askAs(headers: Record<string, string>) {
  const response = await center.center.app.inject({ method: 'GET', url: dashboardCalls.get.path, headers })
  return response.json<{ data: Awaited<ReturnType<typeof get>> }>().data
}
const get = async () => (await center.developer()).call(dashboardCalls.get, {})

it('licenses are counted only in the families that the caller may view', async () => {
  const of = await createVendor(center)
  await of.call(licenseCalls.issue, { templateGuid: await of.smartTemplate(), count: 3 })
  await of.call(pcLicenseCalls.issue, { kind: 'sn', templateGuids: [await of.pcTemplate('sn')], count: 2 })
  const clerk = await center.administrator(of, ['snLicense.view'])
  const { licenses } = await clerk.call(dashboardCalls.get, {})
  expect(licenses).toMatchObject({
    total: 2,
    byFamily: { smart: null, account: null, sn: 2 },
    byStatus: { ...NONE, unbound: 2 },
  })
  expect(licenses?.issuedByDay?.at(-1)?.count).toBe(2)
  expect((await (await center.administrator(of, ['product.view'])).call(dashboardCalls.get, {})).licenses).toBeNull()
})

it('the count of licenses covers the row scope of the caller', async () => {
  const of = await createVendor(center)
  await of.call(licenseCalls.issue, { templateGuid: await of.smartTemplate(), count: 3 })
  const clerk = await center.administrator(of, ['smartLicense.view'], { limited: ['product'] })
  expect((await clerk.call(dashboardCalls.get, {})).licenses).toMatchObject({
    total: 0,
    byStatus: NONE,
    expiringSoon: 0,
  })
  const seer = await center.administrator(of, ['smartLicense.view'], {
    limited: ['product'],
    assigned: { product: [of.productGuid] },
  })
  const { licenses } = await seer.call(dashboardCalls.get, {})
  expect(licenses).toMatchObject({
    total: 3,
    byFamily: { smart: 3, account: null, sn: null },
    byStatus: { ...NONE, unbound: 3 },
  })
  expect(
    [licenses, (await clerk.call(dashboardCalls.get, {})).licenses].map((one) => one?.issuedByDay?.at(-1)?.count),
  ).toEqual([3, 0])
})

it('a trial has no statistics', async () => {
  const of = await createVendor(center, { status: 'trial' })
  expect((await of.call(dashboardCalls.get, {})).licenses).toMatchObject({ total: 0, issuedByDay: null })
})
