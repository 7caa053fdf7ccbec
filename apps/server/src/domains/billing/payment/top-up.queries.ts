// SQL for top-ups and the reports of providers about them. Every change locks the row first (`lockTopUp`), so that
// callbacks for the same payment run one after the other.
import type { PaymentMethod, TopUpState } from '@sealwright/contract'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../../kernel/db/database.ts'
import type { Period } from '../../../kernel/db/list.ts'
import { listOf, walkIds } from '../../../kernel/db/search.ts'
import type { Books } from '../ledger/ledger.kind.ts'
import { begins, paymentEvent, topUp, within } from '../ledger/ledger.tables.ts'
import type { TopUp } from '../ledger/ledger.tables.ts'

type Of = Pick<Books, 'db' | 'developerId'>

export interface TopUpFilter extends Period {
  serial?: string | undefined
  status?: readonly TopUpState[] | undefined
  paymentMethod?: PaymentMethod | undefined
}

const isOne = ({ developerId }: Of, guid: string) => and(eq(topUp.developerId, developerId), eq(topUp.guid, guid))

export async function insertTopUp({ db }: Of, row: TopUp): Promise<void> {
  await db.insert(topUp).values(row)
}

/** Counts unfinished top-ups. The next caller waits until this transaction ends. */
export async function lockOpenCount({ db, developerId }: Of): Promise<number> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`top-ups ${developerId}`}, 0))`)
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from top_up
    where developer_id = ${developerId} and status in ('pending', 'processing')`)
  return rows[0]?.count ?? 0
}

export async function findTopUp(of: Of, guid: string): Promise<TopUp | undefined> {
  const [row] = await of.db.select().from(topUp).where(isOne(of, guid))
  return row
}

export async function lockTopUp(of: Of, guid: string): Promise<TopUp | undefined> {
  const [row] = await of.db.select().from(topUp).where(isOne(of, guid)).for('no key update')
  return row
}

export async function updateTopUp(
  of: Of,
  guid: string,
  change: Partial<Pick<TopUp, 'status' | 'providerRef' | 'isRefunded' | 'askedAt' | 'paidAt'>>,
): Promise<void> {
  await of.db.update(topUp).set(change).where(isOne(of, guid))
}

/** Serials match by prefix and ignore case. */
export async function listTopUps(
  { db, developerId }: Of,
  { serial, status, paymentMethod, ...period }: TopUpFilter,
  order: 'asc' | 'desc',
) {
  const where = and(
    eq(topUp.developerId, developerId),
    begins(topUp.serial, serial),
    paymentMethod && eq(topUp.method, paymentMethod),
    within(topUp.createdAt, period),
  )
  const among = status && { column: topUp.status, values: status }
  const ids = await walkIds({ db }, { table: topUp, where, column: topUp.createdAt, order, among })
  return listOf(ids, (guids) =>
    db
      .select()
      .from(topUp)
      .where(and(eq(topUp.developerId, developerId), inArray(topUp.guid, guids))),
  )
}

export type PaymentEvent = Omit<typeof paymentEvent.$inferInsert, 'developerId'>

/** False if the same report is already stored, so that repeated callbacks do not fill the table. */
export async function insertEvent({ db, developerId }: Of, event: PaymentEvent): Promise<boolean> {
  const { topUpGuid, state, amountFen, providerRef = null, outcome } = event
  const { rows } = await db.execute(sql`
    select from payment_event
    where developer_id = ${developerId} and top_up_guid = ${topUpGuid} and state = ${state}
      and amount_fen = ${amountFen} and outcome = ${outcome} and provider_ref is not distinct from ${providerRef}`)
  if (rows.length > 0) return false
  await db.insert(paymentEvent).values({ ...event, developerId })
  return true
}

/** When the center first decided to refund the payment. */
export async function findRefundTime({ db, developerId }: Of, guid: string): Promise<Date | undefined> {
  const [row] = await db
    .select({ at: paymentEvent.at })
    .from(paymentEvent)
    .where(
      and(
        eq(paymentEvent.developerId, developerId),
        eq(paymentEvent.topUpGuid, guid),
        eq(paymentEvent.outcome, 'refund'),
      ),
    )
    .orderBy(asc(paymentEvent.id))
    .limit(1)
  return row?.at
}

/** The developer and the guid of a serial. Needs no tenant. */
export async function findOwner(db: Db, serial: string): Promise<{ developerId: number; guid: string } | undefined> {
  const { rows } = await db.execute<{ developer_id: number; guid: string }>(
    sql`select * from developer_of_top_up(${serial})`,
  )
  return rows[0] && { developerId: rows[0].developer_id, guid: rows[0].guid }
}

/**
 * Unsettled top-ups of all developers: those that wait for payment or have expired, and canceled ones that may have
 * been paid. Those that were not queried for the longest time come first.
 */
export async function listOpen(
  db: Db,
  { unaskedSince, begunSince, most }: { unaskedSince: Date; begunSince: Date; most: number },
): Promise<{ developerId: number; guid: string }[]> {
  const { rows } = await db.execute<{ developer_id: number; guid: string }>(
    sql`select * from open_top_ups(${unaskedSince}::timestamptz, ${begunSince}::timestamptz, ${most})`,
  )
  return rows.map((row) => ({ developerId: row.developer_id, guid: row.guid }))
}
