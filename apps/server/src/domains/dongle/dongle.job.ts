// Scheduled work of dongles: files of packages and answers that have ended, old contacts, issues without packages, and
// licenses that expired.
import { LIMITS } from '@sealwright/contract'
import * as z from 'zod/mini'
import type { Clock } from '../../kernel/clock.ts'
import type { Database } from '../../kernel/db/database.ts'
import { defineJob } from '../../kernel/jobs/jobs.ts'
import type { Job } from '../../kernel/jobs/jobs.ts'
import { expireLicenses, purgeContactEvents, purgeFiles, purgeIssues } from './contact/purge.queries.ts'

/** Licenses that one statement notes. */
const STEP = 2_000

export const dongleJob = ({ database: { owner }, clock }: { database: Pick<Database, 'owner'>; clock: Clock }): Job =>
  defineJob({
    name: 'dongle.purge',
    payload: z.object({}),
    schedule: '*/5 * * * *',
    retries: 1,
    async run() {
      await purgeFiles(owner, clock.now(), LIMITS.template.offlineDaysMax)
      await purgeIssues(owner, clock.now(), LIMITS.task)
      await purgeContactEvents(owner, clock.now(), LIMITS.dongle.contactsKeptDays)
      while ((await expireLicenses(owner, clock.now(), STEP)) === STEP);
    },
  })
