// Sends the link of a campaign by mail to the users with certain tags, or to all. The first step drafts a task; the
// second tells who gets a mail and who is skipped, and starts it. Closing the dialog before that discards the draft.
import { LIMITS, PROMOTION_AUDIENCES, activityCalls, taskCalls, userCalls } from '@sealwright/contract'
import type { CampaignRow, PayloadOf, PromotionAudience, TaskRow, Violation } from '@sealwright/contract'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../blocks/control/button.tsx'
import { Select } from '../../../blocks/control/select.tsx'
import { LoadingOrError } from '../../../blocks/control/states.tsx'
import { Field } from '../../../blocks/form/field.tsx'
import { FormDialog } from '../../../blocks/form/form-dialog.tsx'
import { useForm } from '../../../blocks/form/form-state.ts'
import { Notice } from '../../../blocks/form/settings-page.tsx'
import { useCountText } from '../../../blocks/list/paging/list-count.ts'
import { answerKey, callServer, useAct, useAnswer } from '../../../lib/call/client.ts'
import { ModalFrame, showDialog } from '../../../lib/dialog/dialog.tsx'
import { ScreenLink } from '../../../lib/place/navigate.tsx'
import { useCan, useCanOpen } from '../../../lib/session/can.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { TagPicks } from '../../customer/tag/index.ts'
import { showTask } from '../../task/progress/index.ts'
import './promote.css'

export type Promoted = Pick<CampaignRow, 'guid' | 'name' | 'status' | 'links'>

interface Draft {
  linkGuid: string
  audience: PromotionAudience
  tagGuids: readonly string[]
}

const { linkGuid, audience, tagGuids } = activityCalls.promote.payload.shape
const FIELDS = { linkGuid, audience, tagGuids }
const spell = ({ tagGuids: tags, ...draft }: Draft) => (draft.audience === 'all' ? draft : { ...draft, tagGuids: tags })
const rules = (wire: Record<string, unknown>): Violation[] =>
  Array.isArray(wire.tagGuids) && wire.tagGuids.length === 0 ? [{ path: 'tagGuids', rule: 'required', params: {} }] : []

/** How many users are meant. Of several tags, users with two of them are counted twice. */
function useMeant({ audience: whom, tagGuids: tags }: Draft): { count: number; isCapped: boolean } | undefined {
  const canCount = useCan(userCalls.find)
  const filters = whom === 'all' ? [{}] : tags.map((tag) => ({ tagGuids: [tag] }))
  const answers = useQueries({
    queries: filters.map((filter) => {
      const payload = { ...filter, currentPage: 1, pageSize: LIMITS.page.tableSizes[0] }
      return {
        queryKey: answerKey(userCalls.find, payload),
        queryFn: ({ signal }: { signal: AbortSignal }) => callServer(userCalls.find, payload, { signal }),
        enabled: canCount,
      }
    }),
  })
  if (filters.length === 0 || answers.some(({ data }) => !data)) return undefined
  return {
    count: answers.reduce((sum, { data }) => sum + (data?.records ?? 0), 0),
    isCapped: answers.some(({ data }) => data?.recordsCapped),
  }
}

function countWords({ audience: whom, tagGuids: tags }: Draft) {
  if (whom === 'all') return 'activity.report.promote.allUsers'
  return tags.length === 1 ? 'activity.report.promote.users' : 'activity.report.promote.usersAtMost'
}

interface ChooseProps {
  campaign: Promoted
  initial: Draft
  onDrafted: (taskId: string, draft: Draft) => void
  onClose: () => void
}

function Choose({ campaign: { guid, name, links }, initial, onDrafted, onClose }: ChooseProps) {
  const t = usePhrases()
  const countText = useCountText()
  const canPick = useCan(userCalls.find)
  const hasTemplates = useCanOpen('/emailTemplate')
  const form = useForm({ domain: 'activity', fields: FIELDS, rules, initial, spell })
  const { values } = form
  // The call has a default audience and takes tags only for tagged users; shown fields require a value.
  const required = { ...form, isOptional: () => false }
  const meant = useMeant(values)
  const draft = useAct(activityCalls.promote, {
    showsRefusal: true,
    onDone: ({ taskId }) => onDrafted(taskId, values),
  })
  const count = meant && countText(meant.count, meant.isCapped)
  return (
    <FormDialog
      form={form}
      title={t('activity.report.promote.title', { name })}
      saveText={t('activity.report.promote.check')}
      isSaving={draft.isActing}
      refusal={draft.refusal}
      // The form checks the values against the same schemas.
      onSave={(wire) => void draft.act({ guid, ...wire } as PayloadOf<typeof activityCalls.promote>)}
      onClose={onClose}
    >
      <p>{t('activity.report.promote.sentence')}</p>
      <Field form={form} name="linkGuid">
        {(control) => (
          <Select
            {...control}
            data-first-focus
            value={values.linkGuid}
            options={links.filter(({ isActive }) => isActive).map((link) => ({ value: link.guid, label: link.name }))}
            onSelect={(value) => form.set('linkGuid', value)}
          />
        )}
      </Field>
      {canPick ? (
        <Field form={required} name="audience">
          {(control) => (
            <Select
              {...control}
              value={values.audience}
              options={PROMOTION_AUDIENCES.map((value) => ({
                value,
                label: t(`activity.report.promote.audiences.${value}`),
              }))}
              onSelect={(value) => form.set('audience', value === 'all' ? value : 'tagged')}
            />
          )}
        </Field>
      ) : (
        <Notice tone="warn">{t('activity.report.promote.noTags')}</Notice>
      )}
      {canPick && values.audience === 'tagged' && (
        <Field
          form={required}
          name="tagGuids"
          isGroup
          help={t('activity.report.promote.tagsHelp', { max: LIMITS.tag.perUser })}
        >
          {() => (
            <TagPicks
              label={t('activity.report.promote.tags')}
              tagGuids={values.tagGuids}
              onChange={(next) => form.set('tagGuids', next)}
            />
          )}
        </Field>
      )}
      {count !== undefined && <p role="status">{t(countWords(values), { count })}</p>}
      <p className="field-note">{t('activity.report.promote.skipped')}</p>
      <p className="field-note">
        {t('activity.report.promote.template')}{' '}
        {hasTemplates && (
          <ScreenLink to="/emailTemplate" onClick={onClose}>
            {t('activity.report.promote.toTemplates')}
          </ScreenLink>
        )}
      </p>
    </FormDialog>
  )
}

