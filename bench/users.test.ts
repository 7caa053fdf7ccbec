// Runs the user bench at a tiny size, so that it keeps working.
import { createTestCenter } from '@sealwright/testkit'
import { expect, it } from 'vitest'
import { measureUsers } from './users.bench.ts'

it('the user bench measures each figure on both sides', async () => {
  const center = await createTestCenter()
  try {
    const figures = await measureUsers(center, { small: 600, large: 800, beside: 100, rounds: 1, warmUps: 0 }, () => {})
    expect(figures.length).toBeGreaterThan(15)
    for (const { what, ours, baseline } of figures)
      expect(Math.min(ours.median, baseline.median), what).toBeGreaterThan(0)
  } finally {
    await center.close()
  }
})
