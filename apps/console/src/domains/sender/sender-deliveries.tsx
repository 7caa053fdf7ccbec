// The panel with the mails of one sender per day.
import { LIMITS, senderCalls } from '@sealwright/contract'
import type { AnswerOf, SenderRow } from '@sealwright/contract'
import { ErrorState } from '../../blocks/control/states.tsx'
import { Notice, SettingsSkeleton } from '../../blocks/form/settings-page.tsx'
import { SidePanel } from '../../blocks/overlay/side-panel.tsx'
import { useAnswer } from '../../lib/call/client.ts'
import { openSidePanel } from '../../lib/dialog/side-panel-host.tsx'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import { problemWords } from './problem-words.ts'
import './sender.css'

const OUTCOMES = ['delivered', 'failed', 'bounced'] as const
const DAYS = { days: LIMITS.sender.countedDays }

function Deliveries({ sender }: { sender: AnswerOf<typeof senderCalls.get> }) {
  const t = usePhrases()
  const format = useFormat()
  const { failingSince, problem, said, days } = sender
  return (
    <>
      {failingSince !== null && problem !== null && (
        <Notice
          tone="bad"
          title={t('sender.failingSince', { time: format.time(failingSince), reason: problemWords(t, problem) })}
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
        <table className="sender-days">
          <caption className="sw-visually-hidden">{t('sender.deliveries.days')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('sender.deliveries.day')}</th>
              {OUTCOMES.map((outcome) => (
                <th key={outcome} scope="col">
                  {t(`sender.counts.${outcome}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map((row) => (
              <tr key={row.day}>
                <th scope="row">{row.day}</th>
                {OUTCOMES.map((outcome) => (
                  <td key={outcome} className={row[outcome] === 0 ? 'nothing' : undefined}>
                    {format.number(row[outcome])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}

function DeliveriesPanel({ guid, email }: Pick<SenderRow, 'guid' | 'email'>) {
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

export function openDeliveries({ guid, email }: Pick<SenderRow, 'guid' | 'email'>): void {
  void openSidePanel(<DeliveriesPanel guid={guid} email={email} />)
}
