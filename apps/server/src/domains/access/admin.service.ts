// Use cases of administrators: members and invited people. A caller grants only rights that they have, and cannot
// change themselves, the super administrator, or an administrator with more rights. A change takes effect with the next
// call of the changed administrator, because each call reads the caller's rights anew.
import { ASSIGNED_KINDS, LIMITS, adminName, isInvited } from '@sealwright/contract'
import type { AssignedKind, ScopeChoice, accessCalls } from '@sealwright/contract'
import { fieldLabel } from '@sealwright/phrases'
import type * as z from 'zod/mini'
import { readPage } from '../../kernel/db/list.ts'
import { refuseStale } from '../../kernel/entity/refuse.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Scope } from '../../kernel/scope.ts'
import { lockDeveloper } from '../developer/index.ts'
import { endSessions } from '../identity/index.ts'
import {
  adminFacts,
  excessOf,
  hasMore,
  isManageable,
  limitedBy,
  scopeOf,
  sortedPrivileges,
  standingOf,
} from './access.rules.ts'
import type { Excess, Terms } from './access.rules.ts'
import type { Admin, GivenRole } from './access.tables.ts'
import * as queries from './admin.queries.ts'
import { assignmentFacts, changeAssigned } from './assigned-rows.service.ts'
import { countAssigned } from './assignment.queries.ts'
import type { Inviting } from './invitation.service.ts'
import { holdRoles } from './role.queries.ts'

type Payload<Name extends keyof typeof accessCalls> = z.output<(typeof accessCalls)[Name]['payload']>

/** The display name of an administrator. */
export const nameOf = ({ userName, email, mobile }: Pick<Admin, 'userName' | 'email' | 'mobile'>) =>
  adminName({ userName, account: email ?? mobile, phone: mobile, email })

export const targetOf = (admin: Pick<Admin, 'userId' | 'userName' | 'email' | 'mobile'>) => ({
  kind: 'admin' as const,
  guid: admin.userId,
  name: nameOf(admin),
})

export function grantsMore({ say }: Scope, { field, privilege }: Excess): Refusal {
  return new Refusal('access.grantsMore', {
    params: { what: privilege ? say(`privileges.${privilege}`) : fieldLabel(say, 'access', field) },
    field,
  })
}

export async function getAdmin(scope: Scope, userId: string): Promise<Admin> {
  const admin = await queries.findAdmin(scope, userId)
  if (!admin) throw new Refusal('access.adminNotFound')
  return admin
}

/** Locks an administrator. Refused if the caller cannot change them. */
export async function lockManageable(scope: Scope, userId: string): Promise<Admin> {
  const admin = await queries.lockAdmin(scope, userId)
  if (!admin) throw new Refusal('access.adminNotFound')
  if (admin.isSuper) throw new Refusal('access.superUntouched')
  if (admin.userId === scope.caller.accountId) throw new Refusal('access.ownSelf')
  if (hasMore(standingOf(admin), scope.caller)) throw new Refusal('access.hasMore', { params: { name: nameOf(admin) } })
  return admin
}

/** The same, if they have accepted their invitation. */
async function lockJoined(scope: Scope, userId: string): Promise<Admin> {
  const admin = await lockManageable(scope, userId)
  refuseInvited(admin)
  return admin
}

export function refuseInvited(admin: Admin): void {
  if (isInvited(admin.state)) throw new Refusal('access.notAccepted', { params: { name: nameOf(admin) } })
}

async function givenRoles(scope: Scope, guids: readonly string[]): Promise<GivenRole[]> {
  const wanted = new Set(guids)
  const roles = wanted.size === 0 ? [] : await holdRoles(scope, [...wanted])
  if (roles.length < wanted.size) throw new Refusal('role.notFound', { field: 'roleGuids' })
  return roles
}

