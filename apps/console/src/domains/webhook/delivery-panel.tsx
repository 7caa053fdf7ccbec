// The panel of one delivery: its request, and the answer to each attempt. It follows a delivery that waits.
import { webhookCalls } from '@sealwright/contract'
import type { AnswerOf, DeliveryState } from '@sealwright/contract'
import { Send } from 'lucide-react'
import { useCallback, useState } from 'react'
import { Button } from '../../blocks/control/button.tsx'
import { CodeBlock } from '../../blocks/control/code-block.tsx'
import { CopyText } from '../../blocks/control/copy-text.tsx'
import { ErrorState } from '../../blocks/control/states.tsx'
import { StatusTag } from '../../blocks/control/status-tag.tsx'
import type { Tone } from '../../blocks/control/status-tag.tsx'
import { FactList } from '../../blocks/detail/fact-list.tsx'
import { SettingsSkeleton } from '../../blocks/form/settings-page.tsx'
import { TimeCell } from '../../blocks/list/columns.tsx'
import { SidePanel } from '../../blocks/overlay/side-panel.tsx'
import { useAct, useAnswer } from '../../lib/call/client.ts'
import { openSidePanel } from '../../lib/dialog/side-panel-host.tsx'
import { Can } from '../../lib/session/can.tsx'
import { toast } from '../../lib/toast.ts'
import { usePhrases, useSentences } from '../../lib/words/i18n.tsx'
import type { Translate } from '../../lib/words/i18n.tsx'
import { problemWords } from './problem-words.ts'
import './webhook.css'

/** A waiting delivery is tried within moments. */
const FOLLOW_MS = 1_000
const TONES: Record<DeliveryState, Tone> = { waiting: 'brand', delivered: 'ok', failed: 'bad', dropped: 'neutral' }

export function DeliveryStateTag({ state }: { state: DeliveryState }) {
  const t = usePhrases()
  return <StatusTag tone={TONES[state]}>{t(`webhook.states.${state}`)}</StatusTag>
}

/** The name of an event; one that this version does not know is shown as it is. */
export function useEventName(): (event: string) => string {
  const say = useSentences()
  return useCallback((event) => (say.has(`webhook.events.${event}`) ? say(`webhook.events.${event}`) : event), [say])
}

type Delivery = AnswerOf<typeof webhookCalls.delivery>
type Try = Delivery['tries'][number]

/** JSON on several lines; anything else as it is. */
function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

const answerWords = (t: Translate, attempt: Pick<Try, 'status' | 'problem' | 'milliseconds'>) =>
  problemWords(t, attempt) ??
  t('webhook.deliveries.answered', { status: String(attempt.status ?? ''), ms: attempt.milliseconds })

export function AttemptWords({ attempt }: { attempt: Pick<Try, 'status' | 'problem' | 'milliseconds'> }) {
  const t = usePhrases()
  return <span className={attempt.problem === null ? undefined : 'webhook-bad'}>{answerWords(t, attempt)}</span>
}

function Attempt({ attempt, number }: { attempt: Try; number: number }) {
  const t = usePhrases()
  const headers = Object.entries(attempt.headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
  const title = t('webhook.delivery.attempt', { number })
  return (
    <li className="delivery-try">
      <div className="delivery-try-head">
        <strong>{title}</strong>
        <TimeCell at={attempt.at} />
        <AttemptWords attempt={attempt} />
      </div>
      {attempt.answer !== null && attempt.answer !== '' ? (
        <CodeBlock code={attempt.answer} label={`${title} ${t('webhook.delivery.answer')}`} />
      ) : (
        <p className="webhook-quiet">{t('webhook.delivery.noAnswer')}</p>
      )}
      <details>
        <summary>{t('webhook.delivery.headers')}</summary>
        <CodeBlock code={headers} label={`${title} ${t('webhook.delivery.headers')}`} />
      </details>
    </li>
  )
}

function Shown({ delivery }: { delivery: Delivery }) {
  const t = usePhrases()
  const { guid, state, tries, body, url, about, eventId, eventTime, nextTime } = delivery
  const again = useAct(webhookCalls.sendAgain, {
    onDone: (sent) => {
      toast.success(t('webhook.delivery.againDone'))
      if (sent.guid !== guid) openDelivery(sent.guid)
    },
  })
  return (
    <div className="delivery">
      <div className="delivery-head" role="status">
        <DeliveryStateTag state={state} />
        {state === 'waiting' && tries.length === 0 && <span>{t('webhook.delivery.sending')}</span>}
        <Can call={webhookCalls.sendAgain}>
          <Button size="small" icon={Send} isBusy={again.isActing} onPress={() => void again.act({ guid })}>
            {t('webhook.delivery.again')}
          </Button>
        </Can>
      </div>
      <FactList
        facts={[
          { label: t('webhook.deliveries.time'), value: <TimeCell at={eventTime} /> },
          ...(about === null ? [] : [{ label: t('webhook.deliveries.about'), value: about }]),
          ...(state === 'waiting' && nextTime !== null && tries.length > 0
            ? [{ label: t('webhook.deliveries.next'), value: <TimeCell at={nextTime} /> }]
            : []),
          { label: t('webhook.fields.url'), value: url, isWide: true },
          { label: t('webhook.delivery.eventId'), value: <CopyText text={eventId} />, isWide: true },
        ]}
      />
      <section>
        <h3>{t('webhook.delivery.body')}</h3>
        <CodeBlock code={readable(body)} label={t('webhook.delivery.body')} />
      </section>
      <section>
        <h3>{t('webhook.delivery.attempts')}</h3>
        {tries.length === 0 ? (
          <p className="webhook-quiet">{t('webhook.delivery.none')}</p>
        ) : (
          <ol className="delivery-tries">
            {tries.map((attempt, index) => (
              <Attempt key={attempt.at} attempt={attempt} number={tries.length - index} />
            ))}
          </ol>
        )}
      </section>
    </div>
  )
}

function DeliveryPanel({ guid }: { guid: string }) {
  const t = usePhrases()
  const nameOf = useEventName()
  const [state, setState] = useState<DeliveryState>('waiting')
  const { data, error, refetch } = useAnswer(
    webhookCalls.delivery,
    { guid },
    { staleMs: 0, ...(state === 'waiting' && { pollMs: FOLLOW_MS }) },
  )
  if (data && data.state !== state) setState(data.state)
  return (
    <SidePanel title={t('webhook.delivery.title', { event: data ? nameOf(data.event) : '…' })}>
      {data ? (
        <Shown delivery={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <SettingsSkeleton rows={4} />
      )}
    </SidePanel>
  )
}

export function openDelivery(guid: string): void {
  void openSidePanel(<DeliveryPanel key={guid} guid={guid} />)
}
