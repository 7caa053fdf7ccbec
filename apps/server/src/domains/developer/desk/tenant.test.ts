// Developers at the platform desk: the list, suspension and what it means, applications, notes.
import {
  DAY_MS,
  codePageCalls,
  developerCalls,
  developerDesk,
  developerGuid,
  feedbackCalls,
  identityCalls,
  operationLogCalls,
  operatorDesk,
  pcLicenseCalls,
  productCalls,
} from '@sealwright/contract'
import {
  createAccessKey,
  createGuest,
  createProgram,
  createTerminal,
  createTestCenter,
  createVendor,
  openCampaign,
  productPayload,
  refused,
} from '@sealwright/testkit'
import type { Actor, DeskActor, TestCenter } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

let center: TestCenter
let owner: DeskActor
beforeAll(async () => {
  center = await createTestCenter({ remembers: true })
  owner = await center.operator('owner')
})
afterAll(() => center.close())
const { platform } = createTerminal(() => center)

const errorOf = async (attempt: Promise<unknown>) => (await refused(attempt)).error
const stateOf = async (id: number) => (await owner.call(developerDesk.get, { id })).state
/** The operators' and the developer's own log, the latest row of each. */
async function latest(of: Actor) {
  const own = await of.call(operationLogCalls.find, {})
  const theirs = await owner.call(operatorDesk.log, {})
  return [own.rows.find(({ actor }) => actor.startsWith('平台运营者')), theirs.rows[0]]
}

