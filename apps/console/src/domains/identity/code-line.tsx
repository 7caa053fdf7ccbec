// A code that is sent to an address: the input, and the button that has it sent. The wait until it can be sent again belongs to the address it was
// sent to: who corrects a typo need not wait. Where messages stay in the outbox because nothing sends them, a demo says where to look.
import { LIMITS, identityCalls, isEmail } from '@sealwright/contract'
import type { CodePurpose } from '@sealwright/contract'
import { useEffect, useState } from 'react'
import { useAct, useAnswer } from '../../lib/client.ts'
import { useCountdown } from '../../lib/countdown.ts'
import { usePhrases } from '../../lib/i18n.tsx'
import css from './outside.module.css'
import { DigitsLine } from './outside-parts.tsx'
import type { AnyForm } from './outside-parts.tsx'

/** The operator's command that prints what was not sent. */
const OUTBOX_COMMAND = 'npm run platform -- outbox'
const MINUTES_OF_A_DAY = 1_440

/** Sends codes for one purpose, and knows how that went for an address. */
export function useCodeSending(purpose: CodePurpose) {
  const { act, isActing, refusal } = useAct(identityCalls.sendCode, { showsRefusal: true })
  const [asked, setAsked] = useState<string>()
  const [minutes, setMinutes] = useState<number>()
  const { secondsLeft, start } = useCountdown()
  useEffect(() => {
    if (refusal?.waitSeconds) start(refusal.waitSeconds)
  }, [refusal, start])
  return {
    send: async (given: string) => {
      const target = given.trim()
      setAsked(target)
      setMinutes(undefined)
      start(0)
      const answer = await act({ target, purpose })
      if (!answer) return
      setMinutes(Math.ceil(answer.expiresInSeconds / 60))
      start(answer.resendInSeconds)
    },
    isSending: isActing,
    /** What became of the last code, if it was for this address. */
    outcomeFor: (given: string) => (asked === given.trim() ? { target: asked, refusal, minutes, secondsLeft } : undefined),
  }
}

/** Whether a message to this address stays in the outbox, and the person at this page may know. */
export function useIsKept(target: string): boolean {
  const { data: door } = useAnswer(identityCalls.door, {}, { staleMs: Number.POSITIVE_INFINITY })
  if (!door?.demo) return false
  return isEmail(target.trim()) ? door.keepsMail : door.keepsSms
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

interface CodeLineProps {
  form: AnyForm
  name: string
  /** The field that holds the address. */
  target: string
  purpose: CodePurpose
  getText?: string
  placeholder?: string
}

export function CodeLine({ form, name, target, purpose, getText, placeholder }: CodeLineProps) {
  const t = usePhrases()
  const address = String(form.values[target])
  const { send, isSending, outcomeFor } = useCodeSending(purpose)
  const isKept = useIsKept(address)
  const outcome = outcomeFor(address)
  const secondsLeft = outcome?.secondsLeft ?? 0
  const isWaiting = secondsLeft > 0 || isSending
  const press = () => {
    if (!isWaiting && form.isRight(target)) void send(address)
  }
  const buttonText = () => {
    if (isSending) return t('identity.codes.sending')
    return secondsLeft > 0 ? t('identity.codes.again', { seconds: secondsLeft }) : (getText ?? t('identity.codes.get'))
  }
  const note = () => {
    if (outcome?.refusal) return <span className={css.problem}>{outcome.refusal.message}</span>
    if (outcome?.minutes === undefined) return isKept ? <OutboxNote /> : undefined
    return (
      <>
        {outcome.minutes < MINUTES_OF_A_DAY ? t('identity.codes.sent', { target: outcome.target, minutes: outcome.minutes }) : t('identity.codes.sentForDays', { target: outcome.target, days: Math.floor(outcome.minutes / MINUTES_OF_A_DAY) })}{' '}
        {isKept && <OutboxNote />}
      </>
    )
  }
  return (
    <DigitsLine
      form={form}
      name={name}
      placeholder={placeholder ?? t('identity.codes.placeholder', { digits: LIMITS.verification.digits })}
      note={note()}
      beside={
        // Not `disabled`, which would drop the focus of a person at the keyboard.
        <button type="button" className="sw-button" aria-disabled={isWaiting} onClick={press}>
          {buttonText()}
        </button>
      }
    />
  )
}
