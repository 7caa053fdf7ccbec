// SQL of operators, their sessions and visits. Only the owner of the database and, without secrets, the desk's own role
// can read these tables; the application's role cannot.
import type { Locale, OperatorRole, OperatorState, TimeFormat } from '@sealwright/contract'
import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Db } from '../../kernel/db/database.ts'
import { directionOf } from '../../kernel/db/list.ts'
import type { Slice } from '../../kernel/db/list.ts'

export type OperatorRecord = {
  guid: string
  email: string | null
  name: string | null
  roles: OperatorRole[]
  password_hash: string | null
  totp_secret: Buffer | null
  totp_enabled_at: string | null
  is_enabled: boolean
  locale: Locale
  revision: number
}

const COLUMNS = sql.raw(
  'guid, email, name, roles, password_hash, totp_secret, totp_enabled_at, is_enabled, locale, revision',
)

async function findOne(db: Db, where: SQL): Promise<OperatorRecord | undefined> {
  const { rows } = await db.execute<OperatorRecord>(sql`select ${COLUMNS} from operator where ${where}`)
  return rows[0]
}

export const findByEmail = (db: Db, email: string) => findOne(db, sql`email = ${email.toLowerCase()}`)
export const findByLink = (db: Db, hash: Buffer, now: Date) =>
  findOne(db, sql`link_hash = ${hash} and link_until > ${now} and is_enabled`)
/** The same, and nobody else uses up the link at the same moment. */
export const lockByLink = (db: Db, hash: Buffer, now: Date) =>
  findOne(db, sql`link_hash = ${hash} and link_until > ${now} and is_enabled for update`)
export const lockOperator = (db: Db, guid: string) => findOne(db, sql`guid = ${guid} for update`)
export const findOperator = (db: Db, guid: string) => findOne(db, sql`guid = ${guid}`)

/** Changes of operators run one after another, so that two cannot disable the last two owners at once. */
export async function lockOperators(db: Db): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(7325010)`)
}

/** Owners who can sign in, without this one. */
export async function countOtherOwners(db: Db, guid: string): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`
    select count(*)::int as n from operator
    where guid <> ${guid} and 'owner' = any(roles) and is_enabled and password_hash is not null`)
  return rows[0]?.n ?? 0
}

export async function countOperators(db: Db): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from operator`)
  return rows[0]?.n ?? 0
}

