// Section 5 for templates, rule by rule: each violation is reported for its field, and the nearest valid value passes.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { momentOf } from '../../kernel/moment.ts'
import { DAY_MS } from '../../kernel/time-spans.ts'
import { violationsOf } from '../../kernel/violations.ts'
import { fromWire } from '../../kernel/wire.ts'
import { wallTime } from '../../kernel/zone.ts'
import { LIMITS } from '../../limits.ts'
import { TIME_ZONES } from '../../regions.ts'
import {
  COUNT_OPERATIONS,
  DEDUCT_MODES,
  DONGLE_OPERATIONS,
  KEY_TYPES,
  LAN_BORROW,
  TEMPLATE_FAMILIES,
  TERM_FIELDS,
  USE_MODES,
  deductModesOf,
  pcTemplateFields,
  smartTemplateFields,
} from './template-content.ts'
import type { TemplateContent, TemplateFamily, TermField } from './template-content.ts'
import { readTemplate } from './template-reading.ts'
import type { GivenTemplate } from './template-reading.ts'
import { formsNeeded, isExpiredAt, judgeTemplate } from './template-rules.ts'
import type { TemplateFacts } from './template-rules.ts'

const [CLOUD_ONLY, SOFT_ONLY, BOTH] = [1, 2, 3]
const FACTS: TemplateFacts = {
  now: new Date('2027-06-15T12:00:00+08:00'),
  timeZone: 'Asia/Shanghai',
  isTrialDeveloper: false,
  groupUsersMax: 1_000,
  products: new Map([
    [1, { licenseForm: BOTH, modules: [1, 2, 3] }],
    [2, { licenseForm: SOFT_ONLY, modules: [] }],
    [3, { licenseForm: CLOUD_ONLY, modules: [1] }],
    [4, { licenseForm: BOTH, modules: [4] }],
  ]),
}
const SMART = { name: 'Plan', licenseId: 1 }
const SOFT = { name: 'Plan', licenseId: 1, licenseForm: 2, billingMode: 'oneTime', licBindLimit: 2, offlineDays: 7 }
const CLOUD = { name: 'Plan', licenseId: 1, licenseForm: 1, billingMode: 'year' }
const SN = { name: 'Plan', licenseId: 1, billingMode: 'oneTime' }
const GROUP = { ...SN, isForever: true, licenseKeyType: KEY_TYPES.group, concurrentType: 'machine', groupUsers: 10 }
const DONGLE = { name: 'Plan', licenseId: 1 }
const GIFT = { deductMode: DEDUCT_MODES.gift, billingMode: null }

/** The rules that a payload breaks, as `path: rule`. */
function judged(
  family: TemplateFamily,
  given: GivenTemplate,
  facts: Partial<TemplateFacts> = {},
  before?: TemplateContent,
): string[] {
  const known = { ...FACTS, ...facts }
  const { content, violations } = readTemplate(family, given, { before, timeZone: known.timeZone })
  expect(violations).toEqual([])
  return judgeTemplate(family, content, known).map(({ path, rule }) => `${path}: ${rule}`)
}
/** The parameters of the first violation. */
function paramsOf(family: TemplateFamily, given: GivenTemplate) {
  return judgeTemplate(family, readTemplate(family, given, { timeZone: FACTS.timeZone }).content, FACTS)[0]?.params
}

