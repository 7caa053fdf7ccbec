// Updating a license: which fields may change, the price, and the refusals.
import {
  DAY_MS,
  LICENSE_STATUSES,
  REFRESH_RULES,
  billingCalls,
  integratorCalls,
  licenseCalls,
  operationLogCalls,
  orderCalls,
  packageCalls,
  pcLicenseCalls,
  productCalls,
  refreshChanges,
  shownCode,
} from '@sealwright/contract'
import type { PayloadOf, TemplateContent } from '@sealwright/contract'
import { createTestCenter, createVendor, productPayload, refused } from '@sealwright/testkit'
import type { TestCenter, Vendor } from '@sealwright/testkit'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOperator, verifyLedger } from '../../billing/index.ts'

let center: TestCenter
beforeAll(async () => {
  center = await createTestCenter()
})
afterAll(() => center.close())

type Kind = 'account' | 'sn'
type Template = Parameters<Vendor['pcTemplate']>[1]
type Changes = NonNullable<PayloadOf<typeof pcLicenseCalls.refresh>['changes']>

/** The moment a number of days from now. */
const day = (days: number) =>
  new Date(Math.floor(center.clock.now().getTime() / 1000) * 1000 + days * DAY_MS).toISOString()
/** Moves the clock and signs in again. */
async function later(of: Vendor, days: number) {
  center.clock.advance(days * DAY_MS)
  Object.assign(of.headers, (await center.signIn(of.account)).headers)
}
const sqlOwner = (text: string, values: unknown[]) => center.ground.database.owner.query(text, values)

/** Issues one license from a new template. */
async function issued(
  of: Vendor,
  kind: Kind,
  given: Template = {},
  how: Partial<PayloadOf<typeof pcLicenseCalls.issue>> = {},
) {
  const template = await of.pcTemplate(kind, given)
  const {
    licenses: [license],
  } = await of.call(pcLicenseCalls.issue, {
    kind,
    templateGuids: [template],
    ...(kind === 'account' && { userIds: [await of.user()] }),
    ...how,
  })
  const guid = license?.guid ?? ''
  return {
    guid,
    serial: license?.serial ?? '',
    template,
    refresh: (changes: Changes, revision?: number) =>
      of.call(pcLicenseCalls.refresh, { kind, guid, changes, ...(revision !== undefined && { revision }) }),
    preview: (changes: Changes) => of.call(pcLicenseCalls.previewRefresh, { kind, guid, changes }),
    get: () => of.call(pcLicenseCalls.get, { kind, guid }),
  }
}

const spent = async (of: Vendor, from = 1_000_000) => from - (await of.call(billingCalls.balance, {})).balanceFen
const ledgerProblems = async () => (await verifyLedger(center.ground.database.owner)).problems

const SOFT: Template = { licBindLimit: 2, licBindMaxLimit: 10, offlineDays: 30 }
const TIMED: Template = { billingMode: 'day', isForever: false }
const byDays = (days: number): Template => ({ ...TIMED, licStartTimeType: 1, licDuration: days })
const codesFor = (days: number): Template => ({ ...byDays(days), useMode: 2, machineNum: 3 })
const AREA: NonNullable<Changes['rom']> = { source: 'items', items: [{ key: 'k', value: 'v' }] }

