// The page of one approval request: who, what and for whom, the steps, the differences, the licenses, and the history.
// The server answers the possible acts, which already reflect rights, turn and state.
import { auditCalls, auditPath } from '@sealwright/contract'
import type { AuditAnswer, LicenseFamily, RequestAct } from '@sealwright/contract'
import { Check, CornerUpRight, MessageCircleQuestion, Pencil, RotateCcw, StickyNote, Undo2, X } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { useEffect } from 'react'
import type { ComponentType } from 'react'
import { Button, buttonClass } from '../../../blocks/control/button.tsx'
import type { ButtonKind } from '../../../blocks/control/button.tsx'
import { TextArea } from '../../../blocks/control/text-input.tsx'
import { DetailError, DetailPage, DetailSection, DetailSkeleton } from '../../../blocks/detail/detail-page.tsx'
import { Differences } from '../../../blocks/detail/differences.tsx'
import type { Fact } from '../../../blocks/detail/fact-list.tsx'
import { Field } from '../../../blocks/form/field.tsx'
import { useForm } from '../../../blocks/form/form-state.ts'
import { InlineForm } from '../../../blocks/form/inline-form.tsx'
import { Notice } from '../../../blocks/form/settings-page.tsx'
import { BackToList } from '../../../blocks/list/back-to-list.tsx'
import { DateCell, MoneyCell, NumberCell, TimeCell } from '../../../blocks/list/columns.tsx'
import { useAct, useAnswer } from '../../../lib/call/client.ts'
import { Link, ScreenLink, changeSearch, pathTo, useSearchOf } from '../../../lib/place/navigate.tsx'
import { useCanOpen } from '../../../lib/session/can.tsx'
import { toast } from '../../../lib/toast.ts'
import { useFormat, usePhrases } from '../../../lib/words/i18n.tsx'
import { useLicenseWords } from '../../license/update/index.ts'
import { askAct, useFreshAfter } from './request-dialogs.tsx'
import type { AskedAct } from './request-dialogs.tsx'
import { RequestHistory } from './request-history.tsx'
import { RequestItems } from './request-items.tsx'
import { RequestProgress } from './request-progress.tsx'
import { RequestStateTag, daysLeft, stepWords, subjectWords } from './request-words.tsx'
import { RequestMark, hrefOf } from './request.columns.tsx'
import './request.css'

interface Shown {
  request: AuditAnswer
}

/** The effect of an approval proceeds by itself. */
const APPLYING_MS = 2_000
const TASK_CENTER = '/taskCenter'
const FLOW = '/approve/view'

/** In the order of the buttons: the most likely act comes last. */
const BUTTONS: readonly (readonly [AskedAct, LucideIcon, ButtonKind])[] = [
  ['note', StickyNote, 'plain'],
  ['handOver', CornerUpRight, 'plain'],
  ['ask', MessageCircleQuestion, 'plain'],
  ['withdraw', Undo2, 'plain'],
  ['reject', X, 'danger'],
  ['resubmit', RotateCcw, 'plain'],
  ['approve', Check, 'primary'],
]

function Actions({ request }: Shown) {
  const t = usePhrases()
  const { guid, family, acts } = request
  const may = (act: RequestAct) => acts.includes(act)
  const edit = `${auditPath(family)}/edit` as const
  const editLink = (words: string, kind: ButtonKind) => (
    <ScreenLink to={edit} search={{ guid }} className={buttonClass({ kind })}>
      <Pencil size={15} aria-hidden />
      {words}
    </ScreenLink>
  )
  return (
    <>
      {may('edit') && editLink(t('audit.acts.edit'), 'plain')}
      {BUTTONS.filter(([act]) => may(act)).map(([act, icon, kind]) => (
        <Button key={act} icon={icon} kind={kind} onPress={() => askAct(act, request)}>
          {t(`audit.acts.${act}`)}
        </Button>
      ))}
      {may('resubmit') && editLink(t('audit.acts.editAndResubmit'), 'primary')}
    </>
  )
}

const INITIAL = { text: '' }
const FIELDS = { text: auditCalls.answer.payload.shape.text }
const spell = ({ text }: typeof INITIAL) => ({ text })

function AnswerForm({ guid }: { guid: string }) {
  const t = usePhrases()
  const form = useForm({ domain: 'audit', fields: FIELDS, initial: INITIAL, spell })
  const { act, isActing, refusal } = useAct(auditCalls.answer, {
    showsRefusal: true,
    onDone: () => toast.success(t('audit.done.answer')),
  })
  useFreshAfter(refusal)
  return (
    <InlineForm
      form={form}
      label={t('audit.detail.answerLabel')}
      saveText={t('audit.acts.answer')}
      isSaving={isActing}
      refusal={refusal}
      onSave={() => void act({ guid, text: form.values.text })}
    >
      <Field form={form} name="text" label={t('audit.detail.answerLabel')}>
        {(control) => (
          <TextArea {...control} rows={3} value={form.values.text} onText={(text) => form.set('text', text)} />
        )}
      </Field>
    </InlineForm>
  )
}