describe('the term', () => {
  const ENDS: GivenTemplate[] = [{ endTime: '2027-12-31' }, { licDuration: 30 }, { spanTime: 30 }]

  it('is required: permanent, an end, a duration or a span; a start alone is not enough', () => {
    for (const [family, given] of [
      ['smart', SMART],
      ['account', SOFT],
      ['account', CLOUD],
      ['sn', SN],
    ] as const) {
      expect(judged(family, given), family).toEqual(['isForever: termMissing'])
      expect(judged(family, { ...given, startTime: '2027-01-01' }), family).toEqual(['isForever: termMissing'])
      for (const end of ENDS) expect(judged(family, { ...given, ...end }), family).toEqual([])
      if (given !== CLOUD) expect(judged(family, { ...given, isForever: true }), family).toEqual([])
    }
  })

  it('of a dongle is required to add a license without a use count, but not to update one', () => {
    expect(judged('dongle', DONGLE)).toEqual(['isForever: termMissing'])
    expect(judged('dongle', { ...DONGLE, counterOp: COUNT_OPERATIONS.unlimited })).toEqual(['isForever: termMissing'])
    for (const term of [
      { isForever: true },
      { endTime: '2027-12-31' },
      { spanTime: 30 },
      { counter: 5 },
      { opType: DONGLE_OPERATIONS.update },
    ])
      expect(judged('dongle', { ...DONGLE, ...term })).toEqual([])
  })

  it('is permanent only under one-time billing', () => {
    for (const [family, given] of [
      ['account', SOFT],
      ['sn', SN],
    ] as const) {
      for (const billingMode of ['day', 'year']) {
        expect(judged(family, { ...given, billingMode, isForever: true })).toEqual(['isForever: foreverNeedsOneTime'])
        expect(judged(family, { ...given, billingMode, licDuration: 30 })).toEqual([])
      }
      expect(judged(family, { ...given, isForever: true })).toEqual([])
    }
  })

  it('of a cloud license is never permanent, and never billed one-time', () => {
    expect(judged('account', { ...CLOUD, isForever: true })).toEqual(['isForever: cloudForever'])
    expect(judged('account', { ...CLOUD, isForever: true, counter: 5 })).toEqual(['isForever: cloudForever'])
    expect(judged('account', { ...CLOUD, billingMode: 'oneTime', licDuration: 30 })).toEqual([
      'billingMode: cloudOneTime',
    ])
    for (const billingMode of ['day', 'year'])
      expect(judged('account', { ...CLOUD, billingMode, licDuration: 30 })).toEqual([])
  })

  it('of a cloud license is more than a use count', () => {
    expect(judged('account', { ...CLOUD, counter: 5 })).toEqual(['counter: countAlone'])
    expect(judged('account', { ...CLOUD, counter: 5, startTime: '2027-01-01' })).toEqual(['counter: countAlone'])
    for (const end of ENDS) expect(judged('account', { ...CLOUD, counter: 5, ...end })).toEqual([])
  })
})

