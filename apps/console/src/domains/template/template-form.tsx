// The sections of the template form, for all four families. The contract decides which fields a family shows with the
// current terms. Sending and navigation belong to the screens. The license forms reuse these sections for changeable
// fields.
import {
  BILLING_MODES,
  CONCURRENT_TYPES,
  DEDUCT_MODES,
  DONGLE_OPERATIONS,
  KEY_TYPES,
  LAN_BORROW,
  LICENSE_FORMS,
  LIMITS,
  MODIFY_PRIVILEGES,
  START_TIME_TYPES,
  USE_MODES,
  deductModesOf,
  isExpiredAt,
  isTermShown,
  licenseFormsOf,
  termDeclaration,
  wallTime,
} from '@sealwright/contract'
import type { TermField } from '@sealwright/contract'
import type { ReactNode } from 'react'
import { addDays, dayOf } from '../../blocks/date/calendar-days.ts'
import { MomentField } from '../../blocks/date/moment-field.tsx'
import { MOMENT_PRESETS, extensionPresets } from '../../blocks/date/moment-presets.ts'
import type { MomentPreset } from '../../blocks/date/moment-presets.ts'
import { TextField } from '../../blocks/form/field.tsx'
import { FormSection } from '../../blocks/form/form-section.tsx'
import { Notice } from '../../blocks/form/settings-page.tsx'
import { useSwitchedOff } from '../../lib/session/config.ts'
import { useSession } from '../../lib/session/session.tsx'
import { usePhrases, useTimeZone } from '../../lib/words/i18n.tsx'
import type { Translate } from '../../lib/words/i18n.tsx'
import { endFieldOf } from './template-draft.ts'
import {
  ChoiceTerm,
  Choices,
  NumberTerm,
  OperationTerm,
  PackageTerm,
  SwitchTerm,
  Term,
  change,
} from './template-form-parts.tsx'
import { GrantSections, OtherProducts, ProductField } from './template-form-products.tsx'
import type { TermsEditor, TemplateForm } from './template-form-state.ts'
import './template-form.css'
import { useTemplateWords } from './template-words.ts'

const USUAL_DAYS = [30, 90, 365]
const { licenseDays: TRIAL_DAYS } = LIMITS.trial
const TRIAL_USUAL_DAYS = USUAL_DAYS.filter((days) => days <= TRIAL_DAYS)

/** For const objects only: they have no other keys, so the cast is safe. */
const namesOf = <Name extends string>(values: Readonly<Record<Name, unknown>>) => Object.keys(values) as Name[]

interface PartProps {
  editor: TermsEditor
}

/** A section that shows if one of its fields does. */
function TermSection({
  editor,
  title,
  sentence,
  names,
  children,
}: PartProps & { title: string; sentence: string; names: readonly TermField[]; children: ReactNode }) {
  return (
    names.some(editor.shows) && (
      <FormSection title={title} sentence={sentence}>
        {children}
      </FormSection>
    )
  )
}

export function VersionField({ editor }: PartProps) {
  const t = usePhrases()
  return (
    editor.allows('licenseVersion') && (
      <TextField form={editor.form} name="licenseVersion" isNumber help={t('template.form.help.licenseVersion')} />
    )
  )
}

/** The choices that define the kind of license. */
export function KindTerms({ editor }: PartProps) {
  const t = usePhrases()
  return (
    <>
      <ChoiceTerm
        editor={editor}
        name="licenseForm"
        help={t('product.form.formHelp')}
        choices={licenseFormsOf(~0).map((kind) => ({
          value: String(LICENSE_FORMS[kind]),
          label: t(`product.forms.${kind}`),
        }))}
      />
      <ChoiceTerm
        editor={editor}
        name="licenseKeyType"
        choices={namesOf(KEY_TYPES).map((kind) => ({
          value: String(KEY_TYPES[kind]),
          label: t(`template.keyTypes.${kind}`),
          note: t(`template.form.keyNotes.${kind}`),
        }))}
      />
      <ChoiceTerm
        editor={editor}
        name="opType"
        choices={namesOf(DONGLE_OPERATIONS).map((kind) => ({
          value: String(DONGLE_OPERATIONS[kind]),
          label: t(`template.dongleOperations.${kind}`),
          note: t(`template.form.dongleNotes.${kind}`),
        }))}
      />
      <SwitchTerm editor={editor} name="forceWrite" />
    </>
  )
}

function Basics({ editor, isExisting }: { editor: TemplateForm; isExisting: boolean }) {
  const t = usePhrases()
  const { form } = editor
  return (
    <FormSection title={t('template.form.basics')} sentence={t('template.form.basicsSentence')}>
      <TextField form={form} name="name" hasFocus={!isExisting} />
      <div className="field-row product-row">
        <ProductField editor={editor} isExisting={isExisting} />
        <VersionField editor={editor} />
      </div>
      <KindTerms editor={editor} />
    </FormSection>
  )
}

