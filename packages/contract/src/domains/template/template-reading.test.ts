// The effect of a payload on a template: which fields stay, follow, disappear or are refused. Property tests generate
// arbitrary payloads from the same table, so that all conditions of all families occur.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { violationsOf } from '../../kernel/violations.ts'
import { fromWire } from '../../kernel/wire.ts'
import { LIMITS } from '../../limits.ts'
import {
  BILLING_MODES,
  CONCURRENT_TYPES,
  COUNT_OPERATIONS,
  DEDUCT_MODES,
  DONGLE_OPERATIONS,
  KEY_TYPES,
  LAN_BORROW,
  START_TIME_TYPES,
  TEMPLATE_FAMILIES,
  TERM_FIELDS,
  TERM_FIELD_NAMES,
  USE_MODES,
  isTermNeeded,
  isTermShown,
  pcTemplateFields,
  smartTemplateFields,
  termFieldsOf,
} from './template-content.ts'
import type { TemplateContent, TemplateFamily, TermField } from './template-content.ts'
import { readTemplate } from './template-reading.ts'
import type { GivenTemplate } from './template-reading.ts'

const ZONE = 'Asia/Shanghai'
const [START, END] = ['2027-01-01T00:00:00.000Z', '2027-12-31T15:59:59.000Z']
const { set, append, decrease, unlimited, none } = COUNT_OPERATIONS

/** A minimal template of each family. */
const LEAST = {
  smart: { name: 'Plan', licenseId: 1, endTime: END },
  account: {
    name: 'Plan',
    licenseId: 1,
    licenseForm: 2,
    billingMode: 'year',
    endTime: END,
    licBindLimit: 2,
    offlineDays: 7,
  },
  sn: { name: 'Plan', licenseId: 1, billingMode: 'year', endTime: END },
  dongle: { name: 'Plan', licenseId: 1, endTime: END },
} as const satisfies Record<TemplateFamily, GivenTemplate>
const CLOUD = { ...LEAST.account, licenseForm: 1, licBindLimit: null, offlineDays: null }
const GROUP = { ...LEAST.sn, licenseKeyType: KEY_TYPES.group, concurrentType: 'machine', groupUsers: 10 }

const read = (family: TemplateFamily, given: GivenTemplate, before?: TemplateContent, timeZone = ZONE) => {
  const { content, violations } = readTemplate(family, given, { before, timeZone })
  return { content, broken: violations.map(({ path, rule }) => `${path}: ${rule}`) }
}
/** The content, which must have no violations. */
function made(family: TemplateFamily, given: GivenTemplate = {}, before?: TemplateContent): TemplateContent {
  const { content, broken } = read(family, before ? given : { ...LEAST[family], ...given }, before)
  expect(broken).toEqual([])
  return content
}
const brokenBy = (family: TemplateFamily, given: GivenTemplate, before?: TemplateContent) =>
  read(family, before ? given : { ...LEAST[family], ...given }, before).broken

