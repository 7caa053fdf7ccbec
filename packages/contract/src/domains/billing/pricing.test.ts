// Prices for random rates, terms and tiers, and a few that are easy to check by hand.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { momentOf } from '../../kernel/moment.ts'
import { DAY_MS } from '../../kernel/time-spans.ts'
import { LIMITS } from '../../limits.ts'
import { TIME_ZONES } from '../../regions.ts'
import { BILLING_MODES, DEDUCT_MODES, KEY_TYPES } from '../template/template-content.ts'
import type { TemplateFamily } from '../template/template-content.ts'
import { readTemplate } from '../template/template-reading.ts'
import type { GivenTemplate } from '../template/template-reading.ts'
import {
  DEFAULT_RATES,
  LINE_KINDS,
  byVouchers,
  fitsGift,
  fitsVoucher,
  grantOf,
  groupUsersMax,
  judgeTiers,
  price,
  priceLine,
  priceOfMachines,
  sumPrices,
  tiersOf,
  voucherFault,
} from './pricing.ts'
import type { Grant, GrantFacts, GrantSource, Price, PriceTier, Rates } from './pricing.ts'

const ZONE = 'Asia/Shanghai'
const FACTS: GrantFacts = { now: new Date('2027-06-15T12:00:00+08:00'), timeZone: ZONE, isTrialDeveloper: false }
const SMART = { name: 'Plan', licenseId: 1 }
const SOFT = { name: 'Plan', licenseId: 1, licenseForm: 2, billingMode: 'day', licBindLimit: 8, offlineDays: 7 }
const CLOUD = { name: 'Plan', licenseId: 1, licenseForm: 1, billingMode: 'year' }
const SN = { name: 'Plan', licenseId: 1, billingMode: 'oneTime' }
const GROUP = { ...SN, licenseKeyType: KEY_TYPES.group, concurrentType: 'machine', groupUsers: 10 }
const DAY30: Grant = { source: 'balance', mode: 'day', days: 30, devices: null, users: null, isSoft: false }
const TIERS: PriceTier[] = [
  { lowLimit: 1, topLimit: 10, price: [10, 1_500, 5_800] },
  { lowLimit: 11, topLimit: 100, price: [8, 1_200, 4_000] },
  { lowLimit: 101, topLimit: 1_000, price: [5, 1_000, 3_000] },
]
const TIERED: Rates = { ...DEFAULT_RATES, tiers: TIERS }

function granted(family: TemplateFamily, given: GivenTemplate, facts: Partial<GrantFacts> = {}): Grant {
  const known = { ...FACTS, ...facts }
  const { content, violations } = readTemplate(family, given, { timeZone: known.timeZone })
  expect(violations).toEqual([])
  return grantOf(family, content, known)
}
const issued = (grant: Grant, count = 1, rates: Rates = DEFAULT_RATES) => price({ rates, grant, count })
/** Undefined if two lines are identical (two tiers of the same price and size), because the sum merges them. */
function tryOne(rates: Rates, grant: Grant): Price | undefined {
  const one = issued(grant, 1, rates)
  return new Set(one.lines.map((line) => JSON.stringify(line))).size === one.lines.length ? one : undefined
}
const changed = (before: Price, grant: Grant, rates: Rates = DEFAULT_RATES) =>
  price({ rates, grant, count: 1, charged: before.perLicense })

const fen = fc.integer({ min: 0, max: 1_000_000 })
const prices = fc.tuple(fen, fen, fen)
const tiers = fc
  .array(fc.record({ size: fc.integer({ min: 1, max: 60 }), price: prices }), { maxLength: 5 })
  .map((steps) => {
    let top = 0
    return steps.map(({ size, price }): PriceTier => ({ lowLimit: top + 1, topLimit: (top += size), price }))
  })
const anyRates: fc.Arbitrary<Rates> = fc.record({
  perDayFen: fen,
  perYearFen: fen,
  oneTimeFen: fen,
  freeDevices: fc.integer({ min: 0, max: 10 }),
  extraDeviceFen: fen,
  tiers,
})
const days = fc.integer({ min: 0, max: LIMITS.template.durationDays })
const modes = fc.constantFrom(...BILLING_MODES)
const extent = {
  days,
  devices: fc.option(fc.integer({ min: 1, max: 50 })),
  users: fc.option(fc.integer({ min: 1, max: 400 })),
}
const paid: fc.Arbitrary<Grant> = fc.record({
  source: fc.constant<GrantSource>('balance'),
  mode: modes,
  ...extent,
  isSoft: fc.boolean(),
})
const counts = fc.integer({ min: 1, max: 1_000 })
const RUNS = { numRuns: 1_000 }

