export const billingOverview = {
} as const
