// Updates several license codes with the same changes. Codes that cannot be updated are listed first with their
// reasons; nothing changes until they are removed. The form shows the content of one code, and its changed fields apply
// to all codes. The update runs as a task that can be undone.
import { LIMITS, pcLicenseCalls, shownSerial } from '@sealwright/contract'
import type { AnswerOf, LicenseAnswer, PayloadOf } from '@sealwright/contract'
import { CircleX, KeyRound } from 'lucide-react'
import { useMemo, useState } from 'react'
import * as z from 'zod/mini'
import { Button, IconButton } from '../../../blocks/control/button.tsx'
import { PageHead } from '../../../blocks/control/page-head.tsx'
import { usePaused } from '../../../blocks/control/paused.ts'
import { EmptyState } from '../../../blocks/control/states.tsx'
import { DetailError, DetailSkeleton } from '../../../blocks/detail/detail-page.tsx'
import { FormPage } from '../../../blocks/form/form-page.tsx'
import { FormSection } from '../../../blocks/form/form-section.tsx'
import { PreviewPart } from '../../../blocks/form/preview-panel.tsx'
import { Notice } from '../../../blocks/form/settings-page.tsx'
import { BackToList } from '../../../blocks/list/back-to-list.tsx'
import { callServer, useAct, useAnswer } from '../../../lib/call/client.ts'
import { queryClient } from '../../../lib/call/query-client.ts'
import { confirm } from '../../../lib/dialog/dialog.tsx'
import { goTo, useSearchOf } from '../../../lib/place/navigate.tsx'
import { toast } from '../../../lib/toast.ts'
import { useFormat, usePhrases } from '../../../lib/words/i18n.tsx'
import { Price } from '../../billing/index.ts'
import { TaskProgress } from '../../task/progress/index.ts'
import { ContentFields, changesOf, useContentDraft } from '../../template/form/index.ts'
import '../detail/detail.css'
import { UpdatePanel } from './license-update-panel.tsx'

const PATH = '/pc/license/sn/batchUpdate'
const FAMILY = 'sn'
const LIST = '/pc/license/sn'
const SHOWN = 12

const chosenGuids = z.array(z.uuid())
type Look = AnswerOf<typeof pcLicenseCalls.previewBatchUpdate>
type Changes = PayloadOf<typeof pcLicenseCalls.batchUpdate>['changes']

/** The codes selected in the list, from the address. */
function guidsIn(text = '[]'): string[] {
  try {
    return [...new Set(chosenGuids.parse(JSON.parse(text)))].slice(0, LIMITS.license.batchActs)
  } catch {
    return []
  }
}

interface CodesProps {
  look: Look
  onRemove: (guids: readonly string[]) => void
}