describe('dates', () => {
  const dated = (startTime: string | null, endTime: string, facts: Partial<TemplateFacts> = {}) =>
    judged('smart', { ...SMART, startTime, endTime }, facts)

  it('must not start after they end', () => {
    expect(dated('2027-07-02', '2027-07-01')).toEqual(['endTime: startAfterEnd'])
    expect(dated('2027-07-01 10:00:01', '2027-07-01 10:00:00')).toEqual(['endTime: startAfterEnd'])
    expect(dated('2027-07-01 10:00:00', '2027-07-01 10:00:00')).toEqual([])
    expect(dated('2027-07-01', '2027-07-01')).toEqual([])
    expect(judged('dongle', { ...DONGLE, startTime: '2027-07-02', endTime: '2027-07-01' })).toEqual([
      'endTime: startAfterEnd',
    ])
  })

  it('must not end before yesterday, at any time of the day', () => {
    for (const now of ['2027-06-15T00:00:00+08:00', '2027-06-15T12:00:00+08:00', '2027-06-15T23:59:59.999+08:00'].map(
      (text) => new Date(text),
    )) {
      expect(dated(null, '2027-06-14 00:00:00', { now })).toEqual([])
      expect(dated(null, '2027-06-14', { now })).toEqual([])
      expect(dated(null, '2027-06-13 23:59:59', { now })).toEqual(['endTime: endTooEarly'])
    }
  })

  it("use the developer's time zone for yesterday", () => {
    const end = '2027-06-13T23:00:00Z'
    expect(dated(null, end, { timeZone: 'Asia/Shanghai' })).toEqual([])
    expect(dated(null, end, { timeZone: 'Etc/UTC' })).toEqual(['endTime: endTooEarly'])
  })

  it('in the past may stay in an unrelated edit, but cannot change to another past end', () => {
    const before = readTemplate('smart', { ...SMART, endTime: '2027-01-31' }, { timeZone: FACTS.timeZone }).content
    const facts = { endBefore: before.endTime }
    expect(judged('smart', { name: 'Other' }, facts, before)).toEqual([])
    expect(judged('smart', { endTime: '2027-01-31' }, facts, before)).toEqual([])
    expect(judged('smart', { endTime: '2027-02-01' }, facts, before)).toEqual(['endTime: endTooEarly'])
    expect(judged('smart', { endTime: '2027-06-14' }, facts, before)).toEqual([])
    expect(judged('smart', { startTime: '2027-02-01' }, facts, before)).toEqual(['endTime: startAfterEnd'])
    expect(judged('smart', { name: 'Other' }, { endBefore: null }, before)).toEqual(['endTime: endTooEarly'])
  })

  it('are refused by exactly these two rules, in every zone', () => {
    const seconds = (days: number) => fc.integer({ min: -days * 86_400, max: days * 86_400 })
    const now = fc.date({ min: new Date('2026-01-01'), max: new Date('2104-01-01'), noInvalidDate: true })
    const iso = (ms: number) => new Date(Math.floor(ms / 1_000) * 1_000).toISOString()
    fc.assert(
      fc.property(
        now,
        seconds(3),
        fc.option(seconds(2)),
        fc.constantFrom(...TIME_ZONES.map(({ zone }) => zone)),
        fc.boolean(),
        (today, toEnd, toStart, timeZone, isUnchanged) => {
          const endTime = iso(today.getTime() + toEnd * 1_000)
          const startTime = toStart === null ? null : iso(Date.parse(endTime) + toStart * 1_000)
          const yesterday = new Date(Date.parse(wallTime(today, timeZone).slice(0, 10)) - DAY_MS)
            .toISOString()
            .slice(0, 10)
          const isPast = Date.parse(endTime) < momentOf(yesterday, 'start', timeZone).getTime()
          const expected =
            (toStart ?? 0) > 0 ? ['endTime: startAfterEnd'] : isPast && !isUnchanged ? ['endTime: endTooEarly'] : []
          expect(dated(startTime, endTime, { now: today, timeZone, endBefore: isUnchanged ? endTime : null })).toEqual(
            expected,
          )
        },
      ),
      { numRuns: 1_000 },
    )
  })
})

describe('a gift', () => {
  const { giftDays, freeDevices } = LIMITS.billing
  const gift = (given: GivenTemplate, facts: Partial<TemplateFacts> = {}) =>
    judged('smart', { ...SMART, ...GIFT, ...given }, facts)

  it('lasts at most 90 days, as a duration or as a span', () => {
    expect(giftDays).toBe(90)
    expect(gift({ licDuration: 90, spanTime: 90 })).toEqual([])
    expect(gift({ licDuration: 91 })).toEqual(['licDuration: giftTooLong'])
    expect(gift({ spanTime: 91 })).toEqual(['spanTime: giftTooLong'])
    expect(judged('smart', { ...SMART, licDuration: 91, spanTime: 91 })).toEqual([])
    expect(paramsOf('smart', { ...SMART, ...GIFT, spanTime: 91 })).toEqual({ max: 90 })
  })

  it('lasts at most 90 days from its start, or from now without a start, to its end', () => {
    expect(gift({ startTime: '2027-07-01 00:00:00', endTime: '2027-09-29 00:00:00' })).toEqual([])
    expect(gift({ startTime: '2027-07-01 00:00:00', endTime: '2027-09-29 00:00:01' })).toEqual(['endTime: giftTooLong'])
    expect(gift({ endTime: '2027-09-13 12:00:00' })).toEqual([])
    expect(gift({ endTime: '2027-09-13 12:00:01' })).toEqual(['endTime: giftTooLong'])
    expect(judged('smart', { ...SMART, startTime: '2027-07-01', endTime: '2037-07-01' })).toEqual([])
  })

  it('of 90 calendar days is allowed and of 91 is refused, in every zone and across clock changes', () => {
    const zones = fc.constantFrom(...TIME_ZONES.map(({ zone }) => zone))
    const date = (day: number) => new Date(Date.parse('2027-06-15') + day * DAY_MS).toISOString().slice(0, 10)
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2_000 }),
        fc.integer({ min: 1, max: 180 }),
        zones,
        (first, days, timeZone) => {
          expect(gift({ startTime: date(first), endTime: date(first + days - 1) }, { timeZone })).toEqual(
            days > giftDays ? ['endTime: giftTooLong'] : [],
          )
        },
      ),
      {
        numRuns: 500,
        examples: [
          [0, 90, 'America/New_York'],
          [100, 90, 'America/New_York'],
          [100, 91, 'America/New_York'],
          [260, 90, 'America/New_York'],
          [260, 91, 'America/New_York'],
        ],
      },
    )
  })

  it('is never permanent', () => {
    for (const [family, given] of [
      ['smart', SMART],
      ['account', SOFT],
      ['sn', SN],
    ] as const)
      expect(judged(family, { ...given, ...GIFT, isForever: true }), family).toEqual(['isForever: giftForever'])
  })

  it('allows at most 5 devices', () => {
    expect(freeDevices).toBe(5)
    expect(gift({ licDuration: 9, machineNum: 5 })).toEqual([])
    expect(gift({ licDuration: 9, machineNum: 6 })).toEqual(['machineNum: giftDevices'])
    expect(judged('account', { ...SOFT, ...GIFT, licDuration: 9, licBindLimit: 5 })).toEqual([])
    expect(judged('account', { ...SOFT, ...GIFT, licDuration: 9, licBindLimit: 6 })).toEqual([
      'licBindLimit: giftDevices',
    ])
    expect(judged('account', { ...SOFT, licDuration: 9, licBindLimit: 6 })).toEqual([])
  })
})

