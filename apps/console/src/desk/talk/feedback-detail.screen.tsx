// One feedback with its pictures, and the answer, which is given once.
import { LIMITS, feedbackDesk } from '@sealwright/contract'
import type { ReceivedFeedback } from '@sealwright/contract'
import { MessageSquareText } from 'lucide-react'
import { IconMark } from '../../blocks/control/icon-mark.tsx'
import { DetailPage, DetailSection } from '../../blocks/detail/detail-page.tsx'
import { Loaded } from '../../blocks/detail/loaded.tsx'
import { TextField } from '../../blocks/form/field.tsx'
import { useForm } from '../../blocks/form/form-state.ts'
import { InlineForm } from '../../blocks/form/inline-form.tsx'
import { BackToList } from '../../blocks/list/back-to-list.tsx'
import { TimeCell } from '../../blocks/list/columns.tsx'
import { confirmAction } from '../../blocks/overlay/confirm-action.tsx'
import { useAct, useAnswer } from '../../lib/call/client.ts'
import { useSearchOf } from '../../lib/place/navigate.tsx'
import { Can } from '../../lib/session/can.tsx'
import { toast } from '../../lib/toast.ts'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import { FeedbackState } from './feedback-state.tsx'
import css from './talk.module.css'

const FIELDS = { answer: feedbackDesk.answer.payload.shape.answer }
const EMPTY = { answer: '' }

function Picture({ guid, position }: { guid: string; position: number }) {
  const t = usePhrases()
  const { data, error } = useAnswer(feedbackDesk.picture, { guid, position }, { staleMs: Infinity })
  if (error && !data) return <p className="nothing">{t('talk.feedback.noPicture')}</p>
  if (!data) return <span className="skeleton" aria-hidden />
  return <img src={`data:${data.type};base64,${data.base64}`} alt={t('talk.feedback.picture', { position })} />
}

function AnswerForm({ guid }: { guid: string }) {
  const t = usePhrases()
  const form = useForm({ domain: 'feedback', fields: FIELDS, initial: EMPTY })
  const { act, isActing, refusal } = useAct(feedbackDesk.answer, {
    showsRefusal: true,
    onDone: () => {
      form.settle()
      toast.success(t('talk.feedback.answered'))
    },
  })
  return (
    <InlineForm
      form={form}
      label={t('talk.feedback.answer')}
      saveText={t('talk.feedback.submit')}
      isSaving={isActing}
      refusal={refusal}
      onSave={() =>
        void confirmAction({
          title: t('talk.feedback.answerTitle'),
          consequence: t('talk.feedback.answerConsequence'),
          verb: t('talk.feedback.submit'),
          run: () => act({ guid, answer: form.values.answer }),
        })
      }
    >
      <TextField form={form} name="answer" rows={5} counterMax={LIMITS.feedback.answerMax} />
    </InlineForm>
  )
}

function FeedbackPage({ feedback }: { feedback: ReceivedFeedback }) {
  const t = usePhrases()
  const format = useFormat()
  const { guid, kind, text, answer, answerTime, pictures, developerName, account, contact, page, version } = feedback
  return (
    <DetailPage
      mark={<IconMark icon={MessageSquareText} tint={1} size={40} />}
      title={t(`feedback.kinds.${kind}`)}
      subtitle={<FeedbackState isAnswered={answer !== null} />}
      facts={[
        { label: t('feedback.fields.developerId'), value: developerName },
        { label: t('talk.feedback.from'), value: account },
        { label: t('feedback.fields.contact'), value: contact },
        { label: t('message.fields.createTime'), value: <TimeCell at={feedback.createTime} /> },
        { label: t('feedback.fields.page'), value: page },
        { label: t('feedback.fields.version'), value: version },
      ]}
    >
      <DetailSection title={t('feedback.fields.text')}>
        <p className={css.text}>{text}</p>
      </DetailSection>
      {pictures > 0 && (
        <DetailSection title={t('talk.feedback.pictures', { count: pictures })}>
          <div className={css.pictures}>
            {Array.from({ length: pictures }, (_, index) => (
              <Picture key={index} guid={guid} position={index + 1} />
            ))}
          </div>
        </DetailSection>
      )}
      {answer !== null ? (
        <DetailSection title={t('talk.feedback.answer')}>
          {answerTime !== null && <p>{t('talk.feedback.answeredAt', { time: format.time(answerTime) })}</p>}
          <p className={css.text}>{answer}</p>
        </DetailSection>
      ) : (
        <Can call={feedbackDesk.answer}>
          <DetailSection title={t('talk.feedback.answer')}>
            <AnswerForm guid={guid} />
          </DetailSection>
        </Can>
      )}
    </DetailPage>
  )
}

export function Screen() {
  const { guid } = useSearchOf('/platform/feedback/view')
  return (
    <Loaded
      call={feedbackDesk.get}
      payload={{ guid }}
      back={<BackToList to="/platform/feedback" words="talk.titles.feedback" />}
    >
      {(feedback) => <FeedbackPage key={guid} feedback={feedback} />}
    </Loaded>
  )
}
