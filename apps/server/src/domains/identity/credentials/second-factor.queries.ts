// SQL of second factors, always by account id. One conditional statement uses up a single-use value, so one of two
// concurrent uses is refused.
import { sql } from 'drizzle-orm'
import type { Db } from '../../../kernel/db/database.ts'

export type CeremonyKind = 'add' | 'verify'

export interface TotpRow {
  secret: Buffer | null
  enabledAt: Date | null
}

export interface PasskeyRow {
  id: string
  publicKey: Buffer
  counter: number
  transports: string[]
  name: string
  isSynced: boolean
  createdAt: Date
  lastUsedAt: Date | null
}

async function findTotpRow(db: Db, accountId: string, isLocked: boolean): Promise<TotpRow> {
  const { rows } = await db.execute<{ totp_secret: Buffer | null; totp_enabled_at: string | null }>(sql`
    select totp_secret, totp_enabled_at from account where id = ${accountId}
    ${isLocked ? sql`for no key update` : sql``}`)
  const row = rows[0]
  return { secret: row?.totp_secret ?? null, enabledAt: row?.totp_enabled_at ? new Date(row.totp_enabled_at) : null }
}

export const findTotp = (db: Db, accountId: string) => findTotpRow(db, accountId, false)

/** Locks the account, so changes of its second factors run one after another. */
export const lockTotp = (db: Db, accountId: string) => findTotpRow(db, accountId, true)

export async function setTotp(
  db: Db,
  accountId: string,
  given: { secret: Buffer | null; enabledAt: Date | null; lastStep: number | null },
): Promise<void> {
  await db.execute(
    sql`update account set totp_secret = ${given.secret}, totp_enabled_at = ${given.enabledAt},
      totp_last_step = ${given.lastStep} where id = ${accountId}`,
  )
}

/** True for the first use of a step. Steps before the last used one count as used. */
export async function useStep(db: Db, accountId: string, step: number): Promise<boolean> {
  const { rows } = await db.execute(sql`
    update account set totp_last_step = ${step}
    where id = ${accountId} and totp_enabled_at is not null and (totp_last_step is null or totp_last_step < ${step})
    returning 1`)
  return rows.length > 0
}

/** The kinds of second factor that an account has. */
export async function findFactors(
  db: Db,
  accountId: string,
): Promise<{ totp: boolean; passkey: boolean; recovery: boolean } | undefined> {
  const { rows } = await db.execute<{ totp: boolean; passkey: boolean; recovery: boolean }>(sql`
    select totp_enabled_at is not null as totp, exists (select from passkey where account_id = a.id) as passkey,
      exists (select from recovery_code where account_id = a.id and used_at is null) as recovery
    from account a where id = ${accountId}`)
  return rows[0]
}

/** Recovery codes replace another factor. Alone they are not a second factor. */
export async function hasSecondFactor(db: Db, accountId: string): Promise<boolean> {
  const has = await findFactors(db, accountId)
  return has !== undefined && (has.totp || has.passkey)
}

