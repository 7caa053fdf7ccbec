// What an undo would do now: the undo itself runs, in the same chunks, and is rolled back. So the numbers follow from
// the same rules, and nobody else sees anything of it.
import { LIMITS } from '@sealwright/contract'
import type { UndoPreview } from '@sealwright/contract'
import { inSavepoint, rolledBack } from '../../kernel/db/savepoint.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { AnyTaskKind, DoneRow, Outcome } from './task.kind.ts'
import * as queries from './task.queries.ts'
import { reasonOf, reasonSentence } from './task.rules.ts'
import type { Task } from './task.tables.ts'

/** What a developer owns, without what is held: money in fen, and units of packages and vouchers. */
export interface Worth {
  moneyFen: number
  units: number
}
export type ReadWorth = (scope: Scope) => Promise<Worth>

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

async function tryAll(scope: Scope, kind: AnyTaskKind, { guid, options }: Task): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  let position = 0
  while (outcomes.length < LIMITS.task.previewRows) {
    const limit = Math.min(kind.chunk, LIMITS.task.previewRows - outcomes.length)
    const rows = await queries.listRowsAfter(scope, guid, 'success', position, limit)
    if (rows.length > 0) {
      const done = rows.map(({ n, input, effect }) => ({ n, input, effect: effect ?? {} }))
      outcomes.push(...(await tryRows(scope, kind, done, options)))
    }
    if (rows.length < limit) break
    position = rows.at(-1)?.n ?? position
  }
  return outcomes
}

export async function previewUndo(
  scope: Scope,
  kind: AnyTaskKind,
  task: Task,
  readWorth: ReadWorth,
): Promise<UndoPreview> {
  const { outcomes, returned } = await rolledBack(scope, async () => {
    const before = await readWorth(scope)
    const found = await tryAll(scope, kind, task)
    const after = await readWorth(scope)
    return {
      outcomes: found,
      returned: { moneyFen: after.moneyFen - before.moneyFen, units: after.units - before.units },
    }
  })
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
