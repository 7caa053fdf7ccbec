// SQL for the versions of the platform's terms. It runs as the database owner, or reads for the desk.
import type { PriceKind, PriceVersionState } from '@sealwright/contract'
import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Db } from '../../../kernel/db/database.ts'
import { countCapped } from '../../../kernel/db/list.ts'
import type { Slice } from '../../../kernel/db/list.ts'

export interface PriceVersion {
  guid: string
  /** Null: the general terms. */
  developerId: number | null
  kind: PriceKind
  content: unknown
  startsAt: Date
  note: string | null
  makerGuid: string | null
  maker: string | null
  madeAt: Date
  appliedAt: Date | null
}

const of = (developerId: number | null): SQL =>
  developerId === null ? sql`v.priced_id is null` : sql`v.priced_id = ${developerId}`

/** Changes of terms wait for each other. */
export async function lockTerms(db: Db): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(7325012)`)
}

/**
 * When rates that change now can start: not before the moment of a charge that has used the earlier ones. Clocks of
 * several processes may differ a little, and two moments may be the same millisecond. Call it under `lockRates`.
 */
export async function earliestStart(db: Db, developerId: number | null, now: Date): Promise<Date> {
  const { rows } = await db.execute<{ at: string }>(sql`
    select greatest(${now}::timestamptz, max(o.created_at) + interval '1 ms') as at
    from developer d, lateral (
      select b.created_at from billing_order b
      where b.developer_id = d.id and b.created_at < ${now}::timestamptz + interval '1 minute'
      order by b.created_at desc limit 1) o
    where ${developerId === null ? sql`true` : sql`d.id = ${developerId}`}`)
  return rows[0]?.at ? new Date(rows[0].at) : now
}

/** The last version of these terms, whether in force or still to come. */
export async function findLast(
  db: Db,
  kind: PriceKind,
  developerId: number | null,
): Promise<{ id: number; maker: string | null } | undefined> {
  const { rows } = await db.execute<{ id: number; maker: string | null }>(sql`
    select v.id, coalesce(v.withdrawer, v.maker) as maker from price_version v
    where v.kind = ${kind} and ${of(developerId)} order by v.id desc limit 1`)
  return rows[0]
}

/** The ids of the last versions by kind. */
export async function listRevisions(db: Db, developerId: number | null): Promise<Partial<Record<PriceKind, number>>> {
  const { rows } = await db.execute<{ kind: PriceKind; id: number }>(
    sql`select v.kind, max(v.id) as id from price_version v where ${of(developerId)} group by v.kind`,
  )
  return Object.fromEntries(rows.map(({ kind, id }) => [kind, id]))
}

export async function findContent(db: Db, kind: PriceKind, developerId: number | null, at: Date): Promise<unknown> {
  const { rows } = await db.execute<{ content: unknown }>(sql`
    select v.content from price_version v
    where v.kind = ${kind} and ${of(developerId)} and v.starts_at <= ${at} and v.withdrawn_at is null
    order by v.starts_at desc, v.id desc limit 1`)
  return rows[0]?.content
}

export async function insertVersion(db: Db, row: PriceVersion): Promise<void> {
  await db.execute(sql`
    insert into price_version (guid, priced_id, kind, content, starts_at, note, maker_guid, maker, made_at, applied_at)
    values (${row.guid}, ${row.developerId}, ${row.kind}, ${JSON.stringify(row.content)}::jsonb, ${row.startsAt},
      ${row.note}, ${row.makerGuid}::uuid, ${row.maker}, ${row.madeAt}, ${row.appliedAt})`)
}

type Row = {
  guid: string
  priced_id: number | null
  developer: string | null
  kind: PriceKind
  content: unknown
  starts_at: string
  note: string | null
  maker: string | null
  made_at: string
  withdrawer: string | null
  state: PriceVersionState
}

/** A version is in force until the next one of the same terms starts. */
const state = (now: Date) => sql`case
  when v.withdrawn_at is not null then 'withdrawn'
  when v.starts_at > ${now}::timestamptz then 'coming'
  when exists (
    select from price_version n
    where n.kind = v.kind and n.priced_id is not distinct from v.priced_id and n.withdrawn_at is null
      and n.starts_at <= ${now}::timestamptz and (n.starts_at, n.id) > (v.starts_at, v.id)) then 'past'
  else 'inForce' end`

export type ToldVersion = Omit<PriceVersion, 'makerGuid' | 'appliedAt'> & {
  developer: string | null
  withdrawer: string | null
  state: PriceVersionState
}
const told = (row: Row): ToldVersion => ({
  guid: row.guid,
  developerId: row.priced_id,
  developer: row.developer,
  kind: row.kind,
  content: row.content,
  startsAt: new Date(row.starts_at),
  note: row.note,
  maker: row.maker,
  madeAt: new Date(row.made_at),
  withdrawer: row.withdrawer,
  state: row.state,
})

const columns = (now: Date) => sql`v.guid, v.priced_id, d.name as developer, v.kind, v.content, v.starts_at, v.note,
  v.maker, v.made_at, v.withdrawer, ${state(now)} as state`

/** Locks the version until the transaction ends. */
export async function lockVersion(db: Db, guid: string, now: Date): Promise<ToldVersion | undefined> {
  const { rows } = await db.execute<Row>(sql`
    select ${columns(now)} from price_version v left join developer d on d.id = v.priced_id
    where v.guid = ${guid} for update of v`)
  return rows[0] && told(rows[0])
}

export async function withdrawVersion(db: Db, guid: string, by: string | null, now: Date): Promise<void> {
  await db.execute(sql`
    update price_version set withdrawn_at = ${now}, withdrawer = ${by}
    where guid = ${guid} and withdrawn_at is null`)
}

/** The versions that have started but are not applied, in their order. */
export async function listDue(db: Db, now: Date): Promise<ToldVersion[]> {
  const { rows } = await db.execute<Row>(sql`
    select ${columns(now)} from price_version v left join developer d on d.id = v.priced_id
    where v.withdrawn_at is null and v.applied_at is null and v.kind <> 'rates' and v.starts_at <= ${now}
    order by v.starts_at, v.id for update of v`)
  return rows.map(told)
}

export async function markApplied(db: Db, guid: string, now: Date): Promise<void> {
  await db.execute(sql`update price_version set applied_at = ${now} where guid = ${guid}`)
}

export interface VersionFilter {
  developerId?: number | undefined
  isGeneral?: boolean | undefined
  kind?: PriceKind | undefined
  state?: PriceVersionState | undefined
}

/** The latest start first. */
export function listVersions(db: Db, { developerId, isGeneral, kind, state: asked }: VersionFilter, now: Date) {
  const where = sql.join(
    [
      sql`true`,
      ...(developerId === undefined ? [] : [sql`v.priced_id = ${developerId}`]),
      ...(isGeneral ? [sql`v.priced_id is null`] : []),
      ...(kind === undefined ? [] : [sql`v.kind = ${kind}`]),
      ...(asked === undefined ? [] : [sql`${state(now)} = ${asked}`]),
    ],
    sql` and `,
  )
  return {
    count: () => countCapped(db, sql`price_version v where ${where}`),
    async page({ offset, limit, isReversed }: Slice) {
      const direction = sql.raw(isReversed ? 'asc' : 'desc')
      const { rows } = await db.execute<Row>(sql`
        select ${columns(now)} from price_version v left join developer d on d.id = v.priced_id where ${where}
        order by v.starts_at ${direction}, v.id ${direction} limit ${limit} offset ${offset}`)
      return rows.map(told)
    },
  }
}

/** Developers whose name contains the text, or whose id it is. */
export async function searchDevelopers(db: Db, text: string, most: number) {
  const { rows } = await db.execute<{ id: number; name: string }>(sql`
    select id, name from developer
    where id::text = ${text} or strpos(lower(name), lower(${text})) > 0
      or strpos(lower(display_name), lower(${text})) > 0
    order by (id::text = ${text}) desc, name, id limit ${most}`)
  return rows
}
