// SQL for what ends soon or has ended in a developer's books, and for the reminders that were sent about it.
import { sql } from 'drizzle-orm'
import type { Books } from '../ledger/ledger.kind.ts'
import { NONE } from '../ledger/ledger.kind.ts'

type Of = Pick<Books, 'db' | 'developerId' | 'now'>

/** The content of one message. Packages of one type that end together share a message. */
export interface Ending {
  kind: 'package' | 'serviceFee' | 'bill'
  refs: string[]
  /** A package type, or the subject of a bill. */
  name: string
  endsAt: Date
  licenses: number
  updates: number
  amountFen: number
}

/** Packages with something left and the service fee, if they end before `until`; overdue bills. By their ends. */
export async function listEndings({ db, developerId, now }: Of, until: Date): Promise<Ending[]> {
  const { rows } = await db.execute<Omit<Ending, 'endsAt'> & { endsAt: string }>(sql`
    with endings as (
      select 'package' as kind, p.guid as ref, p.type as name, p.expires_at as ends_at, l.licenses, l.updates,
        0::bigint as amount_fen
      from package p cross join lateral (
        select coalesce(sum(balance) filter (where kind = 'packageLicenses'), 0)::bigint as licenses,
          coalesce(sum(balance) filter (where kind = 'packageUpdates'), 0)::bigint as updates
        from ledger_account a
        where a.developer_id = p.developer_id and a.kind in ('packageLicenses', 'packageUpdates') and a.ref = p.guid) l
      where p.developer_id = ${developerId} and p.expires_at > ${now}::timestamptz
        and p.expires_at < ${until}::timestamptz and l.licenses + l.updates > 0
      union all
      select 'serviceFee', ${NONE}::uuid, '', d.service_until, 0, 0, 0
      from developer d
      where d.id = ${developerId} and d.service_until < ${until}::timestamptz and service_ends(d.id) is not null
      union all
      select 'bill', b.guid, b.subject, b.due_at, 0, 0, b.projected_fen
      from bill b
      where b.developer_id = ${developerId} and b.status = 'pending' and b.due_at <= ${now}::timestamptz
    )
    select kind, array_agg(ref order by ref) as refs, name, ends_at as "endsAt", sum(licenses)::bigint as licenses,
      sum(updates)::bigint as updates, sum(amount_fen)::bigint as "amountFen"
    from endings
    group by kind, name, ends_at, case when kind = 'bill' then ref end
    order by ends_at, kind, name`)
  return rows.map((row) => ({ ...row, endsAt: new Date(row.endsAt) }))
}

/** Marks a reminder as sent; false if it or one of a shorter interval was sent before. */
export async function markSaid(
  { db, developerId, now }: Of,
  { kind, refs, endsAt }: Pick<Ending, 'kind' | 'refs' | 'endsAt'>,
  days: number,
): Promise<boolean> {
  const { rows } = await db.execute(sql`
    insert into reminder (developer_id, kind, ref, ends_at, days, sent_at)
    select ${developerId}::bigint, ${kind}, new.ref, ${endsAt}::timestamptz, ${days}::int, ${now}::timestamptz
    from unnest(${sql.param(refs)}::uuid[]) as new (ref)
    where not exists (
      select from reminder r
      where r.developer_id = ${developerId} and r.kind = ${kind} and r.ref = new.ref
        and r.ends_at = ${endsAt}::timestamptz and r.days <= ${days}::int)
    on conflict do nothing returning ref`)
  return rows.length > 0
}
