// Templates: fields and refusals of section 5, lists, versions, restoring, temporary privileges and access.
import type { Refusal } from '@sealwright/client'
import {
  DAY_MS,
  LIMITS,
  accessCalls,
  operationLogCalls,
  pcTemplateCalls,
  productCalls,
  templateCalls,
  templatePrivilege,
} from '@sealwright/contract'
import type { PcKind } from '@sealwright/contract'
import { createTestCenter, pcTemplatePayload, productPayload, refused, templatePayload } from '@sealwright/testkit'
import type { Actor, TestCenter } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let center: TestCenter
/** The license count that every template reports. All but one of the licenses are in force. */
let issued = 0
beforeAll(async () => {
  center = await createTestCenter({
    licenses: {
      countLicenses: async (_scope, guids) =>
        new Map(guids.map((guid) => [guid, { licenseCount: issued, effectiveLicenseCount: Math.max(issued - 1, 0) }])),
      countLicensesOfProducts: async () => new Map(),
    },
    prices: { groupUsersMax: async () => 500 },
  })
})
afterAll(() => center.close())

/** A developer with a product that has both forms and three modules. */
async function vendor(
  options: Parameters<TestCenter['developer']>[0] = {},
  product: Parameters<typeof productPayload>[0] = {},
): Promise<Actor & { licenseId: number; productGuid: string }> {
  const actor = await center.developer(options)
  const payload = productPayload({
    name: '星图',
    licenseForm: 3,
    modules: [{ moduleId: 1, moduleName: '导出' }, { moduleId: 2 }, { moduleId: 64 }],
    ...product,
  })
  const { guid } = await actor.call(productCalls.create, payload)
  return { ...actor, licenseId: payload.licenseId, productGuid: guid }
}

/** Moves the clock and keeps this session alive. */
async function later(actor: Actor, days: number) {
  center.clock.advance(days * DAY_MS)
  await center.ground.database.owner.query(
    "update session set last_seen_at = $2, expires_at = $2::timestamptz + interval '1 day' where account_id = $1",
    [actor.accountId, center.clock.now()],
  )
}

const violations = (refusal: Refusal) => refusal.fields.map(({ path, rule }) => `${path}: ${rule}`)
const inDays = (days: number) => new Date(center.clock.now().getTime() + days * DAY_MS).toISOString()

describe('a smart template', () => {
  it('keeps every field it was created with, and its row in the list has the fields of section 3', async () => {
    const { call, licenseId } = await vendor()
    const { guid } = await call(templateCalls.create, {
      name: '年度授权 (标准)',
      licenseId,
      deductMode: 2,
      packageName: '企业套餐',
      hasStartTime: true,
      startTime: '2100-01-01',
      hasEndTime: true,
      endTime: '2100-12-31',
      hasSpanTime: true,
      spanTime: 30,
      useMode: 2,
      machineNum: 5,
      canModify: true,
      canModifyModule: false,
      canModifyDataZone: true,
      licenseVersion: 3,
      modules: [{ moduleId: 64 }, { moduleId: 1, checked: true }, { moduleId: 2, checked: false }],
      rom: { source: 'items', items: [{ key: 'a', value: '1', isValueHidden: true }] },
      pub: { source: 'text', text: '公开' },
    })
    const found = await call(templateCalls.get, { guid })
    expect(found).toMatchObject({
      guid,
      name: '年度授权 (标准)',
      licenseId,
      productName: '星图',
      deductMode: 2,
      packageName: '企业套餐',
      isForever: false,
      hasStartTime: true,
      hasEndTime: true,
      hasSpanTime: true,
      // A day starts at 00:00:00 and ends at 23:59:59, in the developer's zone.
      startTime: '2099-12-31T16:00:00.000Z',
      endTime: '2100-12-31T15:59:59.000Z',
      spanTime: 30,
      useMode: 2,
      machineNum: 5,
      canModify: true,
      canModifyModule: false,
      canModifyDataZone: true,
      licenseVersion: 3,
      hasRom: true,
      hasRaw: false,
      hasPub: true,
      rawSize: 0,
      pubSize: 6,
      licenseCount: 0,
      effectiveLicenseCount: 0,
      isExpired: false,
      version: 1,
    })
    expect(found.modules).toHaveLength(LIMITS.product.modules)
    expect(found.modules.filter(({ checked }) => checked)).toEqual([
      { moduleId: 1, moduleName: '导出', checked: true, define: true },
      { moduleId: 64, moduleName: '子模块64', checked: true, define: true },
    ])
    expect(found.modules[1]).toEqual({ moduleId: 2, moduleName: '子模块2', checked: false, define: true })
    expect(found.modules[2]).toEqual({ moduleId: 3, moduleName: '子模块3', checked: false, define: false })
    const {
      rows: [row],
      records,
    } = await call(templateCalls.find, {})
    expect(records).toBe(1)
    for (const field of [
      'guid',
      'name',
      'licenseId',
      'productName',
      'deductMode',
      'packageName',
      'isForever',
      'hasStartTime',
      'hasEndTime',
      'hasSpanTime',
      'startTime',
      'endTime',
      'spanTime',
      'useMode',
      'machineNum',
      'canModify',
      'canModifyModule',
      'canModifyDataZone',
      'hasRom',
      'hasRaw',
      'hasPub',
      'romSize',
      'rawSize',
      'pubSize',
      'licenseCount',
      'effectiveLicenseCount',
      'updateTime',
    ] as const) {
      expect(row?.[field], field).toEqual(found[field])
    }
  })

  it('is refused with every wrong field at once, each marked, and nothing is kept', async () => {
    const { call, licenseId } = await vendor()
    const refusal = await refused(
      call(templateCalls.create, {
        name: '坏的',
        licenseId,
        deductMode: 2,
        useMode: 1,
        machineNum: 3,
        modules: [{ moduleId: 5 }],
      }),
    )
    expect(refusal.error).toBe('platform.badPayload')
    expect(violations(refusal).toSorted()).toEqual([
      'isForever: termMissing',
      'machineNum: oneMachine',
      'modules: moduleNotDefined',
      'packageName: required',
    ])
    expect(refusal.fields.find(({ path }) => path === 'packageName')?.message).toBe('套餐名称不能为空')
    expect(await call(templateCalls.count, {})).toBe(0)
    expect(
      violations(
        await refused(
          call(templateCalls.create, { licenseId: licenseId + 999_999, name: '没有产品', isForever: true }),
        ),
      ),
    ).toEqual(['licenseId: productNotFound'])
  })

  it('is not found by its guid under another family', async () => {
    const { call, licenseId } = await vendor()
    const { guid } = await call(templateCalls.create, templatePayload(licenseId))
    for (const kind of ['account', 'sn', 'dongle'] as const) {
      expect((await refused(call(pcTemplateCalls.get, { kind, guid }))).error).toBe('template.notFound')
      expect((await refused(call(pcTemplateCalls.delete, { kind, templateGuid: guid }))).error).toBe(
        'template.notFound',
      )
      expect(await call(pcTemplateCalls.batchDelete, { kind, templateGuids: [guid] })).toEqual({
        deleted: 0,
        skipped: 1,
      })
      expect((await call(pcTemplateCalls.find, { kind })).records).toBe(0)
    }
    expect((await call(templateCalls.get, { guid })).guid).toBe(guid)
  })

  it('is created once for one idempotency key', async () => {
    const { call, licenseId } = await vendor()
    const payload = templatePayload(licenseId)
    const guids = await Promise.all(
      [1, 2].map(() =>
        call(templateCalls.create, payload, { idempotencyKey: 'once-and-only' }).then(
          ({ guid }) => guid,
          () => undefined,
        ),
      ),
    )
    expect(new Set(guids.filter(Boolean)).size).toBe(1)
    expect(await call(templateCalls.count, {})).toBe(1)
  })
})

