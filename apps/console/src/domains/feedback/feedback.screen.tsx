// Feedback to the platform: the form, what is sent along with it, and the person's earlier feedback with the answers.
import { FEEDBACK_KINDS, LIMITS, feedbackCalls, feedbackFields } from '@sealwright/contract'
import { useId } from 'react'
import { TextField } from '../../blocks/form/field.tsx'
import { useForm } from '../../blocks/form/form-state.ts'
import { InlineForm } from '../../blocks/form/inline-form.tsx'
import { useLeaveGuard } from '../../blocks/form/leave-guard.ts'
import { SegmentedField } from '../../blocks/form/segmented-field.tsx'
import { SettingsPage } from '../../blocks/form/settings-page.tsx'
import { useAct, useAnswer } from '../../lib/call/client.ts'
import { goTo, useSearchOf } from '../../lib/place/navigate.tsx'
import { usePerson } from '../../lib/session/person.ts'
import { useSession } from '../../lib/session/session.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { EarlierFeedback } from './earlier-feedback.tsx'
import type { FeedbackDraft } from './feedback-draft.ts'
import { PicturesField } from './pictures-field.tsx'
import './feedback.css'

const spell = (draft: FeedbackDraft) => ({ ...draft })

function FeedbackForm({ from, version }: { from: string | undefined; version: string | undefined }) {
  const t = usePhrases()
  const { account } = useSession()
  const form = useForm<FeedbackDraft>({
    domain: 'feedback',
    fields: feedbackFields,
    initial: { kind: 'problem', text: '', contact: account.email ?? account.mobile ?? '', pictures: [] },
    spell,
    comesBackTo: usePerson().id,
  })
  useLeaveGuard(form)
  const create = useAct(feedbackCalls.create, {
    showsRefusal: true,
    onDone: () => {
      form.settle()
      goTo('/feedback/success', { ...(from && { from }) })
    },
  })
  const { pictures } = form.values
  return (
    <InlineForm
      form={form}
      label={t('feedback.titles.form')}
      saveText={t('feedback.form.submit')}
      isSaving={create.isActing}
      refusal={create.refusal}
      onSave={() => void create.act({ ...form.values, pictures: [...pictures], page: from ?? null })}
    >
      <SegmentedField
        form={form}
        name="kind"
        options={FEEDBACK_KINDS.map((value) => ({ value, label: t(`feedback.kinds.${value}`) }))}
      />
      <TextField
        form={form}
        name="text"
        rows={6}
        help={t('feedback.form.textHelp')}
        counterMax={LIMITS.feedback.textMax}
      />
      <PicturesField form={form} />
      <TextField form={form} name="contact" help={t('feedback.form.contactHelp')} autoComplete="email" />
      {version !== undefined && (
        <p className="feedback-along">
          {from === undefined
            ? t('feedback.form.sentAlong', { version })
            : t('feedback.form.sentAlongFrom', { version, page: from })}
        </p>
      )}
    </InlineForm>
  )
}

export function Screen() {
  const t = usePhrases()
  const earlierId = useId()
  const { from } = useSearchOf('/feedback')
  const answer = useAnswer(feedbackCalls.find, { pageSize: LIMITS.page.maxSize }, { staleMs: 0 })
  return (
    <SettingsPage title={t('feedback.titles.form')} sentence={t('feedback.form.sentence')}>
      <div className="feedback-page">
        <FeedbackForm from={from} version={answer.data?.version} />
        <section aria-labelledby={earlierId} className="feedback-earlier">
          <h2 id={earlierId}>{t('feedback.earlier.title')}</h2>
          <p>{t('feedback.earlier.sentence')}</p>
          <EarlierFeedback answer={answer} />
        </section>
      </div>
    </SettingsPage>
  )
}
