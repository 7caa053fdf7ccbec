// Instants and wall times in every time zone of the contract and in every valid year.
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

/** The zone's next clock change within a year of that instant, or the instant itself if there is none. */
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
/** Any instant. About half are within hours of a clock change. */
const moments = fc
  .record({ zone: zones, at: instants, nearSeconds: fc.option(fc.integer({ min: -4 * 3_600, max: 4 * 3_600 })) })
  .map(({ zone, at, nearSeconds }) => ({
    zone,
    at: nearSeconds === null ? at : nextChange(at, zone) + nearSeconds * 1_000,
  }))
const RUNS = { numRuns: 2_000 }

describe('wall time in a zone', () => {
  it('maps back to its instant, or to the earlier instant with the same wall time', () => {
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

  it('never maps to an earlier instant than a previous wall time, even across clock changes', () => {
    fc.assert(
      fc.property(moments, fc.integer({ min: 1, max: 4 * 3_600 }), ({ zone, at }, laterSeconds) => {
        // Includes wall times that match no instant.
        const wallMs = at + offsetAt(at - 2 * HOUR_MS, zone)
        const [wall = '', later = ''] = [wallMs, wallMs + laterSeconds * 1_000].map((ms) =>
          new Date(ms).toISOString().slice(0, -5),
        )
        expect(instantOf(later, zone).getTime()).toBeGreaterThanOrEqual(instantOf(wall, zone).getTime())
      }),
      RUNS,
    )
  })

  it('maps to the clock change if it is skipped, and to the earlier instant if it occurs twice', () => {
    expect(instantOf('2027-03-14T01:59:59', 'America/New_York').toISOString()).toBe('2027-03-14T06:59:59.000Z')
    expect(instantOf('2027-03-14T02:30:00', 'America/New_York').toISOString()).toBe('2027-03-14T07:00:00.000Z')
    expect(instantOf('2027-03-14T03:00:00', 'America/New_York').toISOString()).toBe('2027-03-14T07:00:00.000Z')
    expect(instantOf('2027-11-07T01:30:00', 'America/New_York').toISOString()).toBe('2027-11-07T05:30:00.000Z')
    expect(instantOf('2027-11-07T02:00:00', 'America/New_York').toISOString()).toBe('2027-11-07T07:00:00.000Z')
  })

  it('has seconds and a day that exists', () => {
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

  it('uses the local zone if the zone name is unknown', () => {
    const at = new Date('2027-01-31T15:59:59Z')
    expect(wallTime(at, 'Moon/Tranquility')).toBe(wallTime(at, Intl.DateTimeFormat().resolvedOptions().timeZone))
  })
})
