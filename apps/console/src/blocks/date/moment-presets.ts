// The points in time that people choose most: for what starts, for what ends, and for an end that is extended. All are
// wall times, counted from the wall time of now.
import { LIMITS, wallTime } from '@sealwright/contract'
import type { Translate } from '../../lib/words/i18n.tsx'
import { addDays, addMonths, dayOf, firstOfMonth } from './calendar-days.ts'
import type { Edge } from './moment-text.ts'

export interface MomentPreset {
  label: string
  /** From a wall time to a wall time, `2027-01-31T23:59:59`. */
  at: (now: string) => string
}

const start = (day: string) => `${day}T${LIMITS.date.startTime}`
const end = (day: string) => `${day}T${LIMITS.date.endTime}`
const YEAR_MONTHS = 12

export const MOMENT_PRESETS = {
  start: {
    now: (now) => now,
    tomorrow: (now) => start(addDays(dayOf(now), 1)),
    nextMonth: (now) => start(addMonths(firstOfMonth(now), 1)),
  },
  end: {
    inMonth: (now) => end(addMonths(dayOf(now), 1)),
    inYear: (now) => end(addMonths(dayOf(now), YEAR_MONTHS)),
    inThreeYears: (now) => end(addMonths(dayOf(now), 3 * YEAR_MONTHS)),
    endOfYear: (now) => end(`${now.slice(0, 'yyyy'.length)}-12-31`),
  },
} as const satisfies Record<Edge, Record<string, MomentPreset['at']>>

const EXTENSIONS = [
  { name: 'month', months: 1 },
  { name: 'year', months: YEAR_MONTHS },
  { name: 'threeYears', months: 3 * YEAR_MONTHS },
] as const

/** Extends an end that is set, or one that is over from now on. Undefined without an end: the usual ones fit then. */
export function extensionPresets(t: Translate, end: string | null, zone: string): MomentPreset[] | undefined {
  if (!end) return undefined
  const [day = '', time = ''] = wallTime(new Date(end), zone).split('T')
  return EXTENSIONS.map(({ name, months }) => ({
    label: t(`blocks.moment.extend.${name}`),
    at: (now) => `${addMonths(day > dayOf(now) ? day : dayOf(now), months)}T${time}`,
  }))
}
