// Money: balances and their history, bills and orders, packages, the platform service fee. Top-ups are in top-up.ts.
// Amounts are integers in fen. No call sets a balance: a balance is the sum of its ledger entries.
import * as z from 'zod/mini'
import { anySession, defineCall, defineCalls, privilege, superAdministrator } from '../../kernel/call.ts'
import { pageOf, pageQuery } from '../../kernel/page.ts'
import { SHEET_FORMATS, sheetFormat } from '../../kernel/sheet.ts'
import { defineMachine } from '../../kernel/state-machine.ts'
import { between, byGuid, guid, integer, line, oneOrMore, rule, time } from '../../kernel/wire.ts'
import { LIMITS } from '../../limits.ts'
import { viewRights } from '../../privileges.ts'
import { LICENSE_FAMILIES } from '../license/license-rules.ts'
import { PRICE_UNITS, priceAnswer, priceLine } from './pricing.ts'
import { standing } from './standing.ts'

/** Section 4, plus `released`: the hold of an order that failed was returned. */
export const BILL_STATES = ['pending', 'success', 'failedOverdue', 'failedInsufficient', 'released'] as const
export type BillState = (typeof BILL_STATES)[number]
export type BillEvent = 'charge' | 'failOverdue' | 'failInsufficient' | 'release'

/** A pending bill has a hold, or a due date. */
export const billMachine = defineMachine<BillState, BillEvent, 'system'>('bill', 'pending', [
  { from: 'pending', event: 'charge', to: 'success', who: 'system' },
  { from: 'pending', event: 'failOverdue', to: 'failedOverdue', who: 'system' },
  { from: 'pending', event: 'failInsufficient', to: 'failedInsufficient', who: 'system' },
  { from: 'pending', event: 'release', to: 'released', who: 'system' },
])

/** Section 4. */
export const ORDER_STATES = ['charged', 'notCharged', 'failed', 'insufficient'] as const
export type OrderState = (typeof ORDER_STATES)[number]
/** The state of an order, by the state of its bill. */
export const ORDER_STATE_OF_BILL: Readonly<Record<BillState, OrderState>> = {
  pending: 'notCharged',
  success: 'charged',
  failedOverdue: 'failed',
  failedInsufficient: 'insufficient',
  released: 'failed',
}

/** `platform`: charges that a platform operator creates by hand. */
export const CHARGE_CATEGORIES = ['issue', 'update', 'activation', 'package', 'serviceFee', 'platform'] as const
export type ChargeCategory = (typeof CHARGE_CATEGORIES)[number]

/** Section 4. */
export const PACKAGE_STATES = ['available', 'usedUp', 'expired'] as const
export type PackageState = (typeof PACKAGE_STATES)[number]

/** Balances with a history: money paid in, and gifts. */
export const PURSES = ['wallet', 'gift'] as const
export type Purse = (typeof PURSES)[number]
export const isPurse = (kind: string): kind is Purse => PURSES.some((purse) => purse === kind)
/** Why a balance changed. `capture` charges held money and changes no balance. */
export const MOVEMENTS = ['topUp', 'credit', 'charge', 'hold', 'release', 'reversal', 'capture', 'grant'] as const
export type Movement = (typeof MOVEMENTS)[number]
/** The word for a movement in the interface. A gift with a top-up has its own word. */
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
  /** The part that was paid from the gift balance. */
  giftFen: z.int(),
  status: z.enum(BILL_STATES),
  /** Refunded by an undo. */
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
  /** The purpose, as a sentence. */
  subject: z.string(),
  amountFen: z.int(),
  balanceFen: z.int(),
  at: time,
  creator: person,
})
export type EntryRow = z.input<typeof entryRow>

