// Pure decisions of statistics: which days a period covers, which privileges a figure needs, how the values of days
// make one number, and which series are shown. Days are calendar days of the developer's time zone, as text.
import {
  CARRIERS,
  LIMITS,
  MEASURES,
  dayCount,
  daysBefore,
  daysOfPeriod,
  dimensionsOf,
  licensePrivilege,
} from '@sealwright/contract'
import type {
  Carrier,
  DaySpan,
  Dimension,
  ErrorName,
  MeasureName,
  Privilege,
  StatisticPeriod,
} from '@sealwright/contract'

export interface Period extends DaySpan {
  /** The days that it is compared with. */
  before: DaySpan
}
export interface AskedSpan {
  period: StatisticPeriod
  first?: string | undefined
  last?: string | undefined
}
export type SpanRefused = { error: ErrorName; max?: number } | { missing: 'first' | 'last' }

const earlier = (a: string, b: string) => (a < b ? a : b)

/** The days of a period that ends today at the latest. */
export function periodOf({ period, first, last }: AskedSpan, today: string): Period | SpanRefused {
  if (period !== 'range') {
    const days = daysOfPeriod(period, today)
    return { ...days, before: daysBefore(period, days) }
  }
  if (first === undefined) return { missing: 'first' }
  if (last === undefined) return { missing: 'last' }
  if (first > last || first > today) return { error: 'statistics.badRange' }
  const days = { first, last: earlier(last, today) }
  const max = LIMITS.statistics.rangeDays
  if (dayCount(days) > max) return { error: 'statistics.rangeTooLong', max }
  return { ...days, before: daysBefore(period, days) }
}

/** One number from the values of days. Averages have two decimals. */
export function totalOf(measure: MeasureName, values: readonly number[]): number {
  const sum = values.reduce((all, value) => all + value, 0)
  if (MEASURES[measure].total === 'sum') return sum
  if (MEASURES[measure].total === 'max') return Math.max(0, ...values)
  return values.length === 0 ? 0 : Math.round((sum / values.length) * 100) / 100
}

const carrierPrivilege = (carrier: Carrier): Privilege =>
  carrier === 'dongle' ? 'dongleLicense.view' : licensePrivilege(carrier, 'view')

const NEEDED: Partial<Record<MeasureName, Privilege>> = {
  userCreated: 'user.view',
  seatPeak: 'runtime.view',
  seatAverage: 'runtime.view',
  seatSold: 'runtime.view',
  refusal: 'runtime.view',
  spending: 'billing.view',
  campaignJoined: 'activity.report',
}

/** The carriers whose licenses the caller may view. */
export const seenCarriers = (may: (right: Privilege) => boolean): Carrier[] =>
  CARRIERS.filter((carrier) => may(carrierPrivilege(carrier)))

/** The privileges of which one is enough to see a figure, of the given carriers. */
export function privilegesOf(measure: MeasureName, carriers: readonly Carrier[] = CARRIERS): Privilege[] {
  const needed = NEEDED[measure]
  return needed ? [needed] : carriers.map(carrierPrivilege)
}

export const hasDimension = (measure: MeasureName, dimension: Dimension) => dimensionsOf(measure).includes(dimension)

export interface Series {
  /** Empty for rows without a value of the dimension. */
  key: string
  total: number
  before: number
  values: number[]
}

/** The largest series, then the sum of the others, if there are any. */
export function topSeries(
  measure: MeasureName,
  all: readonly Series[],
  most: number = LIMITS.statistics.series,
): { top: Series[]; others: Omit<Series, 'key'> | null } {
  const sorted = all.toSorted((a, b) => b.total - a.total || (a.key < b.key ? -1 : 1))
  const top = sorted.slice(0, most)
  const rest = sorted.slice(most)
  if (rest.length === 0) return { top, others: null }
  const values = (rest[0]?.values ?? []).map((_, index) => rest.reduce((sum, one) => sum + (one.values[index] ?? 0), 0))
  return {
    top,
    others: { total: totalOf(measure, values), before: rest.reduce((sum, one) => sum + one.before, 0), values },
  }
}
