// What people do with tasks: view, start a draft, cancel, retry, undo, download. Accounts have their own tasks. The
// super administrator has all of them, but a task always runs as its creator.
import { LIMITS, TASK_KINDS, TASK_STATUSES, startsElsewhere, taskMachine } from '@sealwright/contract'
import type { TaskEvent, TaskKind, UnreadCounts, taskCalls } from '@sealwright/contract'
import { fieldLabel } from '@sealwright/phrases'
import type * as z from 'zod/mini'
import { listAccountNames } from '../../kernel/account-names.ts'
import type { Clock } from '../../kernel/clock.ts'
import { readPage } from '../../kernel/db/list.ts'
import type { FileAnswer, StreamContext } from '../../kernel/http/context.ts'
import { requireAnyPrivilege } from '../../kernel/http/gates.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Scope } from '../../kernel/scope.ts'
import { SHEET_TYPES, writeSheet } from '../../kernel/sheets/sheets.ts'
import type { TaskQueue } from './queue.service.ts'
import * as queries from './task.queries.ts'
import {
  freshOptions,
  reasonSentence,
  rowStateOf,
  statusLabel,
  told as toldTask,
  undoing,
  wrongFields,
} from './task.rules.ts'
import type { ToldTask } from './task.rules.ts'
import type { Task } from './task.tables.ts'
import { previewUndo as tryUndo } from './undo-preview.service.ts'
import type { ReadMoved } from './undo-preview.service.ts'

type Payload<Name extends keyof typeof taskCalls> = z.output<(typeof taskCalls)[Name]['payload']>

const DOWNLOAD_CHUNK = 1_000
const WATCH = { movingMs: 500, restingMs: 3_000, signMs: 15_000, endedMs: 60_000 }

/** The port to messages, whose numbers share the stream of tasks. */
export interface UnreadPort {
  count(scope: Scope): Promise<UnreadCounts>
  /** Waits until the numbers of an account differ from the known ones, or until the signal. */
  whenChanged(of: { developerId: number; accountId: string }, known: UnreadCounts, signal: AbortSignal): Promise<void>
}

export interface TaskServiceDeps {
  queue: TaskQueue
  clock: Clock
  unread: UnreadPort
  readMoved: ReadMoved
}

