// The report of a campaign: totals with the period before, conversion, a chart by day, numbers by link and source, and
// the cost. The period is in the address.
import { CAMPAIGN_FIGURES, campaignReportCalls, wallTime } from '@sealwright/contract'
import type { CampaignAnswer } from '@sealwright/contract'
import { Gift } from 'lucide-react'
import { PageHead } from '../../../blocks/control/page-head.tsx'
import { EmptyState, ErrorState } from '../../../blocks/control/states.tsx'
import { dayOf } from '../../../blocks/date/calendar-days.ts'
import { PeriodFilter } from '../../../blocks/date/period-filter.tsx'
import { daysOf, instantAt, todayIn } from '../../../blocks/date/period.ts'
import { usualPeriods } from '../../../blocks/date/usual-period.ts'
import { Segmented } from '../../../blocks/form/segmented.tsx'
import { SettingsSkeleton } from '../../../blocks/form/settings-page.tsx'
import { BackToList } from '../../../blocks/list/back-to-list.tsx'
import { ExportMenu } from '../../../blocks/list/export-menu.tsx'
import { useAnswer } from '../../../lib/call/client.ts'
import { changeSearch, useSearchOf } from '../../../lib/place/navigate.tsx'
import { useSession } from '../../../lib/session/session.tsx'
import { useFormat, usePhrases, useTimeZone } from '../../../lib/words/i18n.tsx'
import { CampaignWays, LinkCopies, useCampaign } from './campaign-of.tsx'
import { DayChart } from './day-chart.tsx'
import { periodBefore, periodOf } from './report-days.ts'
import type { Period, Report } from './report-days.ts'
import { ByLink, Cost, Funnel, Sources, useShare } from './report-parts.tsx'
import './report.css'

const PATH = '/activity/chart'

function PeriodChoice({ period }: { period: Period }) {
  const t = usePhrases()
  const zone = useTimeZone()
  const search = useSearchOf(PATH)
  const choose = (chosen: { period?: string; startDay?: string; endDay?: string }) => {
    const { period: _period, startDay: _start, endDay: _end, ...rest } = search
    changeSearch(PATH, { ...rest, ...chosen })
  }
  const { startDay = '', endDay = '' } = period.name === 'custom' ? period.days : {}
  const shown = period.name === 'custom' ? undefined : period.name
  return (
    <div className="report-period">
      <Segmented<string>
        label={t('activity.report.chart.period')}
        value={shown ?? ''}
        options={[{ value: 'all', label: t('activity.report.chart.whole') }, ...usualPeriods(t)]}
        onSelect={(value) => choose(value === 'all' ? {} : { period: value })}
      />
      <PeriodFilter
        label={t('activity.report.chart.custom')}
        // The filter speaks of instants. They stand for the same days.
        from={instantAt(startDay, 'start', zone)}
        to={instantAt(endDay, 'end', zone)}
        onChange={(from, to) => {
          const days = daysOf(from, to, zone)
          choose({ startDay: days.from || undefined, endDay: days.to || undefined })
        }}
      />
    </div>
  )
}

function Totals({ totals, before }: Pick<Report, 'totals'> & { before: Report['totals'] | undefined }) {
  const t = usePhrases()
  const { number } = useFormat()
  const share = useShare()
  const changeOf = (now: number, past: number) => {
    if (now === past) return t('activity.report.chart.same')
    if (past === 0) return t('activity.report.chart.fresh')
    return t(now > past ? 'activity.report.chart.more' : 'activity.report.chart.less', {
      share: share(Math.abs(now - past), past),
    })
  }
  return (
    <dl className="report-totals" aria-label={t('activity.report.chart.totals')}>
      {CAMPAIGN_FIGURES.map((figure) => (
        <div key={figure}>
          <dt>{t(`activity.report.${figure}`)}</dt>
          <dd>
            <strong className="sw-tabular">{number(totals[figure])}</strong>
            {before && <span className="report-quiet">{changeOf(totals[figure], before[figure])}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The totals of the period before, if the campaign was public for all of it. */
function useBefore(guid: string, period: Period, report: Report | undefined, campaign: CampaignAnswer | undefined) {
  const zone = useSession().developer.timeZone
  const published = campaign?.publishTime
  const days = report && periodBefore(period, report)
  const isWhole = period.name === 'all'
  const isPublic = Boolean(published && days && dayOf(wallTime(new Date(published), zone)) <= days.startDay)
  return useAnswer(campaignReportCalls.chart, { guid, ...days }, { enabled: isPublic && !isWhole }).data?.totals
}

function Numbers({ report, before }: { report: Report; before: Report['totals'] | undefined }) {
  return (
    <>
      <Totals totals={report.totals} before={before} />
      <DayChart report={report} />
      <div className="report-pair">
        <Funnel totals={report.totals} />
        <Cost {...report} />
      </div>
      <ByLink links={report.links} />
      <Sources sources={report.sources} />
    </>
  )
}

export function Screen() {
  const t = usePhrases()
  const zone = useSession().developer.timeZone
  const search = useSearchOf(PATH)
  const { guid } = search
  const period = periodOf(search, todayIn(zone))
  const campaign = useCampaign(guid)
  const { data, error, refetch, isPlaceholderData } = useAnswer(
    campaignReportCalls.chart,
    { guid, ...period.days },
    { keepPrevious: true },
  )
  const before = useBefore(guid, period, isPlaceholderData ? undefined : data, campaign)
  const isDraft = campaign?.publishTime === null
  const content = () => {
    if (isDraft)
      return (
        <EmptyState
          icon={Gift}
          title={t('activity.report.chart.draftTitle')}
          sentence={t('activity.report.chart.draftSentence')}
        />
      )
    if (!data)
      return error ? (
        <ErrorState
          error={error}
          onRetry={() => void refetch()}
          back={<BackToList to="/activity" words="activity.report.back" />}
        />
      ) : (
        <SettingsSkeleton rows={6} />
      )
    if (CAMPAIGN_FIGURES.every((figure) => data.totals[figure] === 0))
      return (
        <EmptyState
          icon={Gift}
          title={t('activity.report.chart.emptyTitle')}
          sentence={t('activity.report.chart.emptySentence')}
          action={<LinkCopies links={campaign?.links ?? []} />}
        />
      )
    return <Numbers report={data} before={before} />
  }
  return (
    <div className="report-page">
      <PageHead
        title={t('activity.titles.chart')}
        sentence={
          campaign ? t('activity.report.chart.sentence', { name: campaign.name }) : t('activity.report.chart.plain')
        }
        actions={
          <>
            <CampaignWays guid={guid} here={PATH} />
            {!isDraft && (
              <ExportMenu
                path={campaignReportCalls.exportChart.path}
                payload={{ guid, ...period.days }}
                fileName={t('activity.report.chart.fileName')}
              />
            )}
          </>
        }
      />
      {!isDraft && (
        <div className="report-choice">
          <PeriodChoice period={period} />
          {data && (
            <p className="report-quiet sw-tabular">
              {t('activity.report.chart.days', { from: data.startDay, to: data.endDay })}
              {' · '}
              {t('activity.report.chart.zone', { zone })}
            </p>
          )}
        </div>
      )}
      <div className="report-content" aria-busy={isPlaceholderData || undefined}>
        {content()}
      </div>
    </div>
  )
}