/** Whether somebody can sign in at the desk. */
export async function hasOperator(db: Db): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from operator where password_hash is not null and is_enabled limit 1`)
  return rows.length > 0
}

export interface NewOperator {
  guid: string
  email: string | null
  roles: readonly OperatorRole[]
  linkHash: Buffer
  linkUntil: Date
  /** Who made the link. Null: a command. */
  linkBy: string | null
  now: Date
}

/** False if the address is taken. */
export async function insertOperator(db: Db, given: NewOperator): Promise<boolean> {
  const { rows } = await db.execute(sql`
    insert into operator (guid, email, roles, link_hash, link_until, link_by, created_at)
    values (${given.guid}, ${given.email?.toLowerCase() ?? null}, ${sql.param([...given.roles])}, ${given.linkHash},
      ${given.linkUntil}, ${given.linkBy}, ${given.now})
    on conflict do nothing returning 1`)
  return rows.length > 0
}

/** Replaces the link of an operator, who cannot sign in with the former password anymore. */
export async function renewLink(
  db: Db,
  guid: string,
  given: { linkHash: Buffer; linkUntil: Date; linkBy: string | null; resetsFactor: boolean },
): Promise<void> {
  await db.execute(sql`
    update operator set link_hash = ${given.linkHash}, link_until = ${given.linkUntil}, link_by = ${given.linkBy},
      password_hash = null,
      totp_secret = case when ${given.resetsFactor} then null else totp_secret end,
      totp_enabled_at = case when ${given.resetsFactor} then null else totp_enabled_at end,
      revision = revision + 1
    where guid = ${guid}`)
}

/** Ends the links that an operator made for others and could still open. A new link can be made. */
export async function endLinksBy(db: Db, operatorGuid: string): Promise<void> {
  await db.execute(sql`update operator set link_hash = null, link_until = null where link_by = ${operatorGuid}`)
}

/** The link of the first operator, who has no address yet. */
export async function renewFirstLink(db: Db, given: { linkHash: Buffer; linkUntil: Date }): Promise<boolean> {
  const { rows } = await db.execute(sql`
    update operator set link_hash = ${given.linkHash}, link_until = ${given.linkUntil}, link_by = null
    where email is null returning 1`)
  return rows.length > 0
}

export async function acceptLink(
  db: Db,
  guid: string,
  given: { email: string; name: string; passwordHash: string; locale: Locale },
): Promise<void> {
  await db.execute(sql`
    update operator set email = ${given.email.toLowerCase()}, name = ${given.name},
      password_hash = ${given.passwordHash}, locale = ${given.locale}, link_hash = null, link_until = null,
      link_by = null, revision = revision + 1
    where guid = ${guid}`)
}

/** False if a second factor is enabled: only a new link replaces it. */
export async function setTotp(db: Db, guid: string, sealed: Buffer): Promise<boolean> {
  const { rows } = await db.execute(sql`
    update operator set totp_secret = ${sealed}, totp_last_step = null
    where guid = ${guid} and totp_enabled_at is null returning 1`)
  return rows.length > 0
}

/** False if one is enabled already. */
export async function enableTotp(db: Db, guid: string, step: number, now: Date): Promise<boolean> {
  const { rows } = await db.execute(sql`
    update operator set totp_enabled_at = ${now}, totp_last_step = ${step}
    where guid = ${guid} and totp_enabled_at is null returning 1`)
  return rows.length > 0
}

/** True for the first use of a step. Steps before the last used one count as used. */
export async function useStep(db: Db, guid: string, step: number): Promise<boolean> {
  const { rows } = await db.execute(sql`
    update operator set totp_last_step = ${step}
    where guid = ${guid} and totp_enabled_at is not null and (totp_last_step is null or totp_last_step < ${step})
    returning 1`)
  return rows.length > 0
}

export async function useRecoveryCode(db: Db, guid: string, hash: Buffer, now: Date): Promise<boolean> {
  const { rows } = await db.execute(sql`
    update operator_recovery_code set used_at = ${now}
    where operator_guid = ${guid} and code_hash = ${hash} and used_at is null returning 1`)
  return rows.length > 0
}

export async function replaceRecoveryCodes(db: Db, guid: string, hashes: readonly Buffer[]): Promise<void> {
  await db.execute(sql`delete from operator_recovery_code where operator_guid = ${guid}`)
  await db.execute(sql`
    insert into operator_recovery_code (operator_guid, code_hash)
    select ${guid}::uuid, hash from unnest(${sql.param([...hashes])}::bytea[]) hash`)
}

export async function countRecoveryCodes(db: Db, guid: string): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`
    select count(*)::int as n from operator_recovery_code where operator_guid = ${guid} and used_at is null`)
  return rows[0]?.n ?? 0
}

export async function setPassword(db: Db, guid: string, passwordHash: string): Promise<void> {
  await db.execute(sql`update operator set password_hash = ${passwordHash} where guid = ${guid}`)
}

export async function setRoles(db: Db, guid: string, roles: readonly OperatorRole[]): Promise<void> {
  await db.execute(sql`
    update operator set roles = ${sql.param([...roles])}, revision = revision + 1 where guid = ${guid}`)
}

export async function setEnabled(db: Db, guid: string, isEnabled: boolean): Promise<void> {
  await db.execute(sql`
    update operator set is_enabled = ${isEnabled}, revision = revision + 1 where guid = ${guid}`)
}

export async function deleteOperator(db: Db, guid: string): Promise<void> {
  await db.execute(sql`delete from operator where guid = ${guid}`)
}

export async function setPreferences(
  db: Db,
  guid: string,
  given: { locale?: Locale | undefined; timeFormat?: TimeFormat | undefined },
): Promise<void> {
  await db.execute(sql`
    update operator set locale = coalesce(${given.locale ?? null}, locale),
      time_format = coalesce(${given.timeFormat ?? null}, time_format)
    where guid = ${guid}`)
}

export async function noteSignIn(db: Db, guid: string, network: string, now: Date): Promise<void> {
  await db.execute(sql`update operator set last_sign_in_at = ${now} where guid = ${guid}`)
  await db.execute(sql`
    insert into operator_network (operator_guid, network, last_at) values (${guid}, ${network}, ${now})
    on conflict (operator_guid, network) do update set last_at = excluded.last_at`)
}

export async function hasSignedInFrom(db: Db, guid: string, network: string, since: Date): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from operator_network where operator_guid = ${guid} and network = ${network} and last_at > ${since}`)
  return rows.length > 0
}

