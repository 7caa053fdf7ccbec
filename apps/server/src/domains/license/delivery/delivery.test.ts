// Delivering codes to one person at a time, by mail or by hand, and as stock to an integrator whose people see nothing
// else.
import { randomUUID } from 'node:crypto'
import {
  LICENSE_STATUSES,
  integratorCalls,
  licenseCalls,
  operationLogCalls,
  pcLicenseCalls,
  pcTemplateCalls,
  productCalls,
  shownCode,
  wallTime,
} from '@sealwright/contract'
import type { PayloadOf } from '@sealwright/contract'
import { createTestCenter, createVendor, refused } from '@sealwright/testkit'
import type { TestCenter, Vendor } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let center: TestCenter
let of: Vendor
beforeAll(async () => {
  center = await createTestCenter()
  of = await createVendor(center)
})
afterAll(() => center.close())

const query = (text: string, values: unknown[]) =>
  center.ground.database.owner.query<Record<string, unknown>>(text, values)
const rowOf = async (guid: string) => await of.call(pcLicenseCalls.get, { kind: 'sn', guid })
const eventsOf = async (guid: string) =>
  (
    await query(
      'select kind, about, channel, actor_name from license_event where license_guid = $1 order by at, guid',
      [guid],
    )
  ).rows

let templateOnce: Promise<string> | undefined
async function issue(count: number, given: Partial<PayloadOf<typeof pcLicenseCalls.issue>> = {}) {
  const { licenses } = await of.call(pcLicenseCalls.issue, {
    kind: 'sn',
    templateGuids: [await (templateOnce ??= of.pcTemplate('sn'))],
    count,
    isPreIssued: true,
    ...given,
  })
  return licenses
}
async function issueOne(given: Parameters<typeof issue>[1] = {}) {
  const [one] = await issue(1, given)
  if (!one) throw new Error('no code was issued')
  return one
}
const deliver = (guids: string[], given: Partial<PayloadOf<typeof pcLicenseCalls.deliver>> = {}) =>
  of.call(pcLicenseCalls.deliver, { kind: 'sn', guids, channel: 'handed', recipient: '王越', ...given })

describe('a code is delivered', () => {
  it('to a person, whom the code, its history and the log then show', async () => {
    const { guid } = await issueOne()
    expect(await deliver([guid])).toEqual({ delivered: 1 })
    expect(await rowOf(guid)).toMatchObject({
      deliveredTo: '王越',
      deliverTime: expect.any(String) as string,
      revision: 1,
    })
    expect(await eventsOf(guid)).toMatchObject([{ kind: 'deliver', about: '王越', channel: 'handed' }])
    const {
      rows: [logged],
    } = await of.call(operationLogCalls.find, { targetGuid: guid })
    expect(logged?.changes).toEqual([
      { field: 'channel', before: null, after: '当面交付' },
      { field: 'deliveredTo', before: null, after: '王越' },
    ])
    expect(
      (await of.call(pcLicenseCalls.find, { kind: 'sn', delivered: true, keyword: (await rowOf(guid)).serial }))
        .records,
    ).toBe(1)
  })

  it("by mail: one message with all codes, by product and term, in the caller's language", async () => {
    const to = `buyer-${randomUUID()}@test.example`
    const forever = await issue(2)
    const templateGuids = [
      await of.pcTemplate('sn', { isForever: false, billingMode: 'year', licStartTimeType: 1, licDuration: 365 }),
    ]
    const year = await issueOne({ templateGuids })
    const begun = await issueOne({ templateGuids, isPreIssued: false })
    expect(
      await deliver(
        [...forever, year, begun].map(({ guid }) => guid),
        { channel: 'mail', recipient: to },
      ),
    ).toEqual({ delivered: 4 })
    const { rows } = await query('select kind, subject, body from mail_outbox where recipient = $1', [to])
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ kind: 'licenseCodes', subject: '测试开发者 为您提供的授权码（4 个）' })
    const body = String(rows[0]?.['body'])
    expect(body).toContain(['星图专业版（永久）', ...forever.map(({ serial }) => shownCode(serial))].join('\n'))
    expect(body).toContain(`星图专业版（首次使用起 365 天）\n${shownCode(year.serial)}`)
    // The days of an ordinary code run from its issue, so the mail tells the date.
    const end = wallTime(new Date((await rowOf(begun.guid)).expireTime ?? ''), 'Asia/Shanghai').slice(0, 16)
    expect(body).toContain(`星图专业版（至 ${end.replace('T', ' ')}）\n${shownCode(begun.serial)}`)
    expect(body).toMatch(/http:\S+\/p\/code#lang=zh$/)
  })

  it('twice only on purpose: otherwise the whole batch is refused (license.alreadyDelivered)', async () => {
    const [has, has2] = [await issueOne(), await issueOne()]
    await deliver([has.guid])
    const refusal = await refused(deliver([has2.guid, has.guid], { recipient: '李白' }))
    expect([refusal.error, refusal.message.includes(shownCode(has.serial)), refusal.message.includes('王越')]).toEqual([
      'license.alreadyDelivered',
      true,
      true,
    ])
    expect((await rowOf(has2.guid)).deliveredTo).toBeNull()
    await deliver([has2.guid, has.guid], { recipient: '李白', again: true })
    expect([(await rowOf(has.guid)).deliveredTo, (await rowOf(has2.guid)).deliveredTo]).toEqual(['李白', '李白'])
    expect(await eventsOf(has.guid)).toMatchObject([{ about: '王越' }, { about: '李白' }])
  })

  it('to many people at once: exactly one of them gets it', async () => {
    const { guid } = await issueOne()
    const settled = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) => deliver([guid], { recipient: `客户 ${n}` })),
    )
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(
      new Set(settled.flatMap((one) => (one.status === 'rejected' ? [(one.reason as { error?: string }).error] : []))),
    ).toEqual(new Set(['license.alreadyDelivered'])) // the client names the refusal
    expect(await eventsOf(guid)).toHaveLength(1)
  })

  it('without a recipient: copying, exporting or printing is only recorded', async () => {
    const { guid } = await issueOne()
    for (const channel of ['copied', 'exported', 'printed'] as const)
      await of.call(pcLicenseCalls.deliver, { kind: 'sn', guids: [guid], channel })
    expect(await rowOf(guid)).toMatchObject({ deliveredTo: null, deliverTime: null })
    expect((await eventsOf(guid)).map(({ channel, about }) => [channel, about])).toEqual([
      ['copied', null],
      ['exported', null],
      ['printed', null],
    ])
    await deliver([guid])
  })

  it('once, even if a batch lists it twice', async () => {
    const { guid } = await issueOne()
    expect(await deliver([guid, guid])).toEqual({ delivered: 1 })
    expect(await eventsOf(guid)).toHaveLength(1)
  })
})

