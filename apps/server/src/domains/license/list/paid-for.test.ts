// The trace of money, both ways: the licenses that an order paid for, and the orders of a license.
import { customerCalls, orderCalls, pcLicenseCalls, taskCalls } from '@sealwright/contract'
import type { PayloadOf } from '@sealwright/contract'
import { createTestCenter, createVendor, customerPayload } from '@sealwright/testkit'
import type { TestCenter, Vendor } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let center: TestCenter
let of: Vendor
beforeAll(async () => {
  center = await createTestCenter()
  of = await createVendor(center)
})
afterAll(() => center.close())

type Issue = Partial<PayloadOf<typeof pcLicenseCalls.issue>>
async function issue(given: Issue) {
  const kind = given.userIds ? 'account' : 'sn'
  const { orderGuid, licenses } = await of.call(pcLicenseCalls.issue, {
    kind,
    templateGuids: [await of.pcTemplate(kind)],
    ...given,
  })
  return { orderGuid: orderGuid ?? '', guids: licenses.map(({ guid }) => guid), serial: licenses[0]?.serial ?? '' }
}
const paidBy = async (orderGuid: string, kind: 'sn' | 'account' = 'sn') =>
  (await of.call(pcLicenseCalls.find, { kind, orderGuid, pageSize: 100 })).rows.map(({ guid }) => guid).toSorted()
const found = async (filter: PayloadOf<typeof orderCalls.find>) =>
  (await of.call(orderCalls.find, filter)).rows.map(({ guid }) => guid)

describe('the licenses of an order', () => {
  it('are all licenses of the issue, also after they ended, and nothing else', async () => {
    const { orderGuid, guids } = await issue({ count: 3 })
    await issue({ count: 1 })
    await of.call(pcLicenseCalls.delete, { kind: 'sn', guid: guids[0] ?? '' })
    expect(await paidBy(orderGuid)).toEqual(guids.toSorted())
    expect(await of.call(orderCalls.get, { guid: orderGuid })).toMatchObject({ licenseFamily: 'sn', count: 3 })
    expect(await of.call(pcLicenseCalls.count, { kind: 'sn', orderGuid })).toEqual({ records: 3, isEstimated: false })
    expect(await paidBy(orderGuid, 'account')).toEqual([])
  })

  it('of an update are the updated license', async () => {
    const { guids } = await issue({ count: 2 })
    const [guid = ''] = guids
    const { orderGuid } = await of.call(pcLicenseCalls.refresh, { kind: 'sn', guid, changes: { machineNum: 20 } })
    expect(await paidBy(orderGuid ?? '')).toEqual([guid])
  })

  it('of the rest of a withdrawn batch are those that remain; the refunded order keeps all', async () => {
    const { taskId } = await of.call(pcLicenseCalls.batchIssue, {
      kind: 'sn',
      templateGuids: [await of.pcTemplate('sn', { name: '撤回' })],
      count: 3,
    })
    await center.finishTask(of, taskId)
    const [all] = (await of.call(orderCalls.find, {})).rows
    const guids = await paidBy(all?.guid ?? '')
    const [kept = '', gone = ''] = guids
    await of.call(pcLicenseCalls.deliver, { kind: 'sn', guids: [kept], channel: 'handed', recipient: '王女士' })
    await center.finishTask(of, (await of.call(taskCalls.undo, { guid: taskId })).taskId)
    const { rows } = await of.call(orderCalls.find, { licenseGuid: kept })
    expect(rows).toMatchObject([
      { count: 1, isReversed: false },
      { count: 3, isReversed: true },
    ])
    expect(await paidBy(rows[0]?.guid ?? '')).toEqual([kept])
    expect(await paidBy(rows[1]?.guid ?? '')).toEqual(guids)
    expect(await found({ licenseGuid: gone })).toEqual([all?.guid])
  })
})

describe('the orders of a license', () => {
  it('are found by its guid: its issue and each update; the license counts them', async () => {
    const { orderGuid, guids } = await issue({ count: 2 })
    const [guid = '', other = ''] = guids
    const update = await of.call(pcLicenseCalls.refresh, { kind: 'sn', guid, changes: { machineNum: 20 } })
    expect(await found({ licenseGuid: guid })).toEqual([update.orderGuid, orderGuid])
    expect(await found({ licenseGuid: other })).toEqual([orderGuid])
    expect((await of.call(pcLicenseCalls.get, { kind: 'sn', guid })).orders).toBe(2)
    expect((await of.call(pcLicenseCalls.get, { kind: 'sn', guid: other })).orders).toBe(1)
  })

  it('are found by the code, its start, an account and a part of it, the order ID, and the customer', async () => {
    const { guid: customerGuid } = await of.call(customerCalls.create, customerPayload())
    const code = await issue({ count: 1, customerId: customerGuid })
    const account = await issue({ userIds: [await of.user({ account: 'ada.lovelace@test.example' })] })
    const { orderId } = await of.call(orderCalls.get, { guid: account.orderGuid })
    const spaced = code.serial.replaceAll(/.{4}(?=.)/g, '$&-')
    for (const keyword of [code.serial, spaced.toLowerCase(), code.serial.slice(0, 8)])
      expect(await found({ keyword })).toEqual([code.orderGuid])
    for (const keyword of ['ada.lovelace@test.example', 'Lovelace', account.serial, orderId])
      expect(await found({ keyword })).toEqual([account.orderGuid])
    expect(await found({ customerGuid })).toEqual([code.orderGuid])
    expect(await found({ customerGuid, keyword: 'lovelace' })).toEqual([])
    expect(await found({ keyword: '没有这个账号' })).toEqual([])
  })

  it('of another developer are never found', async () => {
    const { guids, serial } = await issue({ count: 1 })
    const other = await createVendor(center)
    for (const filter of [{ licenseGuid: guids[0] ?? '' }, { keyword: serial }])
      expect((await other.call(orderCalls.find, filter)).rows).toEqual([])
  })
})
