// A settings page: a heading and independent sections. There is no save button for the whole page.
import { useId } from 'react'
import type { ReactNode } from 'react'
import { usePhrases } from '../../lib/words/i18n.tsx'
import './settings.css'
import { PageHead } from '../control/page-head.tsx'

interface SettingsPageProps {
  title: string
  sentence: string
  actions?: ReactNode
  children: ReactNode
}

export function SettingsPage({ title, sentence, actions, children }: SettingsPageProps) {
  return (
    <div className="settings-page">
      <PageHead title={title} sentence={sentence} actions={actions} />
      {children}
    </div>
  )
}

/** A placeholder for sections that are loading, about as high as they are. */
export function SettingsSkeleton({ rows = 3 }: { rows?: number }) {
  const t = usePhrases()
  return (
    <div className="settings-skeleton" role="status" aria-busy aria-label={t('blocks.states.loading')}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="settings-skeleton-row">
          <span className="skeleton skeleton-name" />
          <span className="skeleton skeleton-line" />
        </div>
      ))}
    </div>
  )
}

interface SettingRowProps {
  mark?: ReactNode
  title: ReactNode
  /** A secondary line below the title. */
  note?: ReactNode
  actions?: ReactNode
  /** Opens below the row, such as the form that changes the setting. */
  children?: ReactNode
}

/** One setting: title, state and actions. */
export function SettingRow({ mark, title, note, actions, children }: SettingRowProps) {
  return (
    <div className="setting">
      <div className="setting-line">
        {mark && <span className="setting-mark">{mark}</span>}
        <div className="setting-words">
          <div className="setting-title">{title}</div>
          {note && <div className="setting-note">{note}</div>}
        </div>
        {actions && <div className="setting-actions">{actions}</div>}
      </div>
      {children && <div className="setting-open">{children}</div>}
    </div>
  )
}

/** A frame around several settings. */
export function SettingList({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <div className="setting-list" {...(label && { role: 'group', 'aria-label': label })}>
      {children}
    </div>
  )
}

/** A warning before an action, or the reason why it is not possible. */
export function Notice({
  tone = 'neutral',
  title,
  children,
  action,
}: {
  tone?: 'neutral' | 'warn' | 'bad' | 'ok'
  title?: string
  children: ReactNode
  action?: ReactNode
}) {
  const id = useId()
  return (
    <div className={`notice tone-${tone}`} role="note" aria-labelledby={title ? id : undefined}>
      <div className="notice-words">
        {title && <strong id={id}>{title}</strong>}
        <div>{children}</div>
      </div>
      {action}
    </div>
  )
}