describe('the list of developers', () => {
  it('finds by name, id and account, filters by state, and sorts by licenses and balance', async () => {
    const rich = await createVendor(center, { yuan: 900_000 })
    await rich.call(pcLicenseCalls.issue, { kind: 'sn', templateGuids: [await rich.pcTemplate('sn')] })
    const trial = await center.developer({ status: 'trial', name: '山海_试用%' })
    const find = async (given: object) => (await owner.call(developerDesk.find, given)).rows
    expect(await find({ keyword: '海_试用%' })).toMatchObject([
      { id: String(trial.developerId), name: '山海_试用%', state: 'trial', licenses: 0, balanceFen: 0, risks: [] },
    ])
    expect(await find({ keyword: '%%' })).toEqual([])
    expect(await find({ keyword: rich.account })).toMatchObject([{ id: String(rich.developerId) }])
    const byId = await find({ keyword: String(rich.developerId), sort: 'createTime', order: 'asc' })
    expect(byId.find(({ id }) => id === String(rich.developerId))).toMatchObject({ licenses: 1, state: 'formal' })
    expect((await find({ sort: 'licenses', order: 'desc' }))[0]).toMatchObject({ id: String(rich.developerId) })
    expect((await find({ sort: 'balanceFen', order: 'desc' }))[0]).toMatchObject({ id: String(rich.developerId) })
    expect((await find({ state: 'trial' })).every(({ state }) => state === 'trial')).toBe(true)
    await center.signIn(trial.account)
    expect((await find({ sort: 'lastSignInTime', order: 'desc' })).at(0)?.lastSignInTime).not.toBeNull()
  })

  it('tells overdue bills and signs of risk', async () => {
    const vendor = await center.developer()
    const { owner: sql } = center.ground.database
    await sql.query(
      `insert into figure_sum (developer_id, day, measure, label, value)
       values ($1, $2, 'refusal', 'codeNotFound', 150)`,
      [vendor.developerId, center.clock.now()],
    )
    await platform('fee', 'bill', String(vendor.developerId), '10', '--due', '2029-01-01', '--note', 'x')
    await sql.query('update bill set due_at = $1 where developer_id = $2', [
      new Date(center.clock.now().getTime() - DAY_MS),
      vendor.developerId,
    ])
    const [row] = (await owner.call(developerDesk.find, { keyword: vendor.account })).rows
    expect(row?.state).toBe('overdue')
    expect(row?.risks).toEqual([{ kind: 'guessing', count: 150 }])
    const facts = await owner.call(developerDesk.get, { id: vendor.developerId })
    expect(facts).toMatchObject({ superAdministrator: vendor.account, hasOwnTerms: false, application: null })
    expect(facts.figures.days).toHaveLength(30)
    expect(JSON.stringify(facts)).not.toMatch(/password|pin"/i)
    expect(await errorOf(owner.call(developerDesk.get, { id: 99_999_999 }))).toBe('operator.developerNotFound')
  })
})

describe('a suspended developer', () => {
  it('reads but changes nothing; nothing new is activated, bound devices run until the date; all returns', async () => {
    const vendor = await createVendor(center, { yuan: 10_000 })
    const id = vendor.developerId
    const template = await vendor.pcTemplate('sn', { useMode: 2, machineNum: 3 })
    const issue = () => vendor.call(pcLicenseCalls.issue, { kind: 'sn', templateGuids: [template] })
    const code = (await issue()).licenses[0]?.serial ?? ''
    const api = await createAccessKey(center, vendor)
    const program = await createProgram(center, vendor)
    const ask = async (call: 'activate' | 'validate', fingerprint: string) =>
      (await program.ask(call, { code, machine: { fingerprint } })).body['type'] ?? 'fine'
    const campaign = await openCampaign(center, vendor)
    const page = center.browser()
    const { visit } = await page.call(codePageCalls.look, { code })
    expect(await ask('activate', 'machine-a')).toBe('fine')
    // From the cache.
    expect(await ask('validate', 'machine-a')).toBe('fine')

    const { programsUntil } = await owner.call(developerDesk.suspend, { id, reason: '资料与工商登记不符', days: 10 })
    const days = (Date.parse(programsUntil) - center.clock.now().getTime()) / DAY_MS
    expect(days).toBeCloseTo(10, 2)
    expect(await errorOf(owner.call(developerDesk.suspend, { id, reason: '再次' }))).toBe('developer.alreadySuspended')
    expect(await stateOf(id)).toBe('suspended')

    // The console: reading, signing in and writing to the platform stay open.
    const change = await refused(vendor.call(productCalls.create, productPayload()))
    expect([change.error, change.message]).toEqual([
      'developer.suspended',
      expect.stringContaining('资料与工商登记不符'),
    ])
    expect(await errorOf(issue())).toBe('developer.suspended')
    expect((await vendor.call(identityCalls.current, {})).developer.suspension).toMatchObject({
      reason: '资料与工商登记不符',
      programsUntil,
    })
    await center.signIn(vendor.account)
    await vendor.call(feedbackCalls.create, { kind: 'question', text: '资料已经补齐，请问怎样恢复账户？' })
    const [own, operators] = await latest(vendor)
    expect(own).toMatchObject({ targetKind: 'developer', targetGuid: developerGuid(id) })
    expect(operators).toMatchObject({ targetKind: 'developer', targetName: own?.targetName })

    // The open API.
    expect((await api.send('products/list')).status).toBe(200)
    expect(await api.refusal('products/create', productPayload())).toMatchObject({
      status: 403,
      error: 'developer.suspended',
    })

    // Public pages, whose visitors do not learn the reason.
    expect(await errorOf(createGuest(center, campaign.token).sendCode())).toBe('activity.paused')
    expect(await errorOf(page.call(codePageCalls.unbind, { visit, machineGuid: crypto.randomUUID() }))).toBe(
      'runtime.vendorSuspended',
    )

    // Programs.
    await vi.waitFor(async () => expect(await ask('activate', 'machine-b')).toBe('VENDOR_SUSPENDED'))
    expect(await ask('validate', 'machine-a')).toBe('fine')
    expect(await ask('activate', 'machine-a')).toBe('fine')
    await center.daysLater(10, vendor)
    // Each is answered from the cache until the next poll.
    await vi.waitFor(async () => expect(await ask('validate', 'machine-a')).toBe('VENDOR_SUSPENDED'))
    const login = async () => (await program.ask('login', { account: 'a@b.test', password: 'x' })).body['type']
    await vi.waitFor(async () => expect(await login()).toBe('VENDOR_SUSPENDED'))

    owner = await center.operator('owner')
    await owner.call(developerDesk.resume, { id })
    expect(await errorOf(owner.call(developerDesk.resume, { id }))).toBe('developer.notSuspended')
    await vi.waitFor(async () => expect(await ask('validate', 'machine-a')).toBe('fine'))
    await vi.waitFor(async () => expect(await ask('activate', 'machine-b')).toBe('fine'))
    await issue()
    expect(await stateOf(id)).toBe('formal')
    const { rows } = await owner.call(developerDesk.history, { id })
    expect(rows.slice(0, 2).map(({ changes }) => changes.find(({ field }) => field === 'suspension'))).toEqual([
      { field: 'suspension', before: '资料与工商登记不符', after: null },
      { field: 'suspension', before: null, after: '资料与工商登记不符' },
    ])
  })

  it('fails the rows of a task that waits', async () => {
    const vendor = await createVendor(center, { yuan: 10_000 })
    const template = await vendor.pcTemplate('sn')
    const { taskId } = await vendor.call(pcLicenseCalls.batchIssue, { kind: 'sn', templateGuids: [template], count: 5 })
    await owner.call(developerDesk.suspend, { id: vendor.developerId, reason: '核查' })
    await center.finishTask(vendor, taskId ?? '')
    expect((await vendor.call(pcLicenseCalls.find, { kind: 'sn' })).records).toBe(0)
  })

  it('is suspended and resumed by commands too', async () => {
    const vendor = await center.developer()
    const id = String(vendor.developerId)
    expect(await platform('suspend', id)).toMatchObject({ code: 2 })
    expect(await platform('suspend', id, '--reason', 'check', '--days', '91')).toMatchObject({ code: 2 })
    expect(await platform('suspend', id, '--reason', 'check', '--days', '0')).toMatchObject({ code: 0 })
    expect(await platform('suspend', id, '--reason', 'check')).toMatchObject({ code: 1 })
    expect(await errorOf(vendor.call(productCalls.create, productPayload()))).toBe('developer.suspended')
    const mail = await center.message(vendor.account)
    expect([mail.kind, mail.body]).toEqual(['developerSuspended', expect.stringContaining('check')])
    expect(await platform('resume', id)).toMatchObject({ code: 0 })
    expect((await center.message(vendor.account)).kind).toBe('developerResumed')
    await vendor.call(productCalls.create, productPayload())
    expect((await platform('resume', '99999999')).code).toBe(1)
  })
})

describe('applications', () => {
  const form = {
    companyName: '云帆软件有限公司',
    contactName: '王越',
    contactPhone: '010-62345678',
    acceptDeletion: true,
  }

  it('wait in a queue, oldest first, and are decided once, with words for a rejection', async () => {
    const [first, second] = [
      await center.developer({ status: 'trial' }),
      await center.developer({ status: 'trial', name: '远帆' }),
    ]
    await first.call(developerCalls.apply, { ...form, statement: '销售 CAD 软件' })
    center.clock.advance(1_000)
    await second.call(developerCalls.apply, form)
    const reviewer = await center.operator('reviewer')
    expect((await reviewer.call(operatorDesk.current, {})).waiting.applications).toBe(2)
    const queue = await reviewer.call(developerDesk.findApplications, { state: 'pending' })
    expect(queue.rows).toMatchObject([
      { developerId: String(first.developerId), companyName: form.companyName, statement: '销售 CAD 软件' },
      { developerId: String(second.developerId), trialLicenses: 0 },
    ])
    const decide = (of: Actor, event: 'approve' | 'reject', reason?: string) =>
      reviewer.call(developerDesk.decide, { id: of.developerId, event, ...(reason !== undefined && { reason }) })
    expect(await errorOf(decide(first, 'reject'))).toBe('developer.reasonNeeded')
    await decide(first, 'reject', '请补充业务说明')
    expect(await errorOf(decide(first, 'approve'))).toBe('developer.applicationDecided')
    const outcomes = await Promise.allSettled([decide(second, 'approve'), decide(second, 'approve')])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await center.message(second.account)).kind).toBe('applicationApproved')
    expect((await owner.call(developerDesk.get, { id: second.developerId })).status).toBe('formal')
    const log = await owner.call(operatorDesk.log, { targetKind: 'application' })
    expect(log.rows).toHaveLength(2)
    const third = await center.developer({ status: 'trial' })
    await third.call(developerCalls.apply, form)
    expect(await platform('approve', String(third.developerId))).toMatchObject({ code: 0 })
    expect((await owner.call(operatorDesk.log, { targetKind: 'application' })).rows).toHaveLength(3)
    expect((await first.call(developerCalls.application, {})).application).toMatchObject({ reason: '请补充业务说明' })
  })
})

