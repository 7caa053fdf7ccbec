// What issuing from a template would cost now, and whether there is enough of what would pay. Nothing is held: a moment later it may be otherwise.
import { grantOf, price as priceOf, templatePrivilege } from '@sealwright/contract'
import type { Price, PriceUnit, billingCalls } from '@sealwright/contract'
import type * as z from 'zod/mini'
import { Refusal } from '../../kernel/refusal.ts'
import type { Scope } from '../../kernel/scope.ts'
import { findContent } from '../template/index.ts'
import { booksOf } from './ledger.kind.ts'
import { readBalances } from './ledger.queries.ts'
import { listTypes } from './package.queries.ts'
import { readStanding } from './standing.service.ts'
import { readTerms } from './terms.queries.ts'

export async function quote(scope: Scope, { guid, count }: z.output<typeof billingCalls.quote.payload>) {
  const { caller } = scope
  const found = await findContent(scope, guid)
  // The gate let in whoever may view any family of templates.
  if (!found || !(caller.isSuper || caller.privileges.has(templatePrivilege(found.family, 'view')))) throw new Refusal('template.notFound')
  const { family, content } = found
  const { rates } = await readTerms(scope)
  const grant = grantOf(family, content, { now: scope.asking.now, timeZone: caller.developer.timeZone, isTrialDeveloper: caller.developer.status === 'trial' })
  const { totalFen, lines, units } = priceOf({ rates, grant, count })
  const { wallet, gift, giftLicenses, vouchers } = await readBalances(scope)

  async function leftOf(stock: PriceUnit): Promise<number> {
    if (stock === 'gift') return giftLicenses
    if (stock === 'voucher') return vouchers
    return (await listTypes(booksOf(scope), content.packageName ?? ''))[0]?.remaining ?? 0
  }
  const withLeft = async (needed: NonNullable<Price['units']>) => ({ ...needed, left: await leftOf(needed.stock) })
  const needed = units && (await withLeft(units))
  return {
    totalFen, lines, units: needed,
    isEnough: wallet + gift >= totalFen && (needed === null || needed.left >= needed.count),
    isOverdue: (await readStanding(booksOf(scope))).isOverdue,
  }
}
