// The button beside the refusal of a stale revision: someone else saved first. After a confirmation it drops the typed
// values and loads the latest version.
import type { Refusal } from '@sealwright/client'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { Button } from '../control/button.tsx'
import { confirmAction } from '../overlay/confirm-action.tsx'

interface ReloadLatestProps {
  refusal: Refusal | undefined
  /** Reads the latest version and restarts the form with it. */
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
