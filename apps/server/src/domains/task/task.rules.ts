// What follows from a task by itself: how it ends, until when it can be taken back, and what a reader is told of it.
// Reasons are kept by name, so that everybody reads them in their own language.
import { HOUR_MS, LIMITS, ROW_STATES, TASK_KINDS, TASK_STATUSES, isPrivilege } from '@sealwright/contract'
import type { DraftCost, RowState, TaskEvent, TaskStatus, taskCalls } from '@sealwright/contract'
import { errorSentence, violationSentence } from '@sealwright/phrases'
import type { Sentences } from '@sealwright/phrases'
import type * as z from 'zod/mini'
import type { Refusal } from '../../kernel/refusal.ts'
import type { RowReason } from './task.kind.ts'
import type { Task } from './task.tables.ts'

const nameOf = <Name extends string>(names: Record<Name, number>, value: number) =>
  Object.entries(names).find(([, known]) => known === value)?.[0] as Name // the columns hold only these, by a check of the database

export const rowStateOf = (state: number) => nameOf<RowState>(ROW_STATES, state)
export const statusLabel = (say: Sentences, { status }: Pick<Task, 'status'>) =>
  say(`task.statuses.${nameOf<TaskStatus>(TASK_STATUSES, status)}`)

/** How a task ends when every row has had its turn. */
export function endOf({ success, fail, skip }: Pick<Task, 'success' | 'fail' | 'skip'>): TaskEvent {
  if (fail === 0) return 'complete'
  return success + skip > 0 ? 'completePartly' : 'breakOff'
}

export type Undoing = { until: Date } | { refusal: 'task.stateForbids' | 'task.notUndoable' | 'task.undoOver' }

const ENDED: readonly number[] = [TASK_STATUSES.completed, TASK_STATUSES.partly, TASK_STATUSES.cancelled]

/** Whether a task can be taken back now: what it did is there to be, it is not too late, and nobody did it yet. */
export function undoing(task: Task, now: Date): Undoing {
  if (task.undoes !== null || task.undoneBy !== null || !TASK_KINDS[task.kind].isUndoable)
    return { refusal: 'task.notUndoable' }
  if (task.isDraft || task.finishedAt === null || !ENDED.includes(task.status)) return { refusal: 'task.stateForbids' }
  if (task.success === 0) return { refusal: 'task.notUndoable' }
  const until = new Date(task.finishedAt.getTime() + LIMITS.task.undoHours * HOUR_MS)
  return until > now ? { until } : { refusal: 'task.undoOver' }
}

/** A refusal as a row keeps it: what is stored knows no dates. */
export function reasonOf({ error, params, violations }: Refusal): RowReason {
  const told = Object.entries(params).map(
    ([name, value]) => [name, value instanceof Date ? value.toISOString() : value] as const,
  )
  return { error, params: Object.fromEntries(told), ...(violations.length > 0 && { violations }) }
}

/** The reader's words for why a row failed or was skipped. A right is kept by its name and told by its label. */
export function reasonSentence(
  say: Sentences,
  domain: string,
  { error, params = {}, violations = [] }: RowReason,
): string {
  if (violations.length > 0)
    return violations.map((violation) => violationSentence(say, domain, violation)).join(say('task.reasonJoint'))
  const { privilege } = params
  return errorSentence(say, error, {
    ...params,
    ...(typeof privilege === 'string' && isPrivilege(privilege) && { privilege: say(`privileges.${privilege}`) }),
  })
}

export const lostRight = ({ kind }: Pick<Task, 'kind'>): RowReason => ({
  error: 'platform.noPermission',
  params: { privilege: TASK_KINDS[kind].privilege },
})

export type ToldTask = z.output<(typeof taskCalls.get)['answer']>

const costOf = ({ options }: Task) => (options['cost'] as DraftCost | undefined) ?? null // as it was opened with

/** What a reader is told of a task. */
export function told(
  task: Task,
  reader: { accountId: string; seesPrices: boolean; now: Date; say: Sentences; creator: string },
): ToldTask {
  const {
    guid,
    kind,
    subject,
    status,
    isDraft,
    total,
    success,
    fail,
    skip,
    createdAt,
    startedAt,
    finishedAt,
    undoneBy,
  } = task
  const undo = undoing(task, reader.now)
  return {
    guid,
    kind,
    subject,
    status,
    isDraft,
    total,
    success,
    fail,
    skip,
    undoneBy,
    cost: isDraft && reader.seesPrices ? costOf(task) : null,
    isUndo: task.undoes !== null,
    creator: reader.creator,
    isOwn: task.createdBy === reader.accountId,
    createTime: createdAt,
    startTime: startedAt,
    finishTime: finishedAt,
    undoUntil: 'until' in undo ? undo.until : null,
    error: task.error === null ? null : reasonSentence(reader.say, '', { ...lostRight(task), error: task.error }),
  }
}
