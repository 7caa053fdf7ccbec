// A new password in a form, or its repetition. The input has no maximum length: the field's rule refuses a password
// that is too long, since a cut password would lock its owner out.
import type { ReactNode } from 'react'
import { PasswordInput } from '../../lib/password/password-input.tsx'
import { Strength } from '../../lib/password/password-strength.tsx'
import { Field } from './field.tsx'
import './form.css'
import type { Form } from './form-state.ts'

type SecretNames<Values> = { [Name in keyof Values]: Values[Name] extends string ? Name : never }[keyof Values] & string

interface PasswordFieldProps<Values extends object> {
  form: Form<Values>
  name: SecretNames<Values>
  label?: string
  help?: ReactNode
  hasStrength?: boolean
  hasFocus?: boolean
}

export function PasswordField<Values extends object>({
  form,
  name,
  label,
  help,
  hasStrength = false,
  hasFocus = false,
}: PasswordFieldProps<Values>) {
  const value = form.values[name] as string // `SecretNames` lets string fields in only
  return (
    <Field form={form} name={name} label={label} help={help}>
      {(control) => (
        <>
          <PasswordInput
            {...control}
            label={label ?? form.labelOf(name)}
            value={value}
            autoComplete="new-password"
            autoFocus={hasFocus}
            data-first-focus={hasFocus || undefined}
            onText={(text) => form.set(name, text as Values[typeof name])} // the same
          />
          {hasStrength && <Strength password={value} />}
        </>
      )}
    </Field>
  )
}
