// The period that one payment of the service fee covers. The console shows it before the payment; the server charges
// for it. It ends at the same time on the same day of the month in the developer's time zone, or on the last day of a
// shorter month.
import { instantOf, wallTime } from '../../kernel/zone.ts'

const MONTHS_A_YEAR = 12

function monthsLater(wall: string, months: number): string {
  const [year = 0, month = 1, day = 1] = wall.slice(0, 10).split('-').map(Number)
  const at = year * MONTHS_A_YEAR + month - 1 + months
  const [laterYear, laterMonth] = [Math.floor(at / MONTHS_A_YEAR), (at % MONTHS_A_YEAR) + 1]
  // Day 0 of the next month is the last day of this month.
  const lastDay = new Date(Date.UTC(laterYear, laterMonth, 0)).getUTCDate()
  const two = (number: number) => String(number).padStart(2, '0')
  return `${laterYear}-${two(laterMonth)}-${two(Math.min(day, lastDay))}${wall.slice(10)}`
}

export interface ServicePeriod {
  from: Date
  until: Date
}

/** A payment before the end extends the period. A later payment starts a new one. */
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
