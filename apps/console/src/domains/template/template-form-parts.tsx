// The controls of the template form: choices as cards, switches, numbers with presets, and operations with their
// values. The contract's rules decide which choices are possible; a refused choice shows the reason.
import { COUNT_OPERATIONS, DONGLE_OPERATIONS, LIMITS, TERM_FIELDS, packageCalls } from '@sealwright/contract'
import type { ModifyPrivilege, TermField } from '@sealwright/contract'
import { useId } from 'react'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { Button } from '../../blocks/control/button.tsx'
import { Combobox } from '../../blocks/control/combobox.tsx'
import { Select } from '../../blocks/control/select.tsx'
import { Field, TextField } from '../../blocks/form/field.tsx'
import { SwitchField } from '../../blocks/form/switch-field.tsx'
import { useAnswer } from '../../lib/call/client.ts'
import { useCan } from '../../lib/session/can.tsx'
import { usePhrases, useSentences } from '../../lib/words/i18n.tsx'
import { followersOf, isFlag } from './template-draft.ts'
import type { FlagField, TemplateDraft, TextTermField } from './template-draft.ts'
import type { TermsEditor } from './template-form-state.ts'
import type { OperationField } from './template-words.ts'

interface Choice {
  value: string
  label: string
  note?: string
  /** Why it cannot be chosen now. */
  whyNot?: string | undefined
}

interface ChoicesProps {
  editor: TermsEditor
  name: keyof TemplateDraft
  label?: string
  help?: ReactNode
  value: string
  choices: readonly Choice[]
  onChoose: (value: string) => void
}

export function Choices({ editor: { form }, name, label, help, value, choices, onChoose }: ChoicesProps) {
  const group = useId()
  return (
    <Field form={form} name={name} label={label} help={help} isGroup>
      {({ id: _id, ...control }) => (
        <div className="cards">
          {choices.map((choice) => {
            const isChosen = choice.value === value
            // A chosen value stays enabled even if the rules refuse it now, as in an old template.
            const isOff = choice.whyNot !== undefined && !isChosen
            const note = isOff ? choice.whyNot : choice.note
            return (
              <label key={choice.value} className={isOff ? 'card-choice card-choice-off' : 'card-choice'}>
                {/* Not `disabled`, so that arrow keys reach it and screen readers read the reason. */}
                <input
                  {...control}
                  type="radio"
                  name={group}
                  checked={isChosen}
                  aria-disabled={isOff || undefined}
                  onChange={() => !isOff && onChoose(choice.value)}
                />
                <span className="card-choice-words">
                  <span>{choice.label}</span>
                  {note && <span className="card-choice-note">{note}</span>}
                </span>
              </label>
            )
          })}
        </div>
      )}
    </Field>
  )
}

interface TermProps<Name extends TermField> {
  editor: TermsEditor
  name: Name
}

interface ChoiceTermProps extends TermProps<TextTermField> {
  choices: readonly Choice[]
  help?: ReactNode
}

/** A term with a few possible values. */
export function ChoiceTerm({ editor, name, choices, help }: ChoiceTermProps) {
  if (!editor.shows(name)) return null
  const changeOf = (value: string): Partial<TemplateDraft> => ({
    ...followersOf(editor.family.family, editor.terms, name, value),
    [name]: value,
  })
  return (
    <Choices
      editor={editor}
      name={name}
      help={help}
      value={String(editor.terms[name] ?? '')}
      choices={choices.map((choice) => ({ ...choice, whyNot: editor.whyNot(name, changeOf(choice.value)) }))}
      onChoose={(value) => change(editor, changeOf(value))}
    />
  )
}

/** Sets several fields of the draft. */
export function change({ form }: TermsEditor, changes: Partial<TemplateDraft>): void {
  for (const [name, value] of Object.entries(changes)) form.set(name as keyof TemplateDraft, value) // keys of a draft
}

/** What help texts tell about limits. */
const HELP_FACTS = { days: LIMITS.license.exchangeDays }

/** The help text of a field, if there is one. */
function useHelp(name: string): string | undefined {
  const say = useSentences()
  const key = `template.form.help.${name}`
  return say.has(key) ? say(key, HELP_FACTS) : undefined
}

