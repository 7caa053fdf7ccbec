// SQL of machines. A license is locked before its machines are looked at, so that nothing here needs a lock of its own.
import { and, eq } from 'drizzle-orm'
import type { Scope } from '../../kernel/scope.ts'
import { boundMachine, license } from './license.tables.ts'
import type { BoundMachine, License } from './license.tables.ts'

type Tenant = Pick<Scope, 'db' | 'developerId'>

const isOf = ({ developerId }: Tenant, licenseGuid: string) => and(eq(boundMachine.developerId, developerId), eq(boundMachine.licenseGuid, licenseGuid))

/** Of any family: a machine knows its license, not what we call its kind. */
export async function lockLicense(tenant: Tenant, guid: string): Promise<License | undefined> {
  const [row] = await tenant.db.select().from(license).where(and(eq(license.developerId, tenant.developerId), eq(license.guid, guid))).for('update')
  return row
}

export async function findMachine(tenant: Tenant, licenseGuid: string, by: { guid: string } | { fingerprint: string }): Promise<BoundMachine | undefined> {
  const [row] = await tenant.db.select().from(boundMachine).where(and(isOf(tenant, licenseGuid), 'guid' in by ? eq(boundMachine.guid, by.guid) : eq(boundMachine.fingerprint, by.fingerprint)))
  return row
}

export async function insertMachine(tenant: Tenant, row: typeof boundMachine.$inferInsert): Promise<void> {
  await tenant.db.insert(boundMachine).values(row)
}

export async function updateMachine(tenant: Tenant, { licenseGuid, guid }: Pick<BoundMachine, 'licenseGuid' | 'guid'>, changes: Partial<typeof boundMachine.$inferInsert>): Promise<void> {
  await tenant.db.update(boundMachine).set(changes).where(and(isOf(tenant, licenseGuid), eq(boundMachine.guid, guid)))
}
