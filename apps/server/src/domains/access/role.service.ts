// Use cases of roles: rights under a name. Whoever has a role gets its rights, so that a role is made and changed only
// of rights one has.
import { LIMITS } from '@sealwright/contract'
import type { Privilege, roleCalls } from '@sealwright/contract'
import type * as z from 'zod/mini'
import { isUniqueViolation } from '../../kernel/db/database.ts'
import { readPage } from '../../kernel/db/list.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Scope } from '../../kernel/scope.ts'
import { findAccountName, lockDeveloper } from '../developer/index.ts'
import { isManageable as mayChange, lackedOf, roleFacts, sortedPrivileges } from './access.rules.ts'
import type { Role } from './access.tables.ts'
import { listHolders, listOptions } from './admin.queries.ts'
import { grantsMore, nameOf } from './admin.service.ts'
import * as queries from './role.queries.ts'

type Payload<Name extends keyof typeof roleCalls> = z.output<(typeof roleCalls)[Name]['payload']>

const isManageable = ({ caller }: Scope, privileges: readonly Privilege[]) => lackedOf(caller, privileges) === undefined
const nameTaken = (name: string) => new Refusal('role.nameTaken', { params: { name }, field: 'name' })

function refuseLacked(scope: Scope, privileges: readonly Privilege[]): void {
  const privilege = lackedOf(scope.caller, privileges)
  if (privilege) throw grantsMore(scope, { field: 'privileges', privilege })
}

type Counted = NonNullable<Awaited<ReturnType<typeof queries.findRole>>>

function answerRow(scope: Scope, { guid, name, description, privileges, adminCount, createdAt, updatedAt }: Counted) {
  return {
    guid,
    name,
    description,
    privileges,
    adminCount,
    isManageable: isManageable(scope, privileges),
    createTime: createdAt,
    updateTime: updatedAt,
  }
}

export async function find(
  scope: Scope,
  { currentPage, pageSize, sort = 'updateTime', order = sort === 'updateTime' ? 'desc' : 'asc', name }: Payload<'find'>,
) {
  const list = queries.listRoles(scope, name, { sort, order })
  const page = await readPage({ currentPage, pageSize }, await list.count(), list.page)
  return { ...page, rows: page.rows.map((row) => answerRow(scope, row)) }
}

export async function list(scope: Scope) {
  return (await queries.listAllRoles(scope)).map((row) => ({
    ...row,
    isManageable: isManageable(scope, row.privileges),
  }))
}

export async function get(scope: Scope, { guid }: Payload<'get'>) {
  const row = await queries.findRole(scope, guid)
  if (!row) throw new Refusal('role.notFound')
  return {
    ...answerRow(scope, row),
    revision: row.revision,
    createdBy: (await findAccountName(scope, row.createdBy)) ?? '',
    administrators: await listOptions(scope, guid),
  }
}

export async function create(scope: Scope, payload: Payload<'create'>) {
  const { caller, developerId } = scope
  refuseLacked(scope, payload.privileges)
  // Under the developer's lock, so that two creations at once cannot both be the last.
  await lockDeveloper(scope)
  const max = LIMITS.access.roles
  if ((await queries.countRoles(scope)) >= max) throw new Refusal('role.limit', { params: { max } })
  const { now } = scope.asking
  const row: Role = {
    developerId,
    guid: scope.ids.guid(),
    name: payload.name,
    description: payload.description || null,
    privileges: sortedPrivileges(payload.privileges),
    revision: 1,
    createdBy: caller.accountId,
    updatedBy: caller.accountId,
    createdAt: now,
    updatedAt: now,
  }
  if (!(await queries.insertRole(scope, row))) throw nameTaken(row.name)
  await scope.record({ type: 'add', target: { kind: 'role', guid: row.guid, name: row.name }, after: roleFacts(row) })
  return { guid: row.guid }
}

/** A role whose rights the caller has, locked. */
async function lockManageable(scope: Scope, guid: string): Promise<Role> {
  const role = await queries.lockRole(scope, guid)
  if (!role) throw new Refusal('role.notFound')
  if (!isManageable(scope, role.privileges)) throw new Refusal('access.hasMore', { params: { name: role.name } })
  return role
}

/**
 * A role's rights are its holders': whoever could not change one of them cannot change it either, nor what they have
 * themselves.
 */
async function refuseHolders(scope: Scope, roleGuid: string): Promise<void> {
  if (scope.caller.isSuper) return
  const above = (await listHolders(scope, roleGuid)).find((holder) => !mayChange(scope.caller, holder))
  if (above) throw new Refusal('access.hasMore', { params: { name: nameOf(above) } })
}

export async function update(scope: Scope, { guid, revision, name, description, privileges }: Payload<'update'>) {
  const before = await lockManageable(scope, guid)
  if (revision !== undefined && revision !== before.revision)
    throw new Refusal('platform.stale', { params: { actor: (await findAccountName(scope, before.updatedBy)) ?? '' } })
  if (privileges) {
    refuseLacked(scope, privileges)
    await refuseHolders(scope, guid)
  }
  const changes = {
    name: name ?? before.name,
    description: description === undefined ? before.description : description || null,
    privileges: privileges ? sortedPrivileges(privileges) : before.privileges,
    revision: before.revision + 1,
    updatedBy: scope.caller.accountId,
    updatedAt: scope.asking.now,
  }
  await queries.updateRole(scope, guid, changes).catch((error: unknown) => {
    throw isUniqueViolation(error) ? nameTaken(changes.name) : error
  })
  await scope.record({
    type: 'update',
    target: { kind: 'role', guid, name: changes.name },
    before: roleFacts(before),
    after: roleFacts(changes),
  })
  return { guid }
}

export async function remove(scope: Scope, { guid }: Payload<'delete'>) {
  const role = await lockManageable(scope, guid)
  const count = await queries.countHolders(scope, guid)
  if (count > 0) throw new Refusal('role.inUse', { params: { name: role.name, count } })
  await queries.deleteRole(scope, guid)
  await scope.record({ type: 'delete', target: { kind: 'role', guid, name: role.name }, before: roleFacts(role) })
  return {}
}
