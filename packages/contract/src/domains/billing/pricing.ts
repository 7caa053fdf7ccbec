// Prices any issue or change of a license with one pure function, and explains the total line by line. Callers provide
// the rates stored with a license and check the balance. Amounts are integers in fen. A change is priced over the whole
// term minus earlier charges, so that two extensions cost the same as one.
import * as z from 'zod/mini'
import { LIMITS } from '../../limits.ts'
import { LICENSE_FORMS } from '../product.ts'
import { BILLING_MODES, DEDUCT_MODES, deductModesOf } from '../template/template-content.ts'
import type { BillingMode, TemplateContent, TemplateFamily } from '../template/template-content.ts'
import { wallDays } from '../template/template-rules.ts'

/** Prices of one user or device, in the order of BILLING_MODES. */
type Prices = [perDayFen: number, perYearFen: number, oneTimeFen: number]

/** Prices of the users of a group code, or the devices of a PPM code, numbered `lowLimit` to `topLimit`. */
export interface PriceTier {
  lowLimit: number
  topLimit: number
  price: Prices
}

export interface Rates {
  perDayFen: number
  perYearFen: number
  oneTimeFen: number
  freeDevices: number
  extraDeviceFen: number
  /** Ascending from 1 without gaps (see `judgeTiers`). If empty, each user or device costs as much as a license. */
  tiers: PriceTier[]
}

const { perDayFen, perYearFen, oneTimeFen, freeDevices, extraDeviceFen } = LIMITS.billing
export const DEFAULT_RATES: Readonly<Rates> = {
  perDayFen,
  perYearFen,
  oneTimeFen,
  freeDevices,
  extraDeviceFen,
  tiers: [],
}

const pricesOf = (rates: Rates): Prices => [rates.perDayFen, rates.perYearFen, rates.oneTimeFen]

export function tiersOf(rates: Rates): PriceTier[] {
  return rates.tiers.length > 0
    ? rates.tiers
    : [{ lowLimit: 1, topLimit: LIMITS.template.groupUsers, price: pricesOf(rates) }]
}

export function groupUsersMax(rates: Rates): number {
  return Math.max(...tiersOf(rates).map(({ topLimit }) => topLimit))
}

export type TierFault = 'notFromOne' | 'gap' | 'notAscending' | 'aboveLimit' | 'badPrice'

/** The first fault in a list of tiers. An empty list is valid. */
export function judgeTiers(tiers: readonly PriceTier[]): TierFault | undefined {
  let next = 1
  for (const { lowLimit, topLimit, price } of tiers) {
    if (lowLimit !== next) return next === 1 ? 'notFromOne' : lowLimit > next ? 'gap' : 'notAscending'
    if (!Number.isSafeInteger(topLimit) || topLimit < lowLimit) return 'notAscending'
    if (topLimit > LIMITS.template.groupUsers) return 'aboveLimit'
    if (!price.every((fen) => Number.isSafeInteger(fen) && fen >= 0)) return 'badPrice'
    next = topLimit + 1
  }
  return undefined
}

/** `voucher` is chosen when issuing, `trial` is for trial developers, and `free` is for dongles. */
export type GrantSource = keyof typeof DEDUCT_MODES | 'voucher' | 'trial' | 'free'

/** The priced features of a license. */
export interface Grant {
  source: GrantSource
  /** Null if the balance does not pay. */
  mode: BillingMode | null
  /** Null: permanent. */
  days: number | null
  /** Devices bound at once. Null: unlimited. */
  devices: number | null
  /** Users of a group code. They are priced by tier, and no devices are extra. */
  users: number | null
  isSoft: boolean
}

export interface GrantFacts {
  /** The time of the issue, also for a change: days that have passed are part of the term. */
  now: Date
  /** The developer's time zone. */
  timeZone: string
  isTrialDeveloper: boolean
}

/**
 * The calendar days of a term: 0 if it is over, otherwise at least 1. The end is exclusive: an end at midnight does not
 * count the new day, even where clocks skip midnight.
 */
