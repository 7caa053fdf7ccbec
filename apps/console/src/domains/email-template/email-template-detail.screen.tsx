// One e-mail template: its facts, the mail that it makes, and its history.
import { canDeleteTemplate, canReview } from '@sealwright/contract'
import { useMemo } from 'react'
import { Button } from '../../blocks/control/button.tsx'
import { EntityDetail, EntityPage } from '../../blocks/entity/entity-detail.tsx'
import { goTo } from '../../lib/place/navigate.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { useHistoryTab } from '../operation-log/index.ts'
import { useDeleteTemplate, useReviewActions } from './email-template-actions.ts'
import { TemplateStatus, emailTemplate } from './email-template.entity.tsx'
import type { EmailTemplateAnswer } from './email-template.entity.tsx'
import { MailPreview } from './mail-preview.tsx'
import { SendTest } from './send-test.tsx'
import './email-template.css'

const LOGGED = ['status', 'reason']

function Template({ answer }: { answer: EmailTemplateAnswer }) {
  const t = usePhrases()
  const { guid, type, language, subject, body, text, status, reason } = answer
  const review = useReviewActions()
  const remove = useDeleteTemplate(() => goTo('/emailTemplate', { showSearch: '1' }))
  const history = useHistoryTab(emailTemplate, guid, { also: LOGGED })
  const texts = useMemo(() => ({ type, language, subject, body, text }), [type, language, subject, body, text])
  return (
    <EntityPage
      entity={emailTemplate}
      answer={answer}
      subtitle={
        <>
          <TemplateStatus row={answer} />
          {reason !== null && <span className="template-reason">{t('emailTemplate.rejected', { reason })}</span>}
        </>
      }
      onDelete={remove}
      isFixed={!canDeleteTemplate(status)}
      isEditable={canReview(status, 'resubmit')}
      actions={
        <>
          <SendTest texts={texts} />
          {review(answer).map(({ key, label, icon, onSelect }) => (
            <Button key={key} icon={icon} {...(onSelect && { onPress: onSelect })}>
              {label}
            </Button>
          ))}
        </>
      }
      tabs={[{ key: 'mail', title: t('emailTemplate.preview.title'), content: <MailPreview texts={texts} /> }, history]}
    />
  )
}

export function Screen() {
  return (
    <EntityDetail entity={emailTemplate}>{(answer) => <Template key={answer.guid} answer={answer} />}</EntityDetail>
  )
}
