// The only way to the ledger: accounts are locked, a transfer is posted. Both are owner functions, since the
// application's role may not write a balance.
import { isPurse } from '@sealwright/contract'
import type { Movement } from '@sealwright/contract'
import { and, eq, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { sqlState } from '../../../kernel/db/database.ts'
import { NONE, accountKey } from './ledger.kind.ts'
import type { Account, Books, Leg, Stock } from './ledger.kind.ts'
import { ledgerAccount } from './ledger.tables.ts'

export interface Transfer {
  /** What it is for. A second transfer of the same purpose is not made. */
  purpose: string
  movement: Movement
  subject: string
  orderGuid?: string | null
  reverses?: string | null
  legs: readonly Leg[]
}

const columns = (accounts: readonly Account[]) =>
  [
    sql.param(accounts.map(({ kind }) => kind)),
    sql.param(accounts.map(({ ref }) => ref ?? NONE)),
    sql.param(accounts.map(({ hold }) => hold ?? NONE)),
  ] as const

/** What these accounts have, by `accountKey`; nobody else moves anything there until the transaction ends. */
export async function lockAccounts(
  { db, now }: Books,
  accounts: readonly Account[],
): Promise<ReadonlyMap<string, number>> {
  const [kinds, refs, holds] = columns(accounts)
  const { rows } = await db.execute<{ kind: Stock; ref: string; hold: string; balance: number }>(
    sql`select * from lock_accounts(${kinds}::text[], ${refs}::uuid[], ${holds}::uuid[], ${now}::timestamptz)`,
  )
  return new Map(rows.map((row) => [accountKey(row), row.balance]))
}

/** Posts a transfer, once a purpose. Legs of zero are left out. */
export async function postTransfer(books: Books, transfer: Transfer): Promise<{ guid: string; isNew: boolean }> {
  const posted = await post(
    books,
    transfer,
    sql`select * from ${posting(books, transfer, sql`${transfer.orderGuid ?? null}::uuid`)}`,
  )
  if (!posted) throw new Error('a transfer was posted and not answered')
  return posted
}

/**
 * Posts the transfer of an order that `placed`, a part of the same statement, makes; false where it makes none, and
 * then nothing moves. In one statement, since others wait for the accounts as long as this lasts.
 */
export async function postPlaced(books: Books, transfer: Omit<Transfer, 'orderGuid'>, placed: SQL): Promise<boolean> {
  // The order's guid is handed on, so that there is nothing to post before the order is there.
  return (
    (await post(
      books,
      transfer,
      sql`with ${placed} select posted.* from placed, lateral ${posting(books, transfer, sql`placed.guid`)} as posted`,
    )) !== undefined
  )
}

function posting(
  { ids, now, actor }: Books,
  { purpose, movement, subject, reverses = null, legs }: Omit<Transfer, 'orderGuid'>,
  orderGuid: SQL,
): SQL {
  const moved = legs.filter(({ amount }) => amount !== 0)
  const [kinds, refs, holds] = columns(moved)
  return sql`post_transfer(${ids.guid()}, ${purpose}, ${movement}, ${orderGuid}, ${reverses}::uuid, ${subject}, ${actor?.id ?? null}::uuid, ${actor?.name ?? null}, ${now}::timestamptz,
    ${kinds}::text[], ${refs}::uuid[], ${holds}::uuid[], ${sql.param(moved.map(({ amount }) => amount))}::bigint[])`
}

async function post(
  { db }: Books,
  { purpose }: Pick<Transfer, 'purpose'>,
  statement: SQL,
): Promise<{ guid: string; isNew: boolean } | undefined> {
  try {
    const {
      rows: [row],
    } = await db.execute<{ guid: string; is_new: boolean }>(statement)
    return row && { guid: row.guid, isNew: row.is_new }
  } catch (error) {
    if (sqlState(error) === '23514' && /ledger_never_negative/.test(String((error as Error).cause)))
      throw new Error(`${purpose} takes more than there is: its accounts were not locked first`, { cause: error }) // drizzle wraps what the database said
    throw error
  }
}

export async function hasTransfer(
  { db, developerId }: Pick<Books, 'db' | 'developerId'>,
  purpose: string,
): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select from ledger_transfer where developer_id = ${developerId} and purpose = ${purpose}`,
  )
  return rows.length > 0
}

/** What there is of everything that is not set aside, and how much money is. Packages are asked for by themselves. */
export async function readBalances({
  db,
  developerId,
}: Pick<Books, 'db' | 'developerId'>): Promise<
  Record<Exclude<Stock, 'packageLicenses' | 'packageUpdates'> | 'held', number>
> {
  const { rows } = await db.execute<{ kind: string; is_held: boolean; balance: number }>(sql`
    select kind, hold <> ${NONE} as is_held, sum(balance)::bigint as balance from ledger_account
    where developer_id = ${developerId} and kind in ('wallet', 'gift', 'giftLicenses', 'vouchers') and (hold = ${sql.raw(`'${NONE}'`)} or balance > 0) group by 1, 2`)
  const of = (kind: string) => rows.find((row) => row.kind === kind && !row.is_held)?.balance ?? 0
  const held = rows
    .filter(({ kind, is_held: isHeld }) => isHeld && isPurse(kind))
    .reduce((sum, row) => sum + row.balance, 0)
  return { wallet: of('wallet'), gift: of('gift'), giftLicenses: of('giftLicenses'), vouchers: of('vouchers'), held }
}

/** What is set aside for an order, account by account. */
export async function listHeld(
  { db, developerId }: Pick<Books, 'db' | 'developerId'>,
  orderGuid: string,
): Promise<(Leg & { kind: Stock })[]> {
  const rows = await db
    .select({ kind: ledgerAccount.kind, ref: ledgerAccount.ref, amount: ledgerAccount.balance })
    .from(ledgerAccount)
    .where(and(eq(ledgerAccount.developerId, developerId), eq(ledgerAccount.hold, orderGuid)))
  return rows.map(({ kind, ref, amount }) => ({ kind: kind as Stock, ref, hold: orderGuid, amount })) // only stocks are held
}

export interface Posted {
  guid: string
  movement: Movement
  isReversed: boolean
  legs: Leg[]
}

/** What was moved for an order, in its order, for whoever takes it back. */
export async function listTransfers(
  { db, developerId }: Pick<Books, 'db' | 'developerId'>,
  orderGuid: string,
): Promise<Posted[]> {
  const { rows } = await db.execute<{ guid: string; movement: Movement; is_reversed: boolean; legs: Leg[] }>(sql`
    select t.guid, t.movement, exists (select from ledger_transfer r where r.developer_id = t.developer_id and r.reverses = t.guid) as is_reversed,
      (select jsonb_agg(jsonb_build_object('kind', e.kind, 'ref', e.ref, 'hold', e.hold, 'amount', e.amount)) from ledger_entry e where e.developer_id = t.developer_id and e.transfer_guid = t.guid) as legs
    from ledger_transfer t where t.developer_id = ${developerId} and t.order_guid = ${orderGuid} order by t.at, t.guid`)
  return rows.map((row) => ({ guid: row.guid, movement: row.movement, isReversed: row.is_reversed, legs: row.legs }))
}
