// SQL of administrators: memberships of the caller's developer that are of no integrator, with their account and roles.
import type { AdminState, Privilege } from '@sealwright/contract'
import { and, eq, notInArray, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Slice } from '../../kernel/db/list.ts'
import type { Scope } from '../../kernel/scope.ts'
import { membership, membershipRole } from './access.tables.ts'
import type { Admin, Membership } from './access.tables.ts'

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

const called = sql`coalesce(a.user_name, a.email, a.mobile)`
/** How the membership `m` of the account `a` stands. */
export const stateAt = (now: Date) =>
  sql`case when not m.is_enabled then 'disabled' when m.valid_until <= ${now}::timestamptz then 'ended' when a.activated_at is null then 'waiting' else 'active' end`

function select(scope: Scope, condition: SQL, rest: SQL = sql``) {
  return scope.db.execute<AdminRecord>(sql`
    select m.account_id as "userId", a.user_name as "userName", a.email, a.mobile, a.locale, a.activated_at is not null as "isActivated", m.is_super as "isSuper", m.is_enabled as "isEnabled",
      ${stateAt(scope.asking.now)} as state, m.privileges, m.limited, m.cloud_quota as "cloudQuota", m.soft_quota as "softQuota", m.valid_until as "validUntil", m.remark, m.revision,
      m.created_at as "createdAt", m.updated_at as "updatedAt", m.updated_by as "updatedBy",
      coalesce((select jsonb_agg(jsonb_build_object('guid', r.guid, 'name', r.name, 'privileges', r.privileges) order by r.name) from membership_role mr
        join role r on r.developer_id = mr.developer_id and r.guid = mr.role_guid where mr.developer_id = m.developer_id and mr.account_id = m.account_id), '[]') as roles
    from membership m join account a on a.id = m.account_id where ${condition} ${rest}`)
}

const isOne = (scope: Scope, userId: string) => and(isAdmin(scope), sql`m.account_id = ${userId}`) as SQL // neither part is missing
const isAdmin = ({ developerId }: Scope) => sql`m.developer_id = ${developerId} and m.integrator_guid is null`

const hasRole = (guid: string) =>
  sql`exists (select from membership_role mr where mr.developer_id = m.developer_id and mr.account_id = m.account_id and mr.role_guid = ${guid})`

function adminOf({ validUntil, createdAt, updatedAt, ...rest }: AdminRecord): Admin {
  return {
    ...rest,
    validUntil: validUntil === null ? null : new Date(validUntil),
    createdAt: new Date(createdAt),
    updatedAt: new Date(updatedAt),
  }
}

/** A list for readPage; the super administrator is its first whatever it is sorted by. */
export function listAdmins(
  scope: Scope,
  { userName, state, roleGuid }: AdminFilter,
  { sort, order }: { sort: 'updateTime' | 'userName'; order: 'asc' | 'desc' },
) {
  const parts = [isAdmin(scope)]
  if (userName !== undefined)
    parts.push(
      sql`lower(concat_ws(chr(10), a.user_name, a.email, a.mobile, m.remark)) like like_pattern(lower(${userName}))`,
    )
  if (state !== undefined) parts.push(sql`${stateAt(scope.asking.now)} = ${state}`)
  if (roleGuid !== undefined) parts.push(hasRole(roleGuid))
  const condition = sql.join(parts, sql` and `)
  return {
    async count() {
      const { rows } = await scope.db.execute<{ n: number }>(
        sql`select count(*)::int as n from membership m join account a on a.id = m.account_id where ${condition}`,
      )
      return { records: rows[0]?.n ?? 0, isCapped: false }
    },
    async page({ offset, limit, isReversed }: Slice) {
      const direction = sql.raw((order === 'asc') === isReversed ? 'desc' : 'asc')
      const first = sql.raw(isReversed ? 'asc' : 'desc')
      const { rows } = await select(
        scope,
        condition,
        sql`order by m.is_super ${first}, ${sort === 'userName' ? called : sql`m.updated_at`} ${direction}, m.account_id ${direction} limit ${limit} offset ${offset}`,
      )
      return rows.map(adminOf)
    },
  }
}

export async function findAdmin(scope: Scope, userId: string): Promise<Admin | undefined> {
  const { rows } = await select(scope, isOne(scope, userId))
  return rows[0] && adminOf(rows[0])
}