describe('a new template', () => {
  it('for smart licenses has a term, is paid from the balance and allows one device', () => {
    expect(made('smart')).toMatchObject({
      name: 'Plan',
      licenseId: 1,
      isForever: false,
      licStartTimeType: START_TIME_TYPES.specific,
      endTime: END,
      deductMode: DEDUCT_MODES.balance,
      useMode: USE_MODES.oneMachine,
      machineNum: 1,
      billingMode: null,
      modules: [],
      otherProducts: [],
      rom: null,
      licenseVersion: null,
    })
  })

  it('for accounts has no offline binding, no kick-out and only the fields of its form', () => {
    expect(made('account')).toMatchObject({
      licenseForm: 2,
      offlineBind: false,
      kickOut: null,
      counter: null,
      deductMode: DEDUCT_MODES.balance,
      billingMode: 'year',
    })
    expect(made('account', CLOUD)).toMatchObject({
      licenseForm: 1,
      offlineBind: null,
      kickOut: false,
      offlineDays: null,
      licBindLimit: null,
    })
  })

  it('for license codes is standalone, without a password and without lending', () => {
    expect(made('sn')).toMatchObject({
      licenseKeyType: KEY_TYPES.standalone,
      codePassword: false,
      lending: null,
      offlineBind: false,
      useMode: USE_MODES.oneMachine,
      machineNum: 1,
      lanBorrow: null,
    })
    expect(made('sn', GROUP)).toMatchObject({
      useMode: null,
      machineNum: null,
      lanBorrow: LAN_BORROW.closed,
      lending: false,
    })
  })

  it('for dongles adds without force, and sets the given values', () => {
    expect(made('dongle', { spanTime: 3, counter: 4 })).toMatchObject({
      opType: DONGLE_OPERATIONS.add,
      forceWrite: false,
      startTimeOp: none,
      endTimeOp: set,
      spanTimeOp: set,
      counterOp: set,
      deductMode: null,
      licStartTimeType: null,
      concurrentType: null,
    })
    expect(made('dongle', { startTime: START, endTime: null })).toMatchObject({
      startTimeOp: set,
      endTimeOp: none,
      spanTimeOp: none,
      counterOp: none,
    })
  })

  it('derives its start time type from the given times', () => {
    const type = (given: GivenTemplate) =>
      read('smart', { name: 'Plan', licenseId: 1, ...given }).content.licStartTimeType
    expect(type({ startTime: START })).toBe(START_TIME_TYPES.specific)
    expect(type({ endTime: END })).toBe(START_TIME_TYPES.specific)
    expect(type({ licDuration: 30 })).toBe(START_TIME_TYPES.release)
    expect(type({ spanTime: 30 })).toBe(START_TIME_TYPES.unlimited)
    expect(type({ isForever: true })).toBe(START_TIME_TYPES.unlimited)
    expect(type({ isForever: true, startTime: START })).toBe(START_TIME_TYPES.specific)
  })

  it('that is a gift allows 5 devices by default', () => {
    const gift = { ...LEAST.account, deductMode: DEDUCT_MODES.gift, billingMode: null }
    expect(made('account', { ...gift, licBindLimit: null })).toMatchObject({ licBindLimit: LIMITS.billing.freeDevices })
    expect(made('account', { ...gift, licBindLimit: 3 })).toMatchObject({ licBindLimit: 3 })
  })

  it.each([
    ['account', 'licenseForm'],
    ['account', 'billingMode'],
    ['account', 'licBindLimit'],
    ['account', 'offlineDays'],
    ['sn', 'billingMode'],
  ] as const)('of kind %s requires %s', (family, name) => {
    // Without a license form, the fields of a form do not apply.
    const given = name === 'licenseForm' ? { licBindLimit: null, offlineDays: null } : {}
    expect(brokenBy(family, { ...given, [name]: null })).toEqual([`${name}: required`])
  })

  it('requires the fields that its choices depend on', () => {
    expect(brokenBy('smart', { deductMode: DEDUCT_MODES.package })).toEqual(['packageName: required'])
    expect(brokenBy('smart', { useMode: USE_MODES.manyMachines })).toEqual(['machineNum: required'])
    expect(brokenBy('smart', { licStartTimeType: START_TIME_TYPES.specific, endTime: null })).toEqual([
      'endTime: required',
    ])
    expect(brokenBy('smart', { licStartTimeType: START_TIME_TYPES.release, endTime: null })).toEqual([
      'licDuration: required',
    ])
    expect(brokenBy('sn', { ...GROUP, concurrentType: null, groupUsers: null })).toEqual([
      'concurrentType: required',
      'groupUsers: required',
    ])
    expect(brokenBy('sn', { ...GROUP, lending: true })).toEqual(['lendingDays: required', 'lendingSeats: required'])
    expect(
      brokenBy('dongle', { startTimeOp: set, endTime: null, endTimeOp: set, spanTimeOp: decrease, counterOp: append }),
    ).toEqual(['startTime: required', 'endTime: required', 'spanTime: required', 'counter: required'])
    expect(brokenBy('dongle', { endTime: null, endTimeOp: append })).toEqual(['endTimeDays: required'])
    expect(brokenBy('dongle', { concurrentType: 'process' })).toEqual(['concurrentNum: required'])
  })

  it('with a start requires no fixed end', () => {
    expect(brokenBy('smart', { startTime: START, endTime: null, spanTime: 30 })).toEqual([])
  })
})

