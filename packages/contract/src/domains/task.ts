// Tasks: work on many rows that survives a killed server and leaves a result a row. Every batch is one; what a kind
// does is its own domain's.
import * as z from 'zod/mini'
import { anySession, defineCall, defineCalls } from '../kernel/call.ts'
import { pageOf, pageQuery } from '../kernel/page.ts'
import { sheetFormat } from '../kernel/sheet.ts'
import { defineMachine } from '../kernel/state-machine.ts'
import { byGuid, guid, time } from '../kernel/wire.ts'
import type { Privilege } from '../privileges.ts'

/** Section 4: task status. 5 is of this product. */
export const TASK_STATUSES = { waiting: 0, processing: 1, completed: 2, partly: 3, error: 4, cancelled: 5 } as const
export type TaskStatus = keyof typeof TASK_STATUSES
type Status = (typeof TASK_STATUSES)[TaskStatus]

export type TaskEvent = 'begin' | 'complete' | 'completePartly' | 'breakOff' | 'cancel' | 'retry'

/** Rows that are finished stay finished, whatever becomes of the task. */
export const taskMachine = defineMachine<Status, TaskEvent, 'system' | 'operator'>('task', TASK_STATUSES.waiting, [
  { from: 0, event: 'begin', to: 1, who: 'system' },
  { from: 1, event: 'complete', to: 2, who: 'system' },
  { from: 1, event: 'completePartly', to: 3, who: 'system' },
  { from: 1, event: 'breakOff', to: 4, who: 'system' },
  { from: 0, event: 'cancel', to: 5, who: 'operator' },
  { from: 1, event: 'cancel', to: 5, who: 'operator' },
  { from: 3, event: 'cancel', to: 5, who: 'operator' },
  { from: 4, event: 'cancel', to: 5, who: 'operator' },
  { from: 3, event: 'retry', to: 0, who: 'operator' },
  { from: 4, event: 'retry', to: 0, who: 'operator' },
])

/** What a task can be, the right it takes to start one, and whether it can be taken back. */
export const TASK_KINDS = {
  userImport: { privilege: 'user.create', isUndoable: true },
  userDelete: { privilege: 'user.delete', isUndoable: true },
  accountIssue: { privilege: 'accountLicense.issue', isUndoable: true },
  snIssue: { privilege: 'snLicense.issue', isUndoable: true },
  smartLock: { privilege: 'smartLicense.lock', isUndoable: true },
  accountLock: { privilege: 'accountLicense.lock', isUndoable: true },
  snLock: { privilege: 'snLicense.lock', isUndoable: true },
  smartDelete: { privilege: 'smartLicense.delete', isUndoable: true },
  accountDelete: { privilege: 'accountLicense.delete', isUndoable: true },
  snDelete: { privilege: 'snLicense.delete', isUndoable: true },
  accountUpdate: { privilege: 'accountLicense.update', isUndoable: true },
  snUpdate: { privilege: 'snLicense.update', isUndoable: true },
} as const satisfies Record<string, { privilege: Privilege; isUndoable: boolean }>
export type TaskKind = keyof typeof TASK_KINDS
const kinds = Object.keys(TASK_KINDS) as [TaskKind, ...TaskKind[]] // the object above is not empty

/** What became of a row; of a draft, what it would meet (`waiting`: it would be done). */
export const ROW_STATES = { waiting: 0, success: 1, fail: 2, skip: 3 } as const
export type RowState = keyof typeof ROW_STATES
const rowStates = Object.keys(ROW_STATES) as [RowState, ...RowState[]] // the object above is not empty

const taskRow = z.object({
  guid: z.string(),
  kind: z.enum(kinds),
  /** Takes another task back. */
  isUndo: z.boolean(),
  subject: z.string(),
  status: z.int(),
  isDraft: z.boolean(),
  total: z.int(),
  success: z.int(),
  fail: z.int(),
  skip: z.int(),
  creator: z.string(),
  isOwn: z.boolean(),
  createTime: time,
  startTime: z.nullable(time),
  finishTime: z.nullable(time),
  /** Until when it can be taken back; null when it cannot. */
  undoUntil: z.nullable(time),
  /** The task that takes or took it back, if any; a cancelled one does not count. */
  undoneBy: z.nullable(z.string()),
  /** Why it stopped as a whole, as a sentence. */
  error: z.nullable(z.string()),
})
export type TaskRow = z.input<typeof taskRow>

