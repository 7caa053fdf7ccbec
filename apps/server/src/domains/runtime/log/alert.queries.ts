// SQL of the messages about the use of licenses.
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Db } from '../../../kernel/db/database.ts'

/** The developers whose programs made calls since then, with their time zones. Runs as the owner. */
export async function listActive(owner: pg.Pool, since: Date): Promise<{ developerId: number; timeZone: string }[]> {
  const { rows } = await owner.query<{ developerId: number; timeZone: string }>(
    `select id as "developerId", time_zone as "timeZone" from developer
     where id in (select developer_id from runtime_event where at > $1) order by id`,
    [since],
  )
  return rows
}

/** The licenses that refused devices or seats since then because all were taken, with the number of refusals. */
export async function listFull(
  { db, developerId }: { db: Db; developerId: number },
  since: Date,
): Promise<{ licenseGuid: string; count: number }[]> {
  const { rows } = await db.execute<{ licenseGuid: string; count: number }>(sql`
    select license_guid as "licenseGuid", sum(times)::int as count from runtime_event
    where developer_id = ${developerId} and at > ${since}::timestamptz and reason in ('seatLimit', 'machineLimit')
      and license_guid is not null
    group by license_guid order by license_guid`)
  return rows
}
