// What a license costs, and why: one pure function prices any issue or change and explains its sum line by line. It
// knows rates and terms; who has how much, and which rates are frozen on a license, is for others. Amounts are integers
// in fen. Surprise: a change is priced over the whole term, less what was charged before; only so does extending twice
// cost the same as once.
import * as z from 'zod/mini'
import { LIMITS } from '../limits.ts'
import { LICENSE_FORMS } from './product.ts'
import { BILLING_MODES, DEDUCT_MODES, deductModesOf } from './template-content.ts'
import type { BillingMode, TemplateContent, TemplateFamily } from './template-content.ts'
import { wallDays } from './template-rules.ts'

/** Prices of one user or machine, in the order of BILLING_MODES. */
type Prices = [perDayFen: number, perYearFen: number, oneTimeFen: number]

/** What users of a group and machines of a PPM code cost whose ordinal is from `lowLimit` to `topLimit`. */
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
  /** Gapless and ascending from 1 (`judgeTiers`). None: everyone costs as much as a license. */
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

/** What is first wrong with a list of tiers. An empty one is right. */
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

/** `voucher` is chosen by whoever issues; `trial` is a developer on trial; `free` is what nobody pays for. */
export type GrantSource = keyof typeof DEDUCT_MODES | 'voucher' | 'trial' | 'free'

/** What a license gives, as far as it has a price. */
export interface Grant {
  source: GrantSource
  /** How the balance is charged. */
  mode: BillingMode | null
  /** Null: permanent. */
  days: number | null
  /** The simultaneous limit; null: none. */
  devices: number | null
  /** Of a group. They are priced by tier, and then no device is extra. */
  users: number | null
  isSoft: boolean
}

export interface GrantFacts {
  /**
   * When the license is issued. A change passes the moment of the issue too, not its own: days that have gone by belong
   * to the term.
   */
  now: Date
  /** The developer's. */
  timeZone: string
  isTrialDeveloper: boolean
}

/**
 * Days of the calendar that a term touches: none where it is over, and one where it ends as it starts. The end is
 * exclusive: one at midnight does not begin its day, wherever the clocks jump over midnight too.
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
  if (source === undefined) throw new RangeError(`nothing pays for ${family} licenses by deduct mode ${deductMode}`)
  return source
}

/** What a license issued with this content gives. */
export function grantOf(family: TemplateFamily, content: TemplateContent, facts: GrantFacts): Grant {
  const source = sourceOf(family, content, facts)
  const days = daysOf(content, facts)
  return {
    source,
    // Smart templates say no mode.
    mode: source === 'balance' ? (content.billingMode ?? (days === null ? 'oneTime' : 'day')) : null,
    days,
    devices: content.machineNum ?? content.licBindLimit,
    users: content.groupUsers,
    isSoft: content.licenseForm === LICENSE_FORMS.soft,
  }
}

/** Why a voucher, which stands in for the balance, cannot pay for this; undefined where it can. */
export function voucherFault({ source, isSoft, days }: Grant): 'voucherTooLong' | 'voucherUnfit' | undefined {
  if (!isSoft || (source !== 'balance' && source !== 'voucher')) return 'voucherUnfit'
  return days === null || days > LIMITS.billing.voucherDays ? 'voucherTooLong' : undefined
}

export const fitsVoucher = (grant: Grant) => voucherFault(grant) === undefined

/**
 * The same, where whoever issues says that vouchers pay. Whether they can is for `voucherFault`, which is asked first.
 */
export const byVouchers = (grant: Grant): Grant => ({ ...grant, source: 'voucher', mode: null })

/** Whether a gift can pay for this: it is for trying things, counted from the issue. */
export function fitsGift({ days, devices, users }: Grant): boolean {
  const { giftDays, freeDevices: most } = LIMITS.billing
  return days !== null && days <= giftDays && Math.max(devices ?? 0, users ?? 0) <= most
}

export const LINE_KINDS = ['term', 'devices', 'machines'] as const
export type LineKind = (typeof LINE_KINDS)[number]
/** Of what one unit a license can be paid with instead of money. */
export const PRICE_UNITS = ['gift', 'voucher', 'packageLicenses', 'packageUpdates'] as const
export type PriceUnit = (typeof PRICE_UNITS)[number]

/**
 * `unitFen` × `quantity` × (`days`, by the year `days` / 365, rounded to the fen) × `count` − `creditFen` =
 * `amountFen`.
 */
