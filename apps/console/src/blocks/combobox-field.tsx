// A field of a form that holds one of many; see combobox.tsx.
import type { ReactNode } from 'react'
import { Combobox } from './combobox.tsx'
import type { ComboboxOptions } from './combobox.tsx'
import { Field } from './field.tsx'
import type { TextNames } from './field.tsx'
import type { Form } from './form-state.ts'

interface ComboboxFieldProps<Values extends object> extends ComboboxOptions {
  form: Form<Values>
  name: TextNames<Values>
  label?: string
  help?: ReactNode
  placeholder?: string
}

export function ComboboxField<Values extends object>({ form, name, label, help, ...rest }: ComboboxFieldProps<Values>) {
  return (
    <Field form={form} name={name} label={label} help={help}>
      {(control) => (
        <Combobox
          {...rest}
          {...control}
          name={label ?? form.labelOf(name)}
          value={form.values[name] as string} // `TextNames` lets string fields in only
          onSelect={(value) => form.set(name, value as Values[typeof name])} // the same
        />
      )}
    </Field>
  )
}
