// Shows the progress of a batch beside the list that started it. Closing the panel does not stop the task, which is
// also in the task center.
import { useState } from 'react'
import { SidePanel } from '../../../blocks/overlay/side-panel.tsx'
import { queryClient } from '../../../lib/call/query-client.ts'
import { openSidePanel } from '../../../lib/dialog/side-panel-host.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import './task-progress.css'
import { TaskProgress } from './task-progress.tsx'

interface TaskPanelProps {
  taskId: string
  /** Titles while the task runs and after it has ended. */
  titles: { running: string; ended: string }
}

function TaskPanel({ taskId, titles }: TaskPanelProps) {
  const t = usePhrases()
  const [isRunning, setIsRunning] = useState(true)
  return (
    <SidePanel title={isRunning ? titles.running : titles.ended}>
      <div className="task-panel">
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
    </SidePanel>
  )
}

/** Resolves when the panel is closed. */
export async function showTask(props: TaskPanelProps): Promise<void> {
  await openSidePanel(<TaskPanel {...props} />)
  // An undo in the panel changes the rows again.
  void queryClient.invalidateQueries()
}
