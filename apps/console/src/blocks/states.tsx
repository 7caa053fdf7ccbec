// What a page shows when it has nothing to show: empty with the next step, an error with a retry, no access with whom to ask.
import { CloudAlert, LockKeyhole } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { usePhrases } from '../lib/i18n.tsx'
import { Button } from './button.tsx'
import './controls.css'

interface EmptyStateProps {
  icon: LucideIcon
  title: string
  sentence?: string
  /** The next step. */
  action?: ReactNode
}

export function EmptyState({ icon: Icon, title, sentence, action }: EmptyStateProps) {
  return (
    <div className="state">
      <span className="state-icon">
        <Icon size={20} aria-hidden />
      </span>
      <h2>{title}</h2>
      {sentence && <p>{sentence}</p>}
      {action && <div className="state-action">{action}</div>}
    </div>
  )
}

export function ErrorState({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = usePhrases()
  // A refusal's message is a sentence for people; anything else is for the console of the browser.
  const sentence = error.name === 'Refusal' ? error.message : t('blocks.states.errorSentence')
  return (
    <div role="alert">
      <EmptyState icon={CloudAlert} title={t('blocks.states.errorTitle')} sentence={sentence} action={<Button onPress={onRetry}>{t('blocks.states.retry')}</Button>} />
    </div>
  )
}

export function NoAccessState({ sentence }: { sentence?: string }) {
  const t = usePhrases()
  return <EmptyState icon={LockKeyhole} title={t('blocks.states.noAccessTitle')} sentence={sentence ?? t('blocks.states.noAccessSentence')} />
}
