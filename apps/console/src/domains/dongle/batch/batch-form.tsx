// The first step of a batch: the change with its values, and the locks. This step only checks.
import { LIMITS, LOCK_ACTS, userLockCalls } from '@sealwright/contract'
import type { LockAct } from '@sealwright/contract'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { Select } from '../../../blocks/control/select.tsx'
import { Field, TextField } from '../../../blocks/form/field.tsx'
import { FormPage } from '../../../blocks/form/form-page.tsx'
import { FormSection } from '../../../blocks/form/form-section.tsx'
import { useForm } from '../../../blocks/form/form-state.ts'
import { useAct } from '../../../lib/call/client.ts'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { actFields, hasDays, spellAct } from '../acts/act-fields.ts'
import type { ActDraft } from '../acts/act-fields.ts'
import { DaysField } from '../acts/days-field.tsx'
import '../acts/act.css'
import { LockChoiceField, chosenLocks, countOf, firstChoice } from '../choose/index.ts'
import type { HandedLocks, LockChoice } from '../choose/index.ts'

export interface BatchDraft extends ActDraft {
  act: LockAct
  choice: LockChoice
}

export const firstDraft = (handed: HandedLocks | undefined): BatchDraft => ({
  act: 'lock',
  offlineDays: '',
  reason: '',
  choice: firstChoice(handed),
})

const spell = (draft: BatchDraft) => ({ ...spellAct(draft), act: draft.act })

interface BatchFormProps {
  steps: ReactNode
  /** The earlier draft, for a person who comes back from the review. */
  before: BatchDraft
  handed: HandedLocks | undefined
  onChecked: (taskId: string, draft: BatchDraft) => void
  onCancel: () => void
}

export function BatchForm({ steps, before, handed, onChecked, onCancel }: BatchFormProps) {
  const t = usePhrases()
  const [initial] = useState(before)
  const [isTried, setTried] = useState(false)
  const [act, setAct] = useState(initial.act)
  const form = useForm({ domain: 'userLock', fields: actFields(act), initial, spell })
  const { choice } = form.values
  const check = useAct(userLockCalls.batchAct, {
    showsRefusal: true,
    onDone: ({ taskId }) => {
      form.settle()
      onChecked(taskId, form.values)
    },
  })
  const count = countOf(choice, handed)
  const isTooMany = count !== undefined && count > LIMITS.dongle.batchLocks
  const save = () => {
    setTried(true)
    if (count === 0 || isTooMany) return
    const { offlineDays, reason } = spellAct(form.values)
    void check.act({
      ...chosenLocks(choice, handed),
      act,
      ...(offlineDays !== undefined && hasDays(act) && { offlineDays: Number(offlineDays) }),
      ...(reason !== undefined && { reason }),
      dryRun: true,
    })
  }
  return (
    <FormPage
      form={form}
      title={t('userLock.batch.title')}
      sentence={t('userLock.batch.sentence')}
      saveText={t('userLock.batch.check')}
      isSaving={check.isActing}
      refusal={check.refusal}
      onSave={save}
      onCancel={onCancel}
    >
      {steps}
      <FormSection title={t('userLock.batch.act')} sentence={t('userLock.batch.actSentence')}>
        <Field form={form} name="act" help={t(`userLock.act.consequence.${act}`)}>
          {(control) => (
            <Select
              {...control}
              value={act}
              options={LOCK_ACTS.map((value) => ({ value, label: t(`userLock.acts.${value}`) }))}
              onSelect={(value) => {
                const chosen = LOCK_ACTS.find((name) => name === value) ?? act
                setAct(chosen)
                form.set('act', chosen)
              }}
            />
          )}
        </Field>
        <DaysField form={form} act={act} />
        <TextField form={form} name="reason" help={t('userLock.act.reasonHelp')} />
      </FormSection>
      <FormSection title={t('userLock.batch.locks')} sentence={t('userLock.batch.locksSentence')}>
        <LockChoiceField
          choice={choice}
          handed={handed}
          onChange={(change) => form.set('choice', (now) => ({ ...now, ...change }))}
          error={isTried && count === 0 ? t('errors.userLock.noneChosen') : undefined}
        />
      </FormSection>
    </FormPage>
  )
}
