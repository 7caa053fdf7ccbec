// Ways around an approval that must stay closed: old tasks, resubmissions, edits, lost rights and row scope.
import { randomUUID } from 'node:crypto'
import {
  DAY_MS,
  LICENSE_STATUSES,
  LIMITS,
  accessCalls,
  approveCalls,
  auditCalls,
  customerCalls,
  integratorCalls,
  maskedSerial,
  pcLicenseCalls,
  pcTemplateCalls,
  plainCode,
  productCalls,
  taskCalls,
} from '@sealwright/contract'
import type { PayloadOf, Privilege } from '@sealwright/contract'
import {
  createTestCenter,
  createVendor,
  customerPayload,
  pcTemplatePayload,
  productPayload,
  refused,
} from '@sealwright/testkit'
import type { Actor, TestCenter, Vendor } from '@sealwright/testkit'
import {
  SALES,
  approve,
  errorOf,
  get,
  issue,
  money,
  reject,
  runApprovalJobs,
  statusOf,
} from '@sealwright/testkit/code-requests'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { verifyLedger } from '../billing/index.ts'

let center: TestCenter
beforeAll(async () => {
  center = await createTestCenter()
})
afterAll(() => center.close())

const { unbound, approving, rejected } = LICENSE_STATUSES
const CODE_FEN = 5_800

type Flow = Partial<PayloadOf<typeof approveCalls.create>>
const flowFor = (of: Actor, approver: Actor, given: Flow = {}) =>
  of.call(approveCalls.create, {
    name: '审批',
    families: ['sn'],
    events: ['issue', 'update'],
    steps: [{ userIds: [approver.accountId] }],
    ...given,
  })

async function cast(yuan = 1_000) {
  const of = await createVendor(center, { yuan })
  const sales = await center.administrator(of, SALES)
  const li = await center.administrator(of, ['audit.decide'])
  return { of, sales, li }
}
const count = async (of: Actor, status: (typeof LICENSE_STATUSES)[keyof typeof LICENSE_STATUSES]) =>
  (await of.call(pcLicenseCalls.count, { kind: 'sn', status: [status] })).records
const revoke = (of: Actor, from: Actor, privileges: Privilege[]) =>
  of.call(accessCalls.update, { userId: from.accountId, privileges })
const watch = () => runApprovalJobs(center)

describe('the rows of an old task that are retried', () => {
  it('meet the flows of today: codes that failed before the flow existed wait for approval', async () => {
    const { of, sales, li } = await cast(58)
    const template = await of.pcTemplate('sn')
    const { taskId } = await sales.call(pcLicenseCalls.batchIssue, { kind: 'sn', templateGuids: [template], count: 3 })
    await center.finishTask(sales, taskId)
    expect(await count(of, unbound)).toBe(1)
    await flowFor(of, li)
    await center.credit(of, 2 * CODE_FEN)
    await sales.call(taskCalls.retry, { guid: taskId })
    await center.finishTask(sales, taskId)
    expect([await count(of, unbound), await count(of, approving)]).toEqual([1, 2])
    expect((await li.call(auditCalls.find, {})).rows).toMatchObject([{ count: 2, state: 'waiting' }])
  })

  it('meet the flows of today: updates that failed before the flow existed wait for approval', async () => {
    const { of, sales, li } = await cast(1_000)
    const template = await of.pcTemplate('sn', { canModify: true, useMode: 2, machineNum: 5 })
    const { licenses } = await issue(sales, template, { count: 2 })
    const { balanceFen } = await money(of)
    // Enough for one of the two updates.
    const changes = { machineNum: 6 }
    const guids = licenses.map(({ guid }) => guid)
    const { price } = await sales.call(pcLicenseCalls.previewBatchUpdate, { kind: 'sn', guids, changes })
    const each = (price?.totalFen ?? 0) / 2
    expect(each).toBeGreaterThan(0)
    await center.credit(of, -(balanceFen - each))
    const { taskId } = await sales.call(pcLicenseCalls.batchUpdate, { kind: 'sn', guids, changes })
    await center.finishTask(sales, taskId)
    expect(await sales.call(taskCalls.get, { guid: taskId })).toMatchObject({ success: 1, fail: 1 })
    await flowFor(of, li)
    await center.credit(of, each)
    await sales.call(taskCalls.retry, { guid: taskId })
    await center.finishTask(sales, taskId)
    expect((await li.call(auditCalls.find, {})).rows).toMatchObject([{ count: 1, event: 'update', state: 'waiting' }])
    expect((await money(of)).heldFen).toBe(each)
  })
})

