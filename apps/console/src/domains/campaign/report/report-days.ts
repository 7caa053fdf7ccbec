// The days of the report: the chosen period, the one before it, and the numbers of every day of a period. Days are
// those of the developer's time zone.
import { daysBefore, daysOfPeriod, listDays } from '@sealwright/contract'
import type { AnswerOf, CampaignFigures, UsualPeriod, campaignReportCalls } from '@sealwright/contract'
import { usualPeriodOf } from '../../../blocks/date/usual-period.ts'

export type Report = AnswerOf<typeof campaignReportCalls.chart>

export const NO_FIGURES: CampaignFigures = { views: 0, registrations: 0, participations: 0, firstUses: 0 }

type PeriodName = 'all' | 'custom' | UsualPeriod

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
  const usual = usualPeriodOf(period)
  if (usual) {
    const { first, last } = daysOfPeriod(usual, today)
    return { name: usual, days: { startDay: first, endDay: last } }
  }
  const own = { ...(DAY.test(startDay ?? '') && { startDay }), ...(DAY.test(endDay ?? '') && { endDay }) }
  return Object.keys(own).length > 0 ? { name: 'custom', days: own } : { name: 'all', days: {} }
}

/** The days that a report is compared with. */
export function periodBefore(
  { name }: Pick<Period, 'name'>,
  { startDay, endDay }: Pick<Report, 'startDay' | 'endDay'>,
) {
  const { first, last } = daysBefore(usualPeriodOf(name) ?? 'range', { first: startDay, last: endDay })
  return { startDay: first, endDay: last }
}

export interface Day {
  day: string
  /** Of all links. */
  figures: CampaignFigures
  byLink: ReadonlyMap<string, CampaignFigures>
}

/** Every day of the period. The answer has only days with numbers. */
export function everyDay({ startDay, endDay, days }: Pick<Report, 'startDay' | 'endDay' | 'days'>): Day[] {
  return listDays({ first: startDay, last: endDay }).map((day) => {
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
