// Issuing: rules, prices, replaced licenses, and that limits hold under concurrency.
import { Refusal } from '@sealwright/client'
import {
  DAY_MS,
  HOUR_MS,
  ISSUE_RULES,
  LICENSE_STATUSES,
  codeOf,
  isCode,
  licenseCalls,
  pcLicenseCalls,
  pcTemplateCalls,
} from '@sealwright/contract'
import { CROWD, createTestApprovals, createTestCenter, createVendor, refused } from '@sealwright/testkit'
import type { TestCenter, Vendor } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inScope } from '../../../kernel/in-scope.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { createOperator, verifyLedger } from '../../billing/index.ts'
import { createCharging } from '../../billing/ledger/charging.service.ts'
import { createLeaving } from '../acts/leaving.service.ts'
import { createIssuing } from './issue.service.ts'

let center: TestCenter
beforeAll(async () => {
  center = await createTestCenter()
})
afterAll(() => center.close())

/** Runs work in a transaction of this caller, for cases that no call can cause. */
async function inScopeOf<T>({ developerId, accountId }: Vendor, work: (scope: Scope) => Promise<T>): Promise<T> {
  const { database, ids, languages, log } = center.ground
  const now = center.clock.now()
  const caller = await center.center.findMember(developerId, accountId, now)
  if (!caller) throw new Error('no such member')
  const asking = {
    requestId: 'test',
    network: '',
    fingerprint: undefined,
    userAgent: undefined,
    origin: undefined,
    now,
    log,
  }
  return inScope(database, { caller, asking, ids, say: languages.zh, call: pcLicenseCalls.issue }, 'write', work)
}

/** Repeats the attempt while the center answers that it is busy, which has no effects. */
async function answered<T>(attempt: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof Refusal) || error.error !== 'platform.unavailable') throw error
    }
  }
}

/**
 * Counts the results of concurrent issues: issued, or refused with an error. Throws any error that is not a refusal.
 */
function outcomesOf(settled: readonly PromiseSettledResult<unknown>[]): Record<string, number> {
  const names = settled.map((one) => {
    if (one.status === 'fulfilled') return 'issued'
    if (!(one.reason instanceof Refusal)) throw one.reason
    return one.reason.error ?? ''
  })
  return Object.fromEntries([...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]))
}

const approvals = createTestApprovals()
const issueDeps = () => ({
  charging: createCharging(),
  leaving: createLeaving({ charging: createCharging(), approvals }),
  prices: { groupUsersMax: async () => 500 },
  digest: (text: string) => text.slice(0, 8),
  box: center.ground.box,
  approvals,
  tellIssued: async () => undefined,
})

describe('license codes', () => {
  it('are issued as requested, each with a check character, and found in the list', async () => {
    const of = await createVendor(center)
    const template = await of.pcTemplate('sn')
    const { codes, status, licenses } = await of.call(pcLicenseCalls.issue, {
      kind: 'sn',
      templateGuids: [template],
      count: 3,
      remark: '第一批',
    })
    expect(codes).toHaveLength(3)
    expect(new Set(codes).size).toBe(3)
    for (const code of codes) expect(isCode(code)).toBe(true)
    expect(status).toBe(LICENSE_STATUSES.unbound)
    const { rows, records } = await of.call(pcLicenseCalls.find, { kind: 'sn' })
    expect(records).toBe(3)
    expect(rows.map(({ serial }) => serial).toSorted()).toEqual(codes.toSorted())
    expect(rows[0]).toMatchObject({
      status: 1,
      templateGuid: template,
      productName: '星图',
      source: 'batch',
      remark: '第一批',
      isForever: true,
      expireTime: null,
      bound: 0,
      acts: ['refresh', 'lock', 'delete', 'recycle'],
    })
    const found = await of.call(pcLicenseCalls.get, { kind: 'sn', guid: licenses[0]?.guid ?? '' })
    expect(found).toMatchObject({ serial: codes[0], chargedFen: 5_800, productEnds: [] })
    expect((await of.call(pcTemplateCalls.get, { kind: 'sn', guid: template })).licenseCount).toBe(3)
  })
})