export async function countRecoveryCodes(db: Db, accountId: string): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from recovery_code where account_id = ${accountId} and used_at is null`,
  )
  return rows[0]?.n ?? 0
}

export async function replaceRecoveryCodes(db: Db, accountId: string, hashes: readonly Buffer[]): Promise<void> {
  await db.execute(sql`delete from recovery_code where account_id = ${accountId}`)
  if (hashes.length === 0) return
  await db.execute(
    sql`insert into recovery_code (account_id, code_hash) values ${sql.join(
      hashes.map((hash) => sql`(${accountId}, ${hash})`),
      sql`, `,
    )}`,
  )
}

/** True for the first use of a code. */
export async function useRecoveryCode(db: Db, accountId: string, hash: Buffer, now: Date): Promise<boolean> {
  const { rows } = await db.execute(
    sql`update recovery_code set used_at = ${now}
      where account_id = ${accountId} and code_hash = ${hash} and used_at is null returning 1`,
  )
  return rows.length > 0
}

/** Oldest first. */
export async function listPasskeys(db: Db, accountId: string): Promise<PasskeyRow[]> {
  const { rows } = await db.execute<{
    id: string
    public_key: Buffer
    counter: number
    transports: string[]
    name: string
    is_synced: boolean
    created_at: string
    last_used_at: string | null
  }>(
    sql`select id, public_key, counter, transports, name, is_synced, created_at, last_used_at from passkey
      where account_id = ${accountId} order by created_at, id`,
  )
  return rows.map((row) => ({
    id: row.id,
    publicKey: row.public_key,
    counter: row.counter,
    transports: row.transports,
    name: row.name,
    isSynced: row.is_synced,
    createdAt: new Date(row.created_at),
    lastUsedAt: row.last_used_at === null ? null : new Date(row.last_used_at),
  }))
}

/** False if the credential is already registered. */
export async function insertPasskey(db: Db, accountId: string, row: PasskeyRow): Promise<boolean> {
  const { rows } = await db.execute(sql`
    insert into passkey (account_id, id, public_key, counter, transports, name, is_synced, created_at)
    values (${accountId}, ${row.id}, ${row.publicKey}, ${row.counter},
      array(select jsonb_array_elements_text(${JSON.stringify(row.transports)}::jsonb)),
      ${row.name}, ${row.isSynced}, ${row.createdAt})
    on conflict do nothing returning 1`)
  return rows.length > 0
}

/** True if the counter increased. Authenticators without a counter always send zero. */
export async function usePasskey(db: Db, accountId: string, id: string, counter: number, now: Date): Promise<boolean> {
  const { rows } = await db.execute(sql`
    update passkey set counter = ${counter}, last_used_at = ${now}
    where account_id = ${accountId} and id = ${id}
      and (counter < ${counter} or (counter = 0 and ${counter}::bigint = 0)) returning 1`)
  return rows.length > 0
}

export async function renamePasskey(db: Db, accountId: string, id: string, name: string): Promise<void> {
  await db.execute(sql`update passkey set name = ${name} where account_id = ${accountId} and id = ${id}`)
}

export async function deletePasskey(db: Db, accountId: string, id: string): Promise<void> {
  await db.execute(sql`delete from passkey where account_id = ${accountId} and id = ${id}`)
}

/** Stores the challenge of a ceremony and replaces an earlier one of the session. */
export async function keepCeremony(
  db: Db,
  sessionId: string,
  kind: CeremonyKind,
  challenge: string,
  expiresAt: Date,
): Promise<void> {
  await db.execute(sql`
    insert into passkey_ceremony (session_id, kind, challenge, expires_at)
    values (${sessionId}, ${kind}, ${challenge}, ${expiresAt})
    on conflict (session_id, kind) do update set challenge = excluded.challenge, expires_at = excluded.expires_at`)
}

/** Returns the challenge and deletes it, so it works only once. */
export async function takeCeremony(
  db: Db,
  sessionId: string,
  kind: CeremonyKind,
  now: Date,
): Promise<string | undefined> {
  const { rows } = await db.execute<{ challenge: string; expires_at: string }>(
    sql`delete from passkey_ceremony where session_id = ${sessionId} and kind = ${kind}
      returning challenge, expires_at`,
  )
  const row = rows[0]
  return row && new Date(row.expires_at) > now ? row.challenge : undefined
}

/**
 * Removes every second factor of an account and ends its sessions, for a user who has lost them all. Runs as the owner.
 * False if there is no such account.
 */
export async function removeSecondFactors(db: Db, address: string): Promise<boolean> {
  const { rows } = await db.execute<{ id: string }>(sql`
    update account set totp_secret = null, totp_enabled_at = null, totp_last_step = null
    where email = ${address.toLowerCase()} or mobile = ${address} returning id`)
  const id = rows[0]?.id
  if (id === undefined) return false
  for (const table of ['passkey', 'recovery_code', 'session'])
    await db.execute(sql`delete from ${sql.identifier(table)} where account_id = ${id}`)
  await distrustDevices(db, id)
  return true
}

/** Ends the trust of all devices. Without a second factor, there is nothing for a trusted device to skip. */
export async function distrustDevices(db: Db, accountId: string): Promise<void> {
  await db.execute(
    sql`update device set trusted_until = null where account_id = ${accountId} and trusted_until is not null`,
  )
}
