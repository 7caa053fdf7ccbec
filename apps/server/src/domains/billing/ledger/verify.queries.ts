// Verifies the ledger: every transfer adds up, every account is the sum of its entries without a gap, and bills,
// orders, top-ups and packages agree with it. It reads the books of all developers as the database owner, in one
// snapshot.
import type pg from 'pg'
import { NONE } from './ledger.kind.ts'

export interface LedgerProblem {
  developerId: number
  what: 'transfer' | 'balance' | 'sequence' | 'orphan' | 'bill' | 'order' | 'hold' | 'topUp' | 'reversal' | 'package'
  detail: string
}

export interface LedgerVerdict {
  developers: number
  transfers: number
  entries: number
  problems: LedgerProblem[]
}

/** Each query finds violations: the developer, the kind of problem, and the details. */
const CHECKS: readonly string[] = [
  // Every transfer adds up to zero in each unit.
  `select e.developer_id, 'transfer', format('%s adds up to %s %s', e.transfer_guid, sum(e.amount), k.unit)
   from ledger_entry e join ledger_kind k on k.kind = e.kind
   group by e.developer_id, e.transfer_guid, k.unit having sum(e.amount) <> 0`,
  `select t.developer_id, 'transfer', format('%s has no entries', t.guid) from ledger_transfer t
   where not exists (select from ledger_entry e where e.developer_id = t.developer_id and e.transfer_guid = t.guid)`,
  // Every account has the sum of its entries, and counts as many entries as it has.
  `select a.developer_id, 'balance', format('%s %s %s has %s, but its %s entries add up to %s (%s counted)',
     a.kind, a.ref, a.hold, a.balance, coalesce(s.n, 0), coalesce(s.amount, 0), a.entries)
   from ledger_account a left join (
     select developer_id, kind, ref, hold, sum(amount) as amount, count(*) as n
     from ledger_entry where n is not null group by 1, 2, 3, 4) s using (developer_id, kind, ref, hold)
   where a.balance <> coalesce(s.amount, 0) or a.entries <> coalesce(s.n, 0)`,
  `select e.developer_id, 'orphan', format('%s %s %s has entries and no account', e.kind, e.ref, e.hold)
   from ledger_entry e join ledger_kind k on k.kind = e.kind and not k.is_outside
   where not exists (
     select from ledger_account a
     where a.developer_id = e.developer_id and a.kind = e.kind and a.ref = e.ref and a.hold = e.hold)
   group by 1, e.kind, e.ref, e.hold`,
  // Entries are consecutive: the numbers have no gap, each balance is the previous one plus the amount, no balance is
  // negative, and the time never goes back.
  `select developer_id, 'sequence', format('%s %s %s breaks at entry %s', kind, ref, hold, n) from (
     select *, lag(n) over w as last_n, lag(balance) over w as last_balance, lag(at) over w as last_at
     from ledger_entry where n is not null
     window w as (partition by developer_id, kind, ref, hold order by n)) e
   where n <> coalesce(last_n, 0) + 1 or balance <> coalesce(last_balance, 0) + amount or balance < 0 or at < last_at`,
  // The charged amount of a bill is what left the purses for it.
  `select b.developer_id, 'bill', format('%s has %s, of which %s from gifts, but the ledger has %s, of which %s',
     b.billing_id, b.actual_fen, b.gift_fen, coalesce(m.fen, 0), coalesce(m.gift, 0))
   from bill b left join (
     select t.developer_id, t.order_guid, -sum(e.amount) as fen, -sum(e.amount) filter (where e.kind = 'gift') as gift
     from ledger_transfer t join ledger_entry e
       on e.developer_id = t.developer_id and e.transfer_guid = t.guid and e.kind in ('wallet', 'gift')
     where t.movement in ('charge', 'capture') group by 1, 2) m
     on m.developer_id = b.developer_id and m.order_guid = b.order_guid
   where b.actual_fen <> coalesce(m.fen, 0) or b.gift_fen <> coalesce(m.gift, 0)`,
  `select b.developer_id, 'bill', format('%s is %s and its order %s', b.billing_id, b.status, o.status)
   from bill b join billing_order o on o.developer_id = b.developer_id and o.guid = b.order_guid
   where o.charged_fen <> b.actual_fen
     or o.status <> case b.status when 'pending' then 'notCharged' when 'success' then 'charged'
       when 'failedInsufficient' then 'insufficient' else 'failed' end`,
  `select o.developer_id, 'order', format('%s costs %s and has no bill', o.order_id, o.amount_fen) from billing_order o
   where o.amount_fen > 0
     and not exists (select from bill b where b.developer_id = o.developer_id and b.order_guid = o.guid)`,
  // Only a pending order has a hold.
  `select a.developer_id, 'hold', format('%s of %s is held for %s, which is not pending', a.balance, a.kind, a.hold)
   from ledger_account a
   where a.hold <> '${NONE}' and a.balance > 0 and not exists (
     select from billing_order o
     where o.developer_id = a.developer_id and o.guid = a.hold and o.status = 'notCharged')`,
  // A top-up is credited exactly if it is paid, with its amount and its gift.
  `select u.developer_id, 'topUp', format('%s is %s and was credited %s and %s',
     u.serial, u.status, coalesce(c.wallet, 0), coalesce(c.gift, 0))
   from top_up u left join (
     select t.developer_id, t.purpose, sum(e.amount) filter (where e.kind = 'wallet') as wallet,
       sum(e.amount) filter (where e.kind = 'gift') as gift
     from ledger_transfer t join ledger_entry e on e.developer_id = t.developer_id and e.transfer_guid = t.guid
     where t.movement = 'topUp' group by 1, 2) c
     on c.developer_id = u.developer_id and c.purpose = 'topUp:' || u.guid
   where coalesce(c.wallet, 0) <> case when u.status = 'paid' then u.amount_fen else 0 end
     or coalesce(c.gift, 0) <> case when u.status = 'paid' then u.gift_fen else 0 end`,
  // Every transfer of a top-up has its top-up.
  `select t.developer_id, 'topUp', format('%s belongs to no top-up', t.purpose) from ledger_transfer t
   where t.movement = 'topUp' and not exists (
     select from top_up u where u.developer_id = t.developer_id and t.purpose = 'topUp:' || u.guid)`,
  // A reversal is the opposite of its transfer, account by account. What came from a hold returned to the free balance.
  `select r.developer_id, 'reversal', format('%s does not undo %s: %s %s differ by %s',
     r.guid, r.reverses, e.kind, e.ref, sum(e.amount))
   from ledger_transfer r join ledger_entry e
     on e.developer_id = r.developer_id and e.transfer_guid in (r.guid, r.reverses)
   where r.reverses is not null group by r.developer_id, r.guid, r.reverses, e.kind, e.ref having sum(e.amount) <> 0`,
  `select b.developer_id, 'reversal', format('%s is %s', b.billing_id,
     case when b.is_reversed then 'marked as reversed but was not' else 'not marked as reversed but was' end)
   from bill b
   where b.is_reversed <> exists (
     select from ledger_transfer t
     where t.developer_id = b.developer_id and t.order_guid = b.order_guid and t.movement = 'reversal')`,
  `select o.developer_id, 'reversal', format('%s is %s', o.order_id,
     case when o.is_reversed then 'marked as reversed but was not' else 'not marked as reversed but was' end)
   from billing_order o
   where exists (
     select from ledger_transfer t where t.developer_id = o.developer_id and t.order_guid = o.guid
       and case when o.is_reversed then t.movement in ('charge', 'capture') and not exists (
         select from ledger_transfer r where r.developer_id = t.developer_id and r.reverses = t.guid)
       else t.movement = 'reversal' end)`,
  // A bill with a due date is paid in full.
  `select b.developer_id, 'bill', format('%s was due with %s but is settled with %s',
     b.billing_id, b.projected_fen, b.actual_fen)
   from bill b where b.due_at is not null and b.status = 'success' and b.actual_fen <> b.projected_fen`,
  // A package received its licenses and updates, once.
  `select p.developer_id, 'package', format('%s received %s licenses and %s updates',
     p.serial, coalesce(g.licenses, 0), coalesce(g.updates, 0))
   from package p left join (
     select e.developer_id, e.ref, sum(e.amount) filter (where e.kind = 'packageLicenses') as licenses,
       sum(e.amount) filter (where e.kind = 'packageUpdates') as updates
     from ledger_entry e join ledger_transfer t on t.developer_id = e.developer_id and t.guid = e.transfer_guid
     where t.purpose = 'package:' || e.ref group by 1, 2) g on g.developer_id = p.developer_id and g.ref = p.guid
   where coalesce(g.licenses, 0) <> p.licenses or coalesce(g.updates, 0) <> p.updates`,
]

export async function verifyLedger(owner: pg.Pool): Promise<LedgerVerdict> {
  const client = await owner.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const { rows } = await client.query<{ developers: number; transfers: number; entries: number }>(
      `select (select count(*) from developer) as developers, (select count(*) from ledger_transfer) as transfers,
         (select count(*) from ledger_entry) as entries`,
    )
    const problems: LedgerProblem[] = []
    for (const check of CHECKS) {
      const found = await client.query<{ developer_id: number; what: LedgerProblem['what']; detail: string }>(
        `select * from (${check}) as found (developer_id, what, detail) limit 100`,
      )
      problems.push(...found.rows.map((row) => ({ developerId: row.developer_id, what: row.what, detail: row.detail })))
    }
    return {
      developers: rows[0]?.developers ?? 0,
      transfers: rows[0]?.transfers ?? 0,
      entries: rows[0]?.entries ?? 0,
      problems,
    }
  } finally {
    await client.query('rollback')
    client.release()
  }
}