describe('smart licenses', () => {
  it('cost nothing until a device activates one', async () => {
    const of = await createVendor(center, { yuan: 0 })
    const { codes, orderGuid } = await of.call(licenseCalls.issue, {
      templateGuid: await of.smartTemplate(),
      count: 100,
    })
    expect([codes.length, orderGuid]).toEqual([100, null])
  })
})

describe('account licenses', () => {
  it("replace a user's license for the same product, after a warning that names it", async () => {
    const of = await createVendor(center)
    const [one, two] = [await of.user(), await of.user()]
    const template = await of.pcTemplate('account')
    const first = await of.call(pcLicenseCalls.issue, { kind: 'account', templateGuids: [template], userIds: [one] })
    const asked = { kind: 'account' as const, templateGuids: [template], userIds: [one, two] }
    const preview = await of.call(pcLicenseCalls.preview, asked)
    expect(preview).toMatchObject({
      isAllowed: true,
      count: 2,
      paidAt: 'issue',
      price: { totalFen: 11_600, isEnough: true },
      overwrites: [{ serial: first.licenses[0]?.serial }],
    })
    expect(preview.warnings.map(({ kind }) => kind)).toEqual(['overwrites'])
    const second = await of.call(pcLicenseCalls.issue, asked)
    expect((await of.call(pcLicenseCalls.find, { kind: 'account' })).rows.map(({ guid }) => guid).toSorted()).toEqual(
      second.licenses.map(({ guid }) => guid).toSorted(),
    )
    const {
      rows: [old],
    } = await of.call(pcLicenseCalls.find, { kind: 'account', status: LICENSE_STATUSES.replaced })
    expect(old).toMatchObject({ guid: first.licenses[0]?.guid, status: 7, acts: [] })
    expect((await of.call(pcLicenseCalls.get, { kind: 'account', guid: old?.guid ?? '' })).replacedBy?.guid).toBe(
      second.licenses[0]?.guid,
    )
  })
})

