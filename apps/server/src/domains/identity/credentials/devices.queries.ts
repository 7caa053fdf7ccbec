// SQL of the known devices of an account: the browsers on which it has signed in.
import { sql } from 'drizzle-orm'
import type { Db } from '../../../kernel/db/database.ts'

export interface SeenDevice {
  id: string
  accountId: string
  secretHash: Buffer
  fingerprint: string | null
  network: string
  userAgent: string | null
  at: Date
  trustedUntil: Date | null
}

export async function findDeviceRow(db: Db, accountId: string, secretHash: Buffer) {
  const { rows } = await db.execute<{ id: string; trusted_until: string | null }>(sql`
    select id, trusted_until from device where account_id = ${accountId} and secret_hash = ${secretHash}`)
  return rows[0]
}

/** Inserts a device or updates a known one, and answers its id. Earlier trust stays. */
export async function upsertDevice(db: Db, seen: SeenDevice): Promise<string> {
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into device
      (account_id, id, secret_hash, fingerprint, network, user_agent, first_seen_at, last_seen_at, trusted_until)
    values (${seen.accountId}, ${seen.id}, ${seen.secretHash}, ${seen.fingerprint}, ${seen.network},
      ${seen.userAgent}, ${seen.at}, ${seen.at}, ${seen.trustedUntil})
    on conflict (account_id, secret_hash) do update set
      last_seen_at = excluded.last_seen_at, fingerprint = excluded.fingerprint, network = excluded.network,
      user_agent = excluded.user_agent,
      trusted_until = coalesce(excluded.trusted_until, device.trusted_until)
    returning id`)
  if (!rows[0]) throw new Error('an upsert answered no row')
  return rows[0].id
}

/** Deletes all but the most recently seen devices. Skips rows that a concurrent sign-in has locked. */
export async function trimDevices(db: Db, accountId: string, kept: number): Promise<void> {
  const tooMany = sql`select id from device where account_id = ${accountId}
    order by last_seen_at desc, id desc offset ${kept}`
  await db.execute(
    sql`delete from device where account_id = ${accountId} and id in (
      select id from device where account_id = ${accountId} and id in (${tooMany}) for update skip locked)`,
  )
}
