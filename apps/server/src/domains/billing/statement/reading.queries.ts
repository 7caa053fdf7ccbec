// SQL for reading bills, orders and the history of the balances. Only paged lists are counted, and never beyond the
// cap.
import type { BillState, ChargeCategory, LicenseFamily, Movement, OrderState, Purse } from '@sealwright/contract'
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { countCapped, directionOf } from '../../../kernel/db/list.ts'
import type { Period, Slice } from '../../../kernel/db/list.ts'
import { listOf, walkIds } from '../../../kernel/db/search.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { NONE } from '../ledger/ledger.kind.ts'
import type { Books } from '../ledger/ledger.kind.ts'
import { begins, bill, billingOrder, within } from '../ledger/ledger.tables.ts'
import type { Bill, StoredOrder } from '../ledger/ledger.tables.ts'

type Of = Pick<Books, 'db' | 'developerId'>
type Order = 'asc' | 'desc'

export interface BillFilter extends Period {
  billingId?: string | undefined
  category?: ChargeCategory | undefined
  status?: readonly BillState[] | undefined
  orderGuid?: string | undefined
}
interface OrderFilter extends Period {
  orderId?: string | undefined
  /** Conditions on what it paid for. */
  paidFor?: readonly (SQL | undefined)[] | undefined
  category?: ChargeCategory | undefined
  status?: readonly OrderState[] | undefined
}
interface EntryFilter extends Period {
  purse?: Purse | undefined
  movement?: Movement | undefined
}

/** What billing asks the license domain. Licenses outside the caller's row scope are not found. */
export interface PaidLicenses {
  /**
   * A query of the licenses with this code or account, of this customer, or with this guid: `paid_for` (the license,
   * and again its issue) and `ended_at`.
   */
  query(scope: Scope, asked: { keyword: string } | { customerGuid: string } | { licenseGuid: string }): Promise<SQL>
  /** The family of the licenses that an order paid for. Null if there are none. */
  familyOf(scope: Scope, orderGuid: string): Promise<LicenseFamily | null>
}

export interface ListedBill extends Bill {
  orderId: string
}

const is = (column: PgColumn, value: string | undefined) => (value === undefined ? undefined : eq(column, value))

const billsWhere = ({ developerId }: Of, { billingId, category, status: _status, orderGuid, ...period }: BillFilter) =>
  and(
    eq(bill.developerId, developerId),
    begins(bill.billingId, billingId),
    is(bill.category, category),
    is(bill.orderGuid, orderGuid),
    within(bill.createdAt, period),
  )

function selectBills({ db }: Of, where: SQL | undefined) {
  const isItsOrder = and(eq(billingOrder.developerId, bill.developerId), eq(billingOrder.guid, bill.orderGuid))
  return db
    .select({ row: bill, orderId: billingOrder.orderId })
    .from(bill)
    .innerJoin(billingOrder, isItsOrder)
    .where(where)
    .orderBy(desc(bill.createdAt), desc(bill.guid))
}
const flat = ({ row, orderId }: { row: Bill; orderId: string }): ListedBill => ({ ...row, orderId })

export async function listBills(scope: Of, filter: BillFilter, order: Order) {
  const ids = await walkIds(scope, {
    table: bill,
    where: billsWhere(scope, filter),
    column: bill.createdAt,
    order,
    among: filter.status && { column: bill.status, values: filter.status },
  })
  return listOf(ids, async (guids) =>
    (await selectBills(scope, and(eq(bill.developerId, scope.developerId), inArray(bill.guid, guids)))).map(flat),
  )
}

/** The next bills, newest first, for an export. */
export async function listNextBills(
  scope: Of,
  filter: BillFilter,
  after: Bill | undefined,
  limit: number,
): Promise<ListedBill[]> {
  const isLater =
    after && sql`(${bill.createdAt}, ${bill.guid}) < (${after.createdAt}::timestamptz, ${after.guid}::uuid)`
  const hasStatus = filter.status && inArray(bill.status, [...filter.status])
  return (await selectBills(scope, and(billsWhere(scope, filter), hasStatus, isLater)).limit(limit)).map(flat)
}

export async function listBillsOfOrder(scope: Of, orderGuid: string): Promise<ListedBill[]> {
  return (await selectBills(scope, billsWhere(scope, { orderGuid }))).map(flat)
}