describe('a delivery is refused', () => {
  it('without the recipient that the channel requires, or with one that it does not take', async () => {
    const { guid } = await issueOne()
    const ruleOf = async (given: Parameters<typeof deliver>[1]) =>
      (await refused(deliver([guid], given))).fields?.map(({ path, rule }) => [path, rule])
    expect(await ruleOf({ recipient: undefined })).toEqual([['recipient', 'required']])
    expect(await ruleOf({ recipient: '' })).toEqual([['recipient', 'required']])
    expect(await ruleOf({ channel: 'mail', recipient: undefined })).toEqual([['recipient', 'required']])
    expect(await ruleOf({ channel: 'mail', recipient: '王越' })).toEqual([['recipient', 'notEmail']])
    expect(await ruleOf({ channel: 'copied' })).toEqual([['recipient', 'notApplicable']])
  })

  it('for a license of an account: license.notCode', async () => {
    const { licenses } = await of.call(pcLicenseCalls.issue, {
      kind: 'account',
      templateGuids: [await of.pcTemplate('account')],
      userIds: [await of.user()],
    })
    expect((await refused(deliver([licenses[0]?.guid ?? ''], { kind: 'account' }))).error).toBe('license.notCode')
  })

  it('for a deleted code: license.stateForbids', async () => {
    const { guid } = await issueOne()
    await query('update license set state = $2, ended_at = issued_at where guid = $1', [guid, LICENSE_STATUSES.deleted])
    expect((await refused(deliver([guid]))).error).toBe('license.stateForbids')
  })

  it('for an unknown code: license.notFound, with its index', async () => {
    const refusal = await refused(deliver([(await issueOne()).guid, randomUUID()]))
    expect([refusal.error, refusal.fields?.[0]?.path]).toEqual(['license.notFound', 'guids.1'])
  })
})

