// When reminders go out, in every time zone of the contract and around clock changes.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../kernel/time-spans.ts'
import { instantOf, wallTime } from '../kernel/zone.ts'
import { LIMITS } from '../limits.ts'
import { TIME_ZONES } from '../regions.ts'
import { daysAfter, daysUntil, localDay } from './calendar-day.ts'
import { dayEnd, isReminderTime, mondayOf, reminderInterval, reminderWindows } from './reminder.ts'

const DAYS = LIMITS.billing.reminderDays
const zones = fc.constantFrom(...TIME_ZONES.map(({ zone }) => zone))
const moments = fc.date({
  min: new Date('2000-01-01T00:00:00Z'),
  max: new Date('2090-01-01T00:00:00Z'),
  noInvalidDate: true,
})
/** Up to 40 days, to the second. */
const spans = fc.integer({ min: -3_600, max: 40 * 24 * 3_600 }).map((seconds) => seconds * 1_000)
const later = (moment: Date, ms: number) => new Date(moment.getTime() + ms)

describe('the interval that applies', () => {
  it('depends on the calendar days of the zone alone, whatever the clock does', () => {
    fc.assert(
      fc.property(zones, moments, spans, (zone, now, span) => {
        const endsAt = later(now, span)
        const left =
          (Date.parse(wallTime(endsAt, zone).slice(0, 10)) - Date.parse(wallTime(now, zone).slice(0, 10))) / 864e5
        const expected = span <= 0 ? 0 : left <= 15 ? 15 : left <= 30 ? 30 : undefined
        expect(reminderInterval(now, endsAt, zone)).toBe(expected)
      }),
    )
  })

  it('never becomes longer as time goes by', () => {
    fc.assert(
      fc.property(zones, moments, spans, fc.integer({ min: 0, max: 48 }), (zone, now, span, hours) => {
        const endsAt = later(now, span)
        const rank = (at: Date) => reminderInterval(at, endsAt, zone) ?? Infinity
        // Where a clock change at midnight repeats an hour, the calendar goes back to the day before for that hour.
        if (localDay(later(now, hours * HOUR_MS), zone) >= localDay(now, zone))
          expect(rank(later(now, hours * HOUR_MS))).toBeLessThanOrEqual(rank(now))
      }),
    )
  })

  it.each([
    // The clock goes forward or back between the two moments; 30 days are an hour shorter or longer.
    ['America/New_York', '2027-02-20T09:00:00', '2027-03-22T23:59:59', 30],
    ['America/New_York', '2027-02-20T09:00:00', '2027-03-23T00:00:00', undefined],
    ['America/New_York', '2027-10-20T09:00:00', '2027-11-19T23:59:59', 30],
    ['America/New_York', '2027-10-20T09:00:00', '2027-11-04T23:59:59', 15],
    // Half an hour of summer time.
    ['Australia/Lord_Howe', '2027-09-20T09:00:00', '2027-10-05T23:59:59', 15],
    ['Australia/Lord_Howe', '2027-09-20T09:00:00', '2027-10-06T00:00:00', 30],
    // 45 minutes from UTC, and a clock change at a quarter to three.
    ['Asia/Kathmandu', '2027-01-01T09:00:00', '2027-01-31T23:59:59', 30],
    ['Pacific/Chatham', '2027-03-25T09:00:00', '2027-04-09T23:59:59', 15],
    // Midnight does not exist on the day of the change.
    ['Africa/Cairo', '2027-04-15T09:00:00', '2027-04-30T23:59:59', 15],
    // Samoa had no December 30, 2011.
    ['Pacific/Apia', '2011-12-15T09:00:00', '2011-12-31T12:00:00', 30],
  ])('in %s at %s, an end at %s has %s', (zone, now, endsAt, days) => {
    expect(reminderInterval(instantOf(now, zone), instantOf(endsAt, zone), zone)).toBe(days)
  })
})

describe('the windows of a day', () => {
  it('hold each end exactly in the window of its interval', () => {
    fc.assert(
      fc.property(zones, moments, spans, (zone, now, span) => {
        const endsAt = later(now, span)
        const holding = reminderWindows(now, zone, null).filter(({ from, until }) => from <= endsAt && endsAt < until)
        const days = reminderInterval(now, endsAt, zone)
        expect(holding.map((window) => window.days)).toEqual(days === undefined || days === 0 ? [] : [days])
      }),
    )
  })

  it('remind of each end once per interval, however many days the center was down', () => {
    fc.assert(
      fc.property(
        zones,
        moments,
        fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 0, max: 60 * 24 }),
        (zone, start, gaps, hours) => {
          const endsAt = later(start, hours * HOUR_MS)
          const told: number[] = []
          let lastDay: string | null = null
          let day = localDay(start, zone)
          for (const gap of gaps) {
            const now = instantOf(`${day}T09:00:00`, zone)
            for (const { days, from, until } of reminderWindows(now, zone, lastDay))
              if (from <= endsAt && endsAt < until) told.push(days)
            lastDay = day
            day = daysAfter(day, gap)
          }
          expect(told).toEqual(DAYS.filter((days) => told.includes(days)))
        },
      ),
    )
  })

  it('are one day long, day after day', () => {
    const zone = 'Asia/Shanghai'
    const now = instantOf('2027-01-01T09:15:00', zone)
    expect(reminderWindows(now, zone, '2026-12-31')).toEqual(
      [15, 30].map((days) => ({
        days,
        from: dayEnd(daysAfter('2026-12-31', days), zone),
        until: dayEnd(daysAfter('2027-01-01', days), zone),
      })),
    )
  })
})

describe('the time of day', () => {
  it.each([
    ['Asia/Kathmandu', '2027-01-01T03:14:00Z', false],
    ['Asia/Kathmandu', '2027-01-01T03:15:00Z', true],
    ['Australia/Adelaide', '2027-06-01T23:29:00Z', false],
    ['Australia/Adelaide', '2027-06-01T23:30:00Z', true],
    ['America/New_York', '2027-03-13T13:59:00Z', false],
    ['America/New_York', '2027-03-14T13:00:00Z', true],
    ['America/New_York', '2027-11-07T13:59:00Z', false],
    ['America/New_York', '2027-11-07T14:00:00Z', true],
  ])('in %s at %s: %s', (zone, now, isTime) => {
    expect(isReminderTime(new Date(now), zone)).toBe(isTime)
  })

  it('begins at a quarter of an hour of UTC in every zone, once a day', () => {
    fc.assert(
      fc.property(zones, moments, (zone, moment) => {
        const start = Math.floor(moment.getTime() / (15 * MINUTE_MS)) * 15 * MINUTE_MS
        const begins = []
        for (let at = start; at < start + 24 * HOUR_MS; at += 15 * MINUTE_MS)
          if (isReminderTime(new Date(at), zone) && !isReminderTime(new Date(at - 15 * MINUTE_MS), zone))
            begins.push(at)
        expect(begins.length).toBeLessThanOrEqual(2)
        for (const at of begins) expect(wallTime(new Date(at), zone).slice(11, 16)).toBe('09:00')
      }),
      { numRuns: 30 },
    )
  })
})

it('the Monday of a week', () => {
  expect(['2027-01-03', '2027-01-04', '2027-01-10'].map(mondayOf)).toEqual(['2026-12-28', '2027-01-04', '2027-01-04'])
  expect(daysUntil(new Date('2027-01-01T12:00:00Z'), new Date('2027-01-04T00:00:00Z'), 'UTC')).toBe(3)
})