export const priceLine = z.object({
  kind: z.enum(LINE_KINDS),
  /** Null where it is not the term that is paid for. */
  mode: z.nullable(z.enum(BILLING_MODES)),
  /** Null where they do not multiply: paid once. */
  days: z.nullable(z.int()),
  /** Users, machines or extra devices of one license; 1 where the license itself is meant. */
  quantity: z.int(),
  unitFen: z.int(),
  /** Licenses. */
  count: z.int(),
  /** Charged before, at most what the line comes to. */
  creditFen: z.int(),
  amountFen: z.int(),
})
export type PriceLine = z.infer<typeof priceLine>

/** A price beside what there is to pay it. */
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
  /** What each of the licenses has been charged once this is paid: the `charged` of its next change. */
  perLicense: Record<LineKind, number>
}

export interface Pricing {
  /** Of a change: those frozen on the license. */
  rates: Rates
  grant: Grant
  /** How many licenses are issued; 1 for a change. */
  count: number
  /** What this license was charged so far, in money. Given, even if empty, it makes this a change. */
  charged?: Partial<Record<LineKind, number>> | undefined
  /** What the license gave before a change; it only matters where units pay. Without it a change takes a unit. */
  before?: Grant | undefined
}

export const DAYS_A_YEAR = 365

/**
 * Above 2^53 neighbors fall together and a sum would be wrong by some fen in silence; below it products and sums of
 * integers are exact.
 */
function exact(fen: number): number {
  if (!Number.isSafeInteger(fen) || fen < 0) throw new RangeError(`not an amount that can be counted: ${fen} fen`)
  return fen
}

/**
 * Half up. By the remainder, which is exact: a quotient above 2^44 is so coarse that Math.round can be wrong by a fen.
 */
function perYear(fen: number): number {
  const rest = fen % DAYS_A_YEAR
  return (fen - rest) / DAYS_A_YEAR + (rest * 2 >= DAYS_A_YEAR ? 1 : 0)
}

/** A line of one license, before anything is subtracted. */
type Part = Pick<PriceLine, 'kind' | 'mode' | 'days' | 'quantity' | 'unitFen'> & { fullFen: number }

function termPart(kind: LineKind, mode: BillingMode, termDays: number | null, quantity: number, prices: Prices): Part {
  const unitFen = prices[BILLING_MODES.indexOf(mode)] ?? Number.NaN // NaN is refused by `exact`
  if (mode === 'oneTime') return { kind, mode, days: null, quantity, unitFen, fullFen: exact(unitFen * quantity) }
  if (termDays === null) throw new RangeError(`a permanent license cannot be charged by the ${mode}`)
  const fen = exact(exact(unitFen * quantity) * termDays)
  return { kind, mode, days: termDays, quantity, unitFen, fullFen: mode === 'year' ? perYear(fen) : fen }
}

/**
 * How many of the ordinals above `from`, up to `to`, are in which tier. The highest one has no end: what is above it is
 * not free.
 */
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
    if (mode === null) throw new RangeError('nothing says how the balance is charged')
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
  // A license that something else paid for so far takes a unit as a new one does.
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
 * What an issue or a change costs. Each kind of line is settled by itself and never gives money back: fewer devices do
 * not pay for a longer term. What no valid template asks for, such as a permanent license by the day, is thrown at: it
 * has no price.
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
 * What several issues or changes come to together: lines that differ in their licenses alone are one. Units are of one
 * stock.
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
  if (units.some(({ stock }) => stock !== first?.stock)) throw new RangeError('units of several stocks do not add up')
  return {
    totalFen: sum([...lines.values()].map(({ amountFen }) => amountFen)),
    lines: [...lines.values()],
    units: first ? { stock: first.stock, count: sum(units.map(({ count }) => count)) } : null,
  }
}

/**
 * What the next machines on a PPM license cost, each by the tier of its ordinal. Issuing one was free; a machine that
 * is bound again is none of these.
 */
export function priceOfMachines(rates: Rates, boundBefore: number, newlyBound: number): Price {
  const parts = (from: number, to: number) =>
    byTier(rates, from, to).map(({ quantity, price }) => termPart('machines', 'oneTime', null, quantity, price))
  const all = boundBefore + newlyBound
  return { ...settle(parts(boundBefore, all), 1, {}, null), perLicense: settle(parts(0, all), 1, {}, null).perLicense }
}