function Fee({ editor }: PartProps) {
  const t = usePhrases()
  const words = useTemplateWords()
  const { costType } = useSession()
  const offered = editor.terms.licenseForm === LICENSE_FORMS.cloud ? costType.cloud_license : costType.soft_license
  const noteOf = (mode: string) => offered.find(({ value }) => value === mode)?.desc
  const modes = BILLING_MODES.filter(
    (mode) => mode === editor.terms.billingMode || offered.some(({ value }) => value === mode),
  )
  const { giftDays: days, freeDevices: devices } = LIMITS.billing
  // Smart templates have no billing mode: the term decides.
  const deductNoteOf = (mode: keyof typeof DEDUCT_MODES) =>
    mode === 'balance' && editor.family.family === 'smart'
      ? t('template.form.smartBalance')
      : t(`template.form.deductNotes.${mode}`, { days, devices })
  return (
    <TermSection
      editor={editor}
      title={t('template.form.fee')}
      sentence={t('template.form.feeSentence')}
      names={['deductMode', 'packageName', 'billingMode']}
    >
      <ChoiceTerm
        editor={editor}
        name="deductMode"
        choices={deductModesOf(editor.family.family).map((mode) => ({
          value: String(DEDUCT_MODES[mode]),
          label: t(`template.deductModes.${mode}`),
          note: deductNoteOf(mode),
        }))}
      />
      <PackageTerm editor={editor} />
      <ChoiceTerm
        editor={editor}
        name="billingMode"
        choices={modes.map((mode) => ({ value: mode, label: words.billingMode(mode), note: noteOf(mode) }))}
      />
    </TermSection>
  )
}

type TermKind = 'forever' | 'timed' | keyof typeof START_TIME_TYPES

function changeOf(kind: TermKind) {
  if (kind === 'timed') return { isForever: false }
  // A permanent license may start at a fixed time.
  return kind === 'forever'
    ? { isForever: true, licStartTimeType: String(START_TIME_TYPES.specific) }
    : { isForever: false, licStartTimeType: String(START_TIME_TYPES[kind]) }
}

/** Whether the terms of a trial apply. Dongle licenses have none. */
const hasTrialTerms = ({ family, isTrialDeveloper }: TermsEditor) => isTrialDeveloper && family.family !== 'dongle'

/** The possible kinds of term: the current one, and those that changes to allowed fields can lead to. */
function termKindsOf(editor: TermsEditor): readonly TermKind[] {
  const { family, before, allows, terms } = editor
  const kinds: readonly TermKind[] = isTermShown(family.family, 'licStartTimeType', terms)
    ? ['release', 'specific', 'unlimited', 'forever']
    : ['timed', 'forever']
  const was = before ?? terms
  return kinds.filter((kind) => {
    const isForever = kind === 'forever'
    // Nothing permanent can be issued during a trial.
    if (isForever && hasTrialTerms(editor) && !terms.isForever && !was.isForever) return false
    if (isForever !== was.isForever && !allows('isForever')) return false
    if (isForever || kind === 'timed') return true
    const isSame = START_TIME_TYPES[kind] === was.licStartTimeType
    if (isSame && !was.isForever) return true
    const end = endFieldOf({ isForever, licStartTimeType: START_TIME_TYPES[kind] })
    // The start type follows the field that ends the term.
    return (
      end !== undefined &&
      allows(end) &&
      (isSame || allows('licStartTimeType') || termDeclaration('licStartTimeType').follows?.includes(end) === true)
    )
  })
}

export const hasTermKinds = (editor: TermsEditor) => termKindsOf(editor).length > 1

/** Permanent or not, and when the term starts: one choice in the form, two fields in the contract. */
function TermKinds({ editor }: PartProps) {
  const t = usePhrases()
  const { terms } = editor
  const labels: Record<TermKind, string> = {
    forever: t('template.words.forever'),
    timed: t('template.form.timed'),
    specific: t('template.startTimeTypes.specific'),
    release: t(editor.isPreIssued ? 'template.words.fromFirstUse' : 'template.startTimeTypes.release'),
    unlimited: t('template.form.spanOnly'),
  }
  const kinds = termKindsOf(editor)
  const chosen = terms.isForever
    ? 'forever'
    : (kinds.find(
        (kind) => kind === 'timed' || (kind !== 'forever' && START_TIME_TYPES[kind] === terms.licStartTimeType),
      ) ?? '')
  return (
    <Choices
      editor={editor}
      name="isForever"
      label={t('template.form.termLabel')}
      value={chosen}
      choices={kinds.map((kind) => ({
        value: kind,
        label: labels[kind],
        note: t(`template.form.termNotes.${kind}`),
        whyNot: editor.whyNot('isForever', changeOf(kind)),
      }))}
      onChoose={(kind) => change(editor, changeOf(kind as TermKind))} // one of `kinds`
    />
  )
}

