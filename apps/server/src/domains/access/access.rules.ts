// Pure decisions about rights: who has more rights, what a caller cannot grant, and what the operation log stores. The
// super administrator needs no exceptions: they have every right, see all rows and have no quota.
import { ASSIGNED_KINDS, PRIVILEGES, isPrivilege } from '@sealwright/contract'
import type { AssignedKind, Privilege, ScopeChoice, ScopeKind } from '@sealwright/contract'
import type { LoggedFacts } from '../../kernel/audit/record.ts'
import type { Caller } from '../../kernel/scope.ts'
import type { Admin, GivenRole, Invitation, Role } from './access.tables.ts'

/** The rights of a person, and the kinds of which they see only assigned rows. */
export type Standing = Pick<Caller, 'isSuper' | 'privileges' | 'limited'>

/** The rights of an administrator, including those of the roles. */
export function standingOf({
  isSuper,
  privileges,
  limited,
  roles,
}: Pick<Admin, 'isSuper' | 'privileges' | 'limited' | 'roles'>): Standing {
  const held = isSuper ? PRIVILEGES : [...privileges, ...roles.flatMap((role) => role.privileges)].filter(isPrivilege)
  return { isSuper, privileges: new Set(held), limited: new Set(limited) }
}

/**
 * Whether one has a right that the other lacks, or sees all rows of a kind of which the other sees a part. Quotas do
 * not count.
 */
export function hasMore(one: Standing, other: Standing): boolean {
  return (
    (one.isSuper && !other.isSuper) ||
    lackedOf(other, [...one.privileges]) !== undefined ||
    [...other.limited].some((kind) => !one.limited.has(kind))
  )
}

export function isManageable(caller: Caller, admin: Admin): boolean {
  return !admin.isSuper && admin.userId !== caller.accountId && !hasMore(standingOf(admin), caller)
}

const INVITING = ['admin.create', 'admin.update'] as const satisfies Privilege[]
const INVITING_PARTNERS = ['integrator.update'] as const satisfies Privilege[]

/** Whether somebody can still invite on these terms. The rights of an integrator's members are not in their terms. */
export function canInvite(
  inviter: Pick<Admin, 'isSuper' | 'state' | 'privileges' | 'limited' | 'roles'> | undefined,
  invited: Pick<Admin, 'isSuper' | 'privileges' | 'limited' | 'roles'>,
  integratorGuid: string | null,
): boolean {
  if (inviter?.state !== 'active') return false
  const standing = standingOf(inviter)
  const needed = integratorGuid === null ? INVITING : INVITING_PARTNERS
  if (!needed.some((name) => standing.privileges.has(name))) return false
  return integratorGuid !== null || !hasMore(standingOf(invited), standing)
}

/** The first of these rights that a person lacks. Rights that only an earlier version had are ignored. */
export const lackedOf = ({ privileges }: Pick<Caller, 'privileges'>, given: readonly Privilege[]) =>
  given.find((name) => isPrivilege(name) && !privileges.has(name))

/** An invitation lapses after its term, and never outlives the membership that it offers. */
export const openUntil = ({ expiresAt, validUntil }: Pick<Invitation, 'expiresAt' | 'validUntil'>): Date =>
  validUntil !== null && validUntil < expiresAt ? validUntil : expiresAt

/** What an administrator is given. */
export interface Terms {
  privileges: readonly Privilege[]
  roles: readonly GivenRole[]
  limited: readonly ScopeKind[]
  cloudQuota: number | null
  softQuota: number | null
  validUntil: Date | null
}

export interface Excess {
  field: string
  privilege?: Privilege
}

/** Null, no limit, is more than any number. */
const isBeyond = (own: number | null, given: number | null) => own !== null && (given === null || given > own)
const moment = (at: Date | null | undefined) => at?.getTime() ?? null

type Quotas = Pick<Terms, 'cloudQuota' | 'softQuota'>

/** The quota that exceeds the caller's. An unchanged quota is allowed. */
export function quotaExcess({ quotas }: Pick<Caller, 'quotas'>, given: Quotas, before?: Quotas): Excess | undefined {
  const form = (['cloud', 'soft'] as const).find(
    (one) => given[`${one}Quota`] !== before?.[`${one}Quota`] && isBeyond(quotas[one], given[`${one}Quota`]),
  )
  return form && { field: `${form}Quota` }
}

/** The first of these terms that exceeds the caller's. Unchanged quotas and an unchanged validity are allowed. */
export function excessOf(caller: Caller, ownEnd: Date | null, given: Terms, before?: Terms): Excess | undefined {
  const direct = lackedOf(caller, given.privileges)
  if (direct) return { field: 'privileges', privilege: direct }
  const ofRole = lackedOf(
    caller,
    given.roles.flatMap((role) => role.privileges),
  )
  if (ofRole) return { field: 'roleGuids', privilege: ofRole }
  const kind = ASSIGNED_KINDS.find((one) => caller.limited.has(one) && !given.limited.includes(one))
  if (kind) return { field: `${kind}Scope` }
  const quota = quotaExcess(caller, given, before)
  if (quota) return quota
  const isKept = before !== undefined && moment(before.validUntil) === moment(given.validUntil)
  return !isKept && isBeyond(moment(ownEnd), moment(given.validUntil)) ? { field: 'validUntil' } : undefined
}

export const scopeOf = (limited: readonly ScopeKind[], kind: AssignedKind): ScopeChoice =>
  limited.includes(kind) ? 'some' : 'all'

/** The kinds of which only assigned rows are visible after these choices. A kind without a choice stays as it was. */
export function limitedBy(
  choices: Partial<Record<AssignedKind, ScopeChoice | undefined>>,
  before: readonly ScopeKind[] = [],
): AssignedKind[] {
  return ASSIGNED_KINDS.filter((kind) => (choices[kind] ?? scopeOf(before, kind)) === 'some')
}

/** Sorted and without duplicates, so that two sets of rights can be compared. */
export const sortedPrivileges = (given: readonly Privilege[]) => PRIVILEGES.filter((name) => given.includes(name))

export function adminFacts(
  admin: Pick<
    Admin,
    | 'userName'
    | 'email'
    | 'mobile'
    | 'limited'
    | 'cloudQuota'
    | 'softQuota'
    | 'validUntil'
    | 'remark'
    | 'isEnabled'
    | 'privileges'
  > & { roles: readonly { name: string }[] },
): LoggedFacts {
  return {
    account: admin.email ?? admin.mobile,
    userName: admin.userName,
    roles: admin.roles.map(({ name }) => name).join(', ') || null,
    privileges: admin.privileges.join(', ') || null,
    productScope: scopeOf(admin.limited, 'product'),
    userScope: scopeOf(admin.limited, 'user'),
    customerScope: scopeOf(admin.limited, 'customer'),
    userLockScope: scopeOf(admin.limited, 'userLock'),
    cloudQuota: admin.cloudQuota,
    softQuota: admin.softQuota,
    validUntil: admin.validUntil?.toISOString() ?? null,
    remark: admin.remark,
    isEnabled: admin.isEnabled,
  }
}

export function roleFacts({
  name,
  description,
  privileges,
}: Pick<Role, 'name' | 'description' | 'privileges'>): LoggedFacts {
  return { name, description, privileges: privileges.join(', ') }
}
