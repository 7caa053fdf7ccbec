// SQL that reads packages and month totals of all developers for the platform desk.
import { CHARGE_CATEGORIES } from '@sealwright/contract'
import type { OfferState } from '@sealwright/contract'
import { sql } from 'drizzle-orm'
import type { Db } from '../../../kernel/db/database.ts'
import { cappedCount, countCapped, directionOf } from '../../../kernel/db/list.ts'
import type { Slice } from '../../../kernel/db/list.ts'
import { NONE } from '../ledger/ledger.kind.ts'

const offerState = (now: Date) => sql`case
  when o.ends_at <= ${now} and coalesce(o.retired_at >= o.ends_at, true) then 'over'
  when o.retired_at is not null then 'retired'
  when o.starts_at > ${now} then 'coming'
  else 'onOffer' end`

type OfferLine = {
  guid: string
  type: string
  licenses: number
  updates: number
  days: number
  price_fen: number
  state: OfferState
  starts_at: string | null
  ends_at: string | null
  created_at: string
  retired_at: string | null
  bought: number
  granted: number
}

export function listAllOffers(db: Db, state: OfferState | undefined, now: Date, order: 'asc' | 'desc') {
  const where = state === undefined ? sql`true` : sql`${offerState(now)} = ${state}`
  return {
    async count() {
      const { rows } = await db.execute<{ n: number }>(
        sql`select count(*)::int as n from package_offer o where ${where}`,
      )
      return cappedCount(rows[0]?.n ?? 0)
    },
    async page({ offset, limit, isReversed }: Slice) {
      const direction = directionOf(order, isReversed)
      const { rows } = await db.execute<OfferLine>(sql`
        select o.*, ${offerState(now)} as state,
          (select count(*)::int from package p where p.offer_guid = o.guid and p.order_guid is not null) as bought,
          (select count(*)::int from package p where p.offer_guid = o.guid and p.order_guid is null) as granted
        from package_offer o where ${where}
        order by o.created_at ${direction}, o.guid ${direction} limit ${limit} offset ${offset}`)
      return rows
    },
  }
}

type SoldLine = {
  guid: string
  serial: string
  developer_id: number
  developer: string
  price_fen: number
  is_granted: boolean
  licenses: number
  remaining: number
  remaining_updates: number
  bought_at: string
  expires_at: string
}

/** The name of the package, of any offer that ever was. */
export async function findOfferName(db: Db, guid: string): Promise<string | undefined> {
  const { rows } = await db.execute<{ type: string }>(sql`select type from package_offer where guid = ${guid}`)
  return rows[0]?.type
}

/** Who has packages of an offer. */
export function listSold(db: Db, offerGuid: string, order: 'asc' | 'desc') {
  return {
    count: () => countCapped(db, sql`package p where p.offer_guid = ${offerGuid}`),
    async page({ offset, limit, isReversed }: Slice) {
      const direction = directionOf(order, isReversed)
      const left = (kind: string) => sql`coalesce((
        select a.balance from ledger_account a
        where a.developer_id = p.developer_id and a.kind = ${kind} and a.ref = p.guid and a.hold = ${NONE}), 0)::bigint`
      const { rows } = await db.execute<SoldLine>(sql`
        select p.guid, p.serial, p.developer_id, d.name as developer, p.price_fen, p.order_guid is null as is_granted,
          p.licenses, ${left('packageLicenses')} as remaining, ${left('packageUpdates')} as remaining_updates,
          p.bought_at, p.expires_at
        from package p join developer d on d.id = p.developer_id where p.offer_guid = ${offerGuid}
        order by p.bought_at ${direction}, p.guid ${direction} limit ${limit} offset ${offset}`)
      return rows
    },
  }
}

export type MonthLine = {
  id: number
  name: string
  top_up_fen: number
  gift_fen: number
  spent_fen: number
  fee_fen: number
}
const SORTS = { topUpFen: 'top_up_fen', giftFen: 'gift_fen', spentFen: 'spent_fen', feeFen: 'fee_fen' } as const
export type MonthSort = keyof typeof SORTS

