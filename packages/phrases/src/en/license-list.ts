import type { Phrases } from '../index.ts'

export const licenseList: Phrases['license']['list'] = {}
