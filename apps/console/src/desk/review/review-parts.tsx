// Parts that the screens of reviews share.
import { reviewStatusOf } from '@sealwright/contract'
import type { ReviewRow, ReviewStatus } from '@sealwright/contract'
import { StatusTag } from '../../blocks/control/status-tag.tsx'
import type { Tone } from '../../blocks/control/status-tag.tsx'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'

const TONES: Record<ReviewStatus, Tone> = {
  reviewing: 'brand',
  withdrawn: 'neutral',
  rejected: 'bad',
  approved: 'ok',
  enabled: 'ok',
}

export function ReviewState({ status }: Pick<ReviewRow, 'status'>) {
  const t = usePhrases()
  const name = reviewStatusOf(status)
  return <StatusTag tone={TONES[name]}>{t(`emailTemplate.statuses.${name}`)}</StatusTag>
}

/** The time since then, which is what a queue is read by. */
export function Age({ at }: { at: string }) {
  const format = useFormat()
  return (
    <time className="sw-tabular" dateTime={at} data-tip={format.time(at)}>
      {format.ago(at)}
    </time>
  )
}