/** Refuses terms that the caller cannot grant. */
async function refuseTerms(scope: Scope, given: Terms, before?: Terms): Promise<void> {
  const { now } = scope.asking
  const isNewEnd = given.validUntil?.getTime() !== before?.validUntil?.getTime()
  if (given.validUntil && given.validUntil <= now && isNewEnd)
    throw new Refusal('access.validityPast', { field: 'validUntil' })
  const own = await queries.findAdmin(scope, scope.caller.accountId)
  const excess = excessOf(scope.caller, own?.validUntil ?? null, given, before)
  if (excess) throw grantsMore(scope, excess)
}

/** The row scopes in a payload, by kind. */
const scopesOf = ({
  productScope,
  userScope,
  customerScope,
  userLockScope,
}: Partial<Record<`${AssignedKind}Scope`, ScopeChoice | undefined>>) => ({
  product: productScope,
  user: userScope,
  customer: customerScope,
  userLock: userLockScope,
})

/** Assigns rows to an administrator and takes rows back, with a log row for each kind that changed. */
async function assignRows(scope: Scope, admin: Admin, assignments: Payload<'update'>['assignments']): Promise<void> {
  for (const kind of ASSIGNED_KINDS) {
    const asked = assignments?.[kind]
    if (!asked) continue
    const changed = await changeAssigned(scope, kind, admin.userId, asked)
    if (changed.added.length + changed.removed.length === 0) continue
    await scope.record({ type: 'update', target: targetOf(admin), before: {}, after: assignmentFacts(kind, changed) })
  }
}

function answerRow(scope: Scope, admin: Admin) {
  const {
    userId,
    userName,
    email,
    mobile,
    isSuper,
    state,
    privileges,
    roles,
    limited,
    cloudQuota,
    softQuota,
    validUntil,
    remark,
    createdAt,
    updatedAt,
  } = admin
  return {
    userId,
    userName,
    account: email ?? mobile,
    phone: mobile,
    email,
    isSuper,
    isSelf: userId === scope.caller.accountId,
    state,
    roles: roles.map(({ guid, name }) => ({ guid, name })),
    privileges,
    productScope: scopeOf(limited, 'product'),
    userScope: scopeOf(limited, 'user'),
    customerScope: scopeOf(limited, 'customer'),
    userLockScope: scopeOf(limited, 'userLock'),
    cloudQuota,
    softQuota,
    validUntil,
    remark,
    isManageable: isManageable(scope.caller, admin),
    createTime: createdAt,
    updateTime: updatedAt,
  }
}

