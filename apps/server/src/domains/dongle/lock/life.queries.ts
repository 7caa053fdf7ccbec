// The SQL of changes in the life of locks, for one lock or many: the rows of locks under a lock, their commands, and
// their history.
import { and, asc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Scope } from '../../../kernel/scope.ts'
import { dongle, dongleCommand } from '../dongle.tables.ts'
import type { CommandLife, Dongle, DongleEvent, LockLife } from '../dongle.tables.ts'

export type Tenant = Pick<Scope, 'db' | 'developerId'>

const isUserLock = ({ developerId }: Tenant) =>
  and(eq(dongle.developerId, developerId), eq(dongle.kind, 'user'), isNull(dongle.deletedAt))

/**
 * Locks the rows of user locks in guid order: two batches with the same locks must not deadlock. Guids that are unknown
 * or outside the caller's row scope are missing.
 */
export async function lockLocks(tenant: Tenant, guids: readonly string[]): Promise<Map<string, Dongle>> {
  const rows = await tenant.db
    .select()
    .from(dongle)
    .where(and(isUserLock(tenant), inArray(dongle.guid, [...guids])))
    .orderBy(asc(dongle.guid))
    .for('update')
  return new Map(rows.map((row) => [row.guid, row]))
}

export async function lockLock(tenant: Tenant, guid: string): Promise<Dongle | undefined> {
  return (await lockLocks(tenant, [guid])).get(guid)
}

const { guid, kind, state, offlineDays, failure, number, until, endedAt, dongleGuid } = dongleCommand

/** The open commands of locks by lock. With `isSent`, also the ended ones that had been sent to the lock. */
export async function listCommandLives(
  { db, developerId }: Tenant,
  guids: readonly string[],
  isSent = false,
): Promise<Map<string, CommandLife[]>> {
  const rows = await db
    .select({ guid, kind, state, offlineDays, failure, number, until, endedAt, dongleGuid })
    .from(dongleCommand)
    .where(
      and(
        eq(dongleCommand.developerId, developerId),
        inArray(dongleGuid, [...guids]),
        or(inArray(state, ['waiting', 'processing']), isSent ? isNotNull(number) : undefined),
      ),
    )
    .orderBy(asc(dongleCommand.at), asc(guid))
  return Map.groupBy(rows, (row) => row.dongleGuid)
}

/** Writes what a change of life changes in the rows of locks, in one statement. */
export async function updateLives(
  { db, developerId }: Tenant,
  rows: readonly (LockLife & { guid: string })[],
  now: Date,
): Promise<void> {
  if (rows.length === 0) return
  const column = <Name extends keyof LockLife | 'guid'>(name: Name) => sql.param(rows.map((row) => row[name]))
  await db.execute(sql`
    update dongle d set status = n.status, home = n.home, offline_days = n.offline_days,
      activated_at = n.activated_at, active_until = n.active_until, updated_at = ${now}
    from unnest(${column('guid')}::uuid[], ${column('status')}::int[], ${column('home')}::int[],
      ${column('offlineDays')}::int[], ${column('activatedAt')}::timestamptz[], ${column('activeUntil')}::timestamptz[])
      as n (guid, status, home, offline_days, activated_at, active_until)
    where d.developer_id = ${developerId} and d.guid = n.guid`)
}

/** A statement has at most 65,535 parameters. */
const ROWS_AT_ONCE = 1000

/** Inserts the commands that are new, and updates the others. */
export async function writeCommands(
  { db }: Tenant,
  rows: readonly (typeof dongleCommand.$inferInsert)[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
    await db
      .insert(dongleCommand)
      .values(rows.slice(from, from + ROWS_AT_ONCE))
      .onConflictDoUpdate({
        target: [dongleCommand.developerId, guid],
        set: {
          state: sql`excluded.state`,
          failure: sql`excluded.failure`,
          number: sql`excluded.number`,
          until: sql`excluded.until`,
          endedAt: sql`excluded.ended_at`,
        },
      })
}

/** A line of the history of a lock. What is not given is null. */
export type NewLockEvent = Pick<DongleEvent, 'guid' | 'dongleGuid' | 'kind' | 'at' | 'actorName'> &
  Partial<Omit<DongleEvent, 'developerId'>>

/** In one statement. */
export async function insertLockEvents({ db, developerId }: Tenant, rows: readonly NewLockEvent[]): Promise<void> {
  if (rows.length === 0) return
  const told = rows.map(({ digest, ...row }) => ({ ...row, digest: digest && `\\x${digest.toString('hex')}` }))
  await db.execute(sql`
    insert into dongle_event (developer_id, guid, dongle_guid, kind, at, actor_id, actor_name, request, way, command,
      about, reason, digest)
    select ${developerId}::bigint, e.guid, e."dongleGuid", e.kind, e.at, e."actorId", e."actorName", e.request, e.way,
      e.command, e.about, e.reason, e.digest::bytea
    from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as e (guid uuid, "dongleGuid" uuid, kind text,
      at timestamptz, "actorId" uuid, "actorName" text, request text, way text, command text, about text, reason text,
      digest text)`)
}
