export const licenseList = {} as const
