// The form that issues to dongles, at once or as a batch: templates, locks, changes to the template, and the rest.
import { LIMITS } from '@sealwright/contract'
import { useRef } from 'react'
import type { ReactNode } from 'react'
import { TextField } from '../../../blocks/form/field.tsx'
import { FormPage } from '../../../blocks/form/form-page.tsx'
import { FormSection } from '../../../blocks/form/form-section.tsx'
import { joinForms } from '../../../blocks/form/joined-form.ts'
import { Notice } from '../../../blocks/form/settings-page.tsx'
import type { Act } from '../../../lib/call/client.ts'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import type { HandedLocks } from '../../dongle/choose/index.ts'
import { ContentFields, changesOf, useContentDraft } from '../../template/form/index.ts'
import { useTemplateWords } from '../../template/terms/index.ts'
import { PinField, ValidDaysField } from '../pin/pin-field.tsx'
import { issuePayload, useIssueForm } from './issue-draft.ts'
import { IssuePanel, useIssuePreview } from './issue-panel.tsx'
import type { IssueFormProps } from './issue-start.tsx'
import './issue.css'
import { LockChooser, countLocks, judgeLocks } from './lock-chooser.tsx'
import { ChosenTemplates } from './template-part.tsx'

interface DongleIssueProps extends IssueFormProps {
  title: string
  sentence: string
  handed?: HandedLocks | undefined
  /** The most locks, and whether the PIN is asked here. A batch asks for it when it starts. */
  max: number
  isPinAsked: boolean
  saveText: (count: number | undefined) => string
  sending: Pick<Act<never>, 'isActing' | 'refusal'>
  /** Sends the payload, then calls `settle`. */
  onSave: (payload: Record<string, unknown>, settle: () => void) => void
  onCancel: () => void
  /** Above the sections. */
  head?: ReactNode
  /** Below the chooser of locks. */
  more?: ReactNode
}

const NOTHING: readonly string[] = []

export function DongleIssue({
  template,
  chosen,
  initial,
  isTyped,
  onTemplates,
  title,
  sentence,
  handed,
  max,
  isPinAsked,
  saveText,
  sending,
  onSave,
  onCancel,
  head,
  more,
}: DongleIssueProps) {
  const t = usePhrases()
  const words = useTemplateWords()
  const isOne = chosen.length === 1
  const draft = useContentDraft('dongle', template, { allowed: isOne ? template.changeable : NOTHING })
  const issueForm = useIssueForm(initial, handed, isPinAsked, max)
  const joined = joinForms(issueForm, 'changes', draft.form)
  const isSent = useRef(false)
  const form = {
    ...joined,
    isDirty: () => joined.isDirty() || (isTyped && !isSent.current),
    settle: () => {
      isSent.current = true
      joined.settle()
    },
  }
  const changes = changesOf(draft)
  const templateGuids = chosen.map(({ guid }) => guid)
  const terms = { templateGuids, ...(Object.keys(changes).length > 0 && { changes }) }
  const { locks } = issueForm.values
  const isSound = judgeLocks(locks, handed, max).length === 0
  const preview = useIssuePreview(isPinAsked && isSound ? { ...terms, ...issuePayload({ locks }, handed) } : undefined)
  const told = preview.isIdle || preview.isPending ? undefined : preview.data
  return (
    <FormPage
      form={form}
      title={title}
      sentence={sentence}
      saveText={saveText(countLocks(locks, handed))}
      isSaving={sending.isActing}
      refusal={sending.refusal}
      whyNot={told && told.unfit > 0 ? t('dongleLicense.issue.unfit', { count: told.unfit }) : undefined}
      onSave={({ changes: _changes, ...values }) => onSave({ ...terms, ...issuePayload(values, handed) }, form.settle)}
      onCancel={onCancel}
    >
      {head}
      <div className={isPinAsked ? 'preview-columns' : undefined}>
        <div className="preview-fields">
          <ChosenTemplates
            chosen={chosen}
            summary={isOne ? words.summary({ ...template, ...draft.after }) : undefined}
            onChange={(next) => onTemplates(next, issueForm.values)}
          />
          <FormSection
            title={t('dongleLicense.choose.title')}
            sentence={t(isPinAsked ? 'dongleLicense.choose.issueSentence' : 'dongleLicense.choose.batchSentence', {
              max,
            })}
          >
            <LockChooser form={issueForm} handed={handed} max={max} hasFilters={!isPinAsked} />
            {more}
          </FormSection>
          {isOne ? (
            <ContentFields draft={draft} fixedSentence={t('dongleLicense.issue.fixedSentence')} />
          ) : (
            <Notice>{t('dongleLicense.issue.several')}</Notice>
          )}
          <FormSection title={t('dongleLicense.pin.title')}>
            {isPinAsked && <PinField form={issueForm} />}
            <ValidDaysField form={issueForm} />
            <TextField form={issueForm} name="remark" rows={2} counterMax={LIMITS.license.remarkMax} />
          </FormSection>
        </div>
        {isPinAsked && <IssuePanel preview={preview} />}
      </div>
    </FormPage>
  )
}
