// The banner of a lost connection, with a retry. It also retries by itself, and disappears when any call succeeds.
import { WifiOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useConnection } from '../lib/call/connection.ts'
import { queryClient } from '../lib/call/query-client.ts'
import { usePhrases } from '../lib/words/i18n.tsx'
import css from './connection-banner.module.css'

const RETRY_EVERY_MS = 10_000

/** Repeats failed reads. Any answer means that the server is back. */
async function retry(): Promise<void> {
  await queryClient.refetchQueries({ type: 'active' })
}

export function ConnectionBanner() {
  const t = usePhrases()
  const isLost = useConnection((state) => state.isLost)
  const [isTrying, setTrying] = useState(false)
  useEffect(() => {
    if (!isLost) return undefined
    const timer = setInterval(() => void retry(), RETRY_EVERY_MS)
    const onOnline = () => void retry()
    addEventListener('online', onOnline)
    return () => {
      clearInterval(timer)
      removeEventListener('online', onOnline)
    }
  }, [isLost])
  if (!isLost) return null
  return (
    <div className={css.banner} role="alert">
      <WifiOff size={15} aria-hidden />
      <span>{t('shell.connection.lost')}</span>
      <button
        type="button"
        className={css.retry}
        disabled={isTrying}
        onClick={() => {
          setTrying(true)
          void retry().finally(() => setTrying(false))
        }}
      >
        {t('shell.retry')}
      </button>
    </div>
  )
}
