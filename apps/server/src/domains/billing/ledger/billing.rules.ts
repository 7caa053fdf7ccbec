// Pure decisions about money: what is drawn from where.
import { DEDUCT_MODES, isPurse } from '@sealwright/contract'
import type { Leg, Stock } from './ledger.kind.ts'

/**
 * By what licenses are paid for, in the order that its accounts are locked in (ledger_kind.rank): stocks before purses.
 */
export const PAID_IN_TURN: readonly (number | null)[] = [DEDUCT_MODES.package, DEDUCT_MODES.gift, DEDUCT_MODES.balance]

/** What is taken from one account. */
export interface Draw {
  kind: Stock
  ref?: string
  amount: number
}

export interface Available {
  kind: Stock
  ref?: string
  balance: number
}

/** Takes `amount` from these in their order; undefined where they do not have it. */
export function draw(from: readonly Available[], amount: number): Draw[] | undefined {
  let wanted = amount
  const draws = from.flatMap(({ balance, ...account }) => {
    const taken = Math.min(balance, wanted)
    wanted -= taken
    return taken > 0 ? [{ ...account, amount: taken }] : []
  })
  return wanted === 0 ? draws : undefined
}

/** Where what is spent goes. */
const SINKS = {
  wallet: 'revenue',
  gift: 'revenue',
  giftLicenses: 'licensesUsed',
  vouchers: 'licensesUsed',
  packageLicenses: 'licensesUsed',
  packageUpdates: 'updatesUsed',
} as const satisfies Record<Stock, Leg['kind']>

/** The other side of these draws, one leg an account. */
function sinks(draws: readonly Draw[]): Leg[] {
  const sums = new Map<Leg['kind'], number>()
  for (const { kind, amount } of draws) sums.set(SINKS[kind], (sums.get(SINKS[kind]) ?? 0) + amount)
  return [...sums].map(([kind, amount]) => ({ kind, amount }))
}

/** Spent at once, from what is free or, with `hold`, from what was set aside. */
export const spending = (draws: readonly Draw[], hold?: string): Leg[] => [
  ...draws.map((one) => ({ ...one, ...(hold !== undefined && { hold }), amount: -one.amount })),
  ...sinks(draws),
]
/** Set aside for an order. */
export const holding = (draws: readonly Draw[], hold: string): Leg[] =>
  draws.flatMap((one) => [
    { ...one, amount: -one.amount },
    { ...one, hold },
  ])
/** Given back to where it came from. */
export const releasing = (draws: readonly Draw[], hold: string): Leg[] =>
  draws.flatMap((one) => [{ ...one, hold, amount: -one.amount }, one])
/** The opposite of what was moved; what had been set aside before goes back to what is free. */
export const reversing = (legs: readonly Leg[]): Leg[] =>
  legs.map(({ hold: _freed, ...leg }) => ({ ...leg, amount: -leg.amount }))

export const moneyIn = (draws: readonly Draw[]) =>
  draws.filter(({ kind }) => isPurse(kind)).reduce((sum, { amount }) => sum + amount, 0)
export const giftIn = (draws: readonly Draw[]) =>
  draws.filter(({ kind }) => kind === 'gift').reduce((sum, { amount }) => sum + amount, 0)
