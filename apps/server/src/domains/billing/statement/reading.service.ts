// Reads balances, bills, orders, the history of the balances, and spending.
import { CHARGE_CATEGORIES, wallTime } from '@sealwright/contract'
import type { ChargeCategory, billingCalls, orderCalls } from '@sealwright/contract'
import { fieldLabel } from '@sealwright/phrases'
import type * as z from 'zod/mini'
import { readCounters } from '../../../kernel/db/counters.ts'
import { readPage, requirePeriod } from '../../../kernel/db/list.ts'
import type { FileAnswer, StreamContext } from '../../../kernel/http/context.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { SHEET_TYPES, writeSheet } from '../../../kernel/sheets/sheets.ts'
import type { SheetCell, SheetColumn } from '../../../kernel/sheets/sheets.ts'
import { booksOf } from '../ledger/ledger.kind.ts'
import { readBalances } from '../ledger/ledger.queries.ts'
import { readStanding } from '../ledger/standing.service.ts'
import { readTerms } from '../ledger/terms.queries.ts'
import { hasPaidFee } from '../service-fee/service-fee.queries.ts'
import * as queries from './reading.queries.ts'
import type { BillFilter, ListedBill, PaidLicenses } from './reading.queries.ts'
import { billAnswer, bucketsUpTo, endOf, orderAnswer, spentCounter, yuanNumber } from './reading.rules.ts'
import { withShownSubjects } from './subjects.service.ts'

type Asked<Name extends keyof typeof billingCalls> = z.output<(typeof billingCalls)[Name]['payload']>

export async function balance(scope: Scope) {
  const {
    caller: {
      developer: { serviceUntil, serviceStatus, status },
    },
  } = scope
  const { wallet, gift, held, giftLicenses, vouchers } = await readBalances(scope)
  const {
    lowBalanceFen,
    autoRenew,
    fee,
    rates: { tiers: _tiers, ...rates },
  } = await readTerms(scope)
  return {
    balanceFen: wallet,
    giftFen: gift,
    heldFen: held,
    giftLicenses,
    vouchers,
    lowBalanceFen,
    // A trial pays for nothing and cannot top up.
    isLow: status !== 'trial' && lowBalanceFen !== null && wallet + gift < lowBalanceFen,
    standing: await readStanding(booksOf(scope)),
    serviceFee: {
      amountFen: fee.amountFen,
      periodMonths: fee.periodMonths,
      paidUntil: serviceUntil,
      isFree: fee.amountFen > 0 && serviceUntil !== null && !(await hasPaidFee(scope)),
      isUnpaid: serviceStatus === 'unpaid',
      autoRenew,
    },
    rates,
    ...(await queries.readBeginning(scope)),
  }
}

export async function find(
  scope: Scope,
  { currentPage, pageSize, sort: _sort, order = 'desc', ...filter }: Asked<'find'>,
) {
  requirePeriod(filter)
  const list = await queries.listBills(scope, filter, order)
  const page = await readPage({ currentPage, pageSize }, list.count, list.page)
  return { ...page, rows: (await withShownSubjects(scope, page.rows)).map(billAnswer) }
}

export async function findEntries(
  scope: Scope,
  { currentPage, pageSize, sort: _sort, order = 'desc', ...filter }: Asked<'findEntries'>,
) {
  requirePeriod(filter)
  const list = await queries.listEntries(scope, filter, order)
  const page = await readPage({ currentPage, pageSize }, list.count, list.page)
  return {
    ...page,
    rows: (await withShownSubjects(scope, page.rows)).map(({ transferGuid, n: _n, actorName: creator, ...entry }) => ({
      ...entry,
      id: `${transferGuid}:${entry.purse}`,
      creator,
    })),
  }
}

export async function spending(scope: Scope, { unit }: Asked<'spending'>) {
  const { timeZone } = scope.caller.developer
  const buckets = bucketsUpTo(scope.asking.now, timeZone, unit)
  const balances = await queries.listBalancesBefore(
    scope,
    buckets.map((at) => endOf(at, timeZone)),
  )
  const spent = await readCounters(
    scope,
    buckets.flatMap((at) => CHARGE_CATEGORIES.map((category) => spentCounter(at, category))),
  )
  const amountOf = (at: string, category: ChargeCategory) => spent[spentCounter(at, category)] ?? 0
  return {
    buckets: buckets.map((at, index) => ({
      at,
      amounts: CHARGE_CATEGORIES.map((category) => ({ category, amountFen: amountOf(at, category) })).filter(
        ({ amountFen }) => amountFen !== 0,
      ),
      balanceFen: balances[index] ?? 0,
    })),
  }
}

