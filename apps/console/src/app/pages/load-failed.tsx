// The page of a screen that failed: its code or session did not load, or it crashed. Offers a retry.
import { Refusal, Unreachable } from '@sealwright/client'
import { CloudAlert } from 'lucide-react'
import { NotLoaded } from '../../lib/load-in-time.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { PageNotice } from './page-notice.tsx'

export function LoadFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = usePhrases()
  const sentence = () => {
    if (error instanceof Unreachable) return t('shell.failed.unreachable')
    if (error instanceof NotLoaded) return t('shell.failed.notLoaded')
    return error instanceof Refusal ? error.message : t('shell.failed.broken')
  }
  // The missing code may belong to an older version. Only a reload knows the new file names.
  const retry = error instanceof Unreachable ? onRetry : () => location.reload()
  return (
    <div role="alert">
      <PageNotice
        icon={CloudAlert}
        title={t('shell.failed.title')}
        action={
          <button type="button" className="sw-button" onClick={retry}>
            {t('shell.retry')}
          </button>
        }
      >
        {sentence()}
      </PageNotice>
    </div>
  )
}
