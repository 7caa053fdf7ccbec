// The second step of an import: what each row of the file would meet, before anything is done. The result is a draft of a task; leaving throws it
// away, after a question, and loading the page again does not.
import { LIMITS, taskCalls } from '@sealwright/contract'
import type { RowState, TaskRow, WorkRow } from '@sealwright/contract'
import { fieldLabel } from '@sealwright/phrases'
import { useBlocker } from '@tanstack/react-router'
import { Download, ListChecks } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { Button } from '../../blocks/button.tsx'
import { Nothing } from '../../blocks/columns.tsx'
import { DataTable, TableSkeleton } from '../../blocks/data-table.tsx'
import type { Column } from '../../blocks/data-table.tsx'
import '../../blocks/form.css'
import { pageFromUrl } from '../../blocks/list-paging.ts'
import '../../blocks/list.css'
import { Pager } from '../../blocks/pager.tsx'
import { Notice } from '../../blocks/settings-page.tsx'
import { EmptyState, ErrorState } from '../../blocks/states.tsx'
import { StatusTag } from '../../blocks/status-tag.tsx'
import type { Tone } from '../../blocks/status-tag.tsx'
import { callServer, useAct, useAnswer } from '../../lib/client.ts'
import { confirm } from '../../lib/dialog.tsx'
import { download } from '../../lib/download.ts'
import { useFormat, usePhrases, useSentences } from '../../lib/i18n.tsx'
import type { Translate } from '../../lib/i18n.tsx'
import { changeSearch, pathTo, useSearchOf } from '../../lib/navigate.tsx'
import { useTablePageSize } from '../../lib/preferences.ts'
import { STORED } from '../../lib/stored.ts'
import { ImportSteps } from './user-import-steps.tsx'
import './user.css'

/** What a row of a draft can be; `success` comes later. */
const MARKS = ['waiting', 'skip', 'fail'] as const satisfies readonly RowState[]
type Mark = (typeof MARKS)[number]
const TONES: Record<Mark, Tone> = { waiting: 'ok', skip: 'neutral', fail: 'bad' }

const markOf = (state: string | undefined) => MARKS.find((mark) => mark === state)

function wordsOf(t: Translate): Record<Mark, string> {
  return { waiting: t('customer.import.willAdd'), skip: t('customer.import.willSkip'), fail: t('customer.import.isBad') }
}

const countsOf = ({ total, skip, fail }: TaskRow): Record<Mark, number> => ({ waiting: total - skip - fail, skip, fail })

/** Asks before the draft is thrown away; `keep` is for the ways on that need it no more. */
function useDraftGuard(guid: string): { keep: () => void } {
  const t = usePhrases()
  const isKept = useRef(false)
  useBlocker({
    enableBeforeUnload: false,
    shouldBlockFn: async ({ current, next }) => {
      if (isKept.current || STORED.ssId.get() === undefined) return false
      const isSame = next.pathname === current.pathname && (next.search as { task?: string }).task === guid // every search is of strings
      if (isSame) return false
      const isGivenUp = await confirm({
        title: t('customer.import.leaveTitle'),
        body: t('customer.import.leaveBody'),
        confirmText: t('customer.import.leave'),
        cancelText: t('customer.import.stay'),
        tone: 'danger',
      })
      // A draft that could not be thrown away is purged by itself.
      if (isGivenUp) void callServer(taskCalls.cancel, { guid }).catch(() => undefined)
      return !isGivenUp
    },
  })
  return {
    keep: () => {
      isKept.current = true
    },
  }
}

const keyOf = (row: WorkRow) => String(row.n)

/** Of many columns, those that say something. */
const filledFields = (rows: readonly WorkRow[]) =>
  (rows[0]?.cells ?? []).map(({ field }) => field).filter((field) => rows.some(({ cells }) => cells.some((cell) => cell.field === field && cell.value !== '')))

function rowColumns(t: Translate, fields: readonly string[], labelOf: (field: string) => string): Column<WorkRow>[] {
  const words = wordsOf(t)
  return [
    { key: 'n', title: t('customer.import.row'), cell: ({ n }) => <span className="sw-tabular">{n}</span> },
    {
      key: 'mark',
      title: t('customer.import.mark'),
      cell: (row) => {
        const mark = markOf(row.state)
        return mark && <StatusTag tone={TONES[mark]}>{words[mark]}</StatusTag>
      },
    },
    { key: 'reason', title: t('customer.import.reason'), minWidth: 200, cell: ({ reason }) => (reason === null ? <Nothing /> : <span className="import-reason">{reason}</span>) },
    ...fields.map((field) => ({
      key: `cell ${field}`,
      title: labelOf(field),
      cell: ({ cells }: WorkRow) => <span className="import-cell">{cells.find((cell) => cell.field === field)?.value || <Nothing />}</span>,
    })),
  ]
}

