// Lists of licenses: each filter finds the right licenses, alone and combined, and find, count and export agree.
// Statuses follow the clock, although no job runs here.
import { createClient } from '@sealwright/client'
import {
  DAY_MS,
  LIMITS,
  activityCalls,
  customerCalls,
  integratorCalls,
  licenseCalls,
  pcLicenseCalls,
  pcTemplateCalls,
  productCalls,
  shownCode,
  tagCalls,
  templateCalls,
  userCalls,
} from '@sealwright/contract'
import type { AnswerOf, PayloadOf } from '@sealwright/contract'
import {
  createGuest,
  createTestCenter,
  createVendor,
  customerPayload,
  openCampaign,
  pcTemplatePayload,
  productPayload,
} from '@sealwright/testkit'
import type { Actor, TestCenter, Vendor } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let center: TestCenter
beforeAll(async () => {
  center = await createTestCenter()
})
afterAll(() => center.close())

type Filter = Omit<PayloadOf<typeof pcLicenseCalls.count>, 'kind'>
type Row = AnswerOf<typeof pcLicenseCalls.find>['rows'][number]
const query = (text: string, values: unknown[]) => center.ground.database.owner.query(text, values)

/** Signs in again, because the clock has moved further than a session lasts. */
async function signedInAgain<A extends Actor>(actor: A): Promise<A> {
  const { headers } = await center.signIn(actor.account)
  return { ...actor, headers, call: createClient({ fetch: center.fetch, headers: () => headers }) }
}

