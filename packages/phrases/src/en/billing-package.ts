import type { Phrases } from '../index.ts'

export const billingPackage: Phrases['billing']['package'] = {
}
