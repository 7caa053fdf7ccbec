// Tasks: work on many rows that survives a server crash and records a result per row. Every batch is a task. What a
// kind of task does is defined in its own domain.
import * as z from 'zod/mini'
import { anySession, defineCall, defineCalls } from '../kernel/call.ts'
import { pageOf, pageQuery } from '../kernel/page.ts'
import { sheetFormat } from '../kernel/sheet.ts'
import { defineMachine } from '../kernel/state-machine.ts'
import { byGuid, guid, oneOrMore, time } from '../kernel/wire.ts'
import type { Privilege } from '../privileges.ts'
import { PRICE_UNITS } from './billing/pricing.ts'
import { unreadCounts } from './unread.ts'

/** Section 4: task status, plus 5 (cancelled) and 6 (undone). */
export const TASK_STATUSES = {
  waiting: 0,
  processing: 1,
  completed: 2,
  partly: 3,
  error: 4,
  cancelled: 5,
  undone: 6,
} as const
export type TaskStatus = keyof typeof TASK_STATUSES
type Status = (typeof TASK_STATUSES)[TaskStatus]

export type TaskEvent = 'begin' | 'complete' | 'completePartly' | 'breakOff' | 'cancel' | 'retry' | 'undo'

/**
 * Finished rows stay finished, whatever happens to the task. A task is undone when the task that undoes it has ended
 * without failed rows, and at least one row was undone.
 */
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
  { from: 2, event: 'undo', to: 6, who: 'operator' },
  { from: 3, event: 'undo', to: 6, who: 'operator' },
  { from: 5, event: 'undo', to: 6, who: 'operator' },
])

/** Kinds of tasks, the privilege required to start one, and whether it can be undone. */
export const TASK_KINDS = {
  userImport: { privilege: 'user.create', isUndoable: true },
  userUpdate: { privilege: 'user.update', isUndoable: true },
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
  campaignMail: { privilege: 'activity.publish', isUndoable: false },
  offlineExchange: { privilege: 'offline.exchange', isUndoable: false },
  lockCommand: { privilege: 'userLock.lock', isUndoable: true },
  lockImport: { privilege: 'userLock.update', isUndoable: true },
  dongleIssue: { privilege: 'dongleLicense.issue', isUndoable: true },
  dongleClear: { privilege: 'dongleLicense.delete', isUndoable: true },
  /** The effect of a decision on a large approval request. It runs even if its creator loses the right meanwhile. */
  approvalSettle: { privilege: 'audit.decide', isUndoable: false },
} as const satisfies Record<string, { privilege: Privilege; isUndoable: boolean }>
export type TaskKind = keyof typeof TASK_KINDS
export type UndoableKind = {
  [Kind in TaskKind]: (typeof TASK_KINDS)[Kind]['isUndoable'] extends true ? Kind : never
}[TaskKind]
export const isUndoable = (kind: TaskKind): kind is UndoableKind => TASK_KINDS[kind].isUndoable
const ELSEWHERE: readonly TaskKind[] = ['dongleIssue', 'dongleClear']
/** Starts and is tried again only by a call of its domain, which asks for more than the general ones, such as a PIN. */
export const startsElsewhere = (kind: TaskKind) => ELSEWHERE.includes(kind)
const kinds = Object.keys(TASK_KINDS) as [TaskKind, ...TaskKind[]] // not empty

/** The result of a row. For a draft, the expected result (`waiting`: the row would be processed). */
export const ROW_STATES = { waiting: 0, success: 1, fail: 2, skip: 3 } as const
export type RowState = keyof typeof ROW_STATES
const rowStates = Object.keys(ROW_STATES) as [RowState, ...RowState[]] // not empty

/** The cost of starting a draft. */
const draftCost = z.object({
  totalFen: z.int(),
  /** The price of one row, or null if prices differ. */
  eachFen: z.nullable(z.int()),
  units: z.array(z.object({ stock: z.enum(PRICE_UNITS), count: z.int() })),
  /** When rows are paid that are not paid at once. An amount that waits for an approval is held and counts as taken. */
  paidLater: z.array(z.enum(['approval', 'activation', 'machine'])),
})
export type DraftCost = z.input<typeof draftCost>

/** New rows that the start of a draft creates besides its own, such as the customers that a file names. */
const created = z.object({
  count: z.int(),
  /** The first ones. */
  names: z.array(z.string()),
})
const draftCreates = z.object({ customers: created, tags: created })
export type DraftCreates = z.input<typeof draftCreates>

