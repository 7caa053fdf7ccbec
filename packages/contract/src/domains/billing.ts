// Money: balances and their history, bills and the orders they are for, packages, the platform service fee; how money
// comes in is in top-up.ts. Amounts are integers in fen. Surprise: nothing here sets a balance; a balance is what the
// ledger's entries add up to.
import * as z from 'zod/mini'
import { anySession, defineCall, defineCalls, privilege, superAdministrator } from '../kernel/call.ts'
import { pageOf, pageQuery } from '../kernel/page.ts'
import { SHEET_FORMATS, sheetFormat } from '../kernel/sheet.ts'
import { defineMachine } from '../kernel/state-machine.ts'
import { between, byGuid, guid, integer, line, rule, time } from '../kernel/wire.ts'
import { LIMITS } from '../limits.ts'
import { viewRights } from '../privileges.ts'
import { PRICE_UNITS, priceAnswer, priceLine } from './pricing.ts'
import { standing } from './standing.ts'

/** Section 4; `released` is of this product: what was held for an order that did not come about. */
export const BILL_STATES = ['pending', 'success', 'failedOverdue', 'failedInsufficient', 'released'] as const
export type BillState = (typeof BILL_STATES)[number]
export type BillEvent = 'charge' | 'failOverdue' | 'failInsufficient' | 'release'

/** A pending bill has its money held, or is due by a day. */
export const billMachine = defineMachine<BillState, BillEvent, 'system'>('bill', 'pending', [
  { from: 'pending', event: 'charge', to: 'success', who: 'system' },
  { from: 'pending', event: 'failOverdue', to: 'failedOverdue', who: 'system' },
  { from: 'pending', event: 'failInsufficient', to: 'failedInsufficient', who: 'system' },
  { from: 'pending', event: 'release', to: 'released', who: 'system' },
])

/** Section 4. */
export const ORDER_STATES = ['charged', 'notCharged', 'failed', 'insufficient'] as const
export type OrderState = (typeof ORDER_STATES)[number]
/** What an order is, once its bill is so. */
export const ORDER_STATE_OF_BILL: Readonly<Record<BillState, OrderState>> = {
  pending: 'notCharged',
  success: 'charged',
  failedOverdue: 'failed',
  failedInsufficient: 'insufficient',
  released: 'failed',
}

/** What money is spent on. `platform`: what the platform bills by hand. */
export const CHARGE_CATEGORIES = ['issue', 'update', 'activation', 'package', 'serviceFee', 'platform'] as const
export type ChargeCategory = (typeof CHARGE_CATEGORIES)[number]

/** Section 4. */
export const PACKAGE_STATES = ['available', 'usedUp', 'expired'] as const
export type PackageState = (typeof PACKAGE_STATES)[number]

/** Of what a balance shows a history: what was paid in, and what was given. */
export const PURSES = ['wallet', 'gift'] as const
export type Purse = (typeof PURSES)[number]
export const isPurse = (kind: string): kind is Purse => PURSES.some((purse) => purse === kind)
/** Why a balance moved. `capture` moves what was held, hence no balance. */
export const MOVEMENTS = ['topUp', 'credit', 'charge', 'hold', 'release', 'reversal', 'capture', 'grant'] as const
export type Movement = (typeof MOVEMENTS)[number]
/** By what word people know it: the gift that comes with a top-up is told apart from what was paid. */
export const movementWord = ({ movement, purse }: { movement: Movement; purse: Purse }) =>
  movement === 'topUp' && purse === 'gift' ? 'topUpGift' : movement

const person = z.nullable(z.string())

const serviceFee = z.object({
  amountFen: z.int(),
  periodMonths: z.int(),
  paidUntil: z.nullable(time),
  isUnpaid: z.boolean(),
  autoRenew: z.boolean(),
})

