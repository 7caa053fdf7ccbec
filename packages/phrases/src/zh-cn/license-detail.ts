export const licenseDetail = {} as const
