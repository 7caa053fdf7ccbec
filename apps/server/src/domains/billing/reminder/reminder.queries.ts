// SQL for what ends soon or has ended and has no reminder yet. The search runs as the database owner for all developers
// at once; each reminder is sent in a transaction of its developer.
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Books } from '../ledger/ledger.kind.ts'

export const REMINDER_KINDS = ['package', 'serviceFee', 'bill'] as const
export type ReminderKind = (typeof REMINDER_KINDS)[number]

/**
 * The content of one message. Packages of one type that end together share a message. `days` is the reminder interval
 * that applies, 0 after the end.
 */
export interface Ending {
  developerId: number
  kind: ReminderKind
  refs: string[]
  /** A package type, or the subject of a bill. */
  name: string
  endsAt: Date
  days: number
  licenses: number
  updates: number
  amountFen: number
}

// $1: now. $2: the reminder intervals in days. The shortest interval that applies wins, so longer ones are not sent
// belatedly.
const WITHIN =
  '(select min(day) from unnest($2::int[]) as day where ends_at <= $1::timestamptz + make_interval(days => day))'
const ENDINGS = `
  with endings as (
    select p.developer_id, 'package' as kind, p.guid as ref, p.type as name, p.expires_at as ends_at,
      l.licenses, l.updates, 0::bigint as amount_fen
    from package p cross join lateral (
      select coalesce(sum(balance) filter (where kind = 'packageLicenses'), 0)::bigint as licenses,
        coalesce(sum(balance) filter (where kind = 'packageUpdates'), 0)::bigint as updates
      from ledger_account a
      where a.developer_id = p.developer_id and a.kind in ('packageLicenses', 'packageUpdates') and a.ref = p.guid) l
    where p.expires_at > $1 and l.licenses + l.updates > 0
    union all
    select d.id, 'serviceFee', '00000000-0000-0000-0000-000000000000', '', d.service_until, 0, 0, 0
    from developer d where d.service_until is not null and service_ends(d.id) is not null
    union all
    select b.developer_id, 'bill', b.guid, b.subject, b.due_at, 0, 0, b.projected_fen
    from bill b where b.status = 'pending' and b.due_at <= $1
  ), within as (
    select *, case when ends_at <= $1 then 0 else ${WITHIN} end as days from endings
    where ends_at <= $1::timestamptz + make_interval(days => (select max(day) from unnest($2::int[]) as day))
  )
  select w.developer_id, w.kind, array_agg(w.ref order by w.ref) as refs, w.name, w.ends_at, w.days,
    sum(w.licenses)::bigint as licenses, sum(w.updates)::bigint as updates, sum(w.amount_fen)::bigint as amount_fen
  from within w
  where not exists (
    select from reminder r
    where r.developer_id = w.developer_id and r.kind = w.kind and r.ref = w.ref and r.ends_at = w.ends_at
      and r.days <= w.days)
  group by w.developer_id, w.kind, w.name, w.ends_at, w.days, case when w.kind = 'bill' then w.ref end
  order by w.developer_id, w.ends_at`

export async function listEndings(owner: pg.Pool, now: Date, reminderDays: readonly number[]): Promise<Ending[]> {
  const { rows } = await owner.query<{
    developer_id: number
    kind: ReminderKind
    refs: string[]
    name: string
    ends_at: Date
    days: number
    licenses: number
    updates: number
    amount_fen: number
  }>(ENDINGS, [now, reminderDays])
  return rows.map((row) => ({
    developerId: row.developer_id,
    kind: row.kind,
    refs: row.refs,
    name: row.name,
    endsAt: row.ends_at,
    days: row.days,
    licenses: row.licenses,
    updates: row.updates,
    amountFen: row.amount_fen,
  }))
}

/** Marks it as sent; false if another transaction was faster. */
export async function markSaid(
  { db, developerId, now }: Pick<Books, 'db' | 'developerId' | 'now'>,
  { kind, refs, endsAt, days }: Pick<Ending, 'kind' | 'refs' | 'endsAt' | 'days'>,
): Promise<boolean> {
  const { rows } = await db.execute(sql`
    insert into reminder (developer_id, kind, ref, ends_at, days, sent_at)
    select ${developerId}::bigint, ${kind}, ref, ${endsAt}::timestamptz, ${days}::int, ${now}::timestamptz
    from unnest(${sql.param(refs)}::uuid[]) as ref
    on conflict do nothing returning ref`)
  return rows.length > 0
}
