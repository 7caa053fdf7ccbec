// A batch that an approval flow catches: one decision for all rows, one request, a hold for each chunk.
import {
  LICENSE_STATUSES,
  TASK_STATUSES,
  billingCalls,
  packageCalls,
  pcLicenseCalls,
  taskCalls,
} from '@sealwright/contract'
import type { LicenseStatus } from '@sealwright/contract'
import { approveRequest, createTestApprovals, createTestCenter, createVendor, rejectRequest } from '@sealwright/testkit'
import type { Actor, TestCenter } from '@sealwright/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { verifyLedger } from '../../billing/index.ts'

const CODE_FEN = 5_800
const { unbound, approving, deleted } = LICENSE_STATUSES
let afterChunk: (() => void) | undefined
const approvals = createTestApprovals(undefined, async (_scope, { taskGuid }) => {
  if (taskGuid !== undefined) afterChunk?.()
})
let center: TestCenter
beforeAll(async () => {
  center = await createTestCenter({ approvals })
})
afterAll(() => center.close())
beforeEach(() => {
  approvals.isOn = true
  approvals.asked = []
  afterChunk = undefined
})

const money = async (of: Actor) => {
  const { balanceFen, heldFen } = await of.call(billingCalls.balance, {})
  return { balanceFen, heldFen }
}
const count = async (of: Actor, status: LicenseStatus) =>
  (await of.call(pcLicenseCalls.count, { kind: 'sn', status: [status] })).records
const open = async (of: Actor, templateGuids: string[], rows: number) =>
  (await of.call(pcLicenseCalls.batchIssue, { kind: 'sn', templateGuids, count: rows })).taskId
const requestsOf = (taskGuid: string) =>
  [...approvals.requests].filter(([, request]) => request.taskGuid === taskGuid).map(([guid]) => guid)

