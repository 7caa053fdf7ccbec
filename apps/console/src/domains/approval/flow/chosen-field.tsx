// Several of many in a form: chips and a search. Backspace in the empty search removes the last chip.
import { X } from 'lucide-react'
import { useRef } from 'react'
import type { ReactNode } from 'react'
import { Combobox } from '../../../blocks/control/combobox.tsx'
import type { Option, Options } from '../../../blocks/control/option-search.ts'
import { Field } from '../../../blocks/form/field.tsx'
import type { Form } from '../../../blocks/form/form-state.ts'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import './flow.css'

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
  const frame = useRef<HTMLDivElement>(null)
  const chosen = form.values[name] as readonly string[] // `ListNames` lets lists of texts in only
  const put = (next: readonly string[]) => form.set(name, next as Values[typeof name]) // the same
  const remove = (value: string) => {
    put(chosen.filter((one) => one !== value))
    frame.current?.querySelector('input')?.focus()
  }
  return (
    <Field form={form} name={name} help={help}>
      {(control) => (
        <div
          ref={frame}
          className="flow-chosen"
          data-bad={control['aria-invalid']}
          onKeyDown={({ key, target }) => {
            const last = chosen.at(-1)
            if (key === 'Backspace' && target instanceof HTMLInputElement && target.value === '' && last !== undefined)
              remove(last)
          }}
        >
          {chosen.map((value) => (
            <span key={value} className="tag flow-chip">
              {nameOf(value)}
              <button
                type="button"
                className="sw-icon-button icon-button-small"
                aria-label={t('approve.form.remove', { name: nameOf(value) })}
                onClick={() => remove(value)}
              >
                <X size={12} aria-hidden />
              </button>
            </span>
          ))}
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
        </div>
      )}
    </Field>
  )
}
