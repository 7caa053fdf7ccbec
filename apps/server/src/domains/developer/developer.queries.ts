// SQL for developers, their accounts and memberships. Functions that take a scope run as the tenant. Founding a
// developer and changing its status run as the database owner, since the application's role can do neither.
import { DEFAULT_LOCALE, MOBILE } from '@sealwright/contract'
import type { ApplicationState, DeveloperStatus, Locale, Privilege } from '@sealwright/contract'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../kernel/db/database.ts'
import type { Scope } from '../../kernel/scope.ts'
import { developer, developerProfile, formalApplication } from './developer.tables.ts'
import type { DeveloperProfile, FormalApplication } from './developer.tables.ts'

/** Locks the caller's developer, so that concurrent counts against a limit run one after the other. */
export async function lockDeveloper(scope: Pick<Scope, 'db' | 'developerId'>): Promise<void> {
  await scope.db.execute(sql`select 1 from developer where id = ${scope.developerId} for no key update`)
}

/** The same, and returns the current status. */
export async function lockStatus(scope: Pick<Scope, 'db' | 'developerId'>): Promise<DeveloperStatus | undefined> {
  const [row] = await scope.db
    .select({ status: developer.status })
    .from(developer)
    .where(eq(developer.id, scope.developerId))
    .for('no key update')
  return row?.status
}

export async function findStatus(scope: Pick<Scope, 'db' | 'developerId'>): Promise<DeveloperStatus | undefined> {
  const [row] = await scope.db
    .select({ status: developer.status })
    .from(developer)
    .where(eq(developer.id, scope.developerId))
  return row?.status
}

/** The developer with its profile; a missing profile is null. */
export async function findDeveloper(scope: Pick<Scope, 'db' | 'developerId'>) {
  const [row] = await scope.db
    .select()
    .from(developer)
    .leftJoin(developerProfile, eq(developerProfile.developerId, developer.id))
    .where(eq(developer.id, scope.developerId))
  return row
}

/**
 * Creates the profile if it is missing, and locks it until the transaction ends, so that two edits run one after the
 * other.
 */
export async function lockProfile(scope: Pick<Scope, 'db' | 'developerId'>, now: Date): Promise<DeveloperProfile> {
  const { db, developerId } = scope
  await db
    .insert(developerProfile)
    .values({ developerId, contacts: [], revision: 0, updatedAt: now })
    .onConflictDoNothing()
  const [row] = await db
    .select()
    .from(developerProfile)
    .where(eq(developerProfile.developerId, developerId))
    .for('update')
  if (!row) throw new Error('the profile was inserted but is missing')
  return row
}

export async function findDisplayName(scope: Pick<Scope, 'db' | 'developerId'>): Promise<string | null> {
  const [row] = await scope.db
    .select({ displayName: developer.displayName })
    .from(developer)
    .where(eq(developer.id, scope.developerId))
  return row?.displayName ?? null
}

export async function updateProfile(
  scope: Pick<Scope, 'db' | 'developerId'>,
  changes: Partial<DeveloperProfile>,
): Promise<void> {
  await scope.db.update(developerProfile).set(changes).where(eq(developerProfile.developerId, scope.developerId))
}

export async function updateDisplayName(
  scope: Pick<Scope, 'db' | 'developerId'>,
  displayName: string | null,
): Promise<void> {
  await scope.db.update(developer).set({ displayName }).where(eq(developer.id, scope.developerId))
}

export async function findTimeZone(scope: Pick<Scope, 'db' | 'developerId'>): Promise<string> {
  const [row] = await scope.db
    .select({ timeZone: developer.timeZone })
    .from(developer)
    .where(eq(developer.id, scope.developerId))
  if (!row) throw new Error('the developer does not exist')
  return row.timeZone
}

const newest = (developerId: number, db: Db) =>
  db
    .select()
    .from(formalApplication)
    .where(eq(formalApplication.developerId, developerId))
    .orderBy(desc(formalApplication.appliedAt), desc(formalApplication.guid))
    .limit(1)

export async function findNewestApplication({
  db,
  developerId,
}: Pick<Scope, 'db' | 'developerId'>): Promise<FormalApplication | undefined> {
  const [row] = await newest(developerId, db)
  return row
}

/** Inserts the application unless one is pending. Returns whether it did. */
export async function insertApplication(scope: Pick<Scope, 'db'>, row: FormalApplication): Promise<boolean> {
  const inserted = await scope.db
    .insert(formalApplication)
    .values(row)
    .onConflictDoNothing()
    .returning({ guid: formalApplication.guid })
  return inserted.length > 0
}

export async function lockNewestApplication(db: Db, developerId: number): Promise<FormalApplication | undefined> {
  const [row] = await newest(developerId, db).for('update')
  return row
}

export async function decideApplication(
  db: Db,
  { developerId, guid }: FormalApplication,
  changes: { state: ApplicationState; reason: string | null; decidedAt: Date },
): Promise<void> {
  await db
    .update(formalApplication)
    .set(changes)
    .where(and(eq(formalApplication.developerId, developerId), eq(formalApplication.guid, guid)))
}

