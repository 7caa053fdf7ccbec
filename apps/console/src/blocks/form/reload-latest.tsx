// Somebody else saved first: nothing typed is lost by that, and loading what they saved is offered, after the question
// whether to give up what was typed.
import type { Refusal } from '@sealwright/client'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { Button } from '../control/button.tsx'
import { confirmAction } from '../overlay/confirm-action.tsx'

interface ReloadLatestProps {
  refusal: Refusal | undefined
  /** Reads what is saved now and starts the form over with it. */
  load: () => Promise<void>
}

export function ReloadLatest({ refusal, load }: ReloadLatestProps) {
  const t = usePhrases()
  if (refusal?.error !== 'platform.stale') return null
  const ask = () =>
    confirmAction({
      title: t('blocks.reload.title'),
      consequence: t('blocks.reload.consequence'),
      verb: t('blocks.reload.verb'),
      run: load,
    })
  return (
    <Button size="small" onPress={() => void ask()}>
      {t('blocks.reload.offer')}
    </Button>
  )
}
