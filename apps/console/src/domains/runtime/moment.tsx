// A relative time to the second, for heartbeats. It keeps counting between two answers of the server.
import { useSyncExternalStore } from 'react'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'

const TICK_MS = 1_000
const NEAR_SECONDS = 120

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** One timer for all moments on the page. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => listeners.forEach((tell) => tell()), TICK_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
const nowSeconds = () => Math.floor(Date.now() / TICK_MS)

/** The tooltip has the absolute time. */
export function Moment({ at }: { at: string }) {
  const t = usePhrases()
  const format = useFormat()
  const seconds = useSyncExternalStore(subscribe, nowSeconds) - Math.floor(Date.parse(at) / TICK_MS)
  const near = () =>
    seconds >= 0 ? t('runtime.seats.secondsAgo', { seconds }) : t('runtime.seats.inSeconds', { seconds: -seconds })
  return (
    <time className="sw-tabular cell-quiet" dateTime={at} data-tip={format.time(at)}>
      {Math.abs(seconds) <= NEAR_SECONDS ? near() : format.ago(at)}
    </time>
  )
}