describe('what an update may change', () => {
  const rows: Record<string, { template: () => Template; allowed: () => Changes; refused: () => Changes }> = {
    'soft, not permanent': {
      template: () => ({ ...SOFT, ...TIMED, startTime: day(0), endTime: day(30), spanTime: 60 }),
      allowed: () => ({
        startTime: day(1),
        endTime: day(40),
        spanTime: 50,
        offlineDays: 20,
        licBindLimit: 3,
        licBindMaxLimit: 20,
        modules: [{ moduleId: 1 }, { moduleId: 64 }],
        licenseVersion: 7,
      }),
      refused: () => ({
        counter: 5,
        kickOut: true,
        offlineBind: true,
        billingMode: 'year',
        deductMode: 3,
        licenseForm: 1,
        isForever: true,
        rom: AREA,
      }),
    },
    'soft, permanent': {
      template: () => SOFT,
      allowed: () => ({
        offlineDays: 20,
        licBindLimit: 3,
        licBindMaxLimit: 20,
        modules: [{ moduleId: 2 }],
        licenseVersion: 7,
      }),
      refused: () => ({
        startTime: day(1),
        endTime: day(40),
        spanTime: 50,
        licDuration: 9,
        licStartTimeType: 1,
        counter: 5,
        kickOut: true,
        offlineBind: true,
        isForever: false,
        licenseForm: 1,
        pub: AREA,
      }),
    },
    'cloud, not permanent': {
      template: () => ({
        licenseForm: 1,
        ...TIMED,
        startTime: day(0),
        endTime: day(30),
        counter: 10,
        offlineDays: undefined,
        licBindLimit: undefined,
      }),
      allowed: () => ({
        startTime: day(1),
        endTime: day(40),
        spanTime: 50,
        counter: 20,
        modules: [{ moduleId: 1 }],
        licenseVersion: 7,
      }),
      refused: () => ({
        offlineDays: 20,
        licBindLimit: 3,
        licBindMaxLimit: 20,
        offlineBind: true,
        kickOut: true,
        billingMode: 'year',
        licenseForm: 2,
        isForever: true,
        raw: AREA,
      }),
    },
  }

  it.each(Object.keys(rows))(
    'of an account license, %s: these fields, and no others (license.changeNotAllowed)',
    async (name) => {
      const row = rows[name]
      const of = await createVendor(center)
      const license = await issued(of, 'account', row?.template())
      for (const [field, value] of Object.entries(row?.refused() ?? {})) {
        const refusal = await refused(license.refresh({ [field]: value }))
        expect([refusal.error, refusal.fields.map(({ path }) => path)], field).toEqual([
          'license.changeNotAllowed',
          [
            field === 'startTime' || field === 'licStartTimeType'
              ? expect.stringContaining('Time')
              : `changes.${field}`,
          ],
        ])
      }
      expect((await license.get()).revision).toBe(1)
      let revision = 1
      for (const [field, value] of Object.entries(row?.allowed() ?? {})) {
        expect((await license.get()).refreshable, field).toContain(field)
        expect(await license.refresh({ [field]: value }), field).toMatchObject({ revision: ++revision })
        const now = (await license.get()) as Record<string, unknown> // any field
        if (field === 'modules')
          expect(
            (now[field] as { moduleId: number; checked: boolean }[])
              .filter(({ checked }) => checked)
              .map(({ moduleId }) => ({ moduleId })),
          ).toEqual(value) // as in the answer
        else expect(now[field]).toEqual(value)
      }
      expect(await ledgerProblems()).toEqual([])
    },
  )

  it('of a cloud license that is permanent: modules and version', () => {
    // No template can have this content, but the table of changes covers it.
    const content = { licenseForm: 1, isForever: true, otherProducts: [] } as unknown as TemplateContent // a part
    expect([...refreshChanges('account', content, false)]).toEqual(['modules', 'licenseVersion'])
  })

  it('of the data areas: only if the template allows it now', async () => {
    const of = await createVendor(center)
    const license = await issued(of, 'sn', { canModifyDataZone: true, rom: AREA })
    await license.refresh({ rom: { source: 'items', items: [{ key: 'k', value: 'w' }] } })
    await license.refresh({ licenseVersion: 3 })
    expect(await license.get()).toMatchObject({
      rom: { items: [{ key: 'k', value: 'w' }] },
      licenseVersion: 3,
      refreshable: expect.arrayContaining(['rom', 'raw', 'pub']) as string[],
    })
    const { rows: terms } = await sqlOwner(
      'select (areas is not null) as own from license_terms where developer_id = $1 order by created_at, guid',
      [of.developerId],
    )
    expect(terms).toEqual([{ own: true }, { own: true }, { own: false }])
  })

  it('of a code: devices, offline binding and lending with dependent fields, but not its products', async () => {
    const of = await createVendor(center)
    const license = await issued(of, 'sn', codesFor(30))
    await license.refresh({
      machineNum: 5,
      licBindMaxLimit: 9,
      forceAuthDays: 7,
      offlineBind: true,
      c2dDays: 3,
      d2cDays: 4,
      lending: true,
      lendingDays: 2,
      lendingSeats: 1,
      licDuration: 40,
    })
    expect(await license.get()).toMatchObject({
      machineNum: 5,
      licBindMaxLimit: 9,
      forceAuthDays: 7,
      c2dDays: 3,
      lendingSeats: 1,
      licDuration: 40,
      revision: 2,
    })
    expect((await refused(license.refresh({ otherProducts: [{ licenseId: of.licenseId + 1 }] }))).fields[0]?.path).toBe(
      'changes.otherProducts',
    )
    expect((await refused(license.refresh({ codePassword: true }))).error).toBe('license.changeNotAllowed')
  })

  it('is nothing if nothing differs: same revision, no event, no charge', async () => {
    const of = await createVendor(center)
    const license = await issued(of, 'sn', codesFor(30))
    expect(await license.refresh({ licDuration: 30, machineNum: 3, offlineBind: false })).toEqual({
      guid: license.guid,
      revision: 1,
      orderGuid: null,
      requestGuid: null,
    })
    expect(await license.refresh({})).toMatchObject({ revision: 1 })
    expect(
      (await sqlOwner('select count(*)::int as n from license_event where developer_id = $1', [of.developerId])).rows,
    ).toEqual([{ n: 0 }])
  })

  it('is recorded in the history and the operation log, with only the differences', async () => {
    const of = await createVendor(center)
    const license = await issued(of, 'sn', codesFor(30))
    const { orderGuid } = await license.refresh({ licDuration: 40 })
    const {
      rows: [row],
    } = await of.call(operationLogCalls.find, { targetKind: 'snLicense', targetGuid: license.guid })
    expect(row).toMatchObject({
      type: 1,
      targetName: license.serial,
      changes: [{ field: 'licDuration', before: '30', after: '40' }],
    })
    const { rows: events } = await sqlOwner(
      `select kind, amount_fen::int as fen, order_guid, terms_before is not null as before,
         terms_after is not null as after
       from license_event where license_guid = $1`,
      [license.guid],
    )
    expect(events).toEqual([{ kind: 'refresh', fen: 100, order_guid: orderGuid, before: true, after: true }])
    expect(await of.call(orderCalls.get, { guid: orderGuid ?? '' })).toMatchObject({
      category: 'update',
      subject: '测试模板',
      amountFen: 100,
    })
  })
})