describe('an issuer', () => {
  const code = (templateGuid: string, changes: object) => ({
    kind: 'sn' as const,
    templateGuids: [templateGuid],
    changes,
  })

  it("can change only fields that the template's temporary privileges allow", async () => {
    const of = await createVendor(center)
    const timed = { isForever: false, billingMode: 'year', licStartTimeType: 1, licDuration: 30 } as const
    const closed = await of.pcTemplate('sn', timed)
    const open = await of.pcTemplate('sn', {
      ...timed,
      canModify: true,
      canModifyModule: true,
      canModifyDataZone: true,
      modules: [{ moduleId: 1 }],
    })
    for (const [field, changes] of [
      ['licDuration', { licDuration: 60 }],
      ['modules', { modules: [{ moduleId: 2 }] }],
      ['rom', { rom: { source: 'text', text: 'x' } }],
      ['licenseVersion', { licenseVersion: 9 }],
    ] as const) {
      const refusal = await refused(of.call(pcLicenseCalls.issue, code(closed, changes)))
      expect([refusal.error, refusal.fields[0]?.path]).toEqual(['license.changeNotAllowed', `changes.${field}`])
      await of.call(pcLicenseCalls.issue, code(open, changes))
    }
    // The issuer can never change the type of the license or who pays for it.
    for (const changes of [
      { licenseKeyType: 2 },
      { deductMode: 3 },
      { billingMode: 'day' as const },
      { otherProducts: [{ licenseId: of.licenseId + 1 }] },
    ]) {
      expect((await refused(of.call(pcLicenseCalls.issue, code(open, changes)))).error).toBe('license.changeNotAllowed')
    }
    const {
      licenses: [one],
    } = await of.call(
      pcLicenseCalls.issue,
      code(open, { licDuration: 60, machineNum: 4, modules: [{ moduleId: 1, checked: false }, { moduleId: 2 }] }),
    )
    const found = await of.call(pcLicenseCalls.get, { kind: 'sn', guid: one?.guid ?? '' })
    expect(found).toMatchObject({ licDuration: 60, machineNum: 4, useMode: 2 })
    expect(found.modules.filter(({ checked }) => checked).map(({ moduleId }) => moduleId)).toEqual([2])
    // The template is not affected.
    expect(await of.call(pcTemplateCalls.get, { kind: 'sn', guid: open })).toMatchObject({
      licDuration: 30,
      machineNum: 1,
      version: 1,
    })
  })

  it('gets every violated rule of a change, on its field', async () => {
    const of = await createVendor(center)
    const template = await of.pcTemplate('sn', {
      canModify: true,
      isForever: false,
      billingMode: 'year',
      endTime: '2100-01-01',
    })
    const refusal = await refused(
      of.call(pcLicenseCalls.issue, code(template, { endTime: '2020-01-01', machineNum: 3, licBindMaxLimit: 2 })),
    )
    expect(refusal.error).toBe('platform.badPayload')
    expect(refusal.fields.map(({ path, rule }) => `${path}: ${rule}`).toSorted()).toEqual([
      'changes.endTime: endTooEarly',
      'changes.licBindMaxLimit: belowConcurrent',
    ])
    // Section 5: an end must be in the future, although a template's may be from yesterday on.
    const anHourAgo = new Date(center.clock.now().getTime() - HOUR_MS).toISOString()
    expect((await refused(of.call(pcLicenseCalls.issue, code(template, { endTime: anHourAgo })))).fields).toMatchObject(
      [{ path: 'changes.endTime', rule: 'endNotFuture' }],
    )
  })

  it('cannot use a template that has expired, has no price, or is of another family', async () => {
    const of = await createVendor(center)
    const soon = new Date(center.clock.now().getTime() + HOUR_MS).toISOString()
    const template = await of.pcTemplate('sn', { isForever: false, billingMode: 'day', endTime: soon })
    center.clock.advance(2 * HOUR_MS)
    expect((await refused(of.call(pcLicenseCalls.issue, { kind: 'sn', templateGuids: [template] }))).error).toBe(
      'license.templateExpired',
    )
    const unpriced = await of.pcTemplate('sn')
    await center.ground.database.owner.query(
      `update template_version set terms = terms || '{"billingMode": null}' where template_guid = $1`,
      [unpriced],
    )
    expect((await refused(of.call(pcLicenseCalls.issue, { kind: 'sn', templateGuids: [unpriced] }))).error).toBe(
      'license.templateWithoutBilling',
    )
    const expired = { kind: 'sn' as const, templateGuids: [template] }
    const pathsOf = async (attempt: Promise<unknown>) => (await refused(attempt)).fields.map(({ path }) => path)
    expect(await pathsOf(of.call(pcLicenseCalls.issue, expired))).toEqual(['templateGuids.0'])
    expect((await of.call(pcLicenseCalls.preview, expired)).rules).toContainEqual(
      expect.objectContaining({ rule: 'template', outcome: 'fail', field: 'templateGuids.0' }),
    )
    expect((await refused(of.call(licenseCalls.issue, { templateGuid: template }))).error).toBe('template.notFound')
    expect(await pathsOf(of.call(licenseCalls.issue, { templateGuid: template }))).toEqual(['templateGuid'])
    expect(
      (
        await refused(
          of.call(pcLicenseCalls.issue, { kind: 'account', templateGuids: [template], userIds: [await of.user()] }),
        )
      ).error,
    ).toBe('template.notFound')
  })

  it('must name existing users, each once, up to the limit of an issue', async () => {
    const of = await createVendor(center, { yuan: 0 })
    await center.credit(of, 100, 'giftLicenses')
    const template = await of.pcTemplate('account', {
      deductMode: 3,
      billingMode: undefined,
      isForever: false,
      licStartTimeType: 1,
      licDuration: 30,
      licBindLimit: 2,
    })
    const [one, two] = [await of.user(), await of.user()]
    const issue = (userIds: string[]) =>
      of.call(pcLicenseCalls.issue, { kind: 'account', templateGuids: [template], userIds })
    expect((await refused(issue([]))).fields).toMatchObject([{ path: 'userIds', rule: 'required' }])
    expect((await refused(issue([one, two, one]))).fields).toMatchObject([{ path: 'userIds.2', rule: 'duplicateUser' }])
    const nobody = await refused(issue([one, center.ground.ids.guid()]))
    expect([nobody.error, nobody.fields[0]?.path]).toEqual(['user.notFound', 'userIds.1'])
    expect((await refused(issue(Array.from({ length: 1_001 }, () => one)))).fields).toMatchObject([
      { path: 'userIds', rule: 'overAddition' },
    ])
    await center.ground.database.owner.query('update billing_terms set limits = $2 where developer_id = $1', [
      of.developerId,
      { issueMax: 1 },
    ])
    const tooMany = await refused(issue([one, two]))
    expect([tooMany.error, tooMany.fields.map(({ path }) => path)]).toEqual(['license.overIssueMax', ['userIds']])
    await issue([one])
    // For codes, the refusal names the count.
    const codes = await refused(
      of.call(pcLicenseCalls.issue, { kind: 'sn', templateGuids: [await of.pcTemplate('sn')], count: 2 }),
    )
    expect([codes.error, codes.fields.map(({ path }) => path)]).toEqual(['license.overIssueMax', ['count']])
  })

  it('must give the options that the template requires, and no others', async () => {
    const of = await createVendor(center)
    const plain = await of.pcTemplate('sn')
    const guarded = await of.pcTemplate('sn', { codePassword: true })
    const issue = (templateGuid: string, given: object) =>
      of.call(pcLicenseCalls.issue, { kind: 'sn', templateGuids: [templateGuid], ...given })
    expect((await refused(issue(guarded, {}))).fields).toMatchObject([{ path: 'password', rule: 'required' }])
    expect((await refused(issue(plain, { password: 'secret-1' }))).fields).toMatchObject([
      { path: 'password', rule: 'notApplicable' },
    ])
    expect((await refused(issue(plain, { customerId: center.ground.ids.guid() }))).error).toBe('customer.notFound')
    expect((await refused(issue(plain, { isPreIssued: true, integratorGuid: center.ground.ids.guid() }))).error).toBe(
      'integrator.notFound',
    )
    expect((await refused(issue(plain, { integratorGuid: center.ground.ids.guid() }))).fields).toMatchObject([
      { path: 'integratorGuid', rule: 'notApplicable' },
    ])
    const {
      licenses: [one],
    } = await issue(guarded, { password: 'secret-1' })
    expect((await of.call(pcLicenseCalls.get, { kind: 'sn', guid: one?.guid ?? '' })).hasPassword).toBe(true)
    const { rows } = await center.ground.database.owner.query<{ box: string }>(
      'select password_box as box from license where guid = $1',
      [one?.guid],
    )
    expect(Buffer.from(rows[0]?.box ?? '', 'base64').toString()).not.toContain('secret-1')
  })

  it('cannot issue from gifts, packages or money that are used up', async () => {
    const of = await createVendor(center, { yuan: 0 })
    const gift = await of.pcTemplate('sn', {
      deductMode: 3,
      billingMode: undefined,
      isForever: false,
      licStartTimeType: 1,
      licDuration: 30,
    })
    const packaged = await of.pcTemplate('sn', { deductMode: 2, packageName: '没有的包', billingMode: undefined })
    expect((await refused(of.call(pcLicenseCalls.issue, { kind: 'sn', templateGuids: [gift] }))).error).toBe(
      'billing.giftsUsedUp',
    )
    expect((await refused(of.call(pcLicenseCalls.issue, { kind: 'sn', templateGuids: [packaged] }))).error).toBe(
      'package.usedUp',
    )
    expect(
      (await refused(of.call(pcLicenseCalls.issue, { kind: 'sn', templateGuids: [await of.pcTemplate('sn')] }))).error,
    ).toBe('billing.insufficientBalance')
    await center.credit(of, 2, 'giftLicenses')
    await of.call(pcLicenseCalls.issue, { kind: 'sn', templateGuids: [gift], count: 2 })
    expect((await of.call(pcLicenseCalls.find, { kind: 'sn' })).records).toBe(2)
  })

  it('cannot issue while a bill is overdue, even gifts or licenses paid later: billing.overdue', async () => {
    const of = await createVendor(center, { yuan: 1_000 })
    await center.credit(of, 2, 'giftLicenses')
    const timed = { isForever: false, licStartTimeType: 1, licDuration: 30 }
    const [paid, gift, smart] = [
      await of.pcTemplate('sn', { ...timed, billingMode: 'day' }),
      await of.pcTemplate('sn', { ...timed, deductMode: 3, billingMode: undefined }),
      await of.smartTemplate(),
    ]
    const {
      licenses: [license],
    } = await of.call(pcLicenseCalls.issue, { kind: 'sn', templateGuids: [paid] })
    const day = new Date(center.clock.now().getTime() + DAY_MS).toISOString().slice(0, 10)
    await createOperator(center.ground).bill(of.developerId, {
      amountFen: 1_000_000,
      day,
      note: '专项服务',
    })
    await center.daysLater(3, of)
    for (const attempt of [
      () => of.call(pcLicenseCalls.issue, { kind: 'sn', templateGuids: [paid] }),
      () => of.call(pcLicenseCalls.issue, { kind: 'sn', templateGuids: [gift] }),
      () => of.call(licenseCalls.issue, { templateGuid: smart }),
      () => of.call(pcLicenseCalls.refresh, { kind: 'sn', guid: license?.guid ?? '', changes: { licDuration: 40 } }),
    ])
      expect((await refused(attempt())).error).toBe('billing.overdue')
    const { rules } = await of.call(pcLicenseCalls.preview, { kind: 'sn', templateGuids: [paid] })
    expect(rules.find(({ rule }) => rule === 'standing')).toMatchObject({ outcome: 'fail' })
    expect([
      (await of.call(pcLicenseCalls.find, { kind: 'sn' })).records,
      (await of.call(licenseCalls.find, {})).records,
    ]).toEqual([1, 0])
  })
})