describe('a resubmission', () => {
  it('is caught by the flow of any of its templates, not only of the first', async () => {
    const { of, li } = await cast(10_000)
    const sales = await center.administrator(of, [
      'accountLicense.issue',
      'accountLicense.view',
      'accountLicense.delete',
      'user.view',
    ])
    const other = productPayload({ name: '海图', licenseForm: 3 })
    await of.call(productCalls.create, other)
    const month = { isForever: false, billingMode: 'day', licStartTimeType: 1, licDuration: 30 } as const
    const short = await of.pcTemplate('account', { name: '一个月', ...month })
    const { guid: forever } = await of.call(
      pcTemplateCalls.create,
      pcTemplatePayload('account', other.licenseId, { name: '永久' }),
    )
    await flowFor(of, li, { families: ['account'], countAbove: 3, daysAbove: 365 })
    const users = [await of.user(), await of.user()]
    const { taskId } = await sales.call(pcLicenseCalls.batchIssue, {
      kind: 'account',
      templateGuids: [short, forever],
      userIds: users,
    })
    await center.finishTask(sales, taskId)
    const [{ guid, count: caught } = { guid: '', count: 0 }] = (await li.call(auditCalls.find, {})).rows
    expect(caught).toBe(4)
    await reject(li, guid)
    const { rows } = await sales.call(auditCalls.findItems, { guid })
    const gone = rows.find(({ templateName }) => templateName === '一个月')
    await sales.call(pcLicenseCalls.delete, { kind: 'account', guid: gone?.guid ?? '' })
    expect(await sales.call(auditCalls.resubmit, { guid })).toEqual({ state: 'waiting' })
  })

  it('needs the right to issue, which the requester may have lost', async () => {
    const { of, sales, li } = await cast()
    const { guid: flow } = await flowFor(of, li)
    const { guid, license } = await issue(sales, await of.pcTemplate('sn'))
    await reject(li, guid)
    await revoke(of, sales, ['snLicense.view', 'accountLicense.issue'])
    await of.call(approveCalls.turn, { guid: flow, isOn: false })
    expect((await get(sales, guid)).acts).toEqual([])
    expect(await errorOf(sales.call(auditCalls.resubmit, { guid }))).toBe('platform.noPermission')
    expect(await statusOf(of, license)).toBe(rejected)
  })

  it('is an issue of today: terms that the template no longer allows are refused, and can be corrected', async () => {
    const { of, sales, li } = await cast(10_000)
    await flowFor(of, li)
    const template = await of.pcTemplate('sn', { useMode: 2, machineNum: 50 })
    const { guid, license } = await issue(sales, template)
    await of.call(pcTemplateCalls.update, { kind: 'sn', guid: template, machineNum: 2 })
    const beyond = [{ field: 'machineNum', before: '2', after: '50' }]
    expect((await get(li, guid)).templateChanges).toEqual(beyond)
    await reject(li, guid)
    expect((await get(sales, guid)).templateChanges).toEqual(beyond)
    const { data } = await refused(sales.call(auditCalls.resubmit, { guid }))
    expect(data).toMatchObject({ fields: [{ path: 'changes.machineNum', rule: 'license.changeNotAllowed' }] })
    expect((await sales.call(auditCalls.previewEdit, { guid })).isAllowed).toBe(false)
    expect((await sales.call(auditCalls.form, { guid })).terms.changeable).toEqual(['machineNum'])
    const wrong = sales.call(auditCalls.resubmit, { guid, changes: { machineNum: 3 } })
    expect(await errorOf(wrong)).toBe('license.changeNotAllowed')
    expect(await sales.call(auditCalls.resubmit, { guid, changes: { machineNum: 2 } })).toEqual({ state: 'waiting' })
    await of.call(pcTemplateCalls.update, { kind: 'sn', guid: template, machineNum: 7 })
    await of.call(pcTemplateCalls.delete, { kind: 'sn', templateGuid: template })
    const left = [{ field: 'machineNum', before: '7', after: '2' }]
    expect((await get(li, guid)).templateChanges).toEqual(left)
    expect(await approve(li, guid)).toBe('approved')
    expect((await get(li, guid)).templateChanges).not.toEqual(left)
    expect(await of.call(pcLicenseCalls.get, { kind: 'sn', guid: license })).toMatchObject({ machineNum: 2 })
  })
})

