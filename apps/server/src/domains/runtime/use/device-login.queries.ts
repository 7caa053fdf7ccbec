// SQL of sign-ins through the browser. Both codes are stored as digests.
import { LIMITS } from '@sealwright/contract'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { Db } from '../../../kernel/db/database.ts'
import { deviceLogin } from '../runtime.tables.ts'

const { openOfDeveloper, openOfNetwork } = LIMITS.deviceLogin

/** False if another request has the same user code. */
export async function insertRequest(db: Db, row: typeof deviceLogin.$inferInsert): Promise<boolean> {
  const inserted = await db
    .insert(deviceLogin)
    .values(row)
    .onConflictDoNothing({ target: deviceLogin.userCode })
    .returning({ digest: deviceLogin.digest })
  return inserted.length > 0
}

/** Whether the network, or the developer as a whole, has as many open requests as allowed. */
export async function isFull(db: Db, developerId: number, network: string, now: Date): Promise<boolean> {
  const open = sql`select 1 from device_login where developer_id = ${developerId} and expires_at > ${now}`
  const { rows } = await db.execute<{ is_full: boolean }>(sql`
    select (select count(*) from (${open} and network = ${network} limit ${openOfNetwork}) n) >= ${openOfNetwork}
      or (select count(*) from (${open} limit ${openOfDeveloper}) d) >= ${openOfDeveloper} as is_full`)
  return rows[0]?.is_full ?? false
}

export interface Polled {
  state: 'open' | 'confirmed' | 'denied'
  userGuid: string | null
  machineName: string | null
  /** The program asked before its interval was over. The interval is longer now. */
  isEarly: boolean
  intervalSeconds: number
}

/** Notes that the program asks. Undefined if the code is unknown, expired or used. */
export async function poll(
  db: Db,
  developerId: number,
  digest: Buffer,
  { now, leewaySeconds, addedSeconds }: { now: Date; leewaySeconds: number; addedSeconds: number },
): Promise<Polled | undefined> {
  const {
    rows: [row],
  } = await db.execute<{
    state: Polled['state']
    user_guid: string | null
    machine_name: string | null
    is_early: boolean
    interval_seconds: number
  }>(sql`
    with held as (
      select *, coalesce(polled_at > ${now}::timestamptz
        - make_interval(secs => interval_seconds - ${leewaySeconds}::int), false) as is_early
      from device_login where developer_id = ${developerId} and digest = ${digest} and expires_at > ${now} for update
    )
    update device_login d
    set polled_at = ${now},
      interval_seconds = h.interval_seconds + case when h.is_early then ${addedSeconds}::int else 0 end
    from held h where d.developer_id = h.developer_id and d.digest = h.digest
    returning h.state, h.user_guid, h.machine_name, h.is_early, d.interval_seconds`)
  return (
    row && {
      state: row.state,
      userGuid: row.user_guid,
      machineName: row.machine_name,
      isEarly: row.is_early,
      intervalSeconds: row.interval_seconds,
    }
  )
}

/** Uses up a confirmed request. False if it is gone: a code is used once. */
export async function takeConfirmed(db: Db, developerId: number, digest: Buffer): Promise<boolean> {
  const taken = await db
    .delete(deviceLogin)
    .where(
      and(eq(deviceLogin.developerId, developerId), eq(deviceLogin.digest, digest), eq(deviceLogin.state, 'confirmed')),
    )
    .returning({ digest: deviceLogin.digest })
  return taken.length > 0
}

/** The developer of an open request, over all developers: only the person's code is known. */
export async function findDeveloperOfCode(db: Db, userCode: string, now: Date): Promise<number | undefined> {
  const { rows } = await db.execute<{ id: number | null }>(
    sql`select developer_of_user_code(${userCode}, ${now}) as id`,
  )
  return rows[0]?.id ?? undefined
}

const isOpen = (developerId: number, userCode: string, now: Date) =>
  and(
    eq(deviceLogin.developerId, developerId),
    eq(deviceLogin.userCode, userCode),
    eq(deviceLogin.state, 'open'),
    gt(deviceLogin.expiresAt, now),
  )

/** The open request, with the name of its developer. */
export async function findOpen(db: Db, developerId: number, userCode: string, now: Date) {
  const [row] = await db
    .select({
      developerName: sql<string>`developer_name(${deviceLogin.developerId})`,
      programName: deviceLogin.programName,
      machineName: deviceLogin.machineName,
      network: deviceLogin.network,
      createdAt: deviceLogin.createdAt,
    })
    .from(deviceLogin)
    .where(isOpen(developerId, userCode, now))
  return row
}

/** False if somebody else was faster, or the request has expired. */
export async function decide(
  db: Db,
  developerId: number,
  userCode: string,
  decision: { state: 'denied' } | { state: 'confirmed'; userGuid: string; accountId: string },
  now: Date,
): Promise<boolean> {
  const decided = await db
    .update(deviceLogin)
    .set(decision)
    .where(isOpen(developerId, userCode, now))
    .returning({ state: deviceLogin.state })
  return decided.length > 0
}
