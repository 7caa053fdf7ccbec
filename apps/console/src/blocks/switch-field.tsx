// A setting of a form that is on or off, with its sentence below.
import { useId } from 'react'
import type { ReactNode } from 'react'
import './form.css'
import type { Form } from './form-state.ts'

/** The fields that are on or off. */
type FlagNames<Values> = { [Name in keyof Values]: Values[Name] extends boolean ? Name : never }[keyof Values] & string

interface SwitchFieldProps<Values extends object> {
  form: Form<Values>
  name: FlagNames<Values>
  /** In place of the name that the field has everywhere. */
  label?: string
  help?: ReactNode
}

export function SwitchField<Values extends object>({ form, name, label, help }: SwitchFieldProps<Values>) {
  const id = useId()
  const error = form.errorAt(name)
  const note = error ?? help
  return (
    <div className="switch-field">
      <input
        id={id}
        type="checkbox"
        role="switch"
        className="switch"
        checked={form.values[name] as boolean} // `FlagNames` lets boolean fields in only
        aria-describedby={note ? `${id}-note` : undefined}
        aria-invalid={error ? true : undefined}
        onChange={(event) => form.set(name, event.target.checked as Values[typeof name])} // the same
        onBlur={() => form.leave(name)}
      />
      <div>
        <label htmlFor={id}>{label ?? form.labelOf(name)}</label>
        {note && (
          <p id={`${id}-note`} className={error ? 'field-error' : undefined} role={error ? 'alert' : undefined}>
            {note}
          </p>
        )}
      </div>
    </div>
  )
}
