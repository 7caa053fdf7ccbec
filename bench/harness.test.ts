import { describe, expect, it } from 'vitest'
import { measureInTurns, missesOf, percentile, ratioOf, spreadOf, tableOf, verdict } from './harness.ts'
import type { Figure } from './harness.ts'

const flat = (value: number) => ({ median: value, p95: value })
const figure = (ours: number, baseline: number, more: Partial<Figure> = {}): Figure => ({
  what: 'first page',
  unit: 'ms',
  ours: flat(ours),
  baseline: flat(baseline),
  ...more,
})

describe('a percentile', () => {
  it('is a measured value, regardless of the order of the samples', () => {
    const samples = [5, 1, 4, 2, 3]
    expect([0, 0.2, 0.5, 0.95, 1].map((share) => percentile(samples, share))).toEqual([1, 1, 3, 5, 5])
    expect(samples).toEqual([5, 1, 4, 2, 3])
  })

  it('at 0.95 of twenty samples leaves one sample above it', () => {
    expect(spreadOf(Array.from({ length: 20 }, (_, i) => i + 1))).toEqual({ median: 10, p95: 19 })
  })

  it('of no samples is refused', () => {
    expect(() => percentile([], 0.5)).toThrow('needs samples')
  })
})

describe('a verdict', () => {
  it('compares medians, and p95 on our side only', () => {
    expect(ratioOf({ ours: { median: 6, p95: 100 }, baseline: { median: 3, p95: 1 } })).toBe(2)
    const bar = { ratioAtMost: 2, p95BelowMs: 50 }
    expect(missesOf({ ...figure(6, 3), baseline: { median: 3, p95: 900 } }, bar)).toEqual([])
    expect(missesOf({ ...figure(6, 3), ours: { median: 6, p95: 50 } }, bar)).toEqual(['p95 50.0 ms ≥ 50 ms'])
  })

  it('is met at the bar and missed beyond it, for times and for rates', () => {
    expect(verdict(figure(6, 3), { ratioAtMost: 2 })).toBe('bar met')
    expect(verdict(figure(6.03, 3), { ratioAtMost: 2 })).toBe('BAR MISSED: ratio 2.01 > 2')
    expect(verdict(figure(600, 1_000, { unit: '/s' }), { ratioAtLeast: 0.6 })).toBe('bar met')
    expect(verdict(figure(590, 1_000, { unit: '/s' }), { ratioAtLeast: 0.6 })).toBe('BAR MISSED: ratio 0.59 < 0.6')
  })

  it('is missed when there is no ratio', () => {
    expect(verdict(figure(0, 0), { ratioAtMost: 2 })).toContain('BAR MISSED')
  })

  it('is not given for a figure that is only shown', () => {
    expect(verdict(figure(9, 1, { unjudged: 'a jump' }), { ratioAtMost: 2 })).toBe('no bar: a jump')
  })
})

describe('measuring', () => {
  it('warms both sides up, then takes turns in changing order', async () => {
    const acts: string[] = []
    const spreads = await measureInTurns(
      async () => void acts.push('a'),
      async () => void acts.push('b'),
      { warmUps: 1, rounds: 3 },
    )
    expect(acts.join('')).toBe('ababbaab')
    expect(spreads.ours.p95).toBeGreaterThanOrEqual(spreads.ours.median)
  })

  it('fails if one side fails', async () => {
    await expect(
      measureInTurns(
        async () => {},
        async () => {
          throw new Error('refused')
        },
        { warmUps: 0, rounds: 1 },
      ),
    ).rejects.toThrow('refused')
  })
})

it('a table shows ours, the baseline, the ratio, the bar and the verdict of each figure', () => {
  const [heading, , row] = tableOf(
    { name: 'lists', bar: { ratioAtMost: 2, p95BelowMs: 50 } },
    { ours: 'many', baseline: 'few' },
    [figure(9, 3)],
  )
  expect(heading).toContain('ratio ≤ 2, p95 < 50 ms')
  expect(row?.split(/ {2,}/).slice(1)).toEqual([
    'first page',
    '9.0 ms (p95 9.0)',
    '3.0 ms (p95 3.0)',
    '3.00',
    'BAR MISSED: ratio 3.00 > 2',
  ])
})
