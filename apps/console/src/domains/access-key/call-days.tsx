// The calls of an access key by day and result.
import { CALL_RESULTS, LIMITS } from '@sealwright/contract'
import type { CallResult } from '@sealwright/contract'
import { ChartColumn } from 'lucide-react'
import { BarChart } from '../../blocks/chart/bar-chart.tsx'
import type { ChartTone } from '../../blocks/chart/swatch.tsx'
import { EmptyState } from '../../blocks/control/states.tsx'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import type { AccessKeyAnswer } from './access-key-draft.ts'
import { Calls } from './access-key.columns.tsx'

const TONES: Record<CallResult, ChartTone> = { done: 'brand', refused: 'warn', limited: 'violet', failed: 'bad' }

export function CallDays({ calls, days }: Pick<AccessKeyAnswer, 'calls' | 'days'>) {
  const t = usePhrases()
  const { number } = useFormat()
  if (CALL_RESULTS.every((result) => calls[result] === 0))
    return (
      <EmptyState
        icon={ChartColumn}
        title={t('accessKey.detail.noCalls', { days: LIMITS.accessKey.countedDays })}
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
        data={days.map(({ day, ...values }) => ({ at: day.slice('YYYY-'.length), note: day, values }))}
        format={number}
      />
    </div>
  )
}