describe('a caught batch', () => {
  it('asks flows once about all rows and makes one request, which opens when the batch ends', async () => {
    const of = await createVendor(center, { yuan: 400_000 })
    const taskId = await open(of, [await of.pcTemplate('sn')], 2_200)
    await center.finishTask(of, taskId)
    expect(approvals.asked).toMatchObject([
      { event: 'issue', family: 'sn', count: 2_200, fen: 2_200 * CODE_FEN, days: null, isGift: false },
    ])
    const [requestGuid = '', ...others] = requestsOf(taskId)
    expect(others).toEqual([])
    expect(approvals.requests.get(requestGuid)).toMatchObject({
      count: 2_200,
      fen: 2_200 * CODE_FEN,
      isGathering: false,
    })
    expect((await money(of)).heldFen).toBe(2_200 * CODE_FEN)
    expect((await approveRequest(center, of, requestGuid)).count).toBe(2_200)
    expect(await money(of)).toEqual({ balanceFen: 40_000_000 - 2_200 * CODE_FEN, heldFen: 0 })
    expect(await count(of, unbound)).toBe(2_200)
    expect((await verifyLedger(center.ground.database.owner)).problems).toEqual([])
  })

  it.each([true, false])(
    'follows its first chunk although the flow changes in the middle (caught: %s)',
    async (isOn) => {
      const of = await createVendor(center, { yuan: 400_000 })
      const taskId = await open(of, [await of.pcTemplate('sn')], 1_100)
      approvals.isOn = isOn
      let chunk = 0
      afterChunk = () => void (++chunk === 2 && (approvals.isOn = !isOn))
      await center.finishTask(of, taskId)
      expect(chunk).toBe(2)
      expect(await count(of, isOn ? approving : unbound)).toBe(1_100)
    },
  )

  it('whose failed rows are retried later puts them into a new request', async () => {
    const of = await createVendor(center, { yuan: 116 })
    const taskId = await open(of, [await of.pcTemplate('sn')], 3)
    await center.finishTask(of, taskId)
    expect((await of.call(taskCalls.get, { guid: taskId })).status).toBe(TASK_STATUSES.partly)
    await center.credit(of, CODE_FEN)
    approvals.isOn = false
    await of.call(taskCalls.retry, { guid: taskId })
    await center.finishTask(of, taskId)
    expect(requestsOf(taskId).map((guid) => approvals.requests.get(guid)?.count)).toEqual([2, 1])
    expect(await count(of, approving)).toBe(3)
  })

  it('that is canceled opens its request with the licenses it has', async () => {
    const of = await createVendor(center, { yuan: 400_000 })
    const taskId = await open(of, [await of.pcTemplate('sn')], 3_000)
    let canceling: Promise<unknown> | undefined
    afterChunk = () => void (canceling ??= of.call(taskCalls.cancel, { guid: taskId }))
    await center.finishTask(of, taskId)
    await canceling
    const [requestGuid = ''] = requestsOf(taskId)
    const request = approvals.requests.get(requestGuid)
    expect(request).toMatchObject({ isGathering: false })
    expect(await count(of, approving)).toBe(request?.count)
  })

  it('can be undone while it waits: the hold is released and the request is empty', async () => {
    const of = await createVendor(center, { yuan: 1_000 })
    const taskId = await open(of, [await of.pcTemplate('sn')], 5)
    await center.finishTask(of, taskId)
    await center.undoTask(of, taskId)
    expect(await money(of)).toEqual({ balanceFen: 100_000, heldFen: 0 })
    expect(await count(of, deleted)).toBe(5)
    const [requestGuid = ''] = requestsOf(taskId)
    expect(approvals.requests.get(requestGuid)).toMatchObject({ count: 0, fen: 0 })
  })

  it('for users counts all templates together, and a removed user is rejected alone', async () => {
    const of = await createVendor(center)
    const users = [await of.user(), await of.user(), await of.user()]
    const { taskId } = await of.call(pcLicenseCalls.batchIssue, {
      kind: 'account',
      templateGuids: [await of.pcTemplate('account')],
      userIds: users,
    })
    await center.finishTask(of, taskId)
    expect(approvals.asked).toMatchObject([{ family: 'account', count: 3 }])
    const held = (await money(of)).heldFen
    const [requestGuid = ''] = requestsOf(taskId)
    await center.ground.database.owner.query('update end_user set deleted_at = now() where guid = $1', [users[1]])
    expect(await approveRequest(center, of, requestGuid)).toEqual({ count: 2, refusals: ['user.notFound'] })
    expect(await money(of)).toEqual({ balanceFen: 1_000_000 - (held / 3) * 2, heldFen: 0 })
    const items = await center.asPerson(of, (scope) =>
      center.center.license.requests.listItems(scope, requestGuid, { offset: 0, limit: 10 }),
    )
    expect(Map.groupBy(items.rows, ({ status }) => status).get(unbound)).toHaveLength(2)
    expect(items.rows.filter(({ status }) => status !== unbound)).toMatchObject([
      { status: LICENSE_STATUSES.rejected, reason: '用户不存在或已删除' },
    ])
  })

  it('holds gifts and packages like money: a rejection returns them, an approval spends them', async () => {
    const of = await createVendor(center)
    await center.credit(of, 7, 'giftLicenses')
    const offer = center.ground.ids.guid()
    await center.ground.database.owner.query(
      `insert into package_offer (guid, type, licenses, updates, days, price_fen, created_at)
       values ($1, '审批包', 5, 0, 365, 100, now())`,
      [offer],
    )
    await of.call(packageCalls.buy, { guid: offer, count: 1, priceFen: 100 })
    const gift = {
      deductMode: 3,
      billingMode: undefined,
      isForever: false,
      licStartTimeType: 1,
      licDuration: 5,
    } as const
    const packaged = { deductMode: 2, packageName: '审批包', billingMode: undefined } as const
    const left = async (template: string) =>
      (await of.call(billingCalls.quote, { guid: template, count: 1 })).units?.left
    for (const [given, has] of [[gift, 7] as const, [packaged, 5] as const]) {
      const template = await of.pcTemplate('sn', given)
      expect(await left(template)).toBe(has)
      for (const [decide, stays] of [[rejectRequest, has] as const, [approveRequest, has - 3] as const]) {
        const taskId = await open(of, [template], 3)
        await center.finishTask(of, taskId)
        expect(await left(template)).toBe(has - 3)
        const [requestGuid = ''] = requestsOf(taskId)
        expect((await decide(center, of, requestGuid)).count).toBe(3)
        expect(await left(template)).toBe(stays)
      }
    }
    expect(approvals.asked.map(({ isGift, fen }) => [isGift, fen])).toEqual([
      [true, 0],
      [true, 0],
      [false, 0],
      [false, 0],
    ])
    expect((await verifyLedger(center.ground.database.owner)).problems).toEqual([])
  })
})
