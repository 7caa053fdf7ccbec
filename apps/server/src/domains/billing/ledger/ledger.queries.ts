// The only way to write to the ledger: lock accounts, then post a transfer. Both are functions of the database owner,
// since the application's role may not write a balance.
import { isPurse } from '@sealwright/contract'
import type { Movement } from '@sealwright/contract'
import { and, eq, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { sqlState } from '../../../kernel/db/database.ts'
import { NONE, accountKey } from './ledger.kind.ts'
import type { Account, Books, Leg, Stock } from './ledger.kind.ts'
import { ledgerAccount } from './ledger.tables.ts'

export interface Transfer {
  /** Identifies the transfer. A second transfer with the same purpose is not posted. */
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

/** Returns the balances by `accountKey` and locks the accounts until the transaction ends. */
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

/** Posts a transfer, once for each purpose. Legs of zero are left out. */
export async function postTransfer(books: Books, transfer: Transfer): Promise<{ guid: string; isNew: boolean }> {
  const posted = await post(
    books,
    transfer,
    sql`select * from ${posting(books, transfer, sql`${transfer.orderGuid ?? null}::uuid`)}`,
  )
  if (!posted) throw new Error('post_transfer returned no row')
  return posted
}

/**
 * Posts the transfer of the order that `placed`, a part of the same statement, inserts. False if it inserts none; then
 * nothing moves. It is one statement because other transactions wait for the accounts meanwhile.
 */
export async function postPlaced(books: Books, transfer: Omit<Transfer, 'orderGuid'>, placed: SQL): Promise<boolean> {
  // The transfer takes its order guid from `placed`, so it is posted only if the order was inserted.
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
  return sql`post_transfer(
    ${ids.guid()}, ${purpose}, ${movement}, ${orderGuid}, ${reverses}::uuid, ${subject},
    ${actor?.id ?? null}::uuid, ${actor?.name ?? null}, ${now}::timestamptz,
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
      // Drizzle wraps the error of the database.
      throw new Error(`${purpose} overdraws an account: its accounts were not locked first`, { cause: error })
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

/** The balances of everything that is not held, and the total of held money. Packages have their own queries. */
export async function readBalances({
  db,
  developerId,
}: Pick<Books, 'db' | 'developerId'>): Promise<
  Record<Exclude<Stock, 'packageLicenses' | 'packageUpdates'> | 'held', number>
> {
  const { rows } = await db.execute<{ kind: string; is_held: boolean; balance: number }>(sql`
    select kind, hold <> ${NONE} as is_held, sum(balance)::bigint as balance from ledger_account
    where developer_id = ${developerId} and kind in ('wallet', 'gift', 'giftLicenses', 'vouchers')
      and (hold = ${sql.raw(`'${NONE}'`)} or balance > 0)
    group by 1, 2`)
  const of = (kind: string) => rows.find((row) => row.kind === kind && !row.is_held)?.balance ?? 0
  const held = rows
    .filter(({ kind, is_held: isHeld }) => isHeld && isPurse(kind))
    .reduce((sum, row) => sum + row.balance, 0)
  return { wallet: of('wallet'), gift: of('gift'), giftLicenses: of('giftLicenses'), vouchers: of('vouchers'), held }
}

/** What these transfers moved into what is not held: money in fen, and units of packages, gifts and vouchers. */
export async function readMoved(
  { db, developerId }: Pick<Books, 'db' | 'developerId'>,
  transferGuids: readonly string[],
): Promise<{ moneyFen: number; units: number }> {
  const { rows } = await db.execute<{ kind: string; amount: number }>(sql`
    select kind, sum(amount)::bigint as amount from ledger_entry
    where developer_id = ${developerId} and transfer_guid = any (${sql.param([...transferGuids])}::uuid[])
      and hold = ${NONE}
      and kind in ('wallet', 'gift', 'giftLicenses', 'vouchers', 'packageLicenses', 'packageUpdates')
    group by 1`)
  const sum = (isMoney: boolean) =>
    rows.filter(({ kind }) => isPurse(kind) === isMoney).reduce((total, { amount }) => total + amount, 0)
  return { moneyFen: sum(true), units: sum(false) }
}

/** The hold of an order, one leg for each account. */
export async function listHeld(
  { db, developerId }: Pick<Books, 'db' | 'developerId'>,
  orderGuid: string,
): Promise<(Leg & { kind: Stock })[]> {
  const rows = await db
    .select({ kind: ledgerAccount.kind, ref: ledgerAccount.ref, amount: ledgerAccount.balance })
    .from(ledgerAccount)
    .where(and(eq(ledgerAccount.developerId, developerId), eq(ledgerAccount.hold, orderGuid)))
  return rows.map(({ kind, ref, amount }) => ({ kind: kind as Stock, ref, hold: orderGuid, amount })) // only stocks
}

export interface Posted {
  guid: string
  movement: Movement
  isReversed: boolean
  legs: Leg[]
}

/** The transfers of an order, oldest first, as a reversal needs them. */
export async function listTransfers(
  { db, developerId }: Pick<Books, 'db' | 'developerId'>,
  orderGuid: string,
): Promise<Posted[]> {
  const { rows } = await db.execute<{ guid: string; movement: Movement; is_reversed: boolean; legs: Leg[] }>(sql`
    select t.guid, t.movement,
      exists (
        select from ledger_transfer r where r.developer_id = t.developer_id and r.reverses = t.guid) as is_reversed,
      (select jsonb_agg(jsonb_build_object('kind', e.kind, 'ref', e.ref, 'hold', e.hold, 'amount', e.amount))
        from ledger_entry e where e.developer_id = t.developer_id and e.transfer_guid = t.guid) as legs
    from ledger_transfer t where t.developer_id = ${developerId} and t.order_guid = ${orderGuid} order by t.at, t.guid`)
  return rows.map((row) => ({ guid: row.guid, movement: row.movement, isReversed: row.is_reversed, legs: row.legs }))
}