describe('times', () => {
  it("are read in the developer's time zone, and a day spans its first to its last second", () => {
    const times = (given: GivenTemplate, zone: string) => {
      const { startTime, endTime } = read('smart', { ...LEAST.smart, ...given }, undefined, zone).content
      return [startTime, endTime]
    }
    expect(times({ startTime: '2027-01-01', endTime: '2027-01-31' }, ZONE)).toEqual([
      '2026-12-31T16:00:00.000Z',
      '2027-01-31T15:59:59.000Z',
    ])
    expect(times({ startTime: '2027-01-01 08:00', endTime: '2027-01-31T08:00:00Z' }, 'America/New_York')).toEqual([
      '2027-01-01T13:00:00.000Z',
      '2027-01-31T08:00:00.000Z',
    ])
  })

  it('are from 1970-01-01 to 2105-12-31 in the zone, and an answered time can be saved again', () => {
    for (const zone of [ZONE, 'America/New_York', 'Etc/UTC', 'Pacific/Auckland', 'Pacific/Pago_Pago']) {
      const { content, broken } = read(
        'smart',
        { ...LEAST.smart, startTime: LIMITS.date.earliest, endTime: LIMITS.date.latest },
        undefined,
        zone,
      )
      expect(broken, zone).toEqual([])
      const again = decode('smart', { startTime: content.startTime, endTime: content.endTime })
      expect(read('smart', again, content, zone), zone).toEqual({ content, broken: [] })
      const second = (text: string | null, by: number) => new Date(Date.parse(text ?? '') + by * 1_000).toISOString()
      expect(
        read('smart', { startTime: second(content.startTime, -1), endTime: second(content.endTime, 1) }, content, zone)
          .broken,
        zone,
      ).toEqual(['startTime: timeOutOfRange', 'endTime: timeOutOfRange'])
    }
  })
})