describe('a preview', () => {
  it('reports every rule in order, with failed and unasked ones, and changes nothing', async () => {
    const of = await createVendor(center, { yuan: 100 })
    const template = await of.pcTemplate('sn', {
      canModify: true,
      isForever: false,
      billingMode: 'year',
      licStartTimeType: 1,
      licDuration: 365,
    })
    const ask = (given: object) => of.call(pcLicenseCalls.preview, { kind: 'sn', templateGuids: [template], ...given })
    const outcomes = ({ rules }: Awaited<ReturnType<typeof ask>>) =>
      Object.fromEntries(rules.map(({ rule, outcome }) => [rule, outcome]))
    const passing = await ask({ count: 6 })
    expect(passing).toMatchObject({
      isAllowed: true,
      count: 6,
      paidAt: 'issue',
      price: { totalFen: 9_000, isEnough: true },
    })
    expect(passing.rules.map(({ rule }) => rule)).toEqual([...ISSUE_RULES])
    // More licenses, or a longer term.
    expect(outcomes(await ask({ count: 7 }))).toMatchObject({ billing: 'pass', standing: 'pass', money: 'fail' })
    const longer = await ask({ count: 6, changes: { licDuration: 730 } })
    expect([longer.isAllowed, longer.price?.totalFen, outcomes(longer)['money']]).toEqual([false, 18_000, 'fail'])
    expect(outcomes(await ask({ changes: { deductMode: 3 } }))).toMatchObject({
      template: 'pass',
      changes: 'fail',
      content: 'unasked',
      money: 'unasked',
    })
    const wrong = await ask({ changes: { licBindMaxLimit: 1, machineNum: 9 } })
    expect(wrong.rules.find(({ rule }) => rule === 'content')).toMatchObject({
      outcome: 'fail',
      field: 'changes.licBindMaxLimit',
    })
    // An incomplete term has no price, and the rule about the term reports it.
    expect(outcomes(await ask({ changes: { licDuration: null } }))).toMatchObject({
      content: 'fail',
      billing: 'unasked',
      money: 'unasked',
    })
    expect((await of.call(pcLicenseCalls.find, { kind: 'sn' })).records).toBe(0)
  })
})

