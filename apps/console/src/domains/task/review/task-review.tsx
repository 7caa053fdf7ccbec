// The review of a draft task: the expected result of each row, then the start, then the progress. Leaving discards the
// draft after a confirmation; reloading the page keeps it. The state of the task decides which step is shown.
import { LIMITS, taskCalls } from '@sealwright/contract'
import type { RowState, TaskRow, WorkRow } from '@sealwright/contract'
import { Download, ListChecks } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { Button } from '../../../blocks/control/button.tsx'
import { PageHead } from '../../../blocks/control/page-head.tsx'
import { EmptyState, ErrorState } from '../../../blocks/control/states.tsx'
import { StatusTag } from '../../../blocks/control/status-tag.tsx'
import type { Tone } from '../../../blocks/control/status-tag.tsx'
import { DetailError, DetailSkeleton } from '../../../blocks/detail/detail-page.tsx'
import { Notice } from '../../../blocks/form/settings-page.tsx'
import { Nothing } from '../../../blocks/list/columns.tsx'
import { DataTable, TableSkeleton } from '../../../blocks/list/data-table.tsx'
import type { Column } from '../../../blocks/list/data-table.tsx'
import { pageFromUrl } from '../../../blocks/list/paging/list-paging.ts'
import { Pager } from '../../../blocks/list/paging/pager.tsx'
import { answerKey, callServer, useAct, useAnswer } from '../../../lib/call/client.ts'
import { download } from '../../../lib/call/download.ts'
import { queryClient } from '../../../lib/call/query-client.ts'
import { confirm } from '../../../lib/dialog/dialog.tsx'
import '../../../blocks/form/form.css'
import { goToHref } from '../../../lib/place/go.ts'
import '../../../blocks/list/list.css'
import { useGuard, usePlace } from '../../../lib/place/place.ts'
import { takeLostFocus } from '../../../lib/place/sight.ts'
import { useTablePageSize } from '../../../lib/session/preferences.ts'
import { STORED } from '../../../lib/stored.ts'
import { useFormat, usePhrases } from '../../../lib/words/i18n.tsx'
import type { Translate } from '../../../lib/words/i18n.tsx'
import { TaskProgress } from '../progress/task-progress.tsx'
import { WorkCell } from '../progress/work-cell.tsx'
import './task-review.css'

/** The possible states of a row in a draft; `success` comes only after the start. */
const MARKS = ['waiting', 'skip', 'fail'] as const satisfies readonly RowState[]
type Mark = (typeof MARKS)[number]
const TONES: Record<Mark, Tone> = { waiting: 'ok', skip: 'neutral', fail: 'bad' }

/** Each step replaces the one before, together with the button that had the focus. */
const focusTitle = (step: HTMLElement | null) => takeLostFocus(step?.querySelector('h1'))

const markOf = (state: string | undefined) => MARKS.find((mark) => mark === state)
const ALL = 'all'

/** The rows that the address selects. It selects none at first: then the rows with problems, which need a decision. */
const shownMark = ({ state }: ReviewPlace, { fail }: TaskRow) =>
  state === undefined && fail > 0 ? 'fail' : markOf(state)

/** The texts that differ by kind of task. */
export interface ReviewWords {
  title: string
  /** The subject of the review. */
  of: (task: TaskRow) => string
  marks: Readonly<Record<Mark, string>>
  /** Title and advice if no row can be processed. */
  nothing: string
  nothingSentence: string
  problems: (count: number) => string
  /** What the start creates besides the rows. */
  creates?: (task: TaskRow) => readonly string[]
  start: (count: number, task: TaskRow) => string
  /** Asks before the start. */
  isSure?: (count: number, task: TaskRow) => Promise<boolean>
  /** The cost of the start, beside the button. */
  beside?: (count: number, task: TaskRow) => ReactNode
  again: string
  running: string
  leaveTitle: string
  leaveBody: string
  /** The name of the file with the rows that cannot be processed. */
  fileName: (task: TaskRow) => string
  /** The title of a column. */
  labelOf: (field: string) => string
}

/** The parameters of the address. */
interface ReviewPlace {
  task: string
  state?: string | undefined
  page?: string | undefined
}

const countsOf = ({ total, skip, fail }: TaskRow): Record<Mark, number> => ({
  waiting: total - skip - fail,
  skip,
  fail,
})

/** Asks before a navigation discards the draft. `keep` turns the question off. */
function useDraftGuard(guid: string, { leaveTitle, leaveBody }: ReviewWords): { keep: () => void } {
  const t = usePhrases()
  const isKept = useRef(false)
  useGuard(async (next) => {
    if (isKept.current || STORED.ssId.get() === undefined) return false
    if (next.path === usePlace.getState().path && next.search.task === guid) return false
    const isGivenUp = await confirm({
      title: leaveTitle,
      body: leaveBody,
      confirmText: t('blocks.review.leave'),
      cancelText: t('blocks.review.stay'),
      tone: 'danger',
    })
    // If this fails, the server purges the draft later.
    if (isGivenUp) void callServer(taskCalls.cancel, { guid }).catch(() => undefined)
    return !isGivenUp
  })
  return {
    keep: () => {
      isKept.current = true
    },
  }
}

