// SQL of joining: accounts are global, memberships the tenant's.
import type { Locale } from '@sealwright/contract'
import { sql } from 'drizzle-orm'
import type { Scope } from '../../kernel/scope.ts'
import { NO_PASSWORD } from '../identity/index.ts'
import type { MemberTerms } from './access.tables.ts'

export type Person = {
  accountId: string
  address: string
  locale: Locale
  isActivated: boolean
  /** Who was opened as a user may be active and have none yet. */
  hasPassword: boolean
}

/** The account of an address, opened where there is none: its owner activates it and chooses a password. */
export async function openAccount(scope: Scope, address: string, locale: Locale, now: Date): Promise<Person> {
  const opened = await scope.db.execute<{ id: string }>(
    sql`select account_id as id from open_accounts(array[${address}::text], false, ${locale}, ${now}::timestamptz)`,
  )
  // A statement of its own: the one before does not see what it opened.
  const { rows } = await scope.db.execute<Person>(
    sql`select id as "accountId", coalesce(email, mobile) as address, locale, activated_at is not null as "isActivated", password_hash <> ${NO_PASSWORD} as "hasPassword" from account where id = ${opened.rows[0]?.id ?? null}`,
  )
  if (!rows[0]) throw new Error('an account was opened and is not there')
  return rows[0]
}

/** Which developer somebody works for. */
export async function findHome(scope: Scope, accountId: string): Promise<number | undefined> {
  const { rows } = await scope.db.execute<{ developer_id: number }>(
    sql`select developer_id from membership_of_account(${accountId})`,
  )
  return rows[0]?.developer_id
}

/** Fails on a unique constraint where the account became somebody else's meanwhile. */
export async function insertMember(
  scope: Scope,
  accountId: string,
  member: MemberTerms & { integratorGuid: string | null },
): Promise<void> {
  const { now } = scope.asking
  await scope.db.execute(sql`
    insert into membership (developer_id, account_id, is_super, privileges, limited, cloud_quota, soft_quota, valid_until, remark, integrator_guid, created_by, updated_by, created_at, updated_at)
    values (${scope.developerId}, ${accountId}, false, ${sql.param(member.privileges)}::text[], ${sql.param(member.limited)}::text[], ${member.cloudQuota}, ${member.softQuota}, ${member.validUntil}, ${member.remark},
      ${member.integratorGuid}, ${scope.caller.accountId}, ${scope.caller.accountId}, ${now}, ${now})`)
}

/** Names an account that was never activated; another one's name is its owner's. */
export async function nameWaiting({ db }: Scope, accountId: string, userName: string | null): Promise<void> {
  await db.execute(sql`update account set user_name = ${userName} where id = ${accountId} and activated_at is null`)
}
