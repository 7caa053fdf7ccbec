// Requests and decisions with real licenses and money: who decides, exactly once, and what follows.
import { randomUUID } from 'node:crypto'
import {
  DAY_MS,
  HOUR_MS,
  LICENSE_STATUSES,
  LIMITS,
  accessCalls,
  approveCalls,
  auditCalls,
  messageCalls,
  operationLogCalls,
  pcLicenseCalls,
} from '@sealwright/contract'
import type { PayloadOf } from '@sealwright/contract'
import { createTestCenter, createVendor, refused } from '@sealwright/testkit'
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
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyLedger } from '../billing/index.ts'

let center: TestCenter
beforeAll(async () => {
  center = await createTestCenter()
})
afterAll(() => center.close())

const { unbound, approving, rejected } = LICENSE_STATUSES

type Steps = PayloadOf<typeof approveCalls.create>['steps']
interface Cast {
  of: Vendor
  sales: Actor
  li: Actor
  wang: Actor
  template: string
  flow: string
}

/** A vendor with a seller and two approvers. Without steps, one of the two approves. */
async function cast(steps?: (one: Pick<Cast, 'li' | 'wang'>) => Steps): Promise<Cast> {
  const of = await createVendor(center, { yuan: 1_000 })
  const sales = await center.administrator(of, SALES)
  const li = await center.administrator(of, ['audit.decide'])
  const wang = await center.administrator(of, ['audit.decide'])
  const template = await of.pcTemplate('sn', { canModify: true, useMode: 2, machineNum: 2 })
  const { guid: flow } = await of.call(approveCalls.create, {
    name: '签发审批',
    families: ['sn'],
    events: ['issue', 'update'],
    steps: steps?.({ li, wang }) ?? [{ userIds: [li.accountId, wang.accountId] }],
  })
  return { of, sales, li, wang, template, flow }
}

const queue = async (by: Actor, given: PayloadOf<typeof auditCalls.find> = {}) =>
  (await by.call(auditCalls.find, given)).rows.map(({ guid }) => guid)
const watch = () => runApprovalJobs(center)
const told = async (by: Actor) => (await by.call(messageCalls.find, {})).rows.map(({ kind }) => kind)
const kinds = async (by: Actor, guid: string) => (await get(by, guid)).events.map(({ kind }) => kind)