describe('a price at default rates', () => {
  it('is by the day, by the fraction of a year, or flat', () => {
    expect(issued(DAY30).totalFen).toBe(300)
    expect(issued({ ...DAY30, mode: 'year', days: 365 }).totalFen).toBe(1_500)
    expect(issued({ ...DAY30, mode: 'year', days: 100 }).totalFen).toBe(411)
    expect(issued({ ...DAY30, mode: 'oneTime', days: null }).totalFen).toBe(5_800)
    expect(issued({ ...DAY30, mode: 'oneTime' }).totalFen).toBe(5_800)
  })

  it('adds 1 yuan for each device above five', () => {
    const { totalFen, lines } = issued({ ...DAY30, mode: 'oneTime', days: null, devices: 8 })
    expect(lines.map(({ amountFen }) => amountFen)).toEqual([5_800, 300])
    expect(totalFen).toBe(6_100)
    expect(issued({ ...DAY30, devices: 5 }).lines).toHaveLength(1)
  })

  it('lists the lines of an issue', () => {
    expect(issued({ ...DAY30, devices: 7 }, 100)).toEqual({
      totalFen: 50_000,
      lines: [
        { kind: 'term', mode: 'day', days: 30, quantity: 1, unitFen: 10, count: 100, creditFen: 0, amountFen: 30_000 },
        {
          kind: 'devices',
          mode: null,
          days: null,
          quantity: 2,
          unitFen: 100,
          count: 100,
          creditFen: 0,
          amountFen: 20_000,
        },
      ],
      units: null,
      perLicense: { term: 300, devices: 200, machines: 0 },
    })
  })

  it('of a change is the difference, and the highest charge of each line is kept', () => {
    const price = changed(issued({ ...DAY30, devices: 7 }), { ...DAY30, days: 45, devices: 6 })
    expect(price.totalFen).toBe(150)
    expect(price.lines.map(({ creditFen, amountFen }) => [creditFen, amountFen])).toEqual([
      [300, 150],
      [100, 0],
    ])
    expect(price.perLicense).toEqual({ term: 450, devices: 200, machines: 0 })
  })

  it('of a change from daily to one-time billing subtracts the daily charges', () => {
    expect(changed(issued(DAY30), { ...DAY30, mode: 'oneTime', days: null }).totalFen).toBe(5_500)
  })
})

describe('a change', () => {
  it('costs the same in one step or two', () => {
    fc.assert(
      fc.property(anyRates, paid, fc.tuple(days, days), (rates, grant, terms) => {
        const [short, long] = terms.sort((a, b) => a - b)
        const first = issued({ ...grant, days: short }, 1, rates)
        const second = changed(first, { ...grant, days: long }, rates)
        const once = issued({ ...grant, days: long }, 1, rates)
        expect(first.totalFen + second.totalFen).toBe(once.totalFen)
        expect(second.perLicense).toEqual(once.perLicense)
      }),
      RUNS,
    )
  })

  it('never refunds, and credit for one kind of line does not pay for another', () => {
    fc.assert(
      fc.property(anyRates, paid, fc.record(extent), modes, (rates, grant, other, mode) => {
        const before = issued(grant, 1, rates)
        const after = { ...grant, ...other, mode }
        const alone = issued(after, 1, rates)
        const change = changed(before, after, rates)
        for (const { creditFen, amountFen } of change.lines)
          expect(Math.min(creditFen, amountFen)).toBeGreaterThanOrEqual(0)
        const due = LINE_KINDS.map((kind) => Math.max(0, alone.perLicense[kind] - before.perLicense[kind]))
        expect(
          LINE_KINDS.map((kind) =>
            change.lines.filter((line) => line.kind === kind).reduce((sum, { amountFen }) => sum + amountFen, 0),
          ),
        ).toEqual(due)
        for (const kind of LINE_KINDS)
          expect(change.perLicense[kind]).toBe(Math.max(before.perLicense[kind], alone.perLicense[kind]))
        expect(changed(change, after, rates).totalFen).toBe(0)
      }),
      RUNS,
    )
  })

  it('applies to exactly one license', () => {
    expect(() => price({ rates: DEFAULT_RATES, grant: DAY30, count: 2, charged: {} })).toThrow(RangeError)
    for (const count of [0, -1, 1.5]) expect(() => issued(DAY30, count)).toThrow(RangeError)
  })
})

