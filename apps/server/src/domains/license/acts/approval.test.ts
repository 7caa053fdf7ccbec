// Licenses that wait for approval: not in force, with their cost on hold, until a decision.
import { DAY_MS, LICENSE_STATUSES, billingCalls, licenseCalls, orderCalls, pcLicenseCalls } from '@sealwright/contract'
import {
  approveRequest,
  createTestApprovals,
  createTestCenter,
  createVendor,
  refused,
  rejectRequest,
} from '@sealwright/testkit'
import type { Actor, TestCenter, Vendor } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Refusal } from '../../../kernel/refusal.ts'
import { verifyLedger } from '../../billing/index.ts'

let center: TestCenter
const approvals = createTestApprovals()
beforeAll(async () => {
  approvals.isOn = true
  center = await createTestCenter({ approvals })
})
afterAll(() => center.close())

const { unbound, bound, deleted, approving, rejected, replaced } = LICENSE_STATUSES

const approve = (of: Actor, requestGuid: string | null) => approveRequest(center, of, requestGuid)
const reject = (of: Actor, requestGuid: string | null, reason?: string) =>
  rejectRequest(center, of, requestGuid, reason)
const settled = (count: number) => ({ count, refusals: [] })
async function declined(attempt: Promise<unknown>): Promise<string> {
  const reason = await attempt.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (!(reason instanceof Refusal)) throw reason ?? new Error('it was not refused')
  return reason.error
}

const money = async (of: Actor) => {
  const { balanceFen, heldFen } = await of.call(billingCalls.balance, {})
  return { balanceFen, heldFen }
}
const issue = (of: Actor, templateGuid: string, count = 1) =>
  of.call(pcLicenseCalls.issue, { kind: 'sn', templateGuids: [templateGuid], count })
const get = (of: Actor, guid: string, kind: 'sn' | 'account' = 'sn') => of.call(pcLicenseCalls.get, { kind, guid })
/** The payments in its history, latest first. */
const told = async (of: Actor, guid: string) =>
  (await of.call(pcLicenseCalls.history, { kind: 'sn', guid })).rows.map(({ kind, amountFen, orderGuid }) => [
    kind,
    amountFen,
    orderGuid,
  ])
const bind = (of: Pick<Actor, 'developerId'>, guid: string) => center.bind(of, guid)
async function waiting(given: Parameters<Vendor['pcTemplate']>[1] = {}, count = 2) {
  const of = await createVendor(center, { yuan: 200 })
  const { requestGuid, licenses, status } = await issue(of, await of.pcTemplate('sn', given), count)
  expect(status).toBe(approving)
  return { of, requestGuid, guids: licenses.map(({ guid }) => guid), first: licenses[0]?.guid ?? '' }
}

