// The SQL of roles. There are few roles and administrators, so the holders of a role are counted on demand.
import { and, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { Ordering } from '../../kernel/db/list.ts'
import { listOf, walkIds } from '../../kernel/db/search.ts'
import { containing, isOne, living } from '../../kernel/entity/rows.ts'
import type { Scope } from '../../kernel/scope.ts'
import { role, staffRole } from './access.tables.ts'
import type { Role } from './access.tables.ts'

const counted = {
  ...getTableColumns(role),
  adminCount: sql<number>`(
    select count(*)::int from staff_role m
    where m.developer_id = "role"."developer_id" and m.role_guid = "role"."guid")`,
}

/** A list for readPage, in a total order (ties by guid). */
export async function listRoles(
  scope: Scope,
  name: string | undefined,
  { sort = 'updateTime', order = sort === 'updateTime' ? 'desc' : 'asc' }: Ordering<'updateTime' | 'name'>,
) {
  const where = and(living(scope, role), containing(name, role.name))
  const ids = await walkIds(scope, { table: role, where, column: sort === 'name' ? role.name : role.updatedAt, order })
  return listOf(ids, (guids) =>
    scope.db
      .select(counted)
      .from(role)
      .where(and(living(scope, role), inArray(role.guid, guids))),
  )
}

export function listAllRoles(scope: Scope): Promise<Pick<Role, 'guid' | 'name' | 'privileges'>[]> {
  return scope.db
    .select({ guid: role.guid, name: role.name, privileges: role.privileges })
    .from(role)
    .where(living(scope, role))
    .orderBy(role.name, role.guid)
}

export async function findRole(scope: Scope, guid: string) {
  const [row] = await scope.db
    .select(counted)
    .from(role)
    .where(isOne(scope, role, guid))
  return row
}

/** The existing ones of these roles. None of them can be deleted before the transaction ends. */
export function holdRoles(scope: Scope, guids: readonly string[]): Promise<Role[]> {
  return scope.db
    .select()
    .from(role)
    .where(and(living(scope, role), inArray(role.guid, [...guids])))
    .orderBy(role.guid)
    .for('key share')
}

export function countHolders({ db, developerId }: Scope, guid: string): Promise<number> {
  return db.$count(staffRole, and(eq(staffRole.developerId, developerId), eq(staffRole.roleGuid, guid)))
}

/** Inserts unless another role has the name, whatever the case. Answers whether it inserted. */
export async function insertRole(scope: Scope, row: Role): Promise<boolean> {
  return (await scope.db.insert(role).values(row).onConflictDoNothing().returning({ guid: role.guid })).length > 0
}

export async function deleteRole(scope: Scope, guid: string): Promise<void> {
  await scope.db.delete(role).where(isOne(scope, role, guid))
}