describe('an update', () => {
  it('with an empty payload changes nothing', () => {
    for (const family of TEMPLATE_FAMILIES)
      expect(read(family, {}, made(family))).toEqual({ content: made(family), broken: [] })
  })

  it('changes only the given name or product fields', () => {
    const before = made('sn', {
      licenseVersion: 3,
      modules: [{ moduleId: 2, checked: true }],
      rom: { source: 'text', text: 'a' },
    })
    expect(made('sn', { name: 'Other' }, before)).toEqual({ ...before, name: 'Other' })
    expect(made('sn', { licenseVersion: 0 }, before)).toEqual({ ...before, licenseVersion: 0 })
    expect(made('sn', { raw: { source: 'text', text: 'b' } }, before)).toEqual({
      ...before,
      raw: { source: 'text', text: 'b' },
    })
  })

  it('clears fields that are null', () => {
    const before = made('sn', {
      licenseVersion: 3,
      modules: [{ moduleId: 2, checked: true }],
      rom: { source: 'text', text: 'a' },
      forceAuthDays: 30,
      spanTime: 9,
      codePassword: true,
    })
    expect(
      made('sn', { licenseVersion: null, modules: null, rom: null, forceAuthDays: null, spanTime: null }, before),
    ).toEqual({ ...before, licenseVersion: null, modules: [], rom: null, forceAuthDays: null, spanTime: null })
    expect(made('sn', { codePassword: null }, before)).toEqual({ ...before, codePassword: false })
  })

  it('that gives a permanent template an end sets a specific time', () => {
    const before = made('smart', { isForever: true, endTime: null })
    expect(made('smart', { isForever: false, endTime: END }, before)).toEqual({
      ...before,
      isForever: false,
      endTime: END,
      licStartTimeType: START_TIME_TYPES.specific,
    })
    expect(brokenBy('smart', { endTime: END }, before)).toEqual(['endTime: notApplicable'])
  })

  it('that makes a template permanent removes its end and spans and keeps its start', () => {
    const before = made('smart', { startTime: START, spanTime: 9 })
    expect(made('smart', { isForever: true }, before)).toEqual({
      ...before,
      isForever: true,
      endTime: null,
      spanTime: null,
    })
    expect(made('smart', { isForever: true }, made('smart'))).toEqual({
      ...made('smart'),
      isForever: true,
      endTime: null,
      licStartTimeType: START_TIME_TYPES.unlimited,
    })
    const released = made('smart', { endTime: null, licDuration: 30 })
    expect(made('smart', { isForever: true }, released)).toEqual({
      ...released,
      isForever: true,
      licDuration: null,
      licStartTimeType: START_TIME_TYPES.unlimited,
    })
  })

  it('switches between a fixed end and a duration', () => {
    const fixed = made('smart')
    const released = made('smart', { endTime: null, licDuration: 30 }, fixed)
    expect(released).toEqual({ ...fixed, endTime: null, licDuration: 30, licStartTimeType: START_TIME_TYPES.release })
    expect(made('smart', { endTime: END }, released)).toEqual(fixed)
    expect(made('smart', { licStartTimeType: START_TIME_TYPES.release, licDuration: 30 }, fixed)).toEqual(released)
  })

  it('to a PPM code pays per device, and back pays from the balance; other key types keep the deduct mode', () => {
    const before = made('sn')
    const ppm = made('sn', { licenseKeyType: KEY_TYPES.ppm }, before)
    expect(ppm).toEqual({ ...before, licenseKeyType: KEY_TYPES.ppm, deductMode: DEDUCT_MODES.ppm, billingMode: null })
    expect(made('sn', { licenseKeyType: KEY_TYPES.standalone, billingMode: 'year' }, ppm)).toEqual(before)
    const packaged = made('sn', { deductMode: DEDUCT_MODES.package, packageName: 'Hundred', billingMode: null })
    const { licenseKeyType, concurrentType, groupUsers } = GROUP
    expect(made('sn', { licenseKeyType, concurrentType, groupUsers }, packaged)).toMatchObject({
      deductMode: DEDUCT_MODES.package,
      packageName: 'Hundred',
    })
  })

  it('of the use mode or the device count adjusts the other', () => {
    const one = made('smart')
    const many = made('smart', { machineNum: 4 }, one)
    expect(many).toEqual({ ...one, machineNum: 4, useMode: USE_MODES.manyMachines })
    expect(made('smart', { useMode: USE_MODES.oneMachine }, many)).toEqual(one)
    expect(made('smart', { machineNum: 1 }, many)).toEqual(one)
    expect(brokenBy('smart', { useMode: USE_MODES.manyMachines }, one)).toEqual(['machineNum: required'])
  })

  it('with unchanged values adjusts no other field', () => {
    const many = made('sn', {
      useMode: USE_MODES.manyMachines,
      machineNum: 4,
      deductMode: DEDUCT_MODES.gift,
      billingMode: null,
    })
    for (const name of TERM_FIELD_NAMES) expect(made('sn', { [name]: many[name] }, many), name).toEqual(many)
  })

  it('of a dongle value keeps append or decrease, otherwise sets it, and does nothing once it is cleared', () => {
    const update = { opType: DONGLE_OPERATIONS.update, endTime: null }
    const before = made('dongle', { ...update, spanTimeOp: append, spanTime: 5, counterOp: decrease, counter: 6 })
    expect(made('dongle', { spanTime: 7, counter: 8 }, before)).toEqual({ ...before, spanTime: 7, counter: 8 })
    expect(made('dongle', { spanTime: null, counter: null }, before)).toEqual({
      ...before,
      spanTime: null,
      spanTimeOp: none,
      counter: null,
      counterOp: none,
    })
    expect(
      made(
        'dongle',
        { counter: 8, endTime: END, startTime: START },
        made('dongle', { ...update, counterOp: unlimited, endTimeOp: append, endTimeDays: 4 }),
      ),
    ).toMatchObject({
      counterOp: set,
      counter: 8,
      endTimeOp: set,
      endTime: END,
      endTimeDays: null,
      startTimeOp: set,
      startTime: START,
    })
    expect(
      made(
        'dongle',
        { startTimeOp: unlimited, endTimeOp: unlimited, spanTimeOp: unlimited, counterOp: unlimited },
        before,
      ),
    ).toMatchObject({ startTime: null, endTime: null, spanTime: null, counter: null })
  })

  it('clears fields that no longer apply, without a violation', () => {
    const soft = made('account', { offlineBind: true, licBindMaxLimit: 9 })
    expect(made('account', { licenseForm: 1 }, soft)).toEqual({
      ...soft,
      licenseForm: 1,
      licBindLimit: null,
      licBindMaxLimit: null,
      offlineDays: null,
      offlineBind: null,
      kickOut: false,
    })
    const group = made('sn', { ...GROUP, lending: true, lendingDays: 3, lendingSeats: 2, lanBorrow: 5 })
    expect(made('sn', { licenseKeyType: KEY_TYPES.standalone }, group)).toMatchObject({
      concurrentType: null,
      groupUsers: null,
      lanBorrow: null,
      lending: null,
      lendingDays: null,
      lendingSeats: null,
      useMode: USE_MODES.oneMachine,
      machineNum: 1,
    })
    const offline = made('sn', { offlineBind: true, c2dDays: 3, d2cDays: 4 })
    expect(made('sn', { offlineBind: false }, offline)).toEqual({
      ...offline,
      offlineBind: false,
      c2dDays: null,
      d2cDays: null,
    })
    expect(made('account', { deductMode: DEDUCT_MODES.gift }, made('account'))).toMatchObject({ billingMode: null })
  })
})