describe('a license that waits for approval', () => {
  it('is not in force, and its cost is on hold', async () => {
    const { of, first } = await waiting()
    expect(await get(of, first)).toMatchObject({ status: approving, acts: ['delete'], chargedFen: 0 })
    expect(await told(of, first)).toEqual([['issue', null, null]])
    expect(await declined(bind(of, first))).toBe('runtime.underApproval')
    for (const call of [pcLicenseCalls.lock, pcLicenseCalls.rekey])
      expect((await refused(of.call(call, { kind: 'sn', guid: first }))).error).toBe('license.stateForbids')
    expect(await money(of)).toEqual({ balanceFen: 8_400, heldFen: 11_600 })
  })

  it('is in force after approval and charged once; it cannot be approved twice', async () => {
    const { of, requestGuid, guids, first } = await waiting()
    expect(await approve(of, requestGuid)).toEqual(settled(2))
    expect(await get(of, first)).toMatchObject({ status: unbound, chargedFen: 5_800 })
    expect(await approve(of, requestGuid)).toEqual(settled(0))
    expect(await reject(of, requestGuid)).toEqual(settled(0))
    expect(await money(of)).toEqual({ balanceFen: 8_400, heldFen: 0 })
    const { rows: orders } = await of.call(orderCalls.find, {})
    expect(orders.map(({ status, chargedFen }) => [status, chargedFen])).toEqual([['charged', 11_600]])
    // Its share of the amount, shown once.
    expect(await told(of, first)).toEqual([
      ['approve', 5_800, orders[0]?.guid],
      ['issue', null, null],
    ])
    for (const guid of guids) await bind(of, guid)
    expect((await get(of, first)).status).toBe(bound)
    expect((await of.call(pcLicenseCalls.history, { kind: 'sn', guid: first })).rows.map(({ kind }) => kind)).toEqual([
      'bind',
      'approve',
      'issue',
    ])
  })

  it('that several people approve or reject at once is decided by one of them', async () => {
    const { of, requestGuid } = await waiting()
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, index) => (index % 2 === 0 ? approve(of, requestGuid) : reject(of, requestGuid))),
    )
    expect(all.map(({ count }) => count).filter((count) => count > 0)).toEqual([2])
    expect((await money(of)).heldFen).toBe(0)
    expect((await verifyLedger(center.ground.database.owner)).problems).toEqual([])
  })

  it('returns its money and quota when rejected', async () => {
    const of = await createVendor(center, { yuan: 200 })
    const template = await of.pcTemplate('sn')
    const staff = await center.administrator(of, ['snLicense.issue', 'snLicense.view', 'snLicense.delete'], {
      softQuota: 2,
    })
    const {
      requestGuid,
      licenses: [license],
    } = await issue(staff, template, 2)
    const guid = license?.guid ?? ''
    expect((await refused(issue(staff, template))).error).toBe('license.quotaUsedUp')
    expect(await reject(of, requestGuid, '预算不足')).toEqual(settled(2))
    expect(await get(of, guid)).toMatchObject({ status: rejected, chargedFen: 0, acts: ['delete'] })
    expect(await money(of)).toEqual({ balanceFen: 20_000, heldFen: 0 })
    const {
      rows: [event],
    } = await of.call(pcLicenseCalls.history, { kind: 'sn', guid })
    expect(event).toMatchObject({ kind: 'reject', reason: '预算不足' })
    expect(await told(of, guid)).toEqual([
      ['reject', null, null],
      ['issue', null, null],
    ])
    expect(await declined(bind(of, guid))).toBe('runtime.approvalRejected')
    // Deleting a rejected license returns nothing a second time.
    await staff.call(pcLicenseCalls.delete, { kind: 'sn', guid })
    expect((await issue(staff, template, 2)).licenses).toHaveLength(2)
    expect((await refused(issue(staff, template))).error).toBe('license.quotaUsedUp')
  })

  it('releases the hold when the last license of its issue is deleted, and not before', async () => {
    const {
      of,
      requestGuid,
      guids: [one = '', two = ''],
    } = await waiting()
    await of.call(pcLicenseCalls.delete, { kind: 'sn', guid: one })
    expect(await get(of, one)).toMatchObject({ status: deleted, chargedFen: 0 })
    expect((await money(of)).heldFen).toBe(11_600)
    await of.call(pcLicenseCalls.delete, { kind: 'sn', guid: two })
    expect(await money(of)).toEqual({ balanceFen: 20_000, heldFen: 0 })
    expect(await approve(of, requestGuid)).toEqual(settled(0))
  })

  it('releases the hold when the last two are deleted at once', async () => {
    const { of, guids } = await waiting()
    await Promise.all(guids.map((guid) => of.call(pcLicenseCalls.delete, { kind: 'sn', guid })))
    expect(await money(of)).toEqual({ balanceFen: 20_000, heldFen: 0 })
  })

  it('of an issue with deleted licenses costs only the remaining ones', async () => {
    const {
      of,
      requestGuid,
      guids: [one = '', two = ''],
    } = await waiting({}, 3)
    await of.call(pcLicenseCalls.delete, { kind: 'sn', guid: one })
    expect(await approve(of, requestGuid)).toEqual(settled(2))
    expect(await money(of)).toEqual({ balanceFen: 8_400, heldFen: 0 })
    expect(await get(of, two)).toMatchObject({ status: unbound, chargedFen: 5_800 })
    // The deleted license was never paid, although the others of its issue were.
    expect(await told(of, one)).toEqual([
      ['delete', null, null],
      ['issue', null, null],
    ])
    expect((await verifyLedger(center.ground.database.owner)).problems).toEqual([])
  })

  it("replaces the user's license at the approval, and not before", async () => {
    const of = await createVendor(center)
    const [user, template] = [await of.user(), await of.pcTemplate('account')]
    const give = () => of.call(pcLicenseCalls.issue, { kind: 'account', templateGuids: [template], userIds: [user] })
    approvals.isOn = false
    const {
      licenses: [old],
    } = await give().finally(() => (approvals.isOn = true))
    const {
      requestGuid,
      licenses: [next],
    } = await give()
    expect((await get(of, old?.guid ?? '', 'account')).status).toBe(unbound)
    await approve(of, requestGuid)
    expect(await get(of, old?.guid ?? '', 'account')).toMatchObject({
      status: replaced,
      replacedBy: { guid: next?.guid },
    })
    expect((await of.call(pcLicenseCalls.find, { kind: 'account' })).rows.map(({ guid }) => guid)).toEqual([next?.guid])
  })

  it('that is smart costs nothing until a device activates it', async () => {
    const of = await createVendor(center, { yuan: 100 })
    const {
      requestGuid,
      licenses: [license],
    } = await of.call(licenseCalls.issue, { templateGuid: await of.smartTemplate() })
    await approve(of, requestGuid)
    expect((await money(of)).balanceFen).toBe(10_000)
    await bind(of, license?.guid ?? '')
    expect((await money(of)).balanceFen).toBe(4_200)
  })

  it('of an unknown request is not touched', async () => {
    const of = await createVendor(center)
    expect(await approve(of, of.productGuid)).toEqual(settled(0))
  })

  // Last: it moves the clock.
  it('has its full time from the approval, even after an update', async () => {
    const { of, requestGuid, first } = await waiting({
      isForever: false,
      licStartTimeType: 1,
      licDuration: 30,
      billingMode: 'day',
    })
    await center.daysLater(5, of)
    await approve(of, requestGuid)
    const { issueTime, expireTime } = await get(of, first)
    const days = (Date.parse(expireTime ?? '') - Date.parse(issueTime)) / DAY_MS
    expect(days).toBeGreaterThanOrEqual(35)
    expect(days).toBeLessThan(35.1)
    approvals.isOn = false
    await of.call(pcLicenseCalls.refresh, { kind: 'sn', guid: first, changes: { licDuration: 40 } })
    const later = await get(of, first)
    expect(Date.parse(later.expireTime ?? '') - Date.parse(expireTime ?? '')).toBe(10 * DAY_MS)
  })
})
