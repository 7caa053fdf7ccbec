// Makes one call of each side of the bench, so that it keeps working.
import { createTestCenter } from '@sealwright/testkit'
import { expect, it } from 'vitest'
import { measureOpenApi } from './open-api.bench.ts'

it('the bench of the open API measures a signed call and one by a session', async () => {
  const center = await createTestCenter()
  try {
    const { ours, baseline } = await measureOpenApi(center, { rounds: 1, warmUps: 0 })
    expect(Math.min(ours.median, baseline.median)).toBeGreaterThan(0)
  } finally {
    await center.close()
  }
})