describe('an edit', () => {
  it('that a stricter flow would catch goes to the approvers of that flow', async () => {
    const { of, sales, li } = await cast(10_000)
    const chief = await center.administrator(of, ['audit.decide'])
    const template = await of.pcTemplate('sn', { canModify: true, useMode: 2, machineNum: 2 })
    await flowFor(of, chief, { name: '大额', fenAbove: CODE_FEN })
    await flowFor(of, li, { name: '一般' })
    const { guid, license } = await issue(sales, template)
    const { revision, flowName } = await get(li, guid)
    expect(flowName).toBe('一般')
    await li.call(auditCalls.edit, { guid, revision, changes: { machineNum: 100 } })
    expect(await get(sales, guid)).toMatchObject({ flowName: '大额', step: 1, state: 'waiting' })
    expect(await errorOf(approve(li, guid))).toBe('audit.notYourTurn')
    expect(await statusOf(of, license)).toBe(approving)
    expect(await approve(chief, guid)).toBe('approved')
    expect((await money(of)).heldFen).toBe(0)
    expect((await verifyLedger(center.ground.database.owner)).problems).toEqual([])
  })
})

describe('an approval', () => {
  it('of licenses whose end has passed meanwhile has no effect and charges nothing', async () => {
    const { of, sales, li } = await cast()
    await flowFor(of, li)
    const before = await money(of)
    const endTime = new Date(center.clock.now().getTime() + 5 * DAY_MS).toISOString()
    const template = await of.pcTemplate('sn', { isForever: false, billingMode: 'day', endTime })
    const { guid, license } = await issue(sales, template)
    expect((await money(of)).heldFen).toBeGreaterThan(0)
    await center.daysLater(6, of, sales, li)
    expect(await approve(li, guid)).toBe('rejected')
    expect(await statusOf(of, license)).toBe(rejected)
    expect(await money(of)).toEqual(before)
  })

  it('is about the integrator that the approvers saw: waiting codes are not assigned to another one', async () => {
    const { of, sales, li } = await cast()
    await flowFor(of, li)
    const { guid: integratorGuid } = await of.call(integratorCalls.create, { name: '集成商' })
    const { license } = await issue(sales, await of.pcTemplate('sn'), { isPreIssued: true })
    expect(await errorOf(of.call(pcLicenseCalls.assign, { kind: 'sn', guids: [license], integratorGuid }))).toBe(
      'license.stateForbids',
    )
  })
})

describe('who sees a request', () => {
  it('an approver of its flow who lost the right to decide does not', async () => {
    const { of, sales, li } = await cast()
    await flowFor(of, li)
    const { guid } = await issue(sales, await of.pcTemplate('sn'))
    expect((await get(li, guid)).guid).toBe(guid)
    await revoke(of, li, ['accountLicense.issue'])
    expect(await errorOf(get(li, guid))).toBe('audit.notFound')
    expect(await errorOf(li.call(auditCalls.findItems, { guid }))).toBe('audit.notFound')
    expect((await li.call(auditCalls.find, { view: 'all' })).rows).toEqual([])
  })

  it('approvers without the right to view licenses see no full codes, and no message has one', async () => {
    const { of, sales, li } = await cast()
    const viewer = await center.administrator(of, ['audit.decide', 'snLicense.view'])
    await flowFor(of, li, { steps: [{ userIds: [li.accountId, viewer.accountId] }] })
    const { guid, license } = await issue(sales, await of.pcTemplate('sn'))
    const { serial } = await of.call(pcLicenseCalls.get, { kind: 'sn', guid: license })
    const seen = async (by: Actor) => [
      (await get(by, guid)).subject,
      ...(await by.call(auditCalls.find, { view: 'all' })).rows.map(({ subject }) => subject),
      ...(await by.call(auditCalls.findItems, { guid })).rows.map((item) => item.serial),
    ]
    const masked = maskedSerial('sn', serial)
    expect(await seen(li)).toEqual([masked, masked, masked])
    for (const by of [sales, viewer, of]) expect(await seen(by)).toEqual([serial, serial, serial])
    await reject(li, guid)
    const { rows } = await center.ground.database.owner.query<{ kind: string; words: string }>(
      'select kind, to_jsonb(m)::text as words from message m where developer_id = $1',
      [of.developerId],
    )
    expect(rows.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['approvalWaiting', 'approvalRejected']))
    for (const { words } of rows) expect(plainCode(words)).not.toContain(serial)
  })

  it('approvers learn why an update failed without the full code', async () => {
    const { of, sales, li } = await cast()
    const template = await of.pcTemplate('sn', { canModify: true, useMode: 2, machineNum: 5 })
    const { license } = await issue(sales, template)
    const { serial } = await of.call(pcLicenseCalls.get, { kind: 'sn', guid: license })
    await flowFor(of, li)
    await sales.call(pcLicenseCalls.refresh, { kind: 'sn', guid: license, changes: { machineNum: 6 } })
    const [{ guid } = { guid: '' }] = (await li.call(auditCalls.find, {})).rows
    await center.ground.database.owner.query('update license set revision = revision + 1 where guid = $1', [license])
    expect(await approve(li, guid)).toBe('rejected')
    const told = [await get(li, guid), await li.call(auditCalls.findItems, { guid })]
    expect(plainCode(JSON.stringify(told))).toContain(plainCode(maskedSerial('sn', serial)))
    expect(plainCode(JSON.stringify(told))).not.toContain(serial)
  })

  it('a requester with a row scope sees no holdings of products outside it', async () => {
    const { of, li } = await cast()
    const customer = await of.call(customerCalls.create, customerPayload())
    const sales = await center.administrator(of, SALES, {
      limited: ['product'],
      assigned: { product: [of.productGuid] },
    })
    const hidden = productPayload({ name: '秘密产品', licenseForm: 3 })
    await of.call(productCalls.create, hidden)
    const { guid: secret } = await of.call(pcTemplateCalls.create, pcTemplatePayload('sn', hidden.licenseId))
    await issue(of, secret, { customerId: customer.guid })
    await flowFor(of, li)
    const { guid } = await issue(sales, await of.pcTemplate('sn'), { customerId: customer.guid })
    const names = async (by: Actor) => (await get(by, guid)).holdings?.products.map(({ name }) => name)
    expect(await names(li)).toEqual(['秘密产品'])
    expect(await names(sales)).toEqual([])
  })
})

