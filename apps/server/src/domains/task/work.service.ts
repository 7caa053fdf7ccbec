// Processes tasks. A chunk of rows is one transaction: its effects, the outcome of each row, the counts and the
// position are committed together or not at all. So a killed server, a lost connection or a second worker costs at most
// the chunk in progress. A task runs as its creator, with the creator's current privileges, unless it carries out a
// decision (`isDecided`).
import { TASK_KINDS, TASK_STATUSES, taskMachine } from '@sealwright/contract'
import type { Locale, TaskEvent } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
import type { Logger } from 'pino'
import type { Clock } from '../../kernel/clock.ts'
import { isOutage, sqlState } from '../../kernel/db/database.ts'
import type { Database } from '../../kernel/db/database.ts'
import type { Ids } from '../../kernel/ids.ts'
import { inScope } from '../../kernel/in-scope.ts'
import type { Notify } from '../../kernel/notify.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Caller, Scope } from '../../kernel/scope.ts'
import { findSuperAdministrator } from '../developer/index.ts'
import type { TaskQueue } from './queue.service.ts'
import type { AnyTaskKind, Outcome, RowReason } from './task.kind.ts'
import * as queries from './task.queries.ts'
import { endMessage, endOf, lostRight, optionsAfter, reasonOf } from './task.rules.ts'
import type { Task } from './task.tables.ts'

export interface WorkDeps {
  database: Database
  clock: Clock
  ids: Ids
  log: Logger
  languages: Record<Locale, Sentences>
  notify: Notify
  /** An account with its current privileges; undefined if it can no longer sign in. */
  findMember(developerId: number, accountId: string, now: Date): Promise<Caller | undefined>
}

interface Chunk {
  limit: number
  /** The only row to process. If another worker has processed it meanwhile, nothing is done. */
  only?: number | undefined
  /** The error that stops the whole task. */
  error?: RowReason['error']
}

type Rows = Awaited<ReturnType<typeof queries.listWaiting>>
/** Processes these rows of a task, in its transaction. */
type Doing = (tenant: queries.Tenant, task: Task, rows: Rows) => Promise<Outcome[]>

/** The log has the guid of the task, so that a reader of the reason finds the exception. */
const thrown = (guid: string): RowReason => ({ error: 'platform.systemError', params: { requestId: guid } })
const RETRIED: ReadonlySet<string> = new Set(['40P01', '40001'])
const TIMED_OUT = '57014'
/** How long a task is processed before others get their turn. */
const TURN_MS = 5_000
/** Rows that are only marked as failed, in one transaction. */
const MARKED = 5_000

const failing =
  (reason: RowReason): Doing =>
  async (_tenant, _task, rows) =>
    rows.map(() => ({ state: 'fail', reason }))

function next(status: Task['status'], event: TaskEvent): Task['status'] {
  const to = taskMachine.next(status, event)
  if (to === undefined) throw new Error(`a task in state ${status} cannot ${event}`)
  return to
}

/** The rows of the first task that were not undone had changed since: they belong to somebody else's work now. */
async function markUndone(tenant: queries.Tenant, guid: string): Promise<void> {
  const task = await queries.lockTask(tenant, guid)
  const status = task && taskMachine.next(task.status, 'undo')
  if (status !== undefined) await queries.updateTask(tenant, guid, { status })
}

