// Issues licenses, for all three families: template, recipients, changes to the template, and a preview beside them.
// The result then replaces the form. More codes than one call can issue become a task, which is reviewed before it
// starts.
import { DAY_MS, pcLicenseCalls, userCalls } from '@sealwright/contract'
import type { PayloadOf } from '@sealwright/contract'
import { Replace } from 'lucide-react'
import { Suspense, lazy, useEffect, useRef, useState } from 'react'
import { Button, buttonClass } from '../../../blocks/control/button.tsx'
import { PageHead } from '../../../blocks/control/page-head.tsx'
import { DetailError, DetailSkeleton } from '../../../blocks/detail/detail-page.tsx'
import { FormPage } from '../../../blocks/form/form-page.tsx'
import '../../../blocks/form/form.css'
import { joinForms } from '../../../blocks/form/joined-form.ts'
import { callServer, useAct, useAnswer } from '../../../lib/call/client.ts'
import { goToHref } from '../../../lib/place/go.ts'
import { Link, changeSearch, pathTo, useSearchOf } from '../../../lib/place/navigate.tsx'
import { useCan } from '../../../lib/session/can.tsx'
import { useFormat, usePhrases } from '../../../lib/words/i18n.tsx'
import { ContentFields, changesOf, useContentDraft } from '../../template/form/index.ts'
import { useTemplateWords } from '../../template/terms/index.ts'
import { screenOfFamily } from '../license-family.ts'
import type { Family } from '../license-family.ts'
import { EMPTY_ISSUE, issueCallsOf, issuePayload, useIssueForm } from './issue-draft.ts'
import type { IssueDraft } from './issue-draft.ts'
import { keepIssued, useIssued } from './issue-memory.ts'
import type { TemplateAnswer } from './issue-memory.ts'
import { IssuePanel, dueFen, failureOf, useDueWords, useIssuePreview } from './issue-panel.tsx'
import { userItem } from './issue-people.tsx'
import { Recipients } from './issue-recipients.tsx'
import { IssueResult } from './issue-result.tsx'
import './issue.css'
import { useIssueSure } from './issue-sure.ts'
import { TemplateChoice } from './issue-template.tsx'
import { useWayBack } from './issue-way.ts'

// Loaded on demand: batches are rare and their code is large.
const BatchTask = lazy(async () => ({ default: (await import('./issue-batch.tsx')).BatchTask }))

const asIssued = <Terms extends object>(terms: Terms, isPreIssued: boolean) =>
  isPreIssued ? { ...terms, source: 'preIssue' as const } : terms

interface ChosenProps {
  template: TemplateAnswer
  isPreIssued: boolean
  onChange: () => void
}

/** A summary of the chosen template, with a button to choose another. */
function Chosen({ template, isPreIssued, onChange }: ChosenProps) {
  const t = usePhrases()
  const words = useTemplateWords()
  const products = [template, ...template.otherProducts].map(({ productName }) => productName).join(' + ')
  return (
    <section className="issue-chosen" aria-label={t('license.issue.template.chosen')}>
      <div className="issue-chosen-words">
        <strong>{template.name}</strong>
        <span>{products}</span>
        <span>{words.summary(asIssued(template, isPreIssued))}</span>
      </div>
      <Button icon={Replace} onPress={onChange}>
        {t('license.issue.template.change')}
      </Button>
    </section>
  )
}

interface IssueFormProps {
  family: Family
  template: TemplateAnswer
  initial: IssueDraft
  /** The initial values were typed before the template was changed, so leaving must ask. */
  isTyped: boolean
  /** Receives the typed values, to keep them for the next template. */
  onChangeTemplate: (typed: IssueDraft) => void
}

