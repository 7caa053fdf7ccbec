// The states of a page without content: loading, empty with the next step, an error with a retry, and no access.
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
  /** A link out, for errors that a retry cannot fix. */
  back?: ReactNode
}

export function ErrorState({ error, onRetry, back }: ErrorStateProps) {
  const t = usePhrases()
  const refusal = error instanceof Refusal ? error : undefined
  // Status 200 means that a handler refused, and a retry would get the same answer. Only other failures get a retry.
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

/** In place of an answer that is not there yet. */
export function LoadingOrError({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  const t = usePhrases()
  if (error) return <ErrorState error={error} onRetry={onRetry} />
  return <span className="skeleton skeleton-name" role="status" aria-label={t('blocks.states.loading')} />
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
