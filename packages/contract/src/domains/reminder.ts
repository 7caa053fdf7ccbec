// When reminders go out: from 09:00 in the developer's time zone, so many calendar days of that zone before the end.
import { momentOf } from '../kernel/moment.ts'
import { SECOND_MS } from '../kernel/time-spans.ts'
import { wallTime } from '../kernel/zone.ts'
import { LIMITS } from '../limits.ts'
import { DAY_LENGTH, daysAfter, daysUntil, localDay } from './calendar-day.ts'

const MONDAY = 1

/** The first moment after a calendar day. */
export const dayEnd = (day: string, zone: string) => new Date(momentOf(day, 'end', zone).getTime() + SECOND_MS)

/** The Monday of the week of a day. */
export const mondayOf = (day: string) => daysAfter(day, -((new Date(day).getUTCDay() - MONDAY + 7) % 7))

export const isReminderTime = (now: Date, zone: string) =>
  Number(wallTime(now, zone).slice(DAY_LENGTH + 1, DAY_LENGTH + 3)) >= LIMITS.reminder.hour

/**
 * The reminder that applies: the shortest interval that has begun, 0 after the end, undefined if it is too early. So
 * after an outage, longer intervals are not sent belatedly.
 */
export function reminderInterval(
  now: Date,
  endsAt: Date,
  zone: string,
  intervals: readonly number[] = LIMITS.billing.reminderDays,
): number | undefined {
  if (endsAt <= now) return 0
  const left = daysUntil(now, endsAt, zone)
  return intervals.toSorted((one, other) => one - other).find((days) => left <= days)
}

/** The ends from `from` on and before `until` get the reminder of this interval. */
export interface ReminderWindow {
  days: number
  from: Date
  until: Date
}

/**
 * The ends that get a reminder today, by interval. The windows do not overlap. Ends in a window of `lastDay`, the day
 * of the previous reminders, had theirs.
 */
export function reminderWindows(
  now: Date,
  zone: string,
  lastDay: string | null,
  intervals: readonly number[] = LIMITS.billing.reminderDays,
): ReminderWindow[] {
  const today = localDay(now, zone)
  const sorted = intervals.toSorted((one, other) => one - other)
  return sorted.flatMap((days, index) => {
    const shorter = sorted[index - 1]
    const open = shorter === undefined ? new Date(now.getTime() + 1) : dayEnd(daysAfter(today, shorter), zone)
    const told = lastDay === null ? open : dayEnd(daysAfter(lastDay, days), zone)
    const from = told > open ? told : open
    const until = dayEnd(daysAfter(today, days), zone)
    return from < until ? [{ days, from, until }] : []
  })
}
