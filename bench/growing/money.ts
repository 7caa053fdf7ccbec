// Lists of money: orders and bills, the history of the balances, top-ups.
import { createHash } from 'node:crypto'
import { billingCalls, orderCalls, topUpCalls } from '@sealwright/contract'
import { RARE_ROWS } from './fill.ts'
import type { GrowingSide } from './fill.ts'
import { ask, asksOf, lastDays } from './growing.ts'
import type { GrowingList } from './growing.ts'

/** A license for every fifth order. */
const EACH = 5
const LICENSE_OF = `bench_guid('', dev, i - i % ${EACH}, bench_made(i - i % ${EACH}, $4::int, asked))`
const CODE = "translate(upper(substr(md5(dev || '/' || i), 1, 16)), '01', 'XY')"
const codeOf = ({ seat }: GrowingSide, i: number) =>
  createHash('md5')
    .update(`${seat.developerId}/${i}`)
    .digest('hex')
    .slice(0, 16)
    .toUpperCase()
    .replaceAll('0', 'X')
    .replaceAll('1', 'Y')

const CATEGORY = `case when rare then 'serviceFee' when h % 20 = 0 then 'update' when h % 20 = 1 then 'activation'
  else 'issue' end`
const FAILED = 'h % 20 = 2'

const orders: GrowingList = {
  name: 'orders',
  noun: 'orders',
  shortfall: 'the oldest tenth of the rows has the start of the ID, and the list walks past all newer ones.',
  fills: [
    {
      table: 'billing_order',
      columns: {
        order_id: "'DD' || lpad(i::text, 12, '0')",
        purpose: `'license.issue:' || case when rare then few when i < ${EACH * 2} then many else ${LICENSE_OF} end
          || ':' || i`,
        category: CATEGORY,
        subject: "'码 1 张'",
        amount_fen: '300',
        charged_fen: `case when ${FAILED} then 0 else 300 end`,
        status: `case when rare then 'notCharged' when ${FAILED} then 'insufficient' else 'charged' end`,
        created_by: 'me',
        creator: "'张三'",
      },
    },
    {
      table: 'bill',
      columns: {
        guid: "bench_guid('bill', dev, i, made)",
        billing_id: "'ZD' || lpad(i::text, 12, '0')",
        order_guid: "bench_guid('', dev, i, made)",
        category: CATEGORY,
        subject: "'码 1 张'",
        projected_fen: '300',
        actual_fen: `case when rare or ${FAILED} then 0 else 300 end`,
        status: `case when rare then 'pending' when ${FAILED} then 'failedInsufficient' else 'success' end`,
        settled_at: 'case when rare then null else made end',
        created_by: 'me',
        creator: "'张三'",
      },
    },
    {
      table: 'license',
      every: EACH,
      likeLicense: true,
      columns: {
        serial: CODE,
        issue_guid: "bench_guid('issue', dev, i, made)",
        customer_guid: 'case when h % 10 = 0 then many_customer end',
        issued_at: 'made',
        updated_at: 'made',
      },
    },
  ],
  questions: [
    ...asksOf(orderCalls.find, {
      'of a category': [{ category: 'update' }],
      'of a rare category': [{ category: 'serviceFee' }, { rows: RARE_ROWS }],
      charged: [{ status: 'charged' }, { isCapped: true }],
      'failed or not charged': [{ status: ['insufficient', 'notCharged'] }],
      'rare state': [{ status: 'notCharged' }, { rows: RARE_ROWS }],
      'of the last 30 days': [lastDays(30)],
      'of a license': [({ few }) => ({ licenseGuid: few }), { rows: RARE_ROWS }],
      'of a customer with few': [({ fewCustomer }) => ({ customerGuid: fewCustomer }), { rows: RARE_ROWS }],
      'of a customer with a tenth of all': [
        ({ manyCustomer }) => ({ customerGuid: manyCustomer }),
        { unjudged: 'the orders of 20,000 licenses against those of 200' },
      ],
      'by order ID': [{ orderId: 'DD000000000042' }, { rows: 1 }],
      'start of an order ID': [{ orderId: 'DD0000000' }],
      'search a whole code': [({ fewCode }) => ({ keyword: fewCode }), { rows: RARE_ROWS }],
      'search the start of a code': [(side) => ({ keyword: codeOf(side, 500).slice(0, 8) }), { rows: EACH }],
      'search an order ID': [{ keyword: 'DD000000000042' }, { rows: 1 }],
      'search nothing found': [{ keyword: '查无此单' }, { rows: 0 }],
    }),
    ask('exact look-up', orderCalls.get, ({ guid }) => ({ guid })),
    ...asksOf(
      billingCalls.find,
      {
        'of a category': [{ category: 'update' }],
        'of a rare category': [{ category: 'serviceFee' }, { rows: RARE_ROWS }],
        failed: [{ status: 'failedInsufficient' }],
        'failed or pending': [{ status: ['failedInsufficient', 'pending'] }],
        'rare state': [{ status: 'pending' }, { rows: RARE_ROWS }],
        'of the last 30 days': [lastDays(30)],
        'of an order': [({ guid }) => ({ orderGuid: guid }), { rows: 1 }],
        'by bill ID': [{ billingId: 'ZD000000000042' }, { rows: 1 }],
        'start of a bill ID': [{ billingId: 'ZD0000000' }],
      },
      { from: 'bills' },
    ),
  ],
}

