import { expect, it } from 'vitest'
import { servicePeriod } from './service-period.ts'

const now = new Date('2026-03-10T04:00:00.000Z')
const untilOf = (from: string, months: number, timeZone = 'Asia/Shanghai') =>
  servicePeriod({ now, paidUntil: new Date(from), months, timeZone }).until.toISOString()

it.each([
  ['nothing was paid yet', null],
  ['the last period is over', new Date('2026-03-09T00:00:00.000Z')],
])('starts now if %s', (_why, paidUntil) => {
  expect(servicePeriod({ now, paidUntil, months: 12, timeZone: 'Asia/Shanghai' })).toEqual({
    from: now,
    until: new Date('2027-03-10T04:00:00.000Z'),
  })
})

it('extends a period that has not ended', () => {
  const paidUntil = new Date('2026-04-01T00:00:00.000Z')
  expect(servicePeriod({ now, paidUntil, months: 1, timeZone: 'Asia/Shanghai' })).toEqual({
    from: paidUntil,
    until: new Date('2026-05-01T00:00:00.000Z'),
  })
})

it('ends on the last day of a shorter month', () => {
  expect(untilOf('2027-01-31T04:00:00.000Z', 1)).toBe('2027-02-28T04:00:00.000Z')
  expect(untilOf('2027-01-31T04:00:00.000Z', 13)).toBe('2028-02-29T04:00:00.000Z')
})

it("uses the developer's time zone, even where the date differs from UTC", () => {
  // May 1 in Shanghai, but April 30 in New York.
  expect(untilOf('2026-04-30T20:00:00.000Z', 1)).toBe('2026-05-31T20:00:00.000Z')
  expect(untilOf('2026-04-30T20:00:00.000Z', 1, 'America/New_York')).toBe('2026-05-30T20:00:00.000Z')
})

it('keeps the wall time across a clock change', () => {
  // 09:00 in New York in summer and winter.
  expect(untilOf('2026-10-15T13:00:00.000Z', 1, 'America/New_York')).toBe('2026-11-15T14:00:00.000Z')
})
