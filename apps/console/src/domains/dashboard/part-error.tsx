// In place of a part of the page that could not be loaded. The other parts stay.
import { CloudAlert } from 'lucide-react'
import { Button } from '../../blocks/control/button.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import css from './dashboard.module.css'

export function PartError({ title, onRetry }: { title: string; onRetry: () => void }) {
  const t = usePhrases()
  return (
    <section className={css.failed} role="alert" aria-label={title}>
      <CloudAlert size={16} aria-hidden />
      <p>
        {title}: {t('blocks.states.errorTitle')}
      </p>
      <Button size="small" onPress={onRetry}>
        {t('blocks.states.retry')}
      </Button>
    </section>
  )
}