/** The same, locked until the transaction ends: two changes happen one after the other. */
export async function lockAdmin(scope: Scope, userId: string): Promise<Admin | undefined> {
  // First the lock, then a look of its own: it sees the roles that whoever was waited for gave.
  await scope.db.execute(sql`select 1 from membership m where ${isOne(scope, userId)} for no key update`)
  return findAdmin(scope, userId)
}

export async function countAdmins(scope: Scope): Promise<number> {
  const { rows } = await scope.db.execute<{ n: number }>(
    sql`select count(*)::int as n from membership m where ${isAdmin(scope)}`,
  )
  return rows[0]?.n ?? 0
}

/**
 * Administrators as pickers name them: the super administrator, then the others by name. Of one role, where it is
 * given.
 */
export async function listOptions(scope: Scope, roleGuid?: string) {
  const ofRole = roleGuid === undefined ? sql`` : sql`and ${hasRole(roleGuid)}`
  const { rows } = await scope.db.execute<{
    userId: string
    userName: string | null
    account: string | null
    phone: string | null
    email: string | null
  }>(sql`
    select a.id as "userId", a.user_name as "userName", coalesce(a.email, a.mobile) as account, a.mobile as phone, a.email from membership m join account a on a.id = m.account_id
    where ${isAdmin(scope)} ${ofRole} order by m.is_super desc, ${called}, a.id`)
  return rows
}

/** Everybody who has a role. */
export async function listHolders(scope: Scope, roleGuid: string): Promise<Admin[]> {
  const { rows } = await select(scope, sql`${isAdmin(scope)} and ${hasRole(roleGuid)}`)
  return rows.map(adminOf)
}

/** Who can sign in and may change administrators, the super administrator first. */
export async function listChangers(scope: Scope): Promise<Admin[]> {
  const right = 'admin.update' satisfies Privilege
  const { rows } = await select(
    scope,
    sql`${isAdmin(scope)} and ${stateAt(scope.asking.now)} = 'active' and (m.is_super or ${right} = any (m.privileges) or exists (select from membership_role mr
      join role r on r.developer_id = mr.developer_id and r.guid = mr.role_guid where mr.developer_id = m.developer_id and mr.account_id = m.account_id and ${right} = any (r.privileges)))`,
    sql`order by m.is_super desc, ${called}, m.account_id`,
  )
  return rows.map(adminOf)
}

/** When this account last came in. */
export async function findLastSignIn({ db }: Scope, accountId: string): Promise<Date | null> {
  const { rows } = await db.execute<{ at: string | null }>(
    sql`select max(at) as at from sign_in where account_id = ${accountId} and outcome = 'signedIn'`,
  )
  return rows[0]?.at ? new Date(rows[0].at) : null
}

type Changes = Partial<
  Pick<Membership, 'privileges' | 'isEnabled' | 'validUntil' | 'limited' | 'cloudQuota' | 'softQuota' | 'remark'>
>

/** Changes an administrator, as a new revision by the caller. */
export async function updateMember(
  { db, developerId, caller, asking }: Scope,
  accountId: string,
  changes: Changes,
): Promise<void> {
  const stamp = { revision: sql`${membership.revision} + 1`, updatedBy: caller.accountId, updatedAt: asking.now }
  await db
    .update(membership)
    .set({ ...changes, ...stamp })
    .where(and(eq(membership.developerId, developerId), eq(membership.accountId, accountId)))
}

export async function setRoles(
  { db, developerId }: Scope,
  accountId: string,
  roleGuids: readonly string[],
): Promise<void> {
  const ofOne = and(eq(membershipRole.developerId, developerId), eq(membershipRole.accountId, accountId))
  await db
    .delete(membershipRole)
    .where(and(ofOne, roleGuids.length > 0 ? notInArray(membershipRole.roleGuid, [...roleGuids]) : undefined))
  if (roleGuids.length > 0)
    await db
      .insert(membershipRole)
      .values(roleGuids.map((roleGuid) => ({ developerId, accountId, roleGuid })))
      .onConflictDoNothing()
}

/** The roles go with it, and what was assigned is let go. */
export async function deleteMember({ db, developerId }: Scope, accountId: string): Promise<void> {
  await db.execute(sql`select forget_assignee(${accountId})`)
  await db.delete(membership).where(and(eq(membership.developerId, developerId), eq(membership.accountId, accountId)))
}

/** Whom this session looks as; null: as itself. */
export async function setViewAs({ db, caller }: Scope, accountId: string | null): Promise<void> {
  await db.execute(sql`update session set view_as = ${accountId} where id = ${caller.sessionId}`)
}
