// Days of the calendar as text, `2027-01-31`, and what the keys of a calendar do with them. Knows no zone and no clock.
// The order of the texts is the order of the days.
import { DAY_MS } from '@sealwright/contract'

export interface Days {
  from: string
  to: string
}

const DAY_LENGTH = 'yyyy-MM-dd'.length
const WEEK = 7
/** The most that a month touches: every month is drawn as high as this, so that the calendar does not jump. */
const WEEKS = 6
const MONTHS = 12

/** The day of a wall time. */
export const dayOf = (wall: string): string => wall.slice(0, DAY_LENGTH)
/** `2027-01` of a day. */
export const monthOf = (day: string): string => day.slice(0, 'yyyy-MM'.length)

const dayAt = (ms: number): string => dayOf(new Date(ms).toISOString())

export const addDays = (day: string, days: number): string => dayAt(Date.parse(day) + days * DAY_MS)

export const firstOfMonth = (day: string): string => `${monthOf(day)}-01`

/** The same day of another month, or the last one of a month without it. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return dayAt(Date.UTC(year, month - 1 + months, Math.min(date, last)))
}

export const lastOfMonth = (day: string): string => addDays(addMonths(firstOfMonth(day), 1), -1)

export const within = (day: string, min: string, max: string): string => (day < min ? min : day > max ? max : day)

/** How many days lie between the beginning of the week and this day. `firstWeekday` counts from Sunday, 0. */
const daysIntoWeek = (day: string, firstWeekday: number) => (new Date(day).getUTCDay() - firstWeekday + WEEK) % WEEK

/** The weeks of the month that has this day; undefined where a week belongs to another month. */
export function weeksOf(day: string, firstWeekday: number): (string | undefined)[][] {
  const first = firstOfMonth(day)
  const start = addDays(first, -daysIntoWeek(first, firstWeekday))
  return Array.from({ length: WEEKS }, (_, week) =>
    Array.from({ length: WEEK }, (__, weekday) => {
      const one = addDays(start, week * WEEK + weekday)
      return monthOf(one) === monthOf(first) ? one : undefined
    }),
  )
}

/** Where a key leads from a day, as in the date picker dialog of the WAI-ARIA practices; undefined for other keys. */
export function dayAfterKey(day: string, key: string, isShift: boolean, firstWeekday: number): string | undefined {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1)
    case 'ArrowRight':
      return addDays(day, 1)
    case 'ArrowUp':
      return addDays(day, -WEEK)
    case 'ArrowDown':
      return addDays(day, WEEK)
    case 'Home':
      return addDays(day, -daysIntoWeek(day, firstWeekday))
    case 'End':
      return addDays(day, WEEK - 1 - daysIntoWeek(day, firstWeekday))
    case 'PageUp':
      return addMonths(day, isShift ? -MONTHS : -1)
    case 'PageDown':
      return addMonths(day, isShift ? MONTHS : 1)
    default:
      return undefined
  }
}