describe('a member of an integrator', () => {
  it('learns that a code or its update waits, but neither for whom nor for what', async () => {
    const { of, sales, li } = await cast()
    const { guid: integratorGuid } = await of.call(integratorCalls.create, { name: '华北集成' })
    const account = `member-${randomUUID()}@test.example`
    await of.call(integratorCalls.addMember, { guid: integratorGuid, account, userName: '陈集' })
    const member = await center.accept(account)
    await flowFor(of, li)
    const template = await of.pcTemplate('sn', { canModify: true, useMode: 2, machineNum: 2 })
    const { guid, license } = await issue(sales, template, { isPreIssued: true, integratorGuid })
    const seen = (by: Actor) => by.call(pcLicenseCalls.get, { kind: 'sn', guid: license })
    expect((await seen(sales)).approval?.waitsFor).toHaveLength(1)
    expect(await seen(member)).toMatchObject({ status: approving, approval: { waitsFor: [] } })
    expect(await errorOf(get(member, guid))).toBe('platform.noPermission')
    await approve(li, guid)
    await sales.call(pcLicenseCalls.refresh, { kind: 'sn', guid: license, changes: { machineNum: 9 } })
    expect((await seen(sales)).waitingUpdate?.changes).toHaveLength(1)
    expect((await seen(member)).waitingUpdate).toBeNull()
  })
})

describe('the clock', () => {
  it('goes on for other developers when the requests of one cannot be read', async () => {
    const broken: Vendor = await createVendor(center)
    const { of, sales, li } = await cast()
    for (const one of [broken, of]) await flowFor(one, one === of ? li : broken, { expireDays: 1 })
    const seller = await center.administrator(broken, SALES)
    const stuck = await issue(seller, await broken.pcTemplate('sn'))
    const { guid } = await issue(sales, await of.pcTemplate('sn'))
    const { owner } = center.ground.database
    await owner.query('update approval_request set step = 2, steps = 2 where guid = $1', [stuck.guid])
    await center.daysLater(2, of, sales, li)
    await watch()
    const { rows } = await owner.query<{ state: string }>('select state from approval_request where guid = $1', [guid])
    expect(rows[0]?.state).toBe('expired')
    await owner.query("update approval_request set state = 'withdrawn' where guid = $1", [stuck.guid])
  })
})

