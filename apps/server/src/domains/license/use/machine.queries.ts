// SQL of bound devices. Callers lock the license first, so these statements need no locks of their own.
import { and, eq, inArray } from 'drizzle-orm'
import { listOf, walkIds } from '../../../kernel/db/search.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { boundMachine } from '../license.tables.ts'
import type { BoundMachine } from '../license.tables.ts'

type Tenant = Pick<Scope, 'db' | 'developerId'>

const isOf = ({ developerId }: Tenant, licenseGuid: string) =>
  and(eq(boundMachine.developerId, developerId), eq(boundMachine.licenseGuid, licenseGuid))

export async function findMachine(
  tenant: Tenant,
  licenseGuid: string,
  guid: string,
): Promise<BoundMachine | undefined> {
  const [row] = await tenant.db
    .select()
    .from(boundMachine)
    .where(and(isOf(tenant, licenseGuid), eq(boundMachine.guid, guid)))
  return row
}

export async function updateMachine(
  tenant: Tenant,
  { licenseGuid, guid }: Pick<BoundMachine, 'licenseGuid' | 'guid'>,
  changes: Partial<typeof boundMachine.$inferInsert>,
): Promise<void> {
  await tenant.db
    .update(boundMachine)
    .set(changes)
    .where(and(isOf(tenant, licenseGuid), eq(boundMachine.guid, guid)))
}

export async function listMachines(scope: Scope, licenseGuid: string, order: 'asc' | 'desc') {
  const where = isOf(scope, licenseGuid)
  const ids = await walkIds(scope, { table: boundMachine, where, column: boundMachine.boundAt, order })
  return listOf(ids, (guids): Promise<BoundMachine[]> =>
    scope.db
      .select()
      .from(boundMachine)
      .where(and(eq(boundMachine.developerId, scope.developerId), inArray(boundMachine.guid, guids))),
  )
}