describe('the price of an update', () => {
  it('of an extension in two steps equals the price in one step', async () => {
    const of = await createVendor(center)
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 1, max: 200 }),
        fc.constantFrom('day' as const, 'year' as const),
        async (first, second, billingMode) => {
          const [twice, once] = [
            await issued(of, 'sn', { ...codesFor(30), billingMode }),
            await issued(of, 'sn', { ...codesFor(30), billingMode }),
          ]
          await twice.refresh({ licDuration: 30 + first })
          await twice.refresh({ licDuration: 30 + first + second })
          await once.refresh({ licDuration: 30 + first + second })
          expect((await twice.get()).chargedFen).toBe((await once.get()).chargedFen)
        },
      ),
      { numRuns: 8 },
    )
    expect(await ledgerProblems()).toEqual([])
  })

  it('counts from the issue, so elapsed days are not charged twice', async () => {
    const of = await createVendor(center)
    const license = await issued(of, 'sn', { ...TIMED, licStartTimeType: 0, endTime: day(30) })
    const before = await spent(of)
    await later(of, 10)
    await license.refresh({ endTime: day(30) })
    expect(await spent(of)).toBe(before + 100)
    expect((await license.get()).chargedFen).toBe(before + 100)
  })

  it('of more devices is the difference, and fewer devices neither cost nor refund anything', async () => {
    const of = await createVendor(center)
    const license = await issued(of, 'account', { ...SOFT, licBindMaxLimit: undefined })
    expect((await license.preview({ licBindLimit: 8 })).price).toMatchObject({
      totalFen: 300,
      lines: [
        { kind: 'term', creditFen: 5_800, amountFen: 0 },
        { kind: 'devices', quantity: 3, amountFen: 300 },
      ],
      isEnough: true,
    })
    await license.refresh({ licBindLimit: 8 })
    expect(await spent(of)).toBe(6_100)
    expect((await license.refresh({ licBindLimit: 2 })).orderGuid).toBeNull()
    expect((await license.refresh({ licBindLimit: 8 })).orderGuid).toBeNull()
    await license.refresh({ licBindLimit: 9 })
    expect(await spent(of)).toBe(6_200)
  })

  it('from a package uses one of its updates if it adds something (package.usedUp)', async () => {
    const of = await createVendor(center)
    const offer = { guid: center.ground.ids.guid(), type: '年度套餐' }
    await sqlOwner(
      `insert into package_offer (guid, type, licenses, updates, days, price_fen, created_at)
       values ($1, $2, 1, 1, 30, 1000, now())`,
      [offer.guid, offer.type],
    )
    await of.call(packageCalls.buy, { guid: offer.guid, priceFen: 1_000 })
    const license = await issued(of, 'sn', {
      ...codesFor(30),
      billingMode: undefined,
      deductMode: 2,
      packageName: offer.type,
    })
    expect((await license.refresh({ licDuration: 20 })).orderGuid).toBeNull()
    expect((await license.preview({ licDuration: 40 })).price).toMatchObject({
      totalFen: 0,
      units: { stock: 'packageUpdates', count: 1, left: 1 },
      isEnough: true,
    })
    expect((await license.refresh({ licDuration: 40 })).orderGuid).not.toBeNull()
    expect((await license.preview({ licDuration: 50 })).price).toMatchObject({ units: { left: 0 }, isEnough: false })
    expect((await refused(license.refresh({ licDuration: 50 }))).error).toBe('package.usedUp')
    expect(await license.get()).toMatchObject({ licDuration: 40, revision: 3 })
    expect(await ledgerProblems()).toEqual([])
  })

  it('is zero now if the first use pays: smart licenses and stock', async () => {
    const of = await createVendor(center, { yuan: 0 })
    const {
      licenses: [smart],
    } = await of.call(licenseCalls.issue, {
      templateGuid: await of.smartTemplate({ isForever: false, licStartTimeType: 1, licDuration: 30 }),
    })
    expect(
      await of.call(licenseCalls.refresh, { guid: smart?.guid ?? '', changes: { licDuration: 60, machineNum: 4 } }),
    ).toMatchObject({ revision: 2, orderGuid: null })
    expect(await of.call(licenseCalls.get, { guid: smart?.guid ?? '' })).toMatchObject({
      licDuration: 60,
      machineNum: 4,
      chargedFen: 0,
    })
    const stock = await issued(of, 'sn', codesFor(30), { isPreIssued: true })
    expect((await stock.preview({ licDuration: 60 })).price).toMatchObject({ totalFen: 0, lines: [], units: null })
    await stock.refresh({ licDuration: 60 })
    expect(await stock.get()).toMatchObject({ licDuration: 60, expireTime: null, chargedFen: 0 })
  })
})

