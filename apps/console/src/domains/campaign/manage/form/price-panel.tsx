// The price beside the form: requested once typing pauses and the form says enough.
import { activityCalls } from '@sealwright/contract'
import { fieldViolations } from '../../../../blocks/form/field-rules.ts'
import { PreviewNote, PreviewPanel, refusedFields } from '../../../../blocks/form/preview-panel.tsx'
import { Notice } from '../../../../blocks/form/settings-page.tsx'
import { usePreview } from '../../../../blocks/form/use-preview.ts'
import { usePhrases } from '../../../../lib/words/i18n.tsx'
import { QuoteView } from '../price/campaign-price.tsx'
import type { QuotePayload } from '../price/campaign-price.tsx'
import type { CampaignDraft } from './campaign-draft.ts'

export type Priced = Pick<
  CampaignDraft,
  'templateGuid' | 'maxParticipants' | 'startTime' | 'licenseDays' | 'licenseDeadline' | 'useCount' | 'kickOut'
>

/** Undefined while something is missing or wrong. */
function payloadOf(draft: Priced): QuotePayload | undefined {
  const { templateGuid, maxParticipants, startTime, licenseDays, licenseDeadline, useCount, kickOut } = draft
  if (licenseDays === '' && licenseDeadline === '' && useCount === '') return undefined
  const payload = { templateGuid, maxParticipants, startTime, licenseDays, licenseDeadline, useCount, kickOut }
  const isRight = fieldViolations(activityCalls.quote.payload, '', payload).length === 0
  return isRight ? (payload as unknown as QuotePayload) : undefined // just checked
}

/** `taken` places are paid already. */
export function PricePanel({ draft, taken = 0 }: { draft: Priced; taken?: number }) {
  const t = usePhrases()
  const preview = usePreview(activityCalls.quote, payloadOf(draft))
  const { data, error, sent } = preview
  const [refused] = refusedFields(error)
  const places = Number((sent as unknown as Priced).maxParticipants) // as typed
  return (
    <PreviewPanel
      title={t('activity.price.title')}
      preview={preview}
      idle={<PreviewNote>{t('activity.price.idle')}</PreviewNote>}
      refused={refused && <Notice tone="bad">{refused.message}</Notice>}
      isLive={false}
    >
      {data && <QuoteView quote={data} places={places} left={places - taken} target="_blank" />}
    </PreviewPanel>
  )
}
