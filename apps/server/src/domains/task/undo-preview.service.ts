// What an undo would do now: the undo itself runs, in the same chunks, and is rolled back. So the numbers follow from
// the same rules, and nobody else sees anything of it. Each chunk is rolled back before the next one begins: others
// wait for it no longer than for the undo, and it never waits for a license while it holds the money.
import { LIMITS } from '@sealwright/contract'
import type { UndoPreview } from '@sealwright/contract'
import { inSavepoint, rolledBack } from '../../kernel/db/savepoint.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { AnyTaskKind, DoneRow, Outcome } from './task.kind.ts'
import * as queries from './task.queries.ts'
import { reasonOf, reasonSentence } from './task.rules.ts'
import type { Task } from './task.tables.ts'

/** What transfers moved, without what is held: money in fen, and units of packages and vouchers. */
export interface Moved {
  moneyFen: number
  units: number
}
export type ReadMoved = (scope: Scope, transferGuids: readonly string[]) => Promise<Moved>

/** The reasons that are named. */
const REASONS = 3

/** Tries a chunk, and its rows one by one if a row refuses, as the work on a task does. */
async function tryRows(
  scope: Scope,
  kind: AnyTaskKind,
  rows: readonly DoneRow<Record<string, unknown>>[],
  options: Task['options'],
): Promise<Outcome[]> {
  try {
    return await inSavepoint(scope, async () => (await kind.undo?.(scope, rows, options)) ?? [])
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (rows.length === 1) return [{ state: 'fail', reason: reasonOf(error) }]
    const outcomes: Outcome[] = []
    for (const row of rows) outcomes.push(...(await tryRows(scope, kind, [row], options)))
    return outcomes
  }
}

/** Tries a chunk and rolls it back. Only its own transfers count, whatever else moves at the same time. */
function tryChunk(
  scope: Scope,
  kind: AnyTaskKind,
  rows: readonly DoneRow<Record<string, unknown>>[],
  options: Task['options'],
  readMoved: ReadMoved,
): Promise<{ outcomes: Outcome[]; moved: Moved }> {
  const made: string[] = []
  const guid = () => {
    const one = scope.ids.guid()
    made.push(one)
    return one
  }
  return rolledBack(scope, async () => ({
    outcomes: await tryRows({ ...scope, ids: { ...scope.ids, guid } }, kind, rows, options),
    moved: await readMoved(scope, made),
  }))
}

async function tryAll(scope: Scope, kind: AnyTaskKind, { guid, options }: Task, readMoved: ReadMoved) {
  const outcomes: Outcome[] = []
  const returned: Moved = { moneyFen: 0, units: 0 }
  let position = 0
  while (outcomes.length < LIMITS.task.previewRows) {
    const limit = Math.min(kind.chunk, LIMITS.task.previewRows - outcomes.length)
    const rows = await queries.listRowsAfter(scope, guid, 'success', position, limit)
    if (rows.length > 0) {
      const done = rows.map(({ n, input, effect }) => ({ n, input, effect: effect ?? {} }))
      const tried = await tryChunk(scope, kind, done, options, readMoved)
      outcomes.push(...tried.outcomes)
      returned.moneyFen += tried.moved.moneyFen
      returned.units += tried.moved.units
    }
    if (rows.length < limit) break
    position = rows.at(-1)?.n ?? position
  }
  return { outcomes, returned }
}

export async function previewUndo(
  scope: Scope,
  kind: AnyTaskKind,
  task: Task,
  readMoved: ReadMoved,
): Promise<UndoPreview> {
  const { outcomes, returned } = await tryAll(scope, kind, task, readMoved)
  const count = (state: Outcome['state']) => outcomes.filter((outcome) => outcome.state === state).length
  const left = outcomes.flatMap((outcome) => (outcome.state === 'success' ? [] : [outcome.reason]))
  const reasons = [...Map.groupBy(left, ({ error }) => error).values()]
    .toSorted((a, b) => b.length - a.length)
    .slice(0, REASONS)
  return {
    tried: outcomes.length,
    undone: count('success'),
    skip: count('skip'),
    fail: count('fail'),
    reasons: reasons.flatMap(([first, ...others]) =>
      first ? [{ sentence: reasonSentence(scope.say, kind.domain, first), count: others.length + 1 }] : [],
    ),
    amountFen: scope.caller.integratorGuid === null ? returned.moneyFen : null,
    units: scope.caller.integratorGuid === null ? returned.units : 0,
  }
}