const keyOf = (row: WorkRow) => String(row.n)

/** The first cell names the row, such as the account of a user. */
const FIRST_CELL_PX = 200

/** The fields that have a value in at least one row, or lack one that they need. */
const filledFields = (rows: readonly WorkRow[]) =>
  (rows[0]?.cells ?? [])
    .map(({ field }) => field)
    .filter((field) =>
      rows.some(({ cells }) => cells.some((cell) => cell.field === field && (cell.value !== '' || cell.isWrong))),
    )

function rowColumns(t: Translate, rows: readonly WorkRow[], { marks, labelOf }: ReviewWords): Column<WorkRow>[] {
  const hasReasons = rows.some(({ reason }) => reason !== null)
  return [
    { key: 'n', title: t('blocks.review.row'), cell: ({ n }) => <span className="sw-tabular">{n}</span> },
    {
      key: 'mark',
      title: t('blocks.review.mark'),
      cell: (row) => {
        const mark = markOf(row.state)
        return mark && <StatusTag tone={TONES[mark]}>{marks[mark]}</StatusTag>
      },
    },
    ...(hasReasons
      ? [
          {
            key: 'reason',
            title: t('blocks.review.reason'),
            minWidth: 200,
            cell: ({ reason }: WorkRow) =>
              reason === null ? <Nothing /> : <span className="review-reason">{reason}</span>,
          },
        ]
      : []),
    ...filledFields(rows).map((field, index) => ({
      key: `cell ${field}`,
      title: labelOf(field),
      ...(index === 0 && { minWidth: FIRST_CELL_PX }),
      cell: ({ cells }: WorkRow) => <WorkCell cell={cells.find((cell) => cell.field === field)} />,
    })),
  ]
}

interface PlacedProps {
  words: ReviewWords
  place: ReviewPlace
  hrefOf: (place: ReviewPlace) => string
}

function Rows({ task, words, place, hrefOf }: PlacedProps & { task: TaskRow }) {
  const t = usePhrases()
  const { guid } = task
  const state = shownMark(place, task)
  const page = pageFromUrl(place.page)
  const [size, setSize] = useTablePageSize()
  const { data, error, isPlaceholderData, refetch } = useAnswer(
    taskCalls.findRows,
    { guid, state, currentPage: page, pageSize: size },
    { keepPrevious: true },
  )
  const columns = useMemo(() => rowColumns(t, data?.rows ?? [], words), [t, words, data])
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} />
    ) : (
      <TableSkeleton rows={8} columns={columns} />
    )
  if (data.records === 0) return <EmptyState icon={ListChecks} title={t('blocks.review.noRows')} />
  return (
    <>
      <DataTable
        label={words.title}
        rows={data.rows}
        columns={columns}
        rowKey={keyOf}
        rowName={keyOf}
        isStale={isPlaceholderData}
      />
      <Pager
        page={Math.min(page, data.total)}
        found={data}
        size={size}
        sizes={LIMITS.page.tableSizes}
        hrefOf={(n) => hrefOf({ ...place, page: String(n) })}
        onSize={(next) => {
          setSize(next)
          goToHref(hrefOf({ ...place, page: undefined }), { replace: true })
        }}
      />
    </>
  )
}

interface ReviewProps extends PlacedProps {
  task: TaskRow
  steps: ReactNode
  onStarted: (taskId: string) => void
  onAgain: () => void
  starter: ReviewedTaskProps['starter']
}