describe('device limits', () => {
  it('allow no fewer devices in total than at once', () => {
    const soft = { ...SOFT, isForever: true, licBindLimit: 4 }
    expect(judged('account', { ...soft, licBindMaxLimit: 3 })).toEqual(['licBindMaxLimit: belowConcurrent'])
    expect(judged('account', { ...soft, licBindMaxLimit: 4 })).toEqual([])
    expect(judged('account', soft)).toEqual([])
    const many = { ...SN, isForever: true, machineNum: 4 }
    expect(judged('sn', { ...many, licBindMaxLimit: 3 })).toEqual(['licBindMaxLimit: belowConcurrent'])
    expect(judged('sn', { ...many, licBindMaxLimit: 4 })).toEqual([])
    expect(paramsOf('sn', { ...many, licBindMaxLimit: 3 })).toEqual({ min: 4 })
  })

  it('allow one device if the code is for one device', () => {
    for (const [family, given] of [
      ['smart', SMART],
      ['sn', SN],
    ] as const) {
      expect(judged(family, { ...given, isForever: true, useMode: USE_MODES.oneMachine, machineNum: 2 })).toEqual([
        'machineNum: oneMachine',
      ])
      expect(judged(family, { ...given, isForever: true, useMode: USE_MODES.oneMachine, machineNum: 1 })).toEqual([])
      expect(judged(family, { ...given, isForever: true, useMode: USE_MODES.manyMachines, machineNum: 2 })).toEqual([])
    }
  })
})

describe('seats', () => {
  it('of a group are limited by the highest price tier', () => {
    expect(judged('sn', { ...GROUP, groupUsers: 1_000 })).toEqual([])
    expect(judged('sn', { ...GROUP, groupUsers: 1_001 })).toEqual(['groupUsers: tooBig'])
    expect(paramsOf('sn', { ...GROUP, groupUsers: 1_001 })).toEqual({ max: 1_000 })
  })

  it('for lending are limited by the total', () => {
    const lending = { lending: true, lendingDays: 9 }
    expect(judged('sn', { ...GROUP, ...lending, lendingSeats: 10 })).toEqual([])
    expect(judged('sn', { ...GROUP, ...lending, lendingSeats: 11 })).toEqual(['lendingSeats: tooBig'])
    expect(judged('sn', { ...SN, isForever: true, machineNum: 3, ...lending, lendingSeats: 3 })).toEqual([])
    expect(judged('sn', { ...SN, isForever: true, machineNum: 3, ...lending, lendingSeats: 4 })).toEqual([
      'lendingSeats: tooBig',
    ])
  })
})