export function createOrders(paid: PaidLicenses) {
  async function find(
    scope: Scope,
    {
      currentPage,
      pageSize,
      sort: _sort,
      order = 'desc',
      keyword,
      customerGuid,
      licenseGuid,
      ...filter
    }: z.output<typeof orderCalls.find.payload>,
  ) {
    requirePeriod(filter)
    const paidFor = [
      keyword === undefined ? undefined : queries.isPaidFor(scope, await paid.query(scope, { keyword }), keyword),
      customerGuid === undefined ? undefined : queries.isPaidFor(scope, await paid.query(scope, { customerGuid })),
      licenseGuid === undefined ? undefined : queries.isPaidFor(scope, await paid.query(scope, { licenseGuid })),
    ]
    const list = await queries.listOrders(scope, { ...filter, paidFor }, order)
    const page = await readPage({ currentPage, pageSize }, list.count, list.page)
    return { ...page, rows: (await withShownSubjects(scope, page.rows)).map(orderAnswer) }
  }

  async function get(scope: Scope, { guid }: z.output<typeof orderCalls.get.payload>) {
    const found = await queries.findOrder(scope, guid)
    if (!found) throw new Refusal('order.notFound')
    const [row = found] = await withShownSubjects(scope, [found])
    return {
      ...orderAnswer(row),
      lines: row.lines,
      units: row.units,
      bills: (await withShownSubjects(scope, await queries.listBillsOfOrder(scope, guid))).map(billAnswer),
      licenseFamily: found.paidFor === null ? null : await paid.familyOf(scope, guid),
    }
  }

  return { find, get }
}

const PAGE = 1000
const HEADINGS = [
  'billingId',
  'orderId',
  'category',
  'subject',
  'projectedFen',
  'actualFen',
  'giftFen',
  'status',
  'dueTime',
  'createTime',
  'settleTime',
  'creator',
] as const
const WIDTHS: Partial<Record<(typeof HEADINGS)[number], number>> = {
  subject: 36,
  category: 16,
  status: 16,
  creator: 18,
}
const COLUMNS = HEADINGS.map((name): SheetColumn =>
  name.endsWith('Fen') ? { width: 16, isAmount: true } : { width: WIDTHS[name] ?? 22 },
)

async function* billRows(
  { say, caller, read, signal }: StreamContext,
  filter: BillFilter,
): AsyncGenerator<readonly SheetCell[]> {
  const moment = (at: Date | null) => (at === null ? '' : wallTime(at, caller.timeZone).replace('T', ' '))
  const cellsOf = (row: ListedBill): SheetCell[] => [
    row.billingId,
    row.orderId,
    say(`billing.categories.${row.category}`),
    row.subject,
    yuanNumber(row.projectedFen),
    yuanNumber(row.actualFen),
    yuanNumber(row.giftFen),
    say(row.isReversed ? 'billing.movements.reversal' : `billing.billStates.${row.status}`),
    moment(row.dueAt),
    moment(row.createdAt),
    moment(row.settledAt),
    row.creator ?? say('billing.overview.statement.platform'),
  ]
  yield HEADINGS.map((name) => fieldLabel(say, 'billing', name))
  let last: ListedBill | undefined
  for (;;) {
    const after = last
    const page = await read(async (scope) =>
      withShownSubjects(scope, await queries.listNextBills(scope, filter, after, PAGE)),
    )
    yield* page.map(cellsOf)
    last = page.at(-1)
    if (page.length < PAGE) return
    signal.throwIfAborted() // a partial file must not look complete
  }
}

/** Reads in pages, each in a short transaction of its own. */
export async function exportBills(context: StreamContext, { format, ...filter }: Asked<'export'>): Promise<FileAnswer> {
  requirePeriod(filter)
  return {
    fileName: `${context.say('billing.overview.statement.billsFileName')}.${format}`,
    type: SHEET_TYPES[format],
    body: writeSheet(format, billRows(context, filter), COLUMNS),
  }
}

/** What was spent on these days of the developer's calendar. */
export async function readSpent(scope: Pick<Scope, 'db' | 'developerId'>, days: readonly string[]): Promise<number> {
  const counters = days.flatMap((day) => CHARGE_CATEGORIES.map((category) => spentCounter(day, category)))
  return Object.values(await readCounters(scope, counters)).reduce((sum, fen) => sum + fen, 0)
}
