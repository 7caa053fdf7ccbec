// SQL for the user's own account: its sessions, devices and sign-in attempts. Each statement filters by account id, so
// rows of other accounts are not found. The exception is handing over a developer, which runs as the owner.
import { HOUR_MS, PRIVILEGES } from '@sealwright/contract'
import type { SignInOutcome } from '@sealwright/contract'
import { sql } from 'drizzle-orm'
import type { Db } from '../../../kernel/db/database.ts'
import { countCapped, directionOf } from '../../../kernel/db/list.ts'
import type { Slice } from '../../../kernel/db/list.ts'

const instant = (text: string | null) => (text === null ? null : new Date(text))

export interface LiveSession {
  handle: string
  guid: string
  network: string
  userAgent: string | null
  createdAt: Date
  lastSeenAt: Date
}

/** Active sessions, most recently used first. */
export async function listSessions(db: Db, accountId: string, now: Date, idleHours: number): Promise<LiveSession[]> {
  const idleSince = new Date(now.getTime() - idleHours * HOUR_MS)
  const { rows } = await db.execute<{
    id: string
    public_id: string
    network: string
    user_agent: string | null
    created_at: string
    last_seen_at: string
  }>(sql`
    select id, public_id, network, user_agent, created_at, last_seen_at from session
    where account_id = ${accountId} and state = 'active' and expires_at > ${now} and last_seen_at > ${idleSince}
    order by last_seen_at desc, public_id`)
  return rows.map((row) => ({
    handle: row.id,
    guid: row.public_id,
    network: row.network,
    userAgent: row.user_agent,
    createdAt: new Date(row.created_at),
    lastSeenAt: new Date(row.last_seen_at),
  }))
}

export async function endListedSession(
  db: Db,
  accountId: string,
  guid: string,
): Promise<{ network: string } | undefined> {
  const { rows } = await db.execute<{ network: string }>(
    sql`delete from session where account_id = ${accountId} and public_id = ${guid} returning network`,
  )
  return rows[0]
}

type SignInRow = {
  id: number
  at: string
  outcome: SignInOutcome
  network: string
  user_agent: string | null
  developer_name: string | null
}

/** Ordered by time, ties by id. */
export function listSignIns(db: Db, accountId: string, order: 'asc' | 'desc') {
  return {
    count: () => countCapped(db, sql`sign_in where account_id = ${accountId}`),
    async page({ offset, limit, isReversed }: Slice) {
      const direction = directionOf(order, isReversed)
      const { rows } = await db.execute<SignInRow>(sql`
        select id, at, outcome, network, user_agent, developer_name(developer_id) as developer_name
        from sign_in where account_id = ${accountId}
        order by at ${direction}, id ${direction} limit ${limit} offset ${offset}`)
      return rows.map((row) => ({
        id: String(row.id),
        at: new Date(row.at),
        outcome: row.outcome,
        network: row.network,
        userAgent: row.user_agent,
        developerName: row.developer_name,
      }))
    },
  }
}

export interface Device {
  guid: string
  name: string | null
  network: string
  userAgent: string | null
  firstSeenAt: Date
  lastSeenAt: Date
  trustedUntil: Date | null
}

type DeviceRow = {
  id: string
  name: string | null
  network: string
  user_agent: string | null
  first_seen_at: string
  last_seen_at: string
  trusted_until: string | null
}

const deviceOf = (row: DeviceRow): Device => ({
  guid: row.id,
  name: row.name,
  network: row.network,
  userAgent: row.user_agent,
  firstSeenAt: new Date(row.first_seen_at),
  lastSeenAt: new Date(row.last_seen_at),
  trustedUntil: instant(row.trusted_until),
})

const DEVICE = sql`select id, name, network, user_agent, first_seen_at, last_seen_at, trusted_until from device`

/** Most recently used first. */
export async function listDevices(db: Db, accountId: string): Promise<Device[]> {
  const { rows } = await db.execute<DeviceRow>(
    sql`${DEVICE} where account_id = ${accountId} order by last_seen_at desc, id desc`,
  )
  return rows.map(deviceOf)
}

export async function lockDevice(db: Db, accountId: string, guid: string): Promise<Device | undefined> {
  const { rows } = await db.execute<DeviceRow>(
    sql`${DEVICE} where account_id = ${accountId} and id = ${guid} for update`,
  )
  return rows[0] && deviceOf(rows[0])
}

export async function updateDevice(
  db: Db,
  accountId: string,
  { guid, name, trustedUntil }: Pick<Device, 'guid' | 'name' | 'trustedUntil'>,
): Promise<void> {
  await db.execute(
    sql`update device set name = ${name}, trusted_until = ${trustedUntil}
      where account_id = ${accountId} and id = ${guid}`,
  )
}

/** Deletes the device and its sessions, in the common lock order (sessions before devices). */
export async function deleteDevice(db: Db, accountId: string, guid: string): Promise<void> {
  await db.execute(sql`delete from session where account_id = ${accountId} and device_id = ${guid}`)
  await db.execute(sql`delete from device where account_id = ${accountId} and id = ${guid}`)
}

export interface Heir {
  accountId: string
  displayName: string
  isActivated: boolean
  /** The developer that the account administers, if any. */
  developerId: number | null
  isSuper: boolean
}

/**
 * Finds the account to which a developer is handed over. Runs as the owner, because the account may belong to another
 * developer.
 */
export async function findHeir(db: Db, address: string): Promise<Heir | undefined> {
  const { rows } = await db.execute<{
    id: string
    name: string
    activated_at: string | null
    developer_id: number | null
    is_super: boolean | null
  }>(sql`
    select a.id, coalesce(a.user_name, a.email, a.mobile) as name, a.activated_at, m.developer_id, m.is_super
    from account a left join membership m on m.account_id = a.id where a.email = ${address} or a.mobile = ${address}`)
  const row = rows[0]
  return (
    row && {
      accountId: row.id,
      displayName: row.name,
      isActivated: row.activated_at !== null,
      developerId: row.developer_id,
      isSuper: row.is_super ?? false,
    }
  )
}

/**
 * True if this account is the super administrator. Of two concurrent hand-overs, the second waits here and then gets
 * false.
 */
export async function lockSuper(db: Db, developerId: number, accountId: string): Promise<boolean> {
  const { rows } = await db.execute<{ account_id: string }>(
    sql`select account_id from membership where developer_id = ${developerId} and is_super for update`,
  )
  return rows[0]?.account_id === accountId
}

/**
 * Makes `to` the super administrator. False if that account administers another developer by now. The old one is
 * changed first, because a developer never has two.
 */
export async function moveSuper(db: Db, developerId: number, from: string, to: string, now: Date): Promise<boolean> {
  await db.execute(sql`
    update membership set is_super = false,
      privileges = array(select jsonb_array_elements_text(${JSON.stringify(PRIVILEGES)}::jsonb))
    where developer_id = ${developerId} and account_id = ${from}`)
  const { rows } = await db.execute(sql`
    insert into membership (developer_id, account_id, is_super, created_at) values (${developerId}, ${to}, true, ${now})
    on conflict (account_id) do update set is_super = true, is_enabled = true, valid_until = null, limited = '{}',
      cloud_quota = null, soft_quota = null, integrator_guid = null
    where membership.developer_id = excluded.developer_id
    returning 1`)
  return rows.length > 0
}
