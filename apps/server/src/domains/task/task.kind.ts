// A kind of task: how its rows are checked, processed and undone. The domain that owns the rows defines it. The engine
// takes care of chunks, transactions, counts and failures.
import type { DraftCost, DraftCreates, ErrorName, TaskKind, Violation } from '@sealwright/contract'
import type { Scope } from '../../kernel/scope.ts'

/** Why a row failed or was skipped. Stored by name, so that every reader sees it in their own language. */
export interface RowReason {
  error: ErrorName
  params?: Record<string, string | number>
  /** The cell that the reason is about. */
  field?: string
  /** For a row that is not a valid payload. */
  violations?: readonly Violation[]
}

export type Outcome = { state: 'success'; effect?: object } | { state: 'fail' | 'skip'; reason: RowReason }

export interface WorkInput<Input> {
  /** The number of the row, from 1. */
  n: number
  input: Input
  /** Why the attempt before this one failed. */
  reason?: RowReason | null
}

export interface DoneRow<Input> extends WorkInput<Input> {
  effect: Record<string, unknown>
}

/** Checks a draft without changing anything. Gets the rows in order and may remember earlier ones. */
export interface Judge<Input> {
  /** The problem of each row; null if it would succeed. */
  rows(
    scope: Scope,
    rows: readonly WorkInput<Input>[],
    options: Record<string, unknown>,
  ): Promise<(Extract<Outcome, { reason: RowReason }> | null)[]>
  /** The cost of all rows checked so far. */
  cost?(scope: Scope): Promise<DraftCost>
  /** What the rows checked so far create besides themselves; undefined if nothing. */
  creates?(): DraftCreates | undefined
}

export interface TaskKindDefinition<Input extends object = Record<string, unknown>> {
  name: TaskKind
  /** How many rows are processed in one transaction. */
  chunk: number
  /** The domain of the labels of the cells: `<domain>.fields.<field>`. */
  domain: string
  /**
   * The rows carry out a decision that is already made. The task sees all rows of the developer, and it runs even if
   * its creator lost the right or can no longer sign in: then as the super administrator. Nobody can cancel it.
   */
  isDecided?: true
  /** The number that people see for a row, if it is not its position. */
  numberOf?(input: Input): number
  /** The cells that people see, in order, without secrets. `effect` is there once the row is done. */
  cells(
    input: Input,
    done: { effect: Record<string, unknown>; options: Record<string, unknown> },
  ): { field: string; value: string }[]
  /**
   * Processes these rows in the scope's transaction. Returns one outcome for each row, in order. A problem of a row is
   * an outcome, never an exception. `total` is the number of all rows of the task.
   */
  run(
    scope: Scope,
    rows: readonly WorkInput<Input>[],
    options: Record<string, unknown>,
    taskGuid: string,
    total: number,
  ): Promise<Outcome[]>
  /** Called in the transaction that ends or cancels the task, also after a retry. Not called for an undo. */
  ended?(tenant: Pick<Scope, 'db' | 'developerId'> & { now: Date }, taskGuid: string): Promise<void>
  /** Starts checking a draft. Absent for kinds without drafts. */
  judge?(): Judge<Input>
  /** Undoes the effects of these rows, except those that were changed since. */
  undo?(scope: Scope, rows: readonly DoneRow<Input>[], options: Record<string, unknown>): Promise<Outcome[]>
}

/** A kind without its input type: the engine only passes the input on. */
export type AnyTaskKind = TaskKindDefinition

export function defineTaskKind<Input extends object>(kind: TaskKindDefinition<Input>): AnyTaskKind {
  return kind as unknown as AnyTaskKind // the engine passes a kind only its own input
}

export interface NewTask {
  kind: TaskKind
  subject: string
  options?: Record<string, unknown>
  rows: AsyncIterable<object> | Iterable<object>
  /** True: the rows are checked, and nothing is done until somebody starts the task. */
  isDraft?: boolean
}

/** Opens a task in the caller's transaction: the rows and the queued work are committed together or not at all. */
export type OpenTask = (scope: Scope, task: NewTask) => Promise<{ taskId: string; total: number }>
