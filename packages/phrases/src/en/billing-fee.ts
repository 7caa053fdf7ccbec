import type { Phrases } from '../index.ts'

export const billingFee: Phrases['billing']['fee'] = {
}
