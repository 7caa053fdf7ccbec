// SQL of licenses whose guids, users or issue are known: their locks, their rows, and changes of them. `list/` finds
// licenses by a filter.
import { LICENSE_STATUSES } from '@sealwright/contract'
import type { LicenseFamily } from '@sealwright/contract'
import { and, asc, eq, inArray, isNull, notInArray, or, sql } from 'drizzle-orm'
import type { Scope } from '../../kernel/scope.ts'
import { isOurs, license } from './license.tables.ts'
import type { License } from './license.tables.ts'

type Tenant = Pick<Scope, 'db' | 'developerId'>

const { approving, rejected } = LICENSE_STATUSES

/**
 * Locks licenses in guid order: two batches with the same licenses must not deadlock. Guids that are unknown or of
 * another family are missing.
 */
export async function lockLicenses(
  scope: Scope,
  family: LicenseFamily,
  guids: readonly string[],
): Promise<Map<string, License>> {
  const rows = await scope.db
    .select()
    .from(license)
    .where(and(isOurs(scope), eq(license.family, family), inArray(license.guid, [...guids])))
    .orderBy(asc(license.guid))
    .for('update')
  return new Map(rows.map((row) => [row.guid, row]))
}

/** The same for one license whose family is unknown. */
export async function lockOfAnyFamily(scope: Tenant, guid: string): Promise<License | undefined> {
  const [row] = await scope.db
    .select()
    .from(license)
    .where(and(isOurs(scope), eq(license.guid, guid)))
    .for('update')
  return row
}

/** The licenses of one issue that have not ended, locked in guid order. */
export function lockOfIssue(scope: Tenant, issueGuid: string): Promise<License[]> {
  return scope.db
    .select()
    .from(license)
    .where(and(isOurs(scope), eq(license.issueGuid, issueGuid), isNull(license.endedAt)))
    .orderBy(asc(license.guid))
    .for('update')
}

/** The waiting licenses of these issues and these other licenses, locked in guid order. */
export function lockOfParts(
  scope: Tenant,
  { issueGuids, guids }: { issueGuids: readonly string[]; guids: readonly string[] },
): Promise<Pick<License, 'guid' | 'state' | 'licenseIds' | 'licenseForm' | 'quotaHolder'>[]> {
  const { guid, state, licenseIds, licenseForm, quotaHolder } = license
  return scope.db
    .select({ guid, state, licenseIds, licenseForm, quotaHolder })
    .from(license)
    .where(
      and(
        isOurs(scope),
        or(
          sql`${license.issueGuid} = any (${sql.param([...issueGuids])}::uuid[]) and ${state} = ${approving}`,
          sql`${guid} = any (${sql.param([...guids])}::uuid[])`,
        ),
      ),
    )
    .orderBy(asc(guid))
    .for('update')
}

/** Licenses of these users for these products that a new license would replace. Locked with `isLocked`. */
export async function listHeld(
  scope: Scope,
  userGuids: readonly string[],
  licenseIds: readonly number[],
  isLocked: boolean,
): Promise<License[]> {
  const query = scope.db
    .select()
    .from(license)
    .where(
      and(
        isOurs(scope),
        eq(license.family, 'account'),
        isNull(license.endedAt),
        inArray(license.userGuid, [...userGuids]),
        inArray(license.licenseId, [...licenseIds]),
        notInArray(license.state, [approving, rejected]),
      ),
    )
    .orderBy(asc(license.guid))
  return isLocked ? query.for('update') : query
}

/** Licenses of any family, in guid order. */
export function listLicensesByGuid(scope: Tenant, guids: readonly string[]): Promise<License[]> {
  return scope.db
    .select()
    .from(license)
    .where(and(isOurs(scope), inArray(license.guid, [...guids])))
    .orderBy(asc(license.guid))
}

/** Serials by guid. Licenses of other families are missing. */
export async function listSerials(
  scope: Tenant,
  family: LicenseFamily,
  guids: readonly string[],
): Promise<Map<string, string>> {
  const rows =
    guids.length === 0
      ? []
      : await scope.db
          .select({ guid: license.guid, serial: license.serial })
          .from(license)
          .where(and(isOurs(scope), eq(license.family, family), inArray(license.guid, [...guids])))
  return new Map(rows.map(({ guid, serial }) => [guid, serial]))
}

export async function updateLicenses(
  scope: Tenant,
  guids: readonly string[],
  changes: Partial<typeof license.$inferInsert>,
): Promise<void> {
  if (guids.length > 0)
    await scope.db
      .update(license)
      .set(changes)
      .where(and(isOurs(scope), inArray(license.guid, [...guids])))
}

/** Stores which license replaced each of these. */
export async function setReplacedBy(
  { db, developerId }: Tenant,
  rows: readonly { guid: string; replacedBy: string | null }[],
): Promise<void> {
  if (rows.length === 0) return
  await db.execute(sql`
    update license l set replaced_by = r.replaced_by
    from unnest(${sql.param(rows.map(({ guid }) => guid))}::uuid[],
      ${sql.param(rows.map(({ replacedBy }) => replacedBy))}::uuid[]) as r (guid, replaced_by)
    where l.developer_id = ${developerId} and l.guid = r.guid`)
}
