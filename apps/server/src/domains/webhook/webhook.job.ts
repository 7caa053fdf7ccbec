// Scheduled work of webhooks: the log is kept for some days.
import * as z from 'zod/mini'
import type { Clock } from '../../kernel/clock.ts'
import type { Database } from '../../kernel/db/database.ts'
import { defineJob } from '../../kernel/jobs/jobs.ts'
import type { Job } from '../../kernel/jobs/jobs.ts'
import { purge } from './webhook.queries.ts'

export function webhookPurgeJob({ database, clock }: { database: Database; clock: Clock }): Job {
  return defineJob({
    name: 'webhook.purge',
    payload: z.object({}),
    schedule: '41 * * * *',
    retries: 1,
    run: () => purge(database.owner, clock.now()),
  })
}
