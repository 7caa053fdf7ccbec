// The status and the end of licenses that other domains list. Licenses outside the caller's row scope are not found.
import { statusAt } from '@sealwright/contract'
import type { LicenseStatus } from '@sealwright/contract'
import type { Scope } from '../../../kernel/scope.ts'
import { listLicensesByGuid } from '../license.queries.ts'
import { endOrNull } from '../license.rules.ts'

export interface LicenseStanding {
  status: LicenseStatus
  expireTime: Date | null
}

export async function listStandings(
  scope: Pick<Scope, 'db' | 'developerId' | 'asking'>,
  guids: readonly string[],
): Promise<Map<string, LicenseStanding>> {
  const rows = guids.length === 0 ? [] : await listLicensesByGuid(scope, guids)
  return new Map(
    rows.map((row) => [row.guid, { status: statusAt(row, scope.asking.now), expireTime: endOrNull(row.expiresAt) }]),
  )
}
