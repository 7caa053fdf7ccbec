// Money at the platform desk: terms with their versions, packages on offer, credits and corrections, month totals.
// Amounts are integers in fen. Payments and their reconciliation are in payment.ts.
import * as z from 'zod/mini'
import { PACKAGE_STATES, packageOffer } from '../domains/billing/billing.ts'
import { judgeTiers } from '../domains/billing/pricing.ts'
import type { PriceTier } from '../domains/billing/pricing.ts'
import { defineCall, defineCalls, operator } from '../kernel/call.ts'
import { FEN_A_YUAN } from '../kernel/money.ts'
import { pageOf, pageQuery } from '../kernel/page.ts'
import { byGuid, guid, integer, line, paragraph, rule, time, toldTime } from '../kernel/wire.ts'
import { LIMITS } from '../limits.ts'

export const PRICE_KINDS = ['rates', 'gifts', 'fee', 'limits'] as const
export type PriceKind = (typeof PRICE_KINDS)[number]

export const PRICE_VERSION_STATES = ['coming', 'inForce', 'past', 'withdrawn'] as const
export type PriceVersionState = (typeof PRICE_VERSION_STATES)[number]

export const OFFER_STATES = ['onOffer', 'coming', 'over', 'retired'] as const
export type OfferState = (typeof OFFER_STATES)[number]

/** What a correction changes. */
export const CORRECTED_KINDS = ['wallet', 'gift', 'giftLicenses', 'vouchers'] as const
export type CorrectedKind = (typeof CORRECTED_KINDS)[number]

/** A small correction is done at once. A large one waits for a second operator, or until its maker withdraws it. */
export const CORRECTION_STATES = ['waiting', 'done', 'rejected', 'withdrawn'] as const
export type CorrectionState = (typeof CORRECTION_STATES)[number]

const developerId = integer(1, Number.MAX_SAFE_INTEGER)
const limits = LIMITS.billing
const rate = z.optional(z.nullable(integer(0, limits.rateFen)))
const count = (max: number) => z.optional(z.nullable(integer(0, max)))
const month = z.string().check(rule('badFormat', (text: string) => /^20\d\d-(?:0[1-9]|1[0-2])$/.test(text)))

const tier = z.object({
  lowLimit: integer(1, LIMITS.template.groupUsers),
  topLimit: integer(1, LIMITS.template.groupUsers),
  price: z.tuple([integer(0, limits.rateFen), integer(0, limits.rateFen), integer(0, limits.rateFen)]),
})
const tiers = z.array(tier).check(
  z.maxLength(LIMITS.desk.tiers),
  rule('tiersFit', (given: PriceTier[]) => judgeTiers(given) === undefined),
)

const gift = z.object({
  fromFen: integer(1, LIMITS.topUp.maxYuan * FEN_A_YUAN),
  percent: integer(1, 100),
})
const gifts = z.array(gift).check(
  z.maxLength(LIMITS.desk.gifts),
  rule('giftsAscend', (given: { fromFen: number }[]) =>
    given.every(({ fromFen }, at) => at === 0 || fromFen > (given[at - 1]?.fromFen ?? 0)),
  ),
)

/** For all developers without a developer. Without a start, the change applies now. */
const when = {
  startTime: z.optional(time),
  note: z.optional(paragraph(limits.noteMax)),
  /** The last version of these terms that the form has shown; 0 if there was none. */
  revision: z.optional(integer(0, Number.MAX_SAFE_INTEGER)),
}
const put = z.object({ guid: z.string(), startTime: toldTime })

const rates = z.object({
  perDayFen: z.int(),
  perYearFen: z.int(),
  oneTimeFen: z.int(),
  freeDevices: z.int(),
  extraDeviceFen: z.int(),
  tiers: z.array(z.object({ lowLimit: z.int(), topLimit: z.int(), price: z.tuple([z.int(), z.int(), z.int()]) })),
})
const fee = z.object({ amountFen: z.int(), periodMonths: z.int(), firstDays: z.int() })
const platformLimits = z.object({
  giftLicenses: z.int(),
  graceDays: z.int(),
  issueMax: z.int(),
  trialLicenses: z.int(),
})

