// The period that one payment of the service fee covers: told before it is paid, and what the server then pays for. It
// ends on the same day of the developer's calendar, at the same time; the 31st ends on the last day of a shorter month.
import { instantOf, wallTime } from '../kernel/zone.ts'

const MONTHS_A_YEAR = 12

function monthsLater(wall: string, months: number): string {
  const [year = 0, month = 1, day = 1] = wall.slice(0, 10).split('-').map(Number)
  const at = year * MONTHS_A_YEAR + month - 1 + months
  const [laterYear, laterMonth] = [Math.floor(at / MONTHS_A_YEAR), (at % MONTHS_A_YEAR) + 1]
  // Day 0 of the next month is the last of this one.
  const lastDay = new Date(Date.UTC(laterYear, laterMonth, 0)).getUTCDate()
  return `${laterYear}-${String(laterMonth).padStart(2, '0')}-${String(Math.min(day, lastDay)).padStart(2, '0')}${wall.slice(10)}`
}

export interface ServicePeriod {
  from: Date
  until: Date
}

/** What is paid before it ends is added; after that it begins anew. */
export function servicePeriod(facts: {
  now: Date
  paidUntil: Date | null
  months: number
  timeZone: string
}): ServicePeriod {
  const { now, paidUntil, months, timeZone } = facts
  const from = paidUntil && paidUntil > now ? paidUntil : now
  return { from, until: instantOf(monthsLater(wallTime(from, timeZone), months), timeZone) }
}
