// What a page shows when it has nothing to show: empty with the next step, an error with a retry, no access with whom
// to ask.
import { Refusal } from '@sealwright/client'
import { CircleSlash, CloudAlert, LockKeyhole } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { usePhrases } from '../../lib/words/i18n.tsx'
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

interface ErrorStateProps {
  error: Error
  onRetry: () => void
  /** The way out when trying again cannot help. */
  back?: ReactNode
}

export function ErrorState({ error, onRetry, back }: ErrorStateProps) {
  const t = usePhrases()
  const refusal = error instanceof Refusal ? error : undefined
  // A handler's decision stays one, however often it is asked; only what never reached a handler is worth a retry.
  const isDecided = refusal?.status === 200
  return (
    <div role="alert">
      {isDecided ? (
        <EmptyState icon={CircleSlash} title={refusal?.message ?? ''} action={back} />
      ) : (
        <EmptyState
          icon={CloudAlert}
          title={t('blocks.states.errorTitle')}
          sentence={refusal?.message ?? t('blocks.states.errorSentence')}
          action={<Button onPress={onRetry}>{t('blocks.states.retry')}</Button>}
        />
      )}
    </div>
  )
}

export function NoAccessState({ sentence }: { sentence?: string }) {
  const t = usePhrases()
  return (
    <EmptyState
      icon={LockKeyhole}
      title={t('blocks.states.noAccessTitle')}
      sentence={sentence ?? t('blocks.states.noAccessSentence')}
    />
  )
}
