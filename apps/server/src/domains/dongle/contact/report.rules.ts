// What the results of a lock mean for the packages that it was given. Pure. A result counts once: later ones of the same
// package, and those of packages that were never made, change nothing.
import type { LockOperation, LockRequestClaims, LockResult } from '@sealwright/contract'
import { performed } from '../package/operation.rules.ts'
import type { Held } from '../package/operation.rules.ts'

export interface ReportedPackage {
  guid: string
  number: number
  operations: readonly LockOperation[]
}

export interface PackageOutcome {
  guid: string
  number: number
  status: 3 | 4
  results: LockResult[] | null
  reason: LockResult | null
}

/** The results by number of the package. The first of a number counts, and none above the last package taken. */
export function resultsOf({ results, last }: Pick<LockRequestClaims, 'results' | 'last'>): Map<number, LockResult[]> {
  const found = new Map<number, LockResult[]>()
  for (const [number, ...each] of results) if (number <= last && !found.has(number)) found.set(number, each)
  return found
}

/**
 * The outcome of each open package that the lock has taken or passed over, in order of number. `inside` becomes what
 * the lock holds. A lock takes packages in order, so one without a result below its last number can never be taken.
 */
export function takeResults(
  inside: Held,
  open: readonly ReportedPackage[],
  results: ReadonlyMap<number, readonly LockResult[]>,
  last: number,
): PackageOutcome[] {
  return open
    .toSorted((a, b) => a.number - b.number)
    .flatMap(({ guid, number, operations }): PackageOutcome[] => {
      const told = results.get(number)
      if (!told) return number <= last ? [{ guid, number, status: 4, results: null, reason: 'overtaken' as const }] : []
      // A part without a result was not done.
      const each = operations.map((_operation, index) => told[index] ?? 'unsupported')
      operations.forEach((operation, index) => {
        if (each[index] === 'done') performed(inside, operation)
      })
      const reason = each.find((result) => result !== 'done') ?? null
      return [{ guid, number, status: reason === null ? 3 : 4, results: each, reason }]
    })
}
