// One figure by day, stacked by link, or all figures by day as a table.
import { CAMPAIGN_FIGURES } from '@sealwright/contract'
import type { CampaignFigure, CampaignFigures } from '@sealwright/contract'
import { useMemo } from 'react'
import { BarChart } from '../../../blocks/chart/bar-chart.tsx'
import type { ChartTone } from '../../../blocks/chart/swatch.tsx'
import { Segmented } from '../../../blocks/form/segmented.tsx'
import { DataTable } from '../../../blocks/list/data-table.tsx'
import type { Column } from '../../../blocks/list/data-table.tsx'
import { changeSearch, useSearchOf } from '../../../lib/place/navigate.tsx'
import { useFormat, usePhrases } from '../../../lib/words/i18n.tsx'
import type { Translate } from '../../../lib/words/i18n.tsx'
import { everyDay } from './report-days.ts'
import type { Day, Report } from './report-days.ts'
import { Part, figureColumn } from './report-parts.tsx'

const PATH = '/activity/chart'
const DEFAULT: CampaignFigure = 'participations'
const VIEWS = ['chart', 'table'] as const
/** As many as a campaign has active links. The others, which were taken out, share one. */
const TONES: readonly ChartTone[] = ['brand', 'teal', 'violet', 'warn', 'lime']
const OTHERS = 'others'

/** Without the year, to keep the labels of the axis short. */
const shortDay = (day: string) => day.slice('YYYY-'.length)

function Bars({ figure, days, links }: { figure: CampaignFigure; days: readonly Day[] } & Pick<Report, 'links'>) {
  const t = usePhrases()
  const { number } = useFormat()
  const own = links.toSorted((a, b) => Number(b.isActive) - Number(a.isActive)).slice(0, TONES.length)
  const series = [
    ...own.map(({ guid, name }, index) => ({ key: guid, label: name, tone: TONES[index] ?? 'neutral' })),
    ...(links.length > own.length
      ? [{ key: OTHERS, label: t('activity.report.chart.otherLinks'), tone: 'neutral' as const }]
      : []),
  ]
  const data = days.map(({ day, figures, byLink }) => {
    const values = Object.fromEntries(own.map(({ guid }) => [guid, byLink.get(guid)?.[figure] ?? 0]))
    const named = Object.values(values).reduce((sum, value) => sum + value, 0)
    return { at: shortDay(day), note: day, values: { ...values, [OTHERS]: figures[figure] - named } }
  })
  return (
    <BarChart
      label={`${t('activity.report.chart.byDay')} · ${t(`activity.report.${figure}`)}`}
      series={series}
      data={data}
      format={number}
    />
  )
}

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
      {isTable ? <DayTable days={days} /> : <Bars figure={figure} days={days} links={report.links} />}
    </Part>
  )
}
