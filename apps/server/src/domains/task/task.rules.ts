// What follows from a task alone: how it ends, until when it can be undone, and what a reader sees of it. Reasons are
// stored by name, so that everyone reads them in their own language.
import { HOUR_MS, LIMITS, ROW_STATES, TASK_KINDS, TASK_STATUSES, isPrivilege } from '@sealwright/contract'
import type { DraftCost, DraftCreates, RowState, TaskStatus, taskCalls } from '@sealwright/contract'
import { errorSentence, violationSentence } from '@sealwright/phrases'
import type { Sentences } from '@sealwright/phrases'
import type * as z from 'zod/mini'
import type { NewMessage } from '../../kernel/notify.ts'
import type { Refusal } from '../../kernel/refusal.ts'
import type { Outcome, RowReason } from './task.kind.ts'
import type { Task } from './task.tables.ts'

const nameOf = <Name extends string>(names: Record<Name, number>, value: number) =>
  Object.entries(names).find(([, known]) => known === value)?.[0] as Name // the database checks the columns

export const rowStateOf = (state: number) => nameOf<RowState>(ROW_STATES, state)
export const statusLabel = (say: Sentences, { status }: Pick<Task, 'status'>) =>
  say(`task.statuses.${nameOf<TaskStatus>(TASK_STATUSES, status)}`)

/** How a task ends when every row is processed. */
export function endOf({
  success,
  fail,
  skip,
}: Pick<Task, 'success' | 'fail' | 'skip'>): 'complete' | 'completePartly' | 'breakOff' {
  if (fail === 0) return 'complete'
  return success + skip > 0 ? 'completePartly' : 'breakOff'
}

const END_KINDS = { complete: 'taskFinished', completePartly: 'taskPartly', breakOff: 'taskFailed' } as const

/** The message to the creator of a task that has ended. */
export function endMessage(
  { guid, kind, subject, undoes, createdBy }: Task,
  end: ReturnType<typeof endOf>,
  counts: Pick<Task, 'success' | 'fail' | 'skip'>,
): NewMessage {
  const task = { phrase: `task.kinds.${kind}` }
  return {
    kind: END_KINDS[end],
    to: [createdBy],
    params: { task: undoes === null ? task : { phrase: 'task.undoOf', params: { kind: task } }, subject, ...counts },
    link: `/taskCenter?guid=${guid}`,
  }
}

export type Undoing = { until: Date } | { refusal: 'task.stateForbids' | 'task.notUndoable' | 'task.undoOver' }

const ENDED: readonly number[] = [TASK_STATUSES.completed, TASK_STATUSES.partly, TASK_STATUSES.cancelled]

/** Whether a task can be undone now: it has effects, the time is not over, and it was not undone before. */
export function undoing(task: Task, now: Date): Undoing {
  if (task.undoes !== null || task.undoneBy !== null || !TASK_KINDS[task.kind].isUndoable)
    return { refusal: 'task.notUndoable' }
  if (task.isDraft || task.finishedAt === null || !ENDED.includes(task.status)) return { refusal: 'task.stateForbids' }
  if (task.success === 0) return { refusal: 'task.notUndoable' }
  const until = new Date(task.finishedAt.getTime() + LIMITS.task.undoHours * HOUR_MS)
  return until > now ? { until } : { refusal: 'task.undoOver' }
}

/** A refusal as a row stores it: dates become text. */
export function reasonOf({ error, params, violations }: Refusal): RowReason {
  const told = Object.entries(params).map(
    ([name, value]) => [name, value instanceof Date ? value.toISOString() : value] as const,
  )
  return { error, params: Object.fromEntries(told), ...(violations.length > 0 && { violations }) }
}

/** Why a row failed or was skipped, in the reader's language. A privilege is stored by name and shown by its label. */
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

const costOf = ({ options }: Task) => (options['cost'] as DraftCost | undefined) ?? null // stored when opened
const createsOf = ({ options }: Task) => (options['creates'] as DraftCreates | undefined) ?? null // stored when opened

/** How many failed rows would fail again, because their data is invalid. The engine counts them. */
const hopelessOf = ({ options }: Pick<Task, 'options'>) => Number(options['hopeless'] ?? 0)

const isHopeless = (outcome: Outcome) => outcome.state === 'fail' && outcome.reason.error === 'platform.badPayload'

/** The options of a task that change with these outcomes. */
export function optionsAfter(
  task: Pick<Task, 'options'>,
  outcomes: readonly Outcome[],
): Partial<Pick<Task, 'options'>> {
  const count = outcomes.filter(isHopeless).length
  return count === 0 ? {} : { options: { ...task.options, hopeless: hopelessOf(task) + count } }
}

/** The options of a task for another attempt or for its undo: no row has failed yet. */
export const freshOptions = ({ options: { hopeless: _hopeless, ...options } }: Pick<Task, 'options'>) => options

/** The fields whose cells are the cause of a failure. */
export const wrongFields = ({ field, violations = [] }: RowReason): string[] => [
  ...(field === undefined ? [] : [field]),
  ...violations.map(({ path }) => path.split('.')[0] ?? path),
]

/** A task as a reader sees it. */
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
    retryable: Math.max(fail - hopelessOf(task), 0),
    creates: isDraft ? createsOf(task) : null,
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
