// The days of the periods of statistics. Days are calendar days of the developer's time zone, as text: `2026-11-18`.
import { DAY_MS } from '../kernel/time-spans.ts'
import { daysAfter } from './calendar-day.ts'
import type { UsualPeriod } from './statistic-periods.ts'

const DAY = /^(?:19|2\d)\d{2}-\d{2}-\d{2}$/
/** Whether a text is such a day. A parser takes February 31 for a day in March. */
export function isDay(text: string): boolean {
  const ms = DAY.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text)
}

/** Both days are included. */
export interface DaySpan {
  first: string
  last: string
}

/** The number of days from one day to another, both included. */
export const dayCount = ({ first, last }: DaySpan) => Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS) + 1
export const listDays = (days: DaySpan) =>
  Array.from({ length: Math.max(0, dayCount(days)) }, (_, index) => daysAfter(days.first, index))

export const daysOfPeriod = (period: UsualPeriod, today: string): DaySpan => ({
  first: period === 'month' ? `${today.slice(0, 8)}01` : daysAfter(today, 1 - Number(period)),
  last: today,
})

/**
 * The days that a period is compared with. Of the current month: the same days of the month before, which are fewer if
 * that month is shorter. Of any other: as many days, directly before.
 */
export function daysBefore(period: UsualPeriod | 'range', days: DaySpan): DaySpan {
  const last = daysAfter(days.first, -1)
  if (period !== 'month') return { first: daysAfter(days.first, -dayCount(days)), last }
  const month = last.slice(0, 8)
  const sameDay = `${month}${days.last.slice(8)}`
  return { first: `${month}01`, last: sameDay < last ? sameDay : last }
}
