// SQL of acts on licenses. Callers hold the locks of the licenses, and each act increases their revision.
import { LICENSE_STATUSES } from '@sealwright/contract'
import { sql } from 'drizzle-orm'
import type { Scope } from '../../../kernel/scope.ts'
import type { License } from '../license.tables.ts'

type Tenant = Pick<Scope, 'db' | 'developerId'>

const { approving, deleted } = LICENSE_STATUSES

/** The columns that an act changes. */
export type Moved = Pick<License, 'guid' | 'state' | 'finalAt' | 'endedAt' | 'quotaHolder' | 'charged'>

/** Updates any number of licenses in one statement. */
export async function moveLicenses({ db, developerId }: Tenant, now: Date, rows: readonly Moved[]): Promise<void> {
  if (rows.length === 0) return
  const column = <Name extends keyof Moved>(name: Name) => sql.param(rows.map((row) => row[name]))
  await db.execute(sql`
    update license l set state = r.state, final_at = r.final_at, ended_at = r.ended_at, quota_holder = r.quota_holder,
      charged = r.charged, revision = l.revision + 1, updated_at = ${now}::timestamptz
    from unnest(${column('guid')}::uuid[], ${column('state')}::int[], ${column('finalAt')}::timestamptz[],
      ${column('endedAt')}::timestamptz[], ${column('quotaHolder')}::uuid[],
      ${sql.param(rows.map(({ charged }) => JSON.stringify(charged)))}::jsonb[])
      as r (guid, state, final_at, ended_at, quota_holder, charged)
    where l.developer_id = ${developerId} and l.guid = r.guid`)
}

/** How many days a device may run without contact, by terms. Null if the terms do not set it. */
export async function listLeaseDays(
  { db, developerId }: Tenant,
  termsGuids: readonly string[],
): Promise<Map<string, number | null>> {
  if (termsGuids.length === 0) return new Map()
  const { rows } = await db.execute<{ guid: string; days: number | null }>(sql`
    select guid, coalesce((terms->>'offlineDays')::int, (terms->>'forceAuthDays')::int) as days from license_terms
    where developer_id = ${developerId} and guid = any (${sql.param([...new Set(termsGuids)])}::uuid[])`)
  return new Map(rows.map(({ guid, days }) => [guid, days]))
}

/**
 * Locks these issues and returns those with licenses that wait for approval. The lock orders concurrent deletions: of
 * two that end the last two licenses, the second finds none waiting.
 */
export async function lockWaitingIssues(
  { db, developerId }: Tenant,
  issueGuids: readonly string[],
): Promise<Set<string>> {
  await db.execute(
    sql`select from license_issue where developer_id = ${developerId} and guid = any (${sql.param(issueGuids)}::uuid[])
      order by guid for update`,
  )
  const { rows } = await db.execute<{ guid: string }>(
    sql`select distinct issue_guid as guid from license where developer_id = ${developerId}
      and issue_guid = any (${sql.param(issueGuids)}::uuid[]) and state = ${approving}`,
  )
  return new Set(rows.map(({ guid }) => guid))
}

/** The recipients of the waiting licenses of these issues. */
export async function listWaitingUsers({ db, developerId }: Tenant, issueGuids: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ guid: string }>(
    sql`select distinct user_guid as guid from license where developer_id = ${developerId}
      and issue_guid = any (${sql.param(issueGuids)}::uuid[])
      and state = ${approving} and user_guid is not null`,
  )
  return rows.map(({ guid }) => guid)
}

/**
 * Deletes all licenses of a developer with their waiting updates, and writes their history. A trial has no holds. Runs
 * as the owner. Returns the licenses as they were before. With `withDeleted`, those that were deleted earlier change
 * too, so that no earlier batch can be undone. An undo in progress ends first.
 */
export async function endAll(
  { db, developerId }: Tenant,
  now: Date,
  { actorName, withDeleted }: { actorName: string; withDeleted: boolean },
): Promise<Pick<License, 'guid' | 'family' | 'serial' | 'state' | 'expiresAt' | 'partlyUntil'>[]> {
  // The next statement sees what the holders of these rows have committed.
  const chosen = sql`developer_id = ${developerId} ${withDeleted ? sql`` : sql`and ended_at is null`}`
  await db.execute(sql`select from license where ${chosen} order by guid for update`)
  const { rows } = await db.execute<{
    guid: string
    family: License['family']
    serial: string
    state: License['state']
    expires_at: Date
    partly_until: Date
  }>(sql`
    with old as (select guid, family, serial, state, expires_at, partly_until, ended_at from license
        where ${chosen}),
      ended as (update license l set state = case when old.ended_at is null then ${deleted}::int else old.state end,
          ended_at = coalesce(old.ended_at, ${now}::timestamptz), quota_holder = null,
          revision = l.revision + 1, updated_at = ${now}::timestamptz
        from old where l.developer_id = ${developerId} and l.guid = old.guid),
      dropped as (update license_waiting_update set state = 'dropped'
        where developer_id = ${developerId} and state = 'waiting'),
      told as (insert into license_event (developer_id, guid, license_guid, kind, at, actor_name)
        select ${developerId}::bigint, gen_random_uuid(), guid, 'delete', ${now}::timestamptz, ${actorName}::text
        from old where ended_at is null)
    select guid, family, serial, state, expires_at, partly_until from old where ended_at is null`)
  return rows.map(({ expires_at: expiresAt, partly_until: partlyUntil, ...row }) => ({
    ...row,
    expiresAt: new Date(expiresAt),
    partlyUntil: new Date(partlyUntil),
  }))
}

/**
 * Gives a license another code. The former code is stored as invalid, its devices are unbound, its seats end, and its
 * delivery is reset.
 */
export async function replaceCode(
  { db, developerId }: Tenant,
  { guid, serial: former }: Pick<License, 'guid' | 'serial'>,
  changes: Pick<License, 'serial' | 'state' | 'revision'>,
  now: Date,
): Promise<void> {
  await db.execute(sql`
    with kept as (insert into former_code (developer_id, serial, license_guid, replaced_at)
        values (${developerId}::bigint, ${former}, ${guid}::uuid, ${now}::timestamptz)),
      freed as (update bound_machine set state = 'unbound', ended_at = ${now}::timestamptz
        where developer_id = ${developerId} and license_guid = ${guid}::uuid and state = 'bound'),
      left_seats as (update seat set ended_at = ${now}::timestamptz, end_kind = 'ended'
        where developer_id = ${developerId} and license_guid = ${guid}::uuid and ended_at is null)
    update license set serial = ${changes.serial}, state = ${changes.state}::int, bound = 0, delivered_to = null,
      delivered_at = null, revision = ${changes.revision}::int, updated_at = ${now}::timestamptz
    where developer_id = ${developerId} and guid = ${guid}::uuid`)
}

/** True if a license has or had this code. */
export async function isCodeTaken({ db, developerId }: Tenant, serial: string): Promise<boolean> {
  const { rows } = await db.execute<{ taken: boolean }>(sql`
    select exists (select from license where developer_id = ${developerId} and serial = ${serial})
      or exists (select from former_code where developer_id = ${developerId} and serial = ${serial}) as taken`)
  return rows[0]?.taken ?? false
}
