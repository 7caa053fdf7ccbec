// SQL of updates: licenses with all that an update looks at. Whoever writes locks them first, in a statement of its
// own: what a row that was waited for is joined with would be what it had before.
import type { LicenseFamily } from '@sealwright/contract'
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Scope } from '../../../kernel/scope.ts'
import type { StoredTerms } from '../../template/index.ts'
import { license, licenseEvent, licenseIssue, licenseTerms } from '../license.tables.ts'
import type { FrozenRates, License } from '../license.tables.ts'

/** A license with its terms, but for what their data areas hold. */
export interface Updatable {
  row: License
  terms: StoredTerms
  areasOf: string
  productEnds: Record<string, string>
  /** Frozen at its issue. */
  rates: FrozenRates
  /** The start that it was issued with. */
  firstStart: string | null
}

const first = alias(licenseTerms, 'first')

export async function listUpdatable(
  scope: Scope,
  family: LicenseFamily,
  guids: readonly string[],
): Promise<Map<string, Updatable>> {
  const rows = await scope.db
    .select({
      row: license,
      terms: licenseTerms.terms,
      areasOf: licenseTerms.areasOf,
      productEnds: licenseTerms.productEnds,
      rates: licenseIssue.rates,
      firstStart: sql<string | null>`${first.terms} ->> 'startTime'`,
    })
    .from(license)
    .innerJoin(
      licenseTerms,
      and(eq(licenseTerms.developerId, license.developerId), eq(licenseTerms.guid, license.termsGuid)),
    )
    .innerJoin(
      licenseIssue,
      and(eq(licenseIssue.developerId, license.developerId), eq(licenseIssue.guid, license.issueGuid)),
    )
    .innerJoin(first, and(eq(first.developerId, licenseIssue.developerId), eq(first.guid, licenseIssue.termsGuid)))
    .where(
      and(eq(license.developerId, scope.developerId), eq(license.family, family), inArray(license.guid, [...guids])),
    )
  return new Map(rows.map((found) => [found.row.guid, found]))
}

/** Who last did something to it; undefined where nothing was done since its issue. */
export async function findLastActor(scope: Scope, licenseGuid: string): Promise<string | undefined> {
  const [row] = await scope.db
    .select({ name: licenseEvent.actorName })
    .from(licenseEvent)
    .where(and(eq(licenseEvent.developerId, scope.developerId), eq(licenseEvent.licenseGuid, licenseGuid)))
    .orderBy(desc(licenseEvent.at), desc(licenseEvent.guid))
    .limit(1)
  return row?.name
}