/** Codes that cannot be updated come first. Of the others, only the first few are shown until expanded. */
function Codes({ look: { fit, unfit }, onRemove }: CodesProps) {
  const t = usePhrases()
  const [isOpen, setIsOpen] = useState(false)
  const shown = isOpen ? fit : fit.slice(0, SHOWN)
  return (
    <FormSection
      title={t('license.detail.batch.codes')}
      sentence={t('license.detail.batch.count', { count: fit.length + unfit.length })}
    >
      {unfit.length > 0 && (
        <>
          <Notice
            tone="bad"
            title={t('license.detail.batch.unfit', { count: unfit.length })}
            action={
              <Button size="small" onPress={() => onRemove(unfit.map(({ guid }) => guid))}>
                {t('license.detail.batch.removeAll')}
              </Button>
            }
          >
            {t('license.detail.batch.unfitSentence')}
          </Notice>
          <ul className="update-unfit" aria-label={t('license.detail.batch.unfit', { count: unfit.length })}>
            {unfit.map(({ guid, serial, message }) => (
              <li key={guid}>
                <div>
                  <span className="update-code">{shownSerial(FAMILY, serial)}</span>
                  <p>{message}</p>
                </div>
                <IconButton
                  icon={CircleX}
                  label={t('license.detail.batch.removeOf', { serial: shownSerial(FAMILY, serial) })}
                  onPress={() => onRemove([guid])}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      {fit.length > 0 && (
        <ul className="update-fit" aria-label={t('license.detail.batch.codes')}>
          {shown.map(({ guid, serial }) => (
            <li key={guid} className="update-code">
              {shownSerial(FAMILY, serial)}
            </li>
          ))}
        </ul>
      )}
      {fit.length > SHOWN && (
        <div>
          <Button kind="quiet" size="small" aria-expanded={isOpen} onPress={() => setIsOpen(!isOpen)}>
            {isOpen ? t('license.detail.batch.less') : t('license.detail.batch.more', { count: fit.length })}
          </Button>
        </div>
      )}
    </FormSection>
  )
}

function useLook(guids: readonly string[], asked: string) {
  const payload = useMemo(
    () =>
      ({ kind: FAMILY, guids: [...guids], changes: JSON.parse(asked) as Changes }) satisfies PayloadOf<
        typeof pcLicenseCalls.previewBatchUpdate
      >,
    [guids, asked],
  ) // the form's own changes as JSON
  return useAnswer(pcLicenseCalls.previewBatchUpdate, payload, {
    keepPrevious: true,
    staleMs: 0,
    enabled: guids.length > 0,
  })
}

interface BatchFormProps {
  guids: readonly string[]
  /** The preview without changes. */
  first: Look
  /** The code whose content fills the form. */
  base: LicenseAnswer
  onRemove: (guids: readonly string[]) => void
  onStart: (taskId: string) => void
}

function BatchForm({ guids, first, base, onRemove, onStart }: BatchFormProps) {
  const t = usePhrases()
  const { money } = useFormat()
  const allowed = useMemo(() => first.refreshable.filter((name) => name !== 'productEnds'), [first])
  const draft = useContentDraft(FAMILY, base, { allowed })
  const changes = changesOf(draft)
  const text = JSON.stringify(changes)
  const asked = usePaused(text)
  const { data: look = first, error, refetch, isPlaceholderData } = useLook(guids, asked)
  const isIdle = text === '{}'
  const isPending = text !== asked || isPlaceholderData
  const { act, isActing, refusal } = useAct(pcLicenseCalls.batchUpdate, { showsRefusal: true })
  const { fit, unfit, price } = look
  const totalFen = isIdle || isPending ? 0 : (price?.totalFen ?? 0)
  const count = fit.length
  const save = async () => {
    if (Object.keys(changes).length === 0) {
      toast.info(t('license.detail.refresh.unchanged'))
      return
    }
    if (unfit.length > 0) {
      toast.warning(t('license.detail.batch.unfitLeft'))
      return
    }
    // Pressed before the price of the last change was there: ask for it.
    const asking: PayloadOf<typeof pcLicenseCalls.previewBatchUpdate> = { kind: FAMILY, guids: [...guids], changes }
    const agreed = isPending ? await callServer(pcLicenseCalls.previewBatchUpdate, asking).catch(() => undefined) : look
    const priceFen = agreed?.price?.totalFen ?? 0
    const isWanted = await confirm({
      title: t('license.detail.batch.confirmTitle', { count }),
      body: t('license.detail.batch.confirmBody', { hours: LIMITS.task.undoHours }),
      confirmText:
        priceFen > 0
          ? t('license.detail.refresh.saveFor', { amount: money(priceFen) })
          : t('license.detail.refresh.save'),
    })
    if (!isWanted) return
    const started = await act({ ...asking, priceFen })
    if (!started) {
      // A new preview shows which codes cannot be updated, and the price of now.
      void refetch()
      return
    }
    draft.form.settle()
    onStart(started.taskId)
  }
  return (
    <FormPage
      form={draft.form}
      title={t('license.detail.titles.batchUpdate')}
      sentence={t('license.detail.batch.sentence')}
      saveText={
        totalFen > 0
          ? t('license.detail.batch.saveFor', { count, amount: money(totalFen) })
          : t('license.detail.batch.save', { count })
      }
      isSaving={isActing}
      refusal={refusal}
      onSave={() => void save()}
      onCancel={() => goTo(LIST, { showSearch: '1' })}
    >
      <div className="preview-columns">
        <div className="preview-fields">
          <Codes look={look} onRemove={onRemove} />
          <p className="update-based">
            {t('license.detail.batch.based', { serial: shownSerial(FAMILY, base.serial), count })}
          </p>
          <ContentFields draft={draft} fixedSentence={t('license.detail.refresh.fixedSentence')} />
        </div>
        <UpdatePanel preview={{ isIdle, isPending, error, refetch }}>
          {unfit.length > 0 && <Notice tone="bad">{t('license.detail.batch.unfit', { count: unfit.length })}</Notice>}
          <PreviewPart title={t('license.detail.refresh.changes')}>
            {t('license.detail.batch.changed', { count: look.changed })}
          </PreviewPart>
          {price && (
            <PreviewPart title={t('license.detail.refresh.price')}>
              <Price price={price} />
            </PreviewPart>
          )}
        </UpdatePanel>
      </div>
    </FormPage>
  )
}

function NoCodes({ look, onRemove }: Partial<CodesProps>) {
  const t = usePhrases()
  return (
    <div className="form-page">
      <PageHead title={t('license.detail.titles.batchUpdate')} sentence={t('license.detail.batch.sentence')} />
      {look && onRemove && <Codes look={look} onRemove={onRemove} />}
      {!look?.unfit.length && (
        <EmptyState
          icon={KeyRound}
          title={t('license.detail.batch.noneTitle')}
          sentence={t('license.detail.batch.noneSentence')}
          action={<BackToList to={LIST} words="license.list.back" />}
        />
      )}
    </div>
  )
}

function Progress({ taskId }: { taskId: string }) {
  const t = usePhrases()
  const [isRunning, setIsRunning] = useState(true)
  return (
    <div className="form-page update-progress">
      <PageHead
        title={isRunning ? t('license.detail.batch.progress') : t('license.detail.batch.ended')}
        sentence={isRunning && t('license.detail.batch.progressSentence')}
      />
      <TaskProgress
        taskId={taskId}
        onEnd={() => {
          setIsRunning(false)
          // Cached lists and pages still have the old content.
          void queryClient.invalidateQueries()
        }}
      />
      <div>
        <BackToList to={LIST} words="license.list.back" />
      </div>
    </div>
  )
}

function Chosen({ given }: { given: readonly string[] }) {
  const [guids, setGuids] = useState(given)
  const [baseGuid, setBaseGuid] = useState<string>()
  const [taskId, setTaskId] = useState<string>()
  const { data: first, error, refetch } = useLook(guids, '{}')
  // Keep the form on the same code while it is part of the batch: another code would reset the form.
  const kept =
    baseGuid !== undefined && guids.includes(baseGuid)
      ? baseGuid
      : first?.fit.find(({ guid }) => guids.includes(guid))?.guid
  if (kept !== baseGuid) setBaseGuid(kept)
  const base = useAnswer(
    pcLicenseCalls.get,
    { kind: FAMILY, guid: kept ?? '' },
    { enabled: kept !== undefined, staleMs: 0 },
  )
  const remove = (gone: readonly string[]) => setGuids((now) => now.filter((guid) => !gone.includes(guid)))
  if (taskId !== undefined) return <Progress taskId={taskId} />
  if (guids.length === 0) return <NoCodes />
  const failed = first ? base.error : error
  if (failed)
    return (
      <DetailError
        error={failed}
        onRetry={() => void Promise.all([refetch(), base.refetch()])}
        back={<BackToList to={LIST} words="license.list.back" />}
      />
    )
  if (!first) return <DetailSkeleton />
  if (kept === undefined) return <NoCodes look={first} onRemove={remove} />
  if (!base.data) return <DetailSkeleton />
  return <BatchForm key={kept} guids={guids} first={first} base={base.data} onRemove={remove} onStart={setTaskId} />
}

export function Screen() {
  const { guids } = useSearchOf(PATH)
  return <Chosen key={guids} given={guidsIn(guids)} />
}
