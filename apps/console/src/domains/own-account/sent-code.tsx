// The verification code of a form: a field, the button that sends the code, and the result below. An invalid address
// shows an error on its own field and nothing is sent. After sending, the code field gets the focus.
import { LIMITS } from '@sealwright/contract'
import type { CodePurpose } from '@sealwright/contract'
import { useLayoutEffect, useRef } from 'react'
import { Button } from '../../blocks/control/button.tsx'
import { TextInput } from '../../blocks/control/text-input.tsx'
import { codeDigitsOf } from '../../blocks/control/typed-text.ts'
import { fieldViolations } from '../../blocks/form/field-rules.ts'
import type { FieldSchema } from '../../blocks/form/field-rules.ts'
import { Field } from '../../blocks/form/field.tsx'
import type { Form } from '../../blocks/form/form-state.ts'
import { OutboxNote } from '../../lib/password/code-outcome.tsx'
import { useCodeSending, useIsKept } from '../../lib/password/code-sending.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import './own-account.css'

interface SentCodeProps<Values extends { verifyCode: string }> {
  form: Form<Values>
  purpose: CodePurpose
  /** The address field: its name in this form, its value and its schema. */
  target: { name: keyof Values & string; value: string; schema: FieldSchema }
  /** The sentence after the code was sent. */
  sent: (minutes: number) => string
}

export function SentCode<Values extends { verifyCode: string }>({
  form,
  purpose,
  target,
  sent,
}: SentCodeProps<Values>) {
  const t = usePhrases()
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const { send, isSending, outcomeFor } = useCodeSending(purpose)
  const isKept = useIsKept(target.value)
  const outcome = outcomeFor(target.value)
  const secondsLeft = outcome?.secondsLeft ?? 0
  const isWaiting = secondsLeft > 0
  // The disabled button loses the focus, so move it to the code field.
  useLayoutEffect(() => {
    if (isWaiting && (document.activeElement === button.current || document.activeElement === document.body))
      input.current?.focus()
  }, [isWaiting])
  const press = async () => {
    if (fieldViolations(target.schema, target.name, target.value).length > 0) form.leave(target.name)
    else if (await send(target.value)) input.current?.focus()
  }
  const words = () => {
    if (outcome?.problem) return <span className="field-error">{outcome.problem}</span>
    if (outcome?.minutes === undefined) return undefined
    return (
      <>
        {isKept
          ? t('identity.codes.made', { target: outcome.target, minutes: outcome.minutes })
          : sent(outcome.minutes)}{' '}
        {isKept && <OutboxNote />}
      </>
    )
  }
  return (
    <Field
      form={form}
      name="verifyCode"
      help={t('ownAccount.security.codeHelp', { digits: LIMITS.verification.digits })}
    >
      {(control) => (
        <>
          <span className="code-field">
            <TextInput
              {...control}
              ref={input}
              inputMode="numeric"
              autoComplete="one-time-code"
              value={form.values.verifyCode}
              onText={(text, isComposing) => form.set('verifyCode', isComposing ? text : codeDigitsOf(text))}
            />
            <Button ref={button} isBusy={isSending} disabled={isWaiting} onPress={() => void press()}>
              {isWaiting ? t('identity.codes.again', { seconds: secondsLeft }) : t('identity.codes.get')}
            </Button>
          </span>
          {/* Always rendered: screen readers announce changes only in a live region that already exists. */}
          <p className="code-words" aria-live="polite">
            {words()}
          </p>
        </>
      )}
    </Field>
  )
}