const TEMPLATE_READERS = viewRights('template') as Parameters<typeof privilege> // there are four template families

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
      /** Holds on both balances. */
      heldFen: z.int(),
      /** Gift licenses and vouchers left. */
      giftLicenses: z.int(),
      vouchers: z.int(),
      lowBalanceFen: z.nullable(z.int()),
      isLow: z.boolean(),
      standing,
      /** Total of the platform's unpaid bills. */
      dueFen: z.int(),
      /** `isFree`: the first days of a formal developer, before any fee was paid. */
      serviceFee: z.extend(serviceFee, { isFree: z.boolean() }),
      rates: z.object({
        perDayFen: z.int(),
        perYearFen: z.int(),
        oneTimeFen: z.int(),
        freeDevices: z.int(),
        extraDeviceFen: z.int(),
      }),
      /** Time of the first movement. Statements start there. */
      since: z.nullable(time),
    }),
    errors: [],
    summary: 'Returns the balance, gift balance, holds, gift licenses, vouchers, amounts due and rates.',
  }),
  find: defineCall({
    method: 'POST',
    path: '/billing/find.do',
    access: privilege('billing.view'),
    effect: 'read',
    payload: pageQuery(['createTime'], {
      billingId: z.optional(line(LIMITS.billing.serialMax)),
      category: z.optional(z.enum(CHARGE_CATEGORIES)),
      status: z.optional(oneOrMore(z.enum(BILL_STATES))),
      orderGuid: z.optional(guid),
      ...between,
    }),
    answer: pageOf(billRow),
    errors: ['platform.timeIllegal'],
    summary: 'Lists bills with their projected and actual amounts, newest first.',
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
    summary: 'Lists the movements of the balances, newest first, each with the resulting balance.',
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
          /** Sum of both balances at the end of the bucket, or now for the current one. */
          balanceFen: z.int(),
        }),
      ),
    }),
    errors: [],
    summary:
      "Returns spending by category, and the balance, for the last 30 days or 12 months in the developer's time " +
      'zone, including the current one.',
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
      "Downloads the statement of a month in the developer's time zone: opening balances, all movements and closing " +
      'balances.',
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
      status: z.optional(oneOrMore(z.enum(BILL_STATES))),
      ...between,
      format: sheetFormat,
    }),
    answer: z.object({}),
    errors: ['platform.timeIllegal'],
    summary: 'Downloads bills as a file, newest first.',
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
    summary: 'Pays a due bill of the platform.',
  }),
  updateSettings: defineCall({
    method: 'POST',
    path: '/billing/updateSettings.do',
    access: privilege('billing.update'),
    effect: 'write',
    payload: z.object({ lowBalanceFen: z.nullable(integer(1, LIMITS.billing.lowBalanceFen)) }),
    answer: z.object({}),
    errors: [],
    summary: 'Sets or removes the balance threshold below which the super administrator gets an alert.',
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
      /** Number of vouchers. Absent if vouchers cannot pay for this. */
      vouchers: z.optional(z.int()),
    }),
    errors: ['template.notFound', 'platform.noPermission'],
    summary: 'Prices the issue of licenses from a template, line by line, and checks the balance. Creates no hold.',
  }),
})

const packageRow = z.object({
  guid: z.string(),
  serial: z.string(),
  /** Templates refer to packages by this name. */
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

export const packageOffer = z.object({
  guid: z.string(),
  type: z.string(),
  licenses: z.int(),
  updates: z.int(),
  days: z.int(),
  priceFen: z.int(),
})
export type PackageOffer = z.input<typeof packageOffer>

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
        status: z.optional(oneOrMore(z.enum(PACKAGE_STATES))),
      }),
      answer: pageOf(packageRow),
      errors: [],
      summary: 'Lists packages, usable ones first by expiry, then used-up and expired ones.',
    }),
    offers: defineCall({
      method: 'POST',
      path: '/package/offers.do',
      access: privilege('billing.view'),
      effect: 'read',
      payload: z.object({}),
      answer: z.object({ offers: z.array(packageOffer) }),
      errors: [],
      summary: 'Lists the packages on offer.',
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
            /** The developer has or had a package of this type. */
            isOwned: z.boolean(),
          }),
        ),
      }),
      errors: ['platform.noPermission'],
      summary:
        'Lists the package types that a template can use: owned ones with their remaining licenses, and those on ' +
        'offer.',
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
  /** Refunded by an undo. */
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
        /** Start of an order ID or of a license code, or part of an account or a license number. */
        keyword: z.optional(line(LIMITS.account.accountMax)),
        /** Orders for licenses of this customer. */
        customerGuid: z.optional(guid),
        /** Orders for this license. An order for an issue is for all its licenses. */
        licenseGuid: z.optional(guid),
        category: z.optional(z.enum(CHARGE_CATEGORIES)),
        status: z.optional(oneOrMore(z.enum(ORDER_STATES))),
        ...between,
      }),
      answer: pageOf(orderRow),
      errors: ['platform.timeIllegal'],
      summary: 'Lists orders with their charge state, newest first. Finds them by the licenses that they paid for.',
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
        /** The family of the licenses that it paid for. Null if it paid for none that the caller sees. */
        licenseFamily: z.nullable(z.enum(LICENSE_FAMILIES)),
      }),
      errors: ['order.notFound'],
      summary: 'Returns an order with its price lines and bills.',
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
      errors: ['platform.noPermission'],
      summary:
        'Returns the platform service fee: amount, end of the paid period, and the super administrator who pays it. ' +
        'Refused to members of an integrator.',
    }),
    pay: defineCall({
      method: 'POST',
      path: '/serviceFee/pay.do',
      access: superAdministrator,
      effect: 'write',
      idempotent: true,
      /**
       * `paidUntil` is the value that was shown. If it has changed, the fee is already paid and is not charged again.
       */
      payload: z.object({ amountFen: integer(0, LIMITS.serviceFee.amountFen), paidUntil: time }),
      answer: z.object({ paidUntil: time }),
      errors: ['serviceFee.none', 'serviceFee.tooFarAhead', 'serviceFee.changed', 'billing.insufficientBalance'],
      summary:
        'Pays the service fee for one period from the balance, at the amount that was shown. A payment before the ' +
        'end extends the current period.',
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
        'Turns automatic renewal of the service fee on or off. Renewal charges the balance one day before the end ' +
        'and retries every hour if the balance is too low.',
    }),
  },
  'serviceFee',
)