describe('a trial', () => {
  it('issues without money, for at most 90 days, and up to a limit', async () => {
    const of = await createVendor(center, { status: 'trial', yuan: 0 })
    const template = await of.smartTemplate({ isForever: false, licStartTimeType: 1, licDuration: 90 })
    const long = await of.smartTemplate({ isForever: false, licStartTimeType: 1, licDuration: 91 })
    const forever = await of.smartTemplate()
    for (const templateGuid of [long, forever])
      expect((await refused(of.call(licenseCalls.issue, { templateGuid }))).error).toBe('license.trialTooLong')
    await center.ground.database.owner.query('update billing_terms set limits = $2 where developer_id = $1', [
      of.developerId,
      { trialLicenses: 5 },
    ])
    await of.call(licenseCalls.issue, { templateGuid: template, count: 3 })
    expect((await refused(of.call(licenseCalls.issue, { templateGuid: template, count: 3 }))).error).toBe(
      'license.trialLimit',
    )
    await of.call(licenseCalls.issue, { templateGuid: template, count: 2 })
    const settled = await Promise.allSettled(
      Array.from({ length: 20 }, () => of.call(licenseCalls.issue, { templateGuid: template })),
    )
    expect(outcomesOf(settled)).toEqual({ 'license.trialLimit': 20 })
  })
})

