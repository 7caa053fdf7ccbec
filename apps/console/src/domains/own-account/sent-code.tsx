// The code of a form that proves an address: a field, and the button that sends the code there. The wait until the next one runs down in the
// button. What is wrong with the address itself is said on its own field, before anything is sent.
import { LIMITS, identityCalls } from '@sealwright/contract'
import type { CodePurpose } from '@sealwright/contract'
import type { ReactNode } from 'react'
import { Button } from '../../blocks/button.tsx'
import { fieldViolations } from '../../blocks/field-rules.ts'
import type { FieldSchema } from '../../blocks/field-rules.ts'
import { Field } from '../../blocks/field.tsx'
import type { Form } from '../../blocks/form-state.ts'
import { TextInput } from '../../blocks/text-input.tsx'
import { useAct } from '../../lib/client.ts'
import { useCountdown } from '../../lib/countdown.ts'
import { usePhrases } from '../../lib/i18n.tsx'
import { toast } from '../../lib/toast.ts'

interface SentCodeProps<Values extends { verifyCode: string }> {
  form: Form<Values>
  purpose: CodePurpose
  /** Where the code goes: the field of this form, what is in it, and its rules. */
  target: { name: keyof Values & string; value: string; schema: FieldSchema }
  /** What is said once it is on its way. */
  sent: (minutes: number) => string
  help?: ReactNode
}

export function SentCode<Values extends { verifyCode: string }>({ form, purpose, target, sent, help }: SentCodeProps<Values>) {
  const t = usePhrases()
  const { secondsLeft, start: countDown } = useCountdown()
  const send = useAct(identityCalls.sendCode, {
    showsRefusal: true,
    onDone: ({ expiresInSeconds, resendInSeconds }) => {
      countDown(resendInSeconds)
      toast.success(sent(Math.floor(expiresInSeconds / 60)))
    },
  })
  const press = () => {
    if (fieldViolations(target.schema, target.name, target.value).length > 0) form.leave(target.name)
    else void send.act({ target: target.value.trim(), purpose })
  }
  return (
    <Field
      form={form}
      name="verifyCode"
      help={send.refusal ? <span className="field-error" role="alert">{send.refusal.message}</span> : help ?? t('ownAccount.security.codeHelp', { digits: LIMITS.verification.digits })}
    >
      {(control) => (
        <span className="code-field">
          <TextInput
            {...control}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={LIMITS.verification.digits}
            value={form.values.verifyCode}
            onText={(text) => form.set('verifyCode', text.trim())}
          />
          <Button isBusy={send.isActing} disabled={secondsLeft > 0} onPress={press}>
            {secondsLeft > 0 ? t('ownAccount.security.sendAgain', { seconds: secondsLeft }) : t('ownAccount.security.sendCode')}
          </Button>
        </span>
      )}
    </Field>
  )
}
