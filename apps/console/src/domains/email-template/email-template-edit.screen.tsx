// A new e-mail template, which starts from the platform's text, or an existing one. Saving submits it for review.
import {
  EMAIL_TEMPLATE_TYPES,
  REVIEW_STATUSES,
  canReview,
  emailTemplateCalls,
  emailTypeOf,
  variableProblems,
} from '@sealwright/contract'
import { Lock } from 'lucide-react'
import { useCallback } from 'react'
import { ErrorState, EmptyState, NoAccessState } from '../../blocks/control/states.tsx'
import { DetailSkeleton } from '../../blocks/detail/detail-page.tsx'
import { BackToEntities } from '../../blocks/entity/entity-detail.tsx'
import { EditPage, NewPage } from '../../blocks/entity/entity-form.tsx'
import { useAnswer } from '../../lib/call/client.ts'
import { useSearchOf } from '../../lib/place/navigate.tsx'
import { useCan } from '../../lib/session/can.tsx'
import { useLanguage, usePhrases } from '../../lib/words/i18n.tsx'
import { EmailTemplateForm } from './email-template-form.tsx'
import type { TemplateDraft } from './email-template-form.tsx'
import { emailTemplate } from './email-template.entity.tsx'
import type { EmailTemplateAnswer } from './email-template.entity.tsx'

const FIRST_TYPE = EMAIL_TEMPLATE_TYPES.addAccountActivate

const draftOf = ({ name, type, language, subject, body, text }: EmailTemplateAnswer): TemplateDraft => ({
  name,
  type: String(type),
  language,
  subject,
  body,
  text: text ?? '',
})

function useRules() {
  const joint = usePhrases()('blocks.list.comma')
  return useCallback(
    ({ type, subject, body, text }: Record<string, unknown>) =>
      variableProblems(
        emailTypeOf(Number(type)),
        { subject: String(subject), body: String(body), text: String(text) },
        joint,
      ),
    [joint],
  )
}

function NewTemplate() {
  const t = usePhrases()
  const rules = useRules()
  const language = useLanguage((state) => state.locale)
  const { data, error, refetch } = useAnswer(emailTemplateCalls.preview, { type: FIRST_TYPE, language })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <DetailSkeleton />
  const initial: TemplateDraft = {
    name: '',
    type: String(FIRST_TYPE),
    language,
    subject: data.subject,
    body: data.body,
    text: '',
  }
  return (
    <NewPage
      entity={emailTemplate}
      initial={initial}
      rules={rules}
      leadsTo="view"
      title={t('emailTemplate.titles.edit')}
      sentence={t('emailTemplate.form.newSentence')}
    >
      {(form) => <EmailTemplateForm form={form} isNew />}
    </NewPage>
  )
}

function NotEditable({ answer: { name, status } }: { answer: EmailTemplateAnswer }) {
  const t = usePhrases()
  const isEnabled = status === REVIEW_STATUSES.enabled
  return (
    <EmptyState
      icon={Lock}
      title={name}
      sentence={t(isEnabled ? 'emailTemplate.form.notEditableEnabled' : 'emailTemplate.form.notEditableReviewing')}
      action={<BackToEntities entity={emailTemplate} />}
    />
  )
}

const whyFixed = (answer: EmailTemplateAnswer) =>
  canReview(answer.status, 'resubmit') ? undefined : <NotEditable answer={answer} />

export function Screen() {
  const t = usePhrases()
  const rules = useRules()
  const { guid } = useSearchOf('/emailTemplate/createTemplate') as { guid?: string } // absent for a new one
  const canCreate = useCan(emailTemplateCalls.create)
  const canUpdate = useCan(emailTemplateCalls.update)
  if (!(guid === undefined ? canCreate : canUpdate)) return <NoAccessState />
  if (guid === undefined) return <NewTemplate />
  return (
    <EditPage
      entity={emailTemplate}
      draftOf={draftOf}
      rules={rules}
      sentence={t('emailTemplate.form.editSentence')}
      otherwise={whyFixed}
    >
      {(form) => <EmailTemplateForm form={form} />}
    </EditPage>
  )
}
