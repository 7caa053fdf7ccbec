// An update that an approval flow catches: the license runs on under its terms, the cost is on hold, and the approval
// writes the new terms at the price that was held.
import { LICENSE_STATUSES, LIMITS, TASK_STATUSES, billingCalls, pcLicenseCalls, taskCalls } from '@sealwright/contract'
import {
  approveRequest,
  createTestApprovals,
  createTestCenter,
  createVendor,
  refused,
  rejectRequest,
} from '@sealwright/testkit'
import type { Actor, TestCenter, Vendor } from '@sealwright/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { verifyLedger } from '../../billing/index.ts'

const approvals = createTestApprovals(({ event }) => event === 'update' && approvals.isOn)
let center: TestCenter
beforeAll(async () => {
  center = await createTestCenter({ approvals })
})
afterAll(() => center.close())
beforeEach(() => void (approvals.isOn = true))

const MONTH = { isForever: false, licStartTimeType: 1, licDuration: 30, billingMode: 'day' } as const
const LONGER = { licDuration: 40 }

const money = async (of: Actor) => {
  const { balanceFen, heldFen } = await of.call(billingCalls.balance, {})
  return { balanceFen, heldFen }
}
const get = (of: Actor, guid: string) => of.call(pcLicenseCalls.get, { kind: 'sn', guid })
const refresh = (of: Actor, guid: string, changes: object = LONGER) =>
  of.call(pcLicenseCalls.refresh, { kind: 'sn', guid, changes })
const kinds = async (of: Actor, guid: string) =>
  (await of.call(pcLicenseCalls.history, { kind: 'sn', guid })).rows.map(({ kind }) => kind)
const verified = async () => expect((await verifyLedger(center.ground.database.owner)).problems).toEqual([])

async function codes(count = 1, given: object = {}): Promise<{ of: Vendor; guids: string[]; first: string }> {
  const of = await createVendor(center, { yuan: 1_000 })
  const template = await of.pcTemplate('sn', { ...MONTH, ...given })
  const guids: string[] = []
  while (guids.length < count) {
    const most = Math.min(LIMITS.license.batchCodes, count - guids.length)
    const { licenses } = await of.call(pcLicenseCalls.issue, { kind: 'sn', templateGuids: [template], count: most })
    guids.push(...licenses.map(({ guid }) => guid))
  }
  return { of, guids, first: guids[0] ?? '' }
}

/** A code with a waiting update. `due` is its price. */
async function waiting() {
  const { of, first } = await codes()
  const before = await money(of)
  const preview = await of.call(pcLicenseCalls.previewRefresh, { kind: 'sn', guid: first, changes: LONGER })
  const due = preview.price?.totalFen ?? 0
  const { requestGuid, orderGuid, revision } = await refresh(of, first)
  expect(due).toBeGreaterThan(0)
  return { of, first, before, due, preview, requestGuid, orderGuid, revision }
}