describe('account, sn and dongle templates', () => {
  it.each(['account', 'sn', 'dongle'] as const)('keep their fields: %s', async (kind) => {
    const { call, licenseId } = await vendor()
    const ofKind = {
      account: {
        licenseForm: 2,
        deductMode: 1,
        billingMode: 'year',
        licStartTimeType: 1,
        licDuration: 365,
        offlineDays: 180,
        licBindLimit: 3,
        licBindMaxLimit: 9,
        offlineBind: true,
      },
      sn: {
        licenseKeyType: 2,
        billingMode: 'oneTime',
        isForever: true,
        concurrentType: 'process',
        groupUsers: 500,
        lanBorrow: 0,
        forceAuthDays: 7,
        offlineBind: true,
        c2dDays: 90,
        d2cDays: 1,
        codePassword: true,
        lending: true,
        lendingDays: 30,
        lendingSeats: 20,
      },
      dongle: {
        opType: 1,
        forceWrite: true,
        endTimeOp: 2,
        endTimeDays: 30,
        spanTimeOp: 4,
        counterOp: 1,
        counter: 4_294_967_295,
        concurrentType: 'machine',
        concurrentNum: 65_535,
      },
    } as const
    const { guid } = await call(pcTemplateCalls.create, { kind, name: '甲', licenseId, ...ofKind[kind] })
    expect(await call(pcTemplateCalls.get, { kind, guid })).toMatchObject(ofKind[kind])
    expect((await call(pcTemplateCalls.find, { kind })).rows[0]).toMatchObject({ guid, ...ofKind[kind] })
    expect(await call(pcTemplateCalls.count, { kind })).toBe(1)
    expect(await call(templateCalls.count, {})).toBe(0)
  })

  it('carry up to ten products on a code, each with its own modules, and can be found by any of them', async () => {
    const { call, licenseId } = await vendor()
    const others = await Promise.all(
      Array.from({ length: 9 }, async () => {
        const payload = productPayload({ licenseForm: 2, modules: [{ moduleId: 7 }] })
        await call(productCalls.create, payload)
        return { licenseId: payload.licenseId, modules: [{ moduleId: 7 }], raw: { source: 'text' as const, text: 'x' } }
      }),
    )
    const { guid } = await call(pcTemplateCalls.create, pcTemplatePayload('sn', licenseId, { otherProducts: others }))
    const found = await call(pcTemplateCalls.get, { kind: 'sn', guid })
    expect(found.otherProducts.map((product) => product.licenseId)).toEqual(others.map((product) => product.licenseId))
    expect(found.otherProducts[8]).toMatchObject({ productName: '测试产品', raw: { text: 'x' } })
    expect(found.otherProducts[8]?.modules[6]).toMatchObject({ checked: true, define: true })
    expect((await call(pcTemplateCalls.find, { kind: 'sn', licenseId: others[8]?.licenseId })).records).toBe(1)
    const eleven = await refused(
      call(
        pcTemplateCalls.create,
        pcTemplatePayload('sn', licenseId, { otherProducts: [...others, { licenseId: 4_000_000 }] }),
      ),
    )
    expect(violations(eleven)).toEqual(['otherProducts: tooMany'])
    const twice = await refused(
      call(pcTemplateCalls.create, pcTemplatePayload('sn', licenseId, { otherProducts: [{ licenseId }] })),
    )
    expect(violations(twice)).toEqual(['otherProducts.0.licenseId: duplicateProduct'])
  })

  it('limit the users of a group to the highest price tier', async () => {
    const { call, licenseId } = await vendor()
    const group = (groupUsers: number) =>
      pcTemplatePayload('sn', licenseId, { licenseKeyType: 2, concurrentType: 'machine', groupUsers })
    const refusal = await refused(call(pcTemplateCalls.create, group(501)))
    expect(refusal.fields).toMatchObject([{ path: 'groupUsers', rule: 'tooBig', message: '集团用户数不能大于 500' }])
    await call(pcTemplateCalls.create, group(500))
  })

  it('have no soft form for a trial developer', async () => {
    const { call, licenseId } = await vendor({ status: 'trial' }, { licenseForm: 1 })
    expect(violations(await refused(call(pcTemplateCalls.create, pcTemplatePayload('account', licenseId))))).toEqual([
      'licenseForm: softNeedsFormal',
    ])
    expect(violations(await refused(call(pcTemplateCalls.create, pcTemplatePayload('sn', licenseId))))).toEqual([
      'licenseId: productNotSoft',
    ])
    await call(pcTemplateCalls.create, {
      kind: 'account',
      name: '云',
      licenseId,
      licenseForm: 1,
      billingMode: 'day',
      licStartTimeType: 1,
      licDuration: 30,
    })
  })
})

