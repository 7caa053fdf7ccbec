// The outcome of sending a verification code: until when it is valid, when it can be sent again, or why not. The wait
// until the next code belongs to its address, so that a person who corrects a typo need not wait. If messages stay in
// the outbox because nothing sends them, a demo center says where to find them.
import type { Refusal } from '@sealwright/client'
import { errorSentence } from '@sealwright/phrases'
import { useEffect, useState } from 'react'
import { useCountdown } from '../countdown.ts'
import { usePhrases, useSentences } from '../words/i18n.tsx'

/** The command that prints unsent messages for the platform operator. */
const OUTBOX_COMMAND = 'npm run platform -- outbox'

/** Refusals with a waiting time, which their message counts down. */
const WAITS = ['identity.codeTooSoon', 'identity.slowedDown', 'platform.tooFrequent'] as const

export interface CodeSender {
  /** Resolves to undefined if the code was not sent. */
  act: (target: string) => Promise<{ expiresInSeconds: number; resendInSeconds: number } | undefined>
  isActing: boolean
  refusal: Refusal | undefined
}

export type CodeSending = ReturnType<typeof useCodeOutcome>

/** Sends codes, and returns the outcome for an address. */
export function useCodeOutcome({ act, isActing, refusal }: CodeSender) {
  const say = useSentences()
  const [asked, setAsked] = useState<string>()
  const [minutes, setMinutes] = useState<number>()
  const { secondsLeft, start } = useCountdown()
  useEffect(() => {
    if (refusal?.waitSeconds) start(refusal.waitSeconds)
  }, [refusal, start])
  const problem = () => {
    const wait = WAITS.find((name) => name === refusal?.error)
    if (!wait || refusal?.waitSeconds === undefined) return refusal?.message
    if (secondsLeft === 0) return undefined
    // The countdown is only visible: screen readers announce the wait once, not every second.
    return (
      <>
        <span className="sw-visually-hidden">{refusal.message}</span>
        <span aria-hidden>{errorSentence(say, wait, { seconds: secondsLeft })}</span>
      </>
    )
  }
  return {
    /** Resolves to true if the code was sent. */
    send: async (given: string): Promise<boolean> => {
      const target = given.trim()
      setAsked(target)
      setMinutes(undefined)
      start(0)
      const answer = await act(target)
      if (!answer) return false
      setMinutes(Math.ceil(answer.expiresInSeconds / 60))
      start(answer.resendInSeconds)
      return true
    },
    isSending: isActing,
    /** The outcome of the last code, if it was for this address. */
    outcomeFor: (given: string) =>
      asked === given.trim() ? { target: asked, problem: problem(), minutes, secondsLeft } : undefined,
  }
}

export function OutboxNote() {
  const t = usePhrases()
  return (
    <>
      {t('identity.codes.inOutbox')}
      <code>{OUTBOX_COMMAND}</code>
    </>
  )
}
