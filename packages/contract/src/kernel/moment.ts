// Parses a point in time as people and programs write it: an ISO 8601 instant, a wall time (`2027-01-31 23:59:59`) or a
// bare day. Wall times and days are in the developer's time zone. As a start, a day means 00:00:00; as an end,
// 23:59:59. Because clock changes can skip or repeat 23:59:59, a day ends one second before the next day starts.
import { LIMITS } from '../limits.ts'
import { DAY_MS, SECOND_MS } from './time-spans.ts'
import { instantOf } from './zone.ts'

const DAY = String.raw`\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])`
const CLOCK = String.raw`((?:[01]\d|2[0-3]):[0-5]\d)(?:(:[0-5]\d)(?:\.\d{1,9})?)?`
const MOMENT = new RegExp(`^(${DAY})(?:[T ]${CLOCK}(Z|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)?)?$`)

function exists(day: string): boolean {
  const parsed = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(day)
}

export function isMoment(text: string): boolean {
  const day = MOMENT.exec(text)?.[1]
  return day !== undefined && exists(day)
}

/** The instant, to the second. An invalid date if the text is not a moment. */
export function momentOf(text: string, edge: 'start' | 'end', zone: string): Date {
  const [, day = '', clock, seconds = ':00', offset] = MOMENT.exec(text) ?? []
  if (offset !== undefined) return new Date(exists(day) ? Date.parse(`${day}T${clock}${seconds}${offset}`) : Number.NaN)
  if (clock !== undefined) return instantOf(`${day}T${clock}${seconds}`, zone)
  if (edge === 'start' || !exists(day)) return instantOf(`${day}T${LIMITS.date.startTime}`, zone)
  const dayAfter = new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, day.length)
  return new Date(instantOf(`${dayAfter}T${LIMITS.date.startTime}`, zone).getTime() - SECOND_MS)
}