describe('PPM', () => {
  it('is the deduct mode of PPM codes, and of no other code or account', () => {
    const code = { ...SN, licDuration: 30 }
    expect(judged('sn', { ...code, billingMode: null, licenseKeyType: KEY_TYPES.ppm })).toEqual([])
    expect(judged('sn', { ...code, licenseKeyType: KEY_TYPES.ppm, deductMode: DEDUCT_MODES.balance })).toEqual([
      'deductMode: ppmDeduct',
    ])
    expect(judged('sn', { ...code, billingMode: null, deductMode: DEDUCT_MODES.ppm })).toEqual([
      'deductMode: ppmDeduct',
    ])
    expect(judged('sn', code)).toEqual([])
    expect(judged('account', { ...SOFT, billingMode: null, deductMode: DEDUCT_MODES.ppm, licDuration: 30 })).toEqual([
      'deductMode: ppmDeduct',
    ])
    expect(
      judged('account', {
        ...SOFT,
        billingMode: null,
        deductMode: DEDUCT_MODES.package,
        packageName: 'Ten',
        licDuration: 30,
      }),
    ).toEqual([])
    expect(judged('smart', { ...SMART, deductMode: DEDUCT_MODES.ppm, licDuration: 30 })).toEqual([])
  })

  it('and the other deduct modes are offered exactly to the families that can use them', () => {
    const bases: Partial<Record<TemplateFamily, GivenTemplate>> = { smart: SMART, account: SOFT, sn: SN }
    for (const [family, base] of Object.entries(bases) as [TemplateFamily, GivenTemplate][]) {
      // keys of `bases`
      const keyTypes = family === 'sn' ? Object.values(KEY_TYPES) : [undefined]
      const isPaid = (deductMode: number) =>
        keyTypes.some(
          (licenseKeyType) =>
            !judgeTemplate(
              family,
              readTemplate(family, { ...base, licenseKeyType, deductMode }, FACTS).content,
              FACTS,
            ).some(({ path }) => path === 'deductMode'),
        )
      expect(deductModesOf(family), family).toEqual(
        Object.entries(DEDUCT_MODES)
          .filter(([, value]) => isPaid(value))
          .map(([name]) => name),
      )
    }
    expect(deductModesOf('dongle')).toEqual([])
  })
})

describe('a dongle package', () => {
  const OPERATED = [
    ['endTimeOp', { endTimeDays: 3 }, 'endTimeOp: needsUpdate'],
    ['spanTimeOp', { spanTime: 3 }, 'spanTimeOp: needsUpdate'],
    ['counterOp', { counter: 3 }, 'counterOp: needsUpdate'],
  ] as const
  it('increases or decreases values only in an update', () => {
    for (const [path, value, violation] of OPERATED) {
      for (const operation of [COUNT_OPERATIONS.append, COUNT_OPERATIONS.decrease]) {
        expect(judged('dongle', { ...DONGLE, [path]: operation, ...value })).toEqual([violation])
        expect(judged('dongle', { ...DONGLE, opType: DONGLE_OPERATIONS.update, [path]: operation, ...value })).toEqual(
          [],
        )
      }
    }
    expect(
      judged('dongle', { ...DONGLE, endTimeOp: 1, endTime: '2027-12-31', spanTimeOp: 4, counterOp: 1, counter: 3 }),
    ).toEqual([])
  })
})

