// The steps in the flow form: add, remove and move them, and choose the approvers of each.
import { LIMITS, STEP_MODES } from '@sealwright/contract'
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button, IconButton } from '../../../blocks/control/button.tsx'
import type { Option } from '../../../blocks/control/option-search.ts'
import { Field, TextField } from '../../../blocks/form/field.tsx'
import type { Form } from '../../../blocks/form/form-state.ts'
import { Segmented } from '../../../blocks/form/segmented.tsx'
import { Notice } from '../../../blocks/form/settings-page.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { personOption } from '../person-option.ts'
import { ChosenField } from './chosen-field.tsx'
import { emptyStep, ownRequester } from './flow-draft.ts'
import type { Approvers, FlowDraft, StepDraft } from './flow-draft.ts'
import type { Names } from './flow-names.ts'
import './flow.css'

const { approvers: APPROVERS, steps: STEPS } = LIMITS.approval

/** The form of one step. */
function formOf(form: Form<FlowDraft>, index: number, values: StepDraft): Form<StepDraft> {
  const at = (path: string) => `steps.${index}.${path}`
  const change = (to: (step: StepDraft) => StepDraft) =>
    form.set('steps', (now) => now.map((step, place) => (place === index ? to(step) : step)))
  return {
    ...form,
    values,
    set: (name, value) =>
      change((step) => ({ ...step, [name]: typeof value === 'function' ? value(step[name]) : value })),
    errorAt: (path) => form.errorAt(at(path)),
    errorsUnder: (path) => form.errorsUnder(path === '' ? `steps.${index}` : at(path)),
    isOptional: (name) => name === 'remindHours',
    // A step without people can still get roles, so the missing approver shows when the form is sent.
    leave: (path) => path !== 'userIds' && form.leave(at(path)),
    restart: (next) => change(() => next),
  }
}

interface StepFieldsProps {
  form: Form<FlowDraft>
  index: number
  step: StepDraft
  known: Approvers | undefined
  names: Names
}

function StepFields({ form: whole, index, step, known, names }: StepFieldsProps) {
  const t = usePhrases()
  const form = formOf(whole, index, step)
  const people = (known?.users ?? []).map((user) =>
    personOption(user, ...(user.isSuper ? [t('approve.form.superNote')] : [])),
  )
  const roles = (known?.roles ?? []).map(({ guid, name, approverCount }): Option => ({
    value: guid,
    label: name,
    note: t('approve.form.roleNote', { count: approverCount }),
  }))
  const own = known && ownRequester(whole.values, step, known)
  return (
    <>
      <ChosenField
        form={form}
        name="userIds"
        options={people}
        isLoading={!known}
        nameOf={names.nameOf}
        onChoose={names.learn}
        placeholder={t('approve.form.people')}
        max={APPROVERS}
      />
      <ChosenField
        form={form}
        name="roleGuids"
        options={roles}
        isLoading={!known}
        nameOf={names.nameOf}
        onChoose={names.learn}
        placeholder={t('approve.form.roles')}
        help={t('approve.form.approversHelp', { right: t('privileges.audit.decide') })}
        max={APPROVERS}
      />
      {own && (
        <Notice tone="warn">
          {t(own.isSuper ? 'approve.form.ownOfSuper' : 'approve.form.ownRequests', {
            name: own.name ?? t('approve.form.onlyInRole'),
          })}
        </Notice>
      )}
      <Field form={form} name="mode" isGroup>
        {(control) => (
          <Segmented
            {...control}
            label={form.labelOf('mode')}
            value={step.mode}
            options={STEP_MODES.map((value) => ({ value, label: t(`approve.form.modes.${value}`) }))}
            onSelect={(mode) => form.set('mode', mode)}
          />
        )}
      </Field>
      <TextField form={form} name="remindHours" isNumber help={t('approve.form.remindHelp')} />
    </>
  )
}

type StepsProps = Pick<StepFieldsProps, 'form' | 'known' | 'names'>

export function FlowSteps({ form, known, names }: StepsProps) {
  const t = usePhrases()
  const frame = useRef<HTMLDivElement>(null)
  /** The button that gets the focus once the steps are drawn: the pressed one stands elsewhere or is gone. */
  const next = useRef<string>(undefined)
  const { steps } = form.values
  useEffect(() => {
    const name = next.current
    next.current = undefined
    if (name === undefined) return
    const find = (selector: string) => frame.current?.querySelector<HTMLElement>(`${selector}:not(:disabled)`)
    const found = find(`[data-step="${name}"]`) ?? find(`[data-step^="${name.split(' ', 1)[0]} "]`)
    found?.focus()
  })
  const move = (index: number, by: -1 | 1) => {
    form.set('steps', (now) => {
      const [a, b] = [now[index], now[index + by]]
      return a && b ? now.with(index, b).with(index + by, a) : now
    })
    next.current = `${index + by} ${by}`
  }
  const remove = (index: number) => {
    form.set('steps', (now) => now.filter((_, place) => place !== index))
    next.current = 'add step'
  }
  return (
    <div ref={frame} className="flow-steps">
      {steps.map((step, index) => (
        // A step has no other identity than its place.
        <fieldset key={index} className="flow-step">
          <legend>{t('approve.form.step', { step: index + 1 })}</legend>
          {steps.length > 1 && (
            <span className="flow-step-tools">
              <IconButton
                icon={ArrowUp}
                className="icon-button-small"
                label={t('approve.form.stepUp', { step: index + 1 })}
                data-step={`${index} -1`}
                disabled={index === 0}
                onPress={() => move(index, -1)}
              />
              <IconButton
                icon={ArrowDown}
                className="icon-button-small"
                label={t('approve.form.stepDown', { step: index + 1 })}
                data-step={`${index} 1`}
                disabled={index === steps.length - 1}
                onPress={() => move(index, 1)}
              />
              <IconButton
                icon={Trash2}
                className="icon-button-small"
                label={t('approve.form.removeStep', { step: index + 1 })}
                onPress={() => remove(index)}
              />
            </span>
          )}
          <StepFields form={form} index={index} step={step} known={known} names={names} />
        </fieldset>
      ))}
      {steps.length < STEPS && (
        <Button icon={Plus} data-step="add step" onPress={() => form.set('steps', (now) => [...now, emptyStep()])}>
          {t('approve.form.addStep')}
        </Button>
      )}
    </div>
  )
}