const billRow = z.object({
  guid: z.string(),
  billingId: z.string(),
  orderId: z.string(),
  orderGuid: z.string(),
  category: z.enum(CHARGE_CATEGORIES),
  subject: z.string(),
  projectedFen: z.int(),
  actualFen: z.int(),
  /** How much of it came from the gift balance. */
  giftFen: z.int(),
  status: z.enum(BILL_STATES),
  /** Paid back later, by an undo. */
  isReversed: z.boolean(),
  dueTime: z.nullable(time),
  createTime: time,
  settleTime: z.nullable(time),
  creator: person,
})
export type BillRow = z.input<typeof billRow>

const entryRow = z.object({
  id: z.string(),
  purse: z.enum(PURSES),
  movement: z.enum(MOVEMENTS),
  /** What it was for, as a sentence. */
  subject: z.string(),
  amountFen: z.int(),
  balanceFen: z.int(),
  at: time,
  creator: person,
})
export type EntryRow = z.input<typeof entryRow>

const TEMPLATE_READERS = viewRights('template') as Parameters<typeof privilege> // there are four families

export const billingCalls = defineCalls('billing', {
  balance: defineCall({
    method: 'POST',
    path: '/billing/balance.do',
    access: privilege('billing.view'),
    effect: 'read',
    payload: z.object({}),
    answer: z.object({
      balanceFen: z.int(),
      giftFen: z.int(),
      /** Held for what waits, of both. */
      heldFen: z.int(),
      /** Licenses and vouchers that are given away. */
      giftLicenses: z.int(),
      vouchers: z.int(),
      lowBalanceFen: z.nullable(z.int()),
      isLow: z.boolean(),
      standing,
      /** What falls due next, or is. */
      dueFen: z.int(),
      serviceFee,
      rates: z.object({
        perDayFen: z.int(),
        perYearFen: z.int(),
        oneTimeFen: z.int(),
        freeDevices: z.int(),
        extraDeviceFen: z.int(),
      }),
      /** When money first moved: statements begin there. */
      since: z.nullable(time),
    }),
    errors: [],
    summary: 'Balance, gift balance, what is held, gift licenses and vouchers, what is owed and the rates.',
  }),
  find: defineCall({
    method: 'POST',
    path: '/billing/find.do',
    access: privilege('billing.view'),
    effect: 'read',
    payload: pageQuery(['createTime'], {
      billingId: z.optional(line(LIMITS.billing.serialMax)),
      category: z.optional(z.enum(CHARGE_CATEGORIES)),
      status: z.optional(z.enum(BILL_STATES)),
      orderGuid: z.optional(guid),
      ...between,
    }),
    answer: pageOf(billRow),
    errors: ['platform.timeIllegal'],
    summary: 'Billing records, newest first: what was to be charged and what was.',
  }),
  findEntries: defineCall({
    method: 'POST',
    path: '/billing/findEntries.do',
    access: privilege('billing.view'),
    effect: 'read',
    payload: pageQuery(['at'], {
      purse: z.optional(z.enum(PURSES)),
      movement: z.optional(z.enum(MOVEMENTS)),
      ...between,
    }),
    answer: pageOf(entryRow),
    errors: ['platform.timeIllegal'],
    summary: 'How the balances moved, newest first, each with the balance after it.',
  }),
  spending: defineCall({
    method: 'POST',
    path: '/billing/spending.do',
    access: privilege('billing.view'),
    effect: 'read',
    payload: z.object({ unit: z._default(z.enum(['day', 'month']), 'day') }),
    answer: z.object({
      buckets: z.array(
        z.object({
          at: z.string(),
          amounts: z.array(z.object({ category: z.enum(CHARGE_CATEGORIES), amountFen: z.int() })),
          /** Both balances together when it ended; of the present one, by now. */
          balanceFen: z.int(),
        }),
      ),
    }),
    errors: [],
    summary:
      "What was spent on what, and the balance then: the last 30 days, or 12 months, of the developer's calendar, the present one included.",
  }),
  statement: defineCall({
    method: 'POST',
    path: '/billing/statement.do',
    access: privilege('billing.view'),
    effect: 'read',
    streams: 'file',
    payload: z.object({
      month: z.string().check(rule('badFormat', (text: string) => /^20\d\d-(?:0[1-9]|1[0-2])$/.test(text))),
      format: z._default(z.enum([...SHEET_FORMATS, 'pdf']), 'pdf'),
    }),
    answer: z.object({}),
    errors: ['billing.noStatement'],
    summary:
      "The statement of a month of the developer's calendar: opening balances, every movement, closing balances.",
  }),
  export: defineCall({
    method: 'POST',
    path: '/billing/export.do',
    access: privilege('billing.view'),
    effect: 'read',
    streams: 'file',
    payload: z.object({
      billingId: z.optional(line(LIMITS.billing.serialMax)),
      category: z.optional(z.enum(CHARGE_CATEGORIES)),
      status: z.optional(z.enum(BILL_STATES)),
      ...between,
      format: sheetFormat,
    }),
    answer: z.object({}),
    errors: ['platform.timeIllegal'],
    summary: 'Billing records as a file, newest first.',
  }),
  pay: defineCall({
    method: 'POST',
    path: '/billing/pay.do',
    access: privilege('billing.create'),
    effect: 'write',
    idempotent: true,
    payload: byGuid,
    answer: z.object({}),
    errors: ['billing.billNotFound', 'billing.nothingDue', 'billing.insufficientBalance'],
    summary: 'Pays a bill of the platform that is due.',
  }),
  updateSettings: defineCall({
    method: 'POST',
    path: '/billing/updateSettings.do',
    access: privilege('billing.update'),
    effect: 'write',
    payload: z.object({ lowBalanceFen: z.nullable(integer(1, LIMITS.billing.lowBalanceFen)) }),
    answer: z.object({}),
    errors: [],
    summary: 'Below which balance the super administrator is warned by a message, or never.',
  }),
  quote: defineCall({
    method: 'POST',
    path: '/billing/quote.do',
    access: privilege(...TEMPLATE_READERS),
    effect: 'read',
    payload: z.object({
      guid,
      count: z._default(integer(1, LIMITS.billing.quoteCount), 1),
      byVoucher: z._default(z.boolean(), false),
    }),
    answer: z.object({
      ...priceAnswer.shape,
      /** How many vouchers there are; left out where none could pay for this. */
      vouchers: z.optional(z.int()),
    }),
    errors: ['template.notFound', 'platform.noPermission'],
    summary:
      'What issuing so many licenses from a template would cost now, line by line, and whether there is enough. Nothing is held.',
  }),
})