function Issue({ family, template, initial, isTyped, onChangeTemplate }: IssueFormProps) {
  const t = usePhrases()
  const words = useTemplateWords()
  const { sourcePath } = useSearchOf(`${family.path}/new`)
  const { guid: templateGuid } = template
  const draft = useContentDraft(family.family, template, { allowed: template.changeable })
  const isPasswordAsked = draft.after.codePassword === true
  const issueForm = useIssueForm(family.family, initial, isPasswordAsked)
  const { isPreIssued } = issueForm.values
  const joined = joinForms(issueForm, 'changes', draft.form)
  const isSent = useRef(false)
  const { money } = useFormat()
  const form = {
    ...joined,
    isDirty: () => joined.isDirty() || (isTyped && !isSent.current),
    settle: () => {
      isSent.current = true
      joined.settle()
    },
  }
  const changes = changesOf(draft)
  const preview = useIssuePreview(family, templateGuid, issueForm, changes)
  const told = preview.isIdle || preview.isPending ? undefined : preview.data
  /** The preview whose price was issued: the one beside the form, or a newer one. */
  const agreed = useRef(told)
  const back = useWayBack(family, sourcePath)
  const issue = useAct(issueCallsOf(family).issue, {
    showsRefusal: true,
    onDone: (answer) => {
      form.settle()
      const terms = asIssued({ ...template, ...draft.after }, isPreIssued)
      // The recipient of a code does not know when it was issued, so a duration becomes an end date. It is rounded to
      // the minute, because the browser's clock differs from the server's.
      const minute = new Date().setSeconds(0, 0)
      const ending =
        terms.licDuration === null || isPreIssued
          ? terms
          : { ...terms, licDuration: null, endTime: new Date(minute + terms.licDuration * DAY_MS).toISOString() }
      keepIssued({
        answer,
        template,
        term: words.term(terms),
        handedTerm: words.term(ending),
        overwrites: preview.data?.overwrites ?? [],
        price: agreed.current?.price ?? null,
        paidAt: agreed.current?.paidAt ?? 'issue',
      })
      changeSearch(`${family.path}/new`, { issued: answer.issueGuid, templateGuid, sourcePath })
    },
  })
  const check = useAct(pcLicenseCalls.batchIssue, {
    showsRefusal: true,
    onDone: ({ taskId }) => {
      form.settle()
      changeSearch(`${family.path}/new`, { task: taskId, templateGuid, sourcePath })
    },
  })
  const { isBatch, count } = issueForm
  const failure = failureOf(told)
  const due = useDueWords(told)
  const fen = dueFen(told)
  // The button has the price, unless stocks pay a part of it or it is only held.
  const isSaid = fen > 0 && told?.price?.units === null && told.paidAt === 'issue'
  const isSure = useIssueSure()
  const issueNow = async (payload: Parameters<typeof issue.act>[0]) => {
    // Pressed before the price of the last change was there: ask for it.
    const calls = issueCallsOf(family)
    agreed.current = told ?? (await callServer(calls.preview, payload).catch(() => undefined))
    const priceFen = dueFen(agreed.current)
    if (!(await isSure({ count: count ?? 1, fen: priceFen, isUnseen: told === undefined }))) return
    // Without a price, a charge is refused.
    if ((await issue.act({ ...payload, priceFen })) === undefined) void preview.refetch()
  }
  const save = async () => {
    const payload = issuePayload(family, templateGuid, {
      ...issueForm.wire,
      ...(Object.keys(changes).length > 0 && { changes }),
    })
    if (isBatch)
      void check.act({
        ...payload,
        dryRun: true,
      } as unknown as PayloadOf<typeof pcLicenseCalls.batchIssue>) // only license codes are issued as a batch here
    // A batch asks after its check.
    else await issueNow(payload)
  }
  return (
    <FormPage
      form={form}
      title={t(`license.issue.titles.${family.family}`)}
      sentence={t(`license.issue.sentences.${family.family}`)}
      saveText={
        count === undefined
          ? t(`license.issue.titles.${family.family}`)
          : isBatch
            ? t('license.issue.check')
            : fen > 0 && !failure
              ? t(family.family === 'sn' ? 'license.issue.generatePaid' : 'license.issue.issuePaid', {
                  count,
                  amount: money(fen),
                })
              : t(family.family === 'sn' ? 'license.issue.generate' : 'license.issue.issue', { count })
      }
      isSaving={issue.isActing || check.isActing}
      refusal={isBatch ? check.refusal : issue.refusal}
      whyNot={failure?.message}
      summary={failure || isBatch || isSaid ? undefined : due}
      onSave={() => void save()}
      onCancel={back.go}
    >
      <div className="preview-columns">
        <div className="preview-fields">
          <Chosen
            template={template}
            isPreIssued={isPreIssued}
            onChange={() => onChangeTemplate(issueForm.isDirty() ? issueForm.values : initial)}
          />
          <Recipients
            form={issueForm}
            family={family.family}
            templateGuid={templateGuid}
            isPasswordAsked={isPasswordAsked}
          />
          <ContentFields
            draft={isPreIssued ? { ...draft, isPreIssued } : draft}
            fixedSentence={t('license.issue.fixedSentence')}
          />
        </div>
        <IssuePanel family={family} form={issueForm} preview={preview} batchOf={isBatch ? count : undefined} />
      </div>
    </FormPage>
  )
}

