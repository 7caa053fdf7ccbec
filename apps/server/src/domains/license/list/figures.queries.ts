// SQL of figures. Without a row scope, they come from counters and issues; with a row scope, licenses are counted.
import type { LicenseFamily, LicenseStatus } from '@sealwright/contract'
import { sql } from 'drizzle-orm'
import { readCounters } from '../../../kernel/db/counters.ts'
import { countLabeled } from '../../../kernel/db/search.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { license } from '../license.tables.ts'

const isLimited = ({ caller }: Scope) => caller.limited.has('product')

/** Counts licenses by family and status, as far as changes by the clock are recorded. */
export async function countStatuses(
  scope: Scope,
  families: readonly LicenseFamily[],
  statuses: readonly LicenseStatus[],
): Promise<{ family: LicenseFamily; status: LicenseStatus; count: number }[]> {
  const pairs = families.flatMap((family) => statuses.map((status) => ({ family, status })))
  if (isLimited(scope)) {
    const counted = []
    for (const pair of pairs)
      counted.push({
        ...pair,
        count: await countLabeled(scope, license, [`family=${pair.family}`, `status=${pair.status}`]),
      })
    return counted
  }
  const nameOf = ({ family, status }: (typeof pairs)[number]) => `license.${family}.status=${status}` as const
  const counters = await readCounters(scope, pairs.map(nameOf))
  return pairs.map((pair) => ({ ...pair, count: counters[nameOf(pair)] ?? 0 }))
}

/** Counts issued licenses per day of a time zone, from the first day on. Days without any are missing. */
export async function countIssuedByDay(
  scope: Scope,
  families: readonly LicenseFamily[],
  firstDay: string,
  timeZone: string,
): Promise<Map<string, number>> {
  const [table, count] = isLimited(scope) ? [sql`license`, sql`count(*)`] : [sql`license_issue`, sql`sum(count)`]
  const { rows } = await scope.db.execute<{ day: string; n: number }>(sql`
    select to_char(issued_at at time zone ${timeZone}, 'YYYY-MM-DD') as day, ${count}::int as n from ${table}
    where developer_id = ${scope.developerId} and issued_at >= ${firstDay}::timestamp at time zone ${timeZone}
      and family in ${[...families]}
    group by 1`)
  return new Map(rows.map(({ day, n }) => [day, n]))
}