describe('a stock', () => {
  const newIntegrator = async () =>
    (await of.call(integratorCalls.create, { name: `集成商 ${randomUUID().slice(0, 8)}` })).guid
  const assign = (guids: string[], integratorGuid: string | null) =>
    of.call(pcLicenseCalls.assign, { kind: 'sn', guids, integratorGuid })

  /** A signed-in member of an integrator. */
  async function memberOf(guid: string) {
    const account = `partner-${randomUUID()}@test.example`
    await of.call(integratorCalls.addMember, { guid, account, userName: '陈集' })
    return (await center.accept(account)).call
  }

  it('can be assigned to an integrator and taken back; history and log show it', async () => {
    const [guid, { guid: code }] = [await newIntegrator(), await issueOne()]
    await assign([code], guid)
    const { integratorName, integratorGuid } = await rowOf(code)
    expect(integratorGuid).toBe(guid)
    await assign([code], guid)
    await assign([code], null)
    expect(await rowOf(code)).toMatchObject({ integratorGuid: null, integratorName: null })
    expect((await eventsOf(code)).map(({ kind, about }) => [kind, about])).toEqual([
      ['assign', integratorName],
      ['assign', null],
    ])
    const { rows } = await of.call(operationLogCalls.find, { targetGuid: code })
    expect(rows.map(({ changes }) => changes)).toMatchObject([
      [{ field: 'integratorName', after: null }],
      [{ field: 'integratorName', after: integratorName }],
      {},
    ])
  })

  it("is all that the integrator's people see; they deliver it and never see a price", async () => {
    const guid = await newIntegrator()
    const member = await memberOf(guid)
    const [mine, others] = [await issueOne({ integratorGuid: guid }), await issueOne()]
    const smart = await of.call(licenseCalls.issue, {
      templateGuid: await of.smartTemplate(),
      isPreIssued: true,
      integratorGuid: guid,
    })
    expect((await member(pcLicenseCalls.find, { kind: 'sn' })).rows.map((row) => [row.guid, row.acts])).toEqual([
      [mine.guid, []],
    ])
    expect((await member(licenseCalls.find, {})).rows.map((row) => row.guid)).toEqual([smart.licenses[0]?.guid])
    expect((await member(pcLicenseCalls.find, { kind: 'sn', keyword: others.serial })).rows).toEqual([])
    expect((await member(pcLicenseCalls.get, { kind: 'sn', guid: mine.guid })).chargedFen).toBeNull()
    expect((await refused(member(pcLicenseCalls.get, { kind: 'sn', guid: others.guid }))).error).toBe(
      'license.notFound',
    )
    expect(
      (
        await refused(
          member(pcLicenseCalls.deliver, { kind: 'sn', guids: [others.guid], channel: 'handed', recipient: '客户' }),
        )
      ).error,
    ).toBe('license.notFound')
    expect(
      await member(pcLicenseCalls.deliver, { kind: 'sn', guids: [mine.guid], channel: 'handed', recipient: '客户' }),
    ).toEqual({ delivered: 1 })
    expect((await rowOf(mine.guid)).deliveredTo).toBe('客户')
    expect(
      (await refused(member(pcLicenseCalls.assign, { kind: 'sn', guids: [mine.guid], integratorGuid: null }))).error,
    ).toBe('platform.noPermission')
    const unused = await issueOne({ integratorGuid: guid })
    expect((await member(pcLicenseCalls.find, { kind: 'sn' })).records).toBe(2)
    await assign([unused.guid], null)
    expect((await member(pcLicenseCalls.find, { kind: 'sn' })).rows.map((row) => row.guid)).toEqual([mine.guid])
  })

  it("says whether its template can be opened: not outside the integrator's part, not a deleted one", async () => {
    const guid = await newIntegrator()
    const member = await memberOf(guid)
    const templateGuid = await of.pcTemplate('sn')
    const { guid: code } = await issueOne({ templateGuids: [templateGuid], integratorGuid: guid })
    const { licenseId } = await rowOf(code)
    const opened = async (call: typeof member) => {
      const { hasTemplate, templateName } = await call(pcLicenseCalls.get, { kind: 'sn', guid: code })
      return [hasTemplate, templateName !== '']
    }
    expect([await opened(member), await opened(of.call)]).toEqual([
      [false, false],
      [true, true],
    ])
    const [product] = (await of.call(productCalls.find, { licenseId })).rows
    await of.call(integratorCalls.assign, { guid, kind: 'product', add: [product?.guid ?? ''] })
    await of.call(integratorCalls.assign, { guid, kind: 'template', add: [templateGuid] })
    expect(await opened(member)).toEqual([true, true])
    await of.call(pcTemplateCalls.delete, { kind: 'sn', templateGuid })
    expect([await opened(member), await opened(of.call)]).toEqual([
      [false, true],
      [false, true],
    ])
  })

  it('comes back when the integrator is deleted', async () => {
    const guid = await newIntegrator()
    const { guid: code } = await issueOne({ integratorGuid: guid })
    await of.call(integratorCalls.delete, { guid })
    expect(await rowOf(code)).toMatchObject({ integratorGuid: null })
  })

  it('is pre-issued and goes to an existing integrator: license.notStock, integrator.notFound', async () => {
    const guid = await newIntegrator()
    const [sold, stock] = [await issueOne({ isPreIssued: false }), await issueOne()]
    const refusal = await refused(assign([stock.guid, sold.guid], guid))
    expect([refusal.error, refusal.message.includes(shownCode(sold.serial))]).toEqual(['license.notStock', true])
    expect((await rowOf(stock.guid)).integratorGuid).toBeNull()
    expect((await refused(assign([stock.guid], randomUUID()))).error).toBe('integrator.notFound')
    expect((await refused(assign([randomUUID()], guid))).error).toBe('license.notFound')
  })
})
