// The wait that a refusal asks for, counted down. A reader hears it once, not every second, and that it is over.
import type { Refusal } from '@sealwright/client'
import { useLayoutEffect } from 'react'
import { useCountdown } from '../../lib/countdown.ts'
import { usePhrases, useSentences } from '../../lib/words/i18n.tsx'

interface SlowedDownProps {
  refusal: Refusal
  /** What this page says instead of the server. */
  words?: (seconds: number) => string
}

export function SlowedDown({ refusal, words }: SlowedDownProps) {
  const t = usePhrases()
  const say = useSentences()
  const { secondsLeft, start } = useCountdown()
  // By the refusal, not by its number: the same wait may be asked for twice. Before it is seen: it does not begin with
  // its end.
  useLayoutEffect(() => start(refusal.waitSeconds ?? 0), [refusal, start])
  if (refusal.waitSeconds === undefined) return refusal.message
  if (secondsLeft === 0) return t('identity.login.waitOver')
  const spelled = words ?? ((seconds: number) => say('errors.identity.slowedDown', { seconds }))
  return (
    <>
      <span className="sw-visually-hidden">{spelled(refusal.waitSeconds)}</span>
      <span aria-hidden>{spelled(secondsLeft)}</span>
    </>
  )
}
