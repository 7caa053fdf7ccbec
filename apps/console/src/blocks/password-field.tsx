// A password in a form: being chosen, with its strength beside it, or being typed once more. It takes whatever is pasted: one that is too long
// is told so by its rule, since one that was cut would lock its owner out.
import { passwordStrength } from '@sealwright/contract'
import type { PasswordStrength } from '@sealwright/contract'
import type { ReactNode } from 'react'
import { usePhrases } from '../lib/i18n.tsx'
import type { PhraseKey } from '../lib/i18n.tsx'
import { PasswordInput } from '../lib/password-input.tsx'
import { Field } from './field.tsx'
import './form.css'
import type { Form } from './form-state.ts'

const STRENGTHS: Record<PasswordStrength, PhraseKey> = { weak: 'ownAccount.security.strength.weak', medium: 'ownAccount.security.strength.medium', strong: 'ownAccount.security.strength.strong' }

function Strength({ password }: { password: string }) {
  const t = usePhrases()
  const strength = password === '' ? undefined : passwordStrength(password)
  return (
    <p className="strength" data-strength={strength} aria-live="polite">
      <span className="strength-bars" aria-hidden>
        <i />
        <i />
        <i />
      </span>
      {strength && (
        <span>
          <span className="sw-visually-hidden">{t('ownAccount.security.strengthLabel')} </span>
          {t(STRENGTHS[strength])}
        </span>
      )}
    </p>
  )
}

type SecretNames<Values> = { [Name in keyof Values]: Values[Name] extends string ? Name : never }[keyof Values] & string

interface PasswordFieldProps<Values extends object> {
  form: Form<Values>
  name: SecretNames<Values>
  label?: string
  help?: ReactNode
  hasStrength?: boolean
  hasFocus?: boolean
}

export function PasswordField<Values extends object>({ form, name, label, help, hasStrength = false, hasFocus = false }: PasswordFieldProps<Values>) {
  const value = form.values[name] as string // `SecretNames` lets string fields in only
  return (
    <Field form={form} name={name} label={label} help={help}>
      {(control) => (
        <>
          <PasswordInput
            {...control}
            value={value}
            autoComplete="new-password"
            autoFocus={hasFocus}
            onText={(text) => form.set(name, text as Values[typeof name])} // the same
          />
          {hasStrength && <Strength password={value} />}
        </>
      )}
    </Field>
  )
}
