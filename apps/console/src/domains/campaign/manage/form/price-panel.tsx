// The price beside the form: requested once typing pauses and the form says enough.
import { Refusal } from '@sealwright/client'
import { activityCalls } from '@sealwright/contract'
import { usePaused } from '../../../../blocks/control/paused.ts'
import { ErrorState } from '../../../../blocks/control/states.tsx'
import { fieldViolations } from '../../../../blocks/form/field-rules.ts'
import { Notice } from '../../../../blocks/form/settings-page.tsx'
import { useAnswer } from '../../../../lib/call/client.ts'
import { usePhrases } from '../../../../lib/words/i18n.tsx'
import { QuoteView } from '../price/campaign-price.tsx'
import type { QuotePayload } from '../price/campaign-price.tsx'
import type { CampaignDraft } from './campaign-draft.ts'
import './campaign-form.css'

export type Priced = Pick<
  CampaignDraft,
  'templateGuid' | 'maxParticipants' | 'startTime' | 'licenseDays' | 'licenseDeadline' | 'useCount' | 'kickOut'
>

/** The payload as text, so that it keeps its identity. Empty while something is missing or wrong. */
function payloadText(draft: Priced): string {
  const { templateGuid, maxParticipants, startTime, licenseDays, licenseDeadline, useCount, kickOut } = draft
  if (licenseDays === '' && licenseDeadline === '' && useCount === '') return ''
  const payload = { templateGuid, maxParticipants, startTime, licenseDays, licenseDeadline, useCount, kickOut }
  return fieldViolations(activityCalls.quote.payload, '', payload).length > 0 ? '' : JSON.stringify(payload)
}

/** `taken` places are paid already. */
export function PricePanel({ draft, taken = 0 }: { draft: Priced; taken?: number }) {
  const t = usePhrases()
  const text = payloadText(draft)
  const asked = usePaused(text)
  const priced = (asked === '' ? draft : JSON.parse(asked)) as Priced // the JSON from above
  const payload = priced as unknown as QuotePayload // checked above
  const { data, error, refetch, isPlaceholderData } = useAnswer(activityCalls.quote, payload, {
    enabled: asked !== '',
    keepPrevious: true,
    staleMs: 0,
  })
  const isPending = text !== asked || isPlaceholderData
  const body = () => {
    if (text === '') return <p className="campaign-note">{t('activity.price.idle')}</p>
    if (error instanceof Refusal && error.fields[0]) return <Notice tone="bad">{error.fields[0].message}</Notice>
    if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
    if (!data) return <span className="skeleton skeleton-line" role="status" aria-label={t('blocks.states.loading')} />
    const places = Number(priced.maxParticipants)
    return <QuoteView quote={data} places={places} left={places - taken} target="_blank" />
  }
  return (
    <aside
      className="campaign-panel"
      aria-label={t('activity.price.title')}
      aria-busy={isPending || undefined}
      data-stale={(isPending && text !== '') || undefined}
    >
      <h2>{t('activity.price.title')}</h2>
      {body()}
    </aside>
  )
}
