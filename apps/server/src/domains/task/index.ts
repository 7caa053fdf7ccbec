// The public interface of tasks. Domains open tasks through the queue; compose/ passes the kinds of tasks later.
import { taskCalls } from '@sealwright/contract'
import type { TaskKind } from '@sealwright/contract'
import { answers, answersEvents, answersFile } from '../../kernel/http/context.ts'
import type { Binding } from '../../kernel/http/context.ts'
import type { Job } from '../../kernel/jobs/jobs.ts'
import type { Scope } from '../../kernel/scope.ts'
import { resumeTasks, taskJobs } from './task.job.ts'
import type { AnyTaskKind, OpenTask } from './task.kind.ts'
import { createTaskService } from './task.service.ts'
import type { TaskServiceDeps } from './task.service.ts'
import { createWork } from './work.service.ts'
import type { Work, WorkDeps } from './work.service.ts'

export { createTaskQueue } from './queue.service.ts'
export type { TaskQueue } from './queue.service.ts'
export { defineTaskKind } from './task.kind.ts'
export type { AnyTaskKind, DoneRow, OpenTask, Outcome, RowReason, TaskKindDefinition, WorkInput } from './task.kind.ts'
export { countFailed, findEffects, listTasksOf } from './task.queries.ts'
export { reasonOf } from './task.rules.ts'

export interface TaskCenter {
  bindings: Binding[]
  jobs: Job[]
  work: Work
  openTask: OpenTask
  /** Processes the failed rows of a task again, as the call does. */
  retry(scope: Scope, guid: string): Promise<unknown>
  /** Starts a draft of one of these kinds, for their domain. */
  startOf(scope: Scope, guid: string, kinds: readonly TaskKind[]): Promise<{ taskId: string }>
  /** Resumes the tasks that a stopped server left. */
  resume(): Promise<void>
}

export function createTask({
  kinds,
  ...deps
}: WorkDeps & TaskServiceDeps & { kinds: readonly AnyTaskKind[] }): TaskCenter {
  for (const kind of kinds) deps.queue.kinds.set(kind.name, kind)
  const work = createWork(deps)
  const service = createTaskService(deps)
  return {
    work,
    openTask: deps.queue.openTask,
    retry: (scope, guid) => service.retry(scope, { guid }),
    startOf: service.startOf,
    jobs: taskJobs({ ...deps, work }),
    resume: () => resumeTasks({ ...deps, work }),
    bindings: [
      answers(taskCalls.find, service.find),
      answers(taskCalls.get, service.get),
      answers(taskCalls.findRows, service.findRows),
      answers(taskCalls.start, service.start),
      answers(taskCalls.cancel, service.cancel),
      answers(taskCalls.retry, service.retry),
      answers(taskCalls.previewUndo, service.previewUndo),
      answers(taskCalls.undo, service.undo),
      answersFile(taskCalls.download, service.download),
      answersEvents(taskCalls.watch, service.watch),
    ],
  }
}
