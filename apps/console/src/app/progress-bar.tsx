import { useProgress } from '../lib/call/progress.ts'
// The thin progress bar at the top. It is indeterminate.
import { usePhrases } from '../lib/words/i18n.tsx'
import css from './progress-bar.module.css'

export function ProgressBar() {
  const t = usePhrases()
  const isRunning = useProgress((state) => state.running > 0)
  return isRunning ? <div className={css.bar} role="progressbar" aria-label={t('shell.loading')} /> : null
}