const workRow = z.object({
  /** From 1; of a file, the row of its sheet. */
  n: z.int(),
  state: z.enum(rowStates),
  /** The columns of the row, as its kind names them; secrets are left out. */
  cells: z.array(z.object({ field: z.string(), value: z.string() })),
  /** Why it failed or was skipped, as a sentence. */
  reason: z.nullable(z.string()),
})
export type WorkRow = z.input<typeof workRow>

/** What a batch answers: where its progress is found. */
export const taskAnswer = z.object({ taskId: z.string() })

export const taskCalls = defineCalls('task', {
  find: defineCall({
    method: 'POST',
    path: '/task/find.do',
    access: anySession,
    effect: 'read',
    payload: pageQuery(['createTime'], {
      status: z.optional(z.literal(Object.values(TASK_STATUSES))),
      kind: z.optional(z.enum(kinds)),
    }),
    answer: pageOf(taskRow),
    errors: [],
    summary: "Tasks, newest first: one's own; the super administrator sees everybody's.",
  }),
  get: defineCall({
    method: 'POST',
    path: '/task/get.do',
    access: anySession,
    effect: 'read',
    payload: byGuid,
    answer: taskRow,
    errors: ['task.notFound'],
    summary: 'One task, with its counts by now.',
  }),
  findRows: defineCall({
    method: 'POST',
    path: '/task/findRows.do',
    access: anySession,
    effect: 'read',
    payload: pageQuery(['n'], { guid, state: z.optional(z.enum(rowStates)) }),
    answer: pageOf(workRow),
    errors: ['task.notFound'],
    summary: 'The rows of a task in their order, each with what became of it; of a draft, with what it would meet.',
  }),
  start: defineCall({
    method: 'POST',
    path: '/task/start.do',
    access: anySession,
    effect: 'write',
    idempotent: true,
    payload: byGuid,
    answer: taskAnswer,
    errors: ['task.notFound', 'task.stateForbids', 'platform.noPermission'],
    summary: 'Starts a draft: what was only judged is now done.',
  }),
  cancel: defineCall({
    method: 'POST',
    path: '/task/cancel.do',
    access: anySession,
    effect: 'write',
    payload: byGuid,
    answer: z.object({}),
    errors: ['task.notFound', 'task.stateForbids'],
    summary: 'Cancels what is left of a task; rows that are finished stay finished. A draft is thrown away.',
  }),
  retry: defineCall({
    method: 'POST',
    path: '/task/retry.do',
    access: anySession,
    effect: 'write',
    payload: byGuid,
    answer: taskAnswer,
    errors: ['task.notFound', 'task.stateForbids', 'platform.noPermission'],
    summary: 'Does the failed rows of a task once more, and only those; not once the task is taken back.',
  }),
  undo: defineCall({
    method: 'POST',
    path: '/task/undo.do',
    access: anySession,
    effect: 'write',
    idempotent: true,
    payload: byGuid,
    answer: taskAnswer,
    errors: ['task.notFound', 'task.stateForbids', 'task.undoOver', 'task.notUndoable', 'platform.noPermission'],
    summary: 'Takes back what a task did, as a task of its own: rows that somebody touched since are skipped.',
  }),
  download: defineCall({
    method: 'POST',
    path: '/task/download.do',
    access: anySession,
    effect: 'read',
    streams: 'file',
    payload: z.object({ guid, state: z.optional(z.enum(rowStates)), format: sheetFormat }),
    answer: z.object({}),
    errors: ['task.notFound'],
    summary: 'The rows of a task as a file, each with its number, the result and the reason.',
  }),
  watch: defineCall({
    method: 'GET',
    path: '/task/watch.do',
    access: anySession,
    effect: 'read',
    streams: 'events',
    payload: z.object({}),
    answer: z.object({ tasks: z.array(taskRow) }),
    errors: [],
    summary: 'Server-sent events: the tasks that are under way or have just ended, whenever one of them moves.',
  }),
})