describe('a price', () => {
  it('is the sum of its lines, which match the schema of the answer', () => {
    fc.assert(
      fc.property(anyRates, paid, counts, (rates, grant, count) => {
        const { totalFen, lines } = issued(grant, count, rates)
        expect(lines.reduce((sum, { amountFen }) => sum + amountFen, 0)).toBe(totalFen)
        for (const line of lines) expect(priceLine.parse(line)).toEqual(line)
      }),
      RUNS,
    )
  })

  it('of many licenses is a multiple of the price of one', () => {
    fc.assert(
      fc.property(anyRates, paid, counts, (rates, grant, count) => {
        const [one, many] = [issued(grant, 1, rates), issued(grant, count, rates)]
        expect(many.totalFen).toBe(one.totalFen * count)
        expect(many.perLicense).toEqual(one.perLicense)
      }),
      RUNS,
    )
  })

  it('follows from its lines: price × quantity × days × licenses − credit', () => {
    fc.assert(
      fc.property(anyRates, paid, paid, (rates, before, grant) => {
        for (const line of changed(issued(before, 1, rates), grant, rates).lines) {
          const term = line.unitFen * line.quantity * (line.days ?? 1)
          expect(line.amountFen).toBe(
            (line.mode === 'year' ? Math.round(term / 365) : term) * line.count - line.creditFen,
          )
        }
      }),
      RUNS,
    )
  })

  it('never decreases when days, devices or users increase', () => {
    fc.assert(
      fc.property(
        anyRates,
        paid,
        fc.constantFrom('days', 'devices', 'users'),
        fc.integer({ min: 1, max: 500 }),
        (rates, grant, grown, by) => {
          const larger = { ...grant, [grown]: grant[grown] === null ? null : grant[grown] + by }
          expect(issued(larger, 1, rates).totalFen).toBeGreaterThanOrEqual(issued(grant, 1, rates).totalFen)
        },
      ),
      RUNS,
    )
  })

  it('by the year is rounded to the nearest fen, however large', () => {
    const near = (yearFen: number, term: number) => {
      const wanted = (2n * BigInt(yearFen) * BigInt(term) + 365n) / 730n
      expect(
        BigInt(issued({ ...DAY30, mode: 'year', days: term }, 1, { ...DEFAULT_RATES, perYearFen: yearFen }).totalFen),
      ).toBe(wanted)
    }
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: Math.floor(Number.MAX_SAFE_INTEGER / LIMITS.template.durationDays) }),
        days,
        near,
      ),
    )
    // 182 above a multiple of 365. As a double, the quotient is already rounded up to one half.
    near(9_007_199_254_740_777 - (9_007_199_254_740_777 % 365) + 182, 1)
  })

  it('that is not an exact integer is refused', () => {
    expect(() => issued(DAY30, Number.MAX_SAFE_INTEGER)).toThrow(RangeError)
    expect(() => issued(DAY30, 1, { ...DEFAULT_RATES, perDayFen: Number.MAX_SAFE_INTEGER })).toThrow(RangeError)
    // An overflow before the division by 365, and an overflow of the total only.
    expect(() =>
      issued({ ...DAY30, mode: 'year' }, 1, { ...DEFAULT_RATES, perYearFen: Number.MAX_SAFE_INTEGER }),
    ).toThrow(RangeError)
    expect(() =>
      issued({ ...DAY30, mode: 'oneTime', devices: 6 }, 1, { ...DEFAULT_RATES, oneTimeFen: Number.MAX_SAFE_INTEGER }),
    ).toThrow(RangeError)
    expect(() => issued({ ...DAY30, days: 0.5 }, 1, { ...DEFAULT_RATES, perDayFen: 1 })).toThrow(RangeError)
    expect(() => issued({ ...DAY30, days: -1 })).toThrow(RangeError)
  })

  it('is refused for a permanent license by the day or year, and without a billing mode', () => {
    for (const mode of ['day', 'year'] as const)
      expect(() => issued({ ...DAY30, mode, days: null })).toThrow(RangeError)
    expect(() => issued({ ...DAY30, mode: null })).toThrow(RangeError)
  })
})

