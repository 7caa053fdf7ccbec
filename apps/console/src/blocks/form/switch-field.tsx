// A switch in a form, with its help below.
import { useId } from 'react'
import type { ReactNode } from 'react'
import './form.css'
import type { Form } from './form-state.ts'

/** The names of boolean fields. */
type FlagNames<Values> = { [Name in keyof Values]: Values[Name] extends boolean ? Name : never }[keyof Values] & string

interface SwitchFieldProps<Values extends object> {
  form: Form<Values>
  name: FlagNames<Values>
  /** Replaces the usual label of the field. */
  label?: string
  help?: ReactNode
}

interface SwitchLineProps {
  label: string
  help?: ReactNode
  error?: string | undefined
  isOn: boolean
  onSwitch: (isOn: boolean) => void
  onBlur?: () => void
}

/** The same switch, for a value outside of a form. */
export function SwitchLine({ label, help, error, isOn, onSwitch, onBlur }: SwitchLineProps) {
  const id = useId()
  const note = error ?? help
  return (
    <div className="switch-field">
      <input
        id={id}
        type="checkbox"
        role="switch"
        className="switch"
        checked={isOn}
        aria-describedby={note ? `${id}-note` : undefined}
        aria-invalid={error ? true : undefined}
        onChange={(event) => onSwitch(event.target.checked)}
        onBlur={onBlur}
      />
      <div>
        <label htmlFor={id}>{label}</label>
        {note && (
          <p id={`${id}-note`} className={error ? 'field-error' : undefined} role={error ? 'alert' : undefined}>
            {note}
          </p>
        )}
      </div>
    </div>
  )
}

export function SwitchField<Values extends object>({ form, name, label, help }: SwitchFieldProps<Values>) {
  return (
    <SwitchLine
      label={label ?? form.labelOf(name)}
      help={help}
      error={form.errorAt(name)}
      isOn={form.values[name] as boolean} // `FlagNames` lets boolean fields in only
      onSwitch={(isOn) => form.set(name, isOn as Values[typeof name])} // the same
      onBlur={() => form.leave(name)}
    />
  )
}
