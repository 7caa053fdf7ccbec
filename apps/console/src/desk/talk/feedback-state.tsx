import { StatusTag } from '../../blocks/control/status-tag.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'

export function FeedbackState({ isAnswered }: { isAnswered: boolean }) {
  const t = usePhrases()
  return (
    <StatusTag tone={isAnswered ? 'ok' : 'brand'}>
      {t(isAnswered ? 'talk.feedback.states.answered' : 'talk.feedback.states.open')}
    </StatusTag>
  )
}
