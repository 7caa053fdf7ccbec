// Hides the subjects of charges that are named after templates outside the caller's row scope. Amounts stay: money is
// the whole developer's.
import type { ChargeCategory } from '@sealwright/contract'
import type { Scope } from '../../../kernel/scope.ts'
import { listSeenNames } from '../../template/index.ts'

/** Charges for licenses are named after their template. */
const OF_TEMPLATES: ReadonlySet<ChargeCategory | null> = new Set(['issue', 'update', 'activation'] as const)

export async function withShownSubjects<Row extends { subject: string; category: ChargeCategory | null }>(
  scope: Scope,
  rows: readonly Row[],
): Promise<Row[]> {
  const names = new Set(rows.filter(({ category }) => OF_TEMPLATES.has(category)).map(({ subject }) => subject))
  if (!scope.caller.limited.has('product') || names.size === 0) return [...rows]
  const seen = await listSeenNames(scope, [...names])
  const hidden = scope.say('billing.overview.hiddenSubject')
  return rows.map((row) =>
    OF_TEMPLATES.has(row.category) && !seen.has(row.subject) ? { ...row, subject: hidden } : row,
  )
}
