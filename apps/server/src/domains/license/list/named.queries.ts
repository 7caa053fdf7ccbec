// Licenses for display in other domains: serial, product and terms. Licenses outside the caller's row scope are not
// found.
import { plainCode } from '@sealwright/contract'
import type { LicenseFamily, StoredStatus, TemplateContent } from '@sealwright/contract'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Scope } from '../../../kernel/scope.ts'
import { listProductNames } from '../../product/index.ts'
import { contentOf } from '../../template/index.ts'
import { license, licenseTerms } from '../license.tables.ts'

export interface NamedLicense {
  guid: string
  family: LicenseFamily
  serial: string
  productName: string
  /** Without the content of its data areas. */
  content: TemplateContent
  /** See `endOrNull`. */
  expiresAt: Date
  partlyUntil: Date
  state: StoredStatus
  account: string | null
}

export async function listNamed(
  scope: Pick<Scope, 'db' | 'developerId'>,
  guids: readonly (string | null)[],
): Promise<Map<string, NamedLicense>> {
  const wanted = [...new Set(guids.filter((guid) => guid !== null))]
  if (wanted.length === 0) return new Map()
  const rows = await scope.db
    .select({
      guid: license.guid,
      family: license.family,
      serial: license.serial,
      licenseId: license.licenseId,
      expiresAt: license.expiresAt,
      partlyUntil: license.partlyUntil,
      state: license.state,
      account: license.account,
      terms: licenseTerms.terms,
    })
    .from(license)
    .innerJoin(
      licenseTerms,
      and(eq(licenseTerms.developerId, license.developerId), eq(licenseTerms.guid, license.termsGuid)),
    )
    .where(and(eq(license.developerId, scope.developerId), inArray(license.guid, wanted)))
  const names = await listProductNames(scope, [...new Set(rows.map(({ licenseId }) => licenseId))])
  return new Map(
    rows.map(({ licenseId, terms, ...row }) => [
      row.guid,
      {
        ...row,
        productName: names.get(licenseId) ?? '',
        content: contentOf(terms, []),
      },
    ]),
  )
}

/** Finds a license by its whole serial, or by a former code. */
export async function findCoded(
  { db, developerId }: Pick<Scope, 'db' | 'developerId'>,
  text: string,
): Promise<string | undefined> {
  const code = plainCode(text)
  const { rows } = await db.execute<{ guid: string }>(sql`
    select guid from license where developer_id = ${developerId} and serial in (${code}, ${text})
    union all select l.guid from former_code f
      join license l on l.developer_id = f.developer_id and l.guid = f.license_guid
      where f.developer_id = ${developerId} and f.serial = ${code}
    limit 1`)
  return rows[0]?.guid
}
