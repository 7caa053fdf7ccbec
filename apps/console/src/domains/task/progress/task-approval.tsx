// Links to the approval requests of a batch of licenses, on its page and on the page that started it.
import type { TaskRow } from '@sealwright/contract'
import { Suspense, lazy } from 'react'

// Loaded on demand: only batches of licenses can need approval.
const TaskRequests = lazy(async () => ({ default: (await import('../../approval/waiting/index.ts')).TaskRequests }))

const LICENSE_BATCH = /(?:Issue|Update)$/

export function TaskApproval({ task }: { task: TaskRow }) {
  return (
    LICENSE_BATCH.test(task.kind) && (
      <Suspense fallback={null}>
        <TaskRequests task={task} />
      </Suspense>
    )
  )
}
