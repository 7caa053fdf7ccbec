// SQL of what gifts are worth. Whoever gives also sets the prices, so a price that was lowered within a day counts as
// before. It runs as the database owner.
import { DEFAULT_RATES, HOUR_MS, LIMITS } from '@sealwright/contract'
import { sql } from 'drizzle-orm'
import type { Db } from '../../../kernel/db/database.ts'

export const splitStart = (now: Date) => new Date(now.getTime() - LIMITS.desk.splitHours * HOUR_MS)

/** The highest general one-time price that was in force since then. */
export async function highestPrice(db: Db, now: Date): Promise<number> {
  const since = splitStart(now)
  const { rows } = await db.execute<{ fen: number | null; had_none: boolean }>(sql`
    with general as (
      select coalesce((content->>'oneTimeFen')::bigint, ${DEFAULT_RATES.oneTimeFen}::bigint) as fen, starts_at, id
      from price_version where kind = 'rates' and priced_id is null and withdrawn_at is null and starts_at <= ${now}
    ), first as (
      select fen from general where starts_at <= ${since} order by starts_at desc, id desc limit 1
    )
    select max(fen)::bigint as fen, not exists (select from first) as had_none
    from (select fen from first union all select fen from general where starts_at > ${since}) known`)
  const [row] = rows
  return Math.max(row?.fen ?? 0, row?.had_none === false ? 0 : DEFAULT_RATES.oneTimeFen)
}

/** What packages are worth: their price, or while the offer is new, that of their licenses if it is higher. */
export async function worthOfOffer(
  db: Db,
  { guid, priceFen, licenses }: { guid: string; priceFen: number; licenses: number },
  now: Date,
): Promise<number> {
  const { rows } = await db.execute<{ is_new: boolean }>(
    sql`select created_at > ${splitStart(now)} as is_new from package_offer where guid = ${guid}`,
  )
  return rows[0]?.is_new === false ? priceFen : Math.max(priceFen, licenses * (await highestPrice(db, now)))
}

/** What the packages are worth that a developer was given within a day, by whomever. */
export async function sumGiven(db: Db, developerId: number, now: Date): Promise<number> {
  const since = splitStart(now)
  const { rows } = await db.execute<{ fen: number }>(sql`
    select coalesce(sum(greatest(
      o.price_fen, case when o.created_at > ${since} then p.licenses * ${await highestPrice(db, now)}::bigint end
    )), 0)::bigint as fen
    from package p join package_offer o on o.guid = p.offer_guid
    where p.developer_id = ${developerId} and p.order_guid is null and p.bought_at > ${since}`)
  return rows[0]?.fen ?? 0
}
