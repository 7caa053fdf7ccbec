// SQL of accounts and sessions. Both are global: a session is looked up before the tenant is known, by owner functions
// that answer one row. A transaction that locks rows of several kinds locks them in this order, to avoid deadlocks:
// verification → account → session → device → guess. This also holds for the query files in the subfolders.
import type { DeveloperStatus, Locale, ScopeKind, SignInOutcome, TimeFormat } from '@sealwright/contract'
import { and, eq, lt, ne, or, sql } from 'drizzle-orm'
import type { Db } from '../../kernel/db/database.ts'
import type { StoredConfig } from '../../kernel/developer-config.ts'
import type { SuspensionRow } from '../../kernel/suspension.ts'
import { account, session } from './identity.tables.ts'

/** A member of a developer, with their current privileges. */
export type MemberRow = {
  account_id: string
  email: string | null
  mobile: string | null
  user_name: string | null
  locale: Locale
  time_format: TimeFormat
  page_size: number
  account_time_zone: string | null
  developer_id: number
  developer_name: string
  developer_display_name: string | null
  developer_status: DeveloperStatus
  service_until: string | null
  suspension: SuspensionRow
  time_zone: string
  is_super: boolean
  privileges: string[]
  is_enabled: boolean
  valid_until: string | null
  limited: ScopeKind[]
  cloud_quota: number | null
  soft_quota: number | null
  integrator_guid: string | null
  integrator_enabled: boolean | null
}

export type CallerRow = MemberRow & {
  secret_hash: Buffer
  state: 'pending' | 'active'
  last_seen_at: string
  expires_at: string
  fingerprint: string | null
  owes: 'mfa' | 'binding' | null
  confirmed_at: string | null
  owed_notice: 'developer.becameFormal' | null
  device_id: string | null
  viewer_id: string | null
  viewer_name: string | null
  /** The stored settings of the developer. */
  config: StoredConfig | null
  /** Whether the person who signed in has a second factor. */
  has_factor: boolean
}

export async function findMemberRow(db: Db, developerId: number, accountId: string): Promise<MemberRow | undefined> {
  const { rows } = await db.execute<MemberRow>(sql`
    select c.*, suspension_of(c.developer_id) as suspension from caller_of_member(${developerId}, ${accountId}) c`)
  return rows[0]
}

export async function findCallerRow(db: Db, handle: string): Promise<CallerRow | undefined> {
  const { rows } = await db.execute<CallerRow>(sql`
    select c.*, suspension_of(c.developer_id) as suspension from caller_of_session(${handle}) c`)
  return rows[0]
}

/** An account without a developer, which signed in only to confirm sign-ins of programs. */
export type PersonRow = {
  secret_hash: Buffer
  expires_at: string
  owes: 'mfa' | null
  account_id: string
}

export async function findPersonRow(db: Db, handle: string): Promise<PersonRow | undefined> {
  const { rows } = await db.execute<PersonRow>(sql`select * from person_of_session(${handle})`)
  return rows[0]
}

/** Finds an account by its sign-in name: an e-mail address in any case, or a mobile number. */
export async function findAccount(db: Db, name: string) {
  const [found] = await db
    .select()
    .from(account)
    .where(or(eq(account.email, name.toLowerCase()), eq(account.mobile, name)))
    .limit(1)
  return found
}

/** Opens an account without a password for an address, unless it has one. Returns whether it did. */
export async function openAccount(db: Db, address: string, locale: Locale, now: Date): Promise<boolean> {
  const { rows } = await db.execute<{ is_new: boolean }>(
    sql`select is_new from open_accounts(array[${address}::text], false, ${locale}, ${now}::timestamptz)`,
  )
  return rows.some((row) => row.is_new)
}

export async function findMembership(db: Db, accountId: string) {
  const { rows } = await db.execute<{ developer_id: number; is_enabled: boolean; valid_until: string | null }>(
    sql`select * from membership_of_account(${accountId})`,
  )
  return rows[0]
}

/** True if the password is unchanged. A change of the password waits until this transaction ends. */
export async function isPasswordStill(db: Db, accountId: string, passwordHash: string): Promise<boolean> {
  const rows = await db
    .select({ id: account.id })
    .from(account)
    .where(and(eq(account.id, accountId), eq(account.passwordHash, passwordHash)))
    .for('share')
  return rows.length > 0
}

