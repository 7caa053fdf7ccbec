// Runs the bench of statistics at a tiny size, so that it keeps working.
import { createTestCenter } from '@sealwright/testkit'
import { expect, it } from 'vitest'
import { measureStatistics } from './statistics.bench.ts'

it('the bench of statistics measures each figure on both sides', async () => {
  const center = await createTestCenter()
  try {
    const figures = await measureStatistics(center, { small: 200, large: 400, rounds: 1, warmUps: 0 }, () => {})
    expect(figures.length).toBeGreaterThan(10)
    for (const { what, ours, baseline } of figures)
      expect(Math.min(ours.median, baseline.median), what).toBeGreaterThan(0)
  } finally {
    await center.close()
  }
})