export function SwitchTerm({ editor, name }: { editor: TermsEditor; name: FlagField | ModifyPrivilege }) {
  const help = useHelp(name)
  const isTerm = (given: string): given is FlagField => Object.hasOwn(TERM_FIELDS, given)
  if (isTerm(name) && !editor.shows(name)) return null
  return <SwitchField form={editor.form} name={name} help={help} />
}

interface NumberTermProps extends TermProps<TextTermField> {
  help?: ReactNode
  /** Common values, offered as buttons. */
  picks?: readonly number[]
  label?: string
}

export function NumberTerm({ editor, name, help, picks, label }: NumberTermProps) {
  const t = usePhrases()
  const ownHelp = useHelp(name)
  if (!editor.shows(name)) return null
  const byDefault = editor.terms[name]
  return (
    <div className={picks ? 'picked-number' : undefined}>
      <TextField
        form={editor.form}
        name={name}
        label={label}
        help={help ?? ownHelp}
        isNumber
        placeholder={byDefault === null ? undefined : String(byDefault)}
      />
      {picks && (
        <div className="picks" role="group" aria-label={t('template.form.quickPicks')}>
          {picks.map((days) => (
            <Button
              key={days}
              size="small"
              aria-pressed={editor.form.values[name] === String(days)}
              onPress={() => editor.form.set(name, String(days))}
            >
              {t('template.words.days', { count: days })}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}

/** A package by its type: an existing one with its remaining amount, or one that is not bought yet. */
export function PackageTerm({ editor }: { editor: TermsEditor }) {
  const t = usePhrases()
  const help = useHelp('packageName')
  const isShown = editor.shows('packageName')
  // Without the privilege for package types, the field has no suggestions.
  const { data, isLoading } = useAnswer(packageCalls.types, {}, { enabled: useCan(packageCalls.types) && isShown })
  if (!isShown) return null
  return (
    <Field form={editor.form} name="packageName" help={help}>
      {(control) => (
        <Combobox
          {...control}
          name={editor.form.labelOf('packageName')}
          options={(data?.types ?? []).map(({ type, remaining, isOwned }) => ({
            value: type,
            label: type,
            note: isOwned ? t('template.form.packageLeft', { count: remaining }) : t('template.form.packageNotBought'),
          }))}
          isLoading={isLoading}
          isFree
          value={editor.form.values.packageName}
          onSelect={(type) => editor.form.set('packageName', type)}
        />
      )}
    </Field>
  )
}

type Operation = keyof typeof COUNT_OPERATIONS

/** The operation on a value that a dongle holds, with the value beside it. */
export function OperationTerm({ editor, name, children }: TermProps<OperationField> & { children: ReactNode }) {
  const t = usePhrases()
  if (!editor.shows(name)) return null
  const value = String(editor.terms[name] ?? '')
  // A license that is being added has no value to keep, so `none` reads as "not set".
  const labelOf = (operation: Operation) =>
    operation === 'none' && editor.terms.opType === DONGLE_OPERATIONS.add
      ? t('template.form.notSet')
      : t(`template.countOperations.${operation}`)
  // It has no limit to remove either, unless the template already removes it.
  const isOffered = (operation: Operation) =>
    operation !== 'unlimited' ||
    editor.terms.opType !== DONGLE_OPERATIONS.add ||
    editor.before?.[name] === COUNT_OPERATIONS.unlimited
  const options = (Object.keys(COUNT_OPERATIONS) as Operation[]) // keys of a const object
    .map((operation) => ({
      value: String(COUNT_OPERATIONS[operation]),
      label: labelOf(operation),
      isKnown: isOffered(operation) && z.safeParse(TERM_FIELDS[name].schema, COUNT_OPERATIONS[operation]).success,
    }))
    .filter(
      (option) =>
        option.value === value || (option.isKnown && editor.whyNot(name, { [name]: option.value }) === undefined),
    )
  return (
    <div className="operation-term">
      <Field form={editor.form} name={name}>
        {(control) => (
          <Select
            {...control}
            value={value}
            options={options}
            onSelect={(operation) => editor.form.set(name, operation)}
          />
        )}
      </Field>
      <div>{children}</div>
    </div>
  )
}

/** A switch or a number, by the kind of the field. */
export function Term({ editor, name }: TermProps<TermField>) {
  return isFlag(name) ? <SwitchTerm editor={editor} name={name} /> : <NumberTerm editor={editor} name={name} />
}
