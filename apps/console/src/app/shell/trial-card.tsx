// How much of the trial is used, and the way out of it. Formal developers see nothing here, and neither do the people of an integrator.
import { developerCalls } from '@sealwright/contract'
import { ChevronRight } from 'lucide-react'
import { useAnswer } from '../../lib/client.ts'
import { APPLY_PATH } from '../../lib/go.ts'
import { useFormat, usePhrases } from '../../lib/i18n.tsx'
import { ScreenLink } from '../../lib/navigate.tsx'
import { isOfIntegrator, useSession } from '../../lib/session.tsx'
import css from './trial-card.module.css'

export function TrialCard() {
  const t = usePhrases()
  const format = useFormat()
  const session = useSession()
  const trial = isOfIntegrator(session) ? null : session.developer.devInfo.trial
  const { data } = useAnswer(developerCalls.application, {}, { enabled: trial !== null })
  if (!trial) return null
  return (
    <section className={css.card} aria-label={t('shell.trial.title')}>
      <strong>{t('shell.trial.title')}</strong>
      {(['products', 'users'] as const).map((what) => {
        const { used, allowed } = trial[what]
        return (
          <div key={what}>
            <div className={css.line}>
              <span>{t(`shell.trial.${what}`)}</span>
              <span className="sw-tabular">
                {format.number(used)} / {format.number(allowed)}
              </span>
            </div>
            <meter className={css.meter} min={0} max={Math.max(1, allowed)} value={used} aria-label={t(`shell.trial.${what}`)} />
          </div>
        )
      })}
      <p>{t('shell.trial.note')}</p>
      <ScreenLink to={APPLY_PATH} className={css.apply}>
        {t(data?.application?.state === 'pending' ? 'developer.states.pending' : 'developer.titles.apply')}
        <ChevronRight size={13} aria-hidden />
      </ScreenLink>
    </section>
  )
}
