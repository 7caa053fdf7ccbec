export const licenseIssue = {} as const
