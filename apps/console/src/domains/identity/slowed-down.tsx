// The wait that a refusal asks for, counted down. A reader hears it once, not every second.
import type { Refusal } from '@sealwright/client'
import { useEffect } from 'react'
import { useCountdown } from '../../lib/countdown.ts'
import { useSentences } from '../../lib/i18n.tsx'

export function SlowedDown({ refusal }: { refusal: Refusal }) {
  const say = useSentences()
  const { secondsLeft, start } = useCountdown()
  // By the refusal, not by its number: the same wait may be asked for twice.
  useEffect(() => start(refusal.waitSeconds ?? 0), [refusal, start])
  if (refusal.waitSeconds === undefined) return refusal.message
  return (
    <>
      <span className="sw-visually-hidden">{refusal.message}</span>
      <span aria-hidden>{say('errors.identity.slowedDown', { seconds: secondsLeft })}</span>
    </>
  )
}