describe('the price that was shown for an update', () => {
  it('is charged; another one is refused, and nothing changes: license.priceChanged', async () => {
    const of = await createVendor(center, { yuan: 10_000 })
    const code = await issued(of, 'sn', codesFor(30))
    const update = (priceFen: number) =>
      of.call(pcLicenseCalls.refresh, { kind: 'sn', guid: code.guid, changes: { licDuration: 40 }, priceFen })
    const shownFen = (await code.preview({ licDuration: 40 })).price?.totalFen ?? 0
    expect(shownFen).toBe(100)
    // A colleague pays for a part of the extension.
    await code.refresh({ licDuration: 35 })
    const before = await spent(of)
    for (const priceFen of [0, 49, 51, shownFen])
      expect(await refused(update(priceFen))).toMatchObject({
        error: 'license.priceChanged',
        message: center.ground.languages.zh('errors.license.priceChanged', { amount: '0.50' }),
      })
    expect(await spent(of)).toBe(before)
    expect(await code.get()).toMatchObject({ licDuration: 35, revision: 2 })
    await update(50)
    expect(await spent(of)).toBe(before + 50)
  })

  it('of nothing is refused once the first use has paid', async () => {
    const of = await createVendor(center, { yuan: 10_000 })
    const stock = await issued(of, 'sn', codesFor(30), { isPreIssued: true })
    expect((await stock.preview({ licDuration: 40 })).price?.totalFen).toBe(0)
    await sqlOwner('update license set is_paid = true where guid = $1', [stock.guid])
    const asked = { kind: 'sn' as const, guid: stock.guid, changes: { licDuration: 40 }, priceFen: 0 }
    expect((await refused(of.call(pcLicenseCalls.refresh, asked))).error).toBe('license.priceChanged')
    expect([await spent(of), (await stock.get()).licDuration]).toEqual([0, 30])
  })
})

