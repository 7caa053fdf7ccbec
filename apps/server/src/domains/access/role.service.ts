// Use cases of roles. A role is a named set of rights, and administrators who have it get those rights. So callers
// create and change only roles whose rights they have themselves.
import { LIMITS } from '@sealwright/contract'
import type { Privilege, roleCalls } from '@sealwright/contract'
import type * as z from 'zod/mini'
import { findAccountName } from '../../kernel/account-names.ts'
import { readPage } from '../../kernel/db/list.ts'
import { answerOf, changedNow, createdNow, givenIn, logOf } from '../../kernel/entity/change.ts'
import { found, nameTaken, refuseFull, refuseStale, unlessTaken } from '../../kernel/entity/refuse.ts'
import { countRows, lockRow, updateRow } from '../../kernel/entity/rows.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Scope } from '../../kernel/scope.ts'
import { lockDeveloper } from '../developer/index.ts'
import { isManageable as mayChange, lackedOf, roleFacts, sortedPrivileges } from './access.rules.ts'
import { role } from './access.tables.ts'
import type { Role } from './access.tables.ts'
import { listHolders, listOptions } from './admin.queries.ts'
import { grantsMore, nameOf } from './admin.service.ts'
import * as queries from './role.queries.ts'

type Payload<Name extends keyof typeof roleCalls> = z.output<(typeof roleCalls)[Name]['payload']>

const isManageable = ({ caller }: Scope, privileges: readonly Privilege[]) => lackedOf(caller, privileges) === undefined
const log = logOf('role', roleFacts)

function refuseLacked(scope: Scope, privileges: readonly Privilege[]): void {
  const privilege = lackedOf(scope.caller, privileges)
  if (privilege) throw grantsMore(scope, { field: 'privileges', privilege })
}

type Counted = NonNullable<Awaited<ReturnType<typeof queries.findRole>>>

const answerRow = (scope: Scope, row: Counted) => ({
  ...answerOf(row),
  isManageable: isManageable(scope, row.privileges),
})

export async function find(scope: Scope, { name, ...query }: Payload<'find'>) {
  const { count, page: fetch } = await queries.listRoles(scope, name, query)
  const page = await readPage(query, count, fetch)
  return { ...page, rows: page.rows.map((row) => answerRow(scope, row)) }
}

export async function list(scope: Scope) {
  return (await queries.listAllRoles(scope)).map((row) => ({
    ...row,
    isManageable: isManageable(scope, row.privileges),
  }))
}

export async function get(scope: Scope, { guid }: Payload<'get'>) {
  const row = found(await queries.findRole(scope, guid), 'role.notFound')
  return {
    ...answerRow(scope, row),
    createdBy: (await findAccountName(scope, row.createdBy)) ?? '',
    administrators: await listOptions(scope, guid),
  }
}

export async function create(scope: Scope, { name, description, privileges }: Payload<'create'>) {
  refuseLacked(scope, privileges)
  // The lock keeps two callers from both creating the last role.
  await lockDeveloper(scope)
  refuseFull(await countRows(scope, role), LIMITS.access.roles, 'role.limit')
  const row: Role = {
    ...createdNow(scope),
    name,
    description: description || null,
    privileges: sortedPrivileges(privileges),
  }
  if (!(await queries.insertRole(scope, row))) throw nameTaken('role.nameTaken', name)
  await log.added(scope, row)
  return { guid: row.guid }
}

/** Locks a role. Refused unless the caller has all its rights. */
async function lockManageable(scope: Scope, guid: string): Promise<Role> {
  const row = found(await lockRow(scope, role, guid), 'role.notFound')
  if (!isManageable(scope, row.privileges)) throw new Refusal('access.hasMore', { params: { name: row.name } })
  return row
}

/**
 * A change of a role's rights changes its holders. Refused unless the caller could change each of them; nobody changes
 * their own rights this way.
 */
async function refuseHolders(scope: Scope, roleGuid: string): Promise<void> {
  if (scope.caller.isSuper) return
  const above = (await listHolders(scope, roleGuid)).find((holder) => !mayChange(scope.caller, holder))
  if (above) throw new Refusal('access.hasMore', { params: { name: nameOf(above) } })
}

export async function update(scope: Scope, { guid, revision, privileges, ...payload }: Payload<'update'>) {
  const before = await lockManageable(scope, guid)
  await refuseStale(scope, before, revision)
  if (privileges) {
    refuseLacked(scope, privileges)
    await refuseHolders(scope, guid)
  }
  const after: Role = {
    ...before,
    ...givenIn(payload),
    privileges: privileges ? sortedPrivileges(privileges) : before.privileges,
    ...changedNow(scope, before),
  }
  await unlessTaken(updateRow(scope, role, guid, after), () => nameTaken('role.nameTaken', after.name))
  await log.changed(scope, before, after)
  return { guid }
}

export async function remove(scope: Scope, { guid }: Payload<'delete'>) {
  const before = await lockManageable(scope, guid)
  const count = await queries.countHolders(scope, guid)
  if (count > 0) throw new Refusal('role.inUse', { params: { name: before.name, count } })
  await queries.deleteRole(scope, guid)
  await log.deleted(scope, before)
  return {}
}
