// Sends the reminders once a day. It can run at any time and any number of times: a reminder is not sent twice.
import { LIMITS } from '@sealwright/contract'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import type { Clock } from '../../../kernel/clock.ts'
import type { Database } from '../../../kernel/db/database.ts'
import { defineJob } from '../../../kernel/jobs/jobs.ts'
import type { Job } from '../../../kernel/jobs/jobs.ts'
import { listEndings } from './reminder.queries.ts'
import type { Reminders } from './reminder.service.ts'

export function remindJob({
  database,
  clock,
  log,
  reminders,
}: {
  database: Database
  clock: Clock
  log: Logger
  reminders: Reminders
}): Job {
  return defineJob({
    name: 'billing.remind',
    payload: z.object({}),
    // In UTC: 09:00 in Beijing.
    schedule: '0 1 * * *',
    retries: 1,
    async run() {
      const now = clock.now()
      for (const ending of await listEndings(database.owner, now, LIMITS.billing.reminderDays)) {
        const { developerId, kind } = ending
        // A failure does not stop the other reminders.
        await database
          .inTenant(developerId, 'write', (db) => reminders.remind({ db, developerId, now }, ending))
          .catch((err: unknown) => log.error({ err, developerId, kind }, 'a reminder was not sent'))
      }
    },
  })
}
