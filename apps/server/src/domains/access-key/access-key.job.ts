// Scheduled work on access keys.
import * as z from 'zod/mini'
import type { Clock } from '../../kernel/clock.ts'
import type { Database } from '../../kernel/db/database.ts'
import { defineJob } from '../../kernel/jobs/jobs.ts'
import type { Job } from '../../kernel/jobs/jobs.ts'
import { purge } from './access-key.queries.ts'

export const accessKeyPurgeJob = ({ database, clock }: { database: Database; clock: Clock }): Job =>
  defineJob({
    name: 'accessKey.purge',
    payload: z.object({}),
    schedule: '*/10 * * * *',
    retries: 1,
    run: () => purge(database.owner, clock.now()),
  })