const SHOWN = LIMITS.page.tableSizes[0]

/** Rows that get no mail, the first of them with their reasons. */
function LeftOut({
  guid,
  state,
  title,
  total,
}: {
  guid: string
  state: 'skip' | 'fail'
  title: string
  total: number
}) {
  const t = usePhrases()
  const { data, error, refetch } = useAnswer(taskCalls.findRows, { guid, state, currentPage: 1, pageSize: SHOWN })
  return (
    <section>
      <h3>{title}</h3>
      {data ? (
        <ul className="promote-rows">
          {data.rows.map(({ n, cells, reason }) => (
            <li key={n}>
              <span>{cells[0]?.value}</span>
              <span className="promote-reason">{reason}</span>
            </li>
          ))}
          {total > data.rows.length && (
            <li>{t('activity.report.promote.moreSkips', { count: total - data.rows.length })}</li>
          )}
        </ul>
      ) : (
        <LoadingOrError error={error} onRetry={() => void refetch()} />
      )}
    </section>
  )
}

function Counts({ task: { guid, total, skip, fail } }: { task: TaskRow }) {
  const t = usePhrases()
  const count = total - skip - fail
  return (
    <>
      <Notice tone={count > 0 ? 'ok' : 'warn'}>
        {count > 0 ? t('activity.report.promote.will', { count }) : t('activity.report.promote.none')}
      </Notice>
      {skip > 0 && (
        <LeftOut guid={guid} state="skip" total={skip} title={t('activity.report.promote.skips', { count: skip })} />
      )}
      {fail > 0 && (
        <LeftOut guid={guid} state="fail" total={fail} title={t('activity.report.promote.fails', { count: fail })} />
      )}
      {count > 0 && <p className="field-note">{t('activity.report.promote.once')}</p>}
    </>
  )
}

interface ReviewProps {
  taskId: string
  onAgain: () => void
  onClose: () => void
}

function Review({ taskId: guid, onAgain, onClose }: ReviewProps) {
  const t = usePhrases()
  const { data, error, refetch } = useAnswer(taskCalls.get, { guid }, { staleMs: 0 })
  const start = useAct(taskCalls.start, {
    onDone: ({ taskId }) => {
      onClose()
      void showTask({
        taskId,
        titles: { running: t('activity.report.promote.running'), ended: t('activity.report.promote.ended') },
      })
    },
  })
  // If this fails, the server purges the draft later.
  const discard = () => void callServer(taskCalls.cancel, { guid }).catch(() => undefined)
  const leave = (next: () => void) => {
    if (start.isActing) return
    discard()
    next()
  }
  const count = data ? data.total - data.skip - data.fail : 0
  return (
    <ModalFrame title={t('activity.report.promote.reviewTitle')} onClose={() => leave(onClose)}>
      <div className="promote-review">
        {data ? <Counts task={data} /> : <LoadingOrError error={error} onRetry={() => void refetch()} />}
        <div className="dialog-form-foot">
          <Button data-first-focus onPress={() => leave(onAgain)}>
            {t('activity.report.promote.again')}
          </Button>
          {count > 0 && (
            <Button kind="primary" isBusy={start.isActing} onPress={() => void start.act({ guid })}>
              {t('activity.report.promote.start', { count })}
            </Button>
          )}
        </div>
      </div>
    </ModalFrame>
  )
}

export function PromoteDialog({ campaign, onClose }: { campaign: Promoted; onClose: () => void }) {
  const [draft, setDraft] = useState<Draft>(() => ({
    linkGuid: campaign.links.find(({ isActive }) => isActive)?.guid ?? '',
    audience: 'tagged',
    tagGuids: [],
  }))
  const [taskId, setTaskId] = useState<string>()
  return taskId === undefined ? (
    <Choose
      campaign={campaign}
      initial={draft}
      onDrafted={(drafted, chosen) => {
        setDraft(chosen)
        setTaskId(drafted)
      }}
      onClose={onClose}
    />
  ) : (
    <Review taskId={taskId} onAgain={() => setTaskId(undefined)} onClose={onClose} />
  )
}

/** For a row action. Offer it with `<Can call={activityCalls.promote}>` while `isPromotable` (promotable.ts). */
export function openPromote(campaign: Promoted): void {
  void showDialog((settle) => <PromoteDialog campaign={campaign} onClose={() => settle(true)} />)
}
