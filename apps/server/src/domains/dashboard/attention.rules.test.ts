import { describe, expect, it } from 'vitest'
import { moneyItems } from './attention.rules.ts'

describe('the service fee', () => {
  const daysUntil = (paidUntil: string, now: string) =>
    moneyItems(
      {
        balanceFen: 0,
        giftFen: 0,
        isLow: false,
        standing: { isOverdue: false, since: null, owedFen: 0 },
        serviceFee: { amountFen: 120_000, paidUntil: new Date(paidUntil), isUnpaid: false, autoRenew: false },
      },
      new Date(now),
      'Asia/Shanghai',
    ).map(({ kind, count }) => [kind, count])

  it.each([
    // It ends at 04:00 of the 31st in Shanghai.
    ['2026-12-30T20:00:00Z', '2026-12-29T12:00:00Z', 2],
    ['2026-12-30T20:00:00Z', '2026-12-29T17:00:00Z', 1],
    ['2026-12-30T20:00:00Z', '2026-12-30T17:00:00Z', 0],
  ])('that ends at %s is due, at %s, in %i days of the calendar', (paidUntil, now, days) => {
    expect(daysUntil(paidUntil, now)).toEqual([['serviceEnding', days]])
  })
})
