// One e-mail template under review: the mail, what changed since the last approval, and the decision.
import { LIMITS, REVIEW_STATUSES, emailTemplateDesk, emailTypeOf } from '@sealwright/contract'
import type { AnswerOf, ReviewedText } from '@sealwright/contract'
import { CircleCheck, CircleX, MailCheck, ShieldCheck, ShieldOff } from 'lucide-react'
import { Button } from '../../blocks/control/button.tsx'
import { IconMark } from '../../blocks/control/icon-mark.tsx'
import { StatusTag } from '../../blocks/control/status-tag.tsx'
import { DetailPage } from '../../blocks/detail/detail-page.tsx'
import { Loaded } from '../../blocks/detail/loaded.tsx'
import { TextField } from '../../blocks/form/field.tsx'
import { FormDialog } from '../../blocks/form/form-dialog.tsx'
import { useForm } from '../../blocks/form/form-state.ts'
import { BackToList } from '../../blocks/list/back-to-list.tsx'
import { confirmAction } from '../../blocks/overlay/confirm-action.tsx'
import { useAct } from '../../lib/call/client.ts'
import { showDialog } from '../../lib/dialog/dialog.tsx'
import { changeSearch, goTo, useSearchOf } from '../../lib/place/navigate.tsx'
import { Can } from '../../lib/session/can.tsx'
import { toast } from '../../lib/toast.ts'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import { lineChanges } from './line-changes.ts'
import { MailFrame } from './mail-frame.tsx'
import { Age, ReviewState } from './review-parts.tsx'
import css from './review.module.css'

type Review = AnswerOf<typeof emailTemplateDesk.get>

const toList = () => goTo('/platform/reviews', {})

function Side({ title, reviewed, which }: { title: string; reviewed: ReviewedText; which: string }) {
  const t = usePhrases()
  return (
    <section className={css.side} aria-label={title}>
      <h2>{title}</h2>
      <p className={css.subject}>{reviewed.mail.subject}</p>
      <MailFrame html={reviewed.mail.html} title={t('review.frame', { which })} />
      <h3>{t('review.plainText')}</h3>
      <p className={css.note}>{t(reviewed.text === null ? 'review.noText' : 'review.ownText')}</p>
      <pre className={css.text} tabIndex={0}>
        {reviewed.mail.text}
      </pre>
    </section>
  )
}

function Mails({ review: { now, before }, isBoth }: { review: Review; isBoth: boolean }) {
  const t = usePhrases()
  const format = useFormat()
  return (
    <>
      <div className={css.sides}>
        {isBoth && before && (
          <Side
            title={t('review.before', { time: format.time(before.time) })}
            reviewed={before}
            which={t('review.before', { time: format.time(before.time) })}
          />
        )}
        <Side title={t('review.now')} reviewed={now} which={t('review.now')} />
      </div>
      <p className={css.note}>{t('review.note')}</p>
    </>
  )
}

/** Everything that a reader of the mail reads, with the targets of its links. */
const wordsOf = ({ subject, words, text }: ReviewedText) =>
  [subject, '', words, ...(text === null ? [] : ['', text])].join('\n')

function Changes({ review: { now, before } }: { review: Review }) {
  const t = usePhrases()
  if (!before) return <p>{t('review.noBefore')}</p>
  const changes = lineChanges(wordsOf(before), wordsOf(now))
  return (
    <>
      {changes.every(({ kind }) => kind === 'same') && <p>{t('review.same')}</p>}
      <ol className={css.lines}>
        {changes.map(({ kind, line }, at) =>
          kind === 'same' ? (
            <li key={at}>{line}</li>
          ) : (
            <li key={at} className={css[kind]}>
              <span className="sw-visually-hidden">{t(`review.${kind}`)}</span>
              {kind === 'added' ? <ins>{line}</ins> : <del>{line}</del>}
            </li>
          ),
        )}
      </ol>
    </>
  )
}

const REASON = { reason: emailTemplateDesk.reject.payload.shape.reason }
const NO_REASON = { reason: '' }