export async function insertSession(db: Db, row: typeof session.$inferInsert): Promise<void> {
  await db.insert(session).values(row)
}

/** Moves `lastSeenAt` forward, at most once per `everyMs`, so two calls at the same moment write once. */
export async function touchSession(db: Db, handle: string, now: Date, everyMs: number): Promise<void> {
  await db
    .update(session)
    .set({ lastSeenAt: now })
    .where(and(eq(session.id, handle), lt(session.lastSeenAt, new Date(now.getTime() - everyMs))))
}

/** True for the one call that takes the pending notice of this session. */
export async function takeNotice(db: Db, handle: string): Promise<boolean> {
  const { rows } = await db.execute(
    sql`update session set owed_notice = null where id = ${handle} and owed_notice is not null returning 1`,
  )
  return rows.length > 0
}

export async function confirmSession(db: Db, handle: string, now: Date, fingerprint: string | null): Promise<void> {
  await db.update(session).set({ confirmedAt: now, fingerprint }).where(eq(session.id, handle))
}

/**
 * Ends all sessions of an account, or all but one. Also deletes pending sign-ins; the result counts only active
 * sessions.
 */
export async function endSessions(db: Db, accountId: string, exceptHandle?: string): Promise<number> {
  const ended = await db
    .delete(session)
    .where(and(eq(session.accountId, accountId), exceptHandle === undefined ? undefined : ne(session.id, exceptHandle)))
    .returning({ state: session.state })
  return ended.filter(({ state }) => state === 'active').length
}

export async function hasSession(db: Db, handle: string): Promise<boolean> {
  return (await db.select({ id: session.id }).from(session).where(eq(session.id, handle))).length > 0
}

/** False if it was already deleted. */
export async function deleteSession(db: Db, handle: string): Promise<boolean> {
  return (await db.delete(session).where(eq(session.id, handle)).returning({ id: session.id })).length > 0
}

export async function findAccountById(db: Db, id: string) {
  const [found] = await db.select().from(account).where(eq(account.id, id)).limit(1)
  return found
}

export async function getAccount(db: Db, id: string) {
  const found = await findAccountById(db, id)
  if (!found) throw new Error('a signed-in account has no row')
  return found
}

/** Locks the account until the transaction ends, so changes run one after another. */
export async function lockAccount(db: Db, id: string) {
  const [found] = await db.select().from(account).where(eq(account.id, id)).for('no key update')
  if (!found) throw new Error('a signed-in account has no row')
  return found
}

/** Violates a unique constraint if another account has the address. */
export async function updateAccount(
  db: Db,
  id: string,
  changes: Partial<Omit<typeof account.$inferInsert, 'id' | 'createdAt'>>,
): Promise<void> {
  await db.update(account).set(changes).where(eq(account.id, id))
}

/** The amount above which issuing asks this person once more. Null: never. */
export async function findConfirmAbove(db: Db, id: string): Promise<number | null> {
  const [row] = await db.select({ fen: account.confirmAboveFen }).from(account).where(eq(account.id, id))
  return row?.fen ?? null
}

export interface SignInRow {
  accountId: string
  at: Date
  outcome: SignInOutcome
  network: string
  userAgent: string | null
  deviceId: string | null
  /** The developer whose program asked; null for the console. */
  developerId: number | null
}

/** Commits without waiting for the disk. A crash of the database may lose this transaction. */
export async function commitWithoutWaiting(db: Db): Promise<void> {
  await db.execute(sql`set local synchronous_commit = off`)
}

/** Inserts nothing if the account does not exist. */
export async function insertSignIn(db: Db, row: SignInRow): Promise<void> {
  await db.execute(sql`
    insert into sign_in (account_id, at, outcome, network, user_agent, device_id, developer_id)
    select id, ${row.at}::timestamptz, ${row.outcome}, ${row.network}, ${row.userAgent}, ${row.deviceId}::uuid,
      ${row.developerId}::bigint
    from account where id = ${row.accountId}`)
}

/** Whether the account has signed in to the console from this network. */
export async function hasSignedInFrom(db: Db, accountId: string, network: string, since: Date): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select 1 from sign_in
      where account_id = ${accountId} and network = ${network} and outcome = 'signedIn' and developer_id is null
        and at > ${since} limit 1`,
  )
  return rows.length > 0
}
