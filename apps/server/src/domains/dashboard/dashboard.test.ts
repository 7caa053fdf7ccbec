// The state at a glance and recent operations. The figures per day have tests of their own, in the statistics.
import { randomUUID } from 'node:crypto'
import { dashboardCalls, licenseCalls, pcLicenseCalls, productCalls, userCalls } from '@sealwright/contract'
import { createTestCenter, createVendor, productPayload, userPayload } from '@sealwright/testkit'
import type { Actor, TestCenter } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let center: TestCenter
beforeAll(async () => {
  center = await createTestCenter()
})
afterAll(() => center.close())

const get = (of: Actor) => of.call(dashboardCalls.get, {})
const query = (text: string, values: unknown[]) => center.ground.database.owner.query(text, values)

describe('at a glance', () => {
  it('licenses in force are counted by carrier, of the families that the caller may view', async () => {
    const of = await createVendor(center)
    await of.call(licenseCalls.issue, { templateGuid: await of.smartTemplate(), count: 3 })
    const { licenses } = await of.call(pcLicenseCalls.issue, {
      kind: 'sn',
      templateGuids: [await of.pcTemplate('sn')],
      count: 2,
    })
    const inForce = async (who: Actor) => (await get(who)).glance.inForce?.byCarrier
    expect(await inForce(of)).toEqual({ smart: 3, account: 0, sn: 2, dongle: 0 })
    expect(await inForce(await center.administrator(of, ['snLicense.view']))).toEqual({
      smart: null,
      account: null,
      sn: 2,
      dongle: null,
    })
    expect(await inForce(await center.administrator(of, ['product.view']))).toBeUndefined()
    await of.call(pcLicenseCalls.delete, { kind: 'sn', guid: licenses[0]?.guid ?? '' })
    expect(await inForce(of)).toMatchObject({ sn: 1 })
  })

  it('licenses are counted within the row scope of the caller', async () => {
    const of = await createVendor(center)
    await of.call(licenseCalls.issue, { templateGuid: await of.smartTemplate(), count: 3 })
    const clerk = await center.administrator(of, ['smartLicense.view'], { limited: ['product'] })
    const seer = await center.administrator(of, ['smartLicense.view'], {
      limited: ['product'],
      assigned: { product: [of.productGuid] },
    })
    expect((await get(clerk)).glance.inForce?.byCarrier.smart).toBe(0)
    expect((await get(seer)).glance.inForce?.byCarrier.smart).toBe(3)
  })

  it('users, devices and seats show only with the right to view them', async () => {
    const of = await center.developer()
    await of.call(userCalls.create, userPayload())
    expect((await get(of)).glance).toMatchObject({ users: { count: 1 }, devices: { count: 0 }, seats: { count: 0 } })
    const ofUsers = (await get(await center.administrator(of, ['user.view']))).glance
    expect(ofUsers).toMatchObject({ users: { count: 1 }, devices: null, seats: null, inForce: null })
    const ofRuntime = (await get(await center.administrator(of, ['runtime.view']))).glance
    expect(ofRuntime).toMatchObject({ users: null, devices: { count: 0 }, seats: { count: 0 } })
  })

  it('seats in use are those taken now, within the row scope', async () => {
    const of = await createVendor(center)
    const { licenses } = await of.call(pcLicenseCalls.issue, {
      kind: 'sn',
      templateGuids: [await of.pcTemplate('sn')],
    })
    const now = center.clock.now().getTime()
    for (const until of [now + 600_000, now - 1])
      await query(
        `insert into seat (developer_id, guid, license_guid, holder, fingerprint, machine_name, timeout_seconds,
           started_at, beat_at, until)
         values ($1, $2, $3, $6, 'machine', 'host', 600, $4, $4, $5)`,
        [of.developerId, randomUUID(), licenses[0]?.guid, new Date(now - 60_000), new Date(until), String(until)],
      )
    expect((await get(of)).glance.seats?.count).toBe(1)
    const blind = await center.administrator(of, ['runtime.view'], { limited: ['product'] })
    expect((await get(blind)).glance.seats?.count).toBe(0)
  })

  it('a trial has counts, but no curves', async () => {
    const of = await createVendor(center, { status: 'trial' })
    const { glance, issuedByDay } = await get(of)
    expect(issuedByDay).toBeNull()
    expect(Object.values(glance).map((part) => part?.curve)).toEqual([null, null, null, null])
  })
})

