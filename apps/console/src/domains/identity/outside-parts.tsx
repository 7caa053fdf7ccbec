// The small parts of the forms outside the door: a line with its label and what is wrong with it, the kinds of input,
// the refusal above the form, the button below.
import { LIMITS } from '@sealwright/contract'
import { ChevronDown } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import { textHandlers } from '../../blocks/control/typed-text.ts'
import { PasswordInput } from '../../lib/password/password-input.tsx'
import { Strength } from '../../lib/password/password-strength.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import type { OutsideForm } from './outside-form.ts'
import css from './outside.module.css'

/** Any form: a part asks for the fields it is told of, and does not know the others. */
export type AnyForm = Pick<
  OutsideForm<Record<string, string | number | boolean>>,
  keyof OutsideForm<Record<string, never>>
>

interface LineProps {
  form: AnyForm
  name: string
  /** Under the input while nothing is wrong. */
  note?: ReactNode
  /** Beside the label. */
  aside?: ReactNode
  children: ReactNode
}

export function Line({ form, name, note, aside, children }: LineProps) {
  const { id, 'aria-describedby': noteId } = form.control(name)
  const problem = form.problemOf(name)
  return (
    <div className={css.line}>
      <div className={css.labels}>
        <label htmlFor={id}>{form.labelOf(name)}</label>
        {aside}
      </div>
      {children}
      {/* Always there, since readers announce only what changes in a region they know. */}
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
  /** What becomes of the text as it is typed. */
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
          {...textHandlers((text) => form.set(name, clean(text)))}
        />
        {beside}
      </span>
    </Line>
  )
}

/** Digits that were sent or shown somewhere; copied ones may bring spaces along. */
export function DigitsLine(props: TextLineProps) {
  return (
    <TextLine
      inputMode="numeric"
      autoComplete="one-time-code"
      clean={(text) => text.replaceAll(/\s/g, '')}
      {...props}
      className={css.digits}
    />
  )
}

/** The account that somebody signs in with, or registers. */
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
        value={String(form.values[name])}
        onText={(text) => form.set(name, text)}
      />
      {children}
    </Line>
  )
}

/** A password that is being chosen, twice, with how good it is. */
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

export interface Choice {
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

/** A box to tick, with its sentence beside it. */
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

/** Busy while the form is on its way; it keeps its focus then, and a second press does nothing. */
export function Submit({ isActing, children, acting }: { isActing: boolean; children: string; acting: string }) {
  return (
    <button type="submit" className={`sw-button sw-button-primary ${css.submit ?? ''}`} aria-busy={isActing}>
      {isActing ? acting : children}
    </button>
  )
}

interface OutsideFormProps {
  form: AnyForm
  title: string
  sentence: ReactNode
  /** Stands in for the sentence of a refusal. */
  trouble?: ReactNode
  onSubmit: () => void
  children: ReactNode
  /** Below the button. */
  foot?: ReactNode
}

/** The form itself: what it is for, what went wrong, its lines. */
export function OutsideFormBody({ form, title, sentence, trouble, onSubmit, children, foot }: OutsideFormProps) {
  const said = trouble ?? form.trouble
  const ref = useRef<HTMLFormElement>(null)
  const { pointing } = form
  useEffect(() => {
    // What somebody has to fill in first; where nothing is left to fill in, the button.
    const inputs = [...(ref.current?.querySelectorAll<HTMLInputElement>('input:not([type=checkbox])') ?? [])]
    const first = inputs.find(({ value }) => value === '') ?? ref.current?.querySelector<HTMLElement>('[type=submit]')
    first?.focus()
  }, [])
  useEffect(() => {
    if (pointing === 0) return
    const first = ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    // The button may be a window's height below what is said above the form.
    if (!first) {
      // Not returned: some browsers answer a promise, and an effect may only return how to undo it.
      ref.current?.querySelector('[role=alert]')?.scrollIntoView({ block: 'nearest' })
      return
    }
    first.focus()
    // A code is never corrected, it is typed anew.
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
      <h1>{title}</h1>
      <p className={css.sentence}>{sentence}</p>
      {said !== undefined && <Trouble>{said}</Trouble>}
      {children}
      {foot && <div className={css.foot}>{foot}</div>}
    </form>
  )
}
