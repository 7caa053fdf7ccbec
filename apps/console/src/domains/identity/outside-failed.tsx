// A page before sign-in whose data could not be loaded: the reason, and a button that tries again.
import { Refusal } from '@sealwright/client'
import { CloudAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { OutsideNotice } from './outside-frame.tsx'
import css from './outside.module.css'

interface OutsideFailedProps {
  error: Error
  onRetry: () => void
  /** Other ways to go on, below the button. */
  children?: ReactNode
}

export function OutsideFailed({ error, onRetry, children }: OutsideFailedProps) {
  const t = usePhrases()
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
          {children}
        </>
      }
    >
      {error instanceof Refusal ? error.message : t('identity.login.unreachable')}
    </OutsideNotice>
  )
}
