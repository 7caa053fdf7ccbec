// Deletes expired rows of the identity domain once an hour, each kind of row after its own time.
import * as z from 'zod/mini'
import type { Clock } from '../../kernel/clock.ts'
import type { Database } from '../../kernel/db/database.ts'
import { defineJob } from '../../kernel/jobs/jobs.ts'
import type { Job } from '../../kernel/jobs/jobs.ts'
import { PURGES } from './purge.queries.ts'

export function identityPurgeJob({ database, clock }: { database: Database; clock: Clock }): Job {
  return defineJob({
    name: 'identity.purge',
    payload: z.object({}),
    schedule: '23 * * * *',
    retries: 1,
    async run() {
      const now = clock.now()
      for (const statement of PURGES) await database.owner.query(statement, [now])
    },
  })
}
