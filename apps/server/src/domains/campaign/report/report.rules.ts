// The numbers of a report from counters. A counter is named campaign.GUID.LINK.DAY.VIA.KIND or
// campaign.GUID.source.DAY.N.KIND. A day is text in the developer's time zone, such as 2026-11-17, so days compare as
// texts.
import { CAMPAIGN_FIGURES, LIMITS, PRICE_UNITS, PROMOTION_METHODS, daysAfter, isDay } from '@sealwright/contract'
import type { CampaignFigure, CampaignFigures, CampaignSource, PriceUnit } from '@sealwright/contract'

export interface Counted {
  name: string
  value: number
}

const isFigure = (kind: string): kind is CampaignFigure => (CAMPAIGN_FIGURES as readonly string[]).includes(kind)
const isUnit = (kind: string): kind is PriceUnit => (PRICE_UNITS as readonly string[]).includes(kind)

export const noFigures = (): CampaignFigures => ({ views: 0, registrations: 0, participations: 0, firstUses: 0 })

export interface Period {
  startDay: string
  endDay: string
}

const later = (one: string, other: string) => (one > other ? one : other)
const earlier = (one: string, other: string) => (one < other ? one : other)

/** The last day with a number. Undefined if there is none. */
export const lastCounted = (counted: readonly Counted[]) =>
  counted.reduce<string | undefined>((last, { name }) => {
    const day = name.split('.')[3] ?? ''
    return last === undefined || day > last ? day : last
  }, undefined)

/**
 * The days of a report. Without a period: from the publication to the end of the campaign or the last number after it,
 * at most until today, and at most the last days of the limit. Undefined if the given days make no period.
 */
export function periodOf(
  given: { startDay?: string | undefined; endDay?: string | undefined },
  known: { published: string | null; ends: string; last: string | undefined; today: string },
): Period | undefined {
  const { published, ends, last, today } = known
  if ([given.startDay, given.endDay].some((day) => day !== undefined && !isDay(day))) return undefined
  const until = earlier(today, later(ends, last ?? ends))
  const endDay = given.endDay ?? later(until, given.startDay ?? published ?? until)
  const longest = daysAfter(endDay, 1 - LIMITS.campaign.reportDays)
  const startDay = given.startDay ?? later(earlier(published ?? endDay, endDay), longest)
  const period = { startDay, endDay }
  return startDay > endDay || startDay < longest ? undefined : period
}

export interface Report {
  totals: CampaignFigures
  byLink: Map<string, CampaignFigures>
  days: ({ day: string; linkGuid: string } & CampaignFigures)[]
  byVia: Map<string, CampaignFigures>
  /** By the number of the value in `campaign_source`. */
  bySource: Map<number, CampaignFigures>
  costFen: number
  units: { stock: PriceUnit; count: number }[]
}

/** Adds up the counters of a period. */
export function reportOf(counted: readonly Counted[], { startDay, endDay }: Period): Report {
  const totals = noFigures()
  const byLink = new Map<string, CampaignFigures>()
  const byDay = new Map<string, { day: string; linkGuid: string } & CampaignFigures>()
  const byVia = new Map<string, CampaignFigures>()
  const bySource = new Map<number, CampaignFigures>()
  const units = new Map<PriceUnit, number>()
  let costFen = 0
  const into = <Key>(map: Map<Key, CampaignFigures>, key: Key) => {
    const figures = map.get(key) ?? noFigures()
    map.set(key, figures)
    return figures
  }
  for (const { name, value } of counted) {
    const [, , link = '', day = '', way = '', kind = ''] = name.split('.')
    if (day < startDay || day > endDay) continue
    if (link === 'source') {
      if (isFigure(kind)) into(bySource, Number(way))[kind] += value
    } else if (isFigure(kind)) {
      const key = `${day} ${link}`
      const ofDay = byDay.get(key) ?? { day, linkGuid: link, ...noFigures() }
      byDay.set(key, ofDay)
      for (const figures of [totals, ofDay, into(byLink, link), into(byVia, way)]) figures[kind] += value
    } else if (kind === 'costFen') costFen += value
    else if (isUnit(kind)) units.set(kind, (units.get(kind) ?? 0) + value)
  }
  return {
    totals,
    byLink,
    days: [...byDay.values()].toSorted((one, other) =>
      one.day === other.day ? (one.linkGuid < other.linkGuid ? -1 : 1) : one.day < other.day ? -1 : 1,
    ),
    byVia,
    bySource,
    costFen,
    units: PRICE_UNITS.flatMap((stock) => {
      const count = units.get(stock) ?? 0
      return count > 0 ? [{ stock, count }] : []
    }),
  }
}

export interface SourceRow extends CampaignFigures {
  source: CampaignSource
  value: string
}

const byFrequency = (one: SourceRow, other: SourceRow) =>
  other.participations - one.participations ||
  other.registrations - one.registrations ||
  (one.value < other.value ? -1 : 1)

/** Where participants came from: the ways that have numbers, then the most frequent values of each parameter. */
export function sourcesOf(
  { byVia, bySource }: Pick<Report, 'byVia' | 'bySource'>,
  values: readonly { n: number; source: Exclude<CampaignSource, 'via'>; value: string }[],
): SourceRow[] {
  const ways = PROMOTION_METHODS.flatMap((value): SourceRow[] => {
    const figures = byVia.get(value)
    return figures ? [{ source: 'via', value, ...figures }] : []
  })
  const rows = values.flatMap(({ n, source, value }): SourceRow[] => {
    const figures = bySource.get(n)
    return figures ? [{ source, value, ...figures }] : []
  })
  const topOf = (source: CampaignSource) =>
    rows
      .filter((row) => row.source === source)
      .toSorted(byFrequency)
      .slice(0, LIMITS.campaign.reportSources)
  return [...ways, ...topOf('spreadCode'), ...topOf('keyword')]
}

/** Null without first uses. */
export const costPerUse = (costFen: number, firstUses: number) =>
  firstUses === 0 ? null : Math.round(costFen / firstUses)