function RejectDialog({ review, onClose }: { review: Review; onClose: () => void }) {
  const t = usePhrases()
  const { guid, revision, name, developerName } = review
  const form = useForm({ domain: 'emailTemplate', fields: REASON, initial: NO_REASON })
  const { act, isActing, refusal } = useAct(emailTemplateDesk.reject, {
    showsRefusal: true,
    onDone: () => {
      onClose()
      toast.success(t('review.rejected'))
      toList()
    },
  })
  return (
    <FormDialog
      form={form}
      title={t('review.rejectTitle', { name })}
      saveText={t('review.rejectSubmit')}
      isDanger
      isSaving={isActing}
      refusal={refusal}
      onSave={() => void act({ guid, revision, reason: form.values.reason })}
      onClose={onClose}
    >
      <p>{t('review.rejectSentence', { developer: developerName })}</p>
      <TextField form={form} name="reason" rows={3} isFirst counterMax={LIMITS.emailTemplate.reasonMax} />
    </FormDialog>
  )
}

function Decision({ review }: { review: Review }) {
  const t = usePhrases()
  const { guid, revision, name, developerName } = review
  const { act: approve } = useAct(emailTemplateDesk.approve, {
    onDone: () => {
      toast.success(t('review.approved'))
      toList()
    },
  })
  return (
    <>
      <Button
        icon={CircleX}
        onPress={() => void showDialog((settle) => <RejectDialog review={review} onClose={() => settle(true)} />)}
      >
        {t('review.reject')}
      </Button>
      <Button
        kind="primary"
        icon={CircleCheck}
        onPress={() =>
          void confirmAction({
            title: t('review.approveTitle', { name }),
            consequence: t('review.approveConsequence', { developer: developerName }),
            verb: t('review.approve'),
            run: () => approve({ guid, revision }),
          })
        }
      >
        {t('review.approve')}
      </Button>
    </>
  )
}

function Trust({ review: { developerId, developerName: developer, isTrusted } }: { review: Review }) {
  const t = usePhrases()
  const { act } = useAct(emailTemplateDesk.trust, {
    onDone: (_, given) => toast.success(t(given.isTrusted ? 'review.trustDone' : 'review.distrustDone', { developer })),
  })
  return (
    <Button
      icon={isTrusted ? ShieldOff : ShieldCheck}
      onPress={() =>
        void confirmAction({
          title: t(isTrusted ? 'review.distrustTitle' : 'review.trustTitle', { developer }),
          consequence: t(isTrusted ? 'review.distrustConsequence' : 'review.trustConsequence'),
          verb: t(isTrusted ? 'review.distrust' : 'review.trust'),
          run: () => act({ developerId: Number(developerId), isTrusted: !isTrusted }),
        })
      }
    >
      {t(isTrusted ? 'review.distrust' : 'review.trust')}
    </Button>
  )
}

function ReviewPage({ review, tab }: { review: Review; tab: string }) {
  const t = usePhrases()
  const { status, reason } = review
  return (
    <DetailPage
      mark={<IconMark icon={MailCheck} tint={4} size={40} />}
      title={review.name}
      subtitle={<ReviewState status={status} />}
      actions={
        <Can call={emailTemplateDesk.approve}>
          <Trust review={review} />
          {status === REVIEW_STATUSES.reviewing && <Decision review={review} />}
        </Can>
      }
      facts={[
        {
          label: t('review.developer'),
          value: (
            <>
              {review.developerName} {review.isTrusted && <StatusTag tone="ok">{t('review.trusted')}</StatusTag>}
            </>
          ),
        },
        { label: t('emailTemplate.fields.type'), value: t(`emailTemplate.types.${emailTypeOf(review.type)}`) },
        { label: t('emailTemplate.fields.language'), value: t(`emailTemplate.languages.${review.language}`) },
        { label: t('emailTemplate.fields.submitTime'), value: <Age at={review.submitTime} /> },
        ...(reason === null ? [] : [{ label: t('emailTemplate.fields.reason'), value: reason, isWide: true }]),
      ]}
      tabs={[
        { key: 'mail', title: t('review.mail'), content: <Mails review={review} isBoth={false} /> },
        { key: 'changes', title: t('review.difference'), content: <Changes review={review} /> },
        ...(review.before
          ? [{ key: 'both', title: t('review.sideBySide'), content: <Mails review={review} isBoth /> }]
          : []),
      ]}
      openTab={tab}
      onOpenTab={(key) => changeSearch('/platform/reviews/view', { guid: review.guid, tab: key })}
    />
  )
}

export function Screen() {
  const { guid, tab = 'mail' } = useSearchOf('/platform/reviews/view')
  return (
    <Loaded
      call={emailTemplateDesk.get}
      payload={{ guid }}
      back={<BackToList to="/platform/reviews" words="review.titles.list" />}
    >
      {(review) => <ReviewPage review={review} tab={tab} />}
    </Loaded>
  )
}
