// SQL of issues and of the licenses that they create.
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Scope } from '../../../kernel/scope.ts'
import { licenseIssue } from '../license.tables.ts'
import type { License, LicenseIssue, license } from '../license.tables.ts'

type Tenant = Pick<Scope, 'db' | 'developerId'>

export async function insertIssue(scope: Tenant, row: typeof licenseIssue.$inferInsert): Promise<void> {
  await scope.db.insert(licenseIssue).values(row)
}

export type NewLicense = Pick<License, 'guid' | 'serial' | 'userGuid' | 'account' | 'customerGuid' | 'tagGuids'>
export type SharedColumns = Omit<typeof license.$inferInsert, keyof NewLicense>

/**
 * Inserts licenses that share all columns except their holder and serial, in one statement. Returns the guids of the
 * inserted rows; rows whose serial is taken are missing.
 */
export async function insertLicenses(
  scope: Tenant,
  shared: SharedColumns,
  rows: readonly NewLicense[],
): Promise<Set<string>> {
  const one = { ...shared, guid: '', serial: '', userGuid: null, account: null, customerGuid: null, tagGuids: [] }
  const column = <Name extends keyof NewLicense>(name: Name) =>
    sql.param(rows.map((row) => (name === 'tagGuids' ? `{${row.tagGuids.join()}}` : row[name])))
  const { rows: inserted } = await scope.db.execute<{ guid: string }>(sql`
    insert into license (developer_id, family, issue_guid, terms_guid, template_guid, license_id, license_ids,
      license_form, assigned_to, source, state, expiry, expires_at, partly_until, is_paid, charged, quota_holder,
      password_box, remark, issued_by, issued_at, updated_at,
      guid, serial, user_guid, account, customer_guid, tag_guids)
    select ${one.developerId}::bigint, ${one.family}::text, ${one.issueGuid}::uuid, ${one.termsGuid}::uuid,
      ${one.templateGuid}::uuid, ${one.licenseId}::bigint, ${sql.param(one.licenseIds)}::bigint[],
      ${one.licenseForm}::int, ${sql.param(one.assignedTo ?? [])}::uuid[],
      ${one.source}::text, ${one.state}::int, ${one.expiry ?? 0}::int, ${one.expiresAt}::timestamptz,
      ${one.partlyUntil}::timestamptz, ${one.isPaid}::boolean, ${JSON.stringify(one.charged ?? {})}::jsonb,
      ${one.quotaHolder ?? null}::uuid, ${one.passwordBox ?? null}::text, ${one.remark ?? null}::text,
      ${one.issuedBy}::uuid, ${one.issuedAt}::timestamptz, ${one.updatedAt}::timestamptz,
      guid, serial, user_guid, account, customer_guid, tags::uuid[]
    from unnest(${column('guid')}::uuid[], ${column('serial')}::text[], ${column('userGuid')}::uuid[],
      ${column('account')}::text[], ${column('customerGuid')}::uuid[], ${column('tagGuids')}::text[])
      as row (guid, serial, user_guid, account, customer_guid, tags)
    on conflict (developer_id, serial) do nothing
    returning guid`)
  return new Set(inserted.map(({ guid }) => guid))
}

export async function findIssues(scope: Tenant, guids: readonly string[]): Promise<Map<string, LicenseIssue>> {
  const rows =
    guids.length === 0
      ? []
      : await scope.db
          .select()
          .from(licenseIssue)
          .where(and(eq(licenseIssue.developerId, scope.developerId), inArray(licenseIssue.guid, [...guids])))
  return new Map(rows.map((row) => [row.guid, row]))
}

export async function setIssueOrder(scope: Tenant, guid: string, orderGuid: string | null): Promise<void> {
  await scope.db
    .update(licenseIssue)
    .set({ orderGuid })
    .where(and(eq(licenseIssue.developerId, scope.developerId), eq(licenseIssue.guid, guid)))
}

/** The approval request of an issue, once it is filed. */
export async function setIssueRequest(scope: Tenant, guid: string, requestGuid: string): Promise<void> {
  await scope.db
    .update(licenseIssue)
    .set({ requestGuid })
    .where(and(eq(licenseIssue.developerId, scope.developerId), eq(licenseIssue.guid, guid)))
}

/** The latest issue of a batch from a template. Issues of a task run one after the other, under the task's lock. */
export async function findIssueOfTask(
  scope: Tenant,
  taskGuid: string,
  templateGuid: string,
): Promise<Pick<LicenseIssue, 'requestGuid' | 'issuedAt'> | undefined> {
  const [row] = await scope.db
    .select({ requestGuid: licenseIssue.requestGuid, issuedAt: licenseIssue.issuedAt })
    .from(licenseIssue)
    .where(
      and(
        eq(licenseIssue.developerId, scope.developerId),
        eq(licenseIssue.taskGuid, taskGuid),
        eq(licenseIssue.templateGuid, templateGuid),
      ),
    )
    .orderBy(desc(licenseIssue.issuedAt), desc(licenseIssue.guid))
    .limit(1)
  return row
}
