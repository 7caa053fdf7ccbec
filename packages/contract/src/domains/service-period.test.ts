import { expect, it } from 'vitest'
import { servicePeriod } from './service-period.ts'

const now = new Date('2026-03-10T04:00:00.000Z')
const untilOf = (from: string, months: number, timeZone = 'Asia/Shanghai') =>
  servicePeriod({ now, paidUntil: new Date(from), months, timeZone }).until.toISOString()

it.each([
  ['nothing was paid yet', null],
  ['the last period is over', new Date('2026-03-09T00:00:00.000Z')],
])('begins now where %s', (_why, paidUntil) => {
  expect(servicePeriod({ now, paidUntil, months: 12, timeZone: 'Asia/Shanghai' })).toEqual({
    from: now,
    until: new Date('2027-03-10T04:00:00.000Z'),
  })
})

it('is added to a period that still runs', () => {
  const paidUntil = new Date('2026-04-01T00:00:00.000Z')
  expect(servicePeriod({ now, paidUntil, months: 1, timeZone: 'Asia/Shanghai' })).toEqual({
    from: paidUntil,
    until: new Date('2026-05-01T00:00:00.000Z'),
  })
})

it('ends on the last day of a month that is too short', () => {
  expect(untilOf('2027-01-31T04:00:00.000Z', 1)).toBe('2027-02-28T04:00:00.000Z')
  expect(untilOf('2027-01-31T04:00:00.000Z', 13)).toBe('2028-02-29T04:00:00.000Z')
})

it("follows the developer's calendar, also where its day is another one than in UTC", () => {
  // In Shanghai this is the first of May, in New York still the last of April.
  expect(untilOf('2026-04-30T20:00:00.000Z', 1)).toBe('2026-05-31T20:00:00.000Z')
  expect(untilOf('2026-04-30T20:00:00.000Z', 1, 'America/New_York')).toBe('2026-05-30T20:00:00.000Z')
})

it('keeps the time on the wall when the clocks change', () => {
  // 09:00 in New York, in summer and in winter.
  expect(untilOf('2026-10-15T13:00:00.000Z', 1, 'America/New_York')).toBe('2026-11-15T14:00:00.000Z')
})
