// What issuing from a template would cost now, and whether there is enough to pay for it. Nothing is held, so the
// answer can change at any moment. Surprising: integrators can view templates but get no prices, because repeated
// quotes would reveal the balance.
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
import { readTerms } from '../ledger/terms.queries.ts'
import { listTypes } from './package.queries.ts'

/** Integrators do not see what their developer pays. */
export function requireInsider({ caller, say }: Pick<Scope, 'caller' | 'say'>): void {
  if (caller.integratorGuid !== null)
    throw new Refusal('platform.noPermission', { params: { privilege: say('privileges.billing.view') } })
}

/** Undefined if nothing can pay for it. */
export function tryGrant(...given: Parameters<typeof grantOf>): Grant | undefined {
  try {
    return grantOf(...given)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Undefined if there is no price. */
export function tryPrice(pricing: Pricing): Price | undefined {
  try {
    return priceOf(pricing)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Why a gift can no longer pay for the template, although it could when the template was created. */
function giftFault({ days }: Grant): Violation {
  const { giftDays, freeDevices } = LIMITS.billing
  if (days !== null && days <= giftDays) return { path: 'guid', rule: 'giftDevices', params: { max: freeDevices } }
  return { path: 'guid', rule: days === null ? 'giftForever' : 'giftTooLong', params: { max: giftDays } }
}

/** Refuses a request to pay by vouchers if they cannot pay for this. */
export function requireVouchers(grant: Grant): void {
  const rule = voucherFault(grant)
  if (rule)
    throw new Refusal('platform.badPayload', {
      violations: [{ path: 'byVoucher', rule, params: { max: LIMITS.billing.voucherDays } }],
    })
}

/** The number of vouchers; undefined if they cannot pay for this or the caller may not see the number. */
export async function vouchersFor(scope: Scope, grant: Grant | undefined): Promise<number | undefined> {
  return grant && fitsVoucher(grant) && scope.caller.integratorGuid === null
    ? (await readBalances(scope)).vouchers
    : undefined
}

/** Why there is no price: the gift does not fit, or the price of so many licenses is too large. */
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
  // The gate admits a caller who may view any family of templates.
  if (!found || !caller.privileges.has(templatePrivilege(found.family, 'view'))) throw new Refusal('template.notFound')
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

/** A price, and whether there is enough to pay it. */
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

/** Refuses a price that cannot be paid, as charging would. */
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

/** How many can be paid at this price each, if `besides` is needed for something else. */
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