describe('trial limits and notes', () => {
  it('sets the number of licenses of a trial developer, told in both logs', async () => {
    const trial = await center.developer({ status: 'trial' })
    await owner.call(developerDesk.setTrialLimit, { id: trial.developerId, trialLicensesMax: 7 })
    expect((await owner.call(developerDesk.get, { id: trial.developerId })).trialLicensesMax).toBe(7)
    expect((await trial.call(identityCalls.current, {})).developer.devInfo.trial?.licenses.allowed).toBe(7)
    const [own, operators] = await latest(trial)
    expect(own?.changes).toContainEqual({ field: 'trialLicenses', before: '1000', after: '7' })
    expect(operators?.changes).toEqual([{ field: 'trialLicenses', before: '1000', after: '7' }])
    const formal = await center.developer()
    expect(
      await errorOf(owner.call(developerDesk.setTrialLimit, { id: formal.developerId, trialLicensesMax: 7 })),
    ).toBe('developer.notTrial')
  })

  it('keeps notes among operators; each deletes only their own', async () => {
    const vendor = await center.developer()
    const support = await center.operator('support')
    const { guid } = await support.call(developerDesk.addNote, { id: vendor.developerId, text: '电话沟通过' })
    expect((await owner.call(developerDesk.notes, { id: vendor.developerId })).notes).toMatchObject([
      { text: '电话沟通过', isOwn: false },
    ])
    expect(await errorOf(owner.call(developerDesk.deleteNote, { guid }))).toBe('developer.noteNotFound')
    await support.call(developerDesk.deleteNote, { guid })
    expect((await owner.call(developerDesk.notes, { id: vendor.developerId })).notes).toEqual([])
    expect((await vendor.call(operationLogCalls.find, {})).rows.some(({ actor }) => actor.includes('平台'))).toBe(false)
  })
})
