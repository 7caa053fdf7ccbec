// Approval flows through their calls: order, versions, and flows that nobody could pass.
import { randomUUID } from 'node:crypto'
import { LIMITS, approveCalls, accessCalls, operationLogCalls, roleCalls } from '@sealwright/contract'
import type { PayloadOf } from '@sealwright/contract'
import { createTestCenter, createVendor, refused } from '@sealwright/testkit'
import type { Actor, TestCenter, Vendor } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let center: TestCenter
beforeAll(async () => {
  center = await createTestCenter()
})
afterAll(() => center.close())

type FlowPayload = PayloadOf<typeof approveCalls.create>
const flowOf = (approver: string, given: Partial<FlowPayload> = {}): FlowPayload => ({
  name: `审批 ${randomUUID().slice(0, 8)}`,
  families: ['sn'],
  events: ['issue'],
  steps: [{ userIds: [approver] }],
  ...given,
})

async function cast(): Promise<{ of: Vendor; li: Actor }> {
  const of = await createVendor(center)
  return { of, li: await center.administrator(of, ['audit.decide']) }
}
const names = async (of: Actor, filter: PayloadOf<typeof approveCalls.find> = {}) =>
  (await of.call(approveCalls.find, filter)).rows.map(({ name }) => name)

describe('a flow', () => {
  it('comes after the others, can be moved, and leaves no gap in the order', async () => {
    const { of, li } = await cast()
    const guids = []
    for (const name of ['甲', '乙', '丙'])
      guids.push((await of.call(approveCalls.create, flowOf(li.accountId, { name }))).guid)
    expect(await names(of)).toEqual(['甲', '乙', '丙'])
    await of.call(approveCalls.reorder, { guids: guids.toReversed() })
    expect(await names(of)).toEqual(['丙', '乙', '甲'])
    await of.call(approveCalls.delete, { guid: guids[1] ?? '' })
    expect((await of.call(approveCalls.find, {})).rows.map(({ position }) => position)).toEqual([1, 2])
    expect((await refused(of.call(approveCalls.reorder, { guids }))).error).toBe('approve.orderChanged')
    const { rows } = await of.call(operationLogCalls.find, { targetKind: 'approve', targetGuid: guids[0] ?? '' })
    expect(rows.map(({ changes }) => changes.map(({ field }) => field))).toContainEqual(['position'])
  })

  it('is found by part of its name, kind, operation and switch', async () => {
    const { of, li } = await cast()
    await of.call(approveCalls.create, flowOf(li.accountId, { name: '大额 A' }))
    await of.call(approveCalls.create, flowOf(li.accountId, { name: '赠送', families: ['account'], isOn: false }))
    await of.call(approveCalls.create, flowOf(li.accountId, { name: '更新', events: ['update'] }))
    expect(await names(of, { name: 'a' })).toEqual(['大额 A'])
    expect(await names(of, { family: 'account' })).toEqual(['赠送'])
    expect(await names(of, { event: 'update' })).toEqual(['更新'])
    expect(await names(of, { isOn: false })).toEqual(['赠送'])
    expect(await names(of, { sort: 'name', order: 'desc', pageSize: 2, currentPage: 2 })).toHaveLength(1)
  })

  it('gets a version with each change of its content, not with the switch; old versions stay readable', async () => {
    const { of, li } = await cast()
    const first = flowOf(li.accountId, { name: '一', countAbove: 10 })
    const { guid } = await of.call(approveCalls.create, first)
    const update = (given: Partial<FlowPayload>) => of.call(approveCalls.update, { ...first, guid, ...given })
    expect(await update({ isOn: false })).toEqual({ guid, version: 1 })
    expect(await update({ name: '二', countAbove: null })).toEqual({ guid, version: 2 })
    await of.call(approveCalls.turn, { guid, isOn: false })
    await of.call(approveCalls.delete, { guid })
    const { rows } = await of.call(operationLogCalls.find, { targetKind: 'approve', targetGuid: guid, order: 'asc' })
    expect(rows[0]?.changes).toContainEqual({ field: 'families', before: null, after: '授权码' })
    expect(await of.call(approveCalls.get, { guid, version: 1 })).toMatchObject({ name: '一', countAbove: 10 })
    expect(await of.call(approveCalls.get, { guid, version: 2 })).toMatchObject({ name: '二', countAbove: null })
    expect((await refused(of.call(approveCalls.get, { guid }))).error).toBe('approve.notFound')
  })

  it('is not overwritten by somebody who read an older revision, and its name is unique', async () => {
    const { of, li } = await cast()
    const payload = flowOf(li.accountId)
    const { guid } = await of.call(approveCalls.create, payload)
    await of.call(approveCalls.update, { ...payload, guid, revision: 1 })
    expect((await refused(of.call(approveCalls.update, { ...payload, guid, revision: 1 }))).error).toBe(
      'platform.stale',
    )
    const taken = await refused(of.call(approveCalls.create, { ...payload, name: payload.name.toUpperCase() }))
    expect(taken).toMatchObject({ error: 'approve.nameTaken', fields: [{ path: 'name' }] })
  })

  it('that nobody could pass is refused on its step, when saved and when turned on', async () => {
    const { of, li } = await cast()
    const { accountId: clerk } = await center.administrator(of, ['product.view'])
    const save = (given: Partial<FlowPayload>) => refused(of.call(approveCalls.create, flowOf(li.accountId, given)))
    const steps = (...userIds: string[]) => userIds.map((userId) => ({ userIds: [userId] }))
    expect(await save({ steps: steps(li.accountId, clerk) })).toMatchObject({
      error: 'approve.nobody',
      fields: [{ path: 'steps.1.userIds' }],
    })
    expect((await save({ steps: [{}] })).error).toBe('approve.nobody')
    expect((await save({ steps: steps(of.accountId), includesSuper: true })).error).toBe('approve.onlySuper')
    const { guid } = await of.call(approveCalls.create, flowOf(li.accountId, { isOn: false }))
    await of.call(accessCalls.disable, { userId: li.accountId })
    expect((await refused(of.call(approveCalls.turn, { guid, isOn: true }))).error).toBe('approve.nobody')
  })

  it('is refused beyond the number that a developer can have', async () => {
    const { of, li } = await cast()
    const { guid } = await of.call(approveCalls.create, flowOf(li.accountId))
    await center.ground.database.owner.query(
      `with made as (
        insert into approval_flow
          (developer_id, guid, name, position, is_on, version, created_by, updated_by, created_at, updated_at)
        select developer_id, gen_random_uuid(), 'n' || n, n, false, 1, created_by, updated_by, created_at, updated_at
        from approval_flow, generate_series(2, $2::int) as n where guid = $1 returning *)
      insert into approval_flow_version (developer_id, flow_guid, version, content, created_by, created_at)
      select m.developer_id, m.guid, 1, v.content, v.created_by, v.created_at
      from made m, approval_flow_version v where v.flow_guid = $1`,
      [guid, LIMITS.approval.flows],
    )
    expect((await refused(of.call(approveCalls.create, flowOf(li.accountId)))).error).toBe('approve.limit')
    await of.call(approveCalls.delete, { guid })
    expect((await of.call(approveCalls.create, flowOf(li.accountId))).guid).toBeTruthy()
  })

  it('names only people, roles, templates and products that exist', async () => {
    const { of, li } = await cast()
    const other = randomUUID()
    const save = async (given: Partial<FlowPayload>) => {
      const { error, fields } = await refused(of.call(approveCalls.create, flowOf(li.accountId, given)))
      return [error, fields.map(({ path }) => path)]
    }
    expect(await save({ licenseIds: [of.licenseId, 9] })).toEqual(['product.notFound', ['licenseIds.1']])
    expect(await save({ templateGuids: [other] })).toEqual(['template.notFound', ['templateGuids.0']])
    expect(await save({ requesterIds: [other] })).toEqual(['approve.personNotFound', ['requesterIds.0']])
    expect(await save({ requesterRoleGuids: [other] })).toEqual(['role.notFound', ['requesterRoleGuids.0']])
    const steps = [{ userIds: [li.accountId, other] }]
    expect(await save({ steps })).toEqual(['approve.personNotFound', ['steps.0.userIds.1']])
    expect(await save({ steps: [{ roleGuids: [other] }] })).toEqual(['role.notFound', ['steps.0.roleGuids.0']])
  })
})

