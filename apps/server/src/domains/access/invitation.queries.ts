// SQL of invitations. Within a tenant they are rows like any other; the open invitations to an address are read across
// tenants by an owner function, for a reader who has proven that the address is theirs.
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../kernel/db/database.ts'
import type { Scope } from '../../kernel/scope.ts'
import { invitation } from './access.tables.ts'
import type { Invitation } from './access.tables.ts'

type Tenant = Pick<Scope, 'db' | 'developerId'>

const isOne = ({ developerId }: Tenant, guid: string) =>
  and(eq(invitation.developerId, developerId), eq(invitation.guid, guid))

/** Whether a member of this developer has the address. */
export async function isMember({ db, developerId }: Tenant, address: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from membership m join account a on a.id = m.account_id
    where m.developer_id = ${developerId} and (a.email = ${address} or a.mobile = ${address})`)
  return rows.length > 0
}

/** False if this developer has already invited the address. */
export async function insertInvitation({ db }: Tenant, row: Invitation): Promise<boolean> {
  const inserted = await db.insert(invitation).values(row).onConflictDoNothing().returning({ guid: invitation.guid })
  return inserted.length > 0
}

/** Locked until the transaction ends: an invitation is either changed or accepted first. */
export async function lockInvitation(tenant: Tenant, guid: string): Promise<Invitation | undefined> {
  const [row] = await tenant.db.select().from(invitation).where(isOne(tenant, guid)).for('update')
  return row
}

export async function updateInvitation(tenant: Tenant, guid: string, changes: Partial<Invitation>): Promise<void> {
  await tenant.db.update(invitation).set(changes).where(isOne(tenant, guid))
}

export async function deleteInvitation(tenant: Tenant, guid: string): Promise<void> {
  await tenant.db.delete(invitation).where(isOne(tenant, guid))
}

/**
 * Replaces an invitation by the membership of an account: terms, roles and assignments. Violates a unique constraint if
 * the account already works for a developer.
 */
export async function acceptInvitation(tenant: Tenant, guid: string, accountId: string, now: Date): Promise<void> {
  const { db, developerId } = tenant
  const ofInvitation = sql`developer_id = ${developerId} and guid = ${guid}`
  await db.execute(sql`
    insert into membership (developer_id, account_id, is_super, privileges, limited, cloud_quota, soft_quota,
      valid_until, remark, integrator_guid, revision, created_by, updated_by, created_at, updated_at)
    select developer_id, ${accountId}, false, privileges, limited, cloud_quota, soft_quota,
      valid_until, remark, integrator_guid, revision, created_by, updated_by, ${now}, ${now}
    from invitation where ${ofInvitation}`)
  await db.execute(sql`
    insert into membership_role (developer_id, account_id, role_guid)
    select developer_id, ${accountId}, role_guid from invitation_role
    where developer_id = ${developerId} and invitation_guid = ${guid}`)
  await db.execute(sql`select move_assignee(${guid}, ${accountId})`)
  await deleteInvitation(tenant, guid)
}

export interface OpenRow {
  developerId: number
  guid: string
  address: string
  developerName: string
  inviter: string
  integratorName: string | null
  sentAt: Date
  expiresAt: Date
}

/** The open invitations to these addresses, newest first. */
export async function listOpen(db: Db, addresses: readonly string[], now: Date): Promise<OpenRow[]> {
  const { rows } = await db.execute<{
    developer_id: number
    guid: string
    address: string
    developer_name: string
    inviter: string
    integrator_name: string | null
    sent_at: string
    expires_at: string
  }>(sql`select * from open_invitations(${sql.param(addresses)}::text[], ${now}::timestamptz)`)
  return rows.map((row) => ({
    developerId: row.developer_id,
    guid: row.guid,
    address: row.address,
    developerName: row.developer_name,
    inviter: row.inviter,
    integratorName: row.integrator_name,
    sentAt: new Date(row.sent_at),
    expiresAt: new Date(row.expires_at),
  }))
}

export async function hasInvitation(db: Db, addresses: readonly string[], now: Date): Promise<boolean> {
  return (await listOpen(db, addresses, now)).length > 0
}

export async function findIntegratorName({ db, developerId }: Tenant, guid: string): Promise<string> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select name from integrator where developer_id = ${developerId} and guid = ${guid}`,
  )
  return rows[0]?.name ?? ''
}
