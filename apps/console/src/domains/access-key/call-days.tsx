// The calls of an access key by day and result.
import { CALL_RESULTS, LIMITS } from '@sealwright/contract'
import type { CallResult } from '@sealwright/contract'
import { ChartColumn } from 'lucide-react'
import { shortDay } from '../../blocks/chart/axis.ts'
import { BarChart } from '../../blocks/chart/bar-chart.tsx'
import type { ChartTone } from '../../blocks/chart/swatch.tsx'
import { EmptyState } from '../../blocks/control/states.tsx'
import { addDays } from '../../blocks/date/calendar-days.ts'
import { todayIn } from '../../blocks/date/period.ts'
import { useSession } from '../../lib/session/session.tsx'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import type { AccessKeyAnswer } from './access-key-draft.ts'
import { Calls } from './access-key.columns.tsx'

const DAYS = LIMITS.accessKey.countedDays
const NONE: Record<CallResult, number> = { done: 0, refused: 0, limited: 0, failed: 0 }
const TONES: Record<CallResult, ChartTone> = { done: 'brand', refused: 'warn', limited: 'violet', failed: 'bad' }

export function CallDays({ calls, days }: Pick<AccessKeyAnswer, 'calls' | 'days'>) {
  const t = usePhrases()
  const { number } = useFormat()
  const today = todayIn(useSession().developer.timeZone)
  const counts = new Map(days.map(({ day, ...values }) => [day, values]))
  // A day without calls has no row, but it has its place in the chart.
  const shown = Array.from({ length: DAYS }, (_, index) => addDays(today, index + 1 - DAYS))
  if (CALL_RESULTS.every((result) => calls[result] === 0))
    return (
      <EmptyState
        icon={ChartColumn}
        title={t('accessKey.detail.noCalls', { days: DAYS })}
        sentence={t('accessKey.detail.noCallsSentence')}
      />
    )
  return (
    <div className="key-chart">
      <Calls calls={calls} />
      <BarChart
        label={t('accessKey.detail.chart')}
        series={CALL_RESULTS.filter((result) => result === 'done' || calls[result] > 0).map((key) => ({
          key,
          label: t(`accessKey.results.${key}`),
          tone: TONES[key],
        }))}
        data={shown.map((day) => ({ at: shortDay(day), note: day, values: counts.get(day) ?? NONE }))}
        format={number}
      />
    </div>
  )
}
