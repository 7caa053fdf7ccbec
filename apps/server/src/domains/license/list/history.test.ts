// The history of a license: every change with its differences, the issue as the oldest row, on any page and after its
// end.
import { randomUUID } from 'node:crypto'
import { integratorCalls, licenseCalls, orderCalls, pcLicenseCalls, taskCalls } from '@sealwright/contract'
import { createTestCenter, createVendor } from '@sealwright/testkit'
import type { Actor, TestCenter, Vendor } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let center: TestCenter
beforeAll(async () => {
  center = await createTestCenter()
})
afterAll(() => center.close())

async function code(of: Vendor, given: Parameters<Vendor['pcTemplate']>[1] = {}, count = 1): Promise<string> {
  const { licenses } = await of.call(pcLicenseCalls.issue, {
    kind: 'sn',
    templateGuids: [await of.pcTemplate('sn', given)],
    count,
  })
  return licenses[0]?.guid ?? ''
}
const history = (
  of: Actor,
  guid: string,
  page: { currentPage?: number; pageSize?: number; order?: 'asc' | 'desc' } = {},
) => of.call(pcLicenseCalls.history, { kind: 'sn', guid, ...page })

describe('the history of a license', () => {
  it('starts with the issue: the issuer, the template, and its share of the price', async () => {
    const of = await createVendor(center)
    const guid = await code(of, { name: '年度版' }, 3)
    const {
      rows: [order],
    } = await of.call(orderCalls.find, {})
    expect(order).toMatchObject({ amountFen: 17_400 })
    expect((await history(of, guid)).rows).toEqual([
      {
        guid: expect.any(String) as string,
        kind: 'issue',
        at: expect.any(String) as string,
        actor: of.account,
        changes: [],
        about: '年度版',
        channel: null,
        reason: null,
        amountFen: 5_800,
        orderGuid: order?.guid,
      },
    ])
  })

  it('of a license paid by use has no amount at its issue', async () => {
    const of = await createVendor(center)
    const {
      licenses: [license],
    } = await of.call(licenseCalls.issue, { templateGuid: await of.smartTemplate() })
    expect((await of.call(licenseCalls.history, { guid: license?.guid ?? '' })).rows).toMatchObject([
      { kind: 'issue', amountFen: null, orderGuid: null },
    ])
  })

  it('of an undone license has no amount at its issue', async () => {
    const of = await createVendor(center)
    const { taskId } = await of.call(pcLicenseCalls.batchIssue, {
      kind: 'sn',
      templateGuids: [await of.pcTemplate('sn')],
      count: 1,
    })
    await center.finishTask(of, taskId)
    const {
      rows: [license],
    } = await of.call(pcLicenseCalls.find, { kind: 'sn' })
    const guid = license?.guid ?? ''
    expect((await history(of, guid)).rows).toMatchObject([{ kind: 'issue', amountFen: 5_800 }])
    await center.finishTask(of, (await of.call(taskCalls.undo, { guid: taskId })).taskId)
    expect((await history(of, guid)).rows).toMatchObject([
      { kind: 'delete' },
      { kind: 'issue', amountFen: null, orderGuid: null },
    ])
  })

  it('shows how a code was delivered, and to whom', async () => {
    const of = await createVendor(center)
    const guid = await code(of)
    await of.call(pcLicenseCalls.deliver, { kind: 'sn', guids: [guid], channel: 'handed', recipient: '王采购' })
    await of.call(pcLicenseCalls.deliver, { kind: 'sn', guids: [guid], channel: 'printed', again: true })
    expect((await history(of, guid)).rows.map(({ kind, channel, about }) => [kind, channel, about])).toEqual([
      ['deliver', 'printed', null],
      ['deliver', 'handed', '王采购'],
      ['issue', null, '测试模板'],
    ])
  })

  it('distinguishes stock taken back from stock assigned to an integrator', async () => {
    const of = await createVendor(center)
    const { guid: integratorGuid } = await of.call(integratorCalls.create, { name: '华南集成' })
    const {
      licenses: [stock],
    } = await of.call(pcLicenseCalls.issue, {
      kind: 'sn',
      templateGuids: [await of.pcTemplate('sn')],
      isPreIssued: true,
    })
    const guid = stock?.guid ?? ''
    for (const to of [integratorGuid, null])
      await of.call(pcLicenseCalls.assign, { kind: 'sn', guids: [guid], integratorGuid: to })
    expect((await history(of, guid)).rows.slice(0, 2).map(({ kind, about }) => [kind, about])).toEqual([
      ['assign', null],
      ['assign', '华南集成'],
    ])
  })

  it('shows the fields that an update changed, and its price', async () => {
    const of = await createVendor(center)
    const guid = await code(of, { isForever: false, licStartTimeType: 1, licDuration: 30, billingMode: 'day' })
    const { orderGuid } = await of.call(pcLicenseCalls.refresh, {
      kind: 'sn',
      guid,
      changes: { licDuration: 40, forceAuthDays: 7 },
    })
    const {
      rows: [update],
    } = await history(of, guid)
    expect(update).toMatchObject({ kind: 'refresh', amountFen: 100, orderGuid })
    expect(update?.changes.toSorted((a, b) => a.field.localeCompare(b.field))).toEqual([
      { field: 'forceAuthDays', before: null, after: '7' },
      { field: 'licDuration', before: '30', after: '40' },
    ])
  })

  it('shows an integrator the events of its stock, without amounts', async () => {
    const of = await createVendor(center)
    const { guid: integratorGuid } = await of.call(integratorCalls.create, { name: '华北集成' })
    const account = `member-${randomUUID()}@test.example`
    await of.call(integratorCalls.addMember, { guid: integratorGuid, account, userName: '陈集' })
    const member = await center.accept(account)
    const {
      licenses: [license],
    } = await of.call(pcLicenseCalls.issue, {
      kind: 'sn',
      templateGuids: [await of.pcTemplate('sn')],
      isPreIssued: true,
      integratorGuid,
    })
    const guid = license?.guid ?? ''
    await center.bind(of, guid)
    expect((await history(of, guid)).rows.map(({ kind, amountFen }) => [kind, amountFen])).toEqual([
      ['bind', 5_800],
      ['issue', null],
    ])
    expect(
      (await member.call(pcLicenseCalls.history, { kind: 'sn', guid })).rows.map(({ kind, amountFen, orderGuid }) => [
        kind,
        amountFen,
        orderGuid,
      ]),
    ).toEqual([
      ['bind', null, null],
      ['issue', null, null],
    ])
  })

  it('has every row on exactly one page, in either order and with any size', async () => {
    const of = await createVendor(center)
    const guid = await code(of)
    for (let times = 0; times < 3; times++) {
      await of.call(pcLicenseCalls.lock, { kind: 'sn', guid })
      await of.call(pcLicenseCalls.unlock, { kind: 'sn', guid })
    }
    const newestFirst = ['unlock', 'lock', 'unlock', 'lock', 'unlock', 'lock', 'issue']
    for (const order of ['desc', 'asc'] as const) {
      const expected = order === 'desc' ? newestFirst : newestFirst.toReversed()
      const whole = await history(of, guid, { order, pageSize: 100 })
      expect(whole.rows.map(({ kind }) => kind)).toEqual(expected)
      for (const pageSize of [1, 2, 3, 4, 6, 7]) {
        const pages = Math.ceil(7 / pageSize)
        const guids: string[] = []
        for (let currentPage = 1; currentPage <= pages; currentPage++) {
          const page = await history(of, guid, { order, pageSize, currentPage })
          expect([page.records, page.total]).toEqual([7, pages])
          guids.push(...page.rows.map((row) => row.guid))
        }
        expect(guids).toEqual(whole.rows.map((row) => row.guid))
        expect((await history(of, guid, { order, pageSize, currentPage: pages + 1 })).rows).toEqual([])
      }
    }
  })

  it('stays when the license is deleted or replaced', async () => {
    const of = await createVendor(center)
    const guid = await code(of)
    await of.call(pcLicenseCalls.delete, { kind: 'sn', guid })
    expect((await history(of, guid)).rows.map(({ kind }) => kind)).toEqual(['delete', 'issue'])
    const [user, template] = [await of.user(), await of.pcTemplate('account')]
    const give = async () =>
      (await of.call(pcLicenseCalls.issue, { kind: 'account', templateGuids: [template], userIds: [user] })).licenses[0]
    const [old, next] = [await give(), await give()]
    const { rows } = await of.call(pcLicenseCalls.history, { kind: 'account', guid: old?.guid ?? '' })
    expect(rows.map(({ kind, about }) => [kind, about])).toEqual([
      ['replace', next?.serial],
      ['issue', '测试模板'],
    ])
  })
})
