// The price of many licenses. Each license is priced separately, so the price of many is a multiple of the price of
// one. For more licenses than one call can issue, the server is asked for the price of one.
import { billingCalls } from '@sealwright/contract'
import type { AnswerOf, IssuePreview } from '@sealwright/contract'
import { useAnswer } from '../../../lib/call/client.ts'
import { useCan } from '../../../lib/session/can.tsx'

type Price = AnswerOf<typeof billingCalls.quote>
export type PaidAt = IssuePreview['paidAt']

/** Whether issuing charges money or places a hold. */
export const isPaidNow = (paidAt: PaidAt) => paidAt === 'issue' || paidAt === 'approval'

/** Balance plus gift balance; undefined if the person may not see them. */
export function useFunds(isAsked: boolean): number | undefined {
  const canSee = useCan(billingCalls.balance)
  const { data } = useAnswer(billingCalls.balance, {}, { enabled: isAsked && canSee })
  return data && data.balanceFen + data.giftFen
}

/**
 * The price of `count` licenses, from the price of one. If `funds` is undefined, the balance is assumed to be enough;
 * the check reports otherwise.
 */
export function timesPrice(one: Price, count: number, funds: number | undefined): Price {
  const totalFen = one.totalFen * count
  const units = one.units && { ...one.units, count: one.units.count * count }
  return {
    ...one,
    totalFen,
    units,
    lines: one.lines.map((line) => ({
      ...line,
      count: line.count * count,
      creditFen: line.creditFen * count,
      amountFen: line.amountFen * count,
    })),
    isEnough:
      one.isEnough &&
      (totalFen === 0 || funds === undefined || funds >= totalFen) &&
      (units === null || units.left >= units.count),
  }
}