/** The open question, with the field for the answer if the person made the request. */
function Question({ request: { guid, question, acts } }: Shown) {
  const t = usePhrases()
  if (!question) return null
  return (
    <Notice tone="warn" title={t('audit.detail.question', { asker: question.asker })}>
      <p className="request-said">{question.text}</p>
      <p>
        <TimeCell at={question.at} />
      </p>
      {acts.includes('answer') ? <AnswerForm guid={guid} /> : <p>{t('audit.detail.waitsForAnswer')}</p>}
    </Notice>
  )
}

function Applying({ request: { applied, count, taskGuid } }: Shown) {
  const t = usePhrases()
  const canOpen = useCanOpen(TASK_CENTER)
  return (
    <Notice
      title={t('audit.detail.applying')}
      action={
        taskGuid !== null &&
        canOpen && (
          <ScreenLink to={TASK_CENTER} search={{ guid: taskGuid }} className={buttonClass({ size: 'small' })}>
            {t('audit.detail.task')}
          </ScreenLink>
        )
      }
    >
      <progress className="request-bar" max={count} value={applied} aria-label={t('audit.detail.applying')} />
      <span className="sw-tabular">{t('audit.detail.applied', { done: applied, count })}</span>
    </Notice>
  )
}

function StateNotice({ request }: Shown) {
  const t = usePhrases()
  const { state, reason, applied, count } = request
  if (state === 'applying') return <Applying request={request} />
  if (state === 'gathering') return <Notice>{t('audit.detail.gathering')}</Notice>
  if (state === 'rejected' || state === 'withdrawn' || state === 'expired')
    return (
      <Notice tone={state === 'rejected' ? 'bad' : 'neutral'} title={t(`audit.detail.${state}`)}>
        {/* Without words of the requester, the reason only repeats the title. */}
        {reason !== t('audit.withdrawnReason') && reason}
      </Notice>
    )
  if (state === 'approved' && applied < count)
    return (
      <Notice tone="warn" title={t('audit.detail.failedTitle', { count: count - applied })}>
        {t('audit.detail.failedSentence')}
      </Notice>
    )
  return null
}

const MONEY = {
  gathering: 'held',
  waiting: 'held',
  applying: 'held',
  approved: 'paid',
  rejected: 'released',
  withdrawn: 'released',
  expired: 'released',
} as const satisfies Record<AuditAnswer['state'], string>

function useFacts({ request }: Shown): Fact[] {
  const t = usePhrases()
  const canOpenFlow = useCanOpen(FLOW)
  const { flowGuid, flowName, flowVersion, state } = request
  const flow = t('audit.detail.flow', { name: flowName, version: flowVersion })
  const days = daysLeft(request)
  const facts: (Fact | false)[] = [
    { label: t('audit.fields.requester'), value: request.requester.name },
    { label: t('audit.fields.requestTime'), value: <TimeCell at={request.requestTime} /> },
    state === 'waiting' || state === 'gathering'
      ? {
          label: t('audit.fields.expireTime'),
          value: (
            <>
              <TimeCell at={request.expireTime} />{' '}
              {days !== undefined && <span className="request-soon">{t('audit.queue.soon', { days })}</span>}
            </>
          ),
        }
      : {
          label: t('audit.fields.decideTime'),
          value: request.decideTime && <TimeCell at={request.decideTime} />,
        },
    { label: t('audit.fields.event'), value: t(`audit.events.${request.event}`) },
    { label: t('audit.fields.templateName'), value: request.templateName },
    { label: t('audit.fields.productName'), value: request.productName },
    { label: t('audit.fields.subject'), value: subjectWords(t, request) },
    { label: t('audit.fields.count'), value: <NumberCell value={request.count} /> },
    // Null for members of integrators, who may not see prices.
    request.fen !== null && {
      label: t(`audit.detail.money.${MONEY[state]}`),
      value: <MoneyCell fen={request.fen} />,
    },
    request.customerName !== null && { label: t('audit.detail.customer'), value: request.customerName },
    request.integratorName !== null && { label: t('audit.detail.integrator'), value: request.integratorName },
    {
      label: t('audit.fields.flowName'),
      value: canOpenFlow ? (
        <Link href={pathTo(FLOW, { guid: flowGuid, version: String(flowVersion) })}>{flow}</Link>
      ) : (
        flow
      ),
    },
    request.remark !== null && { label: t('audit.detail.remark'), value: request.remark, isWide: true },
  ]
  return facts.filter((fact) => fact !== false)
}

