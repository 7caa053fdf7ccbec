import type { Phrases } from '../index.ts'

export const licenseIssue: Phrases['license']['issue'] = {}