describe('the flags hasStartTime, hasEndTime and hasSpanTime', () => {
  it('clear the value when they are false, even a given one', () => {
    const before = made('smart', { startTime: START, spanTime: 9 })
    expect(made('smart', { hasStartTime: false, hasSpanTime: false }, before)).toEqual({
      ...before,
      startTime: null,
      spanTime: null,
    })
    expect(made('smart', { hasEndTime: false, endTime: END, hasSpanTime: true }, before)).toEqual({
      ...before,
      endTime: null,
    })
  })

  it('require the value when they are true, with one violation', () => {
    expect(brokenBy('smart', { hasStartTime: true, hasSpanTime: true })).toEqual([
      'startTime: required',
      'spanTime: required',
    ])
    expect(brokenBy('smart', { hasEndTime: true, licStartTimeType: START_TIME_TYPES.specific, endTime: null })).toEqual(
      ['endTime: required'],
    )
    expect(brokenBy('smart', { hasEndTime: true, endTime: null, licDuration: 3 }, made('smart'))).toEqual([
      'endTime: required',
    ])
  })

  it('accept a value that is given or already there', () => {
    expect(
      brokenBy('smart', { hasStartTime: true, startTime: START, hasEndTime: true, hasSpanTime: true, spanTime: 3 }),
    ).toEqual([])
    expect(brokenBy('smart', { hasEndTime: true }, made('smart'))).toEqual([])
  })
})