describe('products', () => {
  const code = { ...SN, licDuration: 30 }

  it('must exist', () => {
    for (const [family, given] of [
      ['smart', SMART],
      ['account', SOFT],
      ['sn', SN],
      ['dongle', DONGLE],
    ] as const)
      expect(judged(family, { ...given, isForever: true, licenseId: 9 }), family).toEqual([
        'licenseId: productNotFound',
      ])
    expect(judged('sn', { ...code, otherProducts: [{ licenseId: 4 }, { licenseId: 9 }] })).toEqual([
      'otherProducts.1.licenseId: productNotFound',
    ])
  })

  it('of one code must differ', () => {
    expect(judged('sn', { ...code, otherProducts: [{ licenseId: 2 }, { licenseId: 4 }] })).toEqual([])
    expect(judged('sn', { ...code, otherProducts: [{ licenseId: 2 }, { licenseId: 1 }] })).toEqual([
      'otherProducts.1.licenseId: duplicateProduct',
    ])
    expect(judged('sn', { ...code, otherProducts: [{ licenseId: 2 }, { licenseId: 4 }, { licenseId: 2 }] })).toEqual([
      'otherProducts.2.licenseId: duplicateProduct',
    ])
  })

  it('of a code must have the soft form; smart licenses and dongles accept any form', () => {
    expect(judged('sn', { ...code, licenseId: 3 })).toEqual(['licenseId: productNotSoft'])
    expect(judged('sn', { ...code, licenseId: 2, otherProducts: [{ licenseId: 3 }] })).toEqual([
      'otherProducts.0.licenseId: productNotSoft',
    ])
    expect(judged('smart', { ...SMART, licenseId: 3, isForever: true })).toEqual([])
    expect(judged('dongle', { ...DONGLE, licenseId: 3, isForever: true })).toEqual([])
    expect(TEMPLATE_FAMILIES.map((family) => formsNeeded(family, null))).toEqual([BOTH, BOTH, SOFT_ONLY, BOTH])
    expect([1, 2].map((form) => formsNeeded('account', form))).toEqual([CLOUD_ONLY, SOFT_ONLY])
  })

  it('of a license for an account must offer its form', () => {
    expect(judged('account', { ...SOFT, licenseId: 3, licDuration: 30 })).toEqual(['licenseForm: formNotOffered'])
    expect(judged('account', { ...CLOUD, licenseId: 2, licDuration: 30 })).toEqual(['licenseForm: formNotOffered'])
    expect(judged('account', { ...SOFT, licenseId: 2, licDuration: 30 })).toEqual([])
    expect(judged('account', { ...CLOUD, licenseId: 3, licDuration: 30 })).toEqual([])
  })

  it('cannot be soft for trial developers', () => {
    const trial = { isTrialDeveloper: true }
    expect(judged('account', { ...SOFT, licDuration: 30 }, trial)).toEqual(['licenseForm: softNeedsFormal'])
    expect(judged('account', { ...CLOUD, licDuration: 30 }, trial)).toEqual([])
    expect(judged('account', { ...SOFT, licDuration: 30 })).toEqual([])
  })

  it('must define every granted module', () => {
    const modules = (...ids: number[]) => ids.map((moduleId) => ({ moduleId, checked: true }))
    expect(judged('smart', { ...SMART, isForever: true, modules: modules(1, 2, 3) })).toEqual([])
    expect(judged('smart', { ...SMART, isForever: true, modules: modules(3, 4, 64) })).toEqual([
      'modules: moduleNotDefined',
    ])
    expect(paramsOf('smart', { ...SMART, isForever: true, modules: modules(64, 3, 4) })).toEqual({ modules: '4, 64' })
    expect(judged('smart', { ...SMART, isForever: true, modules: [{ moduleId: 4, checked: false }] })).toEqual([])
    expect(judged('sn', { ...code, otherProducts: [{ licenseId: 4, modules: modules(4) }] })).toEqual([])
    expect(judged('sn', { ...code, otherProducts: [{ licenseId: 4, modules: modules(1) }] })).toEqual([
      'otherProducts.0.modules: moduleNotDefined',
    ])
  })
})

it('a field that breaks several rules reports the first', () => {
  const { content } = readTemplate(
    'smart',
    { ...SMART, ...GIFT, startTime: '2026-12-31', endTime: '2026-01-01', useMode: USE_MODES.oneMachine, machineNum: 9 },
    { timeZone: FACTS.timeZone },
  )
  expect(judgeTemplate('smart', content, FACTS).map(({ path, rule }) => `${path}: ${rule}`)).toEqual([
    'endTime: startAfterEnd',
    'machineNum: giftDevices',
  ])
})

