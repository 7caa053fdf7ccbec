// Payments of all developers at the platform desk: what we booked, what the provider said, and the comparison of a
// provider's statement with our books.
import * as z from 'zod/mini'
import { PAYMENT_METHODS, TOP_UP_STATES } from '../domains/billing/top-up.ts'
import { defineCall, defineCalls, operator } from '../kernel/call.ts'
import { upload } from '../kernel/fields.ts'
import { pageOf, pageQuery } from '../kernel/page.ts'
import { between, byGuid, guid, integer, line, toldTime } from '../kernel/wire.ts'
import { LIMITS } from '../limits.ts'

/** Differences come first in a run, in this order. */
export const RECONCILED = ['missingHere', 'amountDiffers', 'stateDiffers', 'missingThere', 'matched'] as const
export type Reconciled = (typeof RECONCILED)[number]

const paymentRow = z.object({
  guid: z.string(),
  serial: z.string(),
  developerId: z.string(),
  developerName: z.string(),
  amountFen: z.int(),
  giftFen: z.int(),
  paymentMethod: z.enum(PAYMENT_METHODS),
  status: z.enum(TOP_UP_STATES),
  isRefunded: z.boolean(),
  creator: z.string(),
  createTime: toldTime,
  payTime: z.nullable(toldTime),
})
export type DeskPaymentRow = z.input<typeof paymentRow>

/** What the provider told, and what it changed. */
const paymentEvent = z.object({
  id: z.string(),
  source: z.enum(['callback', 'query', 'close']),
  state: z.string(),
  amountFen: z.int(),
  providerRef: z.nullable(z.string()),
  outcome: z.string(),
  at: toldTime,
})
export type PaymentEventRow = z.input<typeof paymentEvent>

const counts = z.object({
  matched: z.int(),
  missingHere: z.int(),
  missingThere: z.int(),
  amountDiffers: z.int(),
  stateDiffers: z.int(),
})
const runRow = z.object({
  guid: z.string(),
  paymentMethod: z.enum(PAYMENT_METHODS),
  fileName: z.string(),
  startTime: toldTime,
  endTime: toldTime,
  maker: z.string(),
  createTime: toldTime,
  counts,
})
export type ReconciliationRow = z.input<typeof runRow>

const comparedRow = z.object({
  id: z.string(),
  outcome: z.enum(RECONCILED),
  serial: z.string(),
  /** What the provider says; null if it has no such payment. */
  toldFen: z.nullable(z.int()),
  toldTime: z.nullable(toldTime),
  toldState: z.nullable(z.string()),
  /** What we booked; null if we have no such top-up. */
  bookedFen: z.nullable(z.int()),
  topUpGuid: z.nullable(z.string()),
  /** The state of the top-up by now. */
  status: z.nullable(z.enum(TOP_UP_STATES)),
  developerId: z.nullable(z.string()),
  developerName: z.nullable(z.string()),
})
export type ComparedRow = z.input<typeof comparedRow>

export const paymentDesk = defineCalls(
  'billing',
  {
    find: defineCall({
      method: 'POST',
      path: '/platform/payment/find.do',
      access: operator('money.view'),
      effect: 'read',
      payload: pageQuery(['createTime'], {
        serial: z.optional(line(LIMITS.billing.serialMax)),
        developerId: z.optional(integer(1, Number.MAX_SAFE_INTEGER)),
        status: z.optional(z.enum(TOP_UP_STATES)),
        paymentMethod: z.optional(z.enum(PAYMENT_METHODS)),
        ...between,
      }),
      answer: pageOf(paymentRow),
      errors: ['platform.timeIllegal'],
      summary: 'Lists the top-ups of all developers, the newest first.',
    }),
    get: defineCall({
      method: 'POST',
      path: '/platform/payment/get.do',
      access: operator('money.view'),
      effect: 'read',
      payload: byGuid,
      answer: z.extend(paymentRow, {
        providerRef: z.nullable(z.string()),
        askTime: z.nullable(toldTime),
        events: z.array(paymentEvent),
      }),
      errors: ['topUp.notFound'],
      summary: 'Returns a top-up with everything that its provider told, in order.',
    }),
    ask: defineCall({
      method: 'POST',
      path: '/platform/payment/ask.do',
      access: operator('money.change'),
      effect: 'own',
      payload: byGuid,
      answer: z.object({ status: z.enum(TOP_UP_STATES) }),
      errors: ['topUp.notFound', 'topUp.providerFailed'],
      summary: 'Asks the provider about a top-up that is not settled. A payment is credited as usual.',
    }),
    reconcile: defineCall({
      method: 'POST',
      path: '/platform/payment/reconcile.do',
      access: operator('money.change'),
      effect: 'own',
      sends: 'multipart',
      bodyBytes: LIMITS.desk.statementBytes + 64 * 1024,
      payload: z.object({
        paymentMethod: z.enum(PAYMENT_METHODS),
        file: upload(LIMITS.desk.statementBytes, LIMITS.desk.statementEndings),
      }),
      answer: z.object({ guid: z.string(), counts }),
      errors: ['tariff.fileUnreadable', 'tariff.fileColumns', 'tariff.fileEmpty'],
      summary: "Compares a provider's statement, a CSV file, with the top-ups that we booked in its period.",
    }),
    findRuns: defineCall({
      method: 'POST',
      path: '/platform/payment/findRuns.do',
      access: operator('money.view'),
      effect: 'read',
      payload: pageQuery(['createTime'], {}),
      answer: pageOf(runRow),
      errors: [],
      summary: 'Lists the comparisons, the newest first.',
    }),
    getRun: defineCall({
      method: 'POST',
      path: '/platform/payment/getRun.do',
      access: operator('money.view'),
      effect: 'read',
      payload: byGuid,
      answer: runRow,
      errors: ['tariff.runNotFound'],
      summary: 'Returns a comparison.',
    }),
    findCompared: defineCall({
      method: 'POST',
      path: '/platform/payment/findCompared.do',
      access: operator('money.view'),
      effect: 'read',
      payload: pageQuery(['outcome'], { guid, outcome: z.optional(z.enum(RECONCILED)) }),
      answer: pageOf(comparedRow),
      errors: [],
      summary: 'Lists the payments of a comparison, differences first.',
    }),
  },
  'paymentDesk',
)