function Rows({ task }: { task: TaskRow }) {
  const t = usePhrases()
  const say = useSentences()
  const format = useFormat()
  const { guid } = task
  const search = useSearchOf('/user/import')
  const state = markOf(search.state)
  const page = pageFromUrl(search.page)
  const [size, setSize] = useTablePageSize()
  const { data, error, isPlaceholderData, refetch } = useAnswer(taskCalls.findRows, { guid, state, currentPage: page, pageSize: size }, { keepPrevious: true })
  const columns = useMemo(() => rowColumns(t, filledFields(data?.rows ?? []), (field) => fieldLabel(say, 'customer', field)), [t, say, data])
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <TableSkeleton rows={8} titles={columns.map(({ title }) => title)} />
  if (data.records === 0) return <EmptyState icon={ListChecks} title={t('customer.import.noRows')} />
  return (
    <>
      <DataTable label={t('customer.import.stepReview')} rows={data.rows} columns={columns} rowKey={keyOf} rowName={keyOf} isStale={isPlaceholderData} />
      <Pager
        page={Math.min(page, data.total)}
        total={data.total}
        count={format.number(data.records)}
        records={data.records}
        size={size}
        sizes={LIMITS.page.tableSizes}
        hrefOf={(n) => pathTo('/user/import', { ...search, page: String(n) })}
        onSize={(next) => {
          setSize(next)
          changeSearch('/user/import', { ...search, page: undefined })
        }}
      />
    </>
  )
}

interface ImportReviewProps {
  task: TaskRow
  onStarted: (taskId: string) => void
  onAgain: () => void
}

export function ImportReview({ task, onStarted, onAgain }: ImportReviewProps) {
  const t = usePhrases()
  const format = useFormat()
  const { guid, subject } = task
  const search = useSearchOf('/user/import')
  const state = markOf(search.state)
  const words = wordsOf(t)
  const counts = countsOf(task)
  const { keep } = useDraftGuard(guid)
  const start = useAct(taskCalls.start, {
    onDone: ({ taskId }) => {
      keep()
      onStarted(taskId)
    },
  })
  const cancel = useAct(taskCalls.cancel)
  const again = async () => {
    keep()
    await cancel.act({ guid })
    onAgain()
  }
  const badRows = counts.fail > 0 && (
    <Button size="small" icon={Download} onPress={() => void download({ path: taskCalls.download.path, payload: { guid, state: 'fail', format: 'xlsx' }, fileName: `${t('customer.import.downloadName', { file: subject })}.xlsx` })}>
      {t('customer.import.download')}
    </Button>
  )
  const show = (mark: Mark | undefined) => changeSearch('/user/import', { task: guid, state: mark })
  return (
    <div className="form-page">
      <header className="page-head">
        <div className="page-head-words">
          <h1>{t('customer.import.title')}</h1>
          <p>{t('customer.import.reviewOf', { file: subject, count: task.total })}</p>
        </div>
      </header>
      <ImportSteps at="review" />
      <div className="import-marks" role="group" aria-label={t('customer.import.mark')}>
        {[undefined, ...MARKS].map((mark) => (
          <button key={mark ?? 'all'} type="button" className="import-mark" aria-pressed={state === mark} onClick={() => show(mark)}>
            <span>{mark ? <StatusTag tone={TONES[mark]}>{words[mark]}</StatusTag> : t('customer.import.all')}</span>
            <strong className="sw-tabular">{format.number(mark ? counts[mark] : task.total)}</strong>
          </button>
        ))}
      </div>
      {counts.waiting === 0 ? (
        <Notice tone="warn" title={t('customer.import.nothing')} action={badRows}>
          {t('customer.import.nothingSentence')}
        </Notice>
      ) : (
        counts.fail > 0 && (
          <Notice tone="warn" action={badRows}>
            {t('customer.import.problems', { count: counts.fail })}
          </Notice>
        )
      )}
      <div className="import-rows">
        <Rows task={task} />
      </div>
      <div className="form-bar">
        <div className="form-bar-inner">
          {counts.waiting > 0 && (
            <Button kind="primary" isBusy={start.isActing} onPress={() => void start.act({ guid })}>
              {t('customer.import.start', { count: counts.waiting })}
            </Button>
          )}
          <Button isBusy={cancel.isActing} onPress={() => void again()}>
            {t('customer.import.again')}
          </Button>
        </div>
      </div>
    </div>
  )
}