export function createTaskService({ queue, clock, unread, readMoved }: TaskServiceDeps) {
  async function tellAll(scope: Scope, tasks: readonly Task[]): Promise<ToldTask[]> {
    const names = await listAccountNames(
      scope,
      tasks.map(({ createdBy }) => createdBy),
    )
    return tasks.map((task) =>
      toldTask(task, {
        accountId: scope.caller.accountId,
        seesPrices: scope.caller.integratorGuid === null,
        now: clock.now(),
        say: scope.say,
        creator: names.get(task.createdBy) ?? '',
      }),
    )
  }

  async function existing(scope: Scope, guid: string): Promise<Task> {
    const task = await queries.findTask(scope, guid)
    if (!task) throw new Refusal('task.notFound')
    return task
  }

  async function locked(scope: Scope, guid: string): Promise<Task> {
    const task = await queries.lockReachable(scope, guid)
    if (!task) throw new Refusal('task.notFound')
    return task
  }

  const forbidden = (scope: Scope, task: Task) =>
    new Refusal('task.stateForbids', { params: { status: statusLabel(scope.say, task) } })

  function after(scope: Scope, task: Task, event: TaskEvent) {
    const status = taskMachine.next(task.status, event)
    if (status === undefined) throw forbidden(scope, task)
    return status
  }

  const requireRight = (scope: Scope, { kind }: Pick<Task, 'kind'>) =>
    requireAnyPrivilege(scope.caller, [TASK_KINDS[kind].privilege], (name) => scope.say(`privileges.${name}`))

  async function find(scope: Scope, { status, kind, order = 'desc', ...page }: Payload<'find'>) {
    const list = await queries.listTasks(scope, { status, kind }, order)
    const { rows, ...rest } = await readPage(page, list.count, list.page)
    return { rows: await tellAll(scope, rows), ...rest }
  }

  async function get(scope: Scope, { guid }: Payload<'get'>): Promise<ToldTask> {
    const [answer] = await tellAll(scope, [await existing(scope, guid)])
    if (!answer) throw new Refusal('task.notFound')
    return answer
  }

  /**
   * A row as a reader sees it. Its effect, such as the codes that it made, is shown only with the privilege of the
   * task.
   */
  function tellRow(
    { say, caller }: Pick<Scope, 'say' | 'caller'>,
    { kind: name, options }: Task,
    { n, input, state, reason, effect }: queries.ToldRow,
  ) {
    const kind = queue.kindOf(name)
    const isKnown = caller.privileges.has(TASK_KINDS[name].privilege)
    const told = rowStateOf(state)
    const wrong = reason !== null && told === 'fail' ? wrongFields(reason) : []
    return {
      n: kind.numberOf?.(input) ?? n,
      state: told,
      cells: kind
        .cells(input, { effect: (isKnown && effect) || {}, options })
        .map((cell) => (wrong.includes(cell.field) ? { ...cell, isWrong: true } : cell)),
      // A waiting row of a retried task still has the reason of the attempt before.
      reason: reason === null || told === 'waiting' ? null : reasonSentence(say, kind.domain, reason),
    }
  }

  async function findRows(scope: Scope, { guid, state, order = 'asc', ...page }: Payload<'findRows'>) {
    const task = await existing(scope, guid)
    const { total, success, fail, skip } = task
    const records = state === undefined ? total : { success, fail, skip, waiting: total - success - fail - skip }[state]
    const { rows, ...rest } = await readPage(page, { records, isCapped: false }, (slice) =>
      queries.listRows(scope, guid, state, order, slice),
    )
    return { rows: rows.map((row) => tellRow(scope, task, row)), ...rest }
  }

  async function start(scope: Scope, { guid }: Payload<'start'>) {
    const task = await locked(scope, guid)
    if (startsElsewhere(task.kind)) throw forbidden(scope, task)
    return begin(scope, task)
  }

  /** Starts a draft of one of these kinds, or the failed rows of an ended task again, for their domain. */
  async function startOf(scope: Scope, guid: string, kinds: readonly TaskKind[]) {
    const task = await locked(scope, guid)
    if (!kinds.includes(task.kind)) throw new Refusal('task.notFound')
    return task.isDraft ? begin(scope, task) : again(scope, task)
  }

  async function begin(scope: Scope, task: Task) {
    const { guid } = task
    if (!task.isDraft) throw forbidden(scope, task)
    requireRight(scope, task)
    // The result of the check may no longer hold, so every row is processed.
    await queries.resetRows(scope, guid, 'all')
    await queries.updateTask(scope, guid, { isDraft: false, fail: 0, skip: 0 })
    await queue.enqueue(scope.db, task)
    return { taskId: guid }
  }

  async function cancel(scope: Scope, { guid }: Payload<'cancel'>) {
    const task = await locked(scope, guid)
    // A decision takes effect as a whole.
    if (queue.kindOf(task.kind).isDecided) throw forbidden(scope, task)
    if (task.isDraft) await queries.deleteTask(scope, guid)
    else {
      const now = clock.now()
      // A task that has ended keeps its end time, so that the time to undo it does not start again.
      await queries.updateTask(scope, guid, {
        status: after(scope, task, 'cancel'),
        finishedAt: task.finishedAt ?? now,
      })
      if (task.undoes === null) await queue.kindOf(task.kind).ended?.({ ...scope, now }, guid)
    }
    // The undo can be requested again. It finds that the rows already undone are gone.
    if (task.undoes !== null) await queries.updateTask(scope, task.undoes, { undoneBy: null })
    return {}
  }

  async function retry(scope: Scope, { guid }: Payload<'retry'>) {
    const task = await locked(scope, guid)
    // What its domain asks for at the start, such as a PIN, it asks for again.
    if (startsElsewhere(task.kind) && task.undoes === null) throw forbidden(scope, task)
    return again(scope, task)
  }

  async function again(scope: Scope, task: Task) {
    const { guid } = task
    // The task that undoes this one would miss rows that succeed now.
    if (task.undoneBy !== null)
      throw new Refusal('task.stateForbids', { params: { status: scope.say('task.statuses.undone') } })
    const status = after(scope, task, 'retry')
    requireRight(scope, task)
    await queries.resetRows(scope, guid, 'failed')
    // What was decided when the task was opened may no longer hold, such as which approval flow catches its rows.
    const options = { ...freshOptions(task), retriedAt: scope.asking.now.toISOString() }
    await queries.updateTask(scope, guid, { status, fail: 0, position: 0, finishedAt: null, error: null, options })
    await queue.enqueue(scope.db, task)
    return { taskId: guid }
  }

  function requireUndoable(scope: Scope, task: Task): void {
    const found = undoing(task, clock.now())
    if ('refusal' in found)
      throw found.refusal === 'task.stateForbids'
        ? forbidden(scope, task)
        : new Refusal(found.refusal, { params: { hours: LIMITS.task.undoHours } })
    requireRight(scope, task)
  }

  async function previewUndo(scope: Scope, { guid }: Payload<'previewUndo'>) {
    const task = await existing(scope, guid)
    requireUndoable(scope, task)
    return tryUndo(scope, queue.kindOf(task.kind), task, readMoved)
  }

  async function undo(scope: Scope, { guid }: Payload<'undo'>) {
    const { developerId, caller, asking, ids } = scope
    const task = await locked(scope, guid)
    requireUndoable(scope, task)
    const { kind, subject } = task
    const undoGuid = ids.guid()
    await queries.insertTask(scope, {
      developerId,
      guid: undoGuid,
      kind,
      subject,
      options: freshOptions(task),
      total: 0,
      undoes: guid,
      createdBy: caller.accountId,
      createdAt: asking.now,
    })
    await queries.updateTask(scope, undoGuid, { total: await queries.copyDone(scope, guid, undoGuid) })
    await queries.updateTask(scope, guid, { undoneBy: undoGuid })
    await queue.enqueue(scope.db, { developerId, guid: undoGuid })
    return { taskId: undoGuid }
  }

  async function* sheetOf(
    context: StreamContext,
    task: Task,
    state: Payload<'download'>['state'],
  ): AsyncGenerator<string[]> {
    const { say } = context
    const { domain } = queue.kindOf(task.kind)
    let position = 0
    let isFirst = true
    for (;;) {
      const { rows, answers } = await context.read(async (scope) => {
        const next = await queries.listRowsAfter(scope, task.guid, state, position, DOWNLOAD_CHUNK)
        return { rows: next, answers: next.map((row) => tellRow(scope, task, row)) }
      })
      if (isFirst)
        yield [
          say('task.fields.n'),
          ...(answers[0]?.cells ?? []).map(({ field }) => fieldLabel(say, domain, field)),
          say('task.fields.state'),
          say('task.fields.reason'),
        ]
      isFirst = false
      for (const row of answers)
        yield [String(row.n), ...row.cells.map(({ value }) => value), say(`task.states.${row.state}`), row.reason ?? '']
      if (rows.length < DOWNLOAD_CHUNK) return
      position = rows.at(-1)?.n ?? position
    }
  }

  async function download(context: StreamContext, { guid, state, format }: Payload<'download'>): Promise<FileAnswer> {
    const task = await context.read((scope) => existing(scope, guid))
    const name = context.say(state === 'fail' ? 'task.failedFile' : 'task.resultFile', { subject: task.subject })
    const fileName = `${name}.${format}`
    return { fileName, type: SHEET_TYPES[format], body: writeSheet(format, sheetOf(context, task, state)) }
  }

  /** Waits for new numbers, at most `ms`, and not after the reader has disconnected. */
  async function rest({ caller, signal }: StreamContext, known: UnreadCounts, ms: number): Promise<void> {
    const over = new AbortController()
    const end = () => over.abort()
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
    if (!signal.aborted)
      await unread.whenChanged({ developerId: caller.developer.id, accountId: caller.accountId }, known, over.signal)
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
  }

  /**
   * Ends with the session, when reading is refused. It yields the tasks and the numbers of unread messages when
   * something changes, else null as a sign of life.
   */
  async function* watch(context: StreamContext): AsyncGenerator<{ tasks: ToldTask[]; unread: UnreadCounts } | null> {
    let last = ''
    let toldAt = 0
    while (!context.signal.aborted) {
      const now = clock.now()
      const told = await context.read(async (scope) => ({
        tasks: await tellAll(scope, await queries.listMoving(scope, new Date(now.getTime() - WATCH.endedMs))),
        unread: await unread.count(scope),
      }))
      const present = JSON.stringify(told)
      const elapsed = performance.now() - toldAt
      if (present !== last || elapsed > WATCH.signMs) {
        yield present === last ? null : told
        last = present
        toldAt = performance.now()
      }
      const isMoving = told.tasks.some(
        ({ status }) => status === TASK_STATUSES.waiting || status === TASK_STATUSES.processing,
      )
      await rest(context, told.unread, isMoving ? WATCH.movingMs : WATCH.restingMs)
    }
  }

  return { find, get, findRows, start, startOf, cancel, retry, previewUndo, undo, download, watch }
}
