// SQL of developers, their accounts and memberships. The inserts run as the owner: the application's role may read its own developer and nothing more.
import { DEFAULT_LOCALE, MOBILE } from '@sealwright/contract'
import type { DeveloperStatus, Locale, Privilege } from '@sealwright/contract'
import { sql } from 'drizzle-orm'
import type { Db } from '../../kernel/db/database.ts'
import type { Scope } from '../../kernel/scope.ts'

/** Locks the caller's developer: whoever counts against a limit of it waits for whoever counted first. */
export async function lockDeveloper(scope: Pick<Scope, 'db' | 'developerId'>): Promise<void> {
  await scope.db.execute(sql`select 1 from developer where id = ${scope.developerId} for no key update`)
}

/** Where a developer came from: what the address of the registration page carried. */
export interface Origin {
  spreadCode?: string | undefined
  bdVid?: string | undefined
  keyword?: string | undefined
}

/** A developer with its empty profile. */
export async function insertDeveloper(db: Db, row: { name: string; status: DeveloperStatus; country: string; timeZone: string; origin: Origin; now: Date }): Promise<number> {
  const { spreadCode, bdVid, keyword } = row.origin
  const { rows } = await db.execute<{ id: number }>(sql`
    insert into developer (name, status, country, time_zone, spread_code, bd_vid, source_keyword, created_at, formal_at)
    values (${row.name}, ${row.status}, ${row.country}, ${row.timeZone}, ${spreadCode ?? null}, ${bdVid ?? null}, ${keyword ?? null}, ${row.now}, ${row.status === 'formal' ? row.now : null})
    returning id`)
  const id = rows[0]?.id
  if (id === undefined) throw new Error('an insert answered no row')
  await db.execute(sql`insert into developer_profile (developer_id, updated_at) values (${id}, ${row.now})`)
  return id
}

/** False when an account with this e-mail or mobile exists. */
export async function insertAccount(db: Db, row: { id: string; account: string; userName: string | null; passwordHash: string; locale?: Locale; now: Date }): Promise<boolean> {
  const isMobile = MOBILE.test(row.account)
  const { rows } = await db.execute(sql`
    insert into account (id, email, mobile, user_name, password_hash, locale, activated_at, created_at)
    values (${row.id}, ${isMobile ? null : row.account.toLowerCase()}, ${isMobile ? row.account : null}, ${row.userName}, ${row.passwordHash}, ${row.locale ?? DEFAULT_LOCALE}, ${row.now}, ${row.now})
    on conflict do nothing returning id`)
  return rows.length > 0
}

export async function insertMembership(db: Db, row: { developerId: number; accountId: string; isSuper: boolean; privileges: readonly Privilege[]; now: Date }): Promise<void> {
  await db.execute(sql`
    insert into membership (developer_id, account_id, is_super, privileges, created_at)
    values (${row.developerId}, ${row.accountId}, ${row.isSuper}, array(select jsonb_array_elements_text(${JSON.stringify(row.privileges)}::jsonb)), ${row.now})`)
}

export async function isEmpty(db: Db): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from developer limit 1`)
  return rows.length === 0
}

/** Sets a password and ends the account's sessions. False when there is no such account. */
export async function resetPassword(db: Db, account: string, passwordHash: string): Promise<boolean> {
  const { rows } = await db.execute<{ id: string }>(sql`update account set password_hash = ${passwordHash} where email = ${account.toLowerCase()} or mobile = ${account} returning id`)
  if (!rows[0]) return false
  await db.execute(sql`delete from session where account_id = ${rows[0].id}`)
  return true
}
