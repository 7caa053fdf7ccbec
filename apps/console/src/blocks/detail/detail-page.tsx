import { useId, useRef } from 'react'
import type { ReactNode } from 'react'
import { takeLostFocus } from '../../lib/place/sight.ts'
import { askWhy, useHiddenKind } from '../../lib/session/why.ts'
// One thing, in full: what it is called, what can be done with it, its facts, and the rest in tabs, or below where it
// is short.
import { usePhrases } from '../../lib/words/i18n.tsx'
import { Button } from '../control/button.tsx'
import './detail.css'
import { ErrorState } from '../control/states.tsx'
import type { Tab } from '../control/tabs.tsx'
import { Tabs } from '../control/tabs.tsx'
import { useActionFocus } from './action-focus.ts'
import type { Fact } from './fact-list.tsx'
import { FactList } from './fact-list.tsx'

interface DetailPageProps {
  mark?: ReactNode
  title: string
  subtitle?: ReactNode
  actions?: ReactNode
  /** What a person has to know first. */
  notices?: ReactNode
  facts: readonly Fact[]
}

interface InTabs {
  tabs: readonly Tab[]
  openTab: string
  onOpenTab: (key: string) => void
}

interface Below {
  children: ReactNode
}

export function DetailPage({
  mark,
  title,
  subtitle,
  actions,
  notices,
  facts,
  ...rest
}: DetailPageProps & (InTabs | Below)) {
  const page = useRef<HTMLElement>(null)
  useActionFocus(page)
  return (
    <article ref={page} className="detail-page">
      <header className="page-head">
        {mark}
        <div className="page-head-words">
          <h1 ref={takeLostFocus} tabIndex={-1}>
            {title}
          </h1>
          {subtitle && <p>{subtitle}</p>}
        </div>
        {actions && <div className="page-head-actions">{actions}</div>}
      </header>
      {notices}
      <FactList facts={facts} />
      {'tabs' in rest ? (
        <Tabs label={title} tabs={rest.tabs} open={rest.openTab} onOpen={rest.onOpenTab} />
      ) : (
        rest.children
      )}
    </article>
  )
}

/** A part of a page without tabs. */
interface SectionProps {
  title: string
  /** Beside the title. */
  action?: ReactNode
  children: ReactNode
}

export function DetailSection({ title, action, children }: SectionProps) {
  const id = useId()
  const heading = <h2 id={id}>{title}</h2>
  return (
    <section className="detail-section" aria-labelledby={id}>
      {action ? (
        <div className="detail-section-head">
          {heading}
          {action}
        </div>
      ) : (
        heading
      )}
      {children}
    </section>
  )
}

/** The page before its thing is there: as high as the real one, so that nothing jumps. */
export function DetailSkeleton() {
  const t = usePhrases()
  return (
    <div className="detail-page" aria-busy aria-label={t('blocks.states.loading')} role="status">
      <div className="page-head">
        <span className="skeleton skeleton-mark" />
        <div className="page-head-words">
          <span className="skeleton skeleton-title" />
          <span className="skeleton skeleton-line" />
        </div>
      </div>
      <div className="fact-list">
        {[1, 2, 3, 4, 5, 6].map((n) => (
          <div key={n} className="fact">
            <span className="skeleton skeleton-line" />
            <span className="skeleton skeleton-line" />
          </div>
        ))}
      </div>
    </div>
  )
}

interface DetailErrorProps {
  error: Error
  onRetry: () => void
  /** The way back, for a thing that is gone. */
  back: ReactNode
}

export function DetailError({ error, onRetry, back }: DetailErrorProps) {
  const t = usePhrases()
  const kind = useHiddenKind(error)
  const why = kind && <Button onPress={() => askWhy({ kind })}>{t('shell.why.title')}</Button>
  return (
    <div className="detail-page">
      <ErrorState
        error={error}
        onRetry={onRetry}
        back={
          why ? (
            <>
              {back}
              {why}
            </>
          ) : (
            back
          )
        }
      />
    </div>
  )
}
