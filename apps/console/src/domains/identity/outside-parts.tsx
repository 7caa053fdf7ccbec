// The parts of the forms before sign-in: a line with label and error, the kinds of input, the refusal above the form
// and the button below it.
import { LIMITS } from '@sealwright/contract'
import { ChevronDown } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import { codeDigitsOf, textHandlers } from '../../blocks/control/typed-text.ts'
import { PasswordInput } from '../../lib/password/password-input.tsx'
import { Strength } from '../../lib/password/password-strength.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import type { OutsideForm } from './outside-form-state.ts'
import css from './outside.module.css'

/** A form with any fields: a part uses only the fields that its props name. */
export type AnyForm = Pick<
  OutsideForm<Record<string, string | number | boolean>>,
  keyof OutsideForm<Record<string, never>>
>

interface LineProps {
  form: AnyForm
  name: string
  /** Shown below the input while it has no error. */
  note?: ReactNode
  /** Beside the label. */
  aside?: ReactNode
  children: ReactNode
}

function Line({ form, name, note, aside, children }: LineProps) {
  const { id, 'aria-describedby': noteId } = form.control(name)
  const problem = form.problemOf(name)
  return (
    <div className={css.line}>
      <div className={css.labels}>
        <label htmlFor={id}>{form.labelOf(name)}</label>
        {aside}
      </div>
      {children}
      {/* Always rendered: screen readers announce changes only in a live region that already exists. */}
      <div id={noteId} aria-live="polite" className={problem ? css.problem : css.note}>
        {problem ?? note}
      </div>
    </div>
  )
}

type InputProps = Omit<ComponentProps<'input'>, 'name' | 'form'>

interface TextLineProps extends Omit<LineProps, 'children'>, InputProps {
  /** A button that belongs to the input. */
  beside?: ReactNode
  /** Cleans the text as it is typed. */
  clean?: (text: string) => string
}

export function TextLine({
  form,
  name,
  note,
  aside,
  beside,
  clean = (text) => text,
  className,
  ...input
}: TextLineProps) {
  return (
    <Line form={form} name={name} note={note} aside={aside}>
      <span className={beside ? css.code : undefined}>
        <input
          type="text"
          spellCheck={false}
          {...input}
          {...form.control(name)}
          className={className ? `${css.input} ${className}` : css.input}
          value={String(form.values[name])}
          {...textHandlers((text, isComposing) => form.set(name, isComposing ? text : clean(text)))}
        />
        {beside}
      </span>
    </Line>
  )
}

/** A numeric code. */
export function DigitsLine(props: TextLineProps) {
  return (
    <TextLine inputMode="numeric" autoComplete="one-time-code" clean={codeDigitsOf} {...props} className={css.digits} />
  )
}

/** The account: a mobile number or an e-mail address. */
export function AccountLine(props: TextLineProps) {
  const t = usePhrases()
  return (
    <TextLine
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      placeholder={t('identity.login.accountPlaceholder')}
      {...props}
    />
  )
}

interface PasswordLineProps
  extends Omit<LineProps, 'children'>, Pick<InputProps, 'autoComplete' | 'placeholder' | 'ref'> {
  children?: ReactNode
}

export function PasswordLine({ form, name, note, aside, children, ...input }: PasswordLineProps) {
  return (
    <Line form={form} name={name} note={note} aside={aside}>
      <PasswordInput
        {...input}
        {...form.control(name)}
        label={form.labelOf(name)}
        value={String(form.values[name])}
        onText={(text) => form.set(name, text)}
      />
      {children}
    </Line>
  )
}

/** A new password with its strength, and its repetition. */
export function NewPasswordLines({ form }: { form: AnyForm }) {
  const t = usePhrases()
  const { passwordMin: min, passwordMax: max } = LIMITS.account
  return (
    <>
      <PasswordLine
        form={form}
        name="password"
        autoComplete="new-password"
        placeholder={t('identity.passwords.rule', { min, max })}
      >
        <Strength password={String(form.values['password'])} />
      </PasswordLine>
      <PasswordLine
        form={form}
        name="confirmPassword"
        autoComplete="new-password"
        placeholder={t('identity.passwords.again')}
      />
    </>
  )
}

