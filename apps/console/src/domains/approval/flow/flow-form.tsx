// The inputs of an approval flow: what it catches, the steps, and the whole flow in one sentence.
import { CAUGHT_EVENTS, LICENSE_FAMILIES, LIMITS, approveCalls } from '@sealwright/contract'
import { Checkbox } from '../../../blocks/control/checkbox.tsx'
import type { Option } from '../../../blocks/control/option-search.ts'
import { ErrorState } from '../../../blocks/control/states.tsx'
import { Field, TextField } from '../../../blocks/form/field.tsx'
import { FormSection } from '../../../blocks/form/form-section.tsx'
import type { Form } from '../../../blocks/form/form-state.ts'
import { SwitchField } from '../../../blocks/form/switch-field.tsx'
import { useAnswer } from '../../../lib/call/client.ts'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { personOption } from '../person-option.ts'
import { ChosenField } from './chosen-field.tsx'
import type { Approvers, FlowDraft } from './flow-draft.ts'
import { useNames } from './flow-names.ts'
import type { Names } from './flow-names.ts'
import { FlowSteps } from './flow-steps.tsx'
import { useFlowWords } from './flow-words.ts'
import type { FlowFacts } from './flow-words.ts'
import type { FlowAnswer } from './flow.entity.tsx'
import { useProductOptions, useTemplateOptions } from './subject-options.ts'
import { YuanField } from './yuan-field.tsx'
import './flow.css'

const { named: NAMED, nameMax: NAME_MAX, steps: STEPS } = LIMITS.approval

interface ChecksProps<Value extends string> {
  form: Form<FlowDraft>
  name: 'families' | 'events'
  /** In the order in which they are kept. */
  all: readonly Value[]
  labelOf: (value: Value) => string
  chosen: readonly Value[]
  onChange: (chosen: readonly Value[]) => void
}

function Checks<Value extends string>({ form, name, all, labelOf, chosen, onChange }: ChecksProps<Value>) {
  return (
    <Field form={form} name={name} isGroup>
      {(control) => (
        <div className="field-checks">
          {all.map((value) => (
            <Checkbox
              key={value}
              isChecked={chosen.includes(value)}
              isInvalid={control['aria-invalid'] === true}
              onBlur={control.onBlur}
              onChange={(isChecked) =>
                onChange(all.filter((one) => (one === value ? isChecked : chosen.includes(one))))
              }
            >
              {labelOf(value)}
            </Checkbox>
          ))}
        </div>
      )}
    </Field>
  )
}

interface PartProps {
  form: Form<FlowDraft>
  names: Names
}

/** Products and templates. Without the right to see them, chosen ones can only be removed. */
function SubjectFields({ form, names: { nameOf, learn } }: PartProps) {
  const t = usePhrases()
  const products = useProductOptions()
  const templates = useTemplateOptions(form.values.families)
  const shared = { form, nameOf, onChoose: learn, max: NAMED }
  const right = t('privileges.product.view')
  return (
    <>
      <ChosenField
        {...shared}
        name="licenseIds"
        options={products.options}
        isLoading={products.isOffered && products.isLoading}
        load={products.load}
        onNeedle={products.onNeedle}
        placeholder={t('approve.form.allProducts')}
        help={products.isOffered ? undefined : t('approve.form.cannotProducts', { right })}
      />
      <ChosenField
        {...shared}
        name="templateGuids"
        options={templates.options}
        isLoading={templates.isOffered && templates.isLoading}
        load={templates.load}
        onNeedle={templates.onNeedle}
        placeholder={t('approve.form.allTemplates')}
        help={t(
          form.values.families.length === 0
            ? 'approve.form.noFamily'
            : templates.isOffered
              ? 'approve.form.subjectHelp'
              : 'approve.form.cannotTemplates',
        )}
      />
    </>
  )
}

