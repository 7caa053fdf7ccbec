export const billingTopUp = {
} as const