describe('every refusal of section 5 is answered on its field', () => {
  const MAX = LIMITS.template
  const account = {
    licenseForm: 2,
    billingMode: 'year',
    licStartTimeType: 1,
    licDuration: 30,
    offlineDays: 30,
    licBindLimit: 2,
  }
  const cloud = { licenseForm: 1, billingMode: 'day', licStartTimeType: 1, licDuration: 30 }
  const code = { billingMode: 'oneTime', isForever: true }
  const group = { ...code, licenseKeyType: 2, concurrentType: 'process', groupUsers: 10 }
  const smart = { isForever: true }
  const timed = { licStartTimeType: 1, licDuration: 30 }

  const REFUSALS: [what: string, family: PcKind | 'smart', payload: object, expected: string][] = [
    ['no name', 'smart', { ...smart, name: '' }, 'name: required'],
    ['a name with special characters', 'smart', { ...smart, name: '模板#1' }, 'name: specialCharacters'],
    ['a full-width special character', 'sn', { ...code, name: '模板＃1' }, 'name: specialCharacters'],
    ['a name that is too long', 'smart', { ...smart, name: '长'.repeat(65) }, 'name: tooLong'],
    ['no product', 'smart', { ...smart, licenseId: '' }, 'licenseId: required'],
    [
      'a product that does not exist',
      'dongle',
      { isForever: true, licenseId: 4_294_967_295 },
      'licenseId: productNotFound',
    ],
    ['no term', 'smart', {}, 'isForever: termMissing'],
    ['no term on a code', 'sn', { billingMode: 'year' }, 'isForever: termMissing'],
    ['an end without a value', 'smart', { hasEndTime: true }, 'endTime: required'],
    ['a duration of 0', 'smart', { licStartTimeType: 1, licDuration: 0 }, 'licDuration: tooSmall'],
    [
      'a duration over the limit',
      'smart',
      { licStartTimeType: 1, licDuration: MAX.durationDays + 1 },
      'licDuration: tooBig',
    ],
    ['a span over the limit', 'smart', { spanTime: MAX.durationDays + 1 }, 'spanTime: tooBig'],
    [
      'a duration that is not a whole number',
      'smart',
      { licStartTimeType: 1, licDuration: 1.5 },
      'licDuration: notInteger',
    ],
    ['a start after 2105-12-31', 'smart', { ...smart, startTime: '2106-01-01' }, 'startTime: timeOutOfRange'],
    ['a start before 1970-01-01', 'smart', { ...smart, startTime: '1969-12-31' }, 'startTime: timeOutOfRange'],
    ['an end after 2105-12-31', 'smart', { endTime: '2106-01-01' }, 'endTime: timeOutOfRange'],
    ['an end that is not a date', 'smart', { endTime: '2027-02-30' }, 'endTime: badFormat'],
    ['an end before yesterday', 'smart', { endTime: '2020-01-01' }, 'endTime: endTooEarly'],
    [
      'a start later than the end',
      'smart',
      { startTime: '2100-01-02', endTime: '2100-01-01' },
      'endTime: startAfterEnd',
    ],
    ['an end on a permanent template', 'smart', { ...smart, endTime: '2100-01-01' }, 'endTime: notApplicable'],
    [
      'permanent and billed by year',
      'account',
      { ...account, licStartTimeType: '', licDuration: '', isForever: true },
      'isForever: foreverNeedsOneTime',
    ],
    [
      'a permanent cloud license',
      'account',
      { licenseForm: 1, billingMode: 'day', isForever: true },
      'isForever: cloudForever',
    ],
    ['a cloud license billed one-time', 'account', { ...cloud, billingMode: 'oneTime' }, 'billingMode: cloudOneTime'],
    ['a bare use count on cloud', 'account', { licenseForm: 1, billingMode: 'day', counter: 5 }, 'counter: countAlone'],
    ['a use count over the limit', 'account', { ...cloud, counter: MAX.useCount + 1 }, 'counter: tooBig'],
    ['a use count on soft', 'account', { ...account, counter: 5 }, 'counter: notApplicable'],
    ['a permanent gift', 'smart', { ...smart, deductMode: 3 }, 'isForever: giftForever'],
    [
      'a gift that lasts too long',
      'account',
      { ...account, deductMode: 3, billingMode: '', licDuration: LIMITS.billing.giftDays + 1 },
      'licDuration: giftTooLong',
    ],
    [
      'a gift whose span is too long',
      'smart',
      { deductMode: 3, spanTime: LIMITS.billing.giftDays + 1 },
      'spanTime: giftTooLong',
    ],
    [
      'a gift whose end is too far',
      'smart',
      { deductMode: 3, startTime: '2100-01-01', endTime: '2100-06-01' },
      'endTime: giftTooLong',
    ],
    ['`hasEndTime` on a permanent template', 'smart', { ...smart, hasEndTime: true }, 'endTime: notApplicable'],
    [
      'a gift with too many devices',
      'smart',
      { ...timed, deductMode: 3, machineNum: LIMITS.billing.freeDevices + 1 },
      'machineNum: giftDevices',
    ],
    ['no license form', 'account', { billingMode: 'day', ...timed }, 'licenseForm: required'],
    ['no billing mode', 'account', { ...account, billingMode: '' }, 'billingMode: required'],
    ['no package', 'account', { ...account, billingMode: '', deductMode: 2 }, 'packageName: required'],
    ['no offline days', 'account', { ...account, offlineDays: '' }, 'offlineDays: required'],
    ['0 offline days', 'account', { ...account, offlineDays: 0 }, 'offlineDays: tooSmall'],
    ['181 offline days', 'account', { ...account, offlineDays: MAX.offlineDaysMax + 1 }, 'offlineDays: tooBig'],
    ['offline days on cloud', 'account', { ...cloud, offlineDays: 5 }, 'offlineDays: notApplicable'],
    ['no simultaneous limit', 'account', { ...account, licBindLimit: '' }, 'licBindLimit: required'],
    [
      'a simultaneous limit over 65535',
      'account',
      { ...account, licBindLimit: MAX.simultaneousMachines + 1 },
      'licBindLimit: tooBig',
    ],
    [
      'a cumulative limit over 2147483647',
      'account',
      { ...account, licBindMaxLimit: MAX.cumulativeMachines + 1 },
      'licBindMaxLimit: tooBig',
    ],
    [
      'a cumulative limit below the simultaneous limit',
      'account',
      { ...account, licBindLimit: 3, licBindMaxLimit: 2 },
      'licBindMaxLimit: belowConcurrent',
    ],
    [
      'a cumulative limit below the devices of a code',
      'sn',
      { ...code, useMode: 2, machineNum: 3, licBindMaxLimit: 2 },
      'licBindMaxLimit: belowConcurrent',
    ],
    ['two devices on a code for one device', 'sn', { ...code, useMode: 1, machineNum: 2 }, 'machineNum: oneMachine'],
    ['several devices without a number', 'sn', { ...code, useMode: 2 }, 'machineNum: required'],
    ['65536 devices', 'smart', { ...smart, useMode: 2, machineNum: MAX.machines + 1 }, 'machineNum: tooBig'],
    [
      'forced authentication after 181 days',
      'sn',
      { ...code, forceAuthDays: MAX.forcedAuthenticationDays + 1 },
      'forceAuthDays: tooBig',
    ],
    ['C2D for 91 days', 'sn', { ...code, offlineBind: true, c2dDays: MAX.exchangeFileDays + 1 }, 'c2dDays: tooBig'],
    ['D2C for 0 days', 'sn', { ...code, offlineBind: true, d2cDays: 0 }, 'd2cDays: tooSmall'],
    ['C2D without offline binding', 'sn', { ...code, c2dDays: 5 }, 'c2dDays: notApplicable'],
    ['a group without users', 'sn', { ...group, groupUsers: '' }, 'groupUsers: required'],
    ['a group above the highest tier', 'sn', { ...group, groupUsers: 501 }, 'groupUsers: tooBig'],
    ['a group without a seat type', 'sn', { ...group, concurrentType: '' }, 'concurrentType: required'],
    [
      'more seats to borrow than the group has',
      'sn',
      { ...group, lending: true, lendingDays: 3, lendingSeats: 11 },
      'lendingSeats: tooBig',
    ],
    ['lending without days', 'sn', { ...group, lending: true, lendingSeats: 1 }, 'lendingDays: required'],
    ['lending on a single-device code', 'sn', { ...code, lending: true }, 'lending: notApplicable'],
    [
      'PPM paid from the balance',
      'sn',
      { ...timed, licenseKeyType: 3, deductMode: 1, billingMode: 'year' },
      'deductMode: ppmDeduct',
    ],
    ['PPM on an account', 'account', { ...account, billingMode: '', deductMode: 4 }, 'deductMode: ppmDeduct'],
    [
      'further products on an account',
      'account',
      { ...account, otherProducts: [{ licenseId: 7 }] },
      'otherProducts: notApplicable',
    ],
    [
      'a module that the product does not define',
      'dongle',
      { isForever: true, modules: [{ moduleId: 3 }] },
      'modules: moduleNotDefined',
    ],
    ['module 65', 'smart', { ...smart, modules: [{ moduleId: 65 }] }, 'modules.0.moduleId: tooBig'],
    [
      'raising an end while only adding a license',
      'dongle',
      { opType: 0, endTimeOp: 2, endTimeDays: 30 },
      'endTimeOp: needsUpdate',
    ],
    ['an operation without a value', 'dongle', { opType: 1, counterOp: 3 }, 'counter: required'],
    [
      'concurrency of 65536',
      'dongle',
      { isForever: true, concurrentType: 'process', concurrentNum: MAX.concurrent + 1 },
      'concurrentNum: tooBig',
    ],
    [
      'concurrency without a number',
      'dongle',
      { isForever: true, concurrentType: 'process' },
      'concurrentNum: required',
    ],
    [
      'a data area that is too large',
      'smart',
      { ...smart, rom: { source: 'text', text: 'x'.repeat(LIMITS.product.areaBytes + 1) } },
      'rom.text: tooLong',
    ],
    [
      'key-value items that are too large together',
      'smart',
      { ...smart, rom: { source: 'items', items: ['a', 'b'].map((key) => ({ key, value: 'x'.repeat(40_000) })) } },
      'rom: dataAreaTooLarge',
    ],
    [
      'the same key twice in an area',
      'smart',
      {
        ...smart,
        pub: {
          source: 'items',
          items: [
            { key: 'a', value: '' },
            { key: 'a', value: '' },
          ],
        },
      },
      'pub.items.1.key: duplicateItemKey',
    ],
    [
      'a value that is marked base64 but is not',
      'smart',
      { ...smart, raw: { source: 'items', items: [{ key: 'a', value: '?', isBase64: true }] } },
      'raw.items.0.value: notBase64',
    ],
  ]

  let actor: Awaited<ReturnType<typeof vendor>>
  beforeAll(async () => {
    actor = await vendor()
  })
  it.each(REFUSALS)('%s', async (_what, family, payload, expected) => {
    const { call, licenseId } = actor
    const given = { name: '模板', licenseId, ...payload } as never
    const refusal = await refused(
      family === 'smart'
        ? call(templateCalls.create, given)
        : call(pcTemplateCalls.create, { kind: family, ...(given as object) } as never),
    )
    expect(refusal.error).toBe('platform.badPayload')
    expect(violations(refusal)).toContain(expected)
  })
})

