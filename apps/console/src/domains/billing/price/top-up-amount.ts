// The top-up amount in the address of the form: in yuan, in steps that can be paid. Any other value is ignored.
import { FEN_A_YUAN, LIMITS, fenOf, topUpAmountFen } from '@sealwright/contract'
import * as z from 'zod/mini'

const { multipleYuan, maxYuan } = LIMITS.topUp

/** The search parameters that prefill the missing amount, rounded up to a step and capped at the maximum. */
export function topUpSearch(missingFen: number): { amount: string } {
  const steps = Math.ceil(missingFen / (multipleYuan * FEN_A_YUAN))
  return { amount: String(Math.min(steps * multipleYuan, maxYuan)) }
}

/** The amount to prefill; empty if the address has no valid one. */
export function amountAsked(amount: string | undefined): string {
  return amount !== undefined && z.safeParse(topUpAmountFen, fenOf(amount)).success ? amount : ''
}
