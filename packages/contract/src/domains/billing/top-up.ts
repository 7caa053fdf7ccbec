// Top-ups with their states and gifts. Amounts are integers in fen.
import * as z from 'zod/mini'
import { defineCall, defineCalls, privilege } from '../../kernel/call.ts'
import { FEN_A_YUAN } from '../../kernel/money.ts'
import { pageOf, pageQuery } from '../../kernel/page.ts'
import { defineMachine } from '../../kernel/state-machine.ts'
import { between, byGuid, integer, line, oneOrMore, rule, time } from '../../kernel/wire.ts'
import { LIMITS } from '../../limits.ts'

export const PAYMENT_METHODS = ['alipay', 'unionPay', 'sandbox'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

export const TOP_UP_STATES = ['pending', 'processing', 'paid', 'failed', 'cancelled'] as const
export type TopUpState = (typeof TOP_UP_STATES)[number]
export type TopUpEvent = 'submit' | 'pay' | 'fail' | 'cancel'

/** A failed top-up can be submitted again. Paid and canceled are final. Late events change nothing. */
export const topUpMachine = defineMachine<TopUpState, TopUpEvent, 'operator' | 'provider'>('topUp', 'pending', [
  { from: 'pending', event: 'submit', to: 'processing', who: 'operator' },
  { from: 'processing', event: 'submit', to: 'processing', who: 'operator' },
  { from: 'failed', event: 'submit', to: 'processing', who: 'operator' },
  { from: 'pending', event: 'pay', to: 'paid', who: 'provider' },
  { from: 'processing', event: 'pay', to: 'paid', who: 'provider' },
  { from: 'failed', event: 'pay', to: 'paid', who: 'provider' },
  { from: 'pending', event: 'fail', to: 'failed', who: 'provider' },
  { from: 'processing', event: 'fail', to: 'failed', who: 'provider' },
  { from: 'pending', event: 'cancel', to: 'cancelled', who: 'operator' },
  { from: 'processing', event: 'cancel', to: 'cancelled', who: 'operator' },
  { from: 'failed', event: 'cancel', to: 'cancelled', who: 'operator' },
])

const { multipleYuan, maxYuan } = LIMITS.topUp
export const topUpAmountFen = integer(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER).check(
  rule(
    'topUpAmount',
    (fen: number) => fen > 0 && fen % (multipleYuan * FEN_A_YUAN) === 0 && fen <= maxYuan * FEN_A_YUAN,
    { multiple: multipleYuan, max: maxYuan },
  ),
)
export const topUpFields = { amountFen: topUpAmountFen, paymentMethod: z.enum(PAYMENT_METHODS) }

/** A gift of `percent` for top-ups of at least `fromFen`. */
const topUpGift = z.object({ fromFen: z.int(), percent: z.int() })
export type TopUpGift = z.input<typeof topUpGift>

/** The gift of a top-up: the highest percentage it reaches, rounded down to the fen. */
export function giftOf(amountFen: number, gifts: readonly TopUpGift[]): number {
  const percent = gifts
    .filter(({ fromFen }) => amountFen >= fromFen)
    .reduce((most, gift) => Math.max(most, gift.percent), 0)
  return Math.floor((amountFen * percent) / 100)
}

const topUpRow = z.object({
  guid: z.string(),
  serial: z.string(),
  amountFen: z.int(),
  giftFen: z.int(),
  paymentMethod: z.enum(PAYMENT_METHODS),
  status: z.enum(TOP_UP_STATES),
  /** Its payment page can be opened. This is possible only for a limited time after creation. */
  isPayable: z.boolean(),
  /** Paid after it was canceled: the money is refunded. */
  isRefunded: z.boolean(),
  createTime: time,
  payTime: z.nullable(time),
  creator: z.nullable(z.string()),
})
export type TopUpRow = z.input<typeof topUpRow>

export const topUpCalls = defineCalls(
  'billing',
  {
    options: defineCall({
      method: 'POST',
      path: '/topUp/options.do',
      access: privilege('billing.view'),
      effect: 'read',
      payload: z.object({}),
      answer: z.object({ methods: z.array(z.enum(PAYMENT_METHODS)), gifts: z.array(topUpGift) }),
      errors: [],
      summary: 'Lists the payment methods and the gifts for top-ups.',
    }),
    create: defineCall({
      method: 'POST',
      path: '/topUp/create.do',
      access: privilege('billing.create'),
      effect: 'write',
      idempotent: true,
      payload: z.object(topUpFields),
      answer: z.object({ guid: z.string(), serial: z.string(), giftFen: z.int() }),
      errors: ['topUp.methodOff', 'topUp.tooManyOpen'],
      summary: 'Creates a top-up. It is paid in its own window, by a form post to the payment center.',
    }),
    find: defineCall({
      method: 'POST',
      path: '/topUp/find.do',
      access: privilege('billing.view'),
      effect: 'read',
      payload: pageQuery(['createTime'], {
        serial: z.optional(line(LIMITS.billing.serialMax)),
        status: z.optional(oneOrMore(z.enum(TOP_UP_STATES))),
        paymentMethod: z.optional(z.enum(PAYMENT_METHODS)),
        ...between,
      }),
      answer: pageOf(topUpRow),
      errors: ['platform.timeIllegal'],
      summary: 'Lists top-ups, newest first.',
    }),
    get: defineCall({
      method: 'POST',
      path: '/topUp/get.do',
      access: privilege('billing.view'),
      effect: 'read',
      payload: byGuid,
      answer: topUpRow,
      errors: ['topUp.notFound'],
      summary: 'Returns a top-up with its current state.',
    }),
    check: defineCall({
      method: 'POST',
      path: '/topUp/check.do',
      access: privilege('billing.create'),
      effect: 'own',
      whileSuspended: true,
      perMinute: 30,
      payload: byGuid,
      answer: topUpRow,
      errors: ['topUp.notFound', 'topUp.providerFailed'],
      summary: 'Queries the provider for the state of a top-up, without waiting for its callback.',
    }),
    cancel: defineCall({
      method: 'POST',
      path: '/topUp/cancel.do',
      access: privilege('billing.create'),
      effect: 'own',
      payload: byGuid,
      answer: topUpRow,
      errors: ['topUp.notFound', 'topUp.stateForbids', 'topUp.providerFailed'],
      summary:
        'Cancels a top-up permanently, first at the provider. If it turns out to be paid, it is credited instead.',
    }),
  },
  'topUp',
)
