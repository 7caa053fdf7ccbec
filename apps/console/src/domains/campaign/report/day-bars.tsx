// One figure of a campaign by day, stacked by link.
import type { CampaignFigure } from '@sealwright/contract'
import { shortDay } from '../../../blocks/chart/axis.ts'
import { BarChart } from '../../../blocks/chart/bar-chart.tsx'
import type { ChartTone } from '../../../blocks/chart/swatch.tsx'
import { useFormat, usePhrases } from '../../../lib/words/i18n.tsx'
import type { Day, Report } from './report-days.ts'

/** As many as a campaign has active links. The others, which were taken out, share one. */
const TONES: readonly ChartTone[] = ['brand', 'teal', 'violet', 'warn', 'lime']
const OTHERS = 'others'

interface DayBarsProps extends Pick<Report, 'links'> {
  figure: CampaignFigure
  days: readonly Day[]
}

export function DayBars({ figure, days, links }: DayBarsProps) {
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
