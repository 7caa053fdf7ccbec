// The used part of the trial and the link to the application. Hidden for formal developers and for people of an
// integrator.
import { developerCalls } from '@sealwright/contract'
import { ChevronRight } from 'lucide-react'
import { useAnswer } from '../../lib/call/client.ts'
import { APPLY_PATH } from '../../lib/place/go.ts'
import { ScreenLink } from '../../lib/place/navigate.tsx'
import { isOfIntegrator, useSession } from '../../lib/session/session.tsx'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import css from './trial-card.module.css'

export function TrialCard() {
  const t = usePhrases()
  const format = useFormat()
  const session = useSession()
  const trial = isOfIntegrator(session) ? null : session.developer.devInfo.trial
  const { data } = useAnswer(developerCalls.application, {}, { enabled: trial !== null })
  if (!trial) return null
  const uses = [
    { label: t('shell.trial.products'), ...trial.products },
    { label: t('shell.trial.users'), ...trial.users },
    { label: t('shell.trial.licenses'), ...trial.licenses },
  ]
  return (
    <section className={css.card} aria-label={t('shell.trial.title')}>
      <header className={css.head}>
        <strong>{t('shell.trial.title')}</strong>
        <ScreenLink to={APPLY_PATH} className={css.apply}>
          {t(data?.application?.state === 'pending' ? 'developer.states.pending' : 'developer.titles.apply')}
          <ChevronRight size={13} aria-hidden />
        </ScreenLink>
      </header>
      {uses.map(({ label, used, allowed }) => (
        <div key={label}>
          <div className={css.line}>
            <span>{label}</span>
            <span className="sw-tabular">
              {format.number(used)} / {format.number(allowed)}
            </span>
          </div>
          <meter className={css.meter} min={0} max={Math.max(1, allowed)} value={used} aria-label={label} />
        </div>
      ))}
      <p>{t('shell.trial.note')}</p>
    </section>
  )
}
