// Records once a minute which licenses have expired, and which deletions have become final. No answer depends on it:
// statuses are computed from the clock, and lists record the changes they need themselves.
import * as z from 'zod/mini'
import type { Clock } from '../../kernel/clock.ts'
import type { Database } from '../../kernel/db/database.ts'
import { defineJob } from '../../kernel/jobs/jobs.ts'
import type { Job } from '../../kernel/jobs/jobs.ts'
import { noteExpired } from './expiry.queries.ts'

/** Licenses per transaction. */
const STEP = 5_000

export function expiryJob({ database, clock }: { database: Pick<Database, 'owner'>; clock: Clock }): Job {
  return defineJob({
    name: 'license.expiry',
    payload: z.object({}),
    schedule: '* * * * *',
    retries: 0,
    async run() {
      const now = clock.now()
      while ((await noteExpired(database, null, now, STEP)) === STEP);
    },
  })
}
