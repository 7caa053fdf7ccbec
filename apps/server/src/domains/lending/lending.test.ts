// Lending by administrators: seats and days, mails, lending administrators, rights and row scope.
import {
  LIMITS,
  codePageCalls,
  emailTemplateCalls,
  lendingCalls,
  operationLogCalls,
  operatorDesk,
  pcLicenseCalls,
  shownCode,
} from '@sealwright/contract'
import { CROWD, createTestCenter, createVendor, refused } from '@sealwright/testkit'
import type { TestCenter, Vendor } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let center: TestCenter
let vendor: Vendor
let template = ''
beforeAll(async () => {
  center = await createTestCenter()
  vendor = await createVendor(center, { yuan: 100_000 })
  template = await vendor.pcTemplate('sn', {
    useMode: 2,
    machineNum: 3,
    lending: true,
    lendingDays: 30,
    lendingSeats: 2,
  })
})
afterAll(() => center.close())

async function coded(templateGuid = template): Promise<string> {
  const { licenses } = await vendor.call(pcLicenseCalls.issue, { kind: 'sn', templateGuids: [templateGuid] })
  return licenses[0]?.guid ?? ''
}
const lend = (licenseGuid: string, given: { person?: string; days?: number; email?: string; note?: string } = {}) =>
  vendor.call(lendingCalls.create, { licenseGuid, person: '周敏', days: 10, ...given })
const rowsOf = async (licenseGuid: string, given = {}) =>
  (await vendor.call(lendingCalls.find, { licenseGuid, ...given })).rows
const countOutbox = async (to: string) =>
  (await center.ground.database.owner.query('select 1 from mail_outbox where recipient = $1', [to])).rowCount

