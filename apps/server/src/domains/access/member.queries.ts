// The members of a developer with their present rights, for domains that ask who can do something. Invited people are
// no members yet.
import { INTEGRATOR_PRIVILEGES, PRIVILEGES, isPrivilege } from '@sealwright/contract'
import type { Privilege } from '@sealwright/contract'
import { sql } from 'drizzle-orm'
import type { Scope } from '../../kernel/scope.ts'

export interface Member {
  userId: string
  name: string
  /** Email address or mobile number. */
  account: string
  isSuper: boolean
  /** Enabled and valid now. */
  isActive: boolean
  /** Belongs to an integrator, and so is no administrator. */
  isOfIntegrator: boolean
  /** Including those of the roles. */
  privileges: ReadonlySet<Privilege>
  roleGuids: readonly string[]
}

interface MemberRecord extends Record<string, unknown> {
  userId: string
  name: string
  account: string
  isSuper: boolean
  isActive: boolean
  isOfIntegrator: boolean
  privileges: string[]
  roleGuids: string[]
}

/** All members: the super administrator, then the others by name. */
export async function listMembers(
  { db, developerId }: Pick<Scope, 'db' | 'developerId'>,
  now: Date,
): Promise<Member[]> {
  const { rows } = await db.execute<MemberRecord>(sql`
    select m.account_id as "userId", coalesce(a.user_name, a.email, a.mobile) as name,
      coalesce(a.email, a.mobile) as account, m.is_super as "isSuper",
      m.is_enabled and (m.valid_until is null or m.valid_until > ${now}::timestamptz)
        and (m.integrator_guid is null or (i.is_enabled and i.deleted_at is null)) as "isActive",
      m.integrator_guid is not null as "isOfIntegrator",
      m.privileges || coalesce(held.privileges, '{}') as privileges, coalesce(held.guids, '{}') as "roleGuids"
    from membership m
      join account a on a.id = m.account_id
      left join integrator i on i.developer_id = m.developer_id and i.guid = m.integrator_guid
      left join lateral (
        select array_agg(distinct r.guid) as guids, array_agg(p.name) filter (where p.name is not null) as privileges
        from membership_role mr
          join role r on r.developer_id = mr.developer_id and r.guid = mr.role_guid
          left join lateral unnest(r.privileges) as p (name) on true
        where mr.developer_id = m.developer_id and mr.account_id = m.account_id
      ) held on true
    where m.developer_id = ${developerId}
    order by m.is_super desc, coalesce(a.user_name, a.email, a.mobile), m.account_id`)
  return rows.map(({ privileges, ...rest }) => ({
    ...rest,
    privileges: new Set(
      rest.isSuper ? PRIVILEGES : rest.isOfIntegrator ? INTEGRATOR_PRIVILEGES : privileges.filter(isPrivilege),
    ),
  }))
}
