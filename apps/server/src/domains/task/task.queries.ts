// The only SQL of tasks. Every change of a task locks its row first (`lockTask`), so that working, canceling and
// undoing run one after the other. Rows are written and read by the thousand, in one statement each.
import { DAY_MS, HOUR_MS, LIMITS, ROW_STATES, TASK_STATUSES } from '@sealwright/contract'
import type { RowState, TaskKind } from '@sealwright/contract'
import { and, asc, desc, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { Db } from '../../kernel/db/database.ts'
import type { Slice } from '../../kernel/db/list.ts'
import { listOf, walkIds } from '../../kernel/db/search.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Outcome, RowReason } from './task.kind.ts'
import { task, taskRow } from './task.tables.ts'
import type { Task } from './task.tables.ts'

/** The server's own work on a task has no caller. */
export type Tenant = Pick<Scope, 'db' | 'developerId'>

export interface TaskFilter {
  status?: readonly Task['status'][] | undefined
  kind?: TaskKind | undefined
}

export type Judged = { input: object; found: Extract<Outcome, { reason: RowReason }> | null }

const { waiting: WAITING, success: SUCCESS, fail: FAIL } = ROW_STATES

const theTask = ({ developerId }: Tenant, guid: string) => and(eq(task.developerId, developerId), eq(task.guid, guid))
const rowsOf = ({ developerId }: Tenant, guid: string) =>
  and(eq(taskRow.developerId, developerId), eq(taskRow.taskGuid, guid))

/** The caller's own tasks, or all tasks for the super administrator. */
const seen = ({ developerId, caller }: Scope) =>
  and(eq(task.developerId, developerId), caller.isSuper ? undefined : eq(task.createdBy, caller.accountId))
const isListed = sql`not ${task.isDraft}`
const isOpen = sql`${isListed} and ${task.status} in (0, 1)`

export async function listTasks(scope: Scope, { status, kind }: TaskFilter, order: 'asc' | 'desc') {
  const where = and(seen(scope), isListed, kind === undefined ? undefined : eq(task.kind, kind))
  const among = status && { column: task.status, values: status }
  const ids = await walkIds(scope, { table: task, where, column: task.createdAt, order, among })
  return listOf(ids, (guids) =>
    scope.db
      .select()
      .from(task)
      .where(and(seen(scope), inArray(task.guid, guids))),
  )
}

/** Counts the tasks since then that failed, at least in part, and were not undone. Up to the limit of exact counts. */
export async function countFailed(scope: Scope, since: Date): Promise<number> {
  const failed = scope.db
    .select({ guid: task.guid })
    .from(task)
    .where(
      and(
        seen(scope),
        isListed,
        gt(task.createdAt, since),
        inArray(task.status, [TASK_STATUSES.partly, TASK_STATUSES.error]),
        isNull(task.undoneBy),
      ),
    )
    .limit(LIMITS.page.exactCount)
    .as('failed')
  return scope.db.$count(failed)
}

/** Those of these tasks that the caller sees. */
export async function listTasksOf(scope: Scope, guids: readonly string[]): Promise<Map<string, Task>> {
  if (guids.length === 0) return new Map()
  const rows = await scope.db
    .select()
    .from(task)
    .where(and(seen(scope), isListed, inArray(task.guid, [...guids])))
  return new Map(rows.map((row) => [row.guid, row]))
}

/** Drafts of other accounts are hidden, even from the super administrator. */
const reachable = (scope: Scope, guid: string) =>
  and(seen(scope), eq(task.guid, guid), or(isListed, eq(task.createdBy, scope.caller.accountId)))

export async function findTask(scope: Scope, guid: string): Promise<Task | undefined> {
  const [row] = await scope.db.select().from(task).where(reachable(scope, guid))
  return row
}

/** The same, locked until the transaction ends. This waits for a chunk in progress. */
export async function lockReachable(scope: Scope, guid: string): Promise<Task | undefined> {
  const [row] = await scope.db.select().from(task).where(reachable(scope, guid)).for('update')
  return row
}

/** The caller's own tasks that are open or ended after `since`, newest first. */
export function listMoving({ db, developerId, caller }: Scope, since: Date): Promise<Task[]> {
  return db
    .select()
    .from(task)
    .where(
      and(
        eq(task.developerId, developerId),
        eq(task.createdBy, caller.accountId),
        isListed,
        or(isOpen, gt(task.finishedAt, since)),
      ),
    )
    .orderBy(desc(task.createdAt), desc(task.guid))
    .limit(LIMITS.page.maxSize)
}

/** The creator and the kind of an open task, without waiting for the worker's lock. */
export async function findCreator(
  { db, developerId }: Tenant,
  guid: string,
): Promise<Pick<Task, 'createdBy' | 'kind'> | undefined> {
  const [row] = await db
    .select({ createdBy: task.createdBy, kind: task.kind })
    .from(task)
    .where(and(theTask({ db, developerId }, guid), isOpen))
  return row
}

export async function lockTask(tenant: Tenant, guid: string): Promise<Task | undefined> {
  const [row] = await tenant.db.select().from(task).where(theTask(tenant, guid)).for('update')
  return row
}

export async function insertTask({ db }: Tenant, row: typeof task.$inferInsert): Promise<void> {
  await db.insert(task).values(row)
}

export async function updateTask(
  tenant: Tenant,
  guid: string,
  changes: Partial<typeof task.$inferInsert>,
): Promise<void> {
  await tenant.db.update(task).set(changes).where(theTask(tenant, guid))
}

export async function deleteTask(tenant: Tenant, guid: string): Promise<void> {
  await tenant.db.delete(task).where(theTask(tenant, guid))
}

/** Inserts rows from number `after + 1` on, with the problem that was found in each. */
export async function insertRows(
  { db, developerId }: Tenant,
  guid: string,
  after: number,
  rows: readonly Judged[],
): Promise<void> {
  const states = rows.map(({ found }) => ROW_STATES[found?.state ?? 'waiting'])
  const reasons = rows.map(({ found }) => (found ? JSON.stringify(found.reason) : null))
  await db.execute(sql`
    insert into task_row (developer_id, task_guid, n, input, state, reason)
    select ${developerId}::bigint, ${guid}::uuid, ${after}::int + n, input, state, reason::jsonb
    from rows from (
      jsonb_array_elements(${JSON.stringify(rows.map(({ input }) => input))}::jsonb),
      unnest(${sql.param(states)}::int[]),
      unnest(${sql.param(reasons)}::text[])
    ) with ordinality as given (input, state, reason, n)`)
}

/** Copies the successful rows of a task, with their effects, to the task that undoes it. Returns how many. */
export async function copyDone({ db, developerId }: Tenant, from: string, to: string): Promise<number> {
  const { rowCount } = await db.execute(sql`
    insert into task_row (developer_id, task_guid, n, input, effect)
    select developer_id, ${to}::uuid, n, input, effect from task_row
    where developer_id = ${developerId} and task_guid = ${from} and state = ${SUCCESS}`)
  return rowCount ?? 0
}

/** The next waiting rows, in order. */
export function listWaiting(tenant: Tenant, guid: string, position: number, limit: number) {
  const { n, input, effect, reason } = taskRow
  return tenant.db
    .select({ n, input, effect, reason })
    .from(taskRow)
    .where(and(rowsOf(tenant, guid), gt(n, position), eq(taskRow.state, WAITING)))
    .orderBy(asc(n))
    .limit(limit)
}

/** Writes the outcomes of these rows, in order. If undoing a row fails, its effect is kept. */
export async function writeOutcomes(
  { db, developerId }: Tenant,
  guid: string,
  ns: readonly number[],
  outcomes: readonly Outcome[],
): Promise<void> {
  const column = (of: (outcome: Outcome) => unknown) => sql.param(outcomes.map(of))
  await db.execute(sql`
    update task_row t set state = o.state, reason = o.reason::jsonb, effect = coalesce(o.effect::jsonb, t.effect)
    from unnest(${sql.param(ns)}::int[], ${column(({ state }) => ROW_STATES[state])}::int[],
      ${column((outcome) => (outcome.state === 'success' ? null : JSON.stringify(outcome.reason)))}::text[],
      ${column((outcome) => (outcome.state === 'success' && outcome.effect ? JSON.stringify(outcome.effect) : null))}
        ::text[]
    ) as o (n, state, reason, effect)
    where t.developer_id = ${developerId} and t.task_guid = ${guid} and t.n = o.n`)
}

/** Sets rows back to waiting: all rows of a draft, or the failed rows of a task that is retried, with their reasons. */
export async function resetRows(tenant: Tenant, guid: string, which: 'all' | 'failed'): Promise<void> {
  await tenant.db
    .update(taskRow)
    .set({ state: WAITING, ...(which === 'all' && { reason: null }) })
    .where(and(rowsOf(tenant, guid), which === 'all' ? sql`${taskRow.state} <> ${WAITING}` : eq(taskRow.state, FAIL)))
}

const inState = (state: RowState | undefined) =>
  state === undefined ? undefined : eq(taskRow.state, ROW_STATES[state])
const told = {
  n: taskRow.n,
  input: taskRow.input,
  state: taskRow.state,
  reason: taskRow.reason,
  effect: taskRow.effect,
}
export type ToldRow = Awaited<ReturnType<typeof listRowsAfter>>[number]

export function listRows(
  tenant: Tenant,
  guid: string,
  state: RowState | undefined,
  order: 'asc' | 'desc',
  { offset, limit, isReversed }: Slice,
): Promise<ToldRow[]> {
  const direction = (order === 'asc') !== isReversed ? asc : desc
  return tenant.db
    .select(told)
    .from(taskRow)
    .where(and(rowsOf(tenant, guid), inState(state)))
    .orderBy(direction(taskRow.n))
    .limit(limit)
    .offset(offset)
}

export function listRowsAfter(tenant: Tenant, guid: string, state: RowState | undefined, after: number, limit: number) {
  return tenant.db
    .select(told)
    .from(taskRow)
    .where(and(rowsOf(tenant, guid), inState(state), gt(taskRow.n, after)))
    .orderBy(asc(taskRow.n))
    .limit(limit)
}

/** More rows than any task has whose effects are read at once. */
const MOST_EFFECTS = 1_000

/** The effects of the done rows of a task of this kind, in order. Undefined if the caller has no such task. */
export async function findEffects(
  scope: Scope,
  guid: string,
  kind: Task['kind'],
): Promise<Record<string, unknown>[] | undefined> {
  const found = await findTask(scope, guid)
  if (found?.kind !== kind) return undefined
  const rows = await listRowsAfter(scope, guid, 'success', 0, MOST_EFFECTS)
  return rows.map(({ effect }) => effect).filter((effect) => effect !== null)
}

/** The open tasks of all developers that nobody has locked. Runs as the database owner. */
export function listAbandoned(db: Db) {
  return db
    .select({ developerId: task.developerId, guid: task.guid })
    .from(task)
    .where(isOpen)
    .orderBy(asc(task.createdAt))
    .for('update', { skipLocked: true })
}

/** Deletes drafts that nobody started, and old tasks. Runs as the database owner. */
export async function purgeTasks(db: Db, now: Date): Promise<void> {
  const ago = (ms: number) => new Date(now.getTime() - ms)
  await db.delete(task).where(and(task.isDraft, lt(task.createdAt, ago(LIMITS.task.draftHours * HOUR_MS))))
  await db
    .delete(task)
    .where(and(isListed, sql`${task.status} not in (0, 1)`, lt(task.createdAt, ago(LIMITS.task.keptDays * DAY_MS))))
}
