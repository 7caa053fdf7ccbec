// License figures for the dashboard: of the families that the caller may view, within the caller's row scope.
import {
  ENDING_DAYS,
  LICENSE_FAMILIES,
  STATUSES_IN_FORCE,
  licensePrivilege,
  licenseStatusName,
} from '@sealwright/contract'
import type { LicenseFamily, LicenseStatusName } from '@sealwright/contract'
import type { Scope } from '../../../kernel/scope.ts'
import { countStatuses } from './figures.queries.ts'
import type { Reading } from './reading.service.ts'
import { countUpTo } from './search.queries.ts'

const IN_FORCE = STATUSES_IN_FORCE.map(licenseStatusName)
/** Deleted and replaced licenses are left out. */
const NEVER_USED: readonly LicenseStatusName[] = ['unbound', 'approving', 'rejected']
const EVER_USED: readonly LicenseStatusName[] = ['bound', 'partlyExpired', 'locked', 'expired']

export interface LicenseFigures {
  inForce: Record<LicenseFamily, number | null>
  total: number
  /** Whether a program has used any license. */
  isUsed: boolean
}

export interface EndingLicenses {
  family: LicenseFamily
  /** The counts within each of `ENDING_DAYS`, up to the limit of exact counts. */
  counts: number[]
}

const viewed = ({ caller }: Scope) =>
  LICENSE_FAMILIES.filter((family) => caller.privileges.has(licensePrivilege(family, 'view')))

export function createFigures({ reading }: { reading: Pick<Reading, 'noted'> }) {
  /** Null if the caller may view no family. */
  async function figures(scope: Scope): Promise<LicenseFigures | null> {
    const families = viewed(scope)
    if (families.length === 0) return null
    await reading.noted(scope)
    const inForce: LicenseFigures['inForce'] = { smart: null, account: null, sn: null }
    let [used, unused] = [0, 0]
    for (const family of families) {
      inForce[family] = await countStatuses(scope, family, IN_FORCE)
      used += await countStatuses(scope, family, EVER_USED)
      unused += await countStatuses(scope, family, NEVER_USED)
    }
    return { inForce, total: used + unused, isUsed: used > 0 }
  }

  /** Licenses that end soon, as the list counts them. */
  async function ending(scope: Scope): Promise<EndingLicenses[]> {
    const isNoted = await reading.noted(scope)
    const found: EndingLicenses[] = []
    for (const family of viewed(scope)) {
      const counts: number[] = []
      for (const expiringDays of ENDING_DAYS) counts.push(await countUpTo(scope, family, { expiringDays }, isNoted))
      found.push({ family, counts })
    }
    return found
  }

  return { figures, ending }
}
