// The panel with the mails of one sender per day.
import { LIMITS, senderCalls } from '@sealwright/contract'
import type { AnswerOf, SenderRow } from '@sealwright/contract'
import { BarChart } from '../../blocks/chart/bar-chart.tsx'
import { ErrorState } from '../../blocks/control/states.tsx'
import { Notice, SettingsSkeleton } from '../../blocks/form/settings-page.tsx'
import { SidePanel } from '../../blocks/overlay/side-panel.tsx'
import { useAnswer } from '../../lib/call/client.ts'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import './sender.css'

const OUTCOMES = ['delivered', 'failed', 'bounced'] as const
const TONES = { delivered: 'brand', failed: 'bad', bounced: 'warn' } as const
const DAYS = { days: LIMITS.sender.countedDays }
/** Without the year, to keep the labels of the axis short. */
const shortDay = (day: string) => day.slice('YYYY-'.length)

function Deliveries({ sender }: { sender: AnswerOf<typeof senderCalls.get> }) {
  const t = usePhrases()
  const format = useFormat()
  const { failingSince, problem, said, days } = sender
  return (
    <>
      {failingSince !== null && problem !== null && (
        <Notice
          tone="bad"
          title={t('sender.failingSince', { time: format.time(failingSince), reason: t(`sender.problems.${problem}`) })}
        >
          {said !== null && t('sender.check.said', { said })}
        </Notice>
      )}
      <p className="sender-quiet">{t('sender.deliveries.sentence', DAYS)}</p>
      <dl className="sender-figures">
        {OUTCOMES.map((outcome) => (
          <div key={outcome}>
            <dt>{t(`sender.counts.${outcome}`)}</dt>
            <dd>{format.number(sender[outcome])}</dd>
          </div>
        ))}
      </dl>
      {days.length === 0 ? (
        <p className="sender-quiet">{t('sender.deliveries.none', DAYS)}</p>
      ) : (
        <BarChart
          label={t('sender.deliveries.chart')}
          series={OUTCOMES.map((key) => ({ key, label: t(`sender.counts.${key}`), tone: TONES[key] }))}
          data={days.map(({ day, ...values }) => ({ at: shortDay(day), note: day, values }))}
          format={format.number}
        />
      )}
    </>
  )
}

export function DeliveriesPanel({ guid, email }: Pick<SenderRow, 'guid' | 'email'>) {
  const t = usePhrases()
  const { data, error, refetch } = useAnswer(senderCalls.get, { guid })
  return (
    <SidePanel title={t('sender.deliveries.title', { email })}>
      {data ? (
        <Deliveries sender={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <SettingsSkeleton rows={3} />
      )}
    </SidePanel>
  )
}
