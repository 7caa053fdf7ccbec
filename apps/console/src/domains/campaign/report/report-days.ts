// The days of the report: the chosen period, the one before it, and the numbers of every day of a period. Days are
// those of the developer's time zone.
import { DAY_MS } from '@sealwright/contract'
import type { AnswerOf, CampaignFigures, campaignReportCalls } from '@sealwright/contract'
import { addDays } from '../../../blocks/date/calendar-days.ts'

export type Report = AnswerOf<typeof campaignReportCalls.chart>

export const NO_FIGURES: CampaignFigures = { views: 0, registrations: 0, participations: 0, firstUses: 0 }

/** Periods that end today, in days. */
export const LAST_DAYS = ['7', '14', '30'] as const
type PeriodName = 'all' | 'custom' | (typeof LAST_DAYS)[number]

export interface Period {
  name: PeriodName
  /** For the call. Without days, the whole campaign. */
  days: { startDay?: string; endDay?: string }
}

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** The period that the address names. */
export function periodOf(
  { period, startDay, endDay }: { period?: string; startDay?: string; endDay?: string },
  today: string,
): Period {
  const last = LAST_DAYS.find((days) => days === period)
  if (last) return { name: last, days: { startDay: addDays(today, 1 - Number(last)), endDay: today } }
  const own = { ...(DAY.test(startDay ?? '') && { startDay }), ...(DAY.test(endDay ?? '') && { endDay }) }
  return Object.keys(own).length > 0 ? { name: 'custom', days: own } : { name: 'all', days: {} }
}

const lengthOf = ({ startDay, endDay }: Pick<Report, 'startDay' | 'endDay'>) =>
  Math.round((Date.parse(endDay) - Date.parse(startDay)) / DAY_MS) + 1

/** The period of the same length right before. */
export const periodBefore = (report: Pick<Report, 'startDay' | 'endDay'>) => ({
  startDay: addDays(report.startDay, -lengthOf(report)),
  endDay: addDays(report.startDay, -1),
})

export interface Day {
  day: string
  /** Of all links. */
  figures: CampaignFigures
  byLink: ReadonlyMap<string, CampaignFigures>
}

/** Every day of the period. The answer has only days with numbers. */
export function everyDay({ startDay, endDay, days }: Pick<Report, 'startDay' | 'endDay' | 'days'>): Day[] {
  return Array.from({ length: lengthOf({ startDay, endDay }) }, (_, index) => {
    const day = addDays(startDay, index)
    const rows = days.filter((row) => row.day === day)
    return {
      day,
      byLink: new Map(rows.map((row) => [row.linkGuid, row])),
      figures: rows.reduce(plus, NO_FIGURES),
    }
  })
}

const plus = (a: CampaignFigures, b: CampaignFigures): CampaignFigures => ({
  views: a.views + b.views,
  registrations: a.registrations + b.registrations,
  participations: a.participations + b.participations,
  firstUses: a.firstUses + b.firstUses,
})