/** The differences from the template for an issue, and from the present license for an update. */
function Terms({ request: { event, templateChanges, licenseChanges, count } }: Shown) {
  const t = usePhrases()
  const words = useLicenseWords()
  if (event === 'update')
    return (
      licenseChanges.length > 0 && (
        <DetailSection title={t('audit.detail.licenseChanges')}>
          <Differences changes={licenseChanges} kind="update" {...words} />
          {count > 1 && <p className="request-quiet">{t('audit.detail.firstOnly')}</p>}
        </DetailSection>
      )
    )
  return (
    <DetailSection title={t('audit.detail.templateChanges')}>
      {templateChanges.length === 0 ? (
        <p className="request-quiet">{t('audit.detail.noTemplateChanges')}</p>
      ) : (
        <Differences changes={templateChanges} kind="update" {...words} />
      )}
    </DetailSection>
  )
}

function Holdings({ request: { holdings } }: Shown) {
  const t = usePhrases()
  const format = useFormat()
  if (!holdings) return null
  return (
    <DetailSection title={t('audit.detail.holdings', { name: holdings.name })}>
      {holdings.products.length === 0 ? (
        <p className="request-quiet">{t('audit.detail.noHoldings')}</p>
      ) : (
        <ul className="request-lines">
          {holdings.products.map(({ name, count }) => (
            <li key={name}>
              <span>{name}</span>
              <span className="sw-tabular">{format.number(count)}</span>
            </li>
          ))}
        </ul>
      )}
    </DetailSection>
  )
}

function Earlier({ request: { earlier, requester } }: Shown) {
  const t = usePhrases()
  return (
    <DetailSection title={t('audit.detail.earlier', { name: requester.name })}>
      {earlier.length === 0 ? (
        <p className="request-quiet">{t('audit.detail.noEarlier')}</p>
      ) : (
        <ul className="request-lines">
          {earlier.map((one) => (
            <li key={one.guid}>
              <span>
                <Link href={hrefOf(one)}>{one.number}</Link> {one.templateName} × <NumberCell value={one.count} />
              </span>
              <span className="request-tags">
                <RequestStateTag state={one.state} />
                <DateCell at={one.requestTime} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </DetailSection>
  )
}

function Request({ request }: Shown) {
  const t = usePhrases()
  return (
    <DetailPage
      mark={<RequestMark event={request.event} size={56} />}
      title={t('audit.detail.title', { number: request.number })}
      subtitle={
        <span className="request-tags">
          <RequestStateTag state={request.state} />
          <span>{stepWords(t, request)}</span>
        </span>
      }
      actions={<Actions request={request} />}
      notices={
        <>
          <StateNotice request={request} />
          <Question request={request} />
        </>
      }
      facts={useFacts({ request })}
    >
      <div className="request-columns">
        <div>
          <Terms request={request} />
          <DetailSection title={t('audit.detail.licenses')}>
            <RequestItems request={request} />
          </DetailSection>
          <Holdings request={request} />
          <Earlier request={request} />
        </div>
        <div>
          <DetailSection title={t('audit.detail.progress')}>
            <RequestProgress request={request} />
          </DetailSection>
          <DetailSection title={t('audit.detail.history')}>
            <RequestHistory events={request.events} />
          </DetailSection>
        </div>
      </div>
    </DetailPage>
  )
}

function RequestDetail({ family }: { family: LicenseFamily }) {
  const path = auditPath(family)
  const search = useSearchOf(`${path}/view`)
  const { guid } = search
  const answer = useAnswer(auditCalls.get, { guid })
  const isApplying = answer.data?.state === 'applying' || answer.data?.state === 'gathering'
  useAnswer(auditCalls.get, { guid }, { enabled: isApplying, pollMs: APPLYING_MS })
  // The operation log links to a request without knowing its family.
  const own = answer.data && auditPath(answer.data.family)
  const isElsewhere = own !== undefined && own !== path
  useEffect(() => {
    if (isElsewhere) changeSearch(`${own}/view`, search)
  }, [isElsewhere, own, search])
  if (answer.data && !isElsewhere) return <Request key={guid} request={answer.data} />
  if (!answer.error) return <DetailSkeleton />
  return (
    <DetailError
      error={answer.error}
      onRetry={() => void answer.refetch()}
      back={<BackToList to={path} words="audit.queue.back" />}
    />
  )
}

const screens: Readonly<Record<LicenseFamily, ComponentType>> = {
  smart: () => <RequestDetail family="smart" />,
  account: () => <RequestDetail family="account" />,
  sn: () => <RequestDetail family="sn" />,
}
export const screenOf = (family: LicenseFamily) => screens[family]
