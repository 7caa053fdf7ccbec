// SQL of figures: from counters, or with a row scope from the search index, up to the limit of exact counts.
import { LICENSE_STATUSES } from '@sealwright/contract'
import type { LicenseFamily, LicenseStatusName } from '@sealwright/contract'
import { readCounters } from '../../../kernel/db/counters.ts'
import { countLabeled } from '../../../kernel/db/search.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { license } from '../license.tables.ts'

/** Counts the licenses of a family with any of these statuses, as far as changes by the clock are recorded. */
export async function countStatuses(
  scope: Scope,
  family: LicenseFamily,
  names: readonly LicenseStatusName[],
): Promise<number> {
  const statuses = names.map((name) => LICENSE_STATUSES[name])
  if (scope.caller.limited.has('product'))
    return countLabeled(scope, license, [`family=${family}`, statuses.map((status) => `status=${status}`)])
  const counters = await readCounters(
    scope,
    statuses.map((status) => `license.${family}.status=${status}` as const),
  )
  return Object.values(counters).reduce((sum, count) => sum + count, 0)
}
