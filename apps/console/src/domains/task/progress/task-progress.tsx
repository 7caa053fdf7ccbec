// The progress of a task, on any page that started it: bar, counts, actions and result files. People can leave the page
// at any time: the state is on the server, and in the task center. Screen readers announce every ten percent, not every
// row.
import type { TaskRow, TaskStatus } from '@sealwright/contract'
import { ChevronDown, Download } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { Button, buttonClass } from '../../../blocks/control/button.tsx'
import { ErrorState } from '../../../blocks/control/states.tsx'
import { StatusTag } from '../../../blocks/control/status-tag.tsx'
import type { Tone } from '../../../blocks/control/status-tag.tsx'
import { Menu } from '../../../blocks/overlay/menu.tsx'
import { Link } from '../../../lib/place/navigate.tsx'
import { useCanOpen } from '../../../lib/session/can.tsx'
import { useFormat, usePhrases } from '../../../lib/words/i18n.tsx'
import { resultFiles, useTaskActs } from './task-acts.ts'
import { TaskApproval } from './task-approval.tsx'
import { isUnderWay, useTask } from './task-feed.ts'
import './task-progress.css'
import { kindName, statusName, statusWord, subjectOf } from './task-words.ts'

const TONES: Record<TaskStatus, Tone> = {
  waiting: 'neutral',
  processing: 'brand',
  completed: 'ok',
  partly: 'warn',
  error: 'bad',
  cancelled: 'neutral',
  undone: 'neutral',
}
const STEP_PERCENT = 10
const TASK_CENTER = '/taskCenter'

/** The page of the task. */
const hrefOf = (guid: string) => `${TASK_CENTER}?guid=${guid}`

export function TaskStatusTag({ status }: { status: number }) {
  const t = usePhrases()
  const name = statusName(status)
  return name && <StatusTag tone={TONES[name]}>{statusWord(t, status)}</StatusTag>
}

const doneOf = ({ success, fail, skip }: TaskRow) => success + fail + skip
const percentOf = (task: TaskRow) =>
  task.total === 0 ? (isUnderWay(task) ? 0 : 100) : Math.floor((doneOf(task) / task.total) * 100)

/** The bar, colored by the results of the rows. After the end of the task it is an image, no longer a progress bar. */
export function TaskBar({ task }: { task: TaskRow }) {
  const t = usePhrases()
  const share = (count: number) => ({ width: `${task.total === 0 ? 0 : (count / task.total) * 100}%` })
  const role = isUnderWay(task)
    ? { role: 'progressbar', 'aria-valuemin': 0, 'aria-valuemax': task.total, 'aria-valuenow': doneOf(task) }
    : { role: 'img' }
  return (
    <div
      className="task-bar"
      data-undone={statusName(task.status) === 'undone' || undefined}
      {...role}
      aria-label={t('task.progress.label', { subject: subjectOf(t, task) })}
    >
      <span className="task-bar-success" style={share(task.success)} />
      <span className="task-bar-skip" style={share(task.skip)} />
      <span className="task-bar-fail" style={share(task.fail)} />
    </div>
  )
}

/** The completed share, in percent. */
export function TaskShare({ task }: { task: TaskRow }) {
  const t = usePhrases()
  const format = useFormat()
  return (
    <span className="sw-tabular task-share">
      {t('task.progress.percent', { percent: format.number(percentOf(task)) })}
    </span>
  )
}

