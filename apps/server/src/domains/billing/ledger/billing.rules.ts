// Pure decisions about money: which account an amount is taken from.
import { DEDUCT_MODES, isPurse } from '@sealwright/contract'
import type { Leg, Stock } from './ledger.kind.ts'

/**
 * The ways to pay for licenses, in the order in which their accounts are locked (ledger_kind.rank): stocks before
 * purses.
 */
export const PAID_IN_TURN: readonly (number | null)[] = [DEDUCT_MODES.package, DEDUCT_MODES.gift, DEDUCT_MODES.balance]

/** An amount that is taken from one account. */
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

/** Takes `amount` from these accounts in order; undefined if they do not have enough. */
export function draw(from: readonly Available[], amount: number): Draw[] | undefined {
  let wanted = amount
  const draws = from.flatMap(({ balance, ...account }) => {
    const taken = Math.min(balance, wanted)
    wanted -= taken
    return taken > 0 ? [{ ...account, amount: taken }] : []
  })
  return wanted === 0 ? draws : undefined
}

/** The counter account of each stock when it is spent. */
const SINKS = {
  wallet: 'revenue',
  gift: 'revenue',
  giftLicenses: 'licensesUsed',
  vouchers: 'licensesUsed',
  packageLicenses: 'licensesUsed',
  packageUpdates: 'updatesUsed',
} as const satisfies Record<Stock, Leg['kind']>

/** The counter legs of these draws, one for each account. */
function sinks(draws: readonly Draw[]): Leg[] {
  const sums = new Map<Leg['kind'], number>()
  for (const { kind, amount } of draws) sums.set(SINKS[kind], (sums.get(SINKS[kind]) ?? 0) + amount)
  return [...sums].map(([kind, amount]) => ({ kind, amount }))
}

/** Spends from the free balance or, with `hold`, from a hold. */
export const spending = (draws: readonly Draw[], hold?: string): Leg[] => [
  ...draws.map((one) => ({ ...one, ...(hold !== undefined && { hold }), amount: -one.amount })),
  ...sinks(draws),
]
/** Moves from the free balance to the hold of an order. */
export const holding = (draws: readonly Draw[], hold: string): Leg[] =>
  draws.flatMap((one) => [
    { ...one, amount: -one.amount },
    { ...one, hold },
  ])
/** Returns a hold to the free balance. */
export const releasing = (draws: readonly Draw[], hold: string): Leg[] =>
  draws.flatMap((one) => [{ ...one, hold, amount: -one.amount }, one])
/** The opposite of a transfer. What came from a hold returns to the free balance. */
export const reversing = (legs: readonly Leg[]): Leg[] =>
  legs.map(({ hold: _freed, ...leg }) => ({ ...leg, amount: -leg.amount }))

export const moneyIn = (draws: readonly Draw[]) =>
  draws.filter(({ kind }) => isPurse(kind)).reduce((sum, { amount }) => sum + amount, 0)
export const giftIn = (draws: readonly Draw[]) =>
  draws.filter(({ kind }) => kind === 'gift').reduce((sum, { amount }) => sum + amount, 0)
