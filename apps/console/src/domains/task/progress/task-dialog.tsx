// Shows the progress of a batch in a dialog over the list that started it. Closing the dialog does not stop the task,
// which is also in the task center.
import { useState } from 'react'
import { buttonClass } from '../../../blocks/control/button.tsx'
import { queryClient } from '../../../lib/call/query-client.ts'
import { ModalFrame, showDialog } from '../../../lib/dialog/dialog.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import './task-progress.css'
import { TaskProgress } from './task-progress.tsx'

interface TaskDialogProps {
  taskId: string
  /** Titles while the task runs and after it has ended. */
  titles: { running: string; ended: string }
}

function TaskDialog({ taskId, titles, onClose }: TaskDialogProps & { onClose: () => void }) {
  const t = usePhrases()
  const [isRunning, setIsRunning] = useState(true)
  return (
    <ModalFrame title={isRunning ? titles.running : titles.ended} onClose={onClose} isWide>
      {/* A link leaves the page, so it also closes the dialog. */}
      <div
        className="task-dialog"
        onClickCapture={(event) => event.target instanceof Element && event.target.closest('a') && onClose()}
      >
        {isRunning && <p>{t('task.progress.leave')}</p>}
        <TaskProgress
          taskId={taskId}
          onEnd={() => {
            setIsRunning(false)
            // The list still shows the old content.
            void queryClient.invalidateQueries()
          }}
        />
      </div>
      <footer className="task-dialog-foot">
        <button type="button" className={buttonClass()} onClick={onClose} data-first-focus>
          {t('shell.close')}
        </button>
      </footer>
    </ModalFrame>
  )
}

/** Resolves when the dialog is closed. */
export async function showTask(props: TaskDialogProps): Promise<void> {
  await showDialog((settle) => <TaskDialog {...props} onClose={() => settle(true)} />)
  // An undo in the dialog changes the rows again.
  void queryClient.invalidateQueries()
}
