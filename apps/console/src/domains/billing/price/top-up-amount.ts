// How much to top up, as the address of the form carries it: in yuan, by the steps that can be paid. What it carries
// beside that is nothing.
import { FEN_A_YUAN, LIMITS, fenOf, topUpAmountFen } from '@sealwright/contract'
import * as z from 'zod/mini'

const { multipleYuan, maxYuan } = LIMITS.topUp

/** The search of the form for whoever lacks so much. */
export function topUpSearch(missingFen: number): { amount: string } {
  const steps = Math.ceil(missingFen / (multipleYuan * FEN_A_YUAN))
  return { amount: String(Math.min(steps * multipleYuan, maxYuan)) }
}

/** What the address asks to fill in. */
export function amountAsked(amount: string | undefined): string {
  return amount !== undefined && z.safeParse(topUpAmountFen, fenOf(amount)).success ? amount : ''
}
