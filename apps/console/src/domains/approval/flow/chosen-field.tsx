// Several of many in a form: chips and a search.
import type { ReactNode } from 'react'
import { Combobox } from '../../../blocks/control/combobox.tsx'
import type { Option, Options } from '../../../blocks/control/option-search.ts'
import { ChipFrame } from '../../../blocks/form/chip-frame.tsx'
import { Field } from '../../../blocks/form/field.tsx'
import type { Form } from '../../../blocks/form/form-state.ts'
import { usePhrases } from '../../../lib/words/i18n.tsx'

type ListNames<Values> = {
  [Name in keyof Values]: Values[Name] extends readonly string[] ? Name : never
}[keyof Values] &
  string

interface ChosenFieldProps<Values extends object> extends Options {
  form: Form<Values>
  name: ListNames<Values>
  /** The name of a chosen value. */
  nameOf: (value: string) => string
  /** Called with a chosen option: a search may no longer find it later. */
  onChoose: (option: Option) => void
  /** Shown while nothing is chosen. */
  placeholder: string
  help?: ReactNode
  max: number
}

export function ChosenField<Values extends object>({
  form,
  name,
  nameOf,
  onChoose,
  placeholder,
  help,
  max,
  options,
  ...search
}: ChosenFieldProps<Values>) {
  const t = usePhrases()
  const chosen = form.values[name] as readonly string[] // `ListNames` lets lists of texts in only
  const put = (next: readonly string[]) => form.set(name, next as Values[typeof name]) // the same
  return (
    <Field form={form} name={name} help={help}>
      {(control) => (
        <ChipFrame
          chips={chosen.map((value) => ({ name: nameOf(value) }))}
          isBad={control['aria-invalid'] === true}
          removeLabel={(label) => t('approve.form.remove', { name: label })}
          onRemove={(index) => put(chosen.filter((_, at) => at !== index))}
        >
          {chosen.length < max && (
            <Combobox
              {...search}
              {...control}
              name={form.labelOf(name)}
              options={options.filter(({ value }) => !chosen.includes(value))}
              value=""
              placeholder={chosen.length === 0 ? placeholder : undefined}
              onSelect={(value) => {
                const option = options.find((one) => one.value === value)
                if (!option) return
                onChoose(option)
                put([...chosen, value])
              }}
            />
          )}
        </ChipFrame>
      )}
    </Field>
  )
}