describe('time', () => {
  it('puts an expired license back in force when it is extended, bound or not', async () => {
    const of = await createVendor(center)
    const [free, bound] = [await issued(of, 'sn', codesFor(5)), await issued(of, 'sn', codesFor(5))]
    await sqlOwner('update license set state = 4, bound = 1, ever_bound = 1 where guid = $1', [bound.guid])
    await later(of, 6)
    expect([(await free.get()).status, (await bound.get()).status]).toEqual([6, 6])
    expect((await of.call(pcLicenseCalls.find, { kind: 'sn', status: LICENSE_STATUSES.expired })).records).toBe(2)
    for (const one of [free, bound]) await one.refresh({ licDuration: 20 })
    expect([(await free.get()).status, (await bound.get()).status]).toEqual([1, 4])
    expect((await of.call(pcLicenseCalls.find, { kind: 'sn', status: LICENSE_STATUSES.expired })).records).toBe(0)
    expect((await of.call(pcLicenseCalls.find, { kind: 'sn', effective: true })).records).toBe(2)
  })

  it('of an approved license is counted from its approval', async () => {
    const of = await createVendor(center)
    const license = await issued(of, 'sn', codesFor(30))
    const { issueTime } = await license.get()
    await sqlOwner(`update license set approved_at = issued_at + interval '5 days' where guid = $1`, [license.guid])
    await license.refresh({ licDuration: 40 })
    expect(new Date((await license.get()).expireTime ?? 0).getTime() - new Date(issueTime).getTime()).toBe(45 * DAY_MS)
  })

  it('of a changed end must be in the future', async () => {
    const of = await createVendor(center)
    const [dated, counted] = [
      await issued(of, 'sn', { ...TIMED, endTime: day(30) }),
      await issued(of, 'sn', codesFor(30)),
    ]
    expect((await refused(dated.refresh({ endTime: day(0) }))).fields).toMatchObject([
      { path: 'changes.endTime', rule: 'endNotFuture' },
    ])
    await later(of, 10)
    expect((await refused(counted.refresh({ licDuration: 9 }))).fields).toMatchObject([
      { path: 'changes.licDuration', rule: 'endNotFuture' },
    ])
    await counted.refresh({ licDuration: 11 })
    await later(of, 30)
    // An expired license can change in every other field, and stays expired.
    await dated.refresh({ machineNum: 1, licenseVersion: 2 })
    expect((await dated.get()).status).toBe(6)
  })

  it('of a gift is at most 90 days from its issue, even after several extensions', async () => {
    const of = await createVendor(center)
    await center.credit(of, 1, 'giftLicenses')
    const license = await issued(of, 'sn', {
      billingMode: undefined,
      deductMode: 3,
      isForever: false,
      endTime: day(60),
    })
    await later(of, 50)
    await license.refresh({ endTime: day(30) })
    const refusal = await refused(license.refresh({ endTime: day(60) }))
    expect([refusal.error, refusal.fields.map(({ path, rule }) => [path, rule])]).toEqual([
      'platform.badPayload',
      [['changes.endTime', 'giftTooLong']],
    ])
  })

  it('can end one product of a code earlier: partly expired, then expired when all have ended', async () => {
    const of = await createVendor(center)
    const other = productPayload({ name: '星云', licenseForm: 3 })
    await of.call(productCalls.create, other)
    const license = await issued(of, 'sn', {
      ...TIMED,
      endTime: day(30),
      otherProducts: [{ licenseId: other.licenseId }],
    })
    expect((await license.get()).refreshable).toContain('productEnds')
    expect(
      (await refused(license.refresh({ productEnds: [{ licenseId: other.licenseId, endTime: day(-1) }] }))).fields,
    ).toMatchObject([{ path: 'changes.productEnds.0.endTime', rule: 'endNotFuture' }])
    expect(
      (await refused(license.refresh({ productEnds: [{ licenseId: other.licenseId, endTime: day(31) }] }))).fields,
    ).toMatchObject([{ rule: 'endAfterLicense' }])
    const end = day(10)
    expect((await license.preview({ productEnds: [{ licenseId: other.licenseId, endTime: end }] })).changes).toEqual([
      { field: 'productEnds', before: null, after: `${other.licenseId}: ${end}` },
    ])
    await license.refresh({ productEnds: [{ licenseId: other.licenseId, endTime: end }] })
    expect(await license.get()).toMatchObject({
      status: 1,
      productEnds: [{ licenseId: other.licenseId, endTime: end }],
    })
    await later(of, 11)
    expect((await license.get()).status).toBe(17)
    expect((await of.call(pcLicenseCalls.find, { kind: 'sn', status: LICENSE_STATUSES.partlyExpired })).records).toBe(1)
    await later(of, 20)
    expect((await license.get()).status).toBe(6)
    await license.refresh({ endTime: day(10), productEnds: [{ licenseId: other.licenseId, endTime: null }] })
    expect(await license.get()).toMatchObject({ status: 1, productEnds: [] })
  })
})