function calendarDays(startTime: string | null, endTime: string, facts: GrantFacts): number {
  const start = startTime === null || new Date(startTime) < facts.now ? facts.now : startTime
  if (new Date(endTime) < new Date(start)) return 0
  const lastInstant = new Date(Date.parse(endTime) - 1)
  return Math.max(1, Math.floor(wallDays(lastInstant, facts)) - Math.floor(wallDays(start, facts)) + 1)
}

function daysOf(
  { isForever, startTime, endTime, licDuration, spanTime }: TemplateContent,
  facts: GrantFacts,
): number | null {
  if (isForever) return null
  const bounds = [licDuration, spanTime, endTime === null ? null : calendarDays(startTime, endTime, facts)].filter(
    (days) => days !== null,
  )
  return bounds.length > 0 ? Math.min(...bounds) : null
}

function sourceOf(
  family: TemplateFamily,
  { deductMode }: TemplateContent,
  { isTrialDeveloper }: GrantFacts,
): GrantSource {
  if (isTrialDeveloper) return 'trial'
  if (family === 'dongle') return 'free'
  const source = deductModesOf(family).find((mode) => DEDUCT_MODES[mode] === deductMode)
  if (source === undefined) throw new RangeError(`deduct mode ${deductMode} cannot pay for ${family} licenses`)
  return source
}

/** The grant of a license issued with this content. */
export function grantOf(family: TemplateFamily, content: TemplateContent, facts: GrantFacts): Grant {
  const source = sourceOf(family, content, facts)
  const days = daysOf(content, facts)
  return {
    source,
    // Smart templates have no billing mode.
    mode: source === 'balance' ? (content.billingMode ?? (days === null ? 'oneTime' : 'day')) : null,
    days,
    devices: content.machineNum ?? content.licBindLimit,
    users: content.groupUsers,
    isSoft: content.licenseForm === LICENSE_FORMS.soft,
  }
}

/** Why a voucher cannot pay in place of the balance. Undefined if it can. */
export function voucherFault({ source, isSoft, days }: Grant): 'voucherTooLong' | 'voucherUnfit' | undefined {
  if (!isSoft || (source !== 'balance' && source !== 'voucher')) return 'voucherUnfit'
  return days === null || days > LIMITS.billing.voucherDays ? 'voucherTooLong' : undefined
}

export const fitsVoucher = (grant: Grant) => voucherFault(grant) === undefined

/** The same grant, paid with vouchers. Check `voucherFault` first. */
export const byVouchers = (grant: Grant): Grant => ({ ...grant, source: 'voucher', mode: null })

/** Whether a gift license can pay for this. Gift licenses are for trials; their days count from the issue. */
export function fitsGift({ days, devices, users }: Grant): boolean {
  const { giftDays, freeDevices: most } = LIMITS.billing
  return days !== null && days <= giftDays && Math.max(devices ?? 0, users ?? 0) <= most
}

export const LINE_KINDS = ['term', 'devices', 'machines'] as const
export type LineKind = (typeof LINE_KINDS)[number]
/** Stocks that can pay for a license in units instead of money. */
export const PRICE_UNITS = ['gift', 'voucher', 'packageLicenses', 'packageUpdates'] as const
export type PriceUnit = (typeof PRICE_UNITS)[number]

/**
 * `unitFen` × `quantity` × `days` × `count` − `creditFen` = `amountFen`. For mode `year`, `days` / 365 replaces `days`,
 * and the price of one license is rounded to the fen.
 */
export const priceLine = z.object({
  kind: z.enum(LINE_KINDS),
  /** Null if the line is not for the term. */
  mode: z.nullable(z.enum(BILLING_MODES)),
  /** Null for one-time prices. */
  days: z.nullable(z.int()),
  /** Users, devices or extra devices of one license. 1 for the license itself. */
  quantity: z.int(),
  unitFen: z.int(),
  /** Number of licenses. */
  count: z.int(),
  /** Earlier charges, at most the full price of the line. */
  creditFen: z.int(),
  amountFen: z.int(),
})
export type PriceLine = z.infer<typeof priceLine>

