// What issuing from a template would cost now, and whether there is enough of what would pay. Nothing is held: a moment
// later it may be otherwise. Surprise: integrators may view templates, and are told no price: by asking for more and
// more they would learn the balance.
import {
  LIMITS,
  byVouchers,
  fitsVoucher,
  grantOf,
  price as priceOf,
  templatePrivilege,
  voucherFault,
  yuanText,
} from '@sealwright/contract'
import type { Grant, Price, PriceUnit, Pricing, Violation, billingCalls } from '@sealwright/contract'
import type * as z from 'zod/mini'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { findContent } from '../../template/index.ts'
import { USED_UP } from '../ledger/charging.service.ts'
import { booksOf } from '../ledger/ledger.kind.ts'
import { readBalances } from '../ledger/ledger.queries.ts'
import { readStanding } from '../ledger/standing.service.ts'
import { readTerms } from '../operator/terms.queries.ts'
import { listTypes } from './package.queries.ts'

/** What a developer pays is nothing of its integrators'. */
export function requireInsider({ caller, say }: Pick<Scope, 'caller' | 'say'>): void {
  if (caller.integratorGuid !== null)
    throw new Refusal('platform.noPermission', { params: { privilege: say('privileges.billing.view') } })
}

/** Undefined where nothing pays for it. */
export function tryGrant(...given: Parameters<typeof grantOf>): Grant | undefined {
  try {
    return grantOf(...given)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Undefined where no sum can be said. */
export function tryPrice(pricing: Pricing): Price | undefined {
  try {
    return priceOf(pricing)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** What a gift does not pay for by now, though it did when the template was made. */
function giftFault({ days }: Grant): Violation {
  const { giftDays, freeDevices } = LIMITS.billing
  if (days !== null && days <= giftDays) return { path: 'guid', rule: 'giftDevices', params: { max: freeDevices } }
  return { path: 'guid', rule: days === null ? 'giftForever' : 'giftTooLong', params: { max: giftDays } }
}

/** Refuses where whoever issues says that vouchers pay, and they cannot. */
export function requireVouchers(grant: Grant): void {
  const rule = voucherFault(grant)
  if (rule)
    throw new Refusal('platform.badPayload', {
      violations: [{ path: 'byVoucher', rule, params: { max: LIMITS.billing.voucherDays } }],
    })
}

/** How many vouchers there are; undefined where none could pay for this, or the caller may not know. */
export async function vouchersFor(scope: Scope, grant: Grant | undefined): Promise<number | undefined> {
  return grant && fitsVoucher(grant) && scope.caller.integratorGuid === null
    ? (await readBalances(scope)).vouchers
    : undefined
}

/** Why there is no sum: one license has one, and so many have not. */
function whyUnpriced({ rates, grant }: Pick<Pricing, 'rates' | 'grant'>): Violation {
  if (grant.source === 'gift') return giftFault(grant)
  const one = tryPrice({ rates, grant, count: 1 })
  return {
    path: 'count',
    rule: 'tooBig',
    params: { max: one ? Math.floor(Number.MAX_SAFE_INTEGER / one.totalFen) : 0 },
  }
}

export async function quote(scope: Scope, { guid, count, byVoucher }: z.output<typeof billingCalls.quote.payload>) {
  requireInsider(scope)
  const { caller } = scope
  const found = await findContent(scope, guid)
  // The gate let in whoever may view any family of templates.
  if (!found || !(caller.isSuper || caller.privileges.has(templatePrivilege(found.family, 'view'))))
    throw new Refusal('template.notFound')
  const { family, content } = found
  const { rates } = await readTerms(scope)
  const asked = grantOf(family, content, {
    now: scope.asking.now,
    timeZone: caller.developer.timeZone,
    isTrialDeveloper: caller.developer.status === 'trial',
  })
  if (byVoucher) requireVouchers(asked)
  const grant = byVoucher ? byVouchers(asked) : asked
  const price = tryPrice({ rates, grant, count })
  if (!price) throw new Refusal('platform.badPayload', { violations: [whyUnpriced({ rates, grant })] })
  return { ...(await assess(scope, price, content.packageName)), vouchers: await vouchersFor(scope, grant) }
}

/** A price beside what there is to pay it. */
export async function assess(
  scope: Scope,
  { totalFen, lines, units }: Pick<Price, 'totalFen' | 'lines' | 'units'>,
  packageName: string | null,
) {
  const { wallet, gift, giftLicenses, vouchers } = await readBalances(scope)

  async function leftOf(stock: PriceUnit): Promise<number> {
    if (stock === 'gift') return giftLicenses
    if (stock === 'voucher') return vouchers
    const [type] = await listTypes(booksOf(scope), packageName ?? '')
    return (stock === 'packageUpdates' ? type?.remainingUpdates : type?.remaining) ?? 0
  }
  const withLeft = async (needed: NonNullable<Price['units']>) => ({ ...needed, left: await leftOf(needed.stock) })
  const needed = units && (await withLeft(units))
  return {
    totalFen,
    lines,
    units: needed,
    isEnough: wallet + gift >= totalFen && (needed === null || needed.left >= needed.count),
    isOverdue: (await readStanding(booksOf(scope))).isOverdue,
  }
}

/** Refuses what there is too little for, as paying it would. */
export async function requireFunds(
  scope: Scope,
  price: Pick<Price, 'totalFen' | 'lines' | 'units'>,
  packageName: string | null,
): Promise<void> {
  const { units, isEnough } = await assess(scope, price, packageName)
  if (isEnough) return
  if (units && units.left < units.count)
    throw new Refusal(USED_UP[units.stock], { params: { type: packageName ?? '', count: units.count } })
  const { wallet, gift } = await readBalances(scope)
  throw new Refusal('billing.insufficientBalance', {
    params: { amount: yuanText(price.totalFen), balance: yuanText(wallet + gift) },
  })
}

/** For how many there is enough, of what costs this each, when so much of it is meant for something else. */
export async function affordable(
  scope: Scope,
  each: Pick<Price, 'totalFen' | 'lines' | 'units'>,
  packageName: string | null,
  besides = { fen: 0, units: 0 },
): Promise<number> {
  const { units } = await assess(scope, each, packageName)
  const { wallet, gift } = await readBalances(scope)
  const byMoney =
    each.totalFen > 0 ? Math.floor((wallet + gift - besides.fen) / each.totalFen) : Number.POSITIVE_INFINITY
  const byUnits = units ? Math.floor((units.left - besides.units) / units.count) : Number.POSITIVE_INFINITY
  return Math.max(0, Math.min(byMoney, byUnits))
}
