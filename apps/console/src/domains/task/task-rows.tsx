// The rows of a task with their results. The columns are the cells that the kind of task provides.
import { LIMITS, taskCalls } from '@sealwright/contract'
import type { RowState, TaskRow, WorkRow } from '@sealwright/contract'
import { fieldLabel } from '@sealwright/phrases'
import { Rows3 } from 'lucide-react'
import { useMemo } from 'react'
import { EmptyState, ErrorState } from '../../blocks/control/states.tsx'
import { StatusTag } from '../../blocks/control/status-tag.tsx'
import type { Tone } from '../../blocks/control/status-tag.tsx'
import { SettingList, SettingRow, SettingsSkeleton } from '../../blocks/form/settings-page.tsx'
import { Nothing } from '../../blocks/list/columns.tsx'
import type { Column } from '../../blocks/list/data-table.tsx'
import { DataTable } from '../../blocks/list/data-table.tsx'
import { pageFromUrl } from '../../blocks/list/paging/list-paging.ts'
import { Pager } from '../../blocks/list/paging/pager.tsx'
import { WIDTHS } from '../../blocks/list/table-layout.ts'
import { useAnswer } from '../../lib/call/client.ts'
import { changeSearch, pathTo, useSearchOf } from '../../lib/place/navigate.tsx'
import { useTablePageSize } from '../../lib/session/preferences.ts'
import { useIsNarrow } from '../../lib/window-width.ts'
import { usePhrases, useSentences } from '../../lib/words/i18n.tsx'
import { isUnderWay } from './progress/task-feed.ts'
import { subjectOf } from './progress/task-words.ts'
import { WorkCell } from './progress/work-cell.tsx'
import { domainOf } from './task-mark.tsx'
import './task.css'

const MOVING_MS = 3_000
/** The first cell names the row, such as the account of a user. */
const FIRST_CELL_PX = 200
const TONES: Record<RowState, Tone> = { waiting: 'neutral', success: 'ok', fail: 'bad', skip: 'neutral' }

function Result({ state }: { state: RowState }) {
  const t = usePhrases()
  return <StatusTag tone={TONES[state]}>{t(`task.states.${state}`)}</StatusTag>
}

/** The line below the first cell in a narrow window: the reason if there is one, otherwise the other cells. */
function RowNote({ row: { reason, cells } }: { row: WorkRow }) {
  return reason ?? cells.slice(1).map(({ field, value }) => value !== '' && <span key={field}>{value}</span>)
}

function useRowColumns(task: TaskRow, rows: readonly WorkRow[]): Column<WorkRow>[] {
  const t = usePhrases()
  const say = useSentences()
  // Joined into a string: every answer has new rows, but the columns change only with the fields.
  const cells = rows.flatMap((row) => row.cells)
  const isShown = (field: string) =>
    field === cells[0]?.field || cells.some((cell) => cell.field === field && (cell.value !== '' || cell.isWrong))
  const fields = [...new Set(cells.map(({ field }) => field))].filter(isShown).join(' ')
  const hasReasons = rows.some(({ reason }) => reason !== null)
  return useMemo(() => {
    const [first, ...rest] = fields
      .split(' ')
      .filter(Boolean)
      .map((field): Column<WorkRow> => ({
        key: `cell ${field}`,
        title: fieldLabel(say, domainOf(task.kind), field),
        cell: ({ cells }) => <WorkCell cell={cells.find((cell) => cell.field === field)} />,
      }))
    const reason: Column<WorkRow> = {
      key: 'reason',
      title: t('task.fields.reason'),
      minWidth: 240,
      cell: (row) => (row.reason === null ? <Nothing /> : <span className="task-reason">{row.reason}</span>),
    }
    return [
      { key: 'n', title: t('task.fields.n'), cell: (row) => <span className="sw-tabular">{row.n}</span> },
      ...(first ? [{ ...first, minWidth: FIRST_CELL_PX }] : []),
      // Result and reason come before the other cells, so that they are in view.
      {
        key: 'state',
        title: t('task.fields.state'),
        minWidth: WIDTHS.tag,
        cell: (row) => <Result state={row.state} />,
      },
      ...(hasReasons ? [reason] : []),
      ...rest,
    ]
  }, [task.kind, fields, hasReasons, t, say])
}

export function TaskRows({ task, state }: { task: TaskRow; state: RowState | undefined }) {
  const t = usePhrases()
  const isNarrow = useIsNarrow()
  const { guid } = task
  const page = pageFromUrl(useSearchOf('/taskCenter').page)
  const [pageSize, setPageSize] = useTablePageSize()
  const { data, error, isPlaceholderData, refetch } = useAnswer(
    taskCalls.findRows,
    { guid, currentPage: page, pageSize, ...(state && { state }) },
    { keepPrevious: true, ...(isUnderWay(task) && { pollMs: MOVING_MS }) },
  )
  const columns = useRowColumns(task, data?.rows ?? [])
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SettingsSkeleton rows={5} />
  if (data.records === 0)
    return <EmptyState icon={Rows3} title={t('task.detail.emptyTitle')} sentence={t('task.detail.emptySentence')} />
  return (
    <>
      {isNarrow ? (
        <SettingList label={subjectOf(t, task)}>
          {data.rows.map((row) => (
            <SettingRow
              key={row.n}
              title={
                <>
                  <span className="sw-tabular task-row-number">{row.n}</span>
                  <Result state={row.state} />
                  {row.cells[0]?.value}
                </>
              }
              note={<RowNote row={row} />}
            />
          ))}
        </SettingList>
      ) : (
        <DataTable
          label={subjectOf(t, task)}
          rows={data.rows}
          columns={columns}
          rowKey={(row) => String(row.n)}
          rowName={(row) => String(row.n)}
          isStale={isPlaceholderData}
        />
      )}
      <Pager
        page={Math.min(page, data.total)}
        found={data}
        size={pageSize}
        sizes={LIMITS.page.tableSizes}
        hrefOf={(n) => pathTo('/taskCenter', { guid, state, page: n === 1 ? undefined : String(n) })}
        onSize={(size) => {
          setPageSize(size)
          changeSearch('/taskCenter', { guid, state })
        }}
      />
    </>
  )
}