describe('a value that does not apply', () => {
  it('is refused if the other values hide its field', () => {
    expect(brokenBy('smart', { packageName: 'Hundred' })).toEqual(['packageName: notApplicable'])
    expect(brokenBy('smart', { isForever: true, spanTime: 3 })).toEqual([
      'endTime: notApplicable',
      'spanTime: notApplicable',
    ])
    expect(brokenBy('smart', { licStartTimeType: START_TIME_TYPES.unlimited })).toEqual(['endTime: notApplicable'])
    expect(brokenBy('account', { counter: 3, kickOut: true })).toEqual([
      'counter: notApplicable',
      'kickOut: notApplicable',
    ])
    expect(
      brokenBy('account', { ...CLOUD, offlineDays: 7, licBindLimit: 2, licBindMaxLimit: 3, offlineBind: true }),
    ).toEqual([
      'licBindLimit: notApplicable',
      'licBindMaxLimit: notApplicable',
      'offlineDays: notApplicable',
      'offlineBind: notApplicable',
    ])
    expect(brokenBy('sn', { ...GROUP, machineNum: 2, useMode: 2, licBindMaxLimit: 3 })).toEqual([
      'useMode: notApplicable',
      'machineNum: notApplicable',
      'licBindMaxLimit: notApplicable',
    ])
    expect(
      brokenBy('sn', {
        groupUsers: 2,
        lanBorrow: 0,
        concurrentType: 'machine',
        c2dDays: 3,
        lendingDays: 3,
        lending: true,
      }),
    ).toEqual([
      'c2dDays: notApplicable',
      'concurrentType: notApplicable',
      'groupUsers: notApplicable',
      'lanBorrow: notApplicable',
      'lending: notApplicable',
      'lendingDays: notApplicable',
    ])
    expect(
      brokenBy('dongle', {
        startTimeOp: none,
        startTime: START,
        endTimeDays: 3,
        counterOp: unlimited,
        counter: 3,
        concurrentNum: 3,
      }),
    ).toEqual([
      'startTime: notApplicable',
      'endTimeDays: notApplicable',
      'counter: notApplicable',
      'concurrentNum: notApplicable',
    ])
  })

  it('is refused if the field is for another family', () => {
    for (const family of TEMPLATE_FAMILIES) {
      for (const name of TERM_FIELD_NAMES.filter((field) => !termFieldsOf(family).includes(field))) {
        const { content, broken } = read(family, { ...LEAST[family], [name]: SAMPLES[name] })
        expect(broken, `${family} ${name}`).toEqual([`${name}: notApplicable`])
        expect(content, `${family} ${name}`).toEqual(made(family))
      }
    }
  })

  it('is accepted if it is false or null', () => {
    expect(brokenBy('account', { kickOut: false, counter: null })).toEqual([])
    expect(brokenBy('smart', { lending: false, offlineBind: false, opType: null })).toEqual([])
  })
})

describe('products', () => {
  const grant = (licenseId: number, modules: number[] = []) => ({
    licenseId,
    licenseVersion: null,
    modules,
    rom: null,
    raw: null,
    pub: null,
  })

  it('grant each checked module once, in ascending order', () => {
    const modules = [
      { moduleId: 9, checked: true },
      { moduleId: 2, checked: true },
      { moduleId: 9, checked: true },
      { moduleId: 4, checked: false },
      { moduleId: 64, checked: true },
    ]
    expect(made('smart', { modules }).modules).toEqual([2, 9, 64])
  })

  it('after the first keep their content if listed again, start empty if new, and are removed if not listed', () => {
    const before = made('sn', {
      otherProducts: [
        { licenseId: 2, licenseVersion: 7, modules: [{ moduleId: 1, checked: true }] },
        { licenseId: 3, rom: { source: 'text', text: 'a' } },
      ],
    })
    expect(before.otherProducts).toEqual([
      { ...grant(2, [1]), licenseVersion: 7 },
      { ...grant(3), rom: { source: 'text', text: 'a' } },
    ])
    expect(made('sn', {}, before).otherProducts).toEqual(before.otherProducts)
    expect(
      made('sn', { otherProducts: [{ licenseId: 4 }, { licenseId: 2, licenseVersion: null }] }, before).otherProducts,
    ).toEqual([grant(4), grant(2, [1])])
    expect(made('sn', { otherProducts: null }, before).otherProducts).toEqual([])
  })

  it('after the first are for license codes only', () => {
    for (const family of ['smart', 'account', 'dongle'] as const) {
      const { content, broken } = read(family, { ...LEAST[family], otherProducts: [{ licenseId: 2 }] })
      expect(broken).toEqual(['otherProducts: notApplicable'])
      expect(content.otherProducts).toEqual([])
      expect(brokenBy(family, { otherProducts: [] })).toEqual([])
    }
  })
})

