// Charging: charge, hold, capture, release, reverse. Each runs in the transaction of the operation that it pays for, so
// neither exists without the other. There is one order for each purpose: a retry gets the first order and pays nothing,
// unless that order was reversed.
import { ORDER_STATE_OF_BILL, billMachine, isPurse, yuanText } from '@sealwright/contract'
import type { BillEvent, BillState, ChargeCategory, ErrorName, Price } from '@sealwright/contract'
import type { PhraseParams } from '@sealwright/phrases'
import { datedSerial } from '../../../kernel/dated-serial.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Scope } from '../../../kernel/scope.ts'
import * as queries from './billing.queries.ts'
import { draw, giftIn, holding, moneyIn, releasing, reversing, spending } from './billing.rules.ts'
import type { Available, Draw } from './billing.rules.ts'
import { accountKey, booksOf } from './ledger.kind.ts'
import type { Books, Leg, Stock } from './ledger.kind.ts'
import { hasTransfer, listHeld, listTransfers, lockAccounts, postPlaced, postTransfer } from './ledger.queries.ts'
import type { Bill, BillingOrder } from './ledger.tables.ts'
import { requireStanding } from './standing.service.ts'

/** A request for payment. */
export interface Wanted {
  /** Identifies the request, such as `license.issue:` and a guid. */
  purpose: string
  category: ChargeCategory
  /** The name that people see: a template, a package. */
  subject: string
  count: number
  price: Pick<Price, 'totalFen' | 'lines' | 'units'>
  /** The type of package that pays, if one does. */
  packageType?: string | null
  /** Allowed while bills are overdue: paying them, and what section 8 does not close. */
  whileOverdue?: true
}

export interface Paid {
  orderGuid: string
  /** False if it was charged or held before. */
  isNew: boolean
}

export interface ChargingDeps {
  /** Called after money is spent, to check for a low balance. */
  moneyWent?: (books: Books) => Promise<void>
  /** Called after money is returned. */
  moneyCame?: (books: Books) => Promise<void>
  /** Called for each bill that is paid automatically. */
  paidByItself?: (books: Books, bill: Bill) => Promise<void>
}

/** The purses, in the order in which they are spent. */
const PURSES_IN_TURN = [{ kind: 'gift' }, { kind: 'wallet' }] as const

const STOCKS = {
  gift: 'giftLicenses',
  voucher: 'vouchers',
  packageLicenses: 'packageLicenses',
  packageUpdates: 'packageUpdates',
} as const satisfies Record<NonNullable<Price['units']>['stock'], Stock>
/** The refusal for each stock that is used up. */
export const USED_UP = {
  gift: 'billing.giftsUsedUp',
  voucher: 'billing.vouchersUsedUp',
  packageLicenses: 'package.usedUp',
  packageUpdates: 'package.usedUp',
} as const satisfies Record<keyof typeof STOCKS, ErrorName>

/** The next state of a bill. A transition that the machine does not have is a bug of the caller. */
function after(event: BillEvent, status: BillState = billMachine.initial): BillState {
  const next = billMachine.next(status, event)
  if (next === undefined) throw new Error(`a bill in state ${status} cannot ${event}`)
  return next
}

