// The preview panel beside an update form: the failed rule, what the form provides (changes, new end, price), and all
// rules. Every change requests a new preview. A preview has no effect.
import { Refusal } from '@sealwright/client'
import type { IssuePreview, RefreshPreview } from '@sealwright/contract'
import type { ReactNode } from 'react'
import { ErrorState } from '../../../blocks/control/states.tsx'
import { Notice } from '../../../blocks/form/settings-page.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import '../detail/detail.css'
import { RuleTrace } from '../rules/rule-trace.tsx'

/** What `useAnswer` knows about a preview, and what the form adds. */
interface Preview {
  /** The form has no changes yet. */
  isIdle: boolean
  /** A newer preview is loading. */
  isPending: boolean
  error: Error | null
  refetch: () => Promise<unknown>
  /** The outcome of the rules. A batch has none: it counts licenses instead. */
  data?: Pick<IssuePreview | RefreshPreview, 'isAllowed' | 'rules'> | undefined
}

interface UpdatePanelProps {
  preview: Preview
  /** Shown between the failure and the rules. Absent while the first preview is loading. */
  children: ReactNode
}

export function UpdatePanel({ preview, children }: UpdatePanelProps) {
  const t = usePhrases()
  const { isIdle, isPending, error, refetch, data } = preview
  const isHalfTyped = error instanceof Refusal && error.fields.length > 0
  const failure = data?.rules.find(({ outcome }) => outcome === 'fail')
  const body = () => {
    if (isIdle) return <p className="update-panel-quiet">{t('license.detail.refresh.idle')}</p>
    if (isHalfTyped) return <p className="update-panel-quiet">{t('license.detail.refresh.halfTyped')}</p>
    if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
    if (!children)
      return <span className="skeleton skeleton-line" role="status" aria-label={t('blocks.states.loading')} />
    return (
      <>
        {failure && <Notice tone="bad">{failure.message}</Notice>}
        {children}
        {data && (
          <details key={String(data.isAllowed)} className="update-panel-part" open={!data.isAllowed}>
            <summary>{t('license.detail.rules.title')}</summary>
            <RuleTrace rules={data.rules} isPending={isPending} />
          </details>
        )}
      </>
    )
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
