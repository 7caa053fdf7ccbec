// SQL of roles. How many have one is counted when asked: there are few of both.
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Slice } from '../../kernel/db/list.ts'
import type { Scope } from '../../kernel/scope.ts'
import { membershipRole, role } from './access.tables.ts'
import type { Role } from './access.tables.ts'

const isOurs = ({ developerId }: Scope) => eq(role.developerId, developerId)
const isOne = (scope: Scope, guid: string) => and(isOurs(scope), eq(role.guid, guid))
const adminCount = sql<number>`(select count(*)::int from ${membershipRole} where ${membershipRole.developerId} = ${role.developerId} and ${membershipRole.roleGuid} = ${role.guid})`
const counted = {
  guid: role.guid,
  name: role.name,
  description: role.description,
  privileges: role.privileges,
  revision: role.revision,
  createdBy: role.createdBy,
  createdAt: role.createdAt,
  updatedAt: role.updatedAt,
  adminCount: adminCount.as('admin_count'),
}

/** A list for readPage. */
export function listRoles(
  scope: Scope,
  name: string | undefined,
  { sort, order }: { sort: 'updateTime' | 'name'; order: 'asc' | 'desc' },
) {
  const condition = and(
    isOurs(scope),
    name === undefined ? undefined : sql`lower(${role.name}) like like_pattern(lower(${name}))`,
  )
  return {
    async count() {
      return { records: await scope.db.$count(role, condition), isCapped: false }
    },
    page({ offset, limit, isReversed }: Slice) {
      const direction = sql.raw((order === 'asc') === isReversed ? 'desc' : 'asc')
      const column = sort === 'name' ? role.name : role.updatedAt
      return scope.db
        .select(counted)
        .from(role)
        .where(condition)
        .orderBy(sql`${column} ${direction}`, sql`${role.guid} ${direction}`)
        .limit(limit)
        .offset(offset)
    },
  }
}

export function listAllRoles(scope: Scope): Promise<Pick<Role, 'guid' | 'name' | 'privileges'>[]> {
  return scope.db
    .select({ guid: role.guid, name: role.name, privileges: role.privileges })
    .from(role)
    .where(isOurs(scope))
    .orderBy(role.name, role.guid)
}

export async function findRole(scope: Scope, guid: string) {
  const [row] = await scope.db.select(counted).from(role).where(isOne(scope, guid))
  return row
}

export async function lockRole(scope: Scope, guid: string): Promise<Role | undefined> {
  const [row] = await scope.db.select().from(role).where(isOne(scope, guid)).for('update')
  return row
}

/** Those of these roles that there are; none of them can be deleted before the transaction ends. */
export function holdRoles(scope: Scope, guids: readonly string[]): Promise<Role[]> {
  return scope.db
    .select()
    .from(role)
    .where(and(isOurs(scope), inArray(role.guid, [...guids])))
    .orderBy(role.guid)
    .for('key share')
}

export function countRoles(scope: Scope): Promise<number> {
  return scope.db.$count(role, isOurs(scope))
}

export function countHolders({ db, developerId }: Scope, guid: string): Promise<number> {
  return db.$count(membershipRole, and(eq(membershipRole.developerId, developerId), eq(membershipRole.roleGuid, guid)))
}

/** Inserts unless the name is taken, in any case; answers whether it did. */
export async function insertRole(scope: Scope, row: Role): Promise<boolean> {
  return (await scope.db.insert(role).values(row).onConflictDoNothing().returning({ guid: role.guid })).length > 0
}

/** Fails on a unique constraint where the name is another role's. */
export async function updateRole(scope: Scope, guid: string, changes: Partial<Role>): Promise<void> {
  await scope.db.update(role).set(changes).where(isOne(scope, guid))
}

export async function deleteRole(scope: Scope, guid: string): Promise<void> {
  await scope.db.delete(role).where(isOne(scope, guid))
}
