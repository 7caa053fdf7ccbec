// The page of one task: progress, facts, and its rows by result.
import { ROW_STATES } from '@sealwright/contract'
import type { RowState, TaskRow } from '@sealwright/contract'
import { ArrowLeft } from 'lucide-react'
import { buttonClass } from '../../blocks/control/button.tsx'
import { DetailError, DetailPage, DetailSkeleton } from '../../blocks/detail/detail-page.tsx'
import { NumberCell, TimeCell } from '../../blocks/list/columns.tsx'
import { ScreenLink, changeSearch, goTo, useSearchOf } from '../../lib/place/navigate.tsx'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import { ImportedUsers } from './progress/imported-users.tsx'
import { TaskApproval } from './progress/task-approval.tsx'
import { isUnderWay, useTask } from './progress/task-feed.ts'
import { TaskButtons, TaskMeter, TaskStatusTag, UndoNote } from './progress/task-progress.tsx'
import { kindName, subjectOf } from './progress/task-words.ts'
import { TaskMark } from './task-mark.tsx'
import { TaskRows } from './task-rows.tsx'
import './task.css'

const STATES = Object.keys(ROW_STATES) as RowState[] // keys of a const object
const ALL = 'all'

function countOf(task: TaskRow, state: RowState): number {
  return state === 'waiting' ? task.total - task.success - task.fail - task.skip : task[state]
}

function BackToList() {
  const t = usePhrases()
  return (
    <ScreenLink to="/taskCenter" search={{ showSearch: '1' }} className={buttonClass({ kind: 'quiet' })}>
      <ArrowLeft size={15} aria-hidden />
      {t('task.detail.back')}
    </ScreenLink>
  )
}

const moment = (at: string | null) => at !== null && <TimeCell at={at} />

function Task({ task }: { task: TaskRow }) {
  const t = usePhrases()
  const format = useFormat()
  const { state: asked } = useSearchOf('/taskCenter')
  const { guid } = task
  const state = STATES.find((name) => name === asked)
  return (
    <DetailPage
      mark={<TaskMark task={task} size={56} />}
      title={subjectOf(t, task)}
      subtitle={kindName(t, task)}
      actions={
        <>
          <BackToList />
          <ImportedUsers task={task} />
          <TaskButtons task={task} onFollow={(next) => goTo('/taskCenter', { guid: next })} />
        </>
      }
      notices={
        <>
          <div className="task-frame">
            <TaskMeter task={task} />
            <UndoNote task={task} />
          </div>
          <TaskApproval task={task} />
        </>
      }
      facts={[
        { label: t('task.fields.status'), value: <TaskStatusTag status={task.status} /> },
        { label: t('task.fields.total'), value: <NumberCell value={task.total} /> },
        { label: t('task.fields.creator'), value: task.creator },
        { label: t('task.fields.createTime'), value: <TimeCell at={task.createTime} /> },
        { label: t('task.fields.startTime'), value: moment(task.startTime) || null },
        { label: t('task.fields.finishTime'), value: moment(task.finishTime) || null },
      ]}
      openTab={state ?? ALL}
      onOpenTab={(key) => changeSearch('/taskCenter', { guid, state: key === ALL ? undefined : key })}
      tabs={[
        {
          key: ALL,
          title: t('task.detail.all'),
          count: format.number(task.total),
          content: <TaskRows task={task} state={undefined} />,
        },
        // A task that has ended gets no more rows with another result.
        ...(['fail', 'success', 'skip', 'waiting'] as const)
          .filter((name) => isUnderWay(task) || countOf(task, name) > 0 || name === state)
          .map((name) => ({
            key: name,
            title: t(`task.states.${name}`),
            count: format.number(countOf(task, name)),
            content: <TaskRows key={name} task={task} state={name} />,
          })),
      ]}
    />
  )
}

export function TaskDetail({ guid }: { guid: string }) {
  const { data, error, refetch } = useTask(guid)
  if (data) return <Task task={data} />
  return error ? <DetailError error={error} onRetry={() => void refetch()} back={<BackToList />} /> : <DetailSkeleton />
}