export async function findBill({ db, developerId }: Of, guid: string): Promise<Bill | undefined> {
  const [row] = await db
    .select()
    .from(bill)
    .where(and(eq(bill.developerId, developerId), eq(bill.guid, guid)))
  return row
}

/**
 * Orders that paid for licenses of this query (see `PaidLicenses`), or whose ID begins with a text. An order after the
 * end of a license was not for it.
 */
export function isPaidFor({ developerId }: Of, licenses: SQL, orderId?: string): SQL {
  const one = alias(billingOrder, 'one')
  const isOurs = eq(one.developerId, developerId)
  const paid = sql`select ${one.guid} from (${licenses}) paid join ${billingOrder} one
    on ${isOurs} and ${one.paidFor} = paid.paid_for
      and (paid.ended_at is null or paid.ended_at > ${one.createdAt})`
  const begun = sql`select ${one.guid} from ${billingOrder} one where ${and(isOurs, begins(one.orderId, orderId))}`
  // A list of guids, from an index each: a condition on each order would look for licenses once for every order.
  return sql`${billingOrder.guid} in (${orderId === undefined ? paid : sql`${paid} union all ${begun}`})`
}

export async function listOrders(
  scope: Of,
  { orderId, paidFor = [], category, status, ...period }: OrderFilter,
  order: Order,
) {
  const where = and(
    eq(billingOrder.developerId, scope.developerId),
    begins(billingOrder.orderId, orderId),
    ...paidFor,
    is(billingOrder.category, category),
    within(billingOrder.createdAt, period),
  )
  const among = status && { column: billingOrder.status, values: status }
  const ids = await walkIds(scope, { table: billingOrder, where, column: billingOrder.createdAt, order, among })
  return listOf(ids, (guids) =>
    scope.db
      .select()
      .from(billingOrder)
      .where(and(eq(billingOrder.developerId, scope.developerId), inArray(billingOrder.guid, guids))),
  )
}

export async function findOrder({ db, developerId }: Of, guid: string): Promise<StoredOrder | undefined> {
  const [row] = await db
    .select()
    .from(billingOrder)
    .where(and(eq(billingOrder.developerId, developerId), eq(billingOrder.guid, guid)))
  return row
}

export interface Entry {
  transferGuid: string
  purse: Purse
  n: number
  amountFen: number
  balanceFen: number
  at: Date
  movement: Movement
  /** Of its order. Null for money that came in. */
  category: ChargeCategory | null
  subject: string
  actorName: string | null
}
type EntryRow = {
  transfer_guid: string
  kind: Purse
  n: number
  amount: number
  balance: number
  at: string
  movement: Movement
  category: ChargeCategory | null
  subject: string
  actor_name: string | null
}

/**
 * The entries of one purse, or of both, without holds. The values are written out and not parameters: otherwise the
 * partial indexes may not be used. The condition for one purse does not also include the condition for both: without
 * statistics that would make the other index look as good.
 */
const ofPurse = (purse?: Purse) =>
  sql.raw(
    `e.kind ${purse === undefined ? "in ('wallet', 'gift')" : `= '${purse}'`}
      and e.ref = '${NONE}' and e.hold = '${NONE}' and e.n is not null`,
  )
const withTransfer = sql.raw('join ledger_transfer t on t.developer_id = e.developer_id and t.guid = e.transfer_guid')
const withOrder = sql.raw('left join billing_order o on o.developer_id = t.developer_id and o.guid = t.order_guid')

const entryOf = ({
  transfer_guid: transferGuid,
  kind: purse,
  n,
  amount: amountFen,
  balance: balanceFen,
  at,
  movement,
  category,
  subject,
  actor_name: actorName,
}: EntryRow): Entry => ({
  transferGuid,
  purse,
  n,
  amountFen,
  balanceFen,
  at: new Date(at),
  movement,
  category,
  subject,
  actorName,
})

/**
 * The history of the balances, without holds. Entries of a purse with the same time keep their order: each balance
 * follows from the previous one.
 */
