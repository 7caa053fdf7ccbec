// The panel beside a form that tells what saving would do. `use-preview.ts` asks for it.
import { Refusal } from '@sealwright/client'
import type { ReactNode } from 'react'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { ErrorState } from '../control/states.tsx'
import './preview-panel.css'

interface Preview {
  /** The form has nothing to preview. */
  isIdle: boolean
  /** A newer preview is loading. */
  isPending: boolean
  error: Error | null
  refetch: () => Promise<unknown>
}

interface PreviewPanelProps {
  title: string
  preview: Preview
  /** Shown while the form has nothing to preview. */
  idle: ReactNode
  /** Shown in place of a failure that typed values explain. Other failures offer to try again. */
  refused: ReactNode
  /** False if the panel has controls: a screen reader would read them out with every change. */
  isLive?: boolean
  /** Absent while the first preview is loading. */
  children: ReactNode
}

/** The typed values that a failed preview complains about. */
export const refusedFields = (error: Error | null) => (error instanceof Refusal ? error.fields : [])

export function PreviewPanel({ title, preview, idle, refused, isLive = true, children }: PreviewPanelProps) {
  const t = usePhrases()
  const { isIdle, isPending, error, refetch } = preview
  const body = () => {
    if (isIdle) return idle
    if (error) return refused || <ErrorState error={error} onRetry={() => void refetch()} />
    return children || <span className="skeleton skeleton-line" role="status" aria-label={t('blocks.states.loading')} />
  }
  return (
    <aside
      className="preview-panel"
      aria-label={title}
      aria-live={isLive ? 'polite' : undefined}
      aria-busy={isPending || undefined}
      data-stale={(isPending && !isIdle) || undefined}
    >
      <h2>{title}</h2>
      {body()}
    </aside>
  )
}

export function PreviewNote({ children }: { children: ReactNode }) {
  return <p className="preview-note">{children}</p>
}

export function PreviewPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="preview-part" aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}