/** The prices of single ordinals. */
function pricesOneByOne(rates: Rates, from: number, to: number): PriceTier['price'][] {
  const known = tiersOf(rates)
  return Array.from(
    { length: to - from },
    (_, index) => (known.find(({ topLimit }) => from + index + 1 <= topLimit) ?? known.at(-1))?.price ?? [0, 0, 0],
  )
}

describe('users of a group', () => {
  const group: Grant = { ...DAY30, mode: 'oneTime', days: null, devices: 100, users: 12 }

  it('cost the price of their tier, with one line per tier and no extra devices', () => {
    const { lines, totalFen } = issued(group, 1, TIERED)
    expect(lines.map(({ kind, quantity, unitFen }) => [kind, quantity, unitFen])).toEqual([
      ['term', 10, 5_800],
      ['term', 2, 4_000],
    ])
    expect(totalFen).toBe(66_000)
    expect(issued(group).lines.map(({ quantity, unitFen }) => [quantity, unitFen])).toEqual([[12, 5_800]])
  })

  it('cost the sum of their individual prices', () => {
    fc.assert(
      fc.property(anyRates, modes, days, fc.integer({ min: 1, max: 400 }), (rates, mode, days, users) => {
        const rate = (price: PriceTier['price']) => price[BILLING_MODES.indexOf(mode)] ?? 0
        const byPrice = new Map<PriceTier['price'], number>()
        for (const price of pricesOneByOne(rates, 0, users)) byPrice.set(price, (byPrice.get(price) ?? 0) + rate(price))
        const looped = [...byPrice.values()].map((fen) =>
          mode === 'day' ? fen * days : mode === 'year' ? Math.round((fen * days) / 365) : fen,
        )
        const { lines, totalFen } = issued({ ...DAY30, mode, days, users }, 1, rates)
        expect(lines.map(({ amountFen }) => amountFen)).toEqual(looped)
        expect(totalFen).toBe(looped.reduce((sum, fen) => sum + fen, 0))
      }),
      RUNS,
    )
  })

  it('that are added cost the price of their own tiers', () => {
    const more = changed(issued(group, 1, TIERED), { ...group, users: 102 }, TIERED)
    expect(more.totalFen).toBe(88 * 4_000 + 2 * 3_000)
    expect(more.lines.map(({ creditFen }) => creditFen)).toEqual([58_000, 8_000, 0])
  })

  it('are limited by the highest tier', () => {
    expect(groupUsersMax(TIERED)).toBe(1_000)
    expect(groupUsersMax(DEFAULT_RATES)).toBe(LIMITS.template.groupUsers)
  })
})

describe('devices of a PPM license', () => {
  const ppm: Grant = { ...DAY30, source: 'ppm', mode: null, devices: 100 }

  it('are charged when they are bound, not at the issue', () => {
    expect(issued(ppm, 50)).toEqual({
      totalFen: 0,
      lines: [],
      units: null,
      perLicense: { term: 0, devices: 0, machines: 0 },
    })
    const { totalFen, lines, perLicense } = priceOfMachines(TIERED, 9, 3)
    expect(lines.map(({ kind, mode, quantity, unitFen }) => [kind, mode, quantity, unitFen])).toEqual([
      ['machines', 'oneTime', 1, 5_800],
      ['machines', 'oneTime', 2, 4_000],
    ])
    expect(totalFen).toBe(13_800)
    expect(perLicense).toEqual({ term: 0, devices: 0, machines: 66_000 })
  })

  it('cost the same one by one as all at once', () => {
    fc.assert(
      fc.property(
        anyRates,
        fc.integer({ min: 0, max: 300 }),
        fc.integer({ min: 0, max: 100 }),
        (rates, before, added) => {
          const singly = pricesOneByOne(rates, before, before + added).map(([, , oneTime], index) => {
            const { totalFen } = priceOfMachines(rates, before + index, 1)
            expect(totalFen).toBe(oneTime)
            return totalFen
          })
          const atOnce = priceOfMachines(rates, before, added)
          expect(atOnce.totalFen).toBe(singly.reduce((sum, fen) => sum + fen, 0))
          expect(atOnce.perLicense.machines).toBe(priceOfMachines(rates, 0, before).totalFen + atOnce.totalFen)
        },
      ),
    )
  })

  it('above the highest tier cost the price of that tier', () => {
    expect(priceOfMachines(TIERED, 5_000, 1).totalFen).toBe(3_000)
  })
})