function Choose({ family, onChoose }: { family: Family; onChoose: (guid: string) => void }) {
  const t = usePhrases()
  const { templateGuid, sourcePath } = useSearchOf(`${family.path}/new`)
  const back = useWayBack(family, sourcePath)
  return (
    <div className="form-page">
      <PageHead
        title={t(`license.issue.titles.${family.family}`)}
        sentence={t('license.issue.template.sentence')}
        actions={
          back.words && (
            <Link href={back.href} className={buttonClass()}>
              {back.words}
            </Link>
          )
        }
      />
      <div className="issue-choose">
        <TemplateChoice
          family={family}
          chosen={templateGuid ? [templateGuid] : []}
          onPress={({ guid }) => onChoose(guid)}
        />
      </div>
    </div>
  )
}

/** The first draft, with the user or customer that the address names; undefined while the user loads. */
function useFirst({ family, path }: Family): IssueDraft | undefined {
  const { userGuid, customerGuid } = useSearchOf(`${path}/new`)
  const canAsk = useCan(userCalls.get)
  const isAsked = family === 'account' && userGuid !== undefined && canAsk
  const user = useAnswer(userCalls.get, { guid: userGuid ?? '' }, { enabled: isAsked })
  // If the user cannot be loaded, the form starts without one.
  if (isAsked && user.isPending) return undefined
  return {
    ...EMPTY_ISSUE,
    userIds: user.data ? [userItem(user.data)] : [],
    ...(family !== 'account' && customerGuid && { customerId: customerGuid }),
  }
}

function Start({ family, first }: { family: Family; first: IssueDraft }) {
  const search = useSearchOf(`${family.path}/new`)
  const { templateGuid } = search
  const [isChoosing, setChoosing] = useState(false)
  const [untyped] = useState(first)
  const [typed, setTyped] = useState(untyped)
  const template = useAnswer(
    family.calls.template,
    { ...family.where, guid: templateGuid ?? '' },
    { enabled: templateGuid !== undefined },
  )
  if (templateGuid === undefined || isChoosing || template.data?.isExpired) {
    return (
      <Choose
        family={family}
        onChoose={(guid) => {
          setChoosing(false)
          changeSearch(`${family.path}/new`, { ...search, templateGuid: guid })
        }}
      />
    )
  }
  if (template.error)
    return (
      <DetailError
        error={template.error}
        onRetry={() => void template.refetch()}
        back={<ChooseAnother onPress={() => setChoosing(true)} />}
      />
    )
  if (!template.data) return <DetailSkeleton />
  return (
    <Issue
      key={templateGuid}
      family={family}
      template={template.data}
      initial={typed}
      isTyped={typed !== untyped}
      onChangeTemplate={(now) => {
        setTyped(now)
        setChoosing(true)
      }}
    />
  )
}

function ChooseAnother({ onPress }: { onPress: () => void }) {
  const t = usePhrases()
  return <Button onPress={onPress}>{t('license.issue.template.change')}</Button>
}

/** Shows the result, or goes to the list if the result is no longer in memory. */
function AfterIssue({ family, issued: issueGuid }: { family: Family; issued: string }) {
  const search = useSearchOf(`${family.path}/new`)
  const issued = useIssued(issueGuid)
  const { href } = useWayBack(family, undefined)
  const isForgotten = issued === undefined
  useEffect(() => {
    if (isForgotten) goToHref(href, { replace: true })
  }, [isForgotten, href])
  return issued ? <IssueResult family={family} issued={issued} sourcePath={search.sourcePath} /> : <DetailSkeleton />
}

export const screenOf = screenOfFamily(function NewLicenseScreen({ family }) {
  const { issued, task, state, page, templateGuid, sourcePath } = useSearchOf(`${family.path}/new`)
  const [round, setRound] = useState(0)
  const first = useFirst(family)
  if (issued !== undefined) return <AfterIssue key={issued} family={family} issued={issued} />
  const again = () => changeSearch(`${family.path}/new`, { templateGuid, sourcePath })
  const another = () => {
    setRound(round + 1)
    again()
  }
  return (
    <>
      {/* Hidden, not unmounted, so that the input is still there after going back from the check. */}
      <div className="issue-start" hidden={task !== undefined}>
        {first ? <Start key={round} family={family} first={first} /> : <DetailSkeleton />}
      </div>
      {task !== undefined && (
        <Suspense fallback={<DetailSkeleton />}>
          <BatchTask
            key={task}
            family={family}
            place={{ task, state, page }}
            templateGuid={templateGuid}
            hrefOf={(place) => pathTo(`${family.path}/new`, { ...place, templateGuid, sourcePath })}
            onAgain={again}
            onAnother={another}
          />
        </Suspense>
      )}
    </>
  )
})
