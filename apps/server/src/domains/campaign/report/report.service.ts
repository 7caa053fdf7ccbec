// The report of a campaign: its counters by link and day, where participants came from, and what they cost.
import { CAMPAIGN_FIGURES, localDay } from '@sealwright/contract'
import type { campaignReportCalls } from '@sealwright/contract'
import type * as z from 'zod/mini'
import { found } from '../../../kernel/entity/refuse.ts'
import type { FileAnswer, StreamContext } from '../../../kernel/http/context.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { SHEET_TYPES, writeSheet } from '../../../kernel/sheets/sheets.ts'
import { findCampaign, listLinks } from '../campaign.queries.ts'
import { listNumbers, listSources } from './report.queries.ts'
import { costPerUse, lastCounted, noFigures, periodOf, reportOf, sourcesOf } from './report.rules.ts'

type Payload<Name extends keyof typeof campaignReportCalls> = z.output<(typeof campaignReportCalls)[Name]['payload']>
type Asked = Omit<Payload<'exportChart'>, 'format'>

async function read(scope: Scope, { guid, startDay, endDay }: Asked) {
  const { caller, asking } = scope
  const campaign = found(await findCampaign(scope, guid), 'activity.notFound')
  const dayAt = (time: Date) => localDay(time, caller.developer.timeZone)
  const counted = await listNumbers(scope, guid)
  const period = periodOf(
    { startDay, endDay },
    {
      published: campaign.publishedAt && dayAt(campaign.publishedAt),
      ends: dayAt(campaign.endsAt),
      last: lastCounted(counted),
      today: dayAt(asking.now),
    },
  )
  if (!period) throw new Refusal('platform.timeIllegal', { field: 'startDay' })
  return { campaign, period, report: reportOf(counted, period), links: await listLinks(scope, [guid]) }
}

export async function chart(scope: Scope, asked: Payload<'chart'>) {
  const { period, report, links } = await read(scope, asked)
  const { totals, byLink, days, bySource, costFen, units } = report
  const values = await listSources(scope, asked.guid, [...bySource.keys()])
  return {
    ...period,
    totals,
    links: links.map(({ guid, name, removedAt }) => ({
      guid,
      name,
      isActive: removedAt === null,
      ...(byLink.get(guid) ?? noFigures()),
    })),
    days,
    sources: sourcesOf(report, values),
    costFen,
    units,
    costPerUseFen: costPerUse(costFen, totals.firstUses),
  }
}

export async function exportChart(
  context: StreamContext,
  { format, ...asked }: Payload<'exportChart'>,
): Promise<FileAnswer> {
  const { say } = context
  const { campaign, report, links } = await context.read((scope) => read(scope, asked))
  const names = new Map(links.map(({ guid, name }) => [guid, name]))
  const headings = [
    say('activity.report.columns.day'),
    say('activity.report.columns.linkName'),
    ...CAMPAIGN_FIGURES.map((figure) => say(`activity.report.${figure}`)),
  ]
  const rows = report.days.map(({ day, linkGuid, ...figures }) => [
    day,
    names.get(linkGuid) ?? '',
    ...CAMPAIGN_FIGURES.map((figure) => figures[figure]),
  ])
  return {
    fileName: `${say('activity.report.chart.fileName')} ${campaign.name}.${format}`,
    type: SHEET_TYPES[format],
    body: writeSheet(format, [headings, ...rows]),
  }
}
