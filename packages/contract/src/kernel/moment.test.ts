// Moments in every time zone of the contract and on every valid date.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LIMITS } from '../limits.ts'
import { TIME_ZONES } from '../regions.ts'
import { isMoment, momentOf } from './moment.ts'
import { DAY_MS, HOUR_MS } from './time-spans.ts'
import { wallTime } from './zone.ts'

const EDGES = ['start', 'end'] as const
const first = Date.parse(LIMITS.date.earliest)
const last = Date.parse(LIMITS.date.latest)

const zones = fc.constantFrom(...TIME_ZONES.map(({ zone }) => zone))
const edges = fc.constantFrom(...EDGES)
const dayText = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const days = fc.integer({ min: 0, max: (last - first) / DAY_MS }).map((index) => first + index * DAY_MS)
const instants = fc.integer({ min: first, max: last + DAY_MS - 1 })
const RUNS = { numRuns: 2_000 }

const read = (text: string, edge: (typeof EDGES)[number], zone = 'Asia/Shanghai') =>
  momentOf(text, edge, zone).toISOString()

describe('a bare day', () => {
  it('means 00:00:00 as a start and 23:59:59 as an end, in the given zone', () => {
    expect(read('2027-01-31', 'start')).toBe('2027-01-30T16:00:00.000Z')
    expect(read('2027-01-31', 'end')).toBe('2027-01-31T15:59:59.000Z')
    expect(read('2027-01-31', 'start', 'America/New_York')).toBe('2027-01-31T05:00:00.000Z')
    expect(read('2027-01-31', 'end', 'America/New_York')).toBe('2027-02-01T04:59:59.000Z')
  })

  it('has 23 hours when clocks go forward and 25 hours when they go back', () => {
    const hours = (day: string) =>
      (momentOf(day, 'end', 'America/New_York').getTime() +
        1_000 -
        momentOf(day, 'start', 'America/New_York').getTime()) /
      HOUR_MS
    expect(['2027-03-13', '2027-03-14', '2027-11-07'].map(hours)).toEqual([24, 23, 25])
  })

  it('starts and ends on its own date, one second before the next day starts, in every zone', () => {
    fc.assert(
      fc.property(days, zones, (day, zone) => {
        const [start, end] = EDGES.map((edge) => momentOf(dayText(day), edge, zone)) as [Date, Date] // two edges
        expect(start.getTime()).toBeLessThan(end.getTime())
        expect(end.getTime() + 1_000).toBe(momentOf(dayText(day + DAY_MS), 'start', zone).getTime())
        for (const edge of [start, end]) expect(wallTime(edge, zone).slice(0, 10)).toBe(dayText(day))
      }),
      RUNS,
    )
  })

  it('has a start and an end even where clocks skip or repeat 23:59:59 or skip 00:00:00', () => {
    expect(read('2027-03-27', 'end', 'America/Nuuk')).toBe('2027-03-28T00:59:59.000Z')
    expect(read('2027-10-28', 'end', 'Africa/Cairo')).toBe('2027-10-28T21:59:59.000Z')
    expect(read('2027-04-30', 'start', 'Africa/Cairo')).toBe('2027-04-29T22:00:00.000Z')
  })
})

describe('a wall time', () => {
  it('is read in the given zone, as a start or an end, with a T or a space, with or without seconds', () => {
    for (const edge of EDGES) {
      for (const text of ['2027-01-31 08:30:00', '2027-01-31T08:30:00', '2027-01-31 08:30', '2027-01-31T08:30'])
        expect(read(text, edge), text).toBe('2027-01-31T00:30:00.000Z')
      expect(read('2027-01-31 08:30:59.999', edge)).toBe('2027-01-31T00:30:59.000Z')
      expect(read('2027-01-31 23:59:59', edge, 'Asia/Kathmandu')).toBe('2027-01-31T18:14:59.000Z')
    }
  })

  it('maps to an instant that shows it, or to the clock change that skips it', () => {
    fc.assert(
      fc.property(instants, zones, edges, (ms, zone, edge) => {
        const wall = wallTime(new Date(ms), zone)
        expect(wallTime(momentOf(wall.replace('T', ' '), edge, zone), zone)).toBe(wall)
      }),
      RUNS,
    )
    expect(read('2027-03-14 02:30:00', 'start', 'America/New_York')).toBe('2027-03-14T07:00:00.000Z')
  })
})

