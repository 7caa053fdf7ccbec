import type { Phrases } from '../index.ts'

export const billingTopUp: Phrases['billing']['topUp'] = {
}