const TERM_PART = [
  'startTimeOp',
  'startTime',
  'endTimeOp',
  'endTime',
  'endTimeDays',
  'licDuration',
  'spanTimeOp',
  'spanTime',
  'counterOp',
  'counter',
] as const satisfies readonly TermField[]

/** The ends to choose from; undefined for the usual ones. During a trial, only those that can be issued. */
function endPresetsOf(t: Translate, editor: TermsEditor, zone: string) {
  const { before, now } = editor
  const extensions = extensionPresets(t, before?.endTime ?? null, zone)
  if (!hasTrialTerms(editor)) return extensions
  const ends = MOMENT_PRESETS.end
  const usual = namesOf(ends).map((name): MomentPreset => ({
    label: t(`blocks.moment.presets.${name}`),
    at: ends[name],
  }))
  const present = wallTime(now, zone)
  // Today is the first day.
  const latest = addDays(dayOf(present), TRIAL_DAYS - 1)
  return (extensions ?? usual).filter(({ at }) => dayOf(at(present)) <= latest)
}

function TermPart({ editor }: PartProps) {
  const t = usePhrases()
  const zone = useTimeZone()
  const { form, shows, before, now } = editor
  const isTrial = hasTrialTerms(editor)
  if (!hasTermKinds(editor) && !TERM_PART.some(shows)) return null
  const wasExpired = before !== undefined && form.values.endTime === before.endTime && isExpiredAt(before.endTime, now)
  const start = shows('startTime') && <MomentField form={form} name="startTime" edge="start" />
  const end = shows('endTime') && (
    <MomentField
      form={form}
      name="endTime"
      edge="end"
      presets={endPresetsOf(t, editor, zone)}
      help={
        wasExpired && (
          <span className="term-expired">
            {t(editor.isTemplate ? 'template.form.expired' : 'template.content.expired')}
          </span>
        )
      }
    />
  )
  const picks = isTrial ? TRIAL_USUAL_DAYS : USUAL_DAYS
  const span = <NumberTerm editor={editor} name="spanTime" picks={picks} />
  const counter = <NumberTerm editor={editor} name="counter" />
  return (
    <FormSection title={t('template.form.term')} sentence={t('template.form.termSentence')}>
      {editor.isTemplate && isTrial && <Notice>{t('template.form.trial', { days: TRIAL_DAYS })}</Notice>}
      {hasTermKinds(editor) && <TermKinds editor={editor} />}
      {editor.family.family === 'dongle' ? (
        <>
          <OperationTerm editor={editor} name="startTimeOp">
            {start}
          </OperationTerm>
          <OperationTerm editor={editor} name="endTimeOp">
            {end}
            <NumberTerm editor={editor} name="endTimeDays" />
          </OperationTerm>
          <OperationTerm editor={editor} name="spanTimeOp">
            {span}
          </OperationTerm>
          <OperationTerm editor={editor} name="counterOp">
            {counter}
          </OperationTerm>
        </>
      ) : (
        <>
          {start}
          {end}
          <NumberTerm editor={editor} name="licDuration" picks={picks} />
          {span}
          <div className="field-row">{counter}</div>
        </>
      )}
    </FormSection>
  )
}

function Machines({ editor }: PartProps) {
  const t = usePhrases()
  const names = [
    'useMode',
    'machineNum',
    'licBindLimit',
    'licBindMaxLimit',
    'offlineDays',
    'forceAuthDays',
    'offlineBind',
    'c2dDays',
    'd2cDays',
    'kickOut',
  ] as const
  return (
    <TermSection
      editor={editor}
      title={t('template.form.machines')}
      sentence={t('template.form.machinesSentence')}
      names={names}
    >
      <ChoiceTerm
        editor={editor}
        name="useMode"
        choices={namesOf(USE_MODES).map((mode) => ({
          value: String(USE_MODES[mode]),
          label: t(`template.useModes.${mode}`),
          note: t(`template.form.useNotes.${mode}`),
        }))}
      />
      <div className="field-row">
        {(['machineNum', 'licBindLimit', 'licBindMaxLimit', 'offlineDays', 'forceAuthDays'] as const).map((name) => (
          <Term key={name} editor={editor} name={name} />
        ))}
      </div>
      <Term editor={editor} name="offlineBind" />
      <div className="field-row">
        <Term editor={editor} name="c2dDays" />
        <Term editor={editor} name="d2cDays" />
      </div>
      <Term editor={editor} name="kickOut" />
    </TermSection>
  )
}