describe('the list', () => {
  it('is filtered by name, product and administrator, together and alone, and sorted', async () => {
    const admin = await vendor()
    const { call, licenseId } = admin
    const other = productPayload()
    await call(productCalls.create, other)
    const helper = await center.administrator(admin, ['smartTemplate.create', 'smartTemplate.view'])
    await call(templateCalls.create, templatePayload(licenseId, { name: '标准年度' }))
    await call(templateCalls.create, templatePayload(other.licenseId, { name: '标准永久' }))
    await helper.call(templateCalls.create, templatePayload(licenseId, { name: '试用' }))
    const names = async (payload: Parameters<typeof call<typeof templateCalls.find>>[1]) =>
      (await call(templateCalls.find, payload)).rows.map(({ name }) => name)
    expect(await names({ templateName: '标准' })).toEqual(['标准永久', '标准年度'])
    expect(await names({ templateName: '标准年' })).toEqual(['标准年度'])
    expect(await names({ licenseId })).toEqual(['试用', '标准年度'])
    for (const templateName of [undefined, '标准'])
      expect(await names({ licenseId: [licenseId, other.licenseId], templateName })).toEqual(
        await names({ templateName }),
      )
    expect(await names({ adminUserId: helper.accountId })).toEqual(['试用'])
    expect(await names({ adminUserId: helper.accountId.toUpperCase(), templateName: '试' })).toEqual(['试用'])
    expect(await names({ licenseId, templateName: '度', adminUserId: admin.accountId })).toEqual(['标准年度'])
    expect(await names({ templateName: '%' })).toEqual([])
    expect(await names({ sort: 'licenseId', order: 'desc' })).toEqual([
      '标准永久',
      ...(await names({ licenseId, sort: 'licenseId', order: 'desc' })),
    ])
    const byName = await names({ sort: 'name' })
    expect(byName.toSorted()).toEqual(['标准年度', '标准永久', '试用'].toSorted())
    expect(await names({ sort: 'name', order: 'desc' })).toEqual(byName.toReversed())
    expect(await names({ currentPage: 2, pageSize: 2 })).toEqual(['标准年度'])
    expect(await call(templateCalls.find, { currentPage: 9, pageSize: 2 })).toMatchObject({
      rows: [],
      records: 3,
      total: 2,
    })
  })

  it('counts the licenses of each template and marks expired templates', async () => {
    const actor = await vendor()
    const { call, licenseId } = actor
    const { guid } = await call(
      templateCalls.create,
      templatePayload(licenseId, { isForever: false, endTime: inDays(1) }),
    )
    issued = 3
    try {
      expect((await call(templateCalls.find, {})).rows[0]).toMatchObject({
        licenseCount: 3,
        effectiveLicenseCount: 2,
        isExpired: false,
      })
    } finally {
      issued = 0
    }
    await later(actor, 2)
    expect(await call(templateCalls.get, { guid })).toMatchObject({ isExpired: true })
    // Renaming an expired template is allowed; setting another past end is not.
    await call(templateCalls.update, { guid, name: '改名' })
    expect(violations(await refused(call(templateCalls.update, { guid, endTime: inDays(-3) })))).toEqual([
      'endTime: endTooEarly',
    ])
  })

  it("offers the developer's products by name, with the modules and data areas of each", async () => {
    const { call, licenseId } = await vendor({}, { rom: { source: 'text', text: '甲' }, licenseVersion: 9 })
    const second = productPayload({ name: '北斗' })
    await call(productCalls.create, second)
    expect(await call(templateCalls.listProducts, {})).toEqual(
      expect.arrayContaining([
        { licenseId, productName: '星图' },
        { licenseId: second.licenseId, productName: '北斗' },
      ]),
    )
    expect(await call(pcTemplateCalls.listProducts, { kind: 'dongle', productName: '星' })).toEqual([
      { licenseId, productName: '星图' },
    ])
    expect(await call(templateCalls.listProducts, { productName: String(second.licenseId) })).toEqual([
      { licenseId: second.licenseId, productName: '北斗' },
    ])
    // A code is a soft license; the second product is sold in the cloud only.
    expect(await call(pcTemplateCalls.listProducts, { kind: 'sn' })).toEqual([{ licenseId, productName: '星图' }])
    const unfit = (productName?: string) =>
      call(pcTemplateCalls.listProducts, { kind: 'sn', isUnfit: true, ...(productName && { productName }) })
    expect(await unfit()).toEqual([{ licenseId: second.licenseId, productName: '北斗' }])
    expect(await unfit('星')).toEqual([])
    expect(await call(pcTemplateCalls.listProducts, { kind: 'dongle', isUnfit: true })).toEqual([])
    const product = await call(templateCalls.getProduct, { licenseId })
    expect(product).toMatchObject({
      licenseForm: 3,
      licenseVersion: 9,
      productName: '星图',
      rom: { source: 'text', text: '甲' },
      raw: null,
    })
    expect(product.modules.filter(({ define }) => define).map(({ moduleId }) => moduleId)).toEqual([1, 2, 64])
    expect((await refused(call(templateCalls.getProduct, { licenseId: 4_294_967_295 }))).error).toBe('product.notFound')
  })
})