describe('a caught update', () => {
  it('leaves the license as it is, holds the cost, and shows where it waits', async () => {
    const { of, first, before, due, preview, requestGuid, revision } = await waiting()
    expect(preview.caughtBy).toMatchObject({ name: '测试流程' })
    expect(await money(of)).toEqual({ balanceFen: before.balanceFen - due, heldFen: due })
    expect(await get(of, first)).toMatchObject({
      status: LICENSE_STATUSES.unbound,
      licDuration: 30,
      revision,
      approval: null,
      waitingUpdate: {
        requestGuid,
        step: 1,
        steps: 2,
        waitsFor: ['审批人'],
        changes: [{ field: 'licDuration', before: '30', after: '40' }],
      },
    })
    expect(approvals.requests.get(requestGuid ?? '')).toMatchObject({ event: 'update', count: 1, fen: due })
  })

  it('takes effect with the approval, once, and is charged what was held', async () => {
    const { of, first, before, due, requestGuid, orderGuid } = await waiting()
    const all = await Promise.all(Array.from({ length: 4 }, () => approveRequest(center, of, requestGuid)))
    expect(all.map(({ count }) => count).filter((count) => count > 0)).toEqual([1])
    expect(await money(of)).toEqual({ balanceFen: before.balanceFen - due, heldFen: 0 })
    expect(await get(of, first)).toMatchObject({ licDuration: 40, waitingUpdate: null })
    const { rows } = await of.call(pcLicenseCalls.history, { kind: 'sn', guid: first })
    expect(rows[0]).toMatchObject({ kind: 'refresh', amountFen: due, orderGuid })
    await verified()
  })

  it('that is rejected releases the hold, and the history has the reason', async () => {
    const { of, first, before, requestGuid } = await waiting()
    expect((await rejectRequest(center, of, requestGuid, '不需要延长')).count).toBe(1)
    expect(await money(of)).toEqual(before)
    expect(await get(of, first)).toMatchObject({ licDuration: 30, waitingUpdate: null, statusReason: null })
    const { rows } = await of.call(pcLicenseCalls.history, { kind: 'sn', guid: first })
    expect(rows[0]).toMatchObject({ kind: 'reject', reason: '不需要延长' })
    expect((await refresh(of, first)).requestGuid).not.toBeNull()
  })

  it('cannot be edited or submitted again: the license is updated again instead (audit.updateRequest)', async () => {
    const { of, requestGuid } = await waiting()
    const { requests } = center.center.license
    for (const attempt of ['edit', 'resubmit', 'previewEdit'] as const)
      await expect(
        center.asPerson<object>(of, async (scope) => requests[attempt](scope, requestGuid ?? '', LONGER)),
      ).rejects.toMatchObject({ error: 'audit.updateRequest' })
  })

  it('refuses a second update while it waits (license.updateWaits)', async () => {
    const { of, first } = await waiting()
    expect((await refused(refresh(of, first, { licDuration: 50 }))).error).toBe('license.updateWaits')
    const { rules } = await of.call(pcLicenseCalls.previewRefresh, { kind: 'sn', guid: first, changes: LONGER })
    expect(rules[0]).toMatchObject({ rule: 'state', outcome: 'fail' })
  })

  it('is dropped with its license, and the hold is released', async () => {
    const { of, first, before, requestGuid } = await waiting()
    await of.call(pcLicenseCalls.delete, { kind: 'sn', guid: first })
    expect(await money(of)).toEqual(before)
    expect(approvals.requests.get(requestGuid ?? '')).toMatchObject({ count: 0, fen: 0 })
    expect(await approveRequest(center, of, requestGuid)).toEqual({ count: 0, refusals: [] })
    await verified()
  })

  it('has no effect on a license that has changed since: it is rejected with the reason', async () => {
    const { of, first, before, requestGuid } = await waiting()
    await of.call(pcLicenseCalls.lock, { kind: 'sn', guid: first })
    await of.call(pcLicenseCalls.unlock, { kind: 'sn', guid: first })
    expect(await approveRequest(center, of, requestGuid)).toEqual({ count: 0, refusals: ['license.changedSince'] })
    expect(await money(of)).toEqual(before)
    expect((await kinds(of, first))[0]).toBe('reject')
    await verified()
  })

  it('survives the binding of a device, but not one that the new limit excludes', async () => {
    const { of, guids } = await codes(2, { machineNum: 3, useMode: 2 })
    const [kept = '', narrow = ''] = guids
    for (const [n, guid] of [kept, narrow, narrow].entries()) await center.bind(of, guid, `machine-${n}`)
    const one = await refresh(of, kept)
    const two = await refresh(of, narrow, { machineNum: 2 })
    await center.bind(of, kept, 'another')
    await center.bind(of, narrow, 'another')
    expect(await approveRequest(center, of, one.requestGuid)).toEqual({ count: 1, refusals: [] })
    expect(await get(of, kept)).toMatchObject({ licDuration: 40, bound: 2 })
    expect(await approveRequest(center, of, two.requestGuid)).toEqual({ count: 0, refusals: ['license.bindCount'] })
    expect(await get(of, narrow)).toMatchObject({ machineNum: 3, bound: 3 })
  })

  it('that is approved while its license is deleted is either charged or dropped', async () => {
    const { of, first, before, due, requestGuid } = await waiting()
    const [approved] = await Promise.all([
      approveRequest(center, of, requestGuid),
      of.call(pcLicenseCalls.delete, { kind: 'sn', guid: first }),
    ])
    expect(await money(of)).toEqual({ balanceFen: before.balanceFen - approved.count * due, heldFen: 0 })
    await verified()
  })
})

