import { describe, expect, it } from 'vitest'
import { everyDay, periodBefore, periodOf } from './report-days.ts'
import { MAILING, POSTER, reportOf } from './report.fixture.ts'

describe('the period of the address', () => {
  it.each([
    [{}, { name: 'all', days: {} }],
    [{ period: '7' }, { name: '7', days: { startDay: '2026-02-24', endDay: '2026-03-02' } }],
    [{ period: '28' }, { name: '28', days: { startDay: '2026-02-03', endDay: '2026-03-02' } }],
    [{ period: 'month' }, { name: 'month', days: { startDay: '2026-03-01', endDay: '2026-03-02' } }],
    [{ period: '30' }, { name: 'all', days: {} }],
    [{ startDay: '2026-01-05' }, { name: 'custom', days: { startDay: '2026-01-05' } }],
    [
      { startDay: 'monday', endDay: '2026-01-09' },
      { name: 'custom', days: { endDay: '2026-01-09' } },
    ],
  ])('%j', (search, period) => {
    expect(periodOf(search, '2026-03-02')).toEqual(period)
  })
})

it('the period before has the same length and ends the day before; that of a month is the month before', () => {
  expect(periodBefore({ name: '7' }, reportOf())).toEqual({ startDay: '2025-12-29', endDay: '2026-01-04' })
  expect(periodBefore({ name: 'month' }, { startDay: '2026-03-01', endDay: '2026-03-31' })).toEqual({
    startDay: '2026-02-01',
    endDay: '2026-02-28',
  })
})

it('every day of the period is there, and the figures of its links add up', () => {
  const days = everyDay(reportOf())
  expect(days.map(({ day, figures }) => [day.slice(-2), figures.participations])).toEqual([
    ['05', 46],
    ['06', 0],
    ['07', 0],
    ['08', 4],
    ['09', 0],
    ['10', 0],
    ['11', 0],
  ])
  expect(days[0]?.byLink.get(POSTER)?.views).toBe(300)
  expect(days[3]?.byLink.get(POSTER)).toBeUndefined()
  expect(days[3]?.byLink.get(MAILING)?.views).toBe(40)
})
