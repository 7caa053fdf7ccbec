import { createTestCenter } from '@sealwright/testkit'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { defineJob } from './jobs.ts'

it('a job that no longer exists is no longer scheduled after a start', async () => {
  const center = await createTestCenter()
  const { jobs, database } = center.ground
  const yearly = (name: string) =>
    defineJob({ name, payload: z.object({}), schedule: '0 0 1 1 *', retries: 0, run: () => Promise.resolve() })
  try {
    await jobs.start([yearly('test.kept'), yearly('test.removed')])
    await jobs.start([yearly('test.kept')])
    const { rows } = await database.owner.query('select name from pgboss.schedule')
    expect(rows).toEqual([{ name: 'test.kept' }])
  } finally {
    await jobs.stop()
    await center.close()
  }
})