const packageRow = z.object({
  guid: z.string(),
  serial: z.string(),
  /** What templates name it by. */
  type: z.string(),
  licenses: z.int(),
  remaining: z.int(),
  updates: z.int(),
  remainingUpdates: z.int(),
  priceFen: z.int(),
  buyTime: time,
  expireTime: time,
  status: z.enum(PACKAGE_STATES),
})
export type PackageRow = z.input<typeof packageRow>

const offer = z.object({
  guid: z.string(),
  type: z.string(),
  licenses: z.int(),
  updates: z.int(),
  days: z.int(),
  priceFen: z.int(),
})
export type PackageOffer = z.input<typeof offer>

export const packageCalls = defineCalls(
  'billing',
  {
    find: defineCall({
      method: 'POST',
      path: '/package/find.do',
      access: privilege('billing.view'),
      effect: 'read',
      payload: pageQuery(['expireTime', 'buyTime'], {
        type: z.optional(line(LIMITS.template.packageNameMax)),
        status: z.optional(z.enum(PACKAGE_STATES)),
      }),
      answer: pageOf(packageRow),
      errors: [],
      summary:
        'Packages that were bought or given: those that can be used first, by when they expire, then those used up and those expired.',
    }),
    offers: defineCall({
      method: 'POST',
      path: '/package/offers.do',
      access: privilege('billing.view'),
      effect: 'read',
      payload: z.object({}),
      answer: z.object({ offers: z.array(offer) }),
      errors: [],
      summary: 'What packages can be bought now.',
    }),
    types: defineCall({
      method: 'POST',
      path: '/package/types.do',
      access: privilege(...TEMPLATE_READERS),
      effect: 'read',
      payload: z.object({}),
      answer: z.object({
        types: z.array(
          z.object({
            type: z.string(),
            remaining: z.int(),
            /** One has, or had, a package of it. */ isOwned: z.boolean(),
          }),
        ),
      }),
      errors: ['platform.noPermission'],
      summary: 'Types of packages that a template can name: those one has, with what is left, and those on offer.',
    }),
    buy: defineCall({
      method: 'POST',
      path: '/package/buy.do',
      access: privilege('billing.create'),
      effect: 'write',
      idempotent: true,
      payload: z.object({
        guid,
        count: z._default(integer(1, LIMITS.package.atOnce), 1),
        priceFen: integer(0, LIMITS.package.priceFen),
      }),
      answer: z.object({ serials: z.array(z.string()), orderGuid: z.string() }),
      errors: ['package.offerNotFound', 'package.offerChanged', 'billing.insufficientBalance'],
      summary: 'Buys packages from the balance, at the price that was shown.',
    }),
  },
  'package',
)