const priceVersion = z.object({
  guid: z.string(),
  kind: z.enum(PRICE_KINDS),
  /** Null: for all developers. */
  developerId: z.nullable(z.string()),
  developerName: z.nullable(z.string()),
  state: z.enum(PRICE_VERSION_STATES),
  startTime: toldTime,
  createTime: toldTime,
  /** Null: a command, or terms from before there were versions. */
  maker: z.nullable(z.string()),
  withdrawer: z.nullable(z.string()),
  note: z.nullable(z.string()),
  /** What it sets, by the name of the field. Amounts are in fen. */
  rates: z.optional(z.partial(rates)),
  gifts: z.optional(z.array(z.object({ fromFen: z.int(), percent: z.int() }))),
  /** Null: the general fee again. */
  fee: z.optional(z.object({ amountFen: z.nullable(z.int()), periodMonths: z.optional(z.int()) })),
  limits: z.optional(z.partial(platformLimits)),
})
export type PriceVersionRow = z.input<typeof priceVersion>

const offerRow = z.object({
  ...packageOffer.shape,
  state: z.enum(OFFER_STATES),
  /** Null: since it was added. */
  startTime: z.nullable(toldTime),
  endTime: z.nullable(toldTime),
  createTime: toldTime,
  retireTime: z.nullable(toldTime),
  /** Packages of this offer that were bought, and that were granted. */
  bought: z.int(),
  granted: z.int(),
})
export type DeskOfferRow = z.input<typeof offerRow>

const soldRow = z.object({
  guid: z.string(),
  serial: z.string(),
  developerId: z.string(),
  developerName: z.string(),
  priceFen: z.int(),
  /** Given free of charge by the platform. */
  isGranted: z.boolean(),
  remaining: z.int(),
  licenses: z.int(),
  status: z.enum(PACKAGE_STATES),
  buyTime: toldTime,
  expireTime: toldTime,
})
export type SoldPackageRow = z.input<typeof soldRow>

const correctionRow = z.object({
  guid: z.string(),
  developerId: z.string(),
  developerName: z.string(),
  kind: z.enum(CORRECTED_KINDS),
  /** Fen, or a number of licenses or vouchers. Negative: taken back. */
  amount: z.int(),
  note: z.string(),
  state: z.enum(CORRECTION_STATES),
  /** Null: a command. */
  maker: z.nullable(z.string()),
  isOwn: z.boolean(),
  createTime: toldTime,
  decider: z.nullable(z.string()),
  decideTime: z.nullable(toldTime),
  reason: z.nullable(z.string()),
  /** The payment that it corrects. */
  topUpGuid: z.nullable(z.string()),
})
export type CorrectionRow = z.input<typeof correctionRow>

const monthRow = z.object({
  developerId: z.string(),
  developerName: z.string(),
  topUpFen: z.int(),
  /** Gifts on top-ups, and credits to the gift balance. */
  giftFen: z.int(),
  /** Everything that was charged, without the service fee. */
  spentFen: z.int(),
  feeFen: z.int(),
})
export type MonthRow = z.input<typeof monthRow>
const monthSums = z.omit(monthRow, { developerId: true, developerName: true })

const changeErrors = ['operator.developerNotFound', 'platform.stale', 'tariff.startPassed'] as const