describe('an instant', () => {
  it('does not depend on the zone or the edge, and is truncated to the second', () => {
    fc.assert(
      fc.property(instants, zones, edges, (ms, zone, edge) => {
        expect(momentOf(new Date(ms).toISOString(), edge, zone).getTime()).toBe(Math.floor(ms / 1_000) * 1_000)
      }),
      RUNS,
    )
  })

  it('accepts any offset, fractional seconds or no seconds', () => {
    for (const text of [
      '2027-01-31T00:30:00Z',
      '2027-01-31 00:30:00Z',
      '2027-01-31T00:30Z',
      '2027-01-31T08:30:00+08:00',
      '2027-01-30T14:45-09:45',
      '2027-01-31T00:30:00.999999999Z',
      '2027-02-01T00:29:00+23:59',
      '2027-01-31T00:30:00-00:00',
    ]) {
      expect(isMoment(text), text).toBe(true)
      expect(read(text, 'end'), text).toBe('2027-01-31T00:30:00.000Z')
    }
  })

  it('before 1970 is also rounded down', () => {
    expect(read('1969-12-31T23:59:58.900Z', 'start')).toBe('1969-12-31T23:59:58.000Z')
  })
})

describe('invalid text', () => {
  const REFUSED = [
    '',
    ' ',
    'now',
    '0',
    '1798797600000',
    '2027',
    '2027-01',
    '2027-1-1',
    '27-01-01',
    '2027/01/31',
    '20270131',
    '31-01-2027',
    '+2027-01-31',
    '02027-01-31',
    '2027-00-10',
    '2027-13-01',
    '2027-01-00',
    '2027-01-32',
    '2027-02-29',
    '2027-02-30',
    '2027-04-31',
    '2100-02-29',
    '2027-02-30 10:00:00',
    '2027-02-30T10:00:00Z',
    '2027-01-31T',
    '2027-01-31 10',
    '2027-01-31 1:00',
    '2027-01-31 24:00:00',
    '2027-01-31 23:60',
    '2027-01-31 23:59:60',
    '2027-01-31  10:00',
    '2027-01-31t10:00',
    '2027-01-31T10:00z',
    '2027-01-31T10:00.5Z',
    '2027-01-31T10:00.5',
    '2027-01-31T10:00:00.Z',
    '2027-01-31T10:00:00.1234567890Z',
    '2027-01-31Z',
    '2027-01-31T10:00+8',
    '2027-01-31T10:00+0800',
    '2027-01-31T10:00+24:00',
    '2027-01-31T10:00+08:60',
    '2027-01-31T10:00 +08:00',
    ' 2027-01-31',
    '2027-01-31 ',
    '2027-01-31\n',
    '２０２７-01-31',
    '2027-01-31T10:00:00Z; drop',
  ]
  it.each(REFUSED)('such as %j is rejected and yields an invalid date', (text) => {
    expect(isMoment(text)).toBe(false)
    expect(momentOf(text, 'start', 'Asia/Shanghai').getTime()).toBeNaN()
  })

  it('is rejected by isMoment exactly when momentOf yields an invalid date', () => {
    const digit = (min: number, max: number, length = 2) =>
      fc.integer({ min, max }).map((value) => String(value).padStart(length, '0'))
    const almost = fc
      .tuple(
        digit(1968, 2108, 4),
        digit(0, 13),
        digit(0, 32),
        fc.constantFrom('', 'T', ' '),
        digit(0, 24),
        digit(0, 60),
        fc.option(digit(0, 60)),
        fc.constantFrom('', '.5', '.'),
        fc.constantFrom('', 'Z', '+08:00', '-23:59', '+24:00'),
      )
      .map(
        ([year, month, day, separator, hour, minute, second, fraction, offset]) =>
          `${year}-${month}-${day}${separator}` +
          (separator && `${hour}:${minute}${second === null ? '' : `:${second}`}${fraction}${offset}`),
      )
    fc.assert(
      fc.property(almost, edges, zones, (text, edge, zone) => {
        expect(isMoment(text)).toBe(!Number.isNaN(momentOf(text, edge, zone).getTime()))
      }),
      RUNS,
    )
  })

  it('does not include February 29 of a leap year', () => {
    expect(['2028-02-29', '2000-02-29', '2104-02-29 12:00'].filter((text) => !isMoment(text))).toEqual([])
    expect(read('2028-02-29', 'start')).toBe('2028-02-28T16:00:00.000Z')
  })
})