export interface NewSession {
  id: string
  publicId: string
  secretHash: Buffer
  operatorGuid: string
  owes: 'code' | 'setup' | null
  fingerprint: string | null
  network: string
  userAgent: string | null
  now: Date
  expiresAt: Date
}

/** Also deletes sessions that are over. */
export async function insertSession(db: Db, row: NewSession): Promise<void> {
  await db.execute(sql`delete from operator_session where expires_at < ${row.now}`)
  await db.execute(sql`
    insert into operator_session (id, public_id, secret_hash, operator_guid, owes, fingerprint, network, user_agent,
      created_at, last_seen_at, expires_at)
    values (${row.id}, ${row.publicId}, ${row.secretHash}, ${row.operatorGuid}, ${row.owes}, ${row.fingerprint},
      ${row.network}, ${row.userAgent}, ${row.now}, ${row.now}, ${row.expiresAt})`)
}

export type SessionRecord = {
  public_id: string
  secret_hash: Buffer
  operator_guid: string
  owes: 'code' | 'setup' | null
  fingerprint: string | null
  last_seen_at: string
  expires_at: string
  confirmed_at: string | null
  email: string | null
  name: string | null
  roles: OperatorRole[]
  locale: Locale
  time_format: TimeFormat
  is_enabled: boolean
}

export async function findSession(db: Db, id: string): Promise<SessionRecord | undefined> {
  const { rows } = await db.execute<SessionRecord>(sql`
    select s.public_id, s.secret_hash, s.operator_guid, s.owes, s.fingerprint, s.last_seen_at, s.expires_at,
      s.confirmed_at, o.email, o.name, o.roles, o.locale, o.time_format, o.is_enabled
    from operator_session s join operator o on o.guid = s.operator_guid
    where s.id = ${id}`)
  return rows[0]
}

export async function touchSession(db: Db, id: string, now: Date): Promise<void> {
  await db.execute(sql`update operator_session set last_seen_at = ${now} where id = ${id}`)
}

export async function confirmSession(db: Db, id: string, now: Date, fingerprint: string | null): Promise<void> {
  await db.execute(sql`
    update operator_session set confirmed_at = ${now}, fingerprint = ${fingerprint} where id = ${id}`)
}

/** False if it has ended meanwhile. */
export async function deleteSession(db: Db, id: string): Promise<boolean> {
  const { rows } = await db.execute(sql`delete from operator_session where id = ${id} returning 1`)
  return rows.length > 0
}

export async function deleteSessionsOf(db: Db, guid: string, exceptId = ''): Promise<void> {
  await db.execute(sql`delete from operator_session where operator_guid = ${guid} and id <> ${exceptId}`)
}

export async function deleteOwnSession(db: Db, guid: string, publicId: string): Promise<void> {
  await db.execute(sql`
    delete from operator_session where operator_guid = ${guid} and public_id::text = ${publicId}`)
}

export type SessionLine = {
  public_id: string
  network: string
  user_agent: string | null
  created_at: string
  last_seen_at: string
}

export async function listSessions(db: Db, guid: string, now: Date, seenAfter: Date): Promise<SessionLine[]> {
  const { rows } = await db.execute<SessionLine>(sql`
    select public_id, network, user_agent, created_at, last_seen_at from operator_session
    where operator_guid = ${guid} and owes is null and expires_at > ${now} and last_seen_at > ${seenAfter}
    order by last_seen_at desc`)
  return rows
}

