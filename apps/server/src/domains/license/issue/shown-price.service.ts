// The price that a person saw before an issue or update. It is charged, or nothing is.
import { fenOf, yuanText } from '@sealwright/contract'
import type { Price } from '@sealwright/contract'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { RowReason } from '../../task/index.ts'

export interface Shown {
  fen: number
  /** It may cost less by now, as a batch that runs past midnight does. */
  isMost: boolean
}

/** The price in the payload of a call. Undefined if the caller sent none. */
export const shownOf = ({ priceFen }: { priceFen?: number | undefined }): Shown | undefined =>
  priceFen === undefined ? undefined : { fen: priceFen, isMost: false }

/** Refuses a price that differs from the one that was shown. Integrators are shown none and must not learn it here. */
export function requireShown({ caller }: Scope, { totalFen }: Pick<Price, 'totalFen'>, shown: Shown | undefined): void {
  if (shown === undefined || caller.integratorGuid !== null) return
  if (shown.isMost ? totalFen > shown.fen : totalFen !== shown.fen)
    throw new Refusal('license.priceChanged', { params: { amount: yuanText(totalFen) } })
}

/** The price in the reason of a row that failed because of it. Whoever retries the row has seen this price. */
export function toldFenOf(reason: RowReason | null | undefined): number | undefined {
  const amount = reason?.error === 'license.priceChanged' ? reason.params?.['amount'] : undefined
  return amount === undefined ? undefined : fenOf(String(amount))
}
