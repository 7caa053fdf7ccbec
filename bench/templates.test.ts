// Runs the template bench at a tiny size, so that it keeps working.
import { createTestCenter } from '@sealwright/testkit'
import { expect, it } from 'vitest'
import { measureTemplates } from './templates.bench.ts'

it('the template bench measures each figure on both sides', async () => {
  const center = await createTestCenter()
  try {
    const figures = await measureTemplates(
      center,
      { small: 40, large: 60, beside: 40, rounds: 1, warmUps: 0 },
      () => {},
    )
    expect(figures.length).toBeGreaterThan(10)
    for (const { what, ours, baseline } of figures)
      expect(Math.min(ours.median, baseline.median), what).toBeGreaterThan(0)
  } finally {
    await center.close()
  }
})
