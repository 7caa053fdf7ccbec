// The chart of a figure: a line with the period before, or its parts as stacked bars or as lines. Seats: peak, average
// and seats sold in one chart.
import { SEAT_MEASURES } from '@sealwright/contract'
import type { MeasureName, StatisticAnswer } from '@sealwright/contract'
import { shortDay } from '../../blocks/chart/axis.ts'
import { BarChart } from '../../blocks/chart/bar-chart.tsx'
import { LinesChart } from '../../blocks/chart/line-chart.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { useFigureFormat } from './figure-format.ts'
import { seriesKey, toneAt } from './series-tones.ts'

interface FigureChartProps {
  label: string
  measure: MeasureName
  answer: StatisticAnswer
  isCompared: boolean
}

const wordsOf = (day: string) => ({ at: shortDay(day), note: day })

export function WholeChart({ label, measure, answer, isCompared }: FigureChartProps) {
  const t = usePhrases()
  const { days, values, beforeValues } = answer
  return (
    <LinesChart
      label={label}
      series={[
        { key: 'value', label: t(`statistics.measures.${measure}`), tone: 'brand' },
        ...(isCompared
          ? [{ key: 'before', label: t('statistics.beforeLine'), tone: 'neutral' as const, isFaint: true }]
          : []),
      ]}
      data={days.map((day, index) => ({
        ...wordsOf(day),
        values: { value: values[index], ...(isCompared && { before: beforeValues[index] }) },
      }))}
      {...useFigureFormat(measure)}
    />
  )
}

export function SplitChart({
  label,
  measure,
  answer: { days, series },
  isStacked,
}: Omit<FigureChartProps, 'isCompared'> & { isStacked: boolean }) {
  const formats = useFigureFormat(measure)
  const drawn = series.map((one, index) => ({ key: seriesKey(one), label: one.name, tone: toneAt(one, index) }))
  const data = days.map((day, index) => ({
    ...wordsOf(day),
    values: Object.fromEntries(series.map((one) => [seriesKey(one), one.values[index] ?? 0])),
  }))
  return isStacked ? (
    <BarChart label={label} series={drawn} data={data} {...formats} />
  ) : (
    <LinesChart label={label} series={drawn} data={data} {...formats} />
  )
}

const SEAT_TONES = { seatPeak: 'brand', seatAverage: 'teal', seatSold: 'warn' } as const

export function SeatsChart({
  label,
  answers,
}: {
  label: string
  answers: Record<(typeof SEAT_MEASURES)[number], StatisticAnswer>
}) {
  const t = usePhrases()
  return (
    <LinesChart
      label={label}
      series={SEAT_MEASURES.map((key) => ({ key, label: t(`statistics.measures.${key}`), tone: SEAT_TONES[key] }))}
      data={answers.seatPeak.days.map((day, index) => ({
        ...wordsOf(day),
        values: Object.fromEntries(SEAT_MEASURES.map((key) => [key, answers[key].values[index]])),
      }))}
      {...useFigureFormat('seatPeak')}
    />
  )
}