export function createAdminService({ inviting }: { inviting: Inviting }) {
  /** An integrator's people see no administrators of the developer. */
  async function list(scope: Scope) {
    return scope.caller.integratorGuid === null ? queries.listOptions(scope) : []
  }

  async function find(
    scope: Scope,
    {
      currentPage,
      pageSize,
      sort = 'updateTime',
      order = sort === 'updateTime' ? 'desc' : 'asc',
      ...filter
    }: Payload<'find'>,
  ) {
    const admins = queries.listAdmins(scope, filter, { sort, order })
    const page = await readPage({ currentPage, pageSize }, await admins.count(), admins.page)
    return { ...page, rows: page.rows.map((admin) => answerRow(scope, admin)) }
  }

  async function get(scope: Scope, { userId }: Payload<'get'>) {
    const admin = await getAdmin(scope, userId)
    const assigned = { product: 0, user: 0, customer: 0, userLock: 0 }
    for (const kind of ASSIGNED_KINDS) assigned[kind] = await countAssigned(scope, kind, userId)
    return {
      ...answerRow(scope, admin),
      revision: admin.revision,
      assigned,
      effectivePrivileges: sortedPrivileges([...standingOf(admin).privileges]),
      lastSignIn: await queries.findLastSignIn(scope, userId),
    }
  }

  async function create(scope: Scope, payload: Payload<'create'>) {
    const roles = await givenRoles(scope, payload.roleGuids)
    const terms = {
      privileges: sortedPrivileges(payload.privileges),
      limited: limitedBy(scopesOf(payload)),
      cloudQuota: payload.cloudQuota ?? null,
      softQuota: payload.softQuota ?? null,
      validUntil: payload.validUntil ?? null,
    }
    await refuseTerms(scope, { ...terms, roles })
    // The lock keeps two callers from both creating the last administrator.
    await lockDeveloper(scope)
    const max = LIMITS.access.administrators
    if ((await queries.countAdmins(scope)) >= max) throw new Refusal('access.administratorLimit', { params: { max } })
    const userId = await inviting.invite(scope, {
      account: payload.account,
      userName: payload.userName ?? null,
      remark: payload.remark || null,
      integratorGuid: null,
      ...terms,
    })
    await queries.setRoles(
      scope,
      { userId, state: 'waiting' },
      roles.map(({ guid }) => guid),
    )
    const admin = await getAdmin(scope, userId)
    await scope.record({ type: 'add', target: targetOf(admin), after: adminFacts(admin) })
    await assignRows(scope, admin, payload.assignments)
    return { userId }
  }

  async function update(scope: Scope, payload: Payload<'update'>) {
    const { userId, revision, userName } = payload
    const before = await lockManageable(scope, userId)
    await refuseStale(scope, before, revision)
    const roles = payload.roleGuids ? await givenRoles(scope, payload.roleGuids) : before.roles
    const terms = {
      privileges: payload.privileges ? sortedPrivileges(payload.privileges) : before.privileges,
      limited: limitedBy(scopesOf(payload), before.limited),
      cloudQuota: payload.cloudQuota === undefined ? before.cloudQuota : payload.cloudQuota,
      softQuota: payload.softQuota === undefined ? before.softQuota : payload.softQuota,
      validUntil: payload.validUntil === undefined ? before.validUntil : payload.validUntil,
    }
    await refuseTerms(scope, { ...terms, roles }, before)
    await queries.updateAdmin(scope, before, {
      ...terms,
      userName,
      ...(payload.remark !== undefined && { remark: payload.remark || null }),
    })
    if (payload.roleGuids)
      await queries.setRoles(
        scope,
        before,
        roles.map(({ guid }) => guid),
      )
    const after = await getAdmin(scope, userId)
    await scope.record({
      type: 'update',
      target: targetOf(after),
      before: adminFacts(before),
      after: adminFacts(after),
    })
    await assignRows(scope, after, payload.assignments)
    return { userId }
  }

  async function switchTo(scope: Scope, admin: Admin, isEnabled: boolean): Promise<void> {
    if (admin.isEnabled === isEnabled) return
    await queries.updateAdmin(scope, admin, { isEnabled })
    await scope.record({
      type: 'update',
      target: targetOf(admin),
      before: { isEnabled: admin.isEnabled },
      after: { isEnabled },
    })
  }

  async function enable(scope: Scope, { userId }: Payload<'enable'>) {
    await switchTo(scope, await lockJoined(scope, userId), true)
    return {}
  }

  async function disable(scope: Scope, { userId }: Payload<'disable'>) {
    await switchTo(scope, await lockJoined(scope, userId), false)
    return { endedSessions: await endSessions(scope.db, userId) }
  }

  async function remove(scope: Scope, { userId }: Payload<'delete'>) {
    const admin = await lockManageable(scope, userId)
    await endSessions(scope.db, userId)
    await queries.deleteStaff(scope, admin)
    await scope.record({ type: 'delete', target: targetOf(admin), before: adminFacts(admin) })
    return {}
  }

  async function resendInvitation(scope: Scope, { userId }: Payload<'resendInvitation'>) {
    const { state } = await getAdmin(scope, userId)
    if (!isInvited(state)) throw new Refusal('access.alreadyActive')
    // Renewing an invitation grants its terms again.
    await lockManageable(scope, userId)
    await inviting.resend(scope, userId)
    return {}
  }

  return { list, find, get, create, update, enable, disable, remove, resendInvitation }
}