interface Choice {
  value: string | number
  label: string
}

interface SelectLineProps extends Omit<LineProps, 'children'> {
  choices: readonly Choice[]
  autoComplete?: string
}

export function SelectLine({ form, name, note, aside, choices, autoComplete }: SelectLineProps) {
  const choose = (text: string) => form.set(name, choices.find(({ value }) => String(value) === text)?.value ?? text)
  return (
    <Line form={form} name={name} note={note} aside={aside}>
      <span className={css.select}>
        <select
          {...form.control(name)}
          className={css.input}
          autoComplete={autoComplete}
          value={String(form.values[name])}
          onChange={(event) => choose(event.target.value)}
        >
          {choices.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <ChevronDown size={16} aria-hidden />
      </span>
    </Line>
  )
}

/** A checkbox with its sentence. */
export function CheckLine({ form, name, children }: Pick<LineProps, 'form' | 'name' | 'children'>) {
  const control = form.control(name)
  const problem = form.problemOf(name)
  return (
    <div className={css.line}>
      <label className={css.check}>
        <input
          {...control}
          type="checkbox"
          checked={Boolean(form.values[name])}
          onChange={(event) => form.set(name, event.target.checked)}
        />
        <span>{children}</span>
      </label>
      <div id={control['aria-describedby']} aria-live="polite" className={css.problem}>
        {problem}
      </div>
    </div>
  )
}

export function Trouble({ children }: { children: ReactNode }) {
  return (
    <div className={css.refusal} role="alert">
      {children}
    </div>
  )
}

/** Busy while the form is being sent. It is not disabled, so it keeps the focus; the form ignores a second press. */
export function Submit({ isActing, children, acting }: { isActing: boolean; children: string; acting: string }) {
  return (
    <button type="submit" className={`sw-button sw-button-primary ${css.submit ?? ''}`} aria-busy={isActing}>
      {isActing ? acting : children}
    </button>
  )
}

interface OutsideFieldsProps {
  form: AnyForm
  /** Above the refusal. */
  head?: ReactNode
  /** Replaces the sentence of a refusal. */
  trouble?: ReactNode
  onSubmit: () => void
  children: ReactNode
  /** Below the button. */
  foot?: ReactNode
}

/**
 * The form: refusal and lines. It focuses the first empty input when it opens, and the first error after a failed
 * attempt.
 */
export function OutsideFields({ form, head, trouble, onSubmit, children, foot }: OutsideFieldsProps) {
  const said = trouble ?? form.trouble
  const ref = useRef<HTMLFormElement>(null)
  const { pointing } = form
  useEffect(() => {
    // Focus the first empty input, or the button if there is none.
    const inputs = [...(ref.current?.querySelectorAll<HTMLInputElement>('input:not([type=checkbox])') ?? [])]
    const first = inputs.find(({ value }) => value === '') ?? ref.current?.querySelector<HTMLElement>('[type=submit]')
    first?.focus()
  }, [])
  useEffect(() => {
    if (pointing === 0) return
    const first = ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    // The refusal is above the form, and may be out of sight from the button.
    if (!first) {
      // Do not return this: some browsers return a promise, and an effect may return only its cleanup.
      ref.current?.querySelector('[role=alert]')?.scrollIntoView({ block: 'nearest' })
      return
    }
    first.focus()
    // People retype a code instead of correcting it, so select it.
    if (first instanceof HTMLInputElement && first.inputMode === 'numeric') first.select()
  }, [pointing])
  return (
    <form
      ref={ref}
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {head}
      {said !== undefined && <Trouble>{said}</Trouble>}
      {children}
      {foot && <div className={css.foot}>{foot}</div>}
    </form>
  )
}

interface OutsideFormProps extends Omit<OutsideFieldsProps, 'head'> {
  title: string
  sentence: ReactNode
}

/** The form as a page: title and sentence above it. */
export function OutsideFormBody({ title, sentence, ...fields }: OutsideFormProps) {
  return (
    <OutsideFields
      {...fields}
      head={
        <>
          <h1>{title}</h1>
          <p className={css.sentence}>{sentence}</p>
        </>
      }
    />
  )
}
