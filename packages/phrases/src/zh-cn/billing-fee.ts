export const billingFee = {
} as const