describe('a lent seat', () => {
  it('is counted from its creation until it is taken back or deleted, up to the lendable seats', async () => {
    const guid = await coded()
    const [first, second] = [await lend(guid), await lend(guid)]
    const refusal = await refused(lend(guid))
    expect([refusal.error, refusal.message]).toEqual(['lending.noSeat', expect.stringContaining('2')])
    expect(await vendor.call(lendingCalls.seats, { licenseGuid: guid })).toMatchObject({
      isOn: true,
      seats: 3,
      taken: 0,
      lent: 2,
      lendable: 2,
      left: 0,
      days: 30,
      late: 0,
    })
    await vendor.call(lendingCalls.delete, { guid: first.guid })
    await vendor.call(lendingCalls.revoke, { guid: second.guid })
    expect(await vendor.call(lendingCalls.seats, { licenseGuid: guid })).toMatchObject({ lent: 0, left: 2 })
  })

  it('is lent once by many requests for the last one at the same time', async () => {
    const guid = await coded()
    await lend(guid)
    const made = await Promise.allSettled(Array.from({ length: CROWD }, () => lend(guid)))
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('is lent for at most the days of the template, and the refusal is on that field', async () => {
    const refusal = await refused(lend(await coded(), { days: 31 }))
    expect([refusal.error, refusal.fields[0]?.path]).toEqual(['lending.tooLong', 'days'])
  })

  it('is shown to a visiting operator without the whole code', async () => {
    const guid = await coded()
    const { code } = await lend(guid)
    const browser = center.browser({ of: await center.operator('support') })
    await browser.call(operatorDesk.openVisit, { developerId: vendor.developerId, reason: '客户投诉无法借出' })
    const { rows } = await browser.call(lendingCalls.find, { licenseGuid: guid })
    expect(rows.map((row) => row.code)).toEqual([`${code.slice(0, 4)}•••••••`])
  })

  it('is listed by state, borrower and end; who may only view does not see the whole code', async () => {
    const guid = await coded()
    const [mine, other] = [await lend(guid, { person: '周敏', days: 5 }), await lend(guid, { person: '林一', days: 2 })]
    await vendor.call(lendingCalls.revoke, { guid: other.guid, reason: '换人' })
    expect((await rowsOf(guid)).map(({ person, state }) => [person, state])).toEqual([
      ['林一', 'revoked'],
      ['周敏', 'created'],
    ])
    expect((await rowsOf(guid, { isLent: true })).map(({ code }) => code)).toEqual([mine.code])
    expect((await rowsOf(guid, { isLent: false })).map(({ reason }) => reason)).toEqual(['换人'])
    expect((await rowsOf(guid, { keyword: '周' })).map(({ person }) => person)).toEqual(['周敏'])
    expect((await rowsOf(guid, { sort: 'dueTime', order: 'asc' })).map(({ person }) => person)).toEqual([
      '林一',
      '周敏',
    ])
    const viewer = await center.administrator(vendor, ['lending.view'])
    const { rows } = await viewer.call(lendingCalls.find, { licenseGuid: guid, isLent: true })
    expect(rows[0]?.code).toBe(`${mine.code.slice(0, 4)}•••••••`)
  })

  it('is mailed to its borrower, and again to any address, in the words of an enabled template', async () => {
    const guid = await coded()
    const { code, guid: lent } = await lend(guid, { email: 'zhou@test.example' })
    const mail = await center.message('zhou@test.example')
    expect(mail).toMatchObject({ kind: 'lendingCode', body: expect.stringContaining(shownCode(code)) as string })
    await vendor.call(lendingCalls.send, { guid: lent })
    expect(await countOutbox('zhou@test.example')).toBe(2)
    const { guid: made } = await vendor.call(emailTemplateCalls.create, {
      name: '借阅',
      type: 4,
      language: 'zh',
      subject: '{developerName}',
      body: '<p>自己的文字 {productName} {lendingCode} {expireTime}</p>',
    })
    await center.ground.database.owner.query('update email_template set status = 4 where guid = $1', [made])
    await vendor.call(emailTemplateCalls.enable, { guid: made })
    await vendor.call(lendingCalls.send, { guid: lent, email: 'new@test.example' })
    expect((await center.message('new@test.example')).body).toContain(`自己的文字 星图专业版 ${shownCode(code)}`)
    expect((await rowsOf(guid))[0]?.email).toBe('new@test.example')
    const silent = await lend(guid)
    expect((await refused(vendor.call(lendingCalls.send, { guid: silent.guid }))).error).toBe('lending.noAddress')
  })

  it('leaves who did what in the operation log', async () => {
    const { guid, code } = await lend(await coded(), { note: '出差' })
    await vendor.call(lendingCalls.revoke, { guid, reason: '回来了' })
    const { rows } = await vendor.call(operationLogCalls.find, { targetKind: 'lending', targetGuid: guid })
    expect(rows.map(({ type, changes }) => [type, changes.find(({ field }) => field === 'state')?.after])).toEqual([
      [1, '已收回'],
      [0, undefined],
    ])
    // A log that many may read must not contain the code.
    expect(JSON.stringify(rows)).not.toContain(code.slice(4))
  })

  it('is not there for administrators who do not see its license, and for other developers', async () => {
    const guid = await coded()
    const { guid: lent } = await lend(guid)
    const admin = await vendor.call(lendingCalls.invite, { licenseGuid: guid, email: 'lender@test.example' })
    const limited = await center.administrator(vendor, ['lending.view', 'lending.update', 'product.view'], {
      limited: ['product'],
    })
    const stranger = await createVendor(center)
    for (const { call } of [limited, stranger]) {
      expect((await refused(call(lendingCalls.find, { licenseGuid: guid }))).error).toBe('license.notFound')
      expect((await refused(call(lendingCalls.seats, { licenseGuid: guid }))).error).toBe('license.notFound')
      expect((await refused(call(lendingCalls.invite, { licenseGuid: guid, email: 'a@b.example' }))).error).toBe(
        'license.notFound',
      )
      expect((await refused(call(lendingCalls.create, { licenseGuid: guid, person: '甲', days: 1 }))).error).toBe(
        'license.notFound',
      )
      expect((await refused(call(lendingCalls.revoke, { guid: lent }))).error).toBe('lending.notFound')
      expect((await refused(call(lendingCalls.delete, { guid: lent }))).error).toBe('lending.notFound')
      expect((await refused(call(lendingCalls.send, { guid: lent, email: 'a@b.example' }))).error).toBe(
        'lending.notFound',
      )
      expect((await refused(call(lendingCalls.removeAdmin, { guid: admin.guid }))).error).toBe('lending.adminNotFound')
    }
  })
})

describe('a lending administrator', () => {
  it('is one for each address, gets a new link with each invitation, and can be removed', async () => {
    const guid = await coded()
    const invite = (email: string) => vendor.call(lendingCalls.invite, { licenseGuid: guid, email })
    const { guid: admin } = await invite('Lender-1@test.example')
    const mail = await center.message('lender-1@test.example')
    expect(mail).toMatchObject({ kind: 'lendingAdmin', body: expect.stringContaining('/p/code#link=') as string })
    expect((await invite('lender-1@test.example')).guid).toBe(admin)
    const again = await center.message('lender-1@test.example')
    expect(again.link).not.toBe(mail.link)
    const signIn = (link: string) => center.browser().call(codePageCalls.signIn, { link })
    expect((await refused(signIn(mail.link))).error).toBe('codePage.linkOver')
    expect(await signIn(again.link)).toMatchObject({ email: 'lender-1@test.example' })
    const people = async () => (await vendor.call(lendingCalls.seats, { licenseGuid: guid })).administrators
    expect(await people()).toMatchObject([
      { guid: admin, email: 'lender-1@test.example', seenTime: expect.any(String) as string },
    ])
    await vendor.call(lendingCalls.removeAdmin, { guid: admin })
    expect(await people()).toEqual([])
    expect((await refused(vendor.call(lendingCalls.removeAdmin, { guid: admin }))).error).toBe('lending.adminNotFound')
  })

  it('is refused for a code that does not lend or is not in force, and above the limit', async () => {
    const plain = await coded(await vendor.pcTemplate('sn'))
    const invite = (licenseGuid: string, email: string) => vendor.call(lendingCalls.invite, { licenseGuid, email })
    expect((await refused(invite(plain, 'a@b.example'))).error).toBe('lending.off')
    const guid = await coded()
    for (let n = 0; n < LIMITS.lending.administrators; n++) await invite(guid, `many-${n}@test.example`)
    expect((await refused(invite(guid, 'more@test.example'))).error).toBe('lending.tooManyAdministrators')
    await vendor.call(pcLicenseCalls.lock, { kind: 'sn', guid, reason: '欠款' })
    expect((await refused(invite(guid, 'many-1@test.example'))).error).toBe('license.stateForbids')
  })
})
