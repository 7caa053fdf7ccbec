// The actions on a task. The contract's state machine decides what a status allows; retry and undo also need the
// privilege of the task's kind. What starts elsewhere is also tried again there.
import { SHEET_FORMATS, TASK_KINDS, privilege, startsElsewhere, taskCalls, taskMachine } from '@sealwright/contract'
import type { RowState, SheetFormat, TaskEvent, TaskRow } from '@sealwright/contract'
import { Ban, Download, RotateCcw, Undo2 } from 'lucide-react'
import { useCallback } from 'react'
import type { RowAction } from '../../../blocks/list/row-actions.tsx'
import { useAct } from '../../../lib/call/client.ts'
import { download } from '../../../lib/call/download.ts'
import { confirm } from '../../../lib/dialog/dialog.tsx'
import { loadPart } from '../../../lib/on-demand.ts'
import { hasAccess, useMaybeSession } from '../../../lib/session/session.tsx'
import { toast } from '../../../lib/toast.ts'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import type { Translate } from '../../../lib/words/i18n.tsx'
import { isUnderWay, statusOf } from './task-feed.ts'
import { subjectOf } from './task-words.ts'

const FILE_ENDING = /\.[a-z]{3,4}$/i

function saveResult(t: Translate, task: TaskRow, format: SheetFormat, state?: RowState): void {
  const { guid, kind } = task
  const about = subjectOf(t, task)
  // The subject of an import is its file name: drop the extension.
  const name = t(state ? 'task.failedFile' : 'task.resultFile', {
    subject: kind === 'userImport' ? about.replace(FILE_ENDING, '') : about,
  })
  void download({
    path: taskCalls.download.path,
    payload: { guid, format, ...(state && { state }) },
    fileName: `${name}.${format}`,
  })
}

/** Downloads of the results: all rows, or the failed rows. None for a draft or a running task. */
export function resultFiles(t: Translate, task: TaskRow): RowAction[] {
  if (isUnderWay(task) || task.isDraft) return []
  return [
    ...SHEET_FORMATS.map((format) => ({
      key: format,
      label: t('task.actions.downloadAs', { format: format.toUpperCase() }),
      icon: Download,
      onSelect: () => saveResult(t, task, format),
    })),
    ...(task.fail > 0
      ? SHEET_FORMATS.map((format) => ({
          key: `failed ${format}`,
          label: t('task.actions.downloadFailed', { format: format.toUpperCase() }),
          icon: Download,
          onSelect: () => saveResult(t, task, format, 'fail'),
        }))
      : []),
  ]
}

/** Asks for the PIN again, then starts the rows that have not succeeded. */
async function retryWithPin(t: Translate, task: TaskRow): Promise<void> {
  const start = await loadPart(() => import('../../dongle-license/start/index.ts'))
  const started = await start?.startWithPin(task, task.total - task.success - task.skip)
  if (started !== undefined) toast.success(t('task.retry.done'))
}

/** The actions that are possible now. An undo is a task of its own; `onFollow` receives its id. */
export function useTaskActs(onFollow?: (taskId: string) => void): (task: TaskRow) => RowAction[] {
  const t = usePhrases()
  const session = useMaybeSession()
  const { act: cancel } = useAct(taskCalls.cancel, { onDone: () => toast.success(t('task.cancel.done')) })
  const { act: retry } = useAct(taskCalls.retry, { onDone: () => toast.success(t('task.retry.done')) })
  const { act: undo } = useAct(taskCalls.undo, {
    onDone: ({ taskId }) => {
      toast.success(t('task.undo.done'))
      onFollow?.(taskId)
    },
  })
  const { act: preview } = useAct(taskCalls.previewUndo)
  const tryThenUndo = useCallback(
    async (task: TaskRow) => {
      const { guid } = task
      const [asking, found] = await Promise.all([loadPart(() => import('./undo-task.tsx')), preview({ guid })])
      if (found) await asking?.askUndo({ t, task, preview: found, undo: () => undo({ guid }) })
    },
    [preview, undo, t],
  )
  return useCallback(
    (task) => {
      const { guid } = task
      const subject = subjectOf(t, task)
      const status = statusOf(task)
      const allowed: readonly TaskEvent[] = status === undefined ? [] : taskMachine.events(status, 'operator')
      const mayWork = hasAccess(session, privilege(TASK_KINDS[task.kind].privilege))
      return [
        ...(mayWork && task.undoneBy === null && task.retryable > 0 && allowed.includes('retry')
          ? [
              {
                key: 'retry',
                label: t('task.actions.retry'),
                icon: RotateCcw,
                onSelect: () =>
                  void (startsElsewhere(task.kind) && !task.isUndo ? retryWithPin(t, task) : retry({ guid })),
              },
            ]
          : []),
        ...(mayWork && task.undoUntil !== null
          ? [
              {
                key: 'undo',
                label: t('task.actions.undo'),
                icon: Undo2,
                onSelect: () => void tryThenUndo(task),
              },
            ]
          : []),
        ...(task.undoneBy === null && allowed.includes('cancel')
          ? [
              {
                key: 'cancel',
                label: t('task.actions.cancel'),
                icon: Ban,
                isDanger: true,
                onSelect: () =>
                  void confirm({
                    title: t('task.cancel.title', { subject }),
                    body: t(isUnderWay(task) ? 'task.cancel.consequence' : 'task.cancel.giveUp'),
                    confirmText: t('task.actions.cancel'),
                    // A second button labeled "Cancel" would be ambiguous.
                    cancelText: t('task.cancel.back'),
                    tone: 'danger',
                    onConfirm: () => cancel({ guid }),
                  }),
              },
            ]
          : []),
      ]
    },
    [session, cancel, retry, tryThenUndo, t],
  )
}