function Review({ task, steps, onStarted, onAgain, starter, ...placed }: ReviewProps) {
  const t = usePhrases()
  const format = useFormat()
  const { guid } = task
  const { words, place, hrefOf } = placed
  const state = shownMark(place, task)
  const counts = countsOf(task)
  const { keep } = useDraftGuard(guid, words)
  const start = useAct(taskCalls.start)
  const begin = async () => {
    if (words.isSure && !(await words.isSure(counts.waiting, task))) return
    const taskId = starter ? await starter(task, counts.waiting) : (await start.act({ guid }))?.taskId
    if (taskId === undefined) return
    keep()
    onStarted(taskId)
  }
  const cancel = useAct(taskCalls.cancel)
  const again = async () => {
    keep()
    await cancel.act({ guid })
    onAgain()
  }
  const badRows = counts.fail > 0 && (
    <Button
      size="small"
      icon={Download}
      onPress={() =>
        void download({
          path: taskCalls.download.path,
          payload: { guid, state: 'fail', format: 'xlsx' },
          fileName: `${words.fileName(task)}.xlsx`,
        })
      }
    >
      {t('blocks.review.download')}
    </Button>
  )
  const show = (mark: Mark | undefined) => goToHref(hrefOf({ task: guid, state: mark ?? ALL }), { replace: true })
  return (
    <div className="form-page" ref={focusTitle}>
      <PageHead title={words.title} sentence={words.of(task)} />
      {steps}
      <div className="review-marks" role="group" aria-label={t('blocks.review.mark')}>
        {[undefined, ...MARKS].map((mark) => (
          <button
            key={mark ?? 'all'}
            type="button"
            className="review-mark"
            aria-pressed={state === mark}
            onClick={() => show(mark)}
          >
            <span>{mark ? <StatusTag tone={TONES[mark]}>{words.marks[mark]}</StatusTag> : t('blocks.review.all')}</span>
            <strong className="sw-tabular">{format.number(mark ? counts[mark] : task.total)}</strong>
          </button>
        ))}
      </div>
      <div className="review-notices">
        {counts.waiting === 0 ? (
          <Notice tone="warn" title={words.nothing} action={badRows}>
            {words.nothingSentence}
          </Notice>
        ) : (
          counts.fail > 0 && (
            <Notice tone="warn" action={badRows}>
              {words.problems(counts.fail)}
            </Notice>
          )
        )}
        {counts.waiting > 0 &&
          words.creates?.(task).map((sentence) => (
            <Notice key={sentence} tone="warn">
              {sentence}
            </Notice>
          ))}
      </div>
      <div className="review-rows">
        <Rows task={task} {...placed} />
      </div>
      <div className="form-bar">
        <div className="form-bar-inner">
          {counts.waiting > 0 && (
            <Button kind="primary" isBusy={start.isActing} onPress={() => void begin()}>
              {words.start(counts.waiting, task)}
            </Button>
          )}
          <Button isBusy={cancel.isActing} onPress={() => void again()}>
            {words.again}
          </Button>
          {counts.waiting > 0 && words.beside?.(counts.waiting, task)}
        </div>
      </div>
    </div>
  )
}

function Running({
  guid,
  words,
  steps,
  ways,
  onEnded,
}: {
  guid: string
  words: ReviewWords
  steps: ReactNode
  ways: ReactNode
  onEnded: ReviewedTaskProps['onEnded']
}) {
  const [isRunning, setIsRunning] = useState(true)
  return (
    <div className="form-page" ref={focusTitle}>
      <PageHead title={words.title} sentence={isRunning && words.running} />
      {steps}
      <div className="review-progress">
        <TaskProgress
          taskId={guid}
          onEnd={(task) => {
            setIsRunning(false)
            onEnded?.(task)
            void queryClient.invalidateQueries()
          }}
        />
        <div className="review-ways">{ways}</div>
      </div>
    </div>
  )
}

interface ReviewedTaskProps extends PlacedProps {
  /** Shows the current step. */
  Steps: ComponentType<{ at: 'review' | 'run' }>
  /** Returns to the form after the draft was discarded. */
  onAgain: () => void
  /** Links below a started task. */
  ways: ReactNode
  /** Called when the task has ended, also after an undo that was started here. */
  onEnded?: ((task: TaskRow) => void) | undefined
  /** Starts the task another way, such as with a PIN. Resolves to the task, or undefined if it was not started. */
  starter?: ((task: TaskRow, count: number) => Promise<string | undefined>) | undefined
}

/** A task from its draft to its end. `words` must be the same object on every render. */
export function ReviewedTask({ Steps, onAgain, ways, onEnded, starter, ...placed }: ReviewedTaskProps) {
  const { words, place, hrefOf } = placed
  const guid = place.task
  // Set at the start, before an answer confirms it.
  const [started, setStarted] = useState<string>()
  const task = useAnswer(taskCalls.get, { guid }, { enabled: guid !== started, staleMs: 0 })
  if (guid === started || task.data?.isDraft === false)
    return <Running guid={guid} words={words} steps={<Steps at="run" />} ways={ways} onEnded={onEnded} />
  if (task.error)
    return (
      <DetailError
        error={task.error}
        onRetry={() => void task.refetch()}
        back={<Button onPress={onAgain}>{words.again}</Button>}
      />
    )
  if (!task.data) return <DetailSkeleton />
  return (
    <Review
      key={guid}
      task={task.data}
      steps={<Steps at="review" />}
      onAgain={onAgain}
      starter={starter}
      onStarted={(taskId) => {
        setStarted(taskId)
        // Drop the cached draft: `TaskProgress` would take it for an ended task.
        queryClient.removeQueries({ queryKey: answerKey(taskCalls.get, { guid: taskId }) })
        goToHref(hrefOf({ task: taskId }), { replace: true })
      }}
      {...placed}
    />
  )
}