/**
 * Each developer with money in a month of its own time zone. Spending comes from the counters that the bills keep, so
 * only top-ups and corrections of the month are read one by one.
 */
const months = (month: string) => sql`
  with spent as (
    select c.developer_id, sum(c.n) filter (where c.name not like '%:serviceFee')::bigint as spent_fen,
      sum(c.n) filter (where c.name like '%:serviceFee')::bigint as fee_fen
    from (
      select k.developer_id, k.name, k.value as n
      from developer d join counter k on k.developer_id = d.id and k.name = any(${names(month)}::text[])
      union all
      select x.developer_id, x.name, x.delta from counter_delta x where x.name = any(${names(month)}::text[])
    ) c group by c.developer_id),
  topped as (
    select t.developer_id, sum(t.amount_fen)::bigint as top_up_fen, sum(t.gift_fen)::bigint as gift_fen
    from top_up t join developer d on d.id = t.developer_id
    where t.status = 'paid' and t.paid_at >= ${`${month}-01Z`}::timestamptz - interval '1 day'
      and t.paid_at < ${`${month}-01Z`}::timestamptz + interval '1 month 1 day'
      and to_char(t.paid_at at time zone d.time_zone, 'YYYY-MM') = ${month}
    group by t.developer_id),
  given as (
    select c.corrected_id, sum(c.amount)::bigint as fen
    from correction c join developer d on d.id = c.corrected_id
    where c.state = 'done' and c.kind = 'gift' and c.decided_at >= ${`${month}-01Z`}::timestamptz - interval '1 day'
      and c.decided_at < ${`${month}-01Z`}::timestamptz + interval '1 month 1 day'
      and to_char(c.decided_at at time zone d.time_zone, 'YYYY-MM') = ${month}
    group by c.corrected_id),
  monthly as (
    select d.id, d.name, coalesce(t.top_up_fen, 0)::bigint as top_up_fen,
      (coalesce(t.gift_fen, 0) + coalesce(g.fen, 0))::bigint as gift_fen,
      coalesce(s.spent_fen, 0)::bigint as spent_fen, coalesce(s.fee_fen, 0)::bigint as fee_fen
    from developer d
      left join spent s on s.developer_id = d.id
      left join topped t on t.developer_id = d.id
      left join given g on g.corrected_id = d.id
    where coalesce(t.top_up_fen, 0) <> 0 or coalesce(t.gift_fen, 0) + coalesce(g.fen, 0) <> 0
      or coalesce(s.spent_fen, 0) <> 0 or coalesce(s.fee_fen, 0) <> 0)`

/** The counters of a month: `spent:2027-01:issue`. */
const names = (month: string) => sql.param(CHARGE_CATEGORIES.map((category) => `spent:${month}:${category}`))

export async function readMonthSums(db: Db, month: string) {
  const { rows } = await db.execute<Omit<MonthLine, 'id' | 'name'> & { n: number }>(sql`${months(month)}
    select count(*)::int as n, coalesce(sum(top_up_fen), 0)::bigint as top_up_fen,
      coalesce(sum(gift_fen), 0)::bigint as gift_fen, coalesce(sum(spent_fen), 0)::bigint as spent_fen,
      coalesce(sum(fee_fen), 0)::bigint as fee_fen from monthly`)
  const [row] = rows
  if (!row) throw new Error('a sum returned no row')
  return row
}

export async function listMonth(
  db: Db,
  month: string,
  { sort, order }: { sort: MonthSort; order: 'asc' | 'desc' },
  { offset, limit, isReversed }: Slice,
) {
  const direction = directionOf(order, isReversed)
  const { rows } = await db.execute<MonthLine>(sql`${months(month)}
    select * from monthly order by ${sql.raw(SORTS[sort])} ${direction}, id ${direction}
    limit ${limit} offset ${offset}`)
  return rows
}
