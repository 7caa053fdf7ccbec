// A chart of the licenses issued on each of the last days, by carrier.
import { CARRIERS } from '@sealwright/contract'
import type { AnswerOf, Carrier, dashboardCalls } from '@sealwright/contract'
import { shortDay } from '../../blocks/chart/axis.ts'
import { BarChart } from '../../blocks/chart/bar-chart.tsx'
import type { ChartTone } from '../../blocks/chart/swatch.tsx'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'

export type IssuedDays = NonNullable<AnswerOf<typeof dashboardCalls.get>['issuedByDay']>

const TONES: Record<Carrier, ChartTone> = { smart: 'teal', account: 'violet', sn: 'brand', dongle: 'warn' }

export function IssuedByDay({ days }: { days: IssuedDays }) {
  const t = usePhrases()
  const { number } = useFormat()
  const used = CARRIERS.filter((carrier) => days.some((day) => day[carrier] > 0))
  return (
    <BarChart
      label={t('dashboard.issued.title')}
      series={used.map((key) => ({ key, label: t(`statistics.carriers.${key}`), tone: TONES[key] }))}
      data={days.map(({ day, ...values }) => ({ at: shortDay(day), note: day, values }))}
      format={number}
    />
  )
}
