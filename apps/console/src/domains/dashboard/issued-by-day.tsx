// A chart of the licenses issued on each of the last days.
import { BarChart } from '../../blocks/chart/bar-chart.tsx'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import type { LicenseFigures } from './license-figures.tsx'

/** Without the year, to keep the labels of the axis short. */
const shortDay = (day: string) => day.slice('YYYY-'.length)

export function IssuedByDay({ days }: { days: NonNullable<LicenseFigures['issuedByDay']> }) {
  const t = usePhrases()
  const { number } = useFormat()
  const label = t('dashboard.licenses.issued', { days: days.length })
  return (
    <BarChart
      label={label}
      series={[{ key: 'count', label: t('dashboard.licenses.title'), tone: 'brand' }]}
      data={days.map(({ day, count }) => ({ at: shortDay(day), note: day, values: { count } }))}
      format={number}
    />
  )
}