export async function makeFormal(db: Db, developerId: number, now: Date): Promise<void> {
  await db.update(developer).set({ status: 'formal', formalAt: now }).where(eq(developer.id, developerId))
}

/** Every current session of this developer gets the notice; later sessions do not. */
export async function oweNotice(db: Db, developerId: number, notice: 'developer.becameFormal'): Promise<void> {
  await db.execute(sql`update session set owed_notice = ${notice} where developer_id = ${developerId}`)
}

export async function findSuperAdministrator(db: Db, developerId: number) {
  const { rows } = await db.execute<{
    accountId: string
    name: string
    email: string | null
    mobile: string | null
    locale: Locale
  }>(sql`
    select a.id as "accountId", coalesce(a.user_name, a.email, a.mobile) as name, a.email, a.mobile, a.locale
    from membership m join account a on a.id = m.account_id where m.developer_id = ${developerId} and m.is_super`)
  return rows[0]
}

/** The applications with the names of their developers, oldest first. */
export async function listApplications(db: Db, isDecidedToo: boolean) {
  return db
    .select({
      developerId: formalApplication.developerId,
      developerName: developer.name,
      state: formalApplication.state,
      companyName: formalApplication.companyName,
      contactName: formalApplication.contactName,
      contactPhone: formalApplication.contactPhone,
      contactEmail: formalApplication.contactEmail,
      statement: formalApplication.statement,
      reason: formalApplication.reason,
      appliedAt: formalApplication.appliedAt,
      decidedAt: formalApplication.decidedAt,
    })
    .from(formalApplication)
    .innerJoin(developer, eq(developer.id, formalApplication.developerId))
    .where(isDecidedToo ? undefined : eq(formalApplication.state, 'pending'))
    .orderBy(formalApplication.appliedAt, formalApplication.guid)
}

/** Where a developer came from: the parameters in the address of the registration page. */
export interface Origin {
  spreadCode?: string | undefined
  bdVid?: string | undefined
  keyword?: string | undefined
}

/** Inserts a developer with an empty profile. */
export async function insertDeveloper(
  db: Db,
  row: { name: string; status: DeveloperStatus; country: string; timeZone: string; origin: Origin; now: Date },
): Promise<number> {
  const { spreadCode, bdVid, keyword } = row.origin
  const { rows } = await db.execute<{ id: number }>(sql`
    insert into developer (name, status, country, time_zone, spread_code, bd_vid, source_keyword, created_at, formal_at)
    values (${row.name}, ${row.status}, ${row.country}, ${row.timeZone}, ${spreadCode ?? null}, ${bdVid ?? null},
      ${keyword ?? null}, ${row.now}, ${row.status === 'formal' ? row.now : null})
    returning id`)
  const id = rows[0]?.id
  if (id === undefined) throw new Error('the insert returned no row')
  await db.execute(sql`insert into developer_profile (developer_id, updated_at) values (${id}, ${row.now})`)
  return id
}

/** False if an account with this e-mail address or mobile number exists. */
export async function insertAccount(
  db: Db,
  row: { id: string; account: string; userName: string | null; passwordHash: string; locale?: Locale; now: Date },
): Promise<boolean> {
  const isMobile = MOBILE.test(row.account)
  const { rows } = await db.execute(sql`
    insert into account (id, email, mobile, user_name, password_hash, locale, activated_at, created_at)
    values (${row.id}, ${isMobile ? null : row.account.toLowerCase()}, ${isMobile ? row.account : null},
      ${row.userName}, ${row.passwordHash}, ${row.locale ?? DEFAULT_LOCALE}, ${row.now}, ${row.now})
    on conflict do nothing returning id`)
  return rows.length > 0
}

/**
 * Sets the password of an existing account without a membership. The account is locked first, so that a concurrent
 * activation or membership comes either before or after.
 */
export async function adoptAccount(
  db: Db,
  row: { account: string; passwordHash: string; now: Date },
): Promise<string | undefined> {
  const name = row.account.toLowerCase()
  const held = await db.execute<{ id: string }>(
    sql`select id from account where ${MOBILE.test(name) ? sql`mobile` : sql`email`} = ${name} for update`,
  )
  const { rows } = await db.execute<{ id: string }>(sql`
    update account
    set password_hash = ${row.passwordHash}, password_changed_at = ${row.now},
      activated_at = coalesce(activated_at, ${row.now})
    where id = ${held.rows[0]?.id ?? null} and not exists (select 1 from membership where account_id = account.id)
    returning id`)
  return rows[0]?.id
}

export async function insertMembership(
  db: Db,
  row: { developerId: number; accountId: string; isSuper: boolean; privileges: readonly Privilege[]; now: Date },
): Promise<void> {
  await db.execute(sql`
    insert into membership (developer_id, account_id, is_super, privileges, created_at)
    values (${row.developerId}, ${row.accountId}, ${row.isSuper},
      array(select jsonb_array_elements_text(${JSON.stringify(row.privileges)}::jsonb)), ${row.now})`)
}

export async function isEmpty(db: Db): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from developer limit 1`)
  return rows.length === 0
}