/** A price, and whether the developer can pay it. */
export const priceAnswer = z.object({
  totalFen: z.int(),
  lines: z.array(priceLine),
  units: z.nullable(z.object({ stock: z.enum(PRICE_UNITS), count: z.int(), left: z.int() })),
  isEnough: z.boolean(),
  isOverdue: z.boolean(),
})

export interface Price {
  totalFen: number
  lines: PriceLine[]
  units: { stock: PriceUnit; count: number } | null
  /** Total charge of each license after payment: `charged` of the next change. */
  perLicense: Record<LineKind, number>
}

export interface Pricing {
  /** For a change, the rates stored with the license. */
  rates: Rates
  grant: Grant
  /** Number of licenses issued. 1 for a change. */
  count: number
  /** Earlier charges of this license, in money. Its presence, even if empty, makes this a change. */
  charged?: Partial<Record<LineKind, number>> | undefined
  /** The grant before a change. It matters only for payment in units; without it, a change takes a unit. */
  before?: Grant | undefined
}

export const DAYS_A_YEAR = 365

/** Above 2^53, integers are no longer exact and totals would silently be off by a few fen. */
function exact(fen: number): number {
  if (!Number.isSafeInteger(fen) || fen < 0) throw new RangeError(`not an exact amount: ${fen} fen`)
  return fen
}

/** Rounds half up. Uses the remainder, which is exact: above 2^44, Math.round of the quotient can be off by one fen. */
function perYear(fen: number): number {
  const rest = fen % DAYS_A_YEAR
  return (fen - rest) / DAYS_A_YEAR + (rest * 2 >= DAYS_A_YEAR ? 1 : 0)
}

/** A line of one license before credits. */
type Part = Pick<PriceLine, 'kind' | 'mode' | 'days' | 'quantity' | 'unitFen'> & { fullFen: number }

function termPart(kind: LineKind, mode: BillingMode, termDays: number | null, quantity: number, prices: Prices): Part {
  const unitFen = prices[BILLING_MODES.indexOf(mode)] ?? Number.NaN // `exact` rejects NaN
  if (mode === 'oneTime') return { kind, mode, days: null, quantity, unitFen, fullFen: exact(unitFen * quantity) }
  if (termDays === null) throw new RangeError(`a permanent license cannot be charged by the ${mode}`)
  const fen = exact(exact(unitFen * quantity) * termDays)
  return { kind, mode, days: termDays, quantity, unitFen, fullFen: mode === 'year' ? perYear(fen) : fen }
}

/** Distributes the ordinals above `from` up to `to` over the tiers. The highest tier is unlimited. */
function byTier(rates: Rates, from: number, to: number): { quantity: number; price: Prices }[] {
  return tiersOf(rates)
    .map(({ lowLimit, topLimit, price }, index, tiers) => ({
      quantity: Math.min(to, index === tiers.length - 1 ? to : topLimit) - Math.max(from, lowLimit - 1),
      price,
    }))
    .filter(({ quantity }) => quantity > 0)
}

function partsOf(rates: Rates, { source, mode, days, devices, users }: Grant): Part[] {
  if (source !== 'balance' && source !== 'voucher') return []
  const parts: Part[] = []
  if (source === 'balance') {
    if (mode === null) throw new RangeError('a grant paid from the balance needs a billing mode')
    const shares = users === null ? [{ quantity: 1, price: pricesOf(rates) }] : byTier(rates, 0, users)
    parts.push(...shares.map(({ quantity, price }) => termPart('term', mode, days, quantity, price)))
  }
  const extra = users === null ? Math.max(0, (devices ?? 0) - rates.freeDevices) : 0
  if (extra > 0)
    parts.push({
      kind: 'devices',
      mode: null,
      days: null,
      quantity: extra,
      unitFen: rates.extraDeviceFen,
      fullFen: exact(extra * rates.extraDeviceFen),
    })
  return parts
}

const isMore = (now: number | null, before: number | null) =>
  (now ?? Number.POSITIVE_INFINITY) > (before ?? Number.POSITIVE_INFINITY)

