// SQL of the daily rounds. The search for developers runs as the owner; a part is claimed in a transaction of its
// developer.
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Db } from '../../kernel/db/database.ts'

export async function listTimeZones(owner: pg.Pool): Promise<string[]> {
  const { rows } = await owner.query<{ time_zone: string }>('select distinct time_zone from developer')
  return rows.map((row) => row.time_zone)
}

/** The developers of a zone, in the order of their ids, for whom one of these parts is not yet done for its day. */
export async function listUndone(
  owner: pg.Pool,
  timeZone: string,
  parts: readonly { name: string; day: string }[],
  slice: { after: number; limit: number },
): Promise<number[]> {
  const { rows } = await owner.query<{ id: number }>(
    `select d.id from developer d
     where d.time_zone = $1 and d.id > $4 and exists (
       select from unnest($2::text[], $3::date[]) as p (name, day)
       where not exists (
         select from reminder_round r where r.developer_id = d.id and r.part = p.name and r.day >= p.day))
     order by d.id limit $5`,
    [timeZone, parts.map(({ name }) => name), parts.map(({ day }) => day), slice.after, slice.limit],
  )
  return rows.map((row) => row.id)
}

/**
 * Claims a day for a part. Undefined if it is done already, or else the day before. A second transaction waits here
 * until the first one ends.
 */
export async function claimDay(
  { db, developerId }: { db: Db; developerId: number },
  part: string,
  day: string,
): Promise<{ lastDay: string | null } | undefined> {
  const { rows } = await db.execute<{ lastDay: string | null }>(sql`
    insert into reminder_round as r (developer_id, part, day) values (${developerId}, ${part}, ${day}::date)
    on conflict (developer_id, part) do update set day = excluded.day, last_day = r.day where r.day < excluded.day
    returning last_day::text as "lastDay"`)
  return rows[0]
}
