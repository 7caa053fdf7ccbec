// The input for a verification code, with the button that sends the code. The page provides how it is sent.
import { LIMITS } from '@sealwright/contract'
import { OutboxNote } from '../../lib/password/code-outcome.tsx'
import type { CodeSending } from '../../lib/password/code-outcome.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { DigitsLine } from './outside-parts.tsx'
import type { AnyForm } from './outside-parts.tsx'
import css from './outside.module.css'

const MINUTES_OF_A_DAY = 1_440

export interface CodeFieldProps {
  form: AnyForm
  name: string
  /** The field that holds the address. */
  target: string
  sending: CodeSending
  /** Whether a message to the address stays in the outbox. */
  isKept: boolean
  getText?: string
  placeholder?: string
}

export function CodeField({ form, name, target, sending, isKept, getText, placeholder }: CodeFieldProps) {
  const t = usePhrases()
  const address = String(form.values[target])
  const { send, isSending, outcomeFor } = sending
  const outcome = outcomeFor(address)
  const secondsLeft = outcome?.secondsLeft ?? 0
  const isWaiting = secondsLeft > 0 || isSending
  const press = async () => {
    // Text in the field belongs to an earlier code. `clear` also hides the error of an empty field.
    const was = form.values[name] ?? ''
    if (!isWaiting && form.isRight(target) && (await send(address))) form.clear(name, was)
  }
  const buttonText = () => {
    if (isSending) return t('identity.codes.sending')
    return secondsLeft > 0 ? t('identity.codes.again', { seconds: secondsLeft }) : (getText ?? t('identity.codes.get'))
  }
  const sentWords = (to: string, minutes: number) => {
    if (minutes < MINUTES_OF_A_DAY)
      return t(isKept ? 'identity.codes.made' : 'identity.codes.sent', { target: to, minutes })
    return t(isKept ? 'identity.codes.madeForDays' : 'identity.codes.sentForDays', {
      target: to,
      days: Math.floor(minutes / MINUTES_OF_A_DAY),
    })
  }
  const note = () => {
    if (outcome?.problem) return <span className={css.problem}>{outcome.problem}</span>
    if (outcome?.minutes === undefined) return isKept ? <OutboxNote /> : undefined
    return (
      <>
        {sentWords(outcome.target, outcome.minutes)}
        {isKept && (
          <>
            <br />
            <OutboxNote />
          </>
        )}
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
        // Not `disabled`: a disabled button loses the keyboard focus.
        <button type="button" className="sw-button" aria-disabled={isWaiting} onClick={() => void press()}>
          {buttonText()}
        </button>
      }
    />
  )
}
