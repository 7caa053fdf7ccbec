// A sign-in step while its data loads, or after loading failed.
import { Refusal } from '@sealwright/client'
import { CloudAlert } from 'lucide-react'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { OutsideNotice } from './outside-frame.tsx'
import { backToLogin } from './sign-in-steps.ts'
import css from './outside.module.css'

export function OwedState({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  const t = usePhrases()
  // Show nothing: loading is short, and the progress bar at the top covers a longer wait.
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