describe('/admin/list.do', () => {
  it('answers the administrators of the developer and nobody else', async () => {
    const admin = await center.developer()
    const helper = await center.administrator(admin, [])
    await center.developer()
    await center.ground.database.owner.query(
      "update account set user_name = '周辅', mobile = '13900000106' where id = $1",
      [helper.accountId],
    )
    expect(await helper.call(accessCalls.list, {})).toEqual([
      { userId: admin.accountId, userName: null, account: admin.account, phone: null, email: admin.account },
      {
        userId: helper.accountId,
        userName: '周辅',
        account: helper.account,
        phone: '13900000106',
        email: helper.account,
      },
    ])
  })
})

describe('a version', () => {
  it('is created by each save that changes something, and lists the changes', async () => {
    const { call, licenseId } = await vendor()
    const { guid } = await call(
      templateCalls.create,
      templatePayload(licenseId, { modules: [{ moduleId: 1 }], rom: { source: 'text', text: 'aa' } }),
    )
    expect(
      await call(templateCalls.update, { guid, version: 1, name: '改名', isForever: false, spanTime: 30 }),
    ).toEqual({ guid, version: 2 })
    expect(await call(templateCalls.update, { guid, version: 2, name: '改名' })).toEqual({ guid, version: 2 })
    expect(
      await call(templateCalls.update, { guid, rom: { source: 'text', text: 'bb' }, modules: '' as never }),
    ).toEqual({ guid, version: 3 })
    const { rows, records } = await call(templateCalls.findVersions, { guid })
    expect(records).toBe(3)
    expect(rows.map(({ version, origin }) => [version, origin])).toEqual([
      [3, 'update'],
      [2, 'update'],
      [1, 'create'],
    ])
    expect(rows[2]?.changes).toEqual([])
    expect(rows[1]?.changes).toEqual([
      { field: 'name', before: '测试模板', after: '改名' },
      { field: 'isForever', before: 'true', after: 'false' },
      { field: 'spanTime', before: null, after: '30' },
    ])
    expect(rows[0]?.changes.map(({ field }) => field)).toEqual(['modules', 'rom'])
    expect((await call(templateCalls.findVersions, { guid, currentPage: 2, pageSize: 2 })).rows).toMatchObject([
      { version: 1 },
    ])
    expect((await call(templateCalls.findVersions, { guid, currentPage: 2, pageSize: 1 })).rows).toMatchObject([
      { version: 2, changes: [{ field: 'name' }, {}, {}] },
    ])
    expect(
      (await call(templateCalls.compareVersions, { guid, from: 1, to: 3 })).changes.map(({ field }) => field),
    ).toEqual(['name', 'isForever', 'spanTime', 'modules', 'rom'])
    expect(await call(templateCalls.compareVersions, { guid, from: 2, to: 2 })).toEqual({ changes: [] })
    expect(await call(templateCalls.get, { guid, version: 1 })).toMatchObject({
      name: '测试模板',
      isForever: true,
      version: 1,
      rom: { text: 'aa' },
    })
    // The content of a data area is stored once for all versions that share it.
    expect(await call(templateCalls.get, { guid, version: 2 })).toMatchObject({ name: '改名', rom: { text: 'aa' } })
    const kept = await center.ground.database.owner.query(
      `select version, areas_of, areas is null as is_empty from template_version
       where template_guid = $1 order by version`,
      [guid],
    )
    expect(kept.rows).toEqual([
      { version: 1, areas_of: 1, is_empty: false },
      { version: 2, areas_of: 1, is_empty: true },
      { version: 3, areas_of: 3, is_empty: false },
    ])
    for (const ask of [
      () => call(templateCalls.get, { guid, version: 4 }),
      () => call(templateCalls.compareVersions, { guid, from: 1, to: 4 }),
      () => call(templateCalls.restore, { guid, version: 4 }),
    ]) {
      expect((await refused(ask())).error).toBe('template.versionNotFound')
    }
  })

  it('can be restored as a new version, under the rules of any save', async () => {
    const actor = await vendor()
    const { call, licenseId, productGuid } = actor
    const { guid } = await call(
      templateCalls.create,
      templatePayload(licenseId, {
        modules: [{ moduleId: 1 }, { moduleId: 2 }],
        raw: { source: 'text', text: 'kept' },
        canModify: true,
      }),
    )
    await call(templateCalls.update, { guid, isForever: false, endTime: inDays(2), raw: '' as never, canModify: false })
    expect(await call(templateCalls.previewRestore, { guid, version: 1 })).toMatchObject({
      hasNewVersion: true,
      changes: [{ field: 'isForever' }, { field: 'licStartTimeType' }, { field: 'endTime' }, { field: 'raw' }],
    })
    expect(await call(templateCalls.restore, { guid, version: 1 })).toEqual({ version: 3 })
    expect(await call(templateCalls.previewRestore, { guid, version: 1 })).toMatchObject({
      hasNewVersion: false,
      changes: [],
    })
    expect(await call(templateCalls.get, { guid })).toMatchObject({
      isForever: true,
      endTime: null,
      raw: { text: 'kept' },
      version: 3,
      canModify: false,
    })
    expect((await call(templateCalls.findVersions, { guid })).rows[0]).toMatchObject({
      origin: 'restore',
      restoredVersion: 1,
    })
    expect(await call(templateCalls.restore, { guid, version: 3 })).toEqual({ version: 3 })
    await later(actor, 4)
    for (const ask of [templateCalls.previewRestore, templateCalls.restore])
      expect(violations(await refused(call(ask, { guid, version: 2 })))).toEqual(['endTime: endTooEarly'])
    // A module that the product dropped keeps its name in the version, and a restore does not bring it back.
    await call(productCalls.update, { guid: productGuid, modules: [{ moduleId: 2 }] })
    expect((await call(templateCalls.get, { guid })).modules[0]).toEqual({
      moduleId: 1,
      moduleName: '导出',
      checked: true,
      define: false,
    })
    await call(templateCalls.update, { guid, spanTime: 5, isForever: false })
    await call(templateCalls.restore, { guid, version: 1 })
    expect(
      (await call(templateCalls.get, { guid })).modules
        .filter(({ checked }) => checked)
        .map(({ moduleId }) => moduleId),
    ).toEqual([2])
  })

  it('and its row in the list agree after every kind of save', async () => {
    const { call, licenseId, productGuid } = await vendor()
    const other = productPayload({ licenseForm: 2 })
    const { guid: otherGuid } = await call(productCalls.create, other)
    const codes = async (filter: object) => (await call(pcTemplateCalls.find, { kind: 'sn', ...filter })).records
    const counts = async () => [
      (await call(productCalls.get, { guid: productGuid })).templateCount,
      (await call(productCalls.get, { guid: otherGuid })).templateCount,
    ]
    const { guid } = await call(
      pcTemplateCalls.create,
      pcTemplatePayload('sn', licenseId, { name: '甲模板', otherProducts: [{ licenseId: other.licenseId }] }),
    )
    expect(await counts()).toEqual([1, 1])
    await call(pcTemplateCalls.update, { kind: 'sn', guid, name: '乙模板', otherProducts: [] })
    expect([
      await codes({ templateName: '甲' }),
      await codes({ templateName: '乙' }),
      await codes({ licenseId: other.licenseId }),
      ...(await counts()),
    ]).toEqual([0, 1, 0, 1, 0])
    await call(pcTemplateCalls.restore, { kind: 'sn', guid, version: 1 })
    expect([
      await codes({ templateName: '甲' }),
      await codes({ templateName: '乙' }),
      await codes({ licenseId: other.licenseId }),
      ...(await counts()),
    ]).toEqual([1, 0, 1, 1, 1])
    // A code needs the soft form of each of its products.
    expect((await refused(call(productCalls.delete, { guid: otherGuid }))).error).toBe('product.inUse')
    for (const product of [productGuid, otherGuid]) {
      expect((await refused(call(productCalls.update, { guid: product, licenseForm: 1 }))).error).toBe(
        'product.formInUse',
      )
      expect((await call(productCalls.previewUpdate, { guid: product, licenseForm: 1 })).forms).toEqual([
        { licenseForm: 2, templateCount: 1 },
      ])
    }
    // An old version still shows the name of a deleted product.
    await call(pcTemplateCalls.update, { kind: 'sn', guid, otherProducts: [] })
    await call(productCalls.delete, { guid: otherGuid })
    expect((await call(pcTemplateCalls.get, { kind: 'sn', guid, version: 1 })).otherProducts[0]).toMatchObject({
      productName: '测试产品',
    })
    expect(violations(await refused(call(pcTemplateCalls.restore, { kind: 'sn', guid, version: 1 })))).toEqual([
      'otherProducts.0.licenseId: productNotFound',
    ])
  })

  it('differs only in ways that matter to a person: a switch that does not apply equals one that is off', async () => {
    const { call, licenseId } = await vendor()
    const { guid } = await call(pcTemplateCalls.create, pcTemplatePayload('sn', licenseId))
    const { changes } = await call(pcTemplateCalls.previewUpdate, { kind: 'sn', guid, useMode: 2, machineNum: 3 })
    expect(changes.map(({ field }) => field)).toEqual(['useMode', 'machineNum'])
  })

  it('is refused if someone else saved a newer one, and of ten edits at once only one succeeds', async () => {
    const { call, licenseId } = await vendor()
    const { guid } = await call(templateCalls.create, templatePayload(licenseId))
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, n) => call(templateCalls.update, { guid, version: 1, name: `第 ${n} 个` })),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results)
      if (result.status === 'rejected') expect((result.reason as Refusal).error).toBe('platform.stale')
    expect((await call(templateCalls.findVersions, { guid })).records).toBe(2)
    await Promise.all(Array.from({ length: 10 }, (_, n) => call(templateCalls.update, { guid, name: `再 ${n}` })))
    const versions = (await call(templateCalls.findVersions, { guid, pageSize: 20 })).rows.map(({ version }) => version)
    expect(versions).toEqual(Array.from({ length: 12 }, (_, n) => 12 - n))
  })

  it('is permanent: the database refuses to change or delete it', async () => {
    const { call, licenseId, developerId } = await vendor()
    const { guid } = await call(templateCalls.create, templatePayload(licenseId))
    for (const statement of ["update template_version set origin = 'update'", 'delete from template_version']) {
      await expect(
        center.ground.database.app.query(
          `begin; set local sealwright.developer_id = '${developerId}';
          ${statement} where template_guid = '${guid}'; commit`,
        ),
      ).rejects.toThrow(/permission denied/)
    }
  })

  it('cannot change the product of its template', async () => {
    const { call, licenseId } = await vendor()
    const other = productPayload()
    await call(productCalls.create, other)
    const { guid } = await call(templateCalls.create, templatePayload(licenseId))
    expect((await refused(call(templateCalls.update, { guid, licenseId: other.licenseId }))).error).toBe(
      'template.productImmutable',
    )
    await call(templateCalls.update, { guid, licenseId, name: '改名' })
  })
})