/** A payload, decoded as from a request. */
function decode(family: TemplateFamily, given: object): GivenTemplate {
  const shape = family === 'smart' ? smartTemplateFields : pcTemplateFields
  const schema = z.object({ ...shape, name: z.optional(shape.name), licenseId: z.optional(shape.licenseId) })
  const spelled = fromWire(schema, given)
  const { data, error } = z.safeDecode(schema, spelled as never) // the schema checks it
  expect(error && violationsOf(error, spelled)).toBeUndefined()
  return data as GivenTemplate // the decoded payload
}

/** A valid value of each field. */
const SAMPLES: Record<TermField, unknown> = {
  licenseForm: 2,
  licenseKeyType: 2,
  opType: 1,
  forceWrite: true,
  deductMode: 1,
  packageName: 'Hundred',
  billingMode: 'day',
  isForever: true,
  licStartTimeType: 1,
  startTimeOp: 4,
  startTime: START,
  endTimeOp: 4,
  endTime: END,
  endTimeDays: 3,
  licDuration: 3,
  spanTimeOp: 4,
  spanTime: 3,
  counterOp: 4,
  counter: 3,
  useMode: 2,
  machineNum: 3,
  licBindLimit: 3,
  licBindMaxLimit: 3,
  offlineDays: 3,
  forceAuthDays: 3,
  offlineBind: true,
  c2dDays: 3,
  d2cDays: 3,
  kickOut: true,
  concurrentType: 'machine',
  concurrentNumOp: 4,
  concurrentNum: 3,
  groupUsers: 3,
  lanBorrow: 3,
  codePassword: true,
  lending: true,
  lendingDays: 3,
  lendingSeats: 3,
}

const flag = fc.boolean()
const oneOf = (values: object) => fc.constantFrom(...Object.values(values))
const upTo = (max: number, min = 1) => fc.integer({ min, max })
const moment = fc.constantFrom(START, END, '2030-02-28', '2031-01-01 10:00', '2032-01-01T10:00:00+08:00')
const VALUES: Record<TermField, fc.Arbitrary<unknown>> = {
  licenseForm: fc.constantFrom(1, 2),
  licenseKeyType: oneOf(KEY_TYPES),
  opType: oneOf(DONGLE_OPERATIONS),
  forceWrite: flag,
  deductMode: oneOf(DEDUCT_MODES),
  packageName: fc.constantFrom('Hundred', 'Ten'),
  billingMode: fc.constantFrom(...BILLING_MODES),
  isForever: flag,
  licStartTimeType: oneOf(START_TIME_TYPES),
  startTimeOp: fc.constantFrom(none, set, unlimited),
  startTime: moment,
  endTimeOp: oneOf(COUNT_OPERATIONS),
  endTime: moment,
  endTimeDays: upTo(LIMITS.template.durationDays),
  licDuration: upTo(LIMITS.template.durationDays),
  spanTimeOp: oneOf(COUNT_OPERATIONS),
  spanTime: upTo(LIMITS.template.durationDays),
  counterOp: oneOf(COUNT_OPERATIONS),
  counter: upTo(LIMITS.template.useCount),
  useMode: oneOf(USE_MODES),
  machineNum: upTo(LIMITS.template.machines),
  licBindLimit: upTo(LIMITS.template.simultaneousMachines),
  licBindMaxLimit: upTo(LIMITS.template.cumulativeMachines),
  offlineDays: upTo(LIMITS.template.offlineDaysMax),
  forceAuthDays: upTo(LIMITS.template.forcedAuthenticationDays),
  offlineBind: flag,
  c2dDays: upTo(LIMITS.template.exchangeFileDays),
  d2cDays: upTo(LIMITS.template.exchangeFileDays),
  kickOut: flag,
  concurrentType: fc.constantFrom(...CONCURRENT_TYPES),
  concurrentNumOp: oneOf(COUNT_OPERATIONS),
  concurrentNum: upTo(LIMITS.template.concurrent),
  groupUsers: upTo(LIMITS.template.groupUsers),
  lanBorrow: upTo(LIMITS.template.lanBorrowDays, LAN_BORROW.closed),
  codePassword: flag,
  lending: flag,
  lendingDays: upTo(LIMITS.template.lendingDays),
  lendingSeats: upTo(LIMITS.template.machines),
}
const payload = fc.record(
  {
    ...Object.fromEntries(TERM_FIELD_NAMES.map((name) => [name, fc.option(VALUES[name])])),
    hasStartTime: flag,
    hasEndTime: flag,
    hasSpanTime: flag,
    name: fc.constantFrom('Plan', 'Other'),
    licenseVersion: fc.option(upTo(9)),
  },
  { requiredKeys: [] },
)
const families = fc.constantFrom(...TEMPLATE_FAMILIES)
/** The content after a chain of payloads, valid or not. */
const chains = fc.tuple(families, fc.array(payload, { minLength: 1, maxLength: 3 })).map(([family, steps]) => {
  let content: TemplateContent | undefined
  for (const given of steps)
    content = readTemplate(family, decode(family, { licenseId: 1, ...given }), {
      before: content,
      timeZone: ZONE,
    }).content
  return { family, content: content as TemplateContent } // at least one step
})
const RUNS = { numRuns: 500 }

