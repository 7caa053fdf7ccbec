// One field of a form: label, optional mark, help, counter and error. The error replaces the help; a field without help
// makes room for an error when it has one.
import { useId } from 'react'
import type { ReactNode } from 'react'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import './form.css'
import { TextArea, TextInput } from '../control/text-input.tsx'
import type { Form } from './form-state.ts'

/** The props that connect a control with its field. */
export interface ControlProps {
  id: string
  'aria-describedby': string
  'aria-invalid': true | undefined
  onBlur: () => void
}

interface FieldProps<Values extends object> {
  form: Form<Values>
  name: keyof Values & string
  /** Replaces the usual label of the field where the page can be clearer. */
  label?: string
  help?: ReactNode
  /** Shows the used and the allowed number of characters. */
  counter?: { used: number; max: number }
  /** Replaces the sentence of the rule where the control can say better what is wrong. */
  clearerError?: string
  /** Why an input was not taken over into the form. It replaces the help; an error of the form replaces it. */
  refused?: string | undefined
  /** Several controls under one label: a fieldset with a legend instead of a label. */
  isGroup?: boolean
  children: (control: ControlProps) => ReactNode
}

export function Field<Values extends object>({
  form,
  name,
  label: given,
  help,
  counter,
  clearerError,
  refused,
  isGroup = false,
  children,
}: FieldProps<Values>) {
  const t = usePhrases()
  const format = useFormat()
  const id = useId()
  const error = form.errorAt(name) && (clearerError ?? form.errorAt(name))
  const problem = error ?? refused
  const label = (
    <>
      {given ?? form.labelOf(name)}
      {form.isOptional(name) && <span className="field-optional">{t('blocks.form.optional')}</span>}
    </>
  )
  const control = children({
    id,
    'aria-describedby': `${id}-note`,
    'aria-invalid': error ? true : undefined,
    onBlur: () => form.leave(name),
  })
  const note = (
    <div className="field-foot">
      <div
        id={`${id}-note`}
        className={problem ? 'field-note field-error' : 'field-note'}
        role={problem ? 'alert' : undefined}
      >
        {problem ?? help}
      </div>
      {counter && (
        <span className={counter.used > counter.max ? 'field-counter field-error' : 'field-counter'}>
          {format.number(counter.used)} / {format.number(counter.max)}
        </span>
      )}
    </div>
  )
  return isGroup ? (
    <fieldset className="field" aria-describedby={`${id}-note`}>
      <legend className="field-label">{label}</legend>
      {control}
      {note}
    </fieldset>
  ) : (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {control}
      {note}
    </div>
  )
}

/** The names of string fields. */
export type TextNames<Values> = { [Name in keyof Values]: Values[Name] extends string ? Name : never }[keyof Values] &
  string

interface TextFieldProps<Values extends object> {
  form: Form<Values>
  name: TextNames<Values>
  label?: string
  help?: ReactNode
  /** Shows a counter up to this many characters, for fields where people get close to the limit. */
  counterMax?: number
  rows?: number
  isNumber?: boolean
  isReadOnly?: boolean
  placeholder?: string
  hasFocus?: boolean
  /** A dialog puts the focus here. */
  isFirst?: boolean
  autoComplete?: string
}

export function TextField<Values extends object>({
  form,
  name,
  label,
  help,
  counterMax,
  rows,
  isNumber = false,
  isReadOnly = false,
  placeholder,
  hasFocus = false,
  isFirst = false,
  autoComplete,
}: TextFieldProps<Values>) {
  const value = form.values[name] as string // `TextNames` lets string fields in only
  const onText = (text: string) => form.set(name, text as Values[typeof name]) // the same
  return (
    <Field
      form={form}
      name={name}
      label={label}
      help={help}
      counter={counterMax === undefined ? undefined : { used: value.trim().length, max: counterMax }}
    >
      {(control) =>
        rows === undefined ? (
          <TextInput
            {...control}
            value={value}
            onText={onText}
            isNumber={isNumber}
            readOnly={isReadOnly}
            placeholder={placeholder}
            autoFocus={hasFocus}
            data-first-focus={isFirst || undefined}
            {...(autoComplete && { autoComplete })}
          />
        ) : (
          <TextArea
            {...control}
            value={value}
            onText={onText}
            rows={rows}
            readOnly={isReadOnly}
            placeholder={placeholder}
          />
        )
      }
    </Field>
  )
}
