// SQL of administrators of the caller's developer: members who belong to no integrator, and invited people until they
// accept. The view `staff` holds both; a change goes to the table of the one or the other.
import { isInvited } from '@sealwright/contract'
import type { AdminState, Privilege } from '@sealwright/contract'
import { and, eq, notInArray, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { directionOf } from '../../kernel/db/list.ts'
import type { Slice } from '../../kernel/db/list.ts'
import type { Scope } from '../../kernel/scope.ts'
import { invitation, invitationRole, membership, membershipRole } from './access.tables.ts'
import type { Admin, Membership } from './access.tables.ts'

type Tenant = Pick<Scope, 'db' | 'developerId'>

/** As the driver answers it: moments are text. */
type AdminRecord = Omit<Admin, 'validUntil' | 'createdAt' | 'updatedAt'> & {
  validUntil: string | null
  createdAt: string
  updatedAt: string
}

export interface AdminFilter {
  userName?: string | undefined
  state?: AdminState | undefined
  roleGuid?: string | undefined
}

const called = sql`coalesce(s.user_name, s.email, s.mobile)`
/** The state of somebody on the view `staff s`. */
export const stateAt = (now: Date) => sql`case
  when s.invited_until <= ${now}::timestamptz then 'lapsed' when s.invited_until is not null then 'waiting'
  when not s.is_enabled then 'disabled' when s.valid_until <= ${now}::timestamptz then 'ended' else 'active' end`

const rolesOf = sql`staff_role sr join role r on r.developer_id = sr.developer_id and r.guid = sr.role_guid
  where sr.developer_id = s.developer_id and sr.user_id = s.user_id`

function select({ db }: Pick<Scope, 'db'>, now: Date, condition: SQL, rest: SQL = sql``) {
  return db.execute<AdminRecord>(sql`
    select s.user_id as "userId", s.user_name as "userName", s.email, s.mobile, s.is_super as "isSuper",
      s.is_enabled as "isEnabled", ${stateAt(now)} as state, s.privileges, s.limited, s.cloud_quota as "cloudQuota",
      s.soft_quota as "softQuota", s.valid_until as "validUntil", s.remark, s.revision, s.created_at as "createdAt",
      s.updated_at as "updatedAt", s.updated_by as "updatedBy",
      coalesce((select jsonb_agg(jsonb_build_object('guid', r.guid, 'name', r.name, 'privileges', r.privileges)
        order by r.name) from ${rolesOf}), '[]') as roles
    from staff s where ${condition} ${rest}`)
}

const isMember = ({ developerId }: Tenant, accountId: string) =>
  and(eq(membership.developerId, developerId), eq(membership.accountId, accountId))
const isGuest = ({ developerId }: Tenant, guid: string) =>
  and(eq(invitation.developerId, developerId), eq(invitation.guid, guid))

const isOurs = ({ developerId }: Pick<Scope, 'developerId'>) => sql`s.developer_id = ${developerId}`
const isAdmin = (scope: Scope) => sql`${isOurs(scope)} and s.integrator_guid is null`
const isOne = (scope: Scope, userId: string) => sql`${isAdmin(scope)} and s.user_id = ${userId}`

const hasRole = (guid: string) => sql`exists (select from ${rolesOf} and r.guid = ${guid})`

function adminOf({ validUntil, createdAt, updatedAt, ...rest }: AdminRecord): Admin {
  return {
    ...rest,
    validUntil: validUntil === null ? null : new Date(validUntil),
    createdAt: new Date(createdAt),
    updatedAt: new Date(updatedAt),
  }
}

/** A list for readPage. The super administrator comes first in every order. */
export function listAdmins(
  scope: Scope,
  { userName, state, roleGuid }: AdminFilter,
  { sort, order }: { sort: 'updateTime' | 'userName'; order: 'asc' | 'desc' },
) {
  const parts = [isAdmin(scope)]
  if (userName !== undefined)
    parts.push(
      sql`lower(concat_ws(chr(10), s.user_name, s.email, s.mobile, s.remark)) like like_pattern(lower(${userName}))`,
    )
  if (state !== undefined) parts.push(sql`${stateAt(scope.asking.now)} = ${state}`)
  if (roleGuid !== undefined) parts.push(hasRole(roleGuid))
  const condition = sql.join(parts, sql` and `)
  return {
    async count() {
      const { rows } = await scope.db.execute<{ n: number }>(
        sql`select count(*)::int as n from staff s where ${condition}`,
      )
      return { records: rows[0]?.n ?? 0, isCapped: false }
    },
    async page({ offset, limit, isReversed }: Slice) {
      const direction = directionOf(order, isReversed)
      const first = sql.raw(isReversed ? 'asc' : 'desc')
      const { rows } = await select(
        scope,
        scope.asking.now,
        condition,
        sql`order by s.is_super ${first}, ${sort === 'userName' ? called : sql`s.updated_at`} ${direction},
          s.user_id ${direction} limit ${limit} offset ${offset}`,
      )
      return rows.map(adminOf)
    },
  }
}

export async function findAdmin(scope: Scope, userId: string): Promise<Admin | undefined> {
  const { rows } = await select(scope, scope.asking.now, isOne(scope, userId))
  return rows[0] && adminOf(rows[0])
}

/** The same, locked until the transaction ends: changes of one administrator happen one after the other. */
export async function lockAdmin(scope: Scope, userId: string): Promise<Admin | undefined> {
  // First the locks, then a look of its own: it sees the roles that whoever was waited for gave.
  const { db } = scope
  await db.select({ userId: membership.accountId }).from(membership).where(isMember(scope, userId)).for('no key update')
  await db.select({ userId: invitation.guid }).from(invitation).where(isGuest(scope, userId)).for('no key update')
  return findAdmin(scope, userId)
}

/** Anybody on the developer's lists: an administrator, a member of an integrator, or an invited person. */
export async function findStaff(tenant: Tenant, userId: string, now: Date): Promise<Admin | undefined> {
  const { rows } = await select(tenant, now, sql`${isOurs(tenant)} and s.user_id = ${userId}`)
  return rows[0] && adminOf(rows[0])
}

export async function countAdmins(scope: Scope): Promise<number> {
  const { rows } = await scope.db.execute<{ n: number }>(
    sql`select count(*)::int as n from staff s where ${isAdmin(scope)}`,
  )
  return rows[0]?.n ?? 0
}

/**
 * Administrators as pickers name them: the super administrator, then the others by name. With a role, those who have
 * it, invited people included; without one, members only, since nobody else can have created a row.
 */
export async function listOptions(scope: Scope, roleGuid?: string) {
  const which = roleGuid === undefined ? sql`s.invited_until is null` : hasRole(roleGuid)
  const { rows } = await scope.db.execute<{
    userId: string
    userName: string | null
    account: string | null
    phone: string | null
    email: string | null
  }>(sql`
    select s.user_id as "userId", s.user_name as "userName", coalesce(s.email, s.mobile) as account,
      s.mobile as phone, s.email
    from staff s where ${isAdmin(scope)} and ${which} order by s.is_super desc, ${called}, s.user_id`)
  return rows
}

/** The administrators who have a role. */
export async function listHolders(scope: Scope, roleGuid: string): Promise<Admin[]> {
  const { rows } = await select(scope, scope.asking.now, sql`${isAdmin(scope)} and ${hasRole(roleGuid)}`)
  return rows.map(adminOf)
}

/** Active administrators who can change administrators, the super administrator first. */
export async function listChangers(scope: Scope): Promise<Admin[]> {
  const right = 'admin.update' satisfies Privilege
  const { rows } = await select(
    scope,
    scope.asking.now,
    sql`${isAdmin(scope)} and ${stateAt(scope.asking.now)} = 'active' and (s.is_super or ${right} = any (s.privileges)
      or exists (select from ${rolesOf} and ${right} = any (r.privileges)))`,
    sql`order by s.is_super desc, ${called}, s.user_id`,
  )
  return rows.map(adminOf)
}

/** The time of the account's last sign-in. */
export async function findLastSignIn({ db }: Scope, accountId: string): Promise<Date | null> {
  const { rows } = await db.execute<{ at: string | null }>(
    sql`select max(at) as at from sign_in where account_id = ${accountId} and outcome = 'signedIn'`,
  )
  return rows[0]?.at ? new Date(rows[0].at) : null
}

type Changes = Partial<
  Pick<Membership, 'privileges' | 'validUntil' | 'limited' | 'cloudQuota' | 'softQuota' | 'remark'>
>
type Known = Pick<Admin, 'userId' | 'state'>

/** Changes an administrator, as a new revision by the caller. A name can be given only to an invited person. */
export async function updateAdmin(
  scope: Scope,
  { userId, state }: Known,
  { userName, isEnabled, ...changes }: Changes & { userName?: string | null | undefined; isEnabled?: boolean },
): Promise<void> {
  const { db, caller, asking } = scope
  const stamp = { updatedBy: caller.accountId, updatedAt: asking.now }
  if (isInvited(state))
    await db
      .update(invitation)
      .set({ ...changes, userName, ...stamp, revision: sql`${invitation.revision} + 1` })
      .where(isGuest(scope, userId))
  else
    await db
      .update(membership)
      .set({ ...changes, isEnabled, ...stamp, revision: sql`${membership.revision} + 1` })
      .where(isMember(scope, userId))
}

export async function setRoles(
  { db, developerId }: Scope,
  { userId: holder, state }: Known,
  roleGuids: readonly string[],
): Promise<void> {
  const table = isInvited(state) ? invitationRole : membershipRole
  const ofOne = and(eq(table.developerId, developerId), eq(table.holder, holder))
  await db
    .delete(table)
    .where(and(ofOne, roleGuids.length > 0 ? notInArray(table.roleGuid, [...roleGuids]) : undefined))
  if (roleGuids.length > 0)
    await db
      .insert(table)
      .values(roleGuids.map((roleGuid) => ({ developerId, holder, roleGuid })))
      .onConflictDoNothing()
}

/** Ends a membership or withdraws an invitation. Roles and assignments go with it. */
export async function deleteStaff(tenant: Tenant, { userId, state }: Known): Promise<void> {
  const { db } = tenant
  await db.execute(sql`select forget_assignee(${userId})`)
  if (isInvited(state)) await db.delete(invitation).where(isGuest(tenant, userId))
  else await db.delete(membership).where(isMember(tenant, userId))
}

/** Sets the administrator that the session views as. Null ends it. */
export async function setViewAs({ db, caller }: Scope, accountId: string | null): Promise<void> {
  await db.execute(sql`update session set view_as = ${accountId} where id = ${caller.sessionId}`)
}
