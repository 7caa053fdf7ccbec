// What a kind of task is to the engine: how its rows are judged, done and taken back. The domain that owns the rows
// says so; the engine sees to chunks, transactions, counts and everything that can go wrong around them.
import type { DraftCost, ErrorName, TaskKind, Violation } from '@sealwright/contract'
import type { Scope } from '../../kernel/scope.ts'

/** Why a row failed or was skipped. Kept by name, so that every reader gets it in their language. */
export interface RowReason {
  error: ErrorName
  params?: Record<string, string | number>
  /** Of a row that is no valid payload. */
  violations?: readonly Violation[]
}

export type Outcome = { state: 'success'; effect?: object } | { state: 'fail' | 'skip'; reason: RowReason }

export interface WorkInput<Input> {
  /** From 1, in their order. */
  n: number
  input: Input
}

export interface DoneRow<Input> extends WorkInput<Input> {
  effect: Record<string, unknown>
}

/** Checks a draft without changing anything. Gets the rows in order and may remember earlier ones. */
export interface Judge<Input> {
  /** What each row would meet; null where it would be done. */
  rows(
    scope: Scope,
    rows: readonly WorkInput<Input>[],
    options: Record<string, unknown>,
  ): Promise<(Extract<Outcome, { reason: RowReason }> | null)[]>
  /** The cost of all rows checked so far. */
  cost?(): DraftCost
}

export interface TaskKindDefinition<Input extends object = Record<string, unknown>> {
  name: TaskKind
  /** How many rows are done in one transaction. */
  chunk: number
  /** Whose labels the cells have: `<domain>.fields.<field>`. */
  domain: string
  /** What a person counts a row as, where that is not its place among the rows. */
  numberOf?(input: Input): number
  /** What a person is shown of a row, in order; secrets are left out. What the row did is there once it is done. */
  cells(
    input: Input,
    done: { effect: Record<string, unknown>; options: Record<string, unknown> },
  ): { field: string; value: string }[]
  /**
   * Does these rows in the scope's transaction; answers one outcome a row, in order. A row's trouble is an outcome,
   * never an exception.
   */
  run(
    scope: Scope,
    rows: readonly WorkInput<Input>[],
    options: Record<string, unknown>,
    taskGuid: string,
  ): Promise<Outcome[]>
  /** Starts checking a draft. Absent for kinds without drafts. */
  judge?(): Judge<Input>
  /** Takes back what rows did, those that nobody touched since. */
  undo?(scope: Scope, rows: readonly DoneRow<Input>[], options: Record<string, unknown>): Promise<Outcome[]>
}

/** A kind with its input forgotten: the engine only hands it back. */
export type AnyTaskKind = TaskKindDefinition

export function defineTaskKind<Input extends object>(kind: TaskKindDefinition<Input>): AnyTaskKind {
  return kind as unknown as AnyTaskKind // what the engine hands to a kind is what that kind was opened with
}

export interface NewTask {
  kind: TaskKind
  subject: string
  options?: Record<string, unknown>
  rows: AsyncIterable<object> | Iterable<object>
  /** True: the rows are judged and nothing is done until somebody starts it. */
  isDraft?: boolean
}

/** Opens a task in the caller's transaction: with it the rows are there and the work is enqueued, or neither. */
export type OpenTask = (scope: Scope, task: NewTask) => Promise<{ taskId: string; total: number }>