describe('a license that is not paid in money', () => {
  const before: Grant = { ...DAY30, mode: null, devices: 8 }
  const unitsOf = (source: GrantSource, change?: Partial<Grant>, was: GrantSource = source) => {
    const given = { ...before, source, isSoft: true, devices: source === 'gift' ? 5 : before.devices }
    return price(
      change
        ? {
            rates: DEFAULT_RATES,
            grant: { ...given, ...change },
            count: 1,
            charged: {},
            before: { ...given, source: was },
          }
        : { rates: DEFAULT_RATES, grant: given, count: 7 },
    ).units
  }

  it('takes one gift, voucher or package license', () => {
    expect(unitsOf('gift')).toEqual({ stock: 'gift', count: 7 })
    expect(unitsOf('voucher')).toEqual({ stock: 'voucher', count: 7 })
    expect(unitsOf('package')).toEqual({ stock: 'packageLicenses', count: 7 })
    for (const source of ['balance', 'ppm', 'trial', 'free'] as const)
      expect(price({ rates: DEFAULT_RATES, grant: { ...before, source, mode: 'day' }, count: 7 }).units).toBeNull()
  })

  it('takes a package update for a change that grants more, and nothing for another change', () => {
    const update = { stock: 'packageUpdates', count: 1 }
    for (const change of [{ days: 31 }, { days: null }, { devices: 9 }, { days: 1, devices: 9 }])
      expect(unitsOf('package', change)).toEqual(update)
    for (const change of [{}, { days: 29 }, { devices: 1 }]) expect(unitsOf('package', change)).toBeNull()
    expect(
      price({ rates: DEFAULT_RATES, grant: { ...before, source: 'package' }, count: 1, charged: {} }).units,
    ).toEqual(update)
  })

  it('takes one gift or voucher, also when a change switches to it', () => {
    for (const source of ['gift', 'voucher'] as const) {
      expect(unitsOf(source, { days: 60 })).toBeNull()
      expect(unitsOf(source, { days: 60 }, 'balance')).toEqual({ stock: source, count: 1 })
    }
    expect(unitsOf('package', {}, 'balance')).toEqual({ stock: 'packageLicenses', count: 1 })
  })

  it('has no price lines, except for extra devices with a voucher', () => {
    for (const source of ['package', 'ppm', 'trial', 'free'] as const)
      expect(issued({ ...before, source, isSoft: true }), source).toMatchObject({ totalFen: 0, lines: [] })
    expect(issued({ ...before, source: 'voucher', isSoft: true }, 2)).toMatchObject({
      totalFen: 600,
      lines: [{ kind: 'devices', quantity: 3, amountFen: 600 }],
      perLicense: { term: 0, devices: 300 },
    })
  })

  it('keeps earlier charges', () => {
    expect(
      price({
        rates: DEFAULT_RATES,
        grant: { ...before, source: 'package' },
        count: 1,
        charged: { term: 70, machines: 5 },
      }).perLicense,
    ).toEqual({ term: 70, devices: 0, machines: 5 })
  })

  it('can be paid with a voucher only if it is soft and lasts at most 90 days', () => {
    const voucher: Grant = { ...before, source: 'voucher', isSoft: true, days: 90 }
    expect(fitsVoucher(voucher)).toBe(true)
    for (const unfit of [
      { ...voucher, days: 91 },
      { ...voucher, days: null },
      { ...voucher, isSoft: false },
    ]) {
      expect(fitsVoucher(unfit)).toBe(false)
      expect(() => issued(unfit)).toThrow(RangeError)
    }
  })

  it('can be paid with a voucher in place of the balance, or reports why not', () => {
    const balance: Grant = { ...DAY30, source: 'balance', isSoft: true, days: 90, devices: 8 }
    expect([issued(balance), issued(byVouchers(balance))]).toMatchObject([
      { totalFen: 1_200, units: null },
      { totalFen: 300, units: { stock: 'voucher', count: 1 } },
    ])
    const faults = [
      balance,
      { ...balance, days: 91 },
      { ...balance, days: null },
      { ...balance, isSoft: false },
      ...(['package', 'gift', 'ppm', 'trial', 'free'] as const).map((source) => ({ ...balance, source })),
    ].map(voucherFault)
    expect(faults).toEqual([
      undefined,
      'voucherTooLong',
      'voucherTooLong',
      ...Array.from({ length: 6 }, () => 'voucherUnfit'),
    ])
  })
})

