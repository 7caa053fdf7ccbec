// What each setting changes in other domains. That a change reaches every process at once is in config.test.ts: all
// settings are read from the database when they are needed.
import {
  LICENSE_FORMS,
  LICENSE_STATUSES,
  accessCalls,
  approveCalls,
  auditCalls,
  configCalls,
  identityCalls,
  lendingCalls,
  operationLogCalls,
  pcLicenseCalls,
  pcTemplateCalls,
  problemType,
} from '@sealwright/contract'
import type { ConfigKey } from '@sealwright/contract'
import { PASSWORD, createProgram, createTestCenter, createVendor, refused } from '@sealwright/testkit'
import type { Actor, TestCenter, Vendor } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let center: TestCenter
beforeAll(async () => {
  center = await createTestCenter()
})
afterAll(() => center.close())

const set = (of: Actor, key: ConfigKey, value: string) => of.call(configCalls.update, { key, value })
const mailsTo = async (account: string) =>
  (
    await center.ground.database.owner.query<{ kind: string; subject: string }>(
      "select kind, subject from mail_outbox where recipient = $1 and kind = 'licenseIssued'",
      [account],
    )
  ).rows

describe('kickOut', () => {
  const CLOUD = { licenseForm: LICENSE_FORMS.cloud, isForever: false, licDuration: 30, billingMode: 'day' } as const
  const kickOutOf = async (of: Vendor, guid: string) =>
    (await of.call(pcTemplateCalls.get, { kind: 'account', guid })).kickOut
  const cloud = { ...CLOUD, offlineDays: undefined, licBindLimit: undefined }

  it('is the value of new cloud templates that say nothing, and of no other template', async () => {
    const of = await createVendor(center)
    const before = await of.pcTemplate('account', cloud)
    await set(of, 'kickOut', 'true')
    expect(await kickOutOf(of, await of.pcTemplate('account', cloud))).toBe(true)
    expect(await kickOutOf(of, await of.pcTemplate('account', { ...cloud, kickOut: false }))).toBe(false)
    expect(await kickOutOf(of, await of.pcTemplate('account'))).toBeNull()
    await of.call(pcTemplateCalls.update, { kind: 'account', guid: before, name: '改名' })
    expect(await kickOutOf(of, before)).toBe(false)
  })
})

describe('lending', () => {
  const machine = (name: string) => ({ fingerprint: `machine-${name}`, name: `PC-${name}` })

  it('off: no seat is lent or bound anew, with the reason lending.switchedOff, and lent ones stay', async () => {
    const of = await createVendor(center)
    const program = await createProgram(center, of)
    const templateGuids = [
      await of.pcTemplate('sn', { useMode: 2, machineNum: 5, lending: true, lendingDays: 30, lendingSeats: 4 }),
    ]
    const { licenses } = await of.call(pcLicenseCalls.issue, { kind: 'sn', templateGuids, count: 1 })
    const licenseGuid = licenses[0]?.guid ?? ''
    const lend = async () => (await of.call(lendingCalls.create, { licenseGuid, person: '周敏', days: 10 })).code
    const [used, unused] = [await lend(), await lend()]
    const borrow = (lendingCode: string, device: string) =>
      program.ask('borrow', { lendingCode, machine: machine(device) })
    expect(await borrow(used, 'a')).toMatchObject({ status: 200 })
    await set(of, 'lending', 'false')
    expect((await refused(lend())).error).toBe('lending.switchedOff')
    const invited = of.call(lendingCalls.invite, { licenseGuid, email: 'lender@test.example' })
    expect((await refused(invited)).error).toBe('lending.switchedOff')
    expect(await borrow(unused, 'b')).toMatchObject({ status: 403, body: { type: problemType('runtime.lendingOff') } })
    expect(await borrow(used, 'a')).toMatchObject({ status: 200 })
    await set(of, 'lending', 'true')
    expect(await borrow(unused, 'b')).toMatchObject({ status: 200 })
  })
})