describe('recent operations', () => {
  const linesOf = async (of: Actor) =>
    (await get(of)).recentOperations.map(({ targetKind, type, count }) => [targetKind, type, count])

  it('show the rows of one request as one line', async () => {
    const of = await createVendor(center, { yuan: 0 })
    await of.call(licenseCalls.issue, { templateGuid: await of.smartTemplate(), count: 5 })
    expect(await linesOf(of)).toEqual([
      ['smartLicense', 0, 5],
      ['smartTemplate', 0, 1],
      ['product', 0, 1],
    ])
  })

  it('show a task as one line that leads to it, for people who see the task', async () => {
    const of = await createVendor(center)
    const { taskId } = await of.call(pcLicenseCalls.batchIssue, {
      kind: 'sn',
      templateGuids: [await of.pcTemplate('sn')],
      count: 3,
    })
    await center.finishTask(of, taskId)
    const [line] = (await get(of)).recentOperations
    expect(line).toMatchObject({ targetKind: 'snLicense', count: 3, taskGuid: taskId })
    const clerk = await center.administrator(of, ['snLicense.view'])
    expect((await get(clerk)).recentOperations).toMatchObject([{ targetKind: 'snLicense', count: 3, taskGuid: null }])
  })

  it('of a batch larger than what is read have the count of its task, and earlier lines follow', async () => {
    const of = await center.developer()
    await of.call(productCalls.create, productPayload())
    const [task, at] = [randomUUID(), new Date(center.clock.now().getTime() + 1_000)]
    await query(
      `insert into task (developer_id, guid, kind, status, subject, total, success, created_by, created_at, started_at)
       values ($1, $2, 'userImport', 2, 'users.csv', 5000, 5000, $3, $4, $4)`,
      [of.developerId, task, of.accountId, at],
    )
    await query(
      `insert into operation_log (developer_id, at, actor_id, actor_name, call, type, target_kind, target_guid,
         target_name, request_id)
       select $1, $4::timestamptz, $3, 'Lin', 'task.userImport', 0, 'user', gen_random_uuid(), 'user ' || n, $2
       from generate_series(1, 2500) as n`,
      [of.developerId, task, of.accountId, at],
    )
    expect(await linesOf(of)).toEqual([
      ['user', 0, 5_000],
      ['product', 0, 1],
    ])
  })

  it('are those that the caller may see, and always the own ones', async () => {
    const of = await createVendor(center, { yuan: 0 })
    const clerk = await center.administrator(of, ['user.view', 'user.create'])
    expect(await linesOf(clerk)).toEqual([])
    await of.call(userCalls.create, userPayload())
    expect(await linesOf(clerk)).toEqual([['user', 0, 1]])
    const [blind, maker] = [
      await center.administrator(of, ['product.create']),
      await center.administrator(of, ['product.create']),
    ]
    await maker.call(productCalls.create, productPayload())
    expect([await linesOf(blind), await linesOf(maker)]).toEqual([[], [['product', 0, 1]]])
  })
})

it('the first steps know what exists and whether a program has used a license', async () => {
  const of = await createVendor(center)
  expect((await get(of)).beginning).toMatchObject({
    products: { count: 1, withModules: 1 },
    licenses: 0,
    isUsed: false,
  })
  const { licenses } = await of.call(pcLicenseCalls.issue, { kind: 'sn', templateGuids: [await of.pcTemplate('sn')] })
  expect((await get(of)).beginning).toMatchObject({ templates: { sn: 1 }, licenses: 1, isUsed: false })
  await center.bind(of, licenses[0]?.guid ?? '')
  expect((await get(of)).beginning).toMatchObject({ licenses: 1, isUsed: true })
  const clerk = await center.administrator(of, ['user.view'])
  expect((await get(clerk)).beginning).toMatchObject({ products: null, licenses: null, isUsed: false })
})
