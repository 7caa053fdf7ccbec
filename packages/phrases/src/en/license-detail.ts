import type { Phrases } from '../index.ts'

export const licenseDetail: Phrases['license']['detail'] = {}
