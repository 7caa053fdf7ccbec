// Counts down the wait of a refusal. A screen reader announces the wait once, and then its end.
import type { Refusal } from '@sealwright/client'
import { useLayoutEffect } from 'react'
import { useCountdown } from '../countdown.ts'
import { usePhrases, useSentences } from '../words/i18n.tsx'

interface SlowedDownProps {
  refusal: Refusal
  /** Replaces the default sentence. */
  words?: (seconds: number) => string
}

export function SlowedDown({ refusal, words }: SlowedDownProps) {
  const t = usePhrases()
  const say = useSentences()
  const { secondsLeft, start } = useCountdown()
  // Restart for each refusal, since two refusals can have the same wait. A layout effect runs before the first paint,
  // which would otherwise show that the wait is over.
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