/** Off, unlimited, or a number of days: three choices in the form, one number in the contract. */
function LanBorrow({ editor }: PartProps) {
  const t = usePhrases()
  const { form } = editor
  if (!editor.shows('lanBorrow')) return null
  const typed = form.values.lanBorrow
  const isFixed = namesOf(LAN_BORROW).some((kind) => String(LAN_BORROW[kind]) === typed)
  return (
    <>
      <Choices
        // An error of the number is shown at its input, not at the choices.
        editor={isFixed ? editor : { ...editor, form: { ...form, errorAt: () => undefined } }}
        name="lanBorrow"
        label={t('template.fields.lanBorrow')}
        help={t('template.form.lanBorrowHelp')}
        value={isFixed ? typed : ''}
        choices={[
          ...namesOf(LAN_BORROW).map((kind) => ({
            value: String(LAN_BORROW[kind]),
            label: t(`template.lanBorrow.${kind}`),
          })),
          { value: '', label: t('template.form.lanBorrowDays') },
        ]}
        onChoose={(value) => form.set('lanBorrow', value)}
      />
      {!isFixed && (
        <div className="field-row">
          <TextField form={form} name="lanBorrow" isNumber />
        </div>
      )}
    </>
  )
}

function Group({ editor }: PartProps) {
  const t = usePhrases()
  const words = useTemplateWords()
  const isDongle = editor.family.family === 'dongle'
  const types = CONCURRENT_TYPES.map((type) => ({ value: type as string, label: words.concurrentType(type) }))
  return (
    <TermSection
      editor={editor}
      title={isDongle ? t('template.form.concurrency') : t('template.form.group')}
      sentence={isDongle ? t('template.form.concurrencySentence') : t('template.form.groupSentence')}
      names={['concurrentType', 'concurrentNumOp', 'concurrentNum', 'groupUsers', 'lanBorrow']}
    >
      <ChoiceTerm
        editor={editor}
        name="concurrentType"
        choices={isDongle ? [{ value: '', label: t('template.form.notSet') }, ...types] : types}
      />
      <OperationTerm editor={editor} name="concurrentNumOp">
        <NumberTerm editor={editor} name="concurrentNum" />
      </OperationTerm>
      <div className="field-row">
        <NumberTerm
          editor={editor}
          name="groupUsers"
          help={
            editor.groupUsersMax < LIMITS.template.groupUsers &&
            t('template.form.groupUsersHelp', { max: editor.groupUsersMax })
          }
        />
      </div>
      <LanBorrow editor={editor} />
    </TermSection>
  )
}

function Lending({ editor }: PartProps) {
  const t = usePhrases()
  const isOff = useSwitchedOff('lending')
  return (
    <TermSection
      editor={editor}
      title={t('template.form.lending')}
      sentence={t('template.form.lendingSentence')}
      names={['codePassword', 'lending', 'lendingDays', 'lendingSeats']}
    >
      <Term editor={editor} name="codePassword" />
      {isOff && <p className="field-note">{t('template.form.lendingOff')}</p>}
      {(!isOff || editor.terms.lending) && (
        <>
          <Term editor={editor} name="lending" />
          <div className="field-row">
            <Term editor={editor} name="lendingDays" />
            <Term editor={editor} name="lendingSeats" />
          </div>
        </>
      )}
    </TermSection>
  )
}

/** The term sections, shared by templates and licenses. */
export function TermSections({ editor }: PartProps) {
  return (
    <>
      <Fee editor={editor} />
      <TermPart editor={editor} />
      <Machines editor={editor} />
      <Group editor={editor} />
      <Lending editor={editor} />
    </>
  )
}

export function TemplateFormSections({ editor, isExisting }: { editor: TemplateForm; isExisting: boolean }) {
  const t = usePhrases()
  return (
    <>
      <Basics editor={editor} isExisting={isExisting} />
      <TermSections editor={editor} />
      <FormSection title={t('template.form.privileges')} sentence={t('template.form.privilegesSentence')}>
        {MODIFY_PRIVILEGES.map((name) => (
          <SwitchTerm key={name} editor={editor} name={name} />
        ))}
      </FormSection>
      <GrantSections editor={editor} />
      {editor.family.family === 'sn' && <OtherProducts editor={editor} />}
    </>
  )
}

/** A one-line summary of the input. It counts the modules, so that an empty grant is noticed. */
export function useFormSummary({ form, terms, productOf }: TemplateForm): string {
  const t = usePhrases()
  const words = useTemplateWords()
  const { licenseId, modules } = form.values
  const defined = productOf(licenseId)?.modules.filter(({ define }) => define).length ?? 0
  const summary = words.summary(terms)
  return defined > 0 ? t('template.form.modulesGranted', { summary, granted: modules.length, defined }) : summary
}
