// SQL of lending administrators, their links and their sign-ins. A link or a session that is used, over or of a removed
// administrator is not found, nor is a session about a deleted license.
import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Tenant } from './lending.kind.ts'
import { lendingAdmin, lendingPass } from './lending.tables.ts'
import type { LendingAdmin } from './lending.tables.ts'

const isOne = ({ developerId }: Tenant, guid: string) =>
  and(eq(lendingAdmin.developerId, developerId), eq(lendingAdmin.guid, guid), isNull(lendingAdmin.removedAt))

export function listAdmins({ db, developerId }: Tenant, licenseGuid: string): Promise<LendingAdmin[]> {
  return db
    .select()
    .from(lendingAdmin)
    .where(
      and(
        eq(lendingAdmin.developerId, developerId),
        eq(lendingAdmin.licenseGuid, licenseGuid),
        isNull(lendingAdmin.removedAt),
      ),
    )
    .orderBy(asc(lendingAdmin.invitedAt), asc(lendingAdmin.guid))
}

/** Locks an administrator until the transaction ends. */
export async function lockAdmin(tenant: Tenant, guid: string): Promise<LendingAdmin | undefined> {
  const [row] = await tenant.db.select().from(lendingAdmin).where(isOne(tenant, guid)).for('update')
  return row
}

export async function insertAdmin({ db }: Tenant, row: typeof lendingAdmin.$inferInsert): Promise<void> {
  await db.insert(lendingAdmin).values(row)
}

export async function updateAdmin(tenant: Tenant, guid: string, changes: Partial<LendingAdmin>): Promise<void> {
  await tenant.db.update(lendingAdmin).set(changes).where(isOne(tenant, guid))
}

export async function insertPass({ db }: Tenant, row: typeof lendingPass.$inferInsert): Promise<void> {
  await db.insert(lendingPass).values(row)
}

export function countLinks({ db, developerId }: Tenant, adminGuid: string, since: Date): Promise<number> {
  return db.$count(
    lendingPass,
    and(
      eq(lendingPass.developerId, developerId),
      eq(lendingPass.adminGuid, adminGuid),
      eq(lendingPass.kind, 'link'),
      gt(lendingPass.createdAt, since),
    ),
  )
}

const isOpen = ({ developerId }: Tenant, kind: 'link' | 'session', digest: Buffer, now: Date) =>
  and(
    eq(lendingPass.developerId, developerId),
    eq(lendingPass.digest, digest),
    eq(lendingPass.kind, kind),
    isNull(lendingPass.endedAt),
    gt(lendingPass.expiresAt, now),
  )

/** Ends an open link or session and returns its administrator. Of two concurrent callers, one gets it. */
export async function endPass(
  tenant: Tenant,
  kind: 'link' | 'session',
  digest: Buffer,
  now: Date,
): Promise<LendingAdmin | undefined> {
  const [pass] = await tenant.db
    .update(lendingPass)
    .set({ endedAt: now })
    .where(isOpen(tenant, kind, digest, now))
    .returning({ adminGuid: lendingPass.adminGuid })
  return pass && lockAdmin(tenant, pass.adminGuid)
}

export async function findSession(tenant: Tenant, digest: Buffer, now: Date): Promise<LendingAdmin | undefined> {
  const [row] = await tenant.db
    .select({ admin: lendingAdmin })
    .from(lendingPass)
    .innerJoin(
      lendingAdmin,
      and(eq(lendingAdmin.developerId, lendingPass.developerId), eq(lendingAdmin.guid, lendingPass.adminGuid)),
    )
    .where(
      and(
        isOpen(tenant, 'session', digest, now),
        isNull(lendingAdmin.removedAt),
        sql`exists (select from license l where l.developer_id = ${lendingAdmin.developerId}
          and l.guid = ${lendingAdmin.licenseGuid} and l.ended_at is null)`,
      ),
    )
  return row?.admin
}

/** Ends all links and sessions of an administrator, or only those of one kind. */
export async function endPasses(
  { db, developerId }: Tenant,
  adminGuid: string,
  now: Date,
  kind?: 'link' | 'session',
): Promise<void> {
  await db
    .update(lendingPass)
    .set({ endedAt: now })
    .where(
      and(
        eq(lendingPass.developerId, developerId),
        eq(lendingPass.adminGuid, adminGuid),
        isNull(lendingPass.endedAt),
        kind && eq(lendingPass.kind, kind),
      ),
    )
}
