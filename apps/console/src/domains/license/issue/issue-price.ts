// What many licenses cost: every one is priced alone, so that many cost so many times what one costs. Of more than one
// call issues, the server is asked for one.
import { billingCalls } from '@sealwright/contract'
import type { AnswerOf, IssuePreview } from '@sealwright/contract'
import { useAnswer } from '../../../lib/call/client.ts'
import { useCan } from '../../../lib/session/can.tsx'

type Price = AnswerOf<typeof billingCalls.quote>
export type PaidAt = IssuePreview['paidAt']

/** Whether money moves, or is held, when it is issued. */
export const isPaidNow = (paidAt: PaidAt) => paidAt === 'issue' || paidAt === 'approval'

/** What there is to pay from, for who may see it. */
export function useFunds(isAsked: boolean): number | undefined {
  const canSee = useCan(billingCalls.balance)
  const { data } = useAnswer(billingCalls.balance, {}, { enabled: isAsked && canSee })
  return data && data.balanceFen + data.giftFen
}

/** The price of so many, by that of one. Who may not see the funds is told by the check whether they suffice. */
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
