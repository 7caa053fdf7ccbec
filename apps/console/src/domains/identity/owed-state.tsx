// A step of signing in before its question is known: on its way, or it did not come.
import { Refusal } from '@sealwright/client'
import { CloudAlert } from 'lucide-react'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { OutsideNotice } from './outside-frame.tsx'
import { backToLogin } from './sign-in-steps.ts'
import css from './outside.module.css'

export function OwedState({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  const t = usePhrases()
  // Nothing for the moment that it takes; the bar at the top tells of a longer one.
  if (!error) return <div className={css.form} aria-busy />
  return (
    <OutsideNotice
      icon={CloudAlert}
      tone="bad"
      title={t('shell.failed.title')}
      action={
        <>
          <button type="button" className={`sw-button ${css.submit ?? ''}`} onClick={onRetry}>
            {t('identity.links.retry')}
          </button>
          <div className={css.ways}>
            <button type="button" className={css.quiet} onClick={backToLogin}>
              {t('identity.mfa.toLogin')}
            </button>
          </div>
        </>
      }
    >
      {error instanceof Refusal ? error.message : t('identity.login.unreachable')}
    </OutsideNotice>
  )
}
