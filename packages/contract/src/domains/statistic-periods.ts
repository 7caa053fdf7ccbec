// The usual periods of statistics, for every page that counts by day.
import { LIMITS } from '../limits.ts'

/** Section 9: so many days, or the current month. All end today. */
export const USUAL_PERIODS = [...LIMITS.statistics.periodsDays.map((days) => `${days}` as const), 'month'] as const
export type UsualPeriod = (typeof USUAL_PERIODS)[number]
export const DEFAULT_PERIOD = '28' satisfies UsualPeriod
