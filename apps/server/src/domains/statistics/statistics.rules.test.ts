import { LIMITS, USUAL_PERIODS, dayCount, daysAfter, listDays } from '@sealwright/contract'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { periodOf, topSeries, totalOf } from './statistics.rules.ts'
import type { Period } from './statistics.rules.ts'

const spanOf = (...given: Parameters<typeof periodOf>) => periodOf(...given) as Period // not refused here

describe('a period', () => {
  it.each([
    ['7', '2026-11-18', '2026-11-12', '2026-11-05', '2026-11-11'],
    ['14', '2026-03-01', '2026-02-16', '2026-02-02', '2026-02-15'],
    ['21', '2024-03-10', '2024-02-19', '2024-01-29', '2024-02-18'],
    ['28', '2026-01-05', '2025-12-09', '2025-11-11', '2025-12-08'],
    ['month', '2026-11-18', '2026-11-01', '2026-10-01', '2026-10-18'],
    ['month', '2026-03-31', '2026-03-01', '2026-02-01', '2026-02-28'],
    ['month', '2024-03-30', '2024-03-01', '2024-02-01', '2024-02-29'],
    ['month', '2026-01-01', '2026-01-01', '2025-12-01', '2025-12-01'],
  ] as const)('of %s ends on %s and is compared with the days before', (period, today, first, from, until) => {
    expect(periodOf({ period }, today)).toEqual({ first, last: today, before: { first: from, last: until } })
  })

  it('of a range includes both days and ends today at the latest', () => {
    const range = (first?: string, last?: string) => periodOf({ period: 'range', first, last }, '2026-11-18')
    expect(range('2026-11-01', '2026-11-10')).toEqual({
      first: '2026-11-01',
      last: '2026-11-10',
      before: { first: '2026-10-22', last: '2026-10-31' },
    })
    expect(range('2026-11-18', '2027-05-05')).toMatchObject({ first: '2026-11-18', last: '2026-11-18' })
    expect(range(undefined, '2026-11-10')).toEqual({ missing: 'first' })
    expect(range('2026-11-10')).toEqual({ missing: 'last' })
    expect(range('2026-11-11', '2026-11-10')).toEqual({ error: 'statistics.badRange' })
    expect(range('2026-11-19', '2026-11-20')).toEqual({ error: 'statistics.badRange' })
    expect(range('2025-11-18', '2026-11-18')).toMatchObject({ first: '2025-11-18' })
    expect(range('2025-11-17', '2026-11-18')).toEqual({ error: 'statistics.rangeTooLong', max: 366 })
  })

  it('has as many days before it, unless the month before is shorter', () => {
    const day = fc
      .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
      .map((at) => at.toISOString().slice(0, 10))
    fc.assert(
      fc.property(day, fc.constantFrom(...USUAL_PERIODS), (today, period) => {
        const { first, last, before } = spanOf({ period }, today)
        expect(last).toBe(today)
        expect(before.last < first).toBe(true)
        expect(listDays({ first, last }).at(-1)).toBe(last)
        if (period === 'month') expect(dayCount(before)).toBeLessThanOrEqual(dayCount({ first, last }))
        else {
          expect(dayCount(before)).toBe(Number(period))
          expect(daysAfter(before.last, 1)).toBe(first)
        }
      }),
    )
  })
})

it('the values of days make a sum, a maximum or an average', () => {
  expect(totalOf('licenseIssued', [1, 0, 3])).toBe(4)
  expect(totalOf('seatPeak', [1, 5, 3])).toBe(5)
  expect(totalOf('deviceActive', [1, 1, 3])).toBe(1.67)
  expect([totalOf('seatPeak', []), totalOf('deviceActive', [])]).toEqual([0, 0])
})

it('the largest series are shown, and the others as one sum', () => {
  const series = Array.from({ length: 12 }, (_, index) => ({
    key: String(index),
    total: index,
    before: 1,
    values: [index, 0],
  }))
  const { top, others } = topSeries('licenseIssued', series)
  expect(top.map(({ key }) => key)).toEqual(['11', '10', '9', '8', '7', '6', '5', '4', '3', '2'])
  expect(top).toHaveLength(LIMITS.statistics.series)
  expect(others).toEqual({ total: 1, before: 2, values: [1, 0] })
  expect(topSeries('licenseIssued', series.slice(0, 10)).others).toBeNull()
})