const taskRow = z.object({
  guid: z.string(),
  kind: z.enum(kinds),
  /** Undoes another task. */
  isUndo: z.boolean(),
  subject: z.string(),
  status: z.int(),
  isDraft: z.boolean(),
  /** Null if the task is not a draft, its kind has no price, or the caller must not see prices. */
  cost: z.nullable(draftCost),
  /** Null if the task is not a draft or creates nothing else. */
  creates: z.nullable(draftCreates),
  total: z.int(),
  success: z.int(),
  fail: z.int(),
  /** Failed rows that another attempt can help. A row with invalid data fails again. */
  retryable: z.int(),
  skip: z.int(),
  creator: z.string(),
  isOwn: z.boolean(),
  createTime: time,
  startTime: z.nullable(time),
  finishTime: z.nullable(time),
  /** Null if it cannot be undone. */
  undoUntil: z.nullable(time),
  /** The task that undoes or undid this one. Canceled tasks do not count. */
  undoneBy: z.nullable(z.string()),
  /** Why the whole task stopped, as a sentence. */
  error: z.nullable(z.string()),
})
export type TaskRow = z.input<typeof taskRow>

const workRow = z.object({
  /** Starts at 1. For a file, the row number in its sheet. */
  n: z.int(),
  state: z.enum(rowStates),
  /** The columns of the row, which depend on the kind. Secrets are left out. */
  cells: z.array(
    z.object({
      field: z.string(),
      value: z.string(),
      /** The reason is about this cell. */
      isWrong: z.optional(z.boolean()),
    }),
  ),
  /** Why the row failed or was skipped, as a sentence. */
  reason: z.nullable(z.string()),
})
export type WorkRow = z.input<typeof workRow>

/** What an undo would do now. */
const undoPreview = z.object({
  /** The rows that were tried: all of them, or the first ones of a large task. */
  tried: z.int(),
  undone: z.int(),
  skip: z.int(),
  fail: z.int(),
  /** Why rows are skipped or fail, the most frequent reasons first. Each sentence is about one of its rows. */
  reasons: z.array(z.object({ sentence: z.string(), count: z.int() })),
  /** What returns to the balance. Null if the caller must not see prices. */
  amountFen: z.nullable(z.int()),
  /** Units of packages and vouchers that return. */
  units: z.int(),
})
export type UndoPreview = z.input<typeof undoPreview>

/** The answer of every batch call. */
export const taskAnswer = z.object({ taskId: z.string() })

export const taskCalls = defineCalls('task', {
  find: defineCall({
    method: 'POST',
    path: '/task/find.do',
    access: anySession,
    effect: 'read',
    payload: pageQuery(['createTime'], {
      status: z.optional(oneOrMore(z.literal(Object.values(TASK_STATUSES)))),
      kind: z.optional(z.enum(kinds)),
    }),
    answer: pageOf(taskRow),
    errors: [],
    summary: "Lists the caller's tasks, newest first. The super administrator sees all tasks.",
  }),
  get: defineCall({
    method: 'POST',
    path: '/task/get.do',
    access: anySession,
    effect: 'read',
    payload: byGuid,
    answer: taskRow,
    errors: ['task.notFound'],
    summary: 'Returns a task with its current counts.',
  }),
  findRows: defineCall({
    method: 'POST',
    path: '/task/findRows.do',
    access: anySession,
    effect: 'read',
    payload: pageQuery(['n'], { guid, state: z.optional(z.enum(rowStates)) }),
    answer: pageOf(workRow),
    errors: ['task.notFound'],
    summary: 'Lists the rows of a task in order with their results. For a draft, lists the expected results.',
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
    summary: 'Starts a draft: processes the rows that were only checked so far.',
  }),
  cancel: defineCall({
    method: 'POST',
    path: '/task/cancel.do',
    access: anySession,
    effect: 'write',
    whileSuspended: true,
    payload: byGuid,
    answer: z.object({}),
    errors: ['task.notFound', 'task.stateForbids'],
    summary: 'Cancels the remaining rows of a task. Finished rows stay finished. Discards a draft.',
  }),
  retry: defineCall({
    method: 'POST',
    path: '/task/retry.do',
    access: anySession,
    effect: 'write',
    payload: byGuid,
    answer: taskAnswer,
    errors: ['task.notFound', 'task.stateForbids', 'platform.noPermission'],
    summary: 'Processes the failed rows of a task again. Not possible after an undo.',
  }),
  previewUndo: defineCall({
    method: 'POST',
    path: '/task/previewUndo.do',
    access: anySession,
    effect: 'write',
    payload: byGuid,
    answer: undoPreview,
    errors: ['task.notFound', 'task.stateForbids', 'task.undoOver', 'task.notUndoable', 'platform.noPermission'],
    summary: 'Runs the undo of a task and rolls it back: returns what it would do now. Nothing is changed.',
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
    summary: 'Undoes a task, as a task of its own. Rows that have changed since are skipped.',
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
    summary: 'Downloads the rows of a task as a file, each with its number, result and reason.',
  }),
  watch: defineCall({
    method: 'GET',
    path: '/task/watch.do',
    access: anySession,
    effect: 'read',
    streams: 'events',
    payload: z.object({}),
    answer: z.object({ tasks: z.array(taskRow), unread: unreadCounts }),
    errors: [],
    summary:
      'Streams the active and recently finished tasks and the numbers of unread messages and notices as server-sent ' +
      'events, whenever one of them changes.',
  }),
})