describe('a request', () => {
  it('waits with its cost on hold, is rejected, resubmitted and approved, and is charged once', async () => {
    const { of, sales, li, template } = await cast()
    const before = await money(of)
    const { guid, license, status } = await issue(sales, template)
    expect(status).toBe(approving)
    expect(await money(of)).toEqual({ balanceFen: before.balanceFen - 5_800, heldFen: 5_800 })
    expect(await told(li)).toEqual(['approvalWaiting'])
    expect(await get(li, guid)).toMatchObject({ state: 'waiting', count: 1, fen: 5_800, waitsForMe: true, step: 1 })

    expect(await reject(li, guid)).toEqual({ state: 'rejected' })
    expect(await statusOf(of, license)).toBe(rejected)
    expect(await money(of)).toEqual(before)
    expect(await get(sales, guid)).toMatchObject({ reason: '超出预算', acts: ['resubmit'] })
    expect(await told(sales)).toEqual(['approvalRejected'])

    await sales.call(auditCalls.resubmit, { guid, changes: { machineNum: 1 }, note: '只要一台' })
    expect(await statusOf(of, license)).toBe(approving)
    expect(await approve(li, guid)).toBe('approved')
    expect(await statusOf(of, license)).toBe(unbound)
    const { chargedFen } = await of.call(pcLicenseCalls.get, { kind: 'sn', guid: license })
    expect(await money(of)).toEqual({ balanceFen: before.balanceFen - (chargedFen ?? 0), heldFen: 0 })
    expect(await kinds(sales, guid)).toEqual(['submit', 'reject', 'resubmit', 'approve', 'apply'])
    expect(await told(sales)).toContain('approvalApproved')
    const log = await of.call(operationLogCalls.find, { targetKind: 'audit', targetGuid: guid })
    expect(log.rows).toHaveLength(4)
    expect((await verifyLedger(center.ground.database.owner)).problems).toEqual([])
  })

  it('of which all must approve waits for the last one; each person counts once', async () => {
    const { sales, li, wang, template } = await cast(({ li: one, wang: two }) => [
      { userIds: [one.accountId, two.accountId], mode: 'all' },
    ])
    const { guid } = await issue(sales, template)
    expect(await approve(li, guid)).toBe('waiting')
    expect(await errorOf(approve(li, guid))).toBe('audit.notYourTurn')
    expect([await queue(li), await queue(wang)]).toEqual([[], [guid]])
    expect(await queue(li, { view: 'decided' })).toEqual([guid])
    expect(await approve(wang, guid)).toBe('approved')
  })

  it('goes through its steps in order, and one approval never counts for two of them', async () => {
    const { sales, li, template } = await cast(({ li: one, wang: two }) => [
      { userIds: [one.accountId] },
      { userIds: [one.accountId, two.accountId] },
    ])
    const { guid } = await issue(sales, template)
    const { revision } = await get(li, guid)
    const twice = await Promise.allSettled([approve(li, guid, revision), approve(li, guid, revision)])
    expect(twice.map((one) => one.status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await get(li, guid)).toMatchObject({ state: 'waiting', step: 2, waitsForMe: true })
    expect(await approve(li, guid)).toBe('approved')
  })

  it('is never decided by its requester, not even by the super administrator', async () => {
    const { of, li, template, flow } = await cast()
    const { steps: _steps, ...facts } = await of.call(approveCalls.get, { guid: flow })
    const steps = [{ userIds: [li.accountId] }]
    const families = ['sn'] as const
    await of.call(approveCalls.update, {
      guid: flow,
      name: facts.name,
      families: [...families],
      events: ['issue'],
      steps,
      includesSuper: true,
    })
    const { guid } = await issue(of, template)
    expect(await errorOf(approve(of, guid))).toBe('audit.ownRequest')
    expect(await errorOf(reject(of, guid))).toBe('audit.ownRequest')
    expect(await approve(li, guid)).toBe('approved')
  })

  it('keeps its version of the flow; the next one follows the new version', async () => {
    const { of, sales, li, wang, template, flow } = await cast(({ li: one }) => [{ userIds: [one.accountId] }])
    const { guid } = await issue(sales, template)
    await of.call(approveCalls.update, {
      guid: flow,
      name: '新的审批',
      families: ['sn'],
      events: ['issue'],
      steps: [{ userIds: [wang.accountId] }],
    })
    await of.call(approveCalls.delete, { guid: flow })
    expect(await get(li, guid)).toMatchObject({ flowName: '签发审批', flowVersion: 1 })
    expect(await approve(li, guid)).toBe('approved')
    expect((await issue(sales, template)).status).toBe(unbound)
  })

  it('is withdrawn when its last license is deleted', async () => {
    const { of, sales, li, template } = await cast()
    const { guid, licenses } = await issue(sales, template, { count: 2 })
    for (const { guid: license } of licenses) await sales.call(pcLicenseCalls.delete, { kind: 'sn', guid: license })
    expect(await get(sales, guid)).toMatchObject({ state: 'withdrawn', count: 0, fen: 0, acts: [] })
    expect(await queue(li)).toEqual([])
    expect((await money(of)).heldFen).toBe(0)
  })

  it('that was rejected cannot be submitted again before all its licenses have followed', async () => {
    const { sales, li, template } = await cast()
    const { guid } = await issue(sales, template)
    await reject(li, guid)
    // As while the task of a large request runs.
    const settled = (is: boolean) =>
      center.ground.database.owner.query('update approval_request set is_settled = $2 where guid = $1', [guid, is])
    await settled(false)
    expect((await get(sales, guid)).acts).toEqual([])
    expect(await errorOf(sales.call(auditCalls.resubmit, { guid }))).toBe('audit.notSettled')
    await settled(true)
    expect(await sales.call(auditCalls.resubmit, { guid })).toEqual({ state: 'waiting' })
  })

  it('of a batch is one, opens when the batch ends, and a large one takes effect as a task', async () => {
    const { of, sales, li, template } = await cast()
    await center.credit(of, 100_000_000)
    const count = LIMITS.approval.directLicenses + 1
    const { taskId } = await sales.call(pcLicenseCalls.batchIssue, { kind: 'sn', templateGuids: [template], count })
    await center.finishTask(sales, taskId ?? '')
    const [guid = '', ...others] = await queue(li)
    expect(others).toEqual([])
    expect(await queue(sales, { view: 'all', taskGuid: taskId ?? '' })).toEqual([guid])
    expect(await queue(sales, { view: 'all', taskGuid: randomUUID() })).toEqual([])
    expect(await get(li, guid)).toMatchObject({ count, state: 'waiting' })
    expect(await approve(li, guid)).toBe('applying')
    const { taskGuid } = await get(li, guid)
    // The decision stands, even if the decider loses the right.
    await of.call(accessCalls.disable, { userId: li.accountId })
    await center.finishTask(of, taskGuid ?? '')
    expect(await get(sales, guid)).toMatchObject({ state: 'approved', applied: count })
    expect((await money(of)).heldFen).toBe(0)
    expect((await sales.call(auditCalls.findItems, { guid, pageSize: 10 })).records).toBe(count)
    expect((await verifyLedger(center.ground.database.owner)).problems).toEqual([])
  })
})

describe('at one moment', () => {
  it('200 decisions on one request: one counts, and it is charged once', async () => {
    const { of, sales, li, wang, template } = await cast()
    const { guid } = await issue(sales, template)
    const { revision } = await get(li, guid)
    const decide = (n: number) =>
      n % 4 === 0 ? reject(n % 8 === 0 ? li : wang, guid) : approve(n % 2 === 0 ? li : wang, guid, revision)
    const results = await Promise.allSettled(Array.from({ length: 200 }, (_, n) => decide(n)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { state, events } = await get(sales, guid)
    expect(['approved', 'rejected']).toContain(state)
    expect(events.filter(({ kind }) => kind === 'approve' || kind === 'reject')).toHaveLength(1)
    expect((await money(of)).heldFen).toBe(0)
    expect((await verifyLedger(center.ground.database.owner)).problems).toEqual([])
  })

  it.each<[string, (by: Cast, guid: string, revision: number, license: string) => Promise<unknown>]>([
    ['a withdrawal', ({ sales }, guid) => sales.call(auditCalls.withdraw, { guid })],
    [
      'an edit',
      ({ wang }, guid, revision) => wang.call(auditCalls.edit, { guid, revision, changes: { machineNum: 1 } }),
    ],
    [
      'a deletion',
      ({ sales }, _guid, _revision, license) => sales.call(pcLicenseCalls.delete, { kind: 'sn', guid: license }),
    ],
  ])('an approval and %s: the license, the money and the request agree', async (_name, other) => {
    const people = await cast()
    const { of, sales, li, template } = people
    const { guid, license } = await issue(sales, template)
    const { revision } = await get(li, guid)
    const results = await Promise.allSettled([approve(li, guid, revision), other(people, guid, revision, license)])
    for (const one of results) if (one.status === 'rejected') expect(one.reason).toHaveProperty('error')
    const { state } = await get(sales, guid)
    const { heldFen } = await money(of)
    const { rows } = await center.ground.database.owner.query<{ state: number }>(
      'select state from license where guid = $1',
      [license],
    )
    if (state === 'waiting') expect([rows[0]?.state, heldFen > 0]).toEqual([approving, true])
    else expect([rows[0]?.state === approving, heldFen]).toEqual([false, 0])
    expect((await verifyLedger(center.ground.database.owner)).problems).toEqual([])
  })
})

describe('an approver', () => {
  it('hands the turn over to another one, who is told; the first one is out of it', async () => {
    const { of, sales, li, wang, template } = await cast(({ li: one }) => [{ userIds: [one.accountId] }])
    const { guid } = await issue(sales, template)
    const clerk = await center.administrator(of, ['product.view'])
    const handOver = (to: Actor) => li.call(auditCalls.handOver, { guid, userId: to.accountId, note: '休假' })
    for (const nobody of [clerk, sales, li]) expect(await errorOf(handOver(nobody))).toBe('audit.cannotTakeOver')
    await handOver(wang)
    expect(await errorOf(approve(li, guid))).toBe('audit.notYourTurn')
    expect([await queue(li), await queue(wang)]).toEqual([[], [guid]])
    expect(await told(wang)).toEqual(['approvalWaiting'])
    expect(await approve(wang, guid)).toBe('approved')
  })

  it('who took the turn over and rejected is the one that the progress names', async () => {
    const { sales, li, wang, template } = await cast(({ li: one }) => [{ userIds: [one.accountId] }])
    const { guid } = await issue(sales, template)
    await li.call(auditCalls.handOver, { guid, userId: wang.accountId })
    await reject(wang, guid)
    const { progress } = await get(sales, guid)
    expect(progress.map(({ approvers }) => approvers.map(({ userId }) => userId))).toEqual([[wang.accountId]])
  })

  it('who has approved is named once in the progress of a request that another one rejects', async () => {
    const { sales, li, wang, template } = await cast(({ li: one, wang: two }) => [
      { userIds: [one.accountId, two.accountId], mode: 'all' },
    ])
    const { guid } = await issue(sales, template)
    await approve(li, guid)
    await reject(wang, guid)
    const { progress } = await get(sales, guid)
    expect(progress.map(({ approvers }) => approvers.map(({ userId }) => userId))).toEqual([
      [li.accountId, wang.accountId],
    ])
  })

  it('asks a question that the requester answers; the request can be decided meanwhile', async () => {
    const { sales, li, template } = await cast()
    const { guid } = await issue(sales, template)
    await li.call(auditCalls.ask, { guid, text: '为什么要？' })
    expect((await sales.call(auditCalls.count, {})).questions).toBe(1)
    expect(await get(sales, guid)).toMatchObject({
      question: { text: '为什么要？' },
      acts: ['answer', 'note', 'withdraw'],
    })
    expect(await errorOf(li.call(auditCalls.answer, { guid, text: '我' }))).toBe('audit.notYours')
    await sales.call(auditCalls.answer, { guid, text: '客户要' })
    expect(await errorOf(sales.call(auditCalls.answer, { guid, text: '客户要' }))).toBe('audit.noQuestion')
    await sales.call(auditCalls.note, { guid, text: '急' })
    expect(await told(li)).toEqual(['approvalAnswered', 'approvalWaiting'])
    expect(await kinds(li, guid)).toEqual(['submit', 'ask', 'answer', 'note'])
  })

  it('edits codes before approval: the hold follows, and everybody approves the new terms', async () => {
    const { of, sales, li, wang, template } = await cast(({ li: one, wang: two }) => [
      { userIds: [one.accountId] },
      { userIds: [two.accountId] },
    ])
    const { guid } = await issue(sales, template)
    await approve(li, guid)
    const { revision } = await get(wang, guid)
    const preview = await wang.call(auditCalls.previewEdit, { guid, changes: { machineNum: 5 } })
    await wang.call(auditCalls.edit, { guid, revision, changes: { machineNum: 5 }, note: '五台' })
    const seen = await get(sales, guid)
    expect(seen).toMatchObject({ step: 1, state: 'waiting', fen: preview.price?.totalFen })
    expect((await money(of)).heldFen).toBe(seen.fen)
    expect(seen.events.at(-1)).toMatchObject({ kind: 'edit', changes: [{ field: 'machineNum', after: '5' }] })
    expect(await told(sales)).toContain('approvalEdited')
    expect(await errorOf(approve(li, guid, revision))).toBe('audit.changed')
    await approve(li, guid)
    expect(await approve(wang, guid)).toBe('approved')
    expect((await money(of)).heldFen).toBe(0)
  })

  it('who is disabled falls out at once: the others decide, or else the super administrator', async () => {
    const { of, sales, li, wang, template } = await cast(({ li: one, wang: two }) => [
      { userIds: [one.accountId, two.accountId], mode: 'all' },
    ])
    const [first, second] = [await issue(sales, template), await issue(sales, template)]
    await approve(li, first.guid)
    await of.call(accessCalls.disable, { userId: wang.accountId })
    expect((await get(sales, second.guid)).waitsFor.map(({ userId }) => userId)).toEqual([li.accountId])
    await watch()
    expect((await get(sales, first.guid)).state).toBe('approved')
    await of.call(accessCalls.disable, { userId: li.accountId })
    expect((await get(sales, second.guid)).waitsFor.map(({ userId }) => userId)).toEqual([of.accountId])
    await watch()
    await watch()
    expect((await told(of)).filter((kind) => kind === 'approvalEscalated')).toHaveLength(1)
    expect(await queue(of)).toEqual([second.guid])
    expect(await approve(of, second.guid)).toBe('approved')
  })

  it('decides on several requests, with the words of each refusal in order', async () => {
    const { sales, li, template } = await cast()
    const [first, second] = [await issue(sales, template), await issue(sales, template)]
    await reject(li, first.guid)
    const missing = randomUUID()
    const { results } = await li.call(auditCalls.decideMany, {
      requests: [first.guid, second.guid, missing].map((guid) => ({ guid, revision: 1 })),
      act: 'approve',
    })
    expect(results.map(({ state, message }) => [state, message !== null])).toEqual([
      [null, true],
      ['approved', false],
      [null, true],
    ])
    expect(results.map(({ number }) => number === null)).toEqual([false, false, true])
    const bare = li.call(auditCalls.decideMany, { requests: [{ guid: missing, revision: 1 }], act: 'reject' })
    expect((await refused(bare)).fields.map(({ path }) => path)).toEqual(['reason'])
  })
})

describe('by the clock', () => {
  it('a step that waits too long is reminded of once, and the super administrator can decide too', async () => {
    const { of, sales, li, template } = await cast(({ li: one }) => [{ userIds: [one.accountId], remindHours: 2 }])
    const { guid } = await issue(sales, template)
    await watch()
    expect(await errorOf(approve(of, guid))).toBe('audit.notYourTurn')
    center.clock.advance(2 * HOUR_MS)
    await Promise.all([watch(), watch()])
    await watch()
    expect(await told(li)).toEqual(['approvalReminder', 'approvalWaiting'])
    expect((await told(of)).filter((kind) => kind === 'approvalEscalated')).toHaveLength(1)
    expect(await kinds(of, guid)).toEqual(['submit', 'remind', 'escalate'])
    expect((await of.call(auditCalls.count, {})).sn).toBe(1)
    expect(await approve(of, guid)).toBe('approved')
  })

  it('a request without a decision expires once, and releases its hold; it can be submitted again', async () => {
    const { of, sales, li, template } = await cast()
    const { guid, license } = await issue(sales, template)
    await center.daysLater(30, of, sales, li)
    center.clock.advance(1_000)
    expect(await errorOf(approve(li, guid))).toBe('audit.stateForbids')
    await Promise.all([watch(), watch()])
    expect(await get(sales, guid)).toMatchObject({ state: 'expired', acts: ['resubmit'] })
    expect(await statusOf(of, license)).toBe(rejected)
    expect((await money(of)).heldFen).toBe(0)
    expect(await kinds(sales, guid)).toEqual(['submit', 'expire'])
    await sales.call(auditCalls.resubmit, { guid })
    const { state, expireTime } = await get(sales, guid)
    expect(state).toBe('waiting')
    expect(new Date(expireTime).getTime()).toBeGreaterThan(center.clock.now().getTime() + 29 * DAY_MS)
  })
})

describe('who sees a request', () => {
  it('the requester, the people of its steps and whoever sees everything; others do not find it', async () => {
    const { of, sales, li, template } = await cast()
    const { guid } = await issue(sales, template)
    const viewer = await center.administrator(of, ['audit.view'])
    const limited = await center.administrator(of, ['audit.view', 'audit.decide'], { limited: ['product'] })
    for (const by of [of, sales, li, viewer]) {
      expect((await get(by, guid)).guid).toBe(guid)
      expect(await queue(by, { view: 'all' })).toEqual([guid])
    }
    for (const by of [limited, await center.administrator(of, SALES)]) {
      expect(await queue(by, { view: 'all' })).toEqual([])
      expect(await errorOf(get(by, guid))).toBe('audit.notFound')
      expect(await errorOf(by.call(auditCalls.findItems, { guid }))).toBe('audit.notFound')
      expect(await errorOf(by.call(auditCalls.withdraw, { guid }))).toBe('audit.notFound')
    }
    expect(await errorOf(limited.call(auditCalls.approve, { guid, revision: 1 }))).toBe('audit.notFound')
    expect(await errorOf(viewer.call(auditCalls.withdraw, { guid }))).toBe('audit.notYours')
  })

  it('an approver decides on all of it, whatever the own row scope shows', async () => {
    const of = await createVendor(center, { yuan: 1_000 })
    const sales = await center.administrator(of, SALES)
    const li = await center.administrator(of, ['audit.decide'], { limited: ['product', 'template'] })
    const template = await of.pcTemplate('sn')
    await of.call(approveCalls.create, {
      name: '审批',
      families: ['sn'],
      events: ['issue'],
      steps: [{ userIds: [li.accountId] }],
    })
    const { guid, license } = await issue(sales, template)
    expect((await li.call(auditCalls.findItems, { guid })).records).toBe(1)
    expect(await approve(li, guid)).toBe('approved')
    expect(await statusOf(of, license)).toBe(unbound)
  })

  it('is found by number, requester, template and start of the code, by state and by time', async () => {
    const { of, sales, li, template } = await cast()
    const { guid } = await issue(sales, template)
    const { guid: other } = await issue(sales, template)
    await reject(li, other)
    const { number, subject } = await get(of, guid)
    const all = { view: 'all' } as const
    expect(await queue(of, { ...all, keyword: number.slice(-6).toLowerCase() })).toEqual([guid])
    expect(await queue(of, { ...all, keyword: subject.slice(0, 4) })).toEqual([guid])
    // Nobody finds out a masked code piece by piece.
    expect(await queue(of, { ...all, keyword: subject.slice(0, 5) })).toEqual([])
    expect(await queue(of, { ...all, keyword: '测试模' })).toEqual([other, guid])
    expect(await queue(of, { ...all, state: ['rejected', 'expired'] })).toEqual([other])
    expect(await queue(of, { ...all, requesterId: li.accountId })).toEqual([])
    const startTime = new Date(center.clock.now().getTime() + HOUR_MS).toISOString()
    expect(await queue(of, { ...all, startTime })).toEqual([])
    expect((await li.call(auditCalls.count, {})).sn).toBe(1)
  })
})
