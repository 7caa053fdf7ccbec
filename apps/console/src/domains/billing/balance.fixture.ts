// A balance as the server answers it, with a given amount.
import type { AnswerOf, billingCalls } from '@sealwright/contract'

export const balanceOf = (
  balanceFen: number,
  given: Partial<AnswerOf<typeof billingCalls.balance>> = {},
): AnswerOf<typeof billingCalls.balance> => ({
  balanceFen,
  giftFen: 0,
  heldFen: 0,
  giftLicenses: 0,
  vouchers: 0,
  lowBalanceFen: null,
  isLow: false,
  standing: { isOverdue: false, since: null, owedFen: 0, graceUntil: null },
  dueFen: 0,
  serviceFee: { amountFen: 0, periodMonths: 12, paidUntil: null, isUnpaid: false, isFree: false, autoRenew: true },
  rates: { perDayFen: 10, perYearFen: 1_500, oneTimeFen: 5_800, freeDevices: 5, extraDeviceFen: 100 },
  since: null,
  ...given,
})
