// Typical licenses, priced at given rates: what a change of prices means, before it is saved.
import { price, priceOfMachines, tiersOf } from '../domains/billing/pricing.ts'
import type { Grant, Rates } from '../domains/billing/pricing.ts'

export const PRICE_SAMPLES = [
  'day',
  'month',
  'year',
  'permanent',
  'devices',
  'tierEnd',
  'nextTier',
  'machines',
] as const
export type PriceSample = (typeof PRICE_SAMPLES)[number]

/** Devices of the samples with devices. */
export const SAMPLE_DEVICES = 10
/** Users of the samples at the border of a tier, if there are no tiers. */
const PLAIN_BORDER = 50

const ONE: Grant = { source: 'balance', mode: 'oneTime', days: null, devices: null, users: null, isSoft: false }

/** The number of users at which the first tier ends. */
export function tierBorder(rates: Rates): number {
  return rates.tiers.length > 1 ? (tiersOf(rates)[0]?.topLimit ?? PLAIN_BORDER) : PLAIN_BORDER
}

/** The price of each sample at these rates. `border`: the users of the samples at the border of a tier. */
export function samplePrices(rates: Rates, border = tierBorder(rates)): Record<PriceSample, number> {
  const of = (grant: Partial<Grant>) => price({ rates, grant: { ...ONE, ...grant }, count: 1 }).totalFen
  return {
    day: of({ mode: 'day', days: 1 }),
    month: of({ mode: 'day', days: 30 }),
    year: of({ mode: 'year', days: 365 }),
    permanent: of({}),
    devices: of({ devices: SAMPLE_DEVICES }),
    tierEnd: of({ users: border }),
    nextTier: of({ users: border + 1 }),
    machines: priceOfMachines(rates, 0, SAMPLE_DEVICES).totalFen,
  }
}