describe('an update is refused', () => {
  it('for a license that is unknown, of another kind or of another developer: license.notFound', async () => {
    const [of, other] = [await createVendor(center), await createVendor(center)]
    const license = await issued(of, 'sn')
    for (const attempt of [
      () => other.call(pcLicenseCalls.refresh, { kind: 'sn', guid: license.guid }),
      () => of.call(pcLicenseCalls.refresh, { kind: 'account', guid: license.guid }),
      () => of.call(licenseCalls.refresh, { guid: license.guid }),
      () => other.call(pcLicenseCalls.previewRefresh, { kind: 'sn', guid: license.guid }),
    ])
      expect((await refused(attempt())).error).toBe('license.notFound')
  })

  it.each(['locked', 'replaced', 'deleted', 'approving', 'rejected'] as const)(
    'for a license that is %s: license.stateForbids, with its code in readable form',
    async (status) => {
      const of = await createVendor(center)
      const license = await issued(of, 'sn')
      await sqlOwner(
        'update license set state = $2, ended_at = case when $2 in (7, 9) then now() end where guid = $1',
        [license.guid, LICENSE_STATUSES[status]],
      )
      const refusal = await refused(license.refresh({ licenseVersion: 2 }))
      expect(refusal.error).toBe('license.stateForbids')
      expect(refusal.message).toContain(shownCode(license.serial))
    },
  )

  it('below the number of devices bound at once or ever: license.bindCount', async () => {
    const of = await createVendor(center)
    const [code, account] = [
      await issued(of, 'sn', { ...codesFor(30), machineNum: 5, licBindMaxLimit: 9 }),
      await issued(of, 'account', { ...SOFT, licBindLimit: 5 }),
    ]
    await sqlOwner('update license set state = 4, bound = 3, ever_bound = 6 where guid = any ($1)', [
      [code.guid, account.guid],
    ])
    for (const [license, changes] of [
      [code, { machineNum: 2 }],
      [code, { licBindMaxLimit: 5 }],
      [account, { licBindLimit: 2 }],
      [account, { licBindMaxLimit: 5 }],
    ] as const) {
      const refusal = await refused(license.refresh(changes))
      expect([refusal.error, refusal.fields.map(({ path }) => path)]).toEqual([
        'license.bindCount',
        [`changes.${Object.keys(changes)[0]}`],
      ])
    }
    await code.refresh({ machineNum: 3, licBindMaxLimit: 6 })
    await account.refresh({ licBindLimit: 3, licBindMaxLimit: 6 })
  })

  it('for a trial developer beyond 90 days from the issue: license.trialTooLong', async () => {
    const of = await createVendor(center, { status: 'trial', yuan: 0 })
    const license = await issued(of, 'account', {
      licenseForm: 1,
      ...byDays(30),
      offlineDays: undefined,
      licBindLimit: undefined,
    })
    await license.refresh({ licDuration: 90 })
    expect((await refused(license.refresh({ licDuration: 91 }))).error).toBe('license.trialTooLong')
  })

  it('if its rates give no price: license.templateWithoutBilling', async () => {
    const of = await createVendor(center)
    const license = await issued(of, 'sn', codesFor(30))
    await sqlOwner(`update license_issue set rates = rates || '{"perDayFen": -1}' where developer_id = $1`, [
      of.developerId,
    ])
    expect((await refused(license.refresh({ licDuration: 40 }))).error).toBe('license.templateWithoutBilling')
  })

  it('if someone else changed it meanwhile: platform.stale, with the name of that person', async () => {
    const of = await createVendor(center)
    const license = await issued(of, 'sn')
    const staff = await center.administrator(of, ['snLicense.update'])
    await staff.call(pcLicenseCalls.refresh, {
      kind: 'sn',
      guid: license.guid,
      changes: { licenseVersion: 2 },
      revision: 1,
    })
    const refusal = await refused(license.refresh({ licenseVersion: 3 }, 1))
    expect(refusal.error).toBe('platform.stale')
    expect(refusal.message).toContain(staff.account)
    await license.refresh({ licenseVersion: 3 }, 2)
  })

  it('for lack of money, without any change: billing.insufficientBalance', async () => {
    const of = await createVendor(center, { yuan: 3 })
    const license = await issued(of, 'sn', codesFor(30))
    expect((await refused(license.refresh({ licDuration: 31 }))).error).toBe('billing.insufficientBalance')
    expect(await license.get()).toMatchObject({ licDuration: 30, revision: 1, chargedFen: 300 })
    expect((await of.call(orderCalls.find, {})).rows.map(({ category, status }) => [category, status])).toContainEqual([
      'update',
      'insufficient',
    ])
  })

  it('while a bill is overdue, even if it costs nothing: billing.overdue', async () => {
    const of = await createVendor(center, { yuan: 58 })
    const license = await issued(of, 'sn')
    await createOperator(center.ground).bill(of.developerId, {
      amountFen: 5_000,
      day: day(1).slice(0, 10),
      note: '专项服务',
    })
    await later(of, 3)
    expect((await refused(license.refresh({ licenseVersion: 2 }))).error).toBe('billing.overdue')
    expect(
      (await license.preview({ licenseVersion: 2 })).rules
        .filter(({ outcome }) => outcome === 'fail')
        .map(({ rule }) => rule),
    ).toEqual(['standing'])
  })

  it('while the platform service fee is unpaid: developer.serviceFeeUnpaid', async () => {
    const of = await createVendor(center)
    const license = await issued(of, 'sn')
    await sqlOwner('update billing_terms set fee_fen = 100 where developer_id = $1', [of.developerId])
    await sqlOwner("update developer set service_until = '2020-01-01' where id = $1", [of.developerId])
    expect((await refused(license.refresh({ licenseVersion: 2 }))).error).toBe('developer.serviceFeeUnpaid')
  })

  it('without the privilege for this kind', async () => {
    const of = await createVendor(center)
    const license = await issued(of, 'sn')
    const [staff, blind] = [
      await center.administrator(of, ['accountLicense.update']),
      await center.administrator(of, ['snLicense.update']),
    ]
    expect((await refused(staff.call(pcLicenseCalls.refresh, { kind: 'sn', guid: license.guid }))).error).toBe(
      'platform.noPermission',
    )
    expect((await refused(blind.call(pcLicenseCalls.previewRefresh, { kind: 'sn', guid: license.guid }))).error).toBe(
      'platform.noPermission',
    )
  })
})

