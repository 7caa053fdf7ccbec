// The progress of a batch, beside the list that began it. It may be closed at any time: the task goes on, and the task
// center has it.
import { useState } from 'react'
import { SidePanel } from '../../../blocks/overlay/side-panel.tsx'
import { queryClient } from '../../../lib/call/query-client.ts'
import { openSidePanel } from '../../../lib/dialog/side-panel-host.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import './task-progress.css'
import { TaskProgress } from './task-progress.tsx'

interface TaskPanelProps {
  taskId: string
  /** While it runs, and once it is over. */
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
            // What the list shows is from before.
            void queryClient.invalidateQueries()
          }}
        />
      </div>
    </SidePanel>
  )
}

/** Resolves when it is closed. */
export async function showTask(props: TaskPanelProps): Promise<void> {
  await openSidePanel(<TaskPanel {...props} />)
  // Taken back in there, the rows are again as they were.
  void queryClient.invalidateQueries()
}