export type OperatorLine = {
  guid: string
  email: string | null
  name: string | null
  roles: OperatorRole[]
  state: OperatorState
  last_sign_in_at: string | null
  created_at: string
  revision: number
}

/** Shown columns only: the password tells who is invited, and the desk cannot read it. */
const STATE = sql`case when not is_enabled then 'disabled' when link_until is not null then 'invited' else 'active' end`

export function listOperators(db: Db, state: OperatorState | undefined) {
  const where = state === undefined ? sql`true` : sql`${STATE} = ${state}`
  return {
    async count() {
      const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from operator where ${where}`)
      return { records: rows[0]?.n ?? 0, isCapped: false }
    },
    async page({ offset, limit, isReversed }: Slice, order: 'asc' | 'desc') {
      const direction = directionOf(order, isReversed)
      const { rows } = await db.execute<OperatorLine>(sql`
        select guid, email, name, roles, ${STATE} as state, last_sign_in_at, created_at, revision from operator
        where ${where} order by created_at ${direction}, guid ${direction} limit ${limit} offset ${offset}`)
      return rows
    },
  }
}

export interface NewVisit {
  guid: string
  operatorGuid: string
  operatorName: string
  developerId: number
  reason: string
  handle: string
  secretHash: Buffer
  now: Date
  endsAt: Date
}

export async function insertVisit(db: Db, row: NewVisit): Promise<void> {
  await db.execute(sql`
    insert into operator_visit (guid, operator_guid, operator_name, visited_id, reason, handle, secret_hash,
      started_at, ends_at)
    values (${row.guid}, ${row.operatorGuid}, ${row.operatorName}, ${row.developerId}, ${row.reason}, ${row.handle},
      ${row.secretHash}, ${row.now}, ${row.endsAt})`)
}

/** False if it does not exist or has ended. */
export async function endVisit(db: Db, guid: string, operatorGuid: string, now: Date): Promise<boolean> {
  const { rows } = await db.execute(sql`
    update operator_visit set ends_at = ${now}
    where guid = ${guid} and operator_guid = ${operatorGuid} and ends_at > ${now} returning 1`)
  return rows.length > 0
}

export async function endVisitsOf(db: Db, operatorGuid: string, now: Date): Promise<void> {
  await db.execute(sql`
    update operator_visit set ends_at = ${now} where operator_guid = ${operatorGuid} and ends_at > ${now}`)
}

export type VisitOfHandle = {
  guid: string
  secret_hash: Buffer
  developer_id: number
  account_id: string
  operator_guid: string
  operator_name: string
  reason: string
  ends_at: string
}

/** As the application. */
export async function findVisit(db: Db, handle: string): Promise<VisitOfHandle | undefined> {
  const { rows } = await db.execute<VisitOfHandle>(sql`select * from visit_of_handle(${handle})`)
  return rows[0]
}

export type VisitLine = {
  guid: string
  operator_name: string
  developer_id: number
  developer_name: string
  reason: string
  started_at: string
  ends_at: string
}

export function listVisits(db: Db, developerId: number | undefined) {
  const where = developerId === undefined ? sql`true` : sql`v.visited_id = ${developerId}`
  return {
    async count() {
      const { rows } = await db.execute<{ n: number }>(
        sql`select count(*)::int as n from operator_visit v where ${where}`,
      )
      return { records: rows[0]?.n ?? 0, isCapped: false }
    },
    async page({ offset, limit, isReversed }: Slice, order: 'asc' | 'desc') {
      const direction = directionOf(order, isReversed)
      const { rows } = await db.execute<VisitLine>(sql`
        select v.guid, v.operator_name, v.visited_id as developer_id,
          coalesce(d.display_name, d.name) as developer_name, v.reason, v.started_at, v.ends_at
        from operator_visit v join developer d on d.id = v.visited_id
        where ${where} order by v.started_at ${direction}, v.guid ${direction} limit ${limit} offset ${offset}`)
      return rows
    },
  }
}

/** The super administrator's developer, if it exists. */
export async function findDeveloper(db: Db, id: number): Promise<{ name: string } | undefined> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select coalesce(display_name, name) as name from developer where id = ${id}`)
  return rows[0]
}
