// The progress of a batch in a dialog over the list that began it. It may be closed at any time: the task goes on, and
// the task center has it.
import { useState } from 'react'
import { buttonClass } from '../../../blocks/control/button.tsx'
import { queryClient } from '../../../lib/call/query-client.ts'
import { ModalFrame, showDialog } from '../../../lib/dialog/dialog.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import './task-progress.css'
import { TaskProgress } from './task-progress.tsx'

interface TaskDialogProps {
  taskId: string
  /** While it runs, and once it is over. */
  titles: { running: string; ended: string }
}

function TaskDialog({ taskId, titles, onClose }: TaskDialogProps & { onClose: () => void }) {
  const t = usePhrases()
  const [isRunning, setIsRunning] = useState(true)
  return (
    <ModalFrame title={isRunning ? titles.running : titles.ended} onClose={onClose} isWide>
      {/* A link in here leads away from what the dialog stands over. */}
      <div
        className="task-dialog"
        onClickCapture={(event) => event.target instanceof Element && event.target.closest('a') && onClose()}
      >
        {isRunning && <p>{t('task.progress.leave')}</p>}
        <TaskProgress
          taskId={taskId}
          onEnd={() => {
            setIsRunning(false)
            // What the list shows is from before.
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

/** Resolves when it is closed. */
export async function showTask(props: TaskDialogProps): Promise<void> {
  await showDialog((settle) => <TaskDialog {...props} onClose={() => settle(true)} />)
  // Taken back in there, the rows are again as they were.
  void queryClient.invalidateQueries()
}
