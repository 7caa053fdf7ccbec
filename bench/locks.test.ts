// Runs the bench of user locks at a tiny size, so that it keeps working.
import { createTestCenter } from '@sealwright/testkit'
import { expect, it } from 'vitest'
import { measureLocks } from './locks.bench.ts'

it('the bench of user locks measures each figure on both sides', async () => {
  const center = await createTestCenter()
  try {
    const sizes = { small: 2_000, large: 2_100, beside: 100, rounds: 1, warmUps: 0 }
    const figures = await measureLocks(center, sizes, () => {})
    expect(figures.length).toBeGreaterThan(12)
    for (const { what, ours, baseline } of figures)
      expect(Math.min(ours.median, baseline.median), what).toBeGreaterThan(0)
  } finally {
    await center.close()
  }
})