describe('before an edit is saved', () => {
  it('a preview shows its changes and the number of issued licenses, and saves nothing', async () => {
    const { call, licenseId } = await vendor()
    const { guid } = await call(templateCalls.create, templatePayload(licenseId))
    issued = 12
    try {
      expect(
        await call(templateCalls.previewUpdate, { guid, version: 1, useMode: 2, machineNum: 3, canModify: true }),
      ).toEqual({
        hasNewVersion: true,
        changes: [
          { field: 'useMode', before: '1', after: '2' },
          { field: 'machineNum', before: '1', after: '3' },
          { field: 'canModify', before: 'false', after: 'true' },
        ],
        licenseCount: 12,
        effectiveLicenseCount: 11,
      })
    } finally {
      issued = 0
    }
    expect(violations(await refused(call(templateCalls.previewUpdate, { guid, name: '乙', spanTime: 0 })))).toEqual([
      'spanTime: tooSmall',
    ])
    expect((await refused(call(templateCalls.previewUpdate, { guid, version: 7 }))).error).toBe('platform.stale')
    expect(await call(templateCalls.get, { guid })).toMatchObject({ version: 1, useMode: 1 })
  })
})

describe('a temporary privilege', () => {
  it('is switched individually, without a new version and without moving the row', async () => {
    const { call, licenseId } = await vendor()
    const { guid } = await call(templateCalls.create, templatePayload(licenseId))
    const before = await call(templateCalls.get, { guid })
    expect(
      await call(templateCalls.switchModifyPrivilege, { templateGuid: guid, privilegeName: 'canModifyModule' }),
    ).toEqual({ canModify: false, canModifyModule: true, canModifyDataZone: false })
    expect(await call(templateCalls.switchModifyPrivilege, { templateGuid: guid, privilegeName: 'canModify' })).toEqual(
      { canModify: true, canModifyModule: true, canModifyDataZone: false },
    )
    expect(
      await call(templateCalls.switchModifyPrivilege, { templateGuid: guid, privilegeName: 'canModifyModule' }),
    ).toEqual({ canModify: true, canModifyModule: false, canModifyDataZone: false })
    expect(await call(templateCalls.get, { guid })).toEqual({ ...before, canModify: true })
    expect(
      violations(
        await refused(
          call(templateCalls.switchModifyPrivilege, { templateGuid: guid, privilegeName: 'canFly' as 'canModify' }),
        ),
      ),
    ).toEqual(['privilegeName: badFormat'])
    expect(await call(templateCalls.previewUpdate, { guid, canModify: false })).toMatchObject({
      hasNewVersion: false,
      changes: [{ field: 'canModify', before: 'true', after: 'false' }],
    })
    expect(await call(templateCalls.update, { guid, canModify: false })).toEqual({ guid, version: 1 })
    expect(await call(templateCalls.get, { guid })).toEqual(before)
    // An even number of concurrent switches restores the first value.
    await Promise.all(
      Array.from({ length: 8 }, () =>
        call(templateCalls.switchModifyPrivilege, { templateGuid: guid, privilegeName: 'canModifyDataZone' }),
      ),
    )
    expect(await call(templateCalls.get, { guid })).toMatchObject({ canModifyDataZone: false })
  })
})