describe('a decision that takes effect as a task', () => {
  it('is tried again by the clock after an hour, once, if its rows failed', async () => {
    const { of, sales, li } = await cast(100_000)
    await flowFor(of, li)
    const size = LIMITS.approval.directLicenses + 1
    const template = await of.pcTemplate('sn')
    const { taskId } = await sales.call(pcLicenseCalls.batchIssue, {
      kind: 'sn',
      templateGuids: [template],
      count: size,
    })
    await center.finishTask(sales, taskId)
    const [{ guid } = { guid: '' }] = (await li.call(auditCalls.find, {})).rows
    expect(await approve(li, guid)).toBe('applying')
    const settling = (await get(li, guid)).taskGuid ?? ''
    const { owner } = center.ground.database
    await owner.query(`create function out_of_order() returns trigger language plpgsql
      as $$ begin raise exception 'out of order'; end $$`)
    await owner.query(`create trigger out_of_order before update of applied on approval_request
      for each row execute function out_of_order()`)
    try {
      await center.finishTask(of, settling)
    } finally {
      await owner.query('drop function out_of_order cascade')
    }
    const task = () => of.call(taskCalls.get, { guid: settling })
    expect(await task()).toMatchObject({ fail: 1, success: 0 })
    await watch()
    expect(await task()).toMatchObject({ fail: 1 })
    await center.daysLater(1, of, sales, li)
    await watch()
    await watch()
    expect(await task()).toMatchObject({ fail: 0 })
    await center.finishTask(of, settling)
    expect(await get(sales, guid)).toMatchObject({ state: 'approved', applied: size })
    expect((await money(of)).heldFen).toBe(0)
  })
})

describe('a rejection of several updates', () => {
  it('locks all licenses before money, as a first use does, so the two cannot deadlock', async () => {
    const { of, sales, li } = await cast()
    const template = await of.pcTemplate('sn', { canModify: true, useMode: 2, machineNum: 5 })
    const { licenses } = await issue(sales, template, { count: 2 })
    await flowFor(of, li)
    const guids = licenses.map(({ guid }) => guid).toSorted()
    const { taskId } = await sales.call(pcLicenseCalls.batchUpdate, { kind: 'sn', guids, changes: { machineNum: 6 } })
    await center.finishTask(sales, taskId)
    const [{ guid } = { guid: '' }] = (await li.call(auditCalls.find, {})).rows
    const other = await center.ground.database.owner.connect()
    try {
      await other.query('begin')
      await other.query('select from license where guid = $1 for update', [guids[1]])
      const deciding = reject(li, guid)
      await vi.waitFor(async () => {
        const { rows } = await center.ground.database.owner.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        expect(rows).toHaveLength(1)
      })
      await other.query('select from ledger_account where developer_id = $1 for update', [of.developerId])
      await other.query('commit')
      expect(await deciding).toEqual({ state: 'rejected' })
    } finally {
      await other.query('rollback')
      other.release()
    }
    expect((await money(of)).heldFen).toBe(0)
  })
})

describe('a decision on several requests', () => {
  it('goes on after one that breaks, and tells its request ID', async () => {
    const { of, sales, li } = await cast()
    await flowFor(of, li)
    const template = await of.pcTemplate('sn')
    const [broken, sound] = [await issue(sales, template), await issue(sales, template)]
    const { owner } = center.ground.database
    await owner.query('update approval_request set step = 2, steps = 2 where guid = $1', [broken.guid])
    const requests = [broken, sound].map(({ guid }) => ({ guid, revision: 1 }))
    const { results } = await li.call(auditCalls.decideMany, { requests, act: 'approve' })
    expect(results).toMatchObject([
      { guid: broken.guid, state: null, message: expect.stringMatching(/^系统内部错误.*请求编号：\S+$/) },
      { guid: sound.guid, state: 'approved', message: null },
    ])
    await owner.query("update approval_request set state = 'withdrawn' where guid = $1", [broken.guid])
  })
})

describe('the history of a request', () => {
  it('has a limit for entries by people; the request can still be decided', async () => {
    const { of, sales, li } = await cast()
    await flowFor(of, li)
    const { guid } = await issue(sales, await of.pcTemplate('sn', { canModify: true, useMode: 2, machineNum: 5 }))
    await center.ground.database.owner.query(
      `insert into approval_event (developer_id, guid, request_guid, kind, at, actor_id)
       select $1, gen_random_uuid(), $2, 'note', now(), $3 from generate_series(1, $4)`,
      [of.developerId, guid, sales.accountId, LIMITS.approval.entries - 1],
    )
    await li.call(auditCalls.ask, { guid, text: '给谁用？' })
    const { revision } = await get(li, guid)
    for (const act of [
      () => sales.call(auditCalls.note, { guid, text: '请尽快' }),
      () => sales.call(auditCalls.answer, { guid, text: '给客户' }),
      () => li.call(auditCalls.ask, { guid, text: '给谁用？' }),
      () => li.call(auditCalls.handOver, { guid, userId: of.accountId }),
      () => li.call(auditCalls.edit, { guid, revision, changes: { machineNum: 6 } }),
    ])
      expect(await errorOf(act())).toBe('audit.tooMany')
    await reject(li, guid)
    expect(await errorOf(sales.call(auditCalls.resubmit, { guid }))).toBe('audit.tooMany')
  })
})
