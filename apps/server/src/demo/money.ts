// The money of the demo: the offers of the platform, and the payments of its developer.
import { FEN_A_YUAN, billingCalls, packageCalls, serviceFeeCalls, topUpCalls } from '@sealwright/contract'
import { createOperator } from '../domains/billing/index.ts'
import type { Past } from './past.ts'
import { firstOf } from './story.ts'
import type { Day, Story } from './story.ts'
import type { Words } from './words/index.ts'

type OfferKey = keyof Words['offers']

const OFFERS: { key: OfferKey; licenses: number; updates: number; days: number; priceFen: number }[] = [
  { key: 'standard', licenses: 100, updates: 50, days: 365, priceFen: 120_000 },
  { key: 'business', licenses: 1_000, updates: 500, days: 365, priceFen: 980_000 },
  { key: 'mobile', licenses: 500, updates: 100, days: 180, priceFen: 300_000 },
]
const GIFTS = [
  { fromFen: 100_000, percent: 2 },
  { fromFen: 1_000_000, percent: 5 },
]
const SERVICE_FEE_FEN = 120_000
const TOP_UPS: { ago: number; yuan: number; became: 'paid' | 'failed' | 'left' }[] = [
  { ago: 325, yuan: 8_000, became: 'paid' },
  { ago: 222, yuan: 10_000, became: 'paid' },
  { ago: 128, yuan: 30_000, became: 'paid' },
  { ago: 40, yuan: 500, became: 'failed' },
  { ago: 12, yuan: 5_000, became: 'paid' },
  { ago: 0, yuan: 1_000, became: 'left' },
]
const PURCHASES: { ago: number; key: OfferKey }[] = [
  { ago: 318, key: 'standard' },
  { ago: 251, key: 'standard' },
  { ago: 174, key: 'mobile' },
  { ago: 120, key: 'business' },
  { ago: 88, key: 'standard' },
  { ago: 27, key: 'standard' },
  { ago: 9, key: 'standard' },
]

/** Sets the prices of the platform before the developer does anything. */
export async function setPrices(past: Past, developerId: number, { offers }: Words): Promise<void> {
  const operator = createOperator(past.ground)
  await operator.setGifts(GIFTS)
  for (const { key, ...offer } of OFFERS) await operator.addOffer({ ...offer, type: offers[key] })
  await operator.setFeeOf(developerId, SERVICE_FEE_FEN)
}

export function moneyDays(
  { make, words, developerId }: Pick<Story, 'developerId' | 'make' | 'words'>,
  { ground, center }: Past,
  serviceUntil: Date,
): Day[] {
  const operator = createOperator(ground)

  async function fund({ yuan, became }: (typeof TOP_UPS)[number]) {
    const amountFen = yuan * FEN_A_YUAN
    // Without the sandbox, the demo does not fake a payment. The platform credits the money instead.
    if (!ground.config.sandboxPayments)
      return (
        became === 'paid' && operator.credit(developerId, { kind: 'wallet', amount: amountFen, note: words.money.demo })
      )
    const { serial } = await firstOf(make(topUpCalls.create, [{ amountFen, paymentMethod: 'sandbox' }]))
    return (
      became === 'left' ||
      center.billing.takeCallback('sandbox', {
        serial,
        amountFen,
        state: became,
        providerRef: `SANDBOX-${serial}`,
        at: ground.clock.now(),
      })
    )
  }
  async function buy(key: OfferKey) {
    const { offers } = await firstOf(make(packageCalls.offers, [{}]))
    const offer = offers.find(({ type }) => type === words.offers[key])
    if (offer) await make(packageCalls.buy, [{ guid: offer.guid, priceFen: offer.priceFen }])
  }

  return [
    {
      ago: 310,
      act: () => make(serviceFeeCalls.pay, [{ amountFen: SERVICE_FEE_FEN, paidUntil: serviceUntil.toISOString() }]),
    },
    { ago: 280, act: () => operator.credit(developerId, { kind: 'gift', amount: 20_000, note: words.money.gift }) },
    ...TOP_UPS.map((topUp) => ({ ago: topUp.ago, act: () => fund(topUp) })),
    ...PURCHASES.map(({ ago, key }) => ({ ago, act: () => buy(key) })),
    { ago: 8, act: () => make(billingCalls.updateSettings, [{ lowBalanceFen: 100_000 }]) },
  ]
}
