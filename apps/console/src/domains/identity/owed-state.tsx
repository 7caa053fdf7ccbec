// A sign-in step while its data loads, or after loading failed.
import { usePhrases } from '../../lib/words/i18n.tsx'
import { OutsideFailed } from './outside-failed.tsx'
import { backToLogin } from './sign-in-steps.ts'
import css from './outside.module.css'

export function OwedState({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  const t = usePhrases()
  // Show nothing: loading is short, and the progress bar at the top covers a longer wait.
  if (!error) return <div className={css.form} aria-busy />
  return (
    <OutsideFailed error={error} onRetry={onRetry}>
      <div className={css.ways}>
        <button type="button" className={css.quiet} onClick={backToLogin}>
          {t('identity.mfa.toLogin')}
        </button>
      </div>
    </OutsideFailed>
  )
}