function Counts({ task }: { task: TaskRow }) {
  const t = usePhrases()
  const format = useFormat()
  return (
    <dl className="task-counts">
      {(['success', 'fail', 'skip'] as const).map((name) => (
        <div key={name} className={`task-count-${name}`} data-none={task[name] === 0 || undefined}>
          <dt>{t(`task.fields.${name}`)}</dt>
          <dd>{format.number(task[name])}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Bar, counts and status of a task, also announced by screen readers. */
export function TaskMeter({ task }: { task: TaskRow }) {
  const t = usePhrases()
  const format = useFormat()
  const percent = percentOf(task)
  const status = statusWord(t, task.status)
  const heard = isUnderWay(task)
    ? t('task.progress.announced', { status, percent: format.number(percent - (percent % STEP_PERCENT)) })
    : t('task.progress.ended', { status, success: task.success, fail: task.fail, skip: task.skip })
  return (
    <div className="task-meter">
      <div className="task-meter-words">
        <TaskShare task={task} />
        <span className="sw-tabular task-done">
          {t('task.progress.done', { done: doneOf(task), total: task.total })}
        </span>
        <Counts task={task} />
      </div>
      <TaskBar task={task} />
      <span className="sw-visually-hidden" role="status" aria-live="polite">
        {heard}
      </span>
      {task.error !== null && (
        <p className="task-error" role="alert">
          {task.error}
        </p>
      )}
    </div>
  )
}

/** The menu of result files; hidden if there are none. */
function ResultMenu({ task }: { task: TaskRow }) {
  const t = usePhrases()
  const files = resultFiles(t, task)
  if (files.length === 0) return null
  return (
    <Menu
      className={buttonClass()}
      align="end"
      items={files.map(({ key, label, icon, onSelect }) => ({
        key,
        label,
        icon,
        startsGroup: key === 'failed xlsx',
        onSelect: () => onSelect?.(),
      }))}
    >
      <Download size={15} aria-hidden />
      {t('task.actions.download')}
      <ChevronDown size={14} aria-hidden />
    </Menu>
  )
}

/** The actions on a task as buttons, with the menu of result files. */
export function TaskButtons({ task, onFollow }: { task: TaskRow; onFollow: (taskId: string) => void }) {
  const actionsOf = useTaskActs(onFollow)
  return (
    <>
      {actionsOf(task).map(({ key, label, icon, onSelect }) => (
        <Button key={key} icon={icon} onPress={onSelect}>
          {label}
        </Button>
      ))}
      <ResultMenu task={task} />
    </>
  )
}

/** How an undo ended that had no failures. */
function endWord({ success, skip }: TaskRow) {
  if (success === 0) return 'task.progress.notUndone'
  return skip === 0 ? 'task.progress.allUndone' : 'task.progress.undone'
}

/** The state of the undo task. The original task counts as undone once that task has ended. */
function TakenBack({ undoneBy }: { undoneBy: string }) {
  const t = usePhrases()
  const { data: undo, error } = useTask(undoneBy)
  // Only the super administrator sees the tasks of others.
  if (!undo) return error && <span className="task-note">{t('task.progress.undoneByOther')}</span>
  const name = statusName(undo.status)
  return (
    <span className="task-note">
      {name === 'completed'
        ? t(endWord(undo), { undone: undo.success, skip: undo.skip })
        : t('task.progress.undoing', { status: statusWord(t, undo.status) })}{' '}
      <Link href={hrefOf(undoneBy)}>{t('task.progress.seeUndo')}</Link>
    </span>
  )
}

/** Shows that the task was undone, or until when it can be. */
export function UndoNote({ task }: { task: TaskRow }): ReactNode {
  const t = usePhrases()
  const format = useFormat()
  if (task.undoneBy !== null) return <TakenBack undoneBy={task.undoneBy} />
  return (
    task.undoUntil !== null && (
      <span className="task-note">{t('task.progress.undoUntil', { time: format.time(task.undoUntil) })}</span>
    )
  )
}

interface TaskProgressProps {
  taskId: string
  /** Called when the task has ended, also after a retry or an undo that was started here. */
  onEnd?: (task: TaskRow) => void
}

export function TaskProgress({ taskId, onEnd }: TaskProgressProps) {
  const t = usePhrases()
  const canOpen = useCanOpen(TASK_CENTER)
  // An undo is a task of its own, which is shown from then on.
  const [followed, setFollowed] = useState({ from: taskId, guid: taskId })
  const guid = followed.from === taskId ? followed.guid : taskId
  const { data: task, error, refetch } = useTask(guid, onEnd)
  if (!task)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} />
    ) : (
      <div
        className="task-progress skeleton task-progress-skeleton"
        role="status"
        aria-label={t('blocks.states.loading')}
      />
    )
  return (
    <section className="task-progress" aria-label={subjectOf(t, task)}>
      <header className="task-progress-head">
        <div className="task-progress-words">
          <h2>{subjectOf(t, task)}</h2>
          <p>{kindName(t, task)}</p>
        </div>
        <TaskStatusTag status={task.status} />
      </header>
      <TaskMeter task={task} />
      {!isUnderWay(task) && <TaskApproval task={task} />}
      <footer className="task-progress-foot">
        <UndoNote task={task} />
        {canOpen && (
          <Link className={buttonClass({ kind: 'quiet' })} href={hrefOf(guid)}>
            {t('task.progress.details')}
          </Link>
        )}
        <TaskButtons task={task} onFollow={(next) => setFollowed({ from: taskId, guid: next })} />
      </footer>
    </section>
  )
}
