// What billing asks the license domain about the licenses that orders paid for. Licenses outside the caller's row scope
// are not found.
import type { LicenseFamily } from '@sealwright/contract'
import type { SQL } from 'drizzle-orm'
import type { Scope } from '../../../kernel/scope.ts'

export interface PaidLicenses {
  /**
   * A query of the licenses with this code or account, of this customer, or with this guid: `paid_for` (the license, and
   * again its issue) and `ended_at`.
   */
  query(scope: Scope, asked: { keyword: string } | { customerGuid: string } | { licenseGuid: string }): Promise<SQL>
  /** The family of the licenses that an order paid for. Null if there are none. */
  familyOf(scope: Scope, orderGuid: string): Promise<LicenseFamily | null>
}