describe('a gift', () => {
  const gift: Grant = { ...DAY30, mode: null, source: 'gift', days: 90, devices: 5 }
  it('covers at most 90 days and five devices, at the issue and at every change', () => {
    expect(fitsGift(gift)).toBe(true)
    expect(issued(gift)).toMatchObject({ totalFen: 0, lines: [], units: { stock: 'gift', count: 1 } })
    for (const unfit of [
      { ...gift, days: 91 },
      { ...gift, days: null },
      { ...gift, devices: 6 },
      { ...gift, devices: null, users: 6 },
    ]) {
      expect(fitsGift(unfit)).toBe(false)
      expect(() => issued(unfit)).toThrow(RangeError)
      expect(() => price({ rates: DEFAULT_RATES, grant: unfit, count: 1, charged: {}, before: gift })).toThrow(
        RangeError,
      )
    }
  })
})

describe('the grant of a template', () => {
  it('uses its billing mode; smart licenses are charged by the day, or once if permanent', () => {
    expect(granted('account', { ...SOFT, licDuration: 30 })).toEqual({
      source: 'balance',
      mode: 'day',
      days: 30,
      devices: 8,
      users: null,
      isSoft: true,
    })
    expect(granted('account', { ...CLOUD, licDuration: 365 })).toEqual({
      source: 'balance',
      mode: 'year',
      days: 365,
      devices: null,
      users: null,
      isSoft: false,
    })
    expect(granted('sn', { ...SN, isForever: true, machineNum: 6 })).toEqual({
      source: 'balance',
      mode: 'oneTime',
      days: null,
      devices: 6,
      users: null,
      isSoft: false,
    })
    expect(granted('sn', { ...GROUP, isForever: true })).toEqual({
      source: 'balance',
      mode: 'oneTime',
      days: null,
      devices: null,
      users: 10,
      isSoft: false,
    })
    expect(granted('smart', { ...SMART, licDuration: 30 })).toMatchObject({ mode: 'day', days: 30, devices: 1 })
    expect(granted('smart', { ...SMART, isForever: true })).toMatchObject({ mode: 'oneTime', days: null })
  })

  it('is paid from the source in its deduct mode', () => {
    for (const source of ['package', 'gift'] as const) {
      expect(
        granted('account', {
          ...SOFT,
          billingMode: null,
          deductMode: DEDUCT_MODES[source],
          packageName: source === 'package' ? 'Basic' : null,
          licDuration: 30,
        }),
      ).toMatchObject({ source, mode: null })
    }
    expect(granted('sn', { ...SN, billingMode: null, licenseKeyType: KEY_TYPES.ppm, isForever: true })).toMatchObject({
      source: 'ppm',
      mode: null,
    })
  })

  it('is free for dongles and for trial developers', () => {
    expect(granted('dongle', { ...SMART, isForever: true })).toMatchObject({ source: 'free', mode: null, days: null })
    expect(granted('smart', { ...SMART, isForever: true }, { isTrialDeveloper: true })).toMatchObject({
      source: 'trial',
      mode: null,
    })
  })

  it('is refused if nothing pays for it', () => {
    const { content } = readTemplate('account', { ...SOFT, licDuration: 30 }, { timeZone: ZONE })
    for (const deductMode of [null, DEDUCT_MODES.ppm])
      expect(() => grantOf('account', { ...content, deductMode }, FACTS)).toThrow(RangeError)
  })

  it('lasts as long as its shortest limit', () => {
    expect(granted('smart', { ...SMART, spanTime: 20 }).days).toBe(20)
    expect(granted('smart', { ...SMART, spanTime: 20, licDuration: 30 }).days).toBe(20)
    expect(granted('smart', { ...SMART, spanTime: 40, licDuration: 30 }).days).toBe(30)
    expect(granted('smart', { ...SMART, spanTime: 40, endTime: '2027-06-16' }).days).toBe(2)
    expect(granted('smart', { ...SMART, isForever: true, startTime: '2027-06-16' }).days).toBeNull()
  })
})