const NONE = "'00000000-0000-0000-0000-000000000000'"
/** The entries of the first issues are there already. */
const AFTER = 100

const ledger: GrowingList = {
  name: 'ledger',
  noun: 'entries',
  shortfall:
    'an entry does not have its movement, so a count by movement reads up to 10,000 transfers with their entries, ' +
    'ten times as many as the smaller side has. With a purse, it also reads those of the other purse.',
  fills: [
    {
      table: 'ledger_entry',
      columns: {
        transfer_guid: "bench_guid('', dev, i, made)",
        kind: "case when h % 7 = 0 then 'gift' else 'wallet' end",
        ref: NONE,
        hold: NONE,
        amount: 'case when rare or h % 10 = 0 then 300 else -300 end',
        n: `i + ${AFTER}`,
        balance: '100000 + i',
      },
    },
    {
      table: 'ledger_transfer',
      columns: {
        purpose: "'bench:' || i",
        movement: "case when rare then 'topUp' when h % 10 = 0 then 'credit' else 'charge' end",
        order_guid: 'gen_random_uuid()',
        subject: "'码 1 张'",
        actor_name: "'张三'",
      },
    },
  ],
  questions: [
    ...asksOf(billingCalls.findEntries, {
      'of a purse': [{ purse: 'gift' }],
      'a charge': [{ movement: 'charge' }, { isCapped: true }],
      'of a movement': [{ movement: 'credit' }],
      'of a rare movement': [{ movement: 'topUp' }, { rows: RARE_ROWS }],
      'of a purse and a movement': [{ purse: 'gift', movement: 'credit' }],
      'of the last 30 days': [lastDays(30)],
      'oldest first': [{ order: 'asc' }],
    }),
    ask('balances', billingCalls.balance, {}),
    ask('spending by day', billingCalls.spending, { unit: 'day' }),
  ],
}

const topUps: GrowingList = {
  name: 'top-ups',
  noun: 'top-ups',
  shortfall: 'the oldest tenth of the rows has the start of the number, and the list walks past all newer ones.',
  fills: [
    {
      table: 'top_up',
      columns: {
        serial: "'CZ' || lpad(dev::text, 8, '0') || lpad(i::text, 10, '0')",
        amount_fen: '10000',
        gift_fen: '0',
        method: "case when rare then 'sandbox' when h % 5 = 0 then 'unionPay' else 'alipay' end",
        status: "case when rare then 'failed' when h % 20 = 0 then 'cancelled' else 'paid' end",
        paid_at: 'case when rare or h % 20 = 0 then null else made end',
        is_refunded: 'h % 20 = 0',
        created_by: 'me',
        creator: "'张三'",
      },
    },
  ],
  questions: [
    ...asksOf(topUpCalls.find, {
      paid: [{ status: 'paid' }, { isCapped: true }],
      'failed or canceled': [{ status: ['failed', 'cancelled'] }],
      'rare state': [{ status: 'failed' }, { rows: RARE_ROWS }],
      'by a method': [{ paymentMethod: 'unionPay' }],
      'by a rare method': [{ paymentMethod: 'sandbox' }, { rows: RARE_ROWS }],
      'of the last 30 days': [lastDays(30)],
      'whole number': [
        ({ seat }) => ({ serial: `CZ${String(seat.developerId).padStart(8, '0')}0000000042` }),
        { rows: 1 },
      ],
      'start of a number': [({ seat }) => ({ serial: `CZ${String(seat.developerId).padStart(8, '0')}00000` })],
    }),
    ask('exact look-up', topUpCalls.get, ({ guid }) => ({ guid })),
  ],
}

export const MONEY: readonly GrowingList[] = [orders, ledger, topUps]