describe('for any payload', () => {
  it('a field that does not apply is null', () => {
    fc.assert(
      fc.property(chains, ({ family, content }) => {
        for (const name of TERM_FIELD_NAMES)
          if (!isTermShown(family, name, content)) expect(content[name], name).toBeNull()
      }),
      RUNS,
    )
  })

  it('exactly the missing fields are reported', () => {
    fc.assert(
      fc.property(chains, ({ family, content }) => {
        const missing = TERM_FIELD_NAMES.filter((name) => content[name] === null && isTermNeeded(family, name, content))
        expect(read(family, {}, content).broken).toEqual(missing.map((name) => `${name}: required`))
      }),
      RUNS,
    )
  })

  it('reading is idempotent: unchanged, given again, or created from the same values', () => {
    fc.assert(
      fc.property(chains, ({ family, content }) => {
        expect(read(family, {}, content).content).toEqual(content)
        const { modules, ...words } = content
        const again = decode(family, { ...words, modules: modules.map((moduleId) => ({ moduleId })) })
        const vain = (broken: string[]) => broken.filter((violation) => !violation.endsWith('required'))
        for (const { content: same, broken } of [read(family, again, content), read(family, again)]) {
          expect(same).toEqual(content)
          expect(vain(broken)).toEqual([])
        }
      }),
      RUNS,
    )
  })

  it('a field has at most one violation, and a given field that applies has the given value', () => {
    fc.assert(
      fc.property(chains, payload, ({ family, content: before }, said) => {
        const given = decode(family, {
          ...said,
          hasStartTime: undefined,
          hasEndTime: undefined,
          hasSpanTime: undefined,
        })
        const { content, violations } = readTemplate(family, given, { before, timeZone: ZONE })
        expect(new Set(violations.map(({ path }) => path)).size).toBe(violations.length)
        for (const name of TERM_FIELD_NAMES) {
          const value = given[name] ?? null
          if (value === null || name === 'startTime' || name === 'endTime') continue
          const isVain = violations.some(({ path, rule }) => path === name && rule === 'notApplicable')
          expect(content[name], name).toBe(isVain || !isTermShown(family, name, content) ? null : value)
          if (value !== false) expect(isVain, name).toBe(!isTermShown(family, name, content))
        }
      }),
      RUNS,
    )
  })

  it('every field of the table has a family and an accepted value', () => {
    for (const name of TERM_FIELD_NAMES) {
      expect(TERM_FIELDS[name].families.length, name).toBeGreaterThan(0)
      expect(z.safeParse(TERM_FIELDS[name].schema, SAMPLES[name]).success, name).toBe(true)
    }
  })
})