export function createCharging(deps: ChargingDeps = {}) {
  function rowOf(
    { developerId, ids, now, actor }: Books,
    { purpose, category, subject, count, price }: Wanted,
    status: BillState,
  ): BillingOrder {
    return {
      developerId,
      guid: ids.guid(),
      orderId: datedSerial('OD', now),
      purpose,
      category,
      subject,
      count,
      lines: price.lines,
      units: price.units,
      amountFen: price.totalFen,
      chargedFen: status === 'success' ? price.totalFen : 0,
      status: ORDER_STATE_OF_BILL[status],
      isReversed: false,
      createdBy: actor?.id ?? null,
      creator: actor?.name ?? null,
      createdAt: now,
    }
  }

  function billOf(
    { developerId, ids, now }: Books,
    order: BillingOrder,
    status: BillState,
    giftFen: number,
    dueAt: Date | null = null,
  ): Bill {
    const { category, subject, createdBy, creator, createdAt, amountFen } = order
    const isPaid = status === 'success'
    return {
      developerId,
      guid: ids.guid(),
      billingId: datedSerial('BL', now),
      orderGuid: order.guid,
      category,
      subject,
      projectedFen: amountFen,
      actualFen: isPaid ? amountFen : 0,
      giftFen: isPaid ? giftFen : 0,
      status,
      isReversed: false,
      dueAt,
      createdBy,
      creator,
      createdAt,
      settledAt: status === 'pending' ? null : now,
    }
  }

  /** Records a failed charge. The transaction of the charge is rolled back by then. */
  const recording = (wanted: Wanted, event: BillEvent) => async (scope: Scope) => {
    const books = booksOf(scope)
    const status = after(event)
    const order = rowOf(books, wanted, status)
    await queries.insertOrder(books, order)
    if (wanted.price.totalFen > 0) await queries.insertBill(books, billOf(books, order, status, 0))
  }
  const insufficient = (wanted: Wanted, error: ErrorName, params: PhraseParams) =>
    new Refusal(error, { params, aftermath: recording(wanted, 'failInsufficient') })

  /**
   * Decides under lock what is taken from which account; refuses if a bill is overdue. Stocks come before purses, the
   * gift balance before the wallet, and the package that expires first before the others.
   */
  async function drawsFor(books: Books, wanted: Wanted): Promise<Draw[]> {
    const {
      price: { totalFen, units },
      packageType,
    } = wanted
    if (!wanted.whileOverdue) await requireStanding(books, { aftermath: recording(wanted, 'failOverdue') })
    const isPackage = units?.stock === 'packageLicenses' || units?.stock === 'packageUpdates'
    const refs = isPackage ? (await queries.listUsablePackages(books, packageType ?? '')).map((ref) => ({ ref })) : [{}]
    const stocks = units ? refs.map((of) => ({ kind: STOCKS[units.stock], ...of })) : []
    const purses = totalFen > 0 ? PURSES_IN_TURN : []
    const balances = await lockAccounts(books, [...stocks, ...purses])
    const having = (accounts: readonly { kind: Stock; ref?: string }[]): Available[] =>
      accounts.map((account) => ({ ...account, balance: balances.get(accountKey(account)) ?? 0 }))
    const taken = draw(having(stocks), units?.count ?? 0)
    if (!taken && units)
      throw insufficient(wanted, USED_UP[units.stock], { type: packageType ?? '', count: units.count })
    const money = draw(having(purses), totalFen)
    if (!money) {
      const have = having(purses).reduce((sum, { balance }) => sum + balance, 0)
      throw insufficient(wanted, 'billing.insufficientBalance', { amount: yuanText(totalFen), balance: yuanText(have) })
    }
    return [...(taken ?? []), ...money]
  }

  /**
   * Creates the order with its bill and moves the cost in one statement, or returns the order that already exists for
   * this purpose.
   */
  async function order(
    books: Books,
    wanted: Wanted,
    status: BillState,
    movement: 'charge' | 'hold',
    legsOf: (draws: Draw[], orderGuid: string) => Leg[],
  ): Promise<Paid> {
    const paidBefore = () => queries.findLivingOrder(books, wanted.purpose)
    // Refuse before anything is written: a batch may continue with its other rows in the same transaction.
    const draws = await drawsFor(books, wanted).catch(async (refusal: unknown) => {
      // An error of the database has ended the transaction. The caller can retry.
      if (!(refusal instanceof Refusal)) throw refusal
      // A paid order stays paid, whatever is overdue or left by now.
      const first = await paidBefore()
      if (!first) throw refusal
      return first
    })
    if (!Array.isArray(draws)) return { orderGuid: draws.guid, isNew: false }
    const row = rowOf(books, wanted, status)
    const { guid: orderGuid, subject, amountFen } = row
    const isNew =
      draws.length === 0
        ? await queries.insertOrder(books, row)
        : await postPlaced(
            books,
            { purpose: `${movement}:${orderGuid}`, movement, subject, legs: legsOf(draws, orderGuid) },
            queries.placing(books, row, amountFen > 0 ? billOf(books, row, status, giftIn(draws)) : undefined),
          )
    if (isNew) return { orderGuid, isNew }
    const first = await paidBefore()
    if (!first) throw new Error('an order for this purpose existed but is gone')
    return { orderGuid: first.guid, isNew }
  }

  /** Pays now. */
  async function charge(books: Books, wanted: Wanted): Promise<Paid> {
    const paid = await order(books, wanted, after('charge'), 'charge', (draws) => spending(draws))
    if (paid.isNew && wanted.price.totalFen > 0) await deps.moneyWent?.(books)
    return paid
  }

  /** Holds the cost, for an approval or a batch. */
  const hold = (books: Books, wanted: Wanted): Promise<Paid> =>
    order(books, wanted, billMachine.initial, 'hold', holding)

  async function waiting(books: Books, orderGuid: string) {
    const found = await queries.lockOrder(books, orderGuid)
    if (!found) throw new Refusal('order.notFound')
    return found
  }

  /**
   * Spends a hold: all of it, or a part that `purpose` names, each part once. The order is charged when nothing is
   * left. An order that is no longer pending, or whose bill has a due date, is left as it is.
   */
  async function capture(
    books: Books,
    orderGuid: string,
    part?: { purpose: string; fen: number; units: number },
  ): Promise<void> {
    const { order: row, bill } = await waiting(books, orderGuid)
    const purpose = `capture:${orderGuid}:${part?.purpose ?? 'all'}`
    if (row.status !== 'notCharged' || bill?.dueAt || (await hasTransfer(books, purpose))) return
    const held = (await listHeld(books, orderGuid)).map(({ kind, ref, amount: balance }) => ({
      kind,
      ...(ref !== undefined && { ref }),
      balance,
    }))
    const isMoney = ({ kind }: Available) => isPurse(kind)
    // The gift balance is spent first, here as well.
    const money = held.filter(isMoney).toSorted((one) => (one.kind === 'gift' ? -1 : 1))
    const stocks = held.filter((one) => !isMoney(one))
    const total = (of: readonly Available[]) => of.reduce((sum, { balance }) => sum + balance, 0)
    const draws = [draw(stocks, part?.units ?? total(stocks)), draw(money, part?.fen ?? total(money))]
    if (draws.includes(undefined)) throw new Error('a capture exceeds the hold')
    const taken = draws.flatMap((one) => one ?? [])
    if (taken.length > 0)
      await postTransfer(books, {
        purpose,
        movement: 'capture',
        subject: row.subject,
        orderGuid,
        legs: spending(taken, orderGuid),
      })
    const isOver = total(held) === taken.reduce((sum, { amount }) => sum + amount, 0)
    await move(
      books,
      row,
      bill && { ...bill, actualFen: bill.actualFen + moneyIn(taken), giftFen: bill.giftFen + giftIn(taken) },
      isOver ? 'charge' : undefined,
    )
    if (moneyIn(taken) > 0) await deps.moneyWent?.(books)
  }

  /**
   * Updates an order, and its bill if it has one, with these sums. With an event the order is settled; without one it
   * stays pending.
   */
  async function move(
    books: Books,
    row: BillingOrder,
    bill: Pick<Bill, 'status' | 'actualFen' | 'giftFen'> | undefined,
    event?: BillEvent,
  ) {
    const status = event ? after(event, bill?.status) : billMachine.initial
    if (bill)
      await queries.settle(books, row.guid, {
        actualFen: bill.actualFen,
        giftFen: bill.giftFen,
        status,
        settledAt: event ? books.now : null,
      })
    else if (event) await queries.setOrder(books, row.guid, { status: ORDER_STATE_OF_BILL[status], chargedFen: 0 })
  }

  /** Releases holds: what is left of them returns to its source. Captured amounts stay charged. */
  async function release(books: Books, ...orderGuids: readonly string[]): Promise<void> {
    const ended: (Awaited<ReturnType<typeof waiting>> & { held: Draw[] })[] = []
    for (const orderGuid of orderGuids.toSorted()) {
      const { order: row, bill } = await waiting(books, orderGuid)
      if (row.status !== 'notCharged' || bill?.dueAt) continue
      const held = (await listHeld(books, orderGuid)).flatMap(({ kind, ref, amount }) =>
        amount > 0 ? [{ kind, ...(ref !== undefined && { ref }), amount }] : [],
      )
      ended.push({ order: row, bill, held })
    }
    const all = ended.flatMap(({ held }) => held)
    const isMoney = moneyIn(all) > 0
    // Lock the accounts of all orders at once, stocks before purses, as payments do.
    if (isMoney || ended.length > 1) await lockAccounts(books, [...all, ...(isMoney ? PURSES_IN_TURN : [])])
    for (const { order: row, bill, held } of ended) {
      const { guid: orderGuid, subject } = row
      if (held.length > 0)
        await postTransfer(books, {
          purpose: `release:${orderGuid}`,
          movement: 'release',
          subject,
          orderGuid,
          legs: releasing(held, orderGuid),
        })
      const wasUsed = (await listTransfers(books, orderGuid)).some(({ movement }) => movement === 'capture')
      await move(books, row, bill, wasUsed ? 'charge' : 'release')
    }
    if (isMoney) await deps.moneyCame?.(books)
  }

  /**
   * Reverses an order, once: everything returns to its source, and the same purpose can be ordered again. A remaining
   * hold is released. Orders for packages and the service fee cannot be reversed, because what they bought would
   * remain.
   */
  async function reverse(books: Books, orderGuid: string): Promise<void> {
    const { order: row, bill } = await waiting(books, orderGuid)
    if (row.category === 'package' || row.category === 'serviceFee')
      throw new Error(`an order of ${row.category} cannot be reversed: what it bought would remain`)
    if (row.isReversed) return
    if (row.status === 'notCharged') await release(books, orderGuid)
    const spent = (await listTransfers(books, orderGuid)).filter(
      ({ movement, isReversed }) => !isReversed && (movement === 'charge' || movement === 'capture'),
    )
    if (bill && spent.length > 0)
      await lockAccounts(books, [...spent.flatMap(({ legs }) => reversing(legs)), ...PURSES_IN_TURN])
    for (const { guid, legs } of spent)
      await postTransfer(books, {
        purpose: `reversal:${guid}`,
        movement: 'reversal',
        subject: row.subject,
        orderGuid,
        reverses: guid,
        legs: reversing(legs),
      })
    // Orders that cost nothing are reversed too.
    if (spent.length > 0 || row.status === 'charged') await queries.markReversed(books, orderGuid)
    if (bill && spent.length > 0) await deps.moneyCame?.(books)
  }

  /** Creates a bill that the platform issues by hand. Nothing moves until it is paid. */
  async function billDue(books: Books, wanted: Wanted, dueAt: Date): Promise<Paid> {
    const row = rowOf(books, wanted, billMachine.initial)
    if (!(await queries.insertOrder(books, row)))
      return { orderGuid: (await queries.findLivingOrder(books, wanted.purpose))?.guid ?? '', isNew: false }
    await queries.insertBill(books, billOf(books, row, 'pending', 0, dueAt))
    return { orderGuid: row.guid, isNew: true }
  }

  /** Pays a due bill. Returns the paid bill, or why it was not paid. */
  async function payDue(books: Books, orderGuid: string): Promise<Bill | 'nothingDue' | 'tooLittle'> {
    const { order: row, bill } = await waiting(books, orderGuid)
    if (bill?.status !== 'pending' || bill.dueAt === null) return 'nothingDue'
    const balances = await lockAccounts(books, PURSES_IN_TURN)
    const draws = draw(
      PURSES_IN_TURN.map(({ kind }) => ({ kind, balance: balances.get(accountKey({ kind })) ?? 0 })),
      row.amountFen,
    )
    if (!draws) return 'tooLittle'
    await postTransfer(books, {
      purpose: `charge:${orderGuid}`,
      movement: 'charge',
      subject: row.subject,
      orderGuid,
      legs: spending(draws),
    })
    const sums = { actualFen: row.amountFen, giftFen: giftIn(draws) }
    await move(books, row, { status: bill.status, ...sums }, 'charge')
    await deps.moneyWent?.(books)
    return { ...bill, ...sums, status: after('charge', bill.status), settledAt: books.now }
  }

  /** Pays the platform bills that are due by then, oldest first, as far as the money goes. Returns how many. */
  async function payOwed(books: Books, by = books.now): Promise<number> {
    let paid = 0
    for (const orderGuid of await queries.lockOwedOrders(books, by)) {
      const outcome = await payDue(books, orderGuid)
      if (outcome === 'tooLittle') break
      // Another transaction was faster.
      if (outcome === 'nothingDue') continue
      await deps.paidByItself?.(books, outcome)
      paid++
    }
    return paid
  }

  return { charge, hold, capture, release, reverse, billDue, payDue, payOwed }
}

export type Charging = ReturnType<typeof createCharging>
