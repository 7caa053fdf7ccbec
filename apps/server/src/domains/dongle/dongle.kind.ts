// Types that the parts of the dongle domain share.
import type { LockLicense, LockOperation, LockResult } from '@sealwright/contract'
import type { Db } from '../../kernel/db/database.ts'

/** The tenant of a query. */
export interface Of {
  db: Db
  developerId: number
}

/** The licenses in a lock, by license id. */
export type Held = Map<number, LockLicense>

/** A package without a result yet. */
export interface ReportedPackage {
  guid: string
  number: number
  operations: readonly LockOperation[]
}

/** What a lock, or the order of numbers, says about a package. */
export interface PackageOutcome {
  guid: string
  number: number
  status: 3 | 4
  results: LockResult[] | null
  reason: LockResult | null
}
