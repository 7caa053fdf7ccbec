// The points in time that people choose most: for what starts and for what ends. All are wall times, counted from the
// wall time of now.
import { LIMITS } from '@sealwright/contract'
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
