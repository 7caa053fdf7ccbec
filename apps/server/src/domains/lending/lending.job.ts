// Deletes links and sign-ins of lending administrators once an hour, a day after their end.
import * as z from 'zod/mini'
import type { Clock } from '../../kernel/clock.ts'
import type { Database } from '../../kernel/db/database.ts'
import { defineJob } from '../../kernel/jobs/jobs.ts'
import type { Job } from '../../kernel/jobs/jobs.ts'

export function lendingPurgeJob({ database, clock }: { database: Database; clock: Clock }): Job {
  return defineJob({
    name: 'lending.purge',
    payload: z.object({}),
    schedule: '41 * * * *',
    retries: 1,
    async run() {
      await database.owner.query(`delete from lending_pass where expires_at < $1::timestamptz - interval '1 day'`, [
        clock.now(),
      ])
    },
  })
}