describe('a preview of an update', () => {
  it('shows the changes, the price and the new expiry, and changes nothing', async () => {
    const of = await createVendor(center)
    const license = await issued(of, 'sn', codesFor(30))
    const before = await license.get()
    const preview = await license.preview({ licDuration: 40, machineNum: 7 })
    expect(preview).toMatchObject({
      isAllowed: true,
      changes: [
        { field: 'licDuration', before: '30', after: '40' },
        { field: 'machineNum', before: '3', after: '7' },
      ],
      price: { totalFen: 300, isEnough: true, isOverdue: false },
    })
    expect(new Date(preview.expireTime ?? 0).getTime() - new Date(before.issueTime).getTime()).toBe(40 * DAY_MS)
    expect(preview.rules.map(({ rule, outcome }) => [rule, outcome])).toEqual(
      REFRESH_RULES.map((rule) => [rule, 'pass']),
    )
    expect(await license.get()).toEqual(before)
  })

  it('is closed to integrators, who must not see prices', async () => {
    const of = await createVendor(center)
    const license = await issued(of, 'sn', codesFor(30))
    const { guid } = await of.call(integratorCalls.create, { name: '集成商' })
    const person = await center.administrator(of, ['snLicense.update', 'snLicense.view'])
    await sqlOwner('update membership set integrator_guid = $2 where account_id = $1', [person.accountId, guid])
    await sqlOwner('update license set assigned_to = array[$2::uuid] where guid = $1', [license.guid, guid])
    expect((await person.call(pcLicenseCalls.get, { kind: 'sn', guid: license.guid })).acts).toEqual([])
    expect((await refused(person.call(pcLicenseCalls.previewRefresh, { kind: 'sn', guid: license.guid }))).error).toBe(
      'platform.noPermission',
    )
    expect(
      (await refused(person.call(pcLicenseCalls.previewBatchUpdate, { kind: 'sn', guids: [license.guid] }))).error,
    ).toBe('platform.noPermission')
  })

  it('of an incomplete term reports the term, and not billing', async () => {
    const of = await createVendor(center, { yuan: 100 })
    const { rules } = await (await issued(of, 'sn', codesFor(30))).preview({ licDuration: null })
    expect(rules.filter(({ outcome }) => outcome === 'fail').map(({ rule, field }) => [rule, field])).toEqual([
      ['content', 'changes.isForever'],
    ])
    expect(rules.find(({ rule }) => rule === 'billing')?.outcome).toBe('unasked')
  })

  it('runs every rule it can, and names the field of a failed one', async () => {
    const of = await createVendor(center, { yuan: 3 })
    const license = await issued(of, 'sn', codesFor(30))
    await sqlOwner('update license set state = 4, bound = 3, ever_bound = 3 where guid = $1', [license.guid])
    const { rules, isAllowed } = await license.preview({ licDuration: 40, machineNum: 2 })
    expect(isAllowed).toBe(false)
    expect(
      rules.filter(({ outcome }) => outcome !== 'pass').map(({ rule, outcome, field }) => [rule, outcome, field]),
    ).toEqual([
      ['machines', 'fail', 'changes.machineNum'],
      ['money', 'fail', null],
    ])
    const other = await license.preview({ isForever: true })
    expect(other.rules.map(({ rule, outcome }) => [rule, outcome])).toEqual([
      ['state', 'pass'],
      ['changes', 'fail'],
      ['content', 'unasked'],
      ['machines', 'unasked'],
      ['trial', 'unasked'],
      ['billing', 'unasked'],
      ['standing', 'pass'],
      ['money', 'unasked'],
    ])
    expect(other.price).toBeNull()
  })
})

describe('at the same time', () => {
  it('two updates of the same revision: one is done and charged, the other refused (platform.stale)', async () => {
    const of = await createVendor(center)
    const license = await issued(of, 'sn', codesFor(30))
    const settled = await Promise.allSettled([40, 50].map((licDuration) => license.refresh({ licDuration }, 1)))
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { licDuration, chargedFen, revision } = await license.get()
    expect([chargedFen, revision]).toEqual([(licDuration ?? 0) * 10, 2])
    expect(await spent(of)).toBe(chargedFen)
  })

  it('twenty extensions: each is charged its difference, and no revision is lost', async () => {
    const of = await createVendor(center)
    const license = await issued(of, 'sn', codesFor(30))
    await Promise.all(Array.from({ length: 20 }, (_, n) => license.refresh({ licDuration: 31 + n })))
    const { chargedFen, revision } = await license.get()
    expect([chargedFen, revision, await spent(of)]).toEqual([500, 21, 500])
    expect(
      (
        await sqlOwner(
          'select count(*)::int as n, count(distinct at)::int as moments from license_event where license_guid = $1',
          [license.guid],
        )
      ).rows[0],
    ).toMatchObject({ n: 20 })
    expect(await ledgerProblems()).toEqual([])
  })
})
