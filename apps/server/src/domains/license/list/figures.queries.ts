// SQL of figures: from counters, or with a row scope from the search index, up to the limit of exact counts.
import { LICENSE_STATUSES } from '@sealwright/contract'
import type { LicenseFamily, LicenseStatusName } from '@sealwright/contract'
import { sql } from 'drizzle-orm'
import { readCounters } from '../../../kernel/db/counters.ts'
import { countLabeled } from '../../../kernel/db/search.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { license } from '../license.tables.ts'

const { unbound, bound } = LICENSE_STATUSES
const isLimited = ({ caller }: Scope) => caller.limited.has('product')

/** Counts the licenses of a family with any of these statuses, as far as changes by the clock are recorded. */
export async function countStatuses(
  scope: Scope,
  family: LicenseFamily,
  names: readonly LicenseStatusName[],
): Promise<number> {
  const statuses = names.map((name) => LICENSE_STATUSES[name])
  if (isLimited(scope))
    return countLabeled(scope, license, [`family=${family}`, statuses.map((status) => `status=${status}`)])
  const counters = await readCounters(
    scope,
    statuses.map((status) => `license.${family}.status=${status}` as const),
  )
  return Object.values(counters).reduce((sum, count) => sum + count, 0)
}

export interface Counts {
  licenseCount: number
  effectiveLicenseCount: number
}

/**
 * Counts the licenses that have not ended, and those in force by the clock: expiries that are not yet recorded are
 * subtracted. Counts all licenses, or those within the caller's row scope.
 */
export async function countBy<Key extends string | number>(
  scope: Scope,
  kind: 'product' | 'template',
  keys: readonly Key[],
): Promise<Map<Key, Counts>> {
  const counts = new Map<Key, Counts>()
  if (keys.length === 0) return counts
  if (isLimited(scope)) {
    for (const key of keys)
      counts.set(key, {
        licenseCount: await countLabeled(scope, license, [`${kind}=${key}`, 'alive']),
        effectiveLicenseCount: await countLabeled(scope, license, [`${kind}=${key}`, 'effective']),
      })
    return counts
  }
  const nameOf = (key: Key) => `license.${kind}=${key}`
  const counters = await readCounters(
    scope,
    keys.flatMap((key) => [nameOf(key), `${nameOf(key)}.effective`]),
  )
  const { rows: ended } = await scope.db.execute<{ key: string; n: number }>(sql`
    select key::text, count(*)::int as n from license,
      lateral (select ${kind === 'template' ? sql`template_guid::text` : sql`unnest(license_ids)::text`} as key) k
    where due_at <= ${scope.asking.now}::timestamptz and due_at < never() and developer_id = ${scope.developerId}
      and state in (${unbound}, ${bound}) and expires_at <= ${scope.asking.now}::timestamptz
      and key = any (${sql.param(keys.map(String))}::text[])
    group by 1`)
  const overdue = new Map(ended.map(({ key, n }) => [key, n]))
  for (const key of keys)
    counts.set(key, {
      licenseCount: counters[nameOf(key)] ?? 0,
      effectiveLicenseCount: Math.max(0, (counters[`${nameOf(key)}.effective`] ?? 0) - (overdue.get(String(key)) ?? 0)),
    })
  return counts
}