describe('the days of a term', () => {
  const lasting = (given: GivenTemplate, facts: Partial<GrantFacts> = {}) =>
    granted('smart', { ...SMART, ...given }, facts).days

  it('are the calendar days that it touches; an end at midnight adds no day', () => {
    expect(lasting({ endTime: '2027-06-15 23:59:59' })).toBe(1)
    expect(lasting({ endTime: '2027-06-16 00:00:00' })).toBe(1)
    expect(lasting({ endTime: '2027-06-16 00:00:01' })).toBe(2)
    expect(lasting({ startTime: '2027-07-01 23:59:59', endTime: '2027-07-02 00:00:01' })).toBe(2)
    expect(lasting({ startTime: '2027-07-01', endTime: '2027-07-30' })).toBe(30)
  })

  it('start today if the start is past or absent', () => {
    expect(lasting({ startTime: '2027-06-01', endTime: '2027-06-20' })).toBe(6)
    expect(lasting({ endTime: '2027-06-20' })).toBe(6)
  })

  it('are zero if it is over', () => {
    expect(lasting({ endTime: '2027-06-10' })).toBe(0)
  })

  it("are counted in the developer's time zone", () => {
    const now = new Date('2027-06-15T15:59:59Z')
    expect(lasting({ endTime: '2027-06-15T16:00:01Z' }, { now })).toBe(2)
    expect(lasting({ endTime: '2027-06-15T16:00:01Z' }, { now, timeZone: 'America/New_York' })).toBe(1)
    expect(lasting({ endTime: '2027-06-15T16:00:01Z' }, { now, timeZone: 'Pacific/Apia' })).toBe(1)
    expect(lasting({ endTime: '2027-06-16T11:00:00Z' }, { now, timeZone: 'Pacific/Apia' })).toBe(1)
    expect(lasting({ endTime: '2027-06-16T11:00:01Z' }, { now, timeZone: 'Pacific/Apia' })).toBe(2)
  })

  it('include days of 23 and 25 hours as one day each', () => {
    const zone = 'America/New_York'
    for (const [now, day, dayAfter] of [
      ['2027-03-14T05:00:00Z', '2027-03-14', '2027-03-15'],
      ['2027-11-07T04:00:00Z', '2027-11-07', '2027-11-08'],
    ] as const) {
      const facts = { now: new Date(now), timeZone: zone }
      expect(lasting({ endTime: `${day} 23:59:59` }, facts)).toBe(1)
      expect(lasting({ endTime: `${dayAfter} 00:00:00` }, facts)).toBe(1)
      expect(lasting({ endTime: dayAfter }, facts)).toBe(2)
    }
  })

  it('exclude an end at midnight even where clocks skip midnight', () => {
    const facts = { now: new Date('2018-11-03T12:00:00Z'), timeZone: 'America/Sao_Paulo' }
    expect(lasting({ endTime: '2018-11-04 00:00:00' }, facts)).toBe(1)
    expect(lasting({ endTime: '2018-11-04 01:00:01' }, facts)).toBe(2)
  })

  it('between two dates match the calendar in every zone', () => {
    const zones = fc.constantFrom(...TIME_ZONES.map(({ zone }) => zone))
    const dayAt = (ordinal: number) => new Date(ordinal * DAY_MS).toISOString().slice(0, 10)
    const first = Date.parse('2026-01-01') / DAY_MS
    fc.assert(
      fc.property(
        zones,
        fc.integer({ min: first, max: first + 20_000 }),
        fc.integer({ min: 0, max: 5_000 }),
        (timeZone, from, length) => {
          const [startTime, endTime] = [dayAt(from), dayAt(from + length)]
          const now = momentOf(startTime, 'start', timeZone)
          expect(lasting({ startTime, endTime }, { now, timeZone })).toBe(length + 1)
          expect(
            lasting(
              { endTime: momentOf(dayAt(from + length + 1), 'start', timeZone).toISOString() },
              { now, timeZone },
            ),
          ).toBe(length + 1)
        },
      ),
    )
  })

  it('after a change are counted from the issue, so that past days stay paid', () => {
    const first = issued(granted('smart', { ...SMART, endTime: '2027-06-30' }))
    const second = changed(first, granted('smart', { ...SMART, endTime: '2027-07-15' }))
    expect([first.totalFen, second.totalFen]).toEqual([160, 150])
  })
})

