export const billingPackage = {
} as const