const orderRow = z.object({
  guid: z.string(),
  orderId: z.string(),
  category: z.enum(CHARGE_CATEGORIES),
  subject: z.string(),
  count: z.int(),
  amountFen: z.int(),
  chargedFen: z.int(),
  status: z.enum(ORDER_STATES),
  /** Paid back later, by an undo. */
  isReversed: z.boolean(),
  createTime: time,
  creator: person,
})
export type OrderRow = z.input<typeof orderRow>

export const orderCalls = defineCalls(
  'billing',
  {
    find: defineCall({
      method: 'POST',
      path: '/order/find.do',
      access: privilege('billing.view'),
      effect: 'read',
      payload: pageQuery(['createTime'], {
        orderId: z.optional(line(LIMITS.billing.serialMax)),
        category: z.optional(z.enum(CHARGE_CATEGORIES)),
        status: z.optional(z.enum(ORDER_STATES)),
        ...between,
      }),
      answer: pageOf(orderRow),
      errors: ['platform.timeIllegal'],
      summary: 'Orders, newest first: what was ordered and whether it was charged.',
    }),
    get: defineCall({
      method: 'POST',
      path: '/order/get.do',
      access: privilege('billing.view'),
      effect: 'read',
      payload: byGuid,
      answer: z.extend(orderRow, {
        lines: z.array(priceLine),
        units: z.nullable(z.object({ stock: z.enum(PRICE_UNITS), count: z.int() })),
        bills: z.array(billRow),
      }),
      errors: ['order.notFound'],
      summary: 'One order with the lines of its price and its billing records.',
    }),
  },
  'order',
)

export const serviceFeeCalls = defineCalls(
  'billing',
  {
    get: defineCall({
      method: 'POST',
      path: '/serviceFee/get.do',
      access: anySession,
      effect: 'read',
      payload: z.object({}),
      answer: z.extend(serviceFee, { superAdministrator: z.string() }),
      errors: [],
      summary: 'The platform service fee: how much, until when it is paid, and who pays it.',
    }),
    pay: defineCall({
      method: 'POST',
      path: '/serviceFee/pay.do',
      access: superAdministrator,
      effect: 'write',
      idempotent: true,
      /** `paidUntil` as it was shown: where it is another one by now, it was paid already and is not paid again. */
      payload: z.object({ amountFen: integer(0, LIMITS.serviceFee.amountFen), paidUntil: time }),
      answer: z.object({ paidUntil: time }),
      errors: ['serviceFee.none', 'serviceFee.tooFarAhead', 'serviceFee.changed', 'billing.insufficientBalance'],
      summary:
        'Pays the service fee of one period from the balance, at the amount that was shown; before it ends, the period is added.',
    }),
    setRenewal: defineCall({
      method: 'POST',
      path: '/serviceFee/setRenewal.do',
      access: superAdministrator,
      effect: 'write',
      payload: z.object({ autoRenew: z.boolean() }),
      answer: z.object({}),
      errors: [],
      summary:
        'Whether the service fee is paid from the balance by itself a day before it ends, and tried again every hour where there is too little.',
    }),
  },
  'serviceFee',
)