describe('mailAtIssue', () => {
  it('on: each user of an issue gets one mail, after an approval if one is needed; a code sends none', async () => {
    const of = await createVendor(center)
    const [template, codes] = [await of.pcTemplate('account'), await of.pcTemplate('sn')]
    const issueTo = (account: string, userId: string) =>
      of
        .call(pcLicenseCalls.issue, { kind: 'account', templateGuids: [template], userIds: [userId] })
        .then(() => account)
    const newUser = async (name: string) => {
      const account = `${name}-${of.developerId}@test.example`
      return [account, await of.user({ account })] as const
    }
    expect(await mailsTo(await issueTo(...(await newUser('quiet'))))).toEqual([])
    await set(of, 'mailAtIssue', 'true')
    const told = await issueTo(...(await newUser('told')))
    expect(await mailsTo(told)).toEqual([
      { kind: 'licenseIssued', subject: expect.stringContaining('星图专业版') as string },
    ])
    await of.call(pcLicenseCalls.issue, { kind: 'sn', templateGuids: [codes], count: 1 })

    const approver = await center.administrator(of, ['audit.decide', 'audit.view', 'accountLicense.view'])
    await of.call(approveCalls.create, {
      name: '全部',
      isOn: true,
      families: ['account'],
      events: ['issue'],
      includesSuper: true,
      expireDays: 30,
      steps: [{ userIds: [approver.accountId], roleGuids: [], mode: 'any' }],
    })
    const waiting = await issueTo(...(await newUser('waits')))
    expect(await mailsTo(waiting)).toEqual([])
    const [request] = (await approver.call(auditCalls.find, {})).rows
    await approver.call(auditCalls.approve, { guid: request?.guid ?? '', revision: request?.revision ?? 0 })
    expect(await mailsTo(waiting)).toHaveLength(1)
    const all = await center.ground.database.owner.query(
      "select 1 from mail_outbox where developer_id = $1 and kind = 'licenseIssued'",
      [of.developerId],
    )
    expect(all.rowCount).toBe(2)
  })
})

describe('new administrators', () => {
  const join = async (of: Actor, name: string, privileges: readonly string[] = []) => {
    const account = `${name}-${of.developerId}@people.example`
    await of.call(accessCalls.create, { account, privileges: privileges as never }) // names of privileges
    return center.accept(account)
  }

  it('get the time format and page size of the settings; an account that was there keeps its own', async () => {
    const of = await center.developer()
    await set(of, 'timeFormat', 'yyyy-MM-dd')
    await set(of, 'pageSize', '50')
    const joined = await join(of, 'new')
    expect(await joined.call(identityCalls.current, {})).toMatchObject({ timeFormat: 'yyyy-MM-dd', pageSize: 50 })
    await joined.call(identityCalls.updatePreferences, { pageSize: 20 })
    await joined.call(identityCalls.confirm, { password: PASSWORD })
    await joined.call(accessCalls.leave, {})
    await of.call(accessCalls.create, { account: joined.account })
    const back = await center.accept(joined.account)
    expect(await back.call(identityCalls.current, {})).toMatchObject({ pageSize: 20 })
  })

  it('who join while approvalForNew is on issue with approval of the super administrator', async () => {
    const of = await createVendor(center)
    const rights = ['snLicense.issue', 'snLicense.view', 'snTemplate.view', 'product.view']
    const before = await join(of, 'before', rights)
    await set(of, 'approvalForNew', 'true')
    const [first, second] = [await join(of, 'first', rights), await join(of, 'second', rights)]
    await set(of, 'approvalForNew', 'false')
    const after = await join(of, 'after', rights)
    const templateGuids = [await of.pcTemplate('sn')]
    const statusOf = async (who: Actor) =>
      (await who.call(pcLicenseCalls.issue, { kind: 'sn', templateGuids, count: 1 })).status
    expect(await statusOf(before)).toBe(LICENSE_STATUSES.unbound)
    expect(await statusOf(first)).toBe(LICENSE_STATUSES.approving)
    expect(await statusOf(second)).toBe(LICENSE_STATUSES.approving)
    expect(await statusOf(after)).toBe(LICENSE_STATUSES.unbound)
    expect(await statusOf(of)).toBe(LICENSE_STATUSES.unbound)
    const { rows } = await of.call(approveCalls.find, {})
    expect(rows).toMatchObject([
      {
        name: '新管理员的签发',
        isOn: true,
        version: 2,
        requesters: [{ userId: first.accountId }, { userId: second.accountId }],
        steps: [{ users: [{ userId: of.accountId }] }],
      },
    ])
    const log = await of.call(operationLogCalls.find, { targetKind: 'approve', order: 'asc' })
    expect(log.rows.map(({ actor, type }) => [actor, type])).toEqual([
      ['平台', 0],
      ['平台', 1],
    ])
    const [request] = (await of.call(auditCalls.find, {})).rows
    await of.call(auditCalls.approve, { guid: request?.guid ?? '', revision: request?.revision ?? 0 })
  })

  it('get another flow if the one for them is switched off or deleted', async () => {
    const of = await center.developer()
    await set(of, 'approvalForNew', 'true')
    await join(of, 'one')
    const flows = async () => (await of.call(approveCalls.find, {})).rows
    await of.call(approveCalls.turn, { guid: (await flows())[0]?.guid ?? '', isOn: false })
    await join(of, 'two')
    expect((await flows()).map(({ name, isOn }) => [name, isOn])).toEqual([
      ['新管理员的签发', false],
      ['新管理员的签发 2', true],
    ])
  })
})
