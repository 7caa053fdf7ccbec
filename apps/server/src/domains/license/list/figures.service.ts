// License figures for the dashboard: of the families that the caller may view, within the caller's row scope. A trial
// developer has no statistics.
import {
  COUNTED_STATUSES,
  DAY_MS,
  EXPIRING_SOON_DAYS,
  LICENSE_FAMILIES,
  LICENSE_STATUSES,
  LIMITS,
  licensePrivilege,
  wallTime,
} from '@sealwright/contract'
import type { CountedStatus, LicenseFamily } from '@sealwright/contract'
import type { Scope } from '../../../kernel/scope.ts'
import { countLicenses } from '../license.queries.ts'
import { countIssuedByDay, countStatuses } from './figures.queries.ts'
import type { Reading } from './reading.service.ts'

const SHOWN_DAYS = Math.max(...LIMITS.statistics.periodsDays)

const sum = (counts: readonly { count: number }[]) => counts.reduce((all, { count }) => all + count, 0)

export interface LicenseFigures {
  total: number
  byFamily: Record<LicenseFamily, number | null>
  byStatus: Record<CountedStatus, number>
  expiringSoon: number
  issuedByDay: { day: string; count: number }[] | null
}

export function createFigures({ reading }: { reading: Pick<Reading, 'noted'> }) {
  async function issuedByDay(scope: Scope, families: readonly LicenseFamily[]) {
    const { developer } = scope.caller
    if (developer.status === 'trial') return null
    const today = Date.parse(wallTime(scope.asking.now, developer.timeZone).slice(0, 10))
    const days = Array.from({ length: SHOWN_DAYS }, (_, index) =>
      new Date(today - (SHOWN_DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10),
    )
    const counted = await countIssuedByDay(scope, families, days[0] ?? '', developer.timeZone)
    return days.map((day) => ({ day, count: counted.get(day) ?? 0 }))
  }

  /** Null if the caller may view no family. */
  return async function figures(scope: Scope): Promise<LicenseFigures | null> {
    const { caller } = scope
    const families = LICENSE_FAMILIES.filter(
      (family) => caller.isSuper || caller.privileges.has(licensePrivilege(family, 'view')),
    )
    if (families.length === 0) return null
    const isNoted = await reading.noted(scope)
    const counts = await countStatuses(
      scope,
      families,
      COUNTED_STATUSES.map((name) => LICENSE_STATUSES[name]),
    )
    const most = LIMITS.page.exactCount
    let expiringSoon = 0
    for (const family of families)
      expiringSoon += (await countLicenses(scope, family, { expiringDays: EXPIRING_SOON_DAYS }, isNoted)).records
    return {
      total: sum(counts),
      byFamily: Object.fromEntries(
        LICENSE_FAMILIES.map((family) => [
          family,
          families.includes(family) ? sum(counts.filter((one) => one.family === family)) : null,
        ]),
      ) as Record<LicenseFamily, number | null>, // one for each
      byStatus: Object.fromEntries(
        COUNTED_STATUSES.map((name) => [name, sum(counts.filter(({ status }) => status === LICENSE_STATUSES[name]))]),
      ) as Record<CountedStatus, number>, // the same
      expiringSoon: Math.min(expiringSoon, most),
      issuedByDay: await issuedByDay(scope, families),
    }
  }
}
