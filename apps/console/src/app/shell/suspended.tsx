// The banner of a suspended developer, on every page: since when, why, what it means, and what to do.
import { Ban } from 'lucide-react'
import { ScreenLink } from '../../lib/place/navigate.tsx'
import type { Session } from '../../lib/session/session.tsx'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import css from './standing-banner.module.css'

type Suspension = NonNullable<Session['developer']['suspension']>

const isPast = (at: string) => Date.parse(at) <= Date.now()

export function Suspended({ since, reason, programsUntil }: Suspension) {
  const t = usePhrases()
  const { time } = useFormat()
  const until = time(programsUntil)
  const isOver = isPast(programsUntil)
  return (
    <div className={css.overdue} role="status">
      <Ban size={15} aria-hidden />
      <p className={css.words}>
        <strong>{t('shell.suspension.title', { since: time(since) })}</strong>{' '}
        <span>{t('shell.suspension.reason', { reason })}</span> <span>{t('shell.suspension.meaning')}</span>{' '}
        <span>{isOver ? t('shell.suspension.over') : t('shell.suspension.until', { until })}</span>{' '}
        <span>
          {t('shell.suspension.todo')} <ScreenLink to="/feedback">{t('shell.suspension.feedback')}</ScreenLink>
        </span>
      </p>
    </div>
  )
}