function RequesterFields({ form, names: { nameOf, learn }, known }: PartProps & { known: Approvers | undefined }) {
  const t = usePhrases()
  const shared = { form, nameOf, onChoose: learn, max: NAMED, isLoading: !known }
  return (
    <>
      <ChosenField
        {...shared}
        name="requesterIds"
        options={(known?.requesters ?? []).map((user) => personOption(user))}
        placeholder={t('approve.form.allRequesters')}
      />
      <ChosenField
        {...shared}
        name="requesterRoleGuids"
        options={(known?.roles ?? []).map(({ guid, name }): Option => ({ value: guid, label: name }))}
        placeholder={t('approve.form.noRoles')}
        help={t('approve.form.requestersHelp')}
      />
      <SwitchField form={form} name="includesSuper" help={t('approve.form.includesSuperHelp')} />
    </>
  )
}

const numberOf = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text) : null)

function factsOf(draft: FlowDraft, nameOf: Names['nameOf']): FlowFacts {
  const named = (values: readonly string[]) => values.map((value) => ({ name: nameOf(value) }))
  return {
    families: draft.families,
    events: draft.events,
    products: named(draft.licenseIds),
    templates: named(draft.templateGuids),
    requesters: named(draft.requesterIds),
    requesterRoles: named(draft.requesterRoleGuids),
    includesSuper: draft.includesSuper,
    countAbove: numberOf(draft.countAbove),
    fenAbove: numberOf(draft.fenAbove),
    daysAbove: numberOf(draft.daysAbove),
    gifts: draft.gifts,
    steps: draft.steps.map(({ userIds, roleGuids, mode }) => ({
      users: named(userIds),
      roles: named(roleGuids),
      mode,
    })),
  }
}

interface FlowFormProps {
  form: Form<FlowDraft>
  /** The saved flow, or the one to copy, which has the names of what is chosen. */
  flow?: FlowAnswer | undefined
  isNew?: boolean
}

export function FlowForm({ form, flow, isNew = false }: FlowFormProps) {
  const t = usePhrases()
  const words = useFlowWords()
  const { data: known, error, refetch } = useAnswer(approveCalls.approvers, {})
  const names = useNames(flow, known)
  const { values } = form
  return (
    <>
      <FormSection title={t('approve.form.what')}>
        <TextField form={form} name="name" counterMax={NAME_MAX} hasFocus={isNew} />
        <SwitchField form={form} name="isOn" help={t('approve.form.isOnHelp')} />
      </FormSection>
      <FormSection title={t('approve.form.catches')} sentence={t('approve.form.catchesSentence')}>
        <Checks
          form={form}
          name="families"
          all={LICENSE_FAMILIES}
          labelOf={(family) => t(`license.families.${family}`)}
          chosen={values.families}
          onChange={(families) => form.set('families', families)}
        />
        <Checks
          form={form}
          name="events"
          all={CAUGHT_EVENTS}
          labelOf={(event) => t(`audit.events.${event}`)}
          chosen={values.events}
          onChange={(events) => form.set('events', events)}
        />
        <SubjectFields form={form} names={names} />
        <RequesterFields form={form} names={names} known={known} />
      </FormSection>
      <FormSection title={t('approve.form.thresholds')} sentence={t('approve.form.thresholdsSentence')}>
        <div className="field-row">
          <TextField form={form} name="countAbove" isNumber help={t('approve.form.countHelp')} />
          <YuanField key={form.restarts} form={form} name="fenAbove" help={t('approve.form.fenHelp')} />
        </div>
        <div className="field-row">
          <TextField form={form} name="daysAbove" isNumber help={t('approve.form.daysHelp')} />
        </div>
        <SwitchField form={form} name="gifts" help={t('approve.form.giftsHelp')} />
      </FormSection>
      <FormSection title={t('approve.form.steps')} sentence={t('approve.form.stepsSentence', { max: STEPS })}>
        {error && !known && <ErrorState error={error} onRetry={() => void refetch()} />}
        <FlowSteps form={form} known={known} names={names} />
      </FormSection>
      <FormSection title={t('approve.form.expiry')}>
        <div className="field-row">
          <TextField form={form} name="expireDays" isNumber help={t('approve.form.expiryHelp')} />
        </div>
      </FormSection>
      <FormSection title={t('approve.form.summary')} sentence={t('approve.form.summarySentence')}>
        <p className="flow-summary" role="status">
          {words.whole(factsOf(values, names.nameOf))}
        </p>
      </FormSection>
    </>
  )
}
