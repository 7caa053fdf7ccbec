// Reads the statement of a payment provider: a CSV export with the order number, the amount, the time and the state of
// each payment. Exports differ in their headings and begin with lines about the account, so the first row with a known
// number and amount is the heading. Times are in Beijing, as providers write them.
import { fenOf, momentOf } from '@sealwright/contract'
import type { StatementLine } from './statement.kind.ts'

const HEADINGS = {
  serial: ['商户订单号', '订单号', '商户订单编号', 'order number', 'order no', 'order id', 'out_trade_no', 'orderid'],
  amount: [
    '订单金额（元）',
    '订单金额(元)',
    '订单金额',
    '交易金额',
    '交易金额（元）',
    '交易金额(元)',
    '收入金额（+元）',
    '收入金额（元）',
    '金额',
    '金额（元）',
    'amount',
    'total_amount',
    'txnamt',
  ],
  time: ['完成时间', '交易时间', '支付时间', '付款时间', '时间', '发生时间', 'time', 'paid at', 'txntime'],
  state: ['交易状态', '状态', '订单状态', '业务类型', 'state', 'status', 'trade_status'],
} as const
type Column = keyof typeof HEADINGS

const plain = (cell: string) =>
  cell
    .normalize('NFKC')
    .replace(/^[`'\s]+|\s+$/g, '')
    .toLowerCase()
const KNOWN = new Map(
  Object.entries(HEADINGS).flatMap(
    ([column, names]) => names.map((name): [string, Column] => [plain(name), column as Column]), // a key of the table
  ),
)

export type Columns = ReadonlyMap<Column, number>

/** The columns of a heading row. Undefined if the row is none. */
export function columnsIn(cells: readonly string[]): Columns | undefined {
  const found = new Map<Column, number>()
  cells.forEach((cell, at) => {
    const column = KNOWN.get(plain(cell))
    if (column !== undefined && !found.has(column)) found.set(column, at)
  })
  return found.has('serial') && found.has('amount') ? found : undefined
}

const PAID = /成功|完成|已支付|已付款|^收款$|^交易$|success|finished|paid|^00$/i
const UNPAID = /未|失败|关闭|退款|撤销|fail|clos|refund|cancel|unpaid/i

/** A time of an export. Null if there is none. */
function momentIn(cell: string): Date | null {
  const [, year, month, day, hour = '00', minute = '00', second = '00'] =
    /^(\d{4})[-/]?(\d{2})[-/]?(\d{2})(?:[ T]?(\d{2}):?(\d{2}):?(\d{2})?)?/.exec(cell) ?? []
  if (day === undefined) return null
  const at = momentOf(`${year}-${month}-${day}T${hour}:${minute}:${second}`, 'start', 'Asia/Shanghai')
  return Number.isNaN(at.getTime()) ? null : at
}

/** A payment. Undefined for rows that are none: totals, notes, refunds. */
export function lineOf(cells: readonly string[], columns: Columns): StatementLine | undefined {
  const cell = (column: Column) => plain(cells[columns.get(column) ?? -1] ?? '')
  const serial = cell('serial').toUpperCase()
  const amountFen = fenOf(cell('amount').replace(/^[+¥]+/, ''))
  if (!/^[A-Z\d]{6,40}$/.test(serial) || amountFen === undefined || amountFen === 0) return undefined
  const state = cell('state') || null
  return {
    serial,
    amountFen,
    at: momentIn(cell('time')),
    state,
    isPaid: state === null || (PAID.test(state) && !UNPAID.test(state)),
  }
}
