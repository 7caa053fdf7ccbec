// Calendar days of a time zone, as text: `2027-01-31`. Clock changes make days longer or shorter; days are counted by
// the calendar, never by hours.
import { DAY_MS } from '../kernel/time-spans.ts'
import { wallTime } from '../kernel/zone.ts'

export const DAY_LENGTH = '2027-01-31'.length

/** The calendar day of a moment in a zone. */
export const localDay = (moment: Date, zone: string) => wallTime(moment, zone).slice(0, DAY_LENGTH)

export const daysAfter = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, DAY_LENGTH)

/** The number of calendar days from now to the day on which something ends. */
export const daysUntil = (now: Date, endsAt: Date, zone: string) =>
  (Date.parse(localDay(endsAt, zone)) - Date.parse(localDay(now, zone))) / DAY_MS