/** Serials that a filter finds. Checks that list, count and export agree. */
async function foundBy(of: Actor, kind: 'account' | 'sn', filter: Filter): Promise<string[]> {
  const { rows, records } = await of.call(pcLicenseCalls.find, { kind, pageSize: 100, ...filter })
  expect(records, 'of the list').toBe(rows.length)
  expect(await of.call(pcLicenseCalls.count, { kind, ...filter }), 'the count').toEqual({
    records: rows.length,
    isEstimated: false,
  })
  const response = await center.center.app.inject({
    method: 'POST',
    url: pcLicenseCalls.export.path,
    headers: of.headers,
    payload: { kind, format: 'csv', ...filter },
  })
  const serials = rows.map(({ serial }) => serial)
  const exported = response.body
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => (line.split(',')[0] ?? '').replaceAll(/["-]/g, ''))
  expect(exported.toSorted(), 'the export').toEqual(serials.toSorted())
  return serials
}

describe('a filter of codes', () => {
  let of: Vendor
  let staff: Actor
  let templates: Record<'main' | 'other' | 'short', string>
  let ids: { customer: string; integrator: string; licenseId: number }
  const codes: Record<string, Row> = {}
  const nameOf = (serial: string) => Object.entries(codes).find(([, row]) => row.serial === serial)?.[0] ?? serial

  beforeAll(async () => {
    of = await createVendor(center)
    staff = await center.administrator(of, ['snLicense.issue', 'snLicense.view'])
    const other = productPayload({ licenseForm: 3 })
    await of.call(productCalls.create, other)
    templates = {
      main: await of.pcTemplate('sn'),
      other: (await of.call(pcTemplateCalls.create, pcTemplatePayload('sn', other.licenseId))).guid,
      short: await of.pcTemplate('sn', { isForever: false, billingMode: 'day', licStartTimeType: 1, licDuration: 20 }),
    }
    ids = {
      customer: (await of.call(customerCalls.create, customerPayload())).guid,
      integrator: (await of.call(integratorCalls.create, { name: '华东智造' })).guid,
      licenseId: other.licenseId,
    }
    const issue = async (
      name: string,
      template: keyof typeof templates,
      given: Partial<PayloadOf<typeof pcLicenseCalls.issue>> = {},
      by: Actor = of,
    ) => {
      center.clock.advance(60_000)
      const {
        licenses: [made],
      } = await by.call(pcLicenseCalls.issue, { kind: 'sn', templateGuids: [templates[template]], ...given })
      codes[name] = await of.call(pcLicenseCalls.get, { kind: 'sn', guid: made?.guid ?? '' })
      return made?.guid ?? ''
    }
    await issue('sold', 'main', { customerId: ids.customer })
    await issue('other', 'other')
    await issue('stock', 'main', { isPreIssued: true, integratorGuid: ids.integrator })
    await issue('short', 'short')
    await of.call(pcLicenseCalls.deliver, {
      kind: 'sn',
      guids: [await issue('given', 'main', {}, staff)],
      channel: 'handed',
      recipient: '王越',
    })
    await of.call(pcLicenseCalls.lock, { kind: 'sn', guid: await issue('locked', 'main') })
    await of.call(pcLicenseCalls.delete, { kind: 'sn', guid: await issue('deleted', 'main') })
  })

  const inDays = (days: number) => new Date(center.clock.now().getTime() + days * DAY_MS).toISOString()
  const finds = (name: string, filter: () => Filter, expected: string) =>
    it(`${name}: ${expected || 'nothing'}`, async () =>
      expect((await foundBy(of, 'sn', filter())).map(nameOf).join(' ')).toBe(expected))

  finds('none', () => ({}), 'locked given short stock other sold')
  finds('product', () => ({ licenseId: ids.licenseId }), 'other')
  finds('template', () => ({ templateGuid: templates.main }), 'locked given stock sold')
  finds('status unbound', () => ({ status: 1 }), 'given short stock other sold')
  finds('status locked', () => ({ status: 5 }), 'locked')
  finds('status deleted', () => ({ status: 9 }), 'deleted')
  finds('status bound', () => ({ status: 4 }), '')
  finds('status locked or deleted', () => ({ status: [9, 5] }), 'deleted locked')
  finds('one of several statuses twice', () => ({ status: [5, 5, 4] }), 'locked')
  finds('a whole code with one of several statuses', () => ({ keyword: codes['sold']?.serial, status: [1, 5] }), 'sold')
  finds('several products', () => ({ licenseId: [ids.licenseId, of.licenseId] }), 'locked given short stock other sold')
  finds('several products and statuses', () => ({ licenseId: [ids.licenseId, 1], status: [1, 5] }), 'other')
  finds('in force', () => ({ effective: true }), 'given short stock other sold')
  finds('not in force', () => ({ effective: false }), 'locked')
  finds('not in force, of several statuses', () => ({ effective: false, status: [1, 5, 9] }), 'deleted locked')
  finds('not in force, but unbound', () => ({ effective: false, status: 1 }), '')
  finds('source', () => ({ source: 'preIssue' }), 'stock')
  finds('issuer', () => ({ adminUserId: staff.accountId }), 'given')
  finds('customer', () => ({ customerGuid: ids.customer }), 'sold')
  finds('integrator', () => ({ integratorGuid: ids.integrator }), 'stock')
  finds('delivered', () => ({ delivered: true }), 'given')
  finds('not delivered', () => ({ delivered: false }), 'locked short stock other sold')
  finds('ends within 30 days', () => ({ expiringDays: 30 }), 'short')
  finds('ends within 10 days', () => ({ expiringDays: 10 }), '')
  finds('ends in a period', () => ({ expireStart: inDays(10), expireEnd: inDays(30) }), 'short')
  finds('ends in a later period', () => ({ expireStart: inDays(31), expireEnd: inDays(60) }), '')
  finds('issued since', () => ({ startTime: codes['short']?.issueTime }), 'locked given short')
  finds('issued until', () => ({ endTime: codes['stock']?.issueTime }), 'stock other sold')
  finds(
    'issued between',
    () => ({ startTime: codes['stock']?.issueTime, endTime: codes['given']?.issueTime }),
    'given short stock',
  )
  finds(
    'template, in force, not delivered',
    () => ({ templateGuid: templates.main, effective: true, delivered: false }),
    'stock sold',
  )
  finds(
    'template since',
    () => ({ templateGuid: templates.main, startTime: codes['stock']?.issueTime }),
    'locked given stock',
  )
  finds('status until', () => ({ status: 1, endTime: codes['stock']?.issueTime }), 'stock other sold')
  finds('issuer of another template', () => ({ templateGuid: templates.other, adminUserId: staff.accountId }), '')
  finds('ends soon and delivered', () => ({ expiringDays: 30, delivered: true }), '')
  finds(
    'a whole code, as people write it',
    () => ({ keyword: shownCode(codes['sold']?.serial ?? '').toLowerCase() }),
    'sold',
  )
  finds(
    'a whole code among spaces',
    () => ({ keyword: ` ${shownCode(codes['sold']?.serial ?? '').replaceAll('-', ' ')} ` }),
    'sold',
  )
  finds('a whole code of a deleted license', () => ({ keyword: codes['deleted']?.serial }), 'deleted')
  finds('a whole code with another status', () => ({ keyword: codes['sold']?.serial, status: 5 }), '')
  finds('a whole code of another product', () => ({ keyword: codes['sold']?.serial, licenseId: ids.licenseId }), '')
  finds('the beginning of a code', () => ({ keyword: codes['stock']?.serial.slice(0, 7) }), 'stock')
  finds(
    'two characters of a code, at any position',
    () => ({ keyword: codes['stock']?.serial.slice(5, 7), source: 'preIssue' }),
    'stock',
  )
  finds(
    'the beginning of a code, as people write it',
    () => ({
      keyword: shownCode(codes['stock']?.serial ?? '')
        .slice(0, 12)
        .toLowerCase(),
    }),
    'stock',
  )
  finds(
    'the beginning of a code and a filter',
    () => ({ keyword: codes['stock']?.serial.slice(0, 7), delivered: true }),
    '',
  )
  finds('an unknown code', () => ({ keyword: 'ABCD-EFGH-JKMN-PQRS' }), '')

  it('a period that ends before it starts is refused', async () => {
    const filter = { startTime: '2030-01-02T00:00:00Z', endTime: '2030-01-01T00:00:00Z' }
    await expect(of.call(pcLicenseCalls.find, { kind: 'sn', ...filter })).rejects.toMatchObject({
      error: 'platform.timeIllegal',
    })
    await expect(of.call(pcLicenseCalls.count, { kind: 'sn', ...filter })).rejects.toMatchObject({
      error: 'platform.timeIllegal',
    })
  })
})

describe('a filter of account licenses', () => {
  it('finds an account or a part of it, a user, a customer and tags, and follows their changes', async () => {
    const of = await createVendor(center)
    const template = await of.pcTemplate('account')
    const [ada, bob] = [
      await of.user({ account: 'ada.lovelace@test.example', customerName: '云帆', tags: ['重点'] }),
      await of.user({ account: '13800138000', tags: ['重点', '续费'] }),
    ]
    await of.call(pcLicenseCalls.issue, { kind: 'account', templateGuids: [template], userIds: [ada, bob] })
    const { rows } = await of.call(pcLicenseCalls.find, { kind: 'account' })
    const accountsBy = async (filter: Filter) =>
      (await foundBy(of, 'account', filter))
        .map((serial) => rows.find((row) => row.serial === serial)?.account ?? '')
        .toSorted()
    const tags = await of.call(tagCalls.list, {})
    const tag = (name: string) => tags.find((one) => one.name === name)?.guid ?? ''
    const [customer] = await of.call(customerCalls.list, {})
    expect(await accountsBy({ keyword: 'ADA.Lovelace@test.example' })).toEqual(['ada.lovelace@test.example'])
    expect(await accountsBy({ keyword: '13800138000' })).toEqual(['13800138000'])
    expect(await accountsBy({ keyword: 'love' })).toEqual(['ada.lovelace@test.example'])
    expect(await accountsBy({ keyword: '8001' })).toEqual(['13800138000'])
    expect(await accountsBy({ keyword: rows[0]?.serial })).toEqual([rows[0]?.account])
    expect(await accountsBy({ userGuid: bob })).toEqual(['13800138000'])
    expect(await accountsBy({ customerGuid: customer?.guid })).toEqual(['ada.lovelace@test.example'])
    expect(await accountsBy({ tagGuids: [tag('重点')] })).toEqual(['13800138000', 'ada.lovelace@test.example'])
    expect(await accountsBy({ tagGuids: [tag('重点'), tag('续费')] })).toEqual(['13800138000'])
    await of.call(userCalls.update, { guid: ada, tags: ['续费'], customerName: '' })
    expect(await accountsBy({ tagGuids: [tag('重点')] })).toEqual(['13800138000'])
    expect(await accountsBy({ tagGuids: [tag('续费')] })).toEqual(['13800138000', 'ada.lovelace@test.example'])
    expect(await accountsBy({ customerGuid: customer?.guid })).toEqual([])
    await of.call(tagCalls.delete, { guid: tag('续费') })
    expect(await accountsBy({ tagGuids: [tag('续费')] })).toEqual([])
  })
})

describe('an expiry by the clock', () => {
  it('shows at once in lists, filters and counts: first partly expired, then expired', async () => {
    const of = await createVendor(center)
    const second = productPayload({ licenseForm: 3 })
    const { guid: secondGuid } = await of.call(productCalls.create, second)
    const template = await of.pcTemplate('sn', {
      isForever: false,
      billingMode: 'day',
      licStartTimeType: 1,
      licDuration: 50,
      otherProducts: [{ licenseId: second.licenseId }],
    })
    const { licenses } = await of.call(pcLicenseCalls.issue, { kind: 'sn', templateGuids: [template], count: 3 })
    const [partly, locked] = licenses
    const endTime = new Date(center.clock.now().getTime() + 10 * DAY_MS).toISOString()
    await of.call(pcLicenseCalls.refresh, {
      kind: 'sn',
      guid: partly?.guid ?? '',
      changes: { productEnds: [{ licenseId: second.licenseId, endTime }] },
    })
    await of.call(pcLicenseCalls.lock, { kind: 'sn', guid: locked?.guid ?? '' })
    const told = async (as: Actor) => {
      const figures = await as.call(pcTemplateCalls.get, { kind: 'sn', guid: template })
      const counts = await Promise.all(
        [of.productGuid, secondGuid].map(async (guid) => as.call(productCalls.get, { guid })),
      )
      return {
        unbound: (await foundBy(as, 'sn', { status: 1 })).length,
        partly: (await foundBy(as, 'sn', { status: 17 })).length,
        expired: (await foundBy(as, 'sn', { status: 6 })).length,
        effective: (await foundBy(as, 'sn', { effective: true })).length,
        ineffective: (await foundBy(as, 'sn', { effective: false })).length,
        counts: [figures, ...counts].map(({ licenseCount, effectiveLicenseCount }) => [
          licenseCount,
          effectiveLicenseCount,
        ]),
      }
    }
    const all = (effective: number) => Array.from({ length: 3 }, () => [3, effective])
    expect(await told(of)).toEqual({ unbound: 2, partly: 0, expired: 0, effective: 2, ineffective: 1, counts: all(2) })
    center.clock.advance(11 * DAY_MS)
    const later = await signedInAgain(of)
    // Counts first, before any list records the change.
    expect((await later.call(pcTemplateCalls.get, { kind: 'sn', guid: template })).effectiveLicenseCount).toBe(2)
    expect(await told(later)).toEqual({
      unbound: 1,
      partly: 1,
      expired: 0,
      effective: 2,
      ineffective: 1,
      counts: all(2),
    })
    center.clock.advance(40 * DAY_MS)
    const last = await signedInAgain(of)
    expect((await last.call(pcTemplateCalls.get, { kind: 'sn', guid: template })).effectiveLicenseCount).toBe(0)
    expect(await told(last)).toEqual({
      unbound: 0,
      partly: 0,
      expired: 2,
      effective: 0,
      ineffective: 3,
      counts: all(0),
    })
    expect((await last.call(pcLicenseCalls.find, { kind: 'sn', expiringDays: 365 })).records).toBe(0)
  })

  /** One issued code of thirty days, and copies of it. */
  async function codesThatEnd(copies: number) {
    const of = await createVendor(center)
    const template = await of.pcTemplate('sn', {
      isForever: false,
      billingMode: 'day',
      licStartTimeType: 1,
      licDuration: 30,
    })
    const {
      licenses: [first],
    } = await of.call(pcLicenseCalls.issue, { kind: 'sn', templateGuids: [template] })
    const { owner } = center.ground.database
    const {
      rows: [known],
    } = await owner.query<{ names: string }>(
      `select string_agg(column_name, ', ') as names from information_schema.columns
       where table_name = 'license' and is_generated = 'NEVER' and column_name not in ('guid', 'serial')`,
    )
    await owner.query(
      `insert into license (guid, serial, ${known?.names})
       select gen_random_uuid(), 'COPY' || lpad(n::text, 12, '0'), ${known?.names}
       from license, generate_series(1, $2) n where guid = $1`,
      [first?.guid, copies],
    )
    return { of, guid: first?.guid ?? '' }
  }
  const found = async (as: Actor, status: 1 | 6) => {
    const { records, rows } = await as.call(pcLicenseCalls.find, { kind: 'sn', status })
    for (const row of rows) expect(row.status).toBe(status)
    return [records, (await as.call(pcLicenseCalls.count, { kind: 'sn', status })).records]
  }

  it('shows in lists even if more licenses expired than are recorded at once, and no job ran', async () => {
    const { of } = await codesThatEnd(2_100)
    center.clock.advance(31 * DAY_MS)
    const later = await signedInAgain(of)
    expect([await found(later, 1), await found(later, 6)]).toEqual([
      [0, 0],
      [2_101, 2_101],
    ])
  })

  it('shows in lists even if a lock prevents recording it', async () => {
    const { of, guid } = await codesThatEnd(3)
    center.clock.advance(31 * DAY_MS)
    const later = await signedInAgain(of)
    const holder = await center.ground.database.owner.connect()
    try {
      await holder.query('begin')
      await holder.query('select from license where guid = $1 for update', [guid])
      expect([await found(later, 1), await found(later, 6)]).toEqual([
        [0, 0],
        [4, 4],
      ])
      expect((await later.call(pcLicenseCalls.find, { kind: 'sn', effective: true })).records).toBe(0)
    } finally {
      await holder.query('rollback')
      holder.release()
    }
  })
})

describe('pages', () => {
  it('contain every license once, in one order, from either end', async () => {
    const of = await createVendor(center)
    for (const licDuration of [30, 10, 20]) {
      const templateGuid = await of.smartTemplate({ isForever: false, licStartTimeType: 1, licDuration })
      await of.call(licenseCalls.issue, { templateGuid, count: 9 })
      center.clock.advance(1_000)
    }
    for (const filter of [{}, { status: 1 as const }]) {
      for (const sort of ['issueTime', 'expireTime'] as const) {
        const read = async (order: 'asc' | 'desc') => {
          const rows = []
          for (const currentPage of [1, 2, 3])
            rows.push(...(await of.call(licenseCalls.find, { ...filter, sort, order, currentPage, pageSize: 10 })).rows)
          return rows
        }
        const [ascending, descending] = [await read('asc'), await read('desc')]
        const times = ascending.map((row) => row[sort] ?? '')
        expect([ascending.length, new Set(ascending.map(({ guid }) => guid)).size]).toEqual([27, 27])
        expect(times).toEqual(times.toSorted())
        expect(descending.map(({ guid }) => guid)).toEqual(ascending.map(({ guid }) => guid).toReversed())
      }
    }
    expect((await of.call(licenseCalls.find, { currentPage: 4, pageSize: 10 })).rows).toEqual([])
  })

  it('above the limit of exact counts are marked, and the count is an estimate', async () => {
    const of = await createVendor(center)
    const templateGuid = await of.smartTemplate()
    const {
      licenses: [one],
    } = await of.call(licenseCalls.issue, { templateGuid })
    const more = LIMITS.page.exactCount + 50
    await query(
      `insert into license (developer_id, guid, family, serial, issue_guid, terms_guid, template_guid, license_id,
         license_ids, license_form, source, state, is_paid, issued_by, issued_at, updated_at)
       select developer_id, gen_random_uuid(), family, 'CAPPED' || 100000 + n, issue_guid, terms_guid, template_guid,
         license_id, license_ids, license_form, source, state, is_paid, issued_by,
         issued_at - n * interval '1 second', updated_at
       from license, generate_series(1, $2) as n where guid = $1`,
      [one?.guid, more],
    )
    const all = await of.call(licenseCalls.find, { pageSize: 100 })
    expect([all.records, all.recordsCapped ?? false, all.rows[0]?.guid]).toEqual([more + 1, false, one?.guid])
    const last = await of.call(licenseCalls.find, { pageSize: 100, currentPage: all.total })
    expect(last.rows.at(-1)?.serial).toBe(`CAPPED${100_000 + more}`)
    const unbound = await of.call(licenseCalls.find, { status: 1, pageSize: 100 })
    expect([unbound.records, unbound.recordsCapped]).toEqual([LIMITS.page.exactCount, true])
    expect(await of.call(licenseCalls.count, {})).toEqual({ records: more + 1, isEstimated: false })
    const about = await of.call(licenseCalls.count, { status: 1 })
    expect(about.isEstimated).toBe(true)
    // The sample is one row in 64. Allows six standard deviations.
    expect(Math.abs(about.records - more - 1)).toBeLessThan(6 * 64 * Math.sqrt((more + 1) / 64))
    expect((await of.call(templateCalls.get, { guid: templateGuid })).licenseCount).toBe(more + 1)
  })
})

describe('the campaign that gave a license', () => {
  it('is told to those who may open it, in the list and on the page, until it is deleted', async () => {
    const of = await createVendor(center)
    const { guid, token, get } = await openCampaign(center, of)
    await createGuest(center, token).takePart()
    const found = async (by: Actor) => {
      const [row] = (await by.call(pcLicenseCalls.find, { kind: 'account', source: 'campaign' })).rows
      const license = await by.call(pcLicenseCalls.get, { kind: 'account', guid: row?.guid ?? '' })
      expect(license.campaign).toEqual(row?.campaign)
      return license.campaign
    }
    const { name } = await get()
    expect(await found(of)).toEqual({ guid, name })
    expect(await found(await center.administrator(of, ['accountLicense.view', 'activity.view']))).toEqual({
      guid,
      name,
    })
    expect(await found(await center.administrator(of, ['accountLicense.view']))).toBeNull()
    await of.call(activityCalls.terminate, { guid })
    await of.call(activityCalls.delete, { guid })
    expect(await found(of)).toBeNull()
  })
})