export async function listEntries(
  { db, developerId }: Of,
  { purse, movement, startTime, endTime }: EntryFilter,
  order: Order,
) {
  const at = sql.raw(movement ? 't.at' : 'e.at')
  const parts = [
    ...(movement ? [sql`t.developer_id = ${developerId} and t.movement = ${movement}`] : []),
    ...(movement ? [] : [sql`e.developer_id = ${developerId}`, ofPurse(purse)]),
    ...(startTime ? [sql`${at} >= ${startTime}`] : []),
    ...(endTime ? [sql`${at} <= ${endTime}`] : []),
  ]
  // Of one movement, transfers are read by time, and then their entries, which are at most moments later. The other
  // way round, all entries of other movements would be read in between. `offset 0` keeps the order of the two.
  const source = movement
    ? sql`ledger_transfer t cross join lateral (
        select e.* from ledger_entry e
        where e.developer_id = t.developer_id and e.transfer_guid = t.guid and ${ofPurse(purse)} offset 0) e`
    : sql`ledger_entry e`
  const asked = sql`${source} where ${sql.join(parts, sql` and `)}`
  return {
    count: await countCapped(db, asked),
    async page({ offset, limit, isReversed }: Slice): Promise<Entry[]> {
      const direction = directionOf(order, isReversed)
      const ordered = (time: SQL) => sql`order by ${time} ${direction}, e.n ${direction}, e.kind ${direction}`
      const found = await db.execute<EntryRow>(sql`
        select e.transfer_guid, e.kind, e.n, e.amount, e.balance, e.at, t.movement, o.category, t.subject,
          t.actor_name
        from (select e.* from ${asked} ${ordered(at)} limit ${limit} offset ${offset}) e
          ${withTransfer} ${withOrder} ${ordered(sql`e.at`)}`)
      return found.rows.map(entryOf)
    },
  }
}

/** The number and the balance of the last entry of a purse before a moment. Zeros if there is none. */
export async function findBalanceAt(
  { db, developerId }: Of,
  purse: Purse,
  before: Date,
): Promise<{ n: number; balanceFen: number }> {
  const { rows } = await db.execute<{ n: number; balance: number }>(sql`
    select e.n, e.balance from ledger_entry e
    where e.developer_id = ${developerId} and ${ofPurse(purse)} and e.at < ${before}
    order by e.at desc, e.n desc limit 1`)
  return { n: rows[0]?.n ?? 0, balanceFen: rows[0]?.balance ?? 0 }
}

/**
 * The total of both purses just before each of these moments, in order: one index lookup for each, in one statement.
 */
export async function listBalancesBefore({ db, developerId }: Of, moments: readonly Date[]): Promise<number[]> {
  const last = (purse: Purse) => sql`coalesce((
    select e.balance from ledger_entry e
    where e.developer_id = ${developerId} and ${ofPurse(purse)} and e.at < asked.moment
    order by e.at desc, e.n desc limit 1), 0)`
  const { rows } = await db.execute<{ balance: number }>(sql`
    select (${last('wallet')} + ${last('gift')})::bigint as balance
    from unnest(${sql.param(moments.map((moment) => moment.toISOString()))}::timestamptz[])
      with ordinality as asked (moment, place)
    order by place`)
  return rows.map(({ balance }) => balance)
}

/** The entries of a purse by number, above `after` and up to `last`. */
export async function listNextEntries(
  { db, developerId }: Of,
  purse: Purse,
  after: number,
  last: number,
  limit: number,
): Promise<Entry[]> {
  const { rows } = await db.execute<EntryRow>(sql`
    select e.transfer_guid, e.kind, e.n, e.amount, e.balance, e.at, t.movement, o.category, t.subject,
          t.actor_name
    from (
      select e.* from ledger_entry e
      where e.developer_id = ${developerId} and ${ofPurse(purse)} and e.n > ${after} and e.n <= ${last}
      order by e.n limit ${limit}) e ${withTransfer} ${withOrder}
    order by e.n`)
  return rows.map(entryOf)
}

/** When a balance first moved, and the total of the unpaid platform bills. */
export async function readBeginning({ db, developerId }: Of): Promise<{ since: Date | null; dueFen: number }> {
  const { rows } = await db.execute<{ since: string | null; due: number }>(sql`
    select
      (select min(e.at) from ledger_entry e
        where e.developer_id = ${developerId} and ${ofPurse()} and e.n = 1) as since,
      (select coalesce(sum(projected_fen), 0)::bigint from bill
        where developer_id = ${developerId} and status = 'pending' and due_at is not null) as due`)
  const [row] = rows
  return { since: row?.since ? new Date(row.since) : null, dueFen: row?.due ?? 0 }
}

/** The bills of the platform that are not paid yet. */
export async function countDueBills({ db, developerId }: Of): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`
    select count(*)::int as n from bill
    where developer_id = ${developerId} and status = 'pending' and due_at is not null`)
  return rows[0]?.n ?? 0
}
