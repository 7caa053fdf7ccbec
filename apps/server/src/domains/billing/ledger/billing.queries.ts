// SQL for orders and bills. There is one order for each purpose: a second insert waits for the first and finds its
// order.
import type { BillState, OrderState } from '@sealwright/contract'
import { ORDER_STATE_OF_BILL } from '@sealwright/contract'
import { and, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type pg from 'pg'
import type { Books } from './ledger.kind.ts'
import { bill, billingOrder } from './ledger.tables.ts'
import type { Bill, BillingOrder } from './ledger.tables.ts'

type Of = Pick<Books, 'db' | 'developerId'>

/** False if there is an order for the same purpose that neither failed nor was reversed. */
export async function insertOrder({ db }: Of, row: BillingOrder): Promise<boolean> {
  const inserted = await db
    .insert(billingOrder)
    .values(row)
    .onConflictDoNothing()
    .returning({ guid: billingOrder.guid })
  return inserted.length > 0
}

/**
 * The same as parts of a statement: `placed` has the order's guid if the order was inserted. Only then is its bill
 * written, if it has one.
 */
export function placing({ db }: Of, row: BillingOrder, of: Bill | undefined): SQL {
  const placed = sql`placed as (${db
    .insert(billingOrder)
    .values(row)
    .onConflictDoNothing()
    .returning({ guid: billingOrder.guid })
    .getSQL()})`
  if (!of) return placed
  const columns = getTableColumns(bill)
  const values = Object.fromEntries(
    Object.entries(of).map(([key, value]) => [columns[key as keyof Bill].name, value]), // a bill's own keys
  )
  return sql`${placed}, billed as (
    insert into bill select b.* from placed, jsonb_populate_record(null::bill, ${JSON.stringify(values)}::jsonb) as b)`
}

export async function insertBill({ db }: Of, row: Bill): Promise<void> {
  await db.insert(bill).values(row)
}

/** The order of a purpose that is charged and not reversed, or still pending. */
export async function findLivingOrder({ db, developerId }: Of, purpose: string): Promise<BillingOrder | undefined> {
  const [row] = await db
    .select()
    .from(billingOrder)
    .where(
      and(
        eq(billingOrder.developerId, developerId),
        eq(billingOrder.purpose, purpose),
        eq(billingOrder.isReversed, false),
        inArray(billingOrder.status, ['charged', 'notCharged']),
      ),
    )
  return row
}

/** Returns an order with its bill and locks both until the transaction ends, the order first. */
export async function lockOrder(
  { db, developerId }: Of,
  guid: string,
): Promise<{ order: BillingOrder; bill: Bill | undefined } | undefined> {
  const [order] = await db
    .select()
    .from(billingOrder)
    .where(and(eq(billingOrder.developerId, developerId), eq(billingOrder.guid, guid)))
    .for('no key update')
  if (!order) return undefined
  const [found] = await db
    .select()
    .from(bill)
    .where(and(eq(bill.developerId, developerId), eq(bill.orderGuid, guid)))
    .for('no key update')
  return { order, bill: found }
}

/** Updates a bill and its order. */
export async function settle(
  { db, developerId }: Of,
  orderGuid: string,
  change: { status: BillState; actualFen: number; giftFen: number; settledAt: Date | null },
): Promise<void> {
  await db
    .update(bill)
    .set(change)
    .where(and(eq(bill.developerId, developerId), eq(bill.orderGuid, orderGuid)))
  await setOrder({ db, developerId }, orderGuid, {
    status: ORDER_STATE_OF_BILL[change.status],
    chargedFen: change.actualFen,
  })
}

export async function setOrder(
  { db, developerId }: Of,
  guid: string,
  change: { status: OrderState; chargedFen: number },
): Promise<void> {
  await db
    .update(billingOrder)
    .set(change)
    .where(and(eq(billingOrder.developerId, developerId), eq(billingOrder.guid, guid)))
}

/** Marks an order, and its bill if it has one, as reversed. */
export async function markReversed({ db, developerId }: Of, orderGuid: string): Promise<void> {
  await db
    .update(billingOrder)
    .set({ isReversed: true })
    .where(and(eq(billingOrder.developerId, developerId), eq(billingOrder.guid, orderGuid)))
  await db
    .update(bill)
    .set({ isReversed: true })
    .where(and(eq(bill.developerId, developerId), eq(bill.orderGuid, orderGuid)))
}

/** The usable packages of a type, the first to expire first. */
export async function listUsablePackages(
  { db, developerId, now }: Pick<Books, 'db' | 'developerId' | 'now'>,
  type: string,
): Promise<string[]> {
  const { rows } = await db.execute<{ guid: string }>(sql`
    select p.guid from package p where p.developer_id = ${developerId} and p.type = ${type} and p.expires_at > ${now}
      and exists (
        select from ledger_account a where a.developer_id = p.developer_id and a.ref = p.guid and a.balance > 0)
    order by p.expires_at, p.guid`)
  return rows.map(({ guid }) => guid)
}

/** The overdue amount, since when it is overdue, and until when the service fee is paid; null if there is no fee. */
export async function findOwed({
  db,
  developerId,
  now,
}: Pick<Books, 'db' | 'developerId' | 'now'>): Promise<{ fen: number; since: Date | null; serviceUntil: Date | null }> {
  const { rows } = await db.execute<{ fen: number; since: string | null; service_until: string | null }>(sql`
    select coalesce(sum(b.projected_fen), 0)::bigint as fen, min(b.due_at) as since,
      service_ends(${developerId}) as service_until
    from bill b where b.developer_id = ${developerId} and b.status = 'pending' and b.due_at <= ${now}`)
  const instant = (text: string | null | undefined) => (text ? new Date(text) : null)
  return { fen: rows[0]?.fen ?? 0, since: instant(rows[0]?.since), serviceUntil: instant(rows[0]?.service_until) }
}

/** Locks the orders whose bill is due by then, oldest first. Orders that another transaction is paying are skipped. */
export async function lockOwedOrders({ db, developerId }: Of, by: Date): Promise<string[]> {
  const { rows } = await db.execute<{ guid: string }>(sql`
    select o.guid from bill b join billing_order o on o.developer_id = b.developer_id and o.guid = b.order_guid
    where b.developer_id = ${developerId} and b.status = 'pending' and b.due_at <= ${by}
    order by b.due_at, b.guid for no key update of o skip locked`)
  return rows.map(({ guid }) => guid)
}

/** The developers with a platform bill that is due by then. Runs as the database owner. */
export async function listDue(owner: pg.Pool, by: Date): Promise<number[]> {
  const { rows } = await owner.query<{ developer_id: number }>(
    "select distinct developer_id from bill where status = 'pending' and due_at <= $1 order by 1",
    [by],
  )
  return rows.map((row) => row.developer_id)
}
