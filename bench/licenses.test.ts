// Runs the license bench at a tiny size, so that it keeps working.
import { createTestCenter } from '@sealwright/testkit'
import { expect, it } from 'vitest'
import { measureLicenses } from './licenses.bench.ts'

it('the license bench measures each figure on both sides', async () => {
  const center = await createTestCenter()
  try {
    const figures = await measureLicenses(
      center,
      { small: 1_500, large: 2_000, beside: 100, rounds: 1, warmUps: 0 },
      () => {},
    )
    expect(figures.length).toBeGreaterThan(30)
    for (const { what, ours, baseline } of figures)
      expect(Math.min(ours.median, baseline.median), what).toBeGreaterThan(0)
  } finally {
    await center.close()
  }
})