export const billingDesk = defineCalls(
  'billing',
  {
    searchDevelopers: defineCall({
      method: 'POST',
      path: '/platform/money/searchDevelopers.do',
      access: operator('money.view'),
      effect: 'read',
      payload: z.object({ keyword: z.optional(line(LIMITS.developer.nameMax)) }),
      answer: z.object({ developers: z.array(z.object({ id: z.string(), name: z.string() })) }),
      errors: [],
      summary: 'Finds developers by name or id, for a form.',
    }),
    prices: defineCall({
      method: 'POST',
      path: '/platform/money/prices.do',
      access: operator('money.view'),
      effect: 'read',
      payload: z.object({ developerId: z.optional(developerId) }),
      answer: z.object({
        general: z.object({
          rates,
          gifts: z.array(z.object({ fromFen: z.int(), percent: z.int() })),
          fee,
          limits: platformLimits,
        }),
        /** Absent without a developer. */
        developer: z.optional(
          z.object({
            id: z.string(),
            name: z.string(),
            rates,
            fee,
            limits: platformLimits,
            own: z.object({
              rates: z.partial(rates),
              limits: z.partial(platformLimits),
              feeFen: z.nullable(z.int()),
            }),
          }),
        ),
        /** The last version by kind, of the developer or of all. */
        revisions: z.object({ rates: z.int(), gifts: z.int(), fee: z.int(), limits: z.int() }),
        coming: z.array(priceVersion),
      }),
      errors: ['operator.developerNotFound'],
      summary: 'Returns the terms in force, for all developers or for one, and the changes to come.',
    }),
    findPrices: defineCall({
      method: 'POST',
      path: '/platform/money/findPrices.do',
      access: operator('money.view'),
      effect: 'read',
      payload: pageQuery(['startTime'], {
        developerId: z.optional(developerId),
        kind: z.optional(z.enum(PRICE_KINDS)),
        state: z.optional(z.enum(PRICE_VERSION_STATES)),
      }),
      answer: pageOf(priceVersion),
      errors: [],
      summary: 'Lists all changes of terms, the latest start first.',
    }),
    setRates: defineCall({
      method: 'POST',
      path: '/platform/money/setRates.do',
      access: operator('money.change'),
      effect: 'write',
      sends: 'json',
      payload: z.object({
        developerId: z.optional(developerId),
        perDayFen: rate,
        perYearFen: rate,
        oneTimeFen: rate,
        freeDevices: count(LIMITS.template.simultaneousMachines),
        extraDeviceFen: rate,
        tiers: z.optional(z.nullable(tiers)),
        ...when,
      }),
      answer: put,
      errors: changeErrors,
      summary:
        'Sets the prices of licenses, for all developers or for one. An absent price is the general one, or the ' +
        'default. What was issued before the start keeps its price.',
    }),
    setGifts: defineCall({
      method: 'POST',
      path: '/platform/money/setGifts.do',
      access: operator('money.change'),
      effect: 'write',
      sends: 'json',
      payload: z.object({ gifts, ...when }),
      answer: put,
      errors: ['platform.stale', 'tariff.startPassed'],
      summary: 'Sets the gifts on top of top-ups.',
    }),
    setFee: defineCall({
      method: 'POST',
      path: '/platform/money/setFee.do',
      access: operator('money.change'),
      effect: 'write',
      payload: z.object({
        developerId: z.optional(developerId),
        /** Null, only for one developer: the general fee again. */
        feeFen: z.nullable(integer(0, LIMITS.serviceFee.amountFen)),
        /** Only for all developers. */
        periodMonths: z.optional(integer(1, LIMITS.serviceFee.periodMonthsMax)),
        firstDays: z.optional(integer(1, LIMITS.serviceFee.firstDaysMax)),
        ...when,
      }),
      answer: put,
      errors: [...changeErrors, 'tariff.feeNeeded'],
      summary: 'Sets the platform service fee, for all developers or for one. Periods that are paid stay paid.',
    }),
    setLimits: defineCall({
      method: 'POST',
      path: '/platform/money/setLimits.do',
      access: operator('money.change'),
      effect: 'write',
      payload: z.object({
        developerId: z.optional(developerId),
        giftLicenses: count(LIMITS.platform.giftLicenses.max),
        graceDays: count(LIMITS.platform.graceDays.max),
        issueMax: count(LIMITS.platform.issueMax.max),
        trialLicenses: count(LIMITS.platform.trialLicenses.max),
        ...when,
      }),
      answer: put,
      errors: changeErrors,
      summary: 'Sets the limits, for all developers or for one. An absent limit is the general one, or the default.',
    }),
    withdrawPrice: defineCall({
      method: 'POST',
      path: '/platform/money/withdrawPrice.do',
      access: operator('money.change'),
      effect: 'write',
      payload: byGuid,
      answer: z.object({}),
      errors: ['tariff.notFound', 'tariff.started'],
      summary: 'Withdraws a change of terms that has not started.',
    }),
    findOffers: defineCall({
      method: 'POST',
      path: '/platform/money/findOffers.do',
      access: operator('money.view'),
      effect: 'read',
      payload: pageQuery(['createTime'], { state: z.optional(z.enum(OFFER_STATES)) }),
      answer: pageOf(offerRow),
      errors: [],
      summary: 'Lists the packages that are, were or will be on offer, the newest first.',
    }),
    addOffer: defineCall({
      method: 'POST',
      path: '/platform/money/addOffer.do',
      access: operator('money.change'),
      effect: 'write',
      idempotent: true,
      payload: z.object({
        type: line(LIMITS.template.packageNameMax),
        licenses: integer(1, LIMITS.package.quantity),
        updates: integer(0, LIMITS.package.quantity),
        days: integer(1, LIMITS.package.days),
        priceFen: integer(0, LIMITS.package.priceFen),
        startTime: z.optional(time),
        endTime: z.optional(time),
      }),
      answer: z.object({ guid: z.string() }),
      errors: ['tariff.offerTaken', 'tariff.offerPeriod'],
      summary: 'Puts a package on offer, now or from a time on, optionally until a time.',
    }),
    retireOffer: defineCall({
      method: 'POST',
      path: '/platform/money/retireOffer.do',
      access: operator('money.change'),
      effect: 'write',
      payload: byGuid,
      answer: z.object({}),
      errors: ['package.offerNotFound'],
      summary: 'Ends an offer at once. Packages that were bought stay valid.',
    }),
    findSold: defineCall({
      method: 'POST',
      path: '/platform/money/findSold.do',
      access: operator('money.view'),
      effect: 'read',
      payload: pageQuery(['buyTime'], { guid }),
      answer: z.extend(pageOf(soldRow), {
        /** The name of the package. */
        type: z.string(),
      }),
      errors: ['package.offerNotFound'],
      summary: 'Lists who bought or was given packages of an offer, the latest first.',
    }),
    grantPackages: defineCall({
      method: 'POST',
      path: '/platform/money/grantPackages.do',
      access: operator('money.change'),
      effect: 'write',
      idempotent: true,
      payload: z.object({
        developerId,
        type: line(LIMITS.template.packageNameMax),
        count: integer(1, LIMITS.package.atOnce),
      }),
      answer: z.object({ serials: z.array(z.string()) }),
      errors: ['operator.developerNotFound', 'package.offerNotFound', 'tariff.giftTooLarge'],
      summary:
        'Gives packages that are on offer to a developer, free of charge. Above the limit of corrections, also in ' +
        'several parts within a day, it is refused.',
    }),
    correct: defineCall({
      method: 'POST',
      path: '/platform/money/correct.do',
      access: operator('money.change'),
      effect: 'write',
      idempotent: true,
      payload: z.object({
        developerId,
        kind: z.enum(CORRECTED_KINDS),
        /** Fen, or a number. Negative: takes it back. */
        amount: integer(-limits.creditFen, limits.creditFen).check(rule('notZero', (amount: number) => amount !== 0)),
        note: line(limits.noteMax),
        topUpGuid: z.optional(guid),
      }),
      answer: z.object({ guid: z.string(), state: z.enum(CORRECTION_STATES) }),
      errors: ['operator.developerNotFound', 'tariff.tooLittle'],
      summary:
        'Credits or debits a developer. Above the limit, also in several parts within a day, it waits for a second ' +
        'operator.',
    }),
    findCorrections: defineCall({
      method: 'POST',
      path: '/platform/money/findCorrections.do',
      access: operator('money.view'),
      effect: 'read',
      payload: pageQuery(['createTime'], {
        developerId: z.optional(developerId),
        state: z.optional(z.enum(CORRECTION_STATES)),
        kind: z.optional(z.enum(CORRECTED_KINDS)),
      }),
      answer: z.extend(pageOf(correctionRow), {
        /** Above this, a second operator confirms. */
        limitFen: z.int(),
      }),
      errors: [],
      summary: 'Lists corrections, the newest first.',
    }),
    confirmCorrection: defineCall({
      method: 'POST',
      path: '/platform/money/confirmCorrection.do',
      access: operator('money.change'),
      effect: 'write',
      sensitive: true,
      payload: byGuid,
      answer: z.object({}),
      errors: [
        'identity.confirmPassword',
        'tariff.correctionNotFound',
        'tariff.correctionDecided',
        'tariff.ownCorrection',
        'tariff.tooLittle',
      ],
      summary: 'Carries out a correction of another operator.',
    }),
    rejectCorrection: defineCall({
      method: 'POST',
      path: '/platform/money/rejectCorrection.do',
      access: operator('money.change'),
      effect: 'write',
      payload: z.object({ guid, reason: line(limits.noteMax) }),
      answer: z.object({}),
      errors: ['tariff.correctionNotFound', 'tariff.correctionDecided'],
      summary: 'Rejects a correction of another operator, or withdraws an own one.',
    }),
    setCorrectionLimit: defineCall({
      method: 'POST',
      path: '/platform/money/setCorrectionLimit.do',
      access: operator('center.change'),
      effect: 'write',
      sensitive: true,
      payload: z.object({ limitFen: integer(0, limits.creditFen) }),
      answer: z.object({}),
      errors: ['identity.confirmPassword'],
      summary: 'Sets the amount above which a correction needs a second operator.',
    }),
    months: defineCall({
      method: 'POST',
      path: '/platform/money/months.do',
      access: operator('money.view'),
      effect: 'read',
      payload: pageQuery(['spentFen', 'topUpFen', 'giftFen', 'feeFen'], { month }),
      answer: z.extend(pageOf(monthRow), { sums: monthSums }),
      errors: [],
      summary: 'Lists what each developer topped up, was given and spent in a month, and the sums of all.',
    }),
    exportMonth: defineCall({
      method: 'POST',
      path: '/platform/money/exportMonth.do',
      access: operator('money.view'),
      effect: 'read',
      streams: 'file',
      payload: z.object({ month }),
      answer: z.object({}),
      errors: [],
      summary: 'Downloads the same as a CSV file.',
    }),
  },
  'billingDesk',
)