describe('trying out', () => {
  it('tells which flow would catch a sample and why the others would not, at the price of the template', async () => {
    const { of, li } = await cast()
    const template = await of.pcTemplate('sn', { billingMode: 'oneTime', isForever: true })
    const sales = await center.administrator(of, ['snLicense.issue'])
    const add = (name: string, given: Partial<FlowPayload>) =>
      of.call(approveCalls.create, flowOf(li.accountId, { name, ...given }))
    await add('更新', { events: ['update'] })
    await add('大额', { fenAbove: 20_000 })
    await add('全部', {})
    const sample = { family: 'sn', event: 'issue', templateGuid: template, requesterId: sales.accountId } as const
    expect(await of.call(approveCalls.tryOut, sample)).toMatchObject({
      caughtBy: { name: '全部' },
      fen: 5_800,
      days: null,
      flows: [{ outcome: 'event' }, { outcome: 'threshold' }, { outcome: 'caught' }],
    })
    expect((await of.call(approveCalls.tryOut, { ...sample, count: 4 })).caughtBy?.name).toBe('大额')
    const { requesterId: _requester, ...own } = sample
    expect((await of.call(approveCalls.tryOut, own)).flows[2]?.outcome).toBe('super')
    const nobody = { ...sample, requesterId: randomUUID() }
    expect((await refused(of.call(approveCalls.tryOut, nobody))).error).toBe('approve.personNotFound')
    expect((await refused(of.call(approveCalls.tryOut, { ...sample, family: 'smart' }))).error).toBe(
      'template.notFound',
    )
  })
})

it('the form offers whoever can approve, the roles, and whoever can make requests', async () => {
  const { of, li } = await cast()
  const { guid } = await of.call(roleCalls.create, { name: '财务', privileges: ['audit.decide'] })
  const sales = await center.administrator(of, ['snLicense.issue'])
  await of.call(accessCalls.update, { userId: sales.accountId, privileges: ['snLicense.issue'], roleGuids: [guid] })
  const { users, roles, requesters } = await of.call(approveCalls.approvers, {})
  const ids = (people: { userId: string }[]) => people.map(({ userId }) => userId)
  expect(ids(users).toSorted()).toEqual([of.accountId, li.accountId, sales.accountId].toSorted())
  expect(users.find(({ userId }) => userId === li.accountId)?.account).toBe(li.account)
  expect(roles).toEqual([{ guid, name: '财务', approverCount: 1 }])
  expect(ids(requesters).toSorted()).toEqual([of.accountId, sales.accountId].toSorted())
})
