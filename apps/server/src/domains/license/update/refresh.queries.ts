// SQL of updates: licenses with everything an update needs. Callers that write must lock the licenses first, in a
// separate statement: after waiting for a lock, a join in the same statement would still return the joined rows from
// before.
import type { LicenseFamily } from '@sealwright/contract'
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Scope } from '../../../kernel/scope.ts'
import type { StoredTerms } from '../../template/index.ts'
import { license, licenseEvent, licenseIssue, licenseTerms } from '../license.tables.ts'
import type { FrozenRates, License } from '../license.tables.ts'

/** A license with its terms, without the content of data areas. */
export interface Updatable {
  row: License
  terms: StoredTerms
  areasOf: string
  productEnds: Record<string, string>
  /** As fixed at the issue. */
  rates: FrozenRates
  /** The start time at the issue. */
  firstStart: string | null
  /** An update of it waits for approval. */
  isUpdateWaiting: boolean
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
      isUpdateWaiting: sql<boolean>`exists (select from license_waiting_update u
        where u.developer_id = ${license.developerId} and u.license_guid = ${license.guid} and u.state = 'waiting')`,
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

/** The last actor in the history. Undefined if nothing happened since the issue. */
export async function findLastActor(scope: Scope, licenseGuid: string): Promise<string | undefined> {
  const [row] = await scope.db
    .select({ name: licenseEvent.actorName })
    .from(licenseEvent)
    .where(and(eq(licenseEvent.developerId, scope.developerId), eq(licenseEvent.licenseGuid, licenseGuid)))
    .orderBy(desc(licenseEvent.at), desc(licenseEvent.guid))
    .limit(1)
  return row?.name
}
