// The operation log as people read it: lines, verbs, filters, the file and its verification.
import { operationLogCalls, operatorDesk, pcLicenseCalls } from '@sealwright/contract'
import type { OperationRow, PayloadOf } from '@sealwright/contract'
import { createTestCenter, createVendor } from '@sealwright/testkit'
import type { Actor, TestCenter, Vendor } from '@sealwright/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sealBatch } from '../../kernel/audit/sealer.ts'

let center: TestCenter
let vendor: Vendor
let taskId: string
let codes: string[]

beforeAll(async () => {
  center = await createTestCenter()
  vendor = await createVendor(center, { yuan: 1_000 })
  const template = await vendor.pcTemplate('sn')
  ;({ taskId } = await vendor.call(pcLicenseCalls.batchIssue, { kind: 'sn', templateGuids: [template], count: 5 }))
  await center.finishTask(vendor, taskId)
  codes = (await vendor.call(pcLicenseCalls.find, { kind: 'sn' })).rows.map(({ guid }) => guid)
})
afterAll(() => center.close())

type Find = PayloadOf<typeof operationLogCalls.find>
const find = async (payload: Find = {}, by: Actor = vendor) => (await by.call(operationLogCalls.find, payload)).rows
const lineOf = ({ deed, targetKind, count }: OperationRow) => [deed, targetKind, count]
const latest = async () => (await find({ pageSize: 10 }))[0]?.deed

it('a batch is one line with its number and task, and its rows are found by it', async () => {
  const lines = await find({ batches: 'line', targetKind: 'snLicense' })
  expect(lines.map(lineOf)).toEqual([['issue', 'snLicense', 5]])
  expect(lines[0]).toMatchObject({ requestId: taskId, taskGuid: taskId, actor: vendor.account })
  const rows = await find({ batch: taskId, targetKind: 'snLicense' })
  expect(rows.map(lineOf)).toEqual(Array.from({ length: 5 }, () => ['issue', 'snLicense', 1]))
  expect(rows[0]?.changes).toContainEqual({ field: 'source', before: null, after: '批量签发' })
  expect(await find({ batch: 'another' })).toEqual([])
})

it('an operation has the verb of what was done: locked, unlocked, handed out, copied, exported, printed', async () => {
  const guids = [codes[0] ?? '']
  const kind = 'sn'
  await vendor.call(pcLicenseCalls.lock, { kind, guid: guids[0] ?? '', reason: '合同纠纷' })
  expect(await latest()).toBe('lock')
  await vendor.call(pcLicenseCalls.unlock, { kind, guid: guids[0] ?? '' })
  expect(await latest()).toBe('unlock')
  for (const [channel, deed] of [
    ['copied', 'copy'],
    ['exported', 'export'],
    ['printed', 'print'],
  ] as const) {
    await vendor.call(pcLicenseCalls.deliver, { kind, guids, channel })
    expect(await latest()).toBe(deed)
  }
  await vendor.call(pcLicenseCalls.deliver, { kind, guids, channel: 'handed', recipient: '王女士' })
  const [row] = await find()
  expect(row).toMatchObject({ deed: 'handOut', labels: { deliveredTo: '发给' } })
})

it('is filtered by who, kind of operation and time, also together', async () => {
  const clerk = await center.administrator(vendor, ['product.view'])
  expect(await find({ actor: clerk.accountId })).toEqual([])
  expect((await find({ type: 'delete' })).length).toBe(0)
  expect((await find({ actor: vendor.accountId, type: 'add', targetKind: 'snLicense' })).length).toBe(5)
  expect(await find({ endTime: '2020-01-01T00:00:00Z' })).toEqual([])
  await expect(
    vendor.call(operationLogCalls.find, { startTime: '2026-02-01T00:00:00Z', endTime: '2026-01-01T00:00:00Z' }),
  ).rejects.toMatchObject({ error: 'platform.timeIllegal' })
})

it('offers the people with operations that the caller sees', async () => {
  const clerk = await center.administrator(vendor, ['user.view'])
  const ids = async (by: Actor) => (await by.call(operationLogCalls.actors, {})).map(({ id }) => id)
  expect(await ids(vendor)).toContain(vendor.accountId)
  expect(await ids(clerk)).toEqual([])
  const stranger = await center.developer()
  expect(await ids(stranger)).not.toContain(vendor.accountId)
})

it('is exported as a file with the verbs, the changes and the batch', async () => {
  const download = (by: Actor, payload: object) =>
    center.center.app.inject({ method: 'POST', url: operationLogCalls.export.path, headers: by.headers, payload })
  const { body } = await download(vendor, { format: 'csv', batch: taskId })
  expect(body.split('\r\n')[0]).toContain('操作人')
  expect(body).toContain('签发')
  expect(body).toContain(taskId)
  const clerk = await center.administrator(vendor, ['user.view'])
  expect((await download(clerk, { format: 'csv', batch: taskId })).body).not.toContain(taskId)
  expect((await download(clerk, { format: 'csv', targetKind: 'snLicense' })).json()).toMatchObject({
    code: expect.any(Number) as number,
  })
})

it('is verified on demand, only by the super administrator: platform.superOnly', async () => {
  const { owner } = center.ground.database
  await sealBatch(owner, center.clock.now())
  const intact = await vendor.call(operationLogCalls.verify, {})
  expect(intact.problems).toEqual([])
  expect(intact.rows).toBeGreaterThan(5)
  const clerk = await center.administrator(vendor, ['user.view'])
  await expect(clerk.call(operationLogCalls.verify, {})).rejects.toMatchObject({ error: 'platform.superOnly' })
  await owner.query(`update operation_log set actor_name = 'nobody' where developer_id = $1 and request_id = $2`, [
    vendor.developerId,
    taskId,
  ])
  expect((await vendor.call(operationLogCalls.verify, {})).problems).toHaveLength(5)
})

it('takes nobody for the platform or for a batch because of the id that they gave their request', async () => {
  const send = (headers: Record<string, string>, url: string, id: string, payload: object) =>
    center.center.app.inject({ method: 'POST', url, headers: { ...headers, 'x-request-id': id }, payload })
  const operator = await center.operator('support')
  const { developerId } = vendor
  await send(operator.headers, operatorDesk.openVisit.path, 'platform', {
    developerId,
    reason: '核对授权',
    minutes: 15,
  })
  expect((await find())[0]).toMatchObject({
    targetKind: 'developer',
    actor: expect.stringContaining('Operator') as string,
  })

  const template = await vendor.pcTemplate('sn')
  for (let n = 0; n < 2; n++) {
    center.clock.advance(1_000)
    await send(vendor.headers, pcLicenseCalls.issue.path, taskId, { kind: 'sn', templateGuids: [template] })
  }
  const lines = await find({ batches: 'line', targetKind: 'snLicense', type: 'add' })
  expect(lines.map((line) => [line.count, line.taskGuid])).toEqual([
    [1, null],
    [1, null],
    [5, taskId],
  ])
})