describe('deleting', () => {
  it('removes a template from lists and counts; a batch skips deleted templates', async () => {
    const { call, licenseId } = await vendor()
    const guids = await Promise.all(
      [1, 2, 3].map(async () => (await call(templateCalls.create, templatePayload(licenseId))).guid),
    )
    const [first = '', second = ''] = guids
    await call(templateCalls.delete, { templateGuid: first })
    expect((await refused(call(templateCalls.get, { guid: first }))).error).toBe('template.notFound')
    expect((await refused(call(templateCalls.delete, { templateGuid: first }))).error).toBe('template.notFound')
    expect(await call(templateCalls.batchDelete, { templateGuids: [first, second, second] })).toEqual({
      deleted: 1,
      skipped: 1,
    })
    expect(await call(templateCalls.count, {})).toBe(1)
    expect((await call(templateCalls.find, {})).records).toBe(1)
    expect((await call(templateCalls.find, { templateName: '测试' })).records).toBe(1)
    const log = await call(operationLogCalls.find, { targetKind: 'smartTemplate', targetGuid: second })
    expect(log.rows.map(({ type }) => type)).toEqual([2, 0])
  })
})

describe('rights', () => {
  const KINDS: (PcKind | 'smart')[] = ['smart', 'account', 'sn', 'dongle']

  it.each(KINDS)('for one family open that family and no other: %s', async (family) => {
    const admin = await vendor()
    const { licenseId } = admin
    const guids: Record<string, string> = {
      smart: (await admin.call(templateCalls.create, templatePayload(licenseId))).guid,
    }
    for (const kind of ['account', 'sn', 'dongle'] as const)
      guids[kind] = (await admin.call(pcTemplateCalls.create, pcTemplatePayload(kind, licenseId))).guid
    for (const verb of ['view', 'create', 'update', 'delete'] as const) {
      const helper = await center.administrator(admin, [templatePrivilege(family, verb)])
      for (const each of KINDS) {
        const guid = guids[each] ?? ''
        const where = each === 'smart' ? {} : { kind: each }
        const calls = (each === 'smart' ? templateCalls : pcTemplateCalls) as typeof pcTemplateCalls
        const ask = { kind: 'sn' as const, ...where }
        const tries = {
          view: [
            () => helper.call(calls.find, ask),
            () => helper.call(calls.get, { ...ask, guid }),
            () => helper.call(calls.count, ask),
            () => helper.call(calls.findVersions, { ...ask, guid }),
            () => helper.call(calls.compareVersions, { ...ask, guid, from: 1, to: 1 }),
          ],
          options: [
            () => helper.call(calls.listProducts, ask),
            () => helper.call(calls.getProduct, { ...ask, licenseId }),
          ],
          create: [
            () =>
              helper.call(
                calls.create,
                each === 'smart' ? (templatePayload(licenseId) as never) : pcTemplatePayload(each, licenseId),
              ),
          ],
          update: [
            () => helper.call(calls.update, { ...ask, guid }),
            () =>
              helper.call(calls.switchModifyPrivilege, {
                ...ask,
                templateGuid: guid,
                privilegeName: 'canModify' as const,
              }),
            () => helper.call(calls.restore, { ...ask, guid, version: 1 }),
          ],
          delete: [
            () => helper.call(calls.batchDelete, { ...ask, templateGuids: ['00000000-0000-4000-8000-000000000000'] }),
            () => helper.call(calls.delete, { ...ask, templateGuid: guid }),
          ],
        }
        for (const [needed, attempts] of Object.entries(tries)) {
          for (const attempt of attempts) {
            const error = await attempt().then(
              () => undefined,
              (reason: unknown) => (reason as Refusal).error,
            )
            if (each === family && (needed === verb || (needed === 'options' && verb !== 'delete')))
              expect(error, `${each} ${needed}`).toBe(undefined)
            else expect(error, `${each} ${needed} with ${family}.${verb}`).toBe('platform.noPermission')
          }
        }
      }
    }
  })

  it('to update do not show the current values without the privilege to view', async () => {
    const admin = await vendor()
    const { guid } = await admin.call(templateCalls.create, templatePayload(admin.licenseId))
    const blind = await center.administrator(admin, ['smartTemplate.update'])
    expect((await refused(blind.call(templateCalls.previewUpdate, { guid, name: '乙' }))).error).toBe(
      'platform.noPermission',
    )
    const seeing = await center.administrator(admin, ['smartTemplate.update', 'smartTemplate.view'])
    expect((await seeing.call(templateCalls.previewUpdate, { guid, name: '乙' })).changes).toHaveLength(1)
  })

  it('do not pass to another administrator with an idempotency key', async () => {
    const admin = await vendor()
    const payload = pcTemplatePayload('account', admin.licenseId)
    await admin.call(pcTemplateCalls.create, payload, { idempotencyKey: 'known-to-both' })
    const other = await center.administrator(admin, ['snTemplate.create'])
    expect(
      (await refused(other.call(pcTemplateCalls.create, payload, { idempotencyKey: 'known-to-both' }))).error,
    ).toBe('idempotency.otherPayload')
  })
})

