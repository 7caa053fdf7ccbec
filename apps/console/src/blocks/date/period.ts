// A period of whole days in the session's zone, as filters use it. The address holds instants, so that a link shows
// everybody the same rows; people see days, or the name of a usual period.
import { LIMITS, instantOf, wallTime } from '@sealwright/contract'
import type { Translate } from '../../lib/words/i18n.tsx'
import { addDays, dayOf, firstOfMonth } from './calendar-days.ts'
import type { Days } from './calendar-days.ts'
import type { Edge } from './moment-text.ts'

export const PERIODS = {
  today: (today) => ({ from: today, to: today }),
  week: (today) => ({ from: addDays(today, -6), to: today }),
  days: (today) => ({ from: addDays(today, -29), to: today }),
  month: (today) => ({ from: firstOfMonth(today), to: today }),
  lastMonth: (today) => {
    const to = addDays(firstOfMonth(today), -1)
    return { from: firstOfMonth(to), to }
  },
  year: (today) => ({ from: `${today.slice(0, 'yyyy'.length)}-01-01`, to: today }),
} as const satisfies Record<string, (today: string) => Days>

export const PERIOD_NAMES = Object.keys(PERIODS) as (keyof typeof PERIODS)[] // keys of a const object

const LAST_MS = 999

const dayAt = (instant: string, zone: string) =>
  Number.isNaN(Date.parse(instant)) ? '' : dayOf(wallTime(new Date(instant), zone))

export const todayIn = (zone: string): string => dayOf(wallTime(new Date(), zone))

/** '' for an open end. */
export const daysOf = (from: string, to: string, zone: string): Days => ({
  from: dayAt(from, zone),
  to: dayAt(to, zone),
})

export function instantAt(day: string, edge: Edge, zone: string): string {
  if (day === '') return ''
  const instant = instantOf(`${day}T${edge === 'start' ? LIMITS.date.startTime : LIMITS.date.endTime}`, zone).getTime()
  // To the end of its last second.
  return Number.isNaN(instant) ? '' : new Date(instant + (edge === 'end' ? LAST_MS : 0)).toISOString()
}

/** Which usual period these days are today. */
export function periodNameOf({ from, to }: Days, today: string): keyof typeof PERIODS | undefined {
  return PERIOD_NAMES.find((name) => {
    const usual = PERIODS[name](today)
    return usual.from === from && usual.to === to
  })
}

/** The name of a usual period, or the days; '' for no period. `from` and `to` are instants, or ''. */
export function periodWords(t: Translate, from: string, to: string, zone: string): string {
  const days = daysOf(from, to, zone)
  if (days.from === '' && days.to === '') return ''
  const name = periodNameOf(days, todayIn(zone))
  if (name) return t(`blocks.period.${name}`)
  return days.from === days.to ? days.from : `${days.from || '…'} – ${days.to || '…'}`
}