describe('a caught batch of updates', () => {
  async function batch(count = 3) {
    const { of, guids } = await codes(count)
    const before = await money(of)
    const asked = approvals.asked.length
    const { taskId } = await of.call(pcLicenseCalls.batchUpdate, { kind: 'sn', guids, changes: LONGER })
    await center.finishTask(of, taskId)
    const { waitingUpdate } = await get(of, guids[0] ?? '')
    const requestGuid = waitingUpdate?.requestGuid ?? ''
    return { of, guids, before, taskId, requestGuid, asked: approvals.asked.slice(asked) }
  }

  it('is one decision about all rows and one request, which opens when the batch ends', async () => {
    const { of, before, taskId, requestGuid, asked } = await batch(120)
    expect(asked).toMatchObject([{ event: 'update', count: 120, days: 40, isGift: false }])
    expect((await of.call(taskCalls.get, { guid: taskId })).status).toBe(TASK_STATUSES.completed)
    const { heldFen, balanceFen } = await money(of)
    expect(approvals.requests.get(requestGuid)).toMatchObject({ count: 120, fen: heldFen, isGathering: false })
    expect(asked[0]?.fen).toBe(heldFen)
    expect((await approveRequest(center, of, requestGuid)).count).toBe(120)
    expect(await money(of)).toEqual({ balanceFen, heldFen: 0 })
    expect(balanceFen + heldFen).toBe(before.balanceFen)
    await verified()
  })

  it('follows its decision although the flow is turned off in the middle', async () => {
    const { of, guids } = await codes(2)
    const { taskId } = await of.call(pcLicenseCalls.batchUpdate, { kind: 'sn', guids, changes: LONGER })
    approvals.isOn = false
    await center.finishTask(of, taskId)
    for (const guid of guids) expect(await get(of, guid)).toMatchObject({ licDuration: 30, waitingUpdate: {} })
  })

  it('can be undone while it waits: the holds are released', async () => {
    const { of, guids, before, taskId, requestGuid } = await batch()
    await center.undoTask(of, taskId)
    expect(await money(of)).toEqual(before)
    expect((await get(of, guids[0] ?? '')).waitingUpdate).toBeNull()
    expect(approvals.requests.get(requestGuid)).toMatchObject({ count: 0, fen: 0 })
  })

  it('lists its licenses with their changes, and describes the first', async () => {
    const { of, guids, requestGuid } = await batch()
    const { requests } = center.center.license
    const [items, told, holdings] = await center.asPerson(of, async (scope) => [
      await requests.listItems(scope, requestGuid, { offset: 1, limit: 5 }),
      await requests.describe(scope, requestGuid, true),
      await requests.holdings(scope, requestGuid),
    ])
    expect(items).toMatchObject({ records: 3, rows: [{ reason: null }, { changes: [{ field: 'licDuration' }] }] })
    expect(guids).toContain(items.rows[0]?.guid)
    expect(told).toMatchObject({ templateChanges: [], licenseChanges: [{ before: '30', after: '40' }] })
    expect(holdings).toBeNull()
  })
})