describe('a crowd at the same time', () => {
  it('against money for 30: exactly 30 are issued and charged', async () => {
    const of = await createVendor(center, { yuan: 1_740 })
    const template = await of.pcTemplate('sn')
    const settled = await Promise.allSettled(
      Array.from({ length: CROWD }, () =>
        answered(() => of.call(pcLicenseCalls.issue, { kind: 'sn', templateGuids: [template] })),
      ),
    )
    expect(outcomesOf(settled)).toEqual({ issued: 30, 'billing.insufficientBalance': CROWD - 30 })
    expect((await of.call(pcLicenseCalls.find, { kind: 'sn' })).records).toBe(30)
    expect((await verifyLedger(center.ground.database.owner)).problems).toEqual([])
  }, 240_000)

  it('against a quota of 30: exactly 30 are issued', async () => {
    const of = await createVendor(center, { yuan: 0 })
    const template = await of.smartTemplate()
    const staff = await center.administrator(of, ['smartLicense.issue', 'smartLicense.view'], { softQuota: 30 })
    const settled = await Promise.allSettled(
      Array.from({ length: CROWD }, () => answered(() => staff.call(licenseCalls.issue, { templateGuid: template }))),
    )
    expect(outcomesOf(settled)).toEqual({ issued: 30, 'license.quotaUsedUp': CROWD - 30 })
    expect((await of.call(licenseCalls.find, {})).records).toBe(30)
  }, 240_000)
})

it('a code is never issued twice: a taken serial is replaced, and after some tries refused', async () => {
  const of = await createVendor(center)
  const template = await of.pcTemplate('sn')
  const {
    codes: [taken = ''],
  } = await of.call(pcLicenseCalls.issue, { kind: 'sn', templateGuids: [template] })
  const serials = [taken, taken, codeOf(Array.from({ length: 15 }, (_, index) => index))]
  const attempt = (next: () => string) =>
    inScopeOf(of, (scope) =>
      createIssuing({ ...issueDeps(), newSerial: next }).issue(scope, {
        family: 'sn',
        templateGuid: template,
        isPreIssued: false,
        byVoucher: false,
      }),
    )
  expect((await attempt(() => serials.shift() ?? '')).licenses[0]?.serial).toBe(
    codeOf(Array.from({ length: 15 }, (_, index) => index)),
  )
  await expect(attempt(() => taken)).rejects.toMatchObject({ error: 'license.issueFailed' })
})
