// The exchange as a task: its progress, the result of each file, and the answers in one zip.
import { LIMITS, exchangeCalls, taskCalls, toolCalls } from '@sealwright/contract'
import type { RowState, TaskRow, WorkRow } from '@sealwright/contract'
import { fieldLabel } from '@sealwright/phrases'
import { Download, FolderArchive } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { Button } from '../../../blocks/control/button.tsx'
import { ErrorState } from '../../../blocks/control/states.tsx'
import { StatusTag } from '../../../blocks/control/status-tag.tsx'
import type { Tone } from '../../../blocks/control/status-tag.tsx'
import { SettingList, SettingRow, SettingsSkeleton } from '../../../blocks/form/settings-page.tsx'
import { Nothing } from '../../../blocks/list/columns.tsx'
import { DataTable } from '../../../blocks/list/data-table.tsx'
import type { Column } from '../../../blocks/list/data-table.tsx'
import { useAnswer } from '../../../lib/call/client.ts'
import { download } from '../../../lib/call/download.ts'
import { queryClient } from '../../../lib/call/query-client.ts'
import { useIsNarrow } from '../../../lib/window-width.ts'
import { useFormat, usePhrases, useSentences } from '../../../lib/words/i18n.tsx'
import { TaskProgress } from '../../task/progress/index.ts'
import type { TakenFile } from '../intake/take-files.ts'
import { answerNameOf } from '../told-parts.tsx'
import { useReadings } from './read-files.ts'

const MOVING_MS = 1_500
const TONES: Record<RowState, Tone> = { waiting: 'neutral', success: 'ok', fail: 'bad', skip: 'neutral' }
const NONE: readonly TakenFile[] = []

const keyOf = ({ n }: WorkRow) => String(n)
const valueOf = (row: WorkRow, field: string) => row.cells.find((cell) => cell.field === field)?.value ?? ''
const titleOf = (row: WorkRow) => row.cells[0]?.value || keyOf(row)

function RowResult({ state }: { state: RowState }) {
  const t = usePhrases()
  return <StatusTag tone={TONES[state]}>{t(`task.states.${state}`)}</StatusTag>
}

function useColumns(rows: readonly WorkRow[]): Column<WorkRow>[] {
  const t = usePhrases()
  const say = useSentences()
  const fields = [...new Set(rows.flatMap(({ cells }) => cells.map(({ field }) => field)))].join(' ')
  const hasReasons = rows.some(({ reason }) => reason !== null)
  return useMemo(() => {
    const [first, ...rest] = fields
      .split(' ')
      .filter(Boolean)
      .map((field): Column<WorkRow> => ({
        key: field,
        title: fieldLabel(say, 'offline', field),
        minWidth: field === 'licenseGuid' ? 176 : 130,
        cell: (row) => (
          <span className={field === 'licenseGuid' ? 'offline-serial' : 'offline-name'}>
            {valueOf(row, field) || <Nothing />}
          </span>
        ),
      }))
    return [
      ...(first ? [first] : []),
      { key: 'state', title: t('task.fields.state'), cell: (row) => <RowResult state={row.state} /> },
      ...(hasReasons
        ? [
            {
              key: 'reason',
              title: t('task.fields.reason'),
              minWidth: 220,
              cell: ({ reason }: WorkRow) =>
                reason === null ? <Nothing /> : <span className="offline-why">{reason}</span>,
            },
          ]
        : []),
      ...rest,
    ]
  }, [fields, hasReasons, t, say])
}

interface ResultRowsProps {
  taskId: string
  hasEnded: boolean
  /** The exchanged files in their order. None after a reload: then there is only the zip. */
  files: readonly TakenFile[]
}

function ResultRows({ taskId, hasEnded, files }: ResultRowsProps) {
  const t = usePhrases()
  const isNarrow = useIsNarrow()
  const { data, error, refetch } = useAnswer(
    taskCalls.findRows,
    { guid: taskId, currentPage: 1, pageSize: LIMITS.license.exchangeFiles },
    { keepPrevious: true, ...(!hasEnded && { pollMs: MOVING_MS }) },
  )
  const columns = useColumns(data?.rows ?? [])
  const { data: readings } = useReadings(hasEnded ? files : NONE)
  const single = useCallback(
    (row: WorkRow) => {
      const exchange = readings?.get(files[row.n - 1]?.text ?? '')?.told?.exchange
      if (row.state !== 'success' || !exchange) return null
      const name = titleOf(row)
      return (
        <Button
          size="small"
          icon={Download}
          aria-label={t('offline.workbench.downloadOne', { name })}
          onPress={() =>
            void download({
              path: exchangeCalls.download.path,
              payload: { guid: exchange.guid },
              fileName: answerNameOf(name),
            })
          }
        >
          D2C
        </Button>
      )
    },
    [readings, files, t],
  )
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SettingsSkeleton rows={3} />
  const label = t('offline.workbench.results')
  if (!isNarrow)
    return (
      <DataTable label={label} rows={data.rows} columns={columns} rowKey={keyOf} rowName={titleOf} actions={single} />
    )
  return (
    <SettingList label={label}>
      {data.rows.map((row) => (
        <SettingRow
          key={row.n}
          title={
            <>
              {titleOf(row)} <RowResult state={row.state} />
            </>
          }
          note={
            row.reason ?? row.cells.slice(1).map(({ field, value }) => value !== '' && <span key={field}>{value}</span>)
          }
          actions={single(row)}
        />
      ))}
    </SettingList>
  )
}

interface WorkbenchResultProps {
  taskId: string
  files: readonly TakenFile[]
  /** Files that wait for the next round. */
  waiting: number
  onMore: () => void
}

export function WorkbenchResult({ taskId, files, waiting, onMore }: WorkbenchResultProps) {
  const t = usePhrases()
  const format = useFormat()
  const [ended, setEnded] = useState<TaskRow>()
  const count = ended?.success ?? 0
  const save = () => {
    const day = format.timeAs(new Date().toISOString(), 'yyyy-MM-dd')
    const fileName = `${t('offline.workbench.zipName', { day })}.zip`
    void download({ path: toolCalls.download.path, payload: { taskId }, fileName })
  }
  return (
    <>
      <TaskProgress
        taskId={taskId}
        onEnd={(task) => {
          setEnded(task)
          // Files, licenses and devices have changed.
          void queryClient.invalidateQueries()
        }}
      />
      <div className="offline-bar">
        <p role="status">{ended ? t('offline.workbench.ended', { count }) : t('offline.workbench.running')}</p>
        {count > 0 && (
          <Button kind="primary" icon={FolderArchive} onPress={save}>
            {t('offline.workbench.downloadAll', { count })}
          </Button>
        )}
        <Button onPress={onMore}>
          {waiting > 0 ? t('offline.workbench.nextRound', { count: waiting }) : t('offline.workbench.more')}
        </Button>
      </div>
      <ResultRows taskId={taskId} hasEnded={ended !== undefined} files={files} />
    </>
  )
}
