import type { Phrases } from '../index.ts'

export const billingOverview: Phrases['billing']['overview'] = {
}
