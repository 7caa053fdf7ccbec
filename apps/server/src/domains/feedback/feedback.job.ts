// Deletes the pictures of old feedback once an hour. The text and the answer stay.
import * as z from 'zod/mini'
import type { Clock } from '../../kernel/clock.ts'
import type { Database } from '../../kernel/db/database.ts'
import { defineJob } from '../../kernel/jobs/jobs.ts'
import type { Job } from '../../kernel/jobs/jobs.ts'
import { purgePictures } from './feedback.queries.ts'

export function feedbackPurgeJob({ database, clock }: { database: Database; clock: Clock }): Job {
  return defineJob({
    name: 'feedback.purge',
    payload: z.object({}),
    schedule: '23 * * * *',
    retries: 1,
    run: () => purgePictures(database.owner, clock.now()),
  })
}