describe('tiers', () => {
  const tier = (lowLimit: number, topLimit: number, price: PriceTier['price'] = [1, 2, 3]): PriceTier => ({
    lowLimit,
    topLimit,
    price,
  })

  it('are valid if they ascend from 1 without gaps', () => {
    for (const right of [[], TIERS, [tier(1, 1), tier(2, LIMITS.template.groupUsers, [0, 0, 0])]])
      expect(judgeTiers(right)).toBeUndefined()
    fc.assert(
      fc.property(tiers, (list) => {
        expect(judgeTiers(list)).toBeUndefined()
      }),
      RUNS,
    )
  })

  it('are reported with their first fault', () => {
    expect(judgeTiers([tier(0, 10)])).toBe('notFromOne')
    expect(judgeTiers([tier(2, 10)])).toBe('notFromOne')
    expect(judgeTiers([tier(1, 10), tier(12, 20)])).toBe('gap')
    expect(judgeTiers([tier(1, 10), tier(10, 20)])).toBe('notAscending')
    expect(judgeTiers([tier(1, 10), tier(11, 10)])).toBe('notAscending')
    expect(judgeTiers([tier(1, 1.5)])).toBe('notAscending')
    expect(judgeTiers([tier(1, LIMITS.template.groupUsers + 1)])).toBe('aboveLimit')
    for (const price of [
      [-1, 2, 3],
      [1, 0.5, 3],
      [1, 2, Number.NaN],
    ] as PriceTier['price'][])
      expect(judgeTiers([tier(1, 10, price)])).toBe('badPrice')
  })

  it('default to one tier at the rates of a license', () => {
    expect(tiersOf(DEFAULT_RATES)).toEqual([
      { lowLimit: 1, topLimit: LIMITS.template.groupUsers, price: [10, 1_500, 5_800] },
    ])
    expect(tiersOf(TIERED)).toBe(TIERS)
  })
})

describe('the sum of prices', () => {
  it('equals the price of that many licenses', () => {
    fc.assert(
      fc.property(anyRates, paid, counts, (rates, grant, count) => {
        const one = tryOne(rates, grant)
        fc.pre(one !== undefined)
        const { totalFen, lines, units } = price({ rates, grant, count })
        expect(sumPrices(Array.from({ length: count }, () => one))).toEqual({ totalFen, lines, units })
      }),
      { numRuns: 100 },
    )
  })

  it('merges equal lines only, and adds up credits and units', () => {
    const before = issued(DAY30)
    const [longer, wider] = [
      changed(before, { ...DAY30, days: 45 }),
      changed(before, { ...DAY30, days: 40, devices: 6 }),
    ]
    expect(sumPrices([longer, wider, longer])).toEqual({
      totalFen: 500,
      units: null,
      lines: [{ ...longer.lines[0], count: 2, creditFen: 600, amountFen: 300 }, ...wider.lines],
    })
    const unit: Pick<Price, 'lines' | 'units'> = { lines: [], units: { stock: 'packageUpdates', count: 1 } }
    expect(sumPrices([unit, { lines: [], units: null }, unit])).toEqual({
      totalFen: 0,
      lines: [],
      units: { stock: 'packageUpdates', count: 2 },
    })
    expect(sumPrices([])).toEqual({ totalFen: 0, lines: [], units: null })
    expect(() => sumPrices([unit, { lines: [], units: { stock: 'gift', count: 1 } }])).toThrow(RangeError)
  })
})
