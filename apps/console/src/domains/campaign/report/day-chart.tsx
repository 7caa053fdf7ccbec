// One figure by day, stacked by link, or all figures by day as a table.
import { CAMPAIGN_FIGURES } from '@sealwright/contract'
import type { CampaignFigure, CampaignFigures } from '@sealwright/contract'
import { Suspense, lazy, useMemo } from 'react'
import { Segmented } from '../../../blocks/form/segmented.tsx'
import { DataTable } from '../../../blocks/list/data-table.tsx'
import type { Column } from '../../../blocks/list/data-table.tsx'
import { changeSearch, useSearchOf } from '../../../lib/place/navigate.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import type { Translate } from '../../../lib/words/i18n.tsx'
import { everyDay } from './report-days.ts'
import type { Day, Report } from './report-days.ts'
import { Part, figureColumn } from './report-parts.tsx'

const PATH = '/activity/chart'
const DEFAULT: CampaignFigure = 'participations'
const VIEWS = ['chart', 'table'] as const

// Loaded on demand: the chart code is larger than the rest of the page.
const DayBars = lazy(async () => ({ default: (await import('./day-bars.tsx')).DayBars }))

interface DayRow extends CampaignFigures {
  day: string
}

const dayColumns = (t: Translate): Column<DayRow>[] => [
  {
    key: 'day',
    title: t('activity.report.chart.day'),
    minWidth: 96,
    cell: ({ day }) => <span className="sw-tabular">{day}</span>,
  },
  ...CAMPAIGN_FIGURES.map((figure) => figureColumn(t, figure)),
]

function DayTable({ days }: { days: readonly Day[] }) {
  const t = usePhrases()
  const rows = useMemo(() => days.map(({ day, figures }): DayRow => ({ day, ...figures })).toReversed(), [days])
  const columns = useMemo(() => dayColumns(t), [t])
  return (
    <DataTable
      label={t('activity.report.chart.byDay')}
      rows={rows}
      columns={columns}
      rowKey={({ day }) => day}
      rowName={({ day }) => day}
    />
  )
}

export function DayChart({ report }: { report: Report }) {
  const t = usePhrases()
  const search = useSearchOf(PATH)
  const days = useMemo(() => everyDay(report), [report])
  const figure = CAMPAIGN_FIGURES.find((name) => name === search.figure) ?? DEFAULT
  const isTable = search.view === 'table'
  return (
    <Part
      title={t('activity.report.chart.byDay')}
      tools={
        <>
          {!isTable && (
            <Segmented
              label={t('activity.report.chart.figure')}
              value={figure}
              options={CAMPAIGN_FIGURES.map((value) => ({ value, label: t(`activity.report.${value}`) }))}
              onSelect={(value) => changeSearch(PATH, { ...search, figure: value === DEFAULT ? undefined : value })}
            />
          )}
          <Segmented
            label={t('activity.report.chart.shownAs')}
            value={isTable ? 'table' : 'chart'}
            options={VIEWS.map((value) => ({
              value,
              label: t(value === 'chart' ? 'activity.report.chart.asChart' : 'activity.report.chart.asTable'),
            }))}
            onSelect={(value) => changeSearch(PATH, { ...search, view: value === 'table' ? value : undefined })}
          />
        </>
      }
    >
      {isTable ? (
        <DayTable days={days} />
      ) : (
        <Suspense fallback={<div className="report-chart-space" aria-busy />}>
          <DayBars figure={figure} days={days} links={report.links} />
        </Suspense>
      )}
    </Part>
  )
}
