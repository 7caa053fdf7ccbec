// The preview panel beside an update form; the form provides its content: changes, new end, price and rules. Every
// change requests a new preview. A preview has no effect.
import { Refusal } from '@sealwright/client'
import type { ReactNode } from 'react'
import { ErrorState } from '../../../blocks/control/states.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import '../detail/detail.css'

interface UpdatePanelProps {
  /** The form has no changes yet. */
  isIdle: boolean
  /** A newer preview is loading. */
  isPending: boolean
  error: Error | null
  onRetry: () => void
  children: ReactNode
}

export function UpdatePanel({ isIdle, isPending, error, onRetry, children }: UpdatePanelProps) {
  const t = usePhrases()
  const isHalfTyped = error instanceof Refusal && error.fields.length > 0
  const body = () => {
    if (isIdle) return <p className="update-panel-quiet">{t('license.detail.refresh.idle')}</p>
    if (isHalfTyped) return <p className="update-panel-quiet">{t('license.detail.refresh.halfTyped')}</p>
    if (error) return <ErrorState error={error} onRetry={onRetry} />
    return children ?? <span className="skeleton skeleton-line" role="status" aria-label={t('blocks.states.loading')} />
  }
  return (
    <aside
      className="update-panel"
      aria-label={t('license.detail.refresh.panel')}
      aria-live="polite"
      aria-busy={isPending || undefined}
      data-stale={(isPending && !isIdle) || undefined}
    >
      <h2>{t('license.detail.refresh.panel')}</h2>
      {body()}
    </aside>
  )
}

export function PanelPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="update-panel-part" aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}
