// What is charged is what was shown, or nothing is issued. How many licenses were issued at once decides their channel.
import { billingCalls, pcLicenseCalls, productCalls, taskCalls } from '@sealwright/contract'
import { createTestCenter, createVendor, refused } from '@sealwright/testkit'
import type { TestCenter, Vendor } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOperator } from '../../billing/index.ts'

const CODE_FEN = 5_800

let center: TestCenter
beforeAll(async () => {
  center = await createTestCenter()
})
afterAll(() => center.close())

const countOf = async (of: Vendor) => (await of.call(pcLicenseCalls.count, { kind: 'sn' })).records
const walletOf = async (of: Vendor) => (await of.call(billingCalls.balance, {})).balanceFen
const raise = (of: Vendor, oneTimeFen: number) => createOperator(center.ground).setRates({ oneTimeFen }, of.developerId)

describe('the price that was shown', () => {
  it('is charged; another one is refused, and nothing is issued: license.priceChanged', async () => {
    const of = await createVendor(center, { yuan: 1_000 })
    const payload = { kind: 'sn' as const, templateGuids: [await of.pcTemplate('sn')], count: 2 }
    for (const priceFen of [0, 2 * CODE_FEN - 1, 2 * CODE_FEN + 1])
      expect(await refused(of.call(pcLicenseCalls.issue, { ...payload, priceFen }))).toMatchObject({
        error: 'license.priceChanged',
        message: center.ground.languages.zh('errors.license.priceChanged', { amount: '116.00' }),
      })
    expect([await countOf(of), await walletOf(of)]).toEqual([0, 100_000])
    await of.call(pcLicenseCalls.issue, { ...payload, priceFen: 2 * CODE_FEN })
    expect([await countOf(of), await walletOf(of)]).toEqual([2, 100_000 - 2 * CODE_FEN])
  })

  it('does not matter for what is paid later', async () => {
    const of = await createVendor(center)
    const payload = { kind: 'sn' as const, templateGuids: [await of.pcTemplate('sn')], isPreIssued: true, priceFen: 1 }
    expect((await of.call(pcLicenseCalls.issue, payload)).orderGuid).toBeNull()
  })

  it('of a draft is the most that its rows are charged; a retry accepts the new price', async () => {
    const of = await createVendor(center, { yuan: 1_000 })
    const { taskId } = await of.call(pcLicenseCalls.batchIssue, {
      kind: 'sn',
      templateGuids: [await of.pcTemplate('sn')],
      count: 3,
      dryRun: true,
    })
    expect((await of.call(taskCalls.get, { guid: taskId })).cost?.totalFen).toBe(3 * CODE_FEN)
    await raise(of, 6_000)
    await of.call(taskCalls.start, { guid: taskId })
    await center.finishTask(of, taskId)
    const { rows } = await of.call(taskCalls.findRows, { guid: taskId })
    const reason = center.ground.languages.zh('errors.license.priceChanged', { amount: '60.00' })
    expect(rows).toMatchObject([{ reason }, { reason }, { reason }])
    expect([await countOf(of), await walletOf(of)]).toEqual([0, 100_000])
    await of.call(taskCalls.retry, { guid: taskId })
    await center.finishTask(of, taskId)
    expect([await countOf(of), await walletOf(of)]).toEqual([3, 100_000 - 18_000])
  })

  it('of a draft holds for rows that failed for another reason, until the new one is told', async () => {
    const of = await createVendor(center, { yuan: 58 })
    const { taskId } = await of.call(pcLicenseCalls.batchIssue, {
      kind: 'sn',
      templateGuids: [await of.pcTemplate('sn')],
      count: 2,
      dryRun: true,
    })
    await of.call(taskCalls.start, { guid: taskId })
    await center.finishTask(of, taskId)
    expect([await countOf(of), await walletOf(of)]).toEqual([1, 0])
    await center.credit(of, 100_000)
    const retry = async () => {
      await of.call(taskCalls.retry, { guid: taskId })
      const waiting = await of.call(taskCalls.findRows, { guid: taskId, state: 'waiting' })
      expect(waiting.rows).toMatchObject([{ reason: null }])
      await center.finishTask(of, taskId)
      return (await of.call(taskCalls.findRows, { guid: taskId, state: 'fail' })).rows.map(({ reason }) => reason)
    }
    const changed = (amount: string) => center.ground.languages.zh('errors.license.priceChanged', { amount })
    await raise(of, 6_000)
    expect(await retry()).toEqual([changed('60.00')])
    await raise(of, 7_000)
    expect(await retry()).toEqual([changed('70.00')])
    expect([await countOf(of), await walletOf(of)]).toEqual([1, 100_000])
    expect(await retry()).toEqual([])
    expect([await countOf(of), await walletOf(of)]).toEqual([2, 93_000])
  })

  it('of a draft may be more than its rows are charged', async () => {
    const of = await createVendor(center, { yuan: 1_000 })
    const { taskId } = await of.call(pcLicenseCalls.batchIssue, {
      kind: 'sn',
      templateGuids: [await of.pcTemplate('sn')],
      count: 3,
      dryRun: true,
    })
    await raise(of, 5_000)
    await of.call(taskCalls.start, { guid: taskId })
    await center.finishTask(of, taskId)
    expect([await countOf(of), await walletOf(of)]).toEqual([3, 100_000 - 15_000])
  })
})

it('one license is issued singly, several at once are a batch', async () => {
  const of = await createVendor(center)
  const issue = { kind: 'sn' as const, templateGuids: [await of.pcTemplate('sn')] }
  await of.call(pcLicenseCalls.issue, { ...issue, count: 2 })
  await of.call(pcLicenseCalls.issue, issue)
  const { rows } = await of.call(pcLicenseCalls.find, { kind: 'sn' })
  expect(rows.map(({ source }) => source).toSorted()).toEqual(['batch', 'batch', 'single'])
})

it('the form that issues names the products as customers know them', async () => {
  const of = await createVendor(center)
  const { displayName } = await of.call(productCalls.get, { guid: of.productGuid })
  const template = await of.call(pcLicenseCalls.template, { kind: 'sn', guid: await of.pcTemplate('sn') })
  expect(template).toMatchObject({ productName: '星图', displayName })
  expect(displayName).not.toBe('星图')
})