describe('while the platform service fee is unpaid', () => {
  it('saving is refused with the code that opens the payment dialog, and reading stays possible', async () => {
    const { call, licenseId, developerId } = await vendor()
    const { guid } = await call(templateCalls.create, templatePayload(licenseId))
    await center.ground.database.owner.query('update billing_terms set fee_fen = 100 where developer_id = $1', [
      developerId,
    ])
    await center.ground.database.owner.query("update developer set service_until = '2020-01-01' where id = $1", [
      developerId,
    ])
    for (const attempt of [
      () => call(templateCalls.create, templatePayload(licenseId)),
      () => call(templateCalls.update, { guid, name: '乙' }),
      () => call(templateCalls.previewUpdate, { guid }),
      () => call(templateCalls.previewRestore, { guid, version: 1 }),
      () => call(templateCalls.restore, { guid, version: 1 }),
      () => call(pcTemplateCalls.create, pcTemplatePayload('sn', licenseId)),
    ]) {
      const refusal = await refused(attempt())
      expect([refusal.error, refusal.code]).toEqual(['developer.serviceFeeUnpaid', 855_642_202])
    }
    expect((await call(templateCalls.get, { guid })).name).toBe('测试模板')
    await call(templateCalls.delete, { templateGuid: guid })
  })
})

describe('the operation log', () => {
  it('shows the changes, but never the content of a data area', async () => {
    const { call, licenseId } = await vendor()
    const { guid } = await call(
      templateCalls.create,
      templatePayload(licenseId, {
        rom: { source: 'items', items: [{ key: 'k', value: 'the-secret', isValueHidden: true }] },
      }),
    )
    await call(templateCalls.update, {
      guid,
      name: '改名',
      rom: { source: 'items', items: [{ key: 'k', value: 'the-other1', isValueHidden: true }] },
    })
    await call(templateCalls.switchModifyPrivilege, { templateGuid: guid, privilegeName: 'canModify' })
    const { rows } = await call(operationLogCalls.find, { targetKind: 'smartTemplate', targetGuid: guid })
    expect(rows.map(({ type, changes }) => [type, changes.map(({ field }) => field).toSorted()])).toMatchObject([
      [1, ['canModify']],
      [1, ['name', 'rom']],
      [0, expect.arrayContaining(['name', 'isForever', 'rom'])],
    ])
    expect(JSON.stringify(rows)).not.toMatch(/the-secret|the-other/)
  })
})