function unitsOf({ grant, count, charged, before }: Pricing): Price['units'] {
  const { source } = grant
  if (source !== 'gift' && source !== 'voucher' && source !== 'package') return null
  const isChange = charged !== undefined
  if (source !== 'package') return isChange && before?.source === source ? null : { stock: source, count }
  // A license that was paid in another way takes a license unit, like a new one.
  if (!isChange || (before !== undefined && before.source !== source)) return { stock: 'packageLicenses', count }
  const givesMore =
    before === undefined || (['days', 'devices', 'users'] as const).some((name) => isMore(grant[name], before[name]))
  return givesMore ? { stock: 'packageUpdates', count } : null
}

function settle(
  parts: readonly Part[],
  count: number,
  charged: Partial<Record<LineKind, number>>,
  units: Price['units'],
): Price {
  const credit = { ...charged }
  const lines = parts.map(({ fullFen, ...part }): PriceLine => {
    const creditFen = Math.min(fullFen, credit[part.kind] ?? 0)
    credit[part.kind] = (credit[part.kind] ?? 0) - creditFen
    return { ...part, count, creditFen, amountFen: exact(fullFen * count) - creditFen }
  })
  const kept = (kind: LineKind) =>
    Math.max(charged[kind] ?? 0, sum(parts.filter((part) => part.kind === kind).map(({ fullFen }) => fullFen)))
  return {
    totalFen: sum(lines.map(({ amountFen }) => amountFen)),
    lines,
    units,
    perLicense: { term: kept('term'), devices: kept('devices'), machines: kept('machines') },
  }
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, fen) => exact(total + fen), 0)

/**
 * Prices an issue or a change. Each kind of line is settled separately and never refunds: fewer devices do not pay for
 * a longer term. Throws for grants that no valid template allows, such as a permanent license by the day.
 */
export function price(pricing: Pricing): Price {
  const { rates, grant, count, charged } = pricing
  if (!Number.isSafeInteger(count) || count < 1 || (charged !== undefined && count !== 1))
    throw new RangeError(`cannot price ${count} licenses at once`)
  if (grant.source === 'voucher' && !fitsVoucher(grant)) throw new RangeError('a voucher cannot pay for this')
  if (grant.source === 'gift' && !fitsGift(grant)) throw new RangeError('a gift cannot pay for this')
  return settle(partsOf(rates, grant), count, charged ?? {}, unitsOf(pricing))
}

/**
 * Adds up several prices. Lines that differ only in their number of licenses are merged. All units must be from the
 * same stock.
 */
export function sumPrices(
  prices: readonly Pick<Price, 'lines' | 'units'>[],
): Pick<Price, 'totalFen' | 'lines' | 'units'> {
  const lines = new Map<string, PriceLine>()
  for (const line of prices.flatMap((price) => price.lines)) {
    const { kind, mode, days, quantity, unitFen } = line
    const key = JSON.stringify([kind, mode, days, quantity, unitFen])
    const known = lines.get(key)
    lines.set(
      key,
      known
        ? {
            ...known,
            count: known.count + line.count,
            creditFen: exact(known.creditFen + line.creditFen),
            amountFen: exact(known.amountFen + line.amountFen),
          }
        : line,
    )
  }
  const units = prices.flatMap((price) => price.units ?? [])
  const [first] = units
  if (units.some(({ stock }) => stock !== first?.stock)) throw new RangeError('cannot add units of different stocks')
  return {
    totalFen: sum([...lines.values()].map(({ amountFen }) => amountFen)),
    lines: [...lines.values()],
    units: first ? { stock: first.stock, count: sum(units.map(({ count }) => count)) } : null,
  }
}

/**
 * Prices the next devices of a PPM license, each by the tier of its ordinal. Issuing a PPM license is free, and so is
 * binding a device again.
 */
export function priceOfMachines(rates: Rates, boundBefore: number, newlyBound: number): Price {
  const parts = (from: number, to: number) =>
    byTier(rates, from, to).map(({ quantity, price }) => termPart('machines', 'oneTime', null, quantity, price))
  const all = boundBefore + newlyBound
  return { ...settle(parts(boundBefore, all), 1, {}, null), perLicense: settle(parts(0, all), 1, {}, null).perLicense }
}