export function createWork(deps: WorkDeps & { queue: TaskQueue }) {
  const { database, clock, ids, log, languages, notify, queue } = deps

  /** Processes the next rows in the transaction of this scope. Returns whether there may be more. */
  async function doChunk(
    tenant: queries.Tenant,
    guid: string,
    { limit, only, error }: Chunk,
    doing: Doing,
  ): Promise<boolean> {
    const task = await queries.lockTask(tenant, guid)
    if (!task || task.isDraft || (task.status !== TASK_STATUSES.waiting && task.status !== TASK_STATUSES.processing))
      return false
    const rows = await queries.listWaiting(tenant, guid, task.position, limit)
    if (only !== undefined && rows[0]?.n !== only) return true
    const outcomes = rows.length > 0 ? await doing(tenant, task, rows) : []
    if (outcomes.length !== rows.length)
      throw new Error(`${rows.length} rows of a task had ${outcomes.length} outcomes`)
    if (rows.length > 0)
      await queries.writeOutcomes(
        tenant,
        guid,
        rows.map(({ n }) => n),
        outcomes,
      )
    const count = (state: Outcome['state']) =>
      task[state] + outcomes.filter((outcome) => outcome.state === state).length
    const counts = { success: count('success'), fail: count('fail'), skip: count('skip') }
    const now = clock.now()
    const isEnded = rows.length < limit
    const working = task.status === TASK_STATUSES.waiting ? next(task.status, 'begin') : task.status
    const end = endOf(counts)
    await queries.updateTask(tenant, guid, {
      ...counts,
      ...optionsAfter(task, outcomes),
      position: rows.at(-1)?.n ?? task.position,
      startedAt: task.startedAt ?? now,
      ...(error && { error }),
      ...(isEnded ? { status: next(working, end), finishedAt: now } : { status: working }),
    })
    if (isEnded) {
      if (task.undoes === null) await queue.kindOf(task.kind).ended?.({ ...tenant, now }, guid)
      else if (end === 'complete' && counts.success > 0) await markUndone(tenant, task.undoes)
      await notify({ ...tenant, now }, endMessage(task, end, counts))
    }
    return !isEnded
  }

  /** Processes a chunk as the creator of the task. */
  function asCreator(
    caller: Caller,
    kind: AnyTaskKind,
    guid: string,
    limit: number,
    begin: (n: number | undefined) => void,
  ): Promise<boolean> {
    const asking = {
      requestId: guid,
      network: '',
      fingerprint: undefined,
      userAgent: undefined,
      origin: undefined,
      now: clock.now(),
      log,
    }
    const given = { caller, asking, ids, say: languages[caller.locale], call: { name: `task.${kind.name}` } }
    const doing =
      (scope: Scope): Doing =>
      (_tenant, task, rows) => {
        begin(rows[0]?.n)
        if (task.undoes === null) return kind.run(scope, rows, task.options, guid, task.total)
        if (!kind.undo) throw new Error(`a task of the kind ${kind.name} cannot be undone`)
        return kind.undo(
          scope,
          rows.map(({ n, input, effect }) => ({ n, input, effect: effect ?? {} })),
          task.options,
        )
      }
    return inScope(database, given, 'write', (scope) => doChunk(scope, guid, { limit }, doing(scope)))
  }

  const mark = (developerId: number, guid: string, chunk: Chunk, reason: RowReason) =>
    database.inTenant(developerId, 'write', (db) => doChunk({ db, developerId }, guid, chunk, failing(reason)))

  /** The account that a task runs as. Undefined if its creator may no longer do this. */
  async function runner(
    developerId: number,
    { createdBy, kind: name }: Pick<Task, 'createdBy' | 'kind'>,
    { isDecided }: AnyTaskKind,
  ): Promise<Caller | undefined> {
    const creator = await deps.findMember(developerId, createdBy, clock.now())
    const isAllowed = creator && creator.privileges.has(TASK_KINDS[name].privilege)
    if (!isDecided) return isAllowed ? creator : undefined
    const present = isAllowed ? creator : await findSuper(developerId)
    return present && { ...present, limited: new Set(), integratorGuid: null }
  }

  async function findSuper(developerId: number): Promise<Caller | undefined> {
    const found = await database.inTenant(developerId, 'read', (db) => findSuperAdministrator(db, developerId))
    return found && deps.findMember(developerId, found.accountId, clock.now())
  }

  /** Processes one chunk, or one row while `singles` rows are left to be processed one by one. */
  async function step(
    developerId: number,
    guid: string,
    singles: number,
  ): Promise<{ hasMore: boolean; singles: number }> {
    const found = await database.inTenant(developerId, 'read', (db) => queries.findCreator({ db, developerId }, guid))
    if (!found) return { hasMore: false, singles: 0 }
    const kind = queue.kindOf(found.kind)
    const caller = await runner(developerId, found, kind)
    const suspended = caller?.developer.suspension
    if (!caller || suspended) {
      const reason: RowReason = suspended
        ? { error: 'developer.suspended', params: { reason: suspended.reason } }
        : lostRight(found)
      return { hasMore: await mark(developerId, guid, { limit: MARKED, error: reason.error }, reason), singles: 0 }
    }
    let begun: number | undefined
    try {
      return {
        hasMore: await asCreator(caller, kind, guid, singles > 0 ? 1 : kind.chunk, (n) => (begun = n)),
        singles: Math.max(0, singles - 1),
      }
    } catch (error) {
      // A deadlock or a serialization failure: try again.
      if (RETRIED.has(sqlState(error) ?? '')) return { hasMore: true, singles }
      // A chunk that times out would time out again, but single rows may not.
      if ((isOutage(error) && sqlState(error) !== TIMED_OUT) || begun === undefined) throw error
      // A row of the chunk throws: process the rows one by one, so that only that row fails.
      const isRefused = error instanceof Refusal
      if (!isRefused) log.error({ err: error, task: guid, kind: kind.name }, 'rows of a task threw an error')
      if (singles === 0) return { hasMore: true, singles: kind.chunk }
      return {
        hasMore: await mark(developerId, guid, { limit: 1, only: begun }, isRefused ? reasonOf(error) : thrown(guid)),
        singles: singles - 1,
      }
    }
  }

  const inHand = new Set<string>()
  let isStopping = false

  return {
    /** Whether this process works on the task, so that nobody needs to be woken. */
    isInHand: (guid: string) => inHand.has(guid),
    /**
     * Works until the task has ended, is canceled, or has had its turn; then it is queued behind the others. Returns
     * whether rows are left.
     */
    async work(developerId: number, guid: string): Promise<boolean> {
      if (inHand.has(guid) || isStopping) return false
      inHand.add(guid)
      const end = performance.now() + TURN_MS
      let at = { hasMore: true, singles: 0 }
      try {
        while (at.hasMore && !isStopping && (at.singles > 0 || performance.now() < end))
          at = await step(developerId, guid, at.singles)
      } finally {
        inHand.delete(guid)
      }
      if (at.hasMore && !isStopping)
        await database.inTenant(developerId, 'write', (db) => queue.enqueue(db, { developerId, guid }))
      return at.hasMore
    },
    /** Stops after the chunks in progress. */
    stop: () => void (isStopping = true),
  }
}

export type Work = ReturnType<typeof createWork>
