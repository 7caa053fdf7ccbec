// SQL of the terms of licenses. Terms never change: an update of a license assigns other terms.
import { and, eq, inArray } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Scope } from '../../kernel/scope.ts'
import { licenseTerms } from './license.tables.ts'
import type { Terms } from './license.tables.ts'

type Tenant = Pick<Scope, 'db' | 'developerId'>

export async function insertTerms(scope: Tenant, row: typeof licenseTerms.$inferInsert): Promise<void> {
  await scope.db.insert(licenseTerms).values(row)
}

const holder = alias(licenseTerms, 'holder')

/** Terms with the content of their data areas. Earlier terms may store that content; see `areasOf`. */
export async function findTerms(scope: Tenant, guids: readonly string[]): Promise<Map<string, Terms>> {
  const rows = await scope.db
    .select({ row: licenseTerms, areas: holder.areas })
    .from(licenseTerms)
    .innerJoin(holder, and(eq(holder.developerId, licenseTerms.developerId), eq(holder.guid, licenseTerms.areasOf)))
    .where(and(eq(licenseTerms.developerId, scope.developerId), inArray(licenseTerms.guid, [...guids])))
  return new Map(rows.map(({ row, areas }) => [row.guid, { ...row, areas: areas ?? [] }]))
}

/** Terms without the content of their data areas, which may be large. */
export async function listTermsAlone(
  scope: Tenant,
  guids: readonly string[],
): Promise<Map<string, Pick<Terms, 'terms' | 'productEnds'>>> {
  if (guids.length === 0) return new Map()
  const { guid, terms, productEnds } = licenseTerms
  const rows = await scope.db
    .select({ guid, terms, productEnds })
    .from(licenseTerms)
    .where(and(eq(licenseTerms.developerId, scope.developerId), inArray(guid, [...guids])))
  return new Map(rows.map((row) => [row.guid, row]))
}
