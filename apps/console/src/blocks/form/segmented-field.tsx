// A field of a form whose value is one of a few options side by side.
import type { ReactNode } from 'react'
import { Field } from './field.tsx'
import type { TextNames } from './field.tsx'
import type { Form } from './form-state.ts'
import { Segmented } from './segmented.tsx'

interface SegmentedFieldProps<Values extends object, Name extends TextNames<Values>> {
  form: Form<Values>
  name: Name
  /** Replaces the usual label of the field. */
  label?: string
  help?: ReactNode
  options: readonly { value: Values[Name] & string; label: string }[]
  /** Instead of setting the field alone. */
  onSelect?: (value: Values[Name]) => void
}

export function SegmentedField<Values extends object, Name extends TextNames<Values>>({
  form,
  name,
  label = form.labelOf(name),
  help,
  options,
  onSelect = (value) => form.set(name, value),
}: SegmentedFieldProps<Values, Name>) {
  return (
    <Field form={form} name={name} label={label} help={help} isGroup>
      {(control) => (
        <Segmented
          {...control}
          label={label}
          value={form.values[name] as Values[Name] & string} // `TextNames` lets string fields in only
          options={options}
          onSelect={onSelect}
        />
      )}
    </Field>
  )
}