it('a template expires at its fixed end, and never without one', () => {
  const end = '2027-06-15T04:00:00.000Z'
  expect(isExpiredAt(end, new Date(end))).toBe(true)
  expect(isExpiredAt(new Date(end), new Date('2027-06-15T03:59:59.999Z'))).toBe(false)
  expect(isExpiredAt(null, new Date(end))).toBe(false)
})

describe('the bounds of the fields', () => {
  /** The rules that a form value breaks. */
  function broken(schema: z.core.$ZodType, value: unknown): string[] {
    const spelled = fromWire(schema, value)
    const { error } = z.safeDecode(schema, spelled)
    return error ? violationsOf(error, spelled).map(({ path, rule }) => (path === '' ? rule : `${path}: ${rule}`)) : []
  }
  const limits = LIMITS.template

  it('are those of sections 5 and 9', () => {
    expect(limits).toMatchObject({
      durationDays: 18_250,
      useCount: 4_294_967_295,
      offlineDaysMin: 1,
      offlineDaysMax: 180,
      concurrent: 65_535,
      simultaneousMachines: 65_535,
      cumulativeMachines: 2_147_483_647,
      machines: 65_535,
      forcedAuthenticationDays: 180,
      exchangeFileDays: 90,
      products: 10,
      groupUsers: 65_535,
    })
    expect(LIMITS.date).toEqual({
      earliest: '1970-01-01',
      latest: '2105-12-31',
      startTime: '00:00:00',
      endTime: '23:59:59',
    })
  })

  const BOUNDED: [TermField, min: number, max: number][] = [
    ['endTimeDays', 1, limits.durationDays],
    ['licDuration', 1, limits.durationDays],
    ['spanTime', 1, limits.durationDays],
    ['counter', 1, limits.useCount],
    ['machineNum', 1, limits.machines],
    ['licBindLimit', 1, limits.simultaneousMachines],
    ['licBindMaxLimit', 1, limits.cumulativeMachines],
    ['offlineDays', limits.offlineDaysMin, limits.offlineDaysMax],
    ['forceAuthDays', 1, limits.forcedAuthenticationDays],
    ['c2dDays', 1, limits.exchangeFileDays],
    ['d2cDays', 1, limits.exchangeFileDays],
    ['concurrentNum', 1, limits.concurrent],
    ['groupUsers', 1, limits.groupUsers],
    ['lanBorrow', LAN_BORROW.closed, limits.lanBorrowDays],
    ['lendingDays', 1, limits.lendingDays],
    ['lendingSeats', 1, limits.machines],
  ]
  it.each(BOUNDED)('%s is a whole number from %i to %i', (name, min, max) => {
    const { schema } = TERM_FIELDS[name]
    for (const value of [min, max, String(max)]) expect(broken(schema, value), String(value)).toEqual([])
    expect(broken(schema, min - 1)).toEqual(['tooSmall'])
    expect(broken(schema, max + 1)).toEqual(['tooBig'])
    for (const value of [1.5, '1.5', '01', '1e1', 'one', true])
      expect(broken(schema, value), String(value)).toEqual(['notInteger'])
  })

  const CHOICES: [TermField, accepted: (number | string)[], refused: (number | string)[]][] = [
    ['licenseForm', [1, 2], [0, 3, 4]],
    ['licenseKeyType', [1, 2, 3], [0, 4]],
    ['opType', [0, 1], [-1, 2]],
    ['deductMode', [1, 2, 3, 4], [0, 5]],
    ['licStartTimeType', [0, 1, 2], [-1, 3]],
    ['startTimeOp', [0, 1, 4], [-1, 2, 3, 5]],
    ['endTimeOp', [0, 1, 2, 3, 4], [-1, 5]],
    ['spanTimeOp', [0, 1, 2, 3, 4], [-1, 5]],
    ['counterOp', [0, 1, 2, 3, 4], [-1, 5]],
    ['concurrentNumOp', [0, 1, 2, 3, 4], [-1, 5]],
    ['useMode', [1, 2], [0, 3]],
    ['billingMode', ['day', 'year', 'oneTime'], ['month', 'Day']],
    ['concurrentType', ['process', 'win_user_session', 'machine'], ['user']],
  ]
  it.each(CHOICES)('%s is one of %j and none of %j', (name, accepted, refused) => {
    const { schema } = TERM_FIELDS[name]
    for (const value of accepted) expect(broken(schema, value), String(value)).toEqual([])
    for (const value of refused) expect(broken(schema, value), String(value)).toHaveLength(1)
  })

  const SWITCHES: TermField[] = ['forceWrite', 'isForever', 'offlineBind', 'kickOut', 'codePassword', 'lending']
  it.each(SWITCHES)('%s is on or off', (name) => {
    for (const value of [true, false, 'true', '0']) expect(broken(TERM_FIELDS[name].schema, value)).toEqual([])
    expect(broken(TERM_FIELDS[name].schema, 'maybe')).toEqual(['wrongType'])
  })

  it.each(['startTime', 'endTime'] as const)('%s is a moment from 1970-01-01 to before 2106-01-01', (name) => {
    const { schema } = TERM_FIELDS[name]
    for (const text of [
      '1970-01-01',
      '1970-01-01 00:00:00',
      '2105-12-31',
      '2105-12-31 23:59:59',
      '2027-01-31T10:00:00Z',
    ])
      expect(broken(schema, text), text).toEqual([])
    for (const text of ['1969-12-31', '1969-12-31 23:59:59', '2106-01-01', '2106-01-01 00:00', '9999-12-31'])
      expect(broken(schema, text), text).toEqual(['timeOutOfRange'])
    for (const text of ['2027-02-30', 'tomorrow', '2027-1-1', '1969-02-30'])
      expect(broken(schema, text), text).toEqual(['badFormat'])
  })

  it('a package name has 64 characters at most', () => {
    expect(broken(TERM_FIELDS.packageName.schema, 'x'.repeat(64))).toEqual([])
    expect(broken(TERM_FIELDS.packageName.schema, 'x'.repeat(65))).toEqual(['tooLong'])
  })

  it('cover every field', () => {
    expect(
      [
        ...BOUNDED.map(([name]) => name),
        ...CHOICES.map(([name]) => name),
        ...SWITCHES,
        'startTime',
        'endTime',
        'packageName',
      ].toSorted(),
    ).toEqual(Object.keys(TERM_FIELDS).toSorted())
  })

  it('require a name without special characters and a product, and allow 10 products and 64 modules', () => {
    for (const fields of [smartTemplateFields, pcTemplateFields]) {
      const payload = z.object(fields)
      expect(broken(payload, {})).toEqual(['name: required', 'licenseId: required'])
      expect(broken(payload, { name: '😀', licenseId: 0 })).toEqual(['name: required', 'licenseId: tooSmall'])
      expect(broken(payload, { name: 'x'.repeat(64), licenseId: 4_294_967_295 })).toEqual([])
      expect(broken(payload, { name: 'x'.repeat(65), licenseId: 4_294_967_296 })).toEqual([
        'name: tooLong',
        'licenseId: tooBig',
      ])
      expect(broken(payload, { name: 'a/b', licenseId: 1 })).toEqual(['name: specialCharacters'])
      expect(
        broken(payload, {
          name: 'a',
          licenseId: 1,
          licenseVersion: 0,
          modules: [{ moduleId: 1 }, { moduleId: 64, checked: false }],
        }),
      ).toEqual([])
      expect(
        broken(payload, { name: 'a', licenseId: 1, licenseVersion: -1, modules: [{ moduleId: 0 }, { moduleId: 65 }] }),
      ).toEqual(['licenseVersion: tooSmall', 'modules.0.moduleId: tooSmall', 'modules.1.moduleId: tooBig'])
      expect(
        broken(payload, { name: 'a', licenseId: 1, modules: Array.from({ length: 65 }, () => ({ moduleId: 1 })) }),
      ).toEqual(['modules: tooMany'])
    }
    const others = (count: number) =>
      broken(z.object(pcTemplateFields), {
        name: 'a',
        licenseId: 1,
        otherProducts: Array.from({ length: count }, (_none, index) => ({ licenseId: index + 2 })),
      })
    expect(others(9)).toEqual([])
    expect(others(10)).toEqual(['otherProducts: tooMany'])
  })
})
