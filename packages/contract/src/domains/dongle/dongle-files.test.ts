// What a package does to a license in a dongle. The dongle and the center decide by the same function, so these rules
// are also what the console shows.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { endOfLockLicense, writeLicense } from './dongle-files.ts'
import type { LicenseWrite, LockLicense, ValueChange } from './dongle-files.ts'

const DAY = 86_400
const END = 1_800_000_000
const MOST = 4_294_967_295

const inside = (given: Partial<LockLicense> = {}): LockLicense => ({
  licenseId: 7,
  version: 2,
  start: 100,
  end: END,
  span: 30,
  firstUse: null,
  counter: 10,
  seats: { kind: 'process', most: 5 },
  modules: [1, 2],
  rom: 'cm9t',
  raw: 'cmF3',
  pub: 'cHVi',
  ...given,
})
const update = (given: Partial<LicenseWrite> = {}): LicenseWrite => ({
  licenseId: 7,
  isAdded: false,
  isForced: false,
  isForever: false,
  ...given,
})
const add = (given: Partial<LicenseWrite> = {}) => update({ isAdded: true, ...given })

describe('a write to a dongle', () => {
  it('adds a license once, and updates only one that is inside', () => {
    expect(writeLicense(undefined, add({ counter: { op: 1, value: 3 } }))).toEqual({
      license: {
        licenseId: 7,
        version: null,
        start: null,
        end: null,
        span: null,
        firstUse: null,
        counter: 3,
        seats: null,
        modules: [],
        rom: null,
        raw: null,
        pub: null,
      },
    })
    expect(writeLicense(inside(), add())).toEqual({ fault: 'exists' })
    expect(writeLicense(undefined, update())).toEqual({ fault: 'missing' })
    expect(writeLicense(inside(), update())).toEqual({ license: inside() })
  })

  it('with force replaces the whole license, or adds a missing one', () => {
    const whole = writeLicense(undefined, add({ version: 9 }))
    expect(writeLicense(inside({ firstUse: 5 }), add({ isForced: true, version: 9 }))).toEqual(whole)
    expect(writeLicense(undefined, update({ isForced: true, version: 9 }))).toEqual(whole)
    // An update keeps what it does not name, with force too.
    expect(writeLicense(inside(), update({ isForced: true, version: 9 }))).toEqual({ license: inside({ version: 9 }) })
  })

  type Valued = 'start' | 'end' | 'span' | 'counter'
  const CASES: [Valued, ValueChange, number | null][] = [
    ['start', { op: 0, value: 5 }, 100],
    ['start', { op: 1, value: 5 }, 5],
    ['start', { op: 2, value: 5 }, 105],
    ['start', { op: 3, value: 5 }, 95],
    ['start', { op: 4 }, null],
    ['end', { op: 0 }, END],
    ['end', { op: 1, value: END + 1 }, END + 1],
    ['end', { op: 2, value: 2 }, END + 2 * DAY],
    ['end', { op: 3, value: 2 }, END - 2 * DAY],
    ['end', { op: 4 }, null],
    ['span', { op: 0 }, 30],
    ['span', { op: 1, value: 7 }, 7],
    ['span', { op: 2, value: 7 }, 37],
    ['span', { op: 3, value: 7 }, 23],
    ['span', { op: 4 }, null],
    ['counter', { op: 0 }, 10],
    ['counter', { op: 1, value: 0 }, 0],
    ['counter', { op: 2, value: 4 }, 14],
    ['counter', { op: 3, value: 10 }, 0],
    ['counter', { op: 4 }, null],
  ]
  it.each(CASES)('changes %s by %o to %o', (name, change, value) => {
    expect(writeLicense(inside(), update({ [name]: change }))).toEqual({ license: inside({ [name]: value }) })
  })

  it.each([
    [{ op: 0 }, 5],
    [{ op: 1, value: 2 }, 2],
    [{ op: 2, value: 3 }, 8],
    [{ op: 3, value: 4 }, 1],
    [{ op: 4 }, null],
  ] as [ValueChange, number | null][])('changes the number of seats by %o to %o, and their kind', (most, value) => {
    const written = writeLicense(inside(), update({ seats: { kind: 'machine', most } }))
    expect(written).toEqual({ license: inside({ seats: { kind: 'machine', most: value } }) })
  })

  it.each([
    ['start', { op: 3, value: 101 }, 'tooLow'],
    ['end', { op: 3, value: 30_000 }, 'tooLow'],
    ['span', { op: 3, value: 30 }, 'tooLow'],
    ['counter', { op: 3, value: 11 }, 'tooLow'],
    ['start', { op: 2, value: MOST }, 'tooHigh'],
    ['end', { op: 2, value: 40_000 }, 'tooHigh'],
    ['span', { op: 2, value: MOST }, 'tooHigh'],
    ['counter', { op: 2, value: MOST }, 'tooHigh'],
  ] as [Valued, ValueChange, string][])('of %s by %o is refused as %s', (name, change, fault) => {
    expect(writeLicense(inside(), update({ [name]: change }))).toEqual({ fault })
  })

  it('keeps at least one seat, and at most 65,535', () => {
    const seats = (most: ValueChange) => writeLicense(inside(), update({ seats: { kind: 'process', most } }))
    expect(seats({ op: 3, value: 5 })).toEqual({ fault: 'tooLow' })
    expect(seats({ op: 2, value: 65_530 })).toMatchObject({ license: { seats: { most: 65_535 } } })
    expect(seats({ op: 2, value: 65_531 })).toEqual({ fault: 'tooHigh' })
  })

  it('moves no value that the license does not have', () => {
    const bare = inside({ start: null, end: null, span: null, counter: null, seats: null })
    for (const op of [2, 3] as const) {
      for (const name of ['start', 'end', 'span', 'counter'] as const)
        expect(writeLicense(bare, update({ [name]: { op, value: 1 } })), name).toEqual({ fault: 'noValue' })
      const seats = { kind: 'process', most: { op, value: 1 } } as const
      expect(writeLicense(bare, update({ seats }))).toEqual({ fault: 'noValue' })
    }
  })

  it('forever removes end and span, and nothing else', () => {
    expect(writeLicense(inside(), update({ isForever: true, end: { op: 1, value: 1 } }))).toEqual({
      license: inside({ end: null, span: null }),
    })
  })

  it('is whole or nothing: one fault leaves every value', () => {
    const change = { counter: { op: 1, value: 1 }, span: { op: 3, value: 99 } } as const
    expect(writeLicense(inside(), update(change))).toEqual({ fault: 'tooLow' })
  })

  it('never takes a value out of its bounds, and never changes the license that it was given', () => {
    const value = fc.option(fc.nat(MOST), { nil: null })
    const change = fc.record({ op: fc.constantFrom(0, 1, 2, 3, 4), value: fc.nat(MOST) }) as fc.Arbitrary<ValueChange>
    const license = fc.record({ start: value, end: value, span: fc.option(fc.integer({ min: 1, max: MOST })) })
    const written = fc.record({
      isAdded: fc.boolean(),
      isForced: fc.boolean(),
      isForever: fc.boolean(),
      start: change,
      end: change,
      span: change,
      counter: change,
      seats: fc.option(fc.record({ kind: fc.constantFrom('process', 'machine'), most: change }), { nil: undefined }),
    }) as fc.Arbitrary<Partial<LicenseWrite>>
    const within = (one: number | null, least: number, most = MOST) => one === null || (one >= least && one <= most)
    fc.assert(
      fc.property(fc.option(license, { nil: undefined }), written, (before, given) => {
        const had = before && Object.freeze(inside(before))
        const made = writeLicense(had, update(given))
        if ('fault' in made) return
        const { start, end, span, counter, seats } = made.license
        expect([within(start, 0), within(end, 0), within(counter, 0), within(span, 1)]).not.toContain(false)
        expect(within(seats?.most ?? null, 1, 65_535)).toBe(true)
      }),
    )
  })
})

describe('the end of a license in a dongle', () => {
  it.each([
    [{ end: null, span: null, firstUse: null }, null],
    [{ end: 500, span: null, firstUse: null }, 500],
    // The span begins with the first use.
    [{ end: null, span: 2, firstUse: null }, null],
    [{ end: 500, span: 2, firstUse: null }, 500],
    [{ end: null, span: 2, firstUse: 100 }, 100 + 2 * DAY],
    [{ end: 500, span: 2, firstUse: 100 }, 500],
    [{ end: END, span: 2, firstUse: 100 }, 100 + 2 * DAY],
    [{ end: null, span: null, firstUse: 100 }, null],
  ])('of %o is %o', (license, end) => {
    expect(endOfLockLicense(license)).toBe(end)
  })
})
