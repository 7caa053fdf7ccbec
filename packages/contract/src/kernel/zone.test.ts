// Instants and wall times, over every zone of the contract and every year that a date may have.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LIMITS } from '../limits.ts'
import { TIME_ZONES } from '../regions.ts'
import { HOUR_MS } from './time-spans.ts'
import { instantOf, wallTime } from './zone.ts'

const MONTH_MS = 30 * 24 * HOUR_MS
const first = Date.parse(`${LIMITS.date.earliest}T${LIMITS.date.startTime}Z`)
const last = Date.parse(`${LIMITS.date.latest}T${LIMITS.date.endTime}Z`)

const offsetAt = (ms: number, zone: string) => Date.parse(`${wallTime(new Date(ms), zone)}Z`) - ms

/** When the zone's clocks are next set after that instant, within a year; the instant itself in a year without. */
function nextChange(from: number, zone: string): number {
  for (let low = from; low < from + 12 * MONTH_MS; low += MONTH_MS) {
    let high = low + MONTH_MS
    const offset = offsetAt(low, zone)
    if (offsetAt(high, zone) === offset) continue
    while (high - low > 1_000) {
      const middle = Math.floor((low + high) / 2_000) * 1_000
      if (offsetAt(middle, zone) === offset) low = middle
      else high = middle
    }
    return high
  }
  return from
}

const zones = fc.constantFrom(...TIME_ZONES.map(({ zone }) => zone))
const instants = fc.integer({ min: first / 1_000, max: Math.floor(last / 1_000) }).map((seconds) => seconds * 1_000)
/** Any instant, as often one within hours of a change of the clocks. */
const moments = fc
  .record({ zone: zones, at: instants, nearSeconds: fc.option(fc.integer({ min: -4 * 3_600, max: 4 * 3_600 })) })
  .map(({ zone, at, nearSeconds }) => ({
    zone,
    at: nearSeconds === null ? at : nextChange(at, zone) + nearSeconds * 1_000,
  }))
const RUNS = { numRuns: 2_000 }

describe('wall time in a zone', () => {
  it('leads back to the instant it was read at, or to the earlier one that shows the same', () => {
    fc.assert(
      fc.property(moments, ({ zone, at }) => {
        const wall = wallTime(new Date(at), zone)
        const back = instantOf(wall, zone).getTime()
        expect(wallTime(new Date(back), zone)).toBe(wall)
        expect(back).toBeLessThanOrEqual(at)
        if (back < at) expect(offsetAt(back, zone)).toBeGreaterThan(offsetAt(at, zone))
      }),
      RUNS,
    )
  })

  it('is never an earlier instant when it is later, also where the clocks jump', () => {
    fc.assert(
      fc.property(moments, fc.integer({ min: 1, max: 4 * 3_600 }), ({ zone, at }, laterSeconds) => {
        // Any wall time, also one that no instant shows.
        const wallMs = at + offsetAt(at - 2 * HOUR_MS, zone)
        const [wall = '', later = ''] = [wallMs, wallMs + laterSeconds * 1_000].map((ms) =>
          new Date(ms).toISOString().slice(0, -5),
        )
        expect(instantOf(later, zone).getTime()).toBeGreaterThanOrEqual(instantOf(wall, zone).getTime())
      }),
      RUNS,
    )
  })

  it('is the instant of the jump where the clocks jump over it, and the earlier one where they show it twice', () => {
    expect(instantOf('2027-03-14T01:59:59', 'America/New_York').toISOString()).toBe('2027-03-14T06:59:59.000Z')
    expect(instantOf('2027-03-14T02:30:00', 'America/New_York').toISOString()).toBe('2027-03-14T07:00:00.000Z')
    expect(instantOf('2027-03-14T03:00:00', 'America/New_York').toISOString()).toBe('2027-03-14T07:00:00.000Z')
    expect(instantOf('2027-11-07T01:30:00', 'America/New_York').toISOString()).toBe('2027-11-07T05:30:00.000Z')
    expect(instantOf('2027-11-07T02:00:00', 'America/New_York').toISOString()).toBe('2027-11-07T07:00:00.000Z')
  })

  it('is read to the second, of a day that exists', () => {
    expect(wallTime(new Date('2027-01-31T15:59:59.999Z'), 'Asia/Shanghai')).toBe('2027-01-31T23:59:59')
    for (const wall of [
      '',
      '2027-02-30T00:00:00',
      '2027-02-28',
      '2027-02-28T24:00:00',
      '2027-02-28T00:00',
      '2027-02-28T00:00:00Z',
      '2027-02-28T00:00:00.5',
    ]) {
      expect(instantOf(wall, 'Asia/Shanghai').getTime(), wall).toBeNaN()
    }
  })

  it('is that of the place where nobody knows the zone', () => {
    const at = new Date('2027-01-31T15:59:59Z')
    expect(wallTime(at, 'Moon/Tranquility')).toBe(wallTime(at, Intl.DateTimeFormat().resolvedOptions().timeZone))
  })
})
