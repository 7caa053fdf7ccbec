// Renews the service fee of whoever wants it so, once an hour, a day before it ends. One developer that cannot be renewed does not stop the others.
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import type { Clock } from '../../kernel/clock.ts'
import type { Database } from '../../kernel/db/database.ts'
import type { Ids } from '../../kernel/ids.ts'
import { defineJob } from '../../kernel/jobs/jobs.ts'
import type { Job } from '../../kernel/jobs/jobs.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { listRenewals } from './service-fee.queries.ts'
import type { ServiceFeeService } from './service-fee.service.ts'

export function renewJob({ database, clock, ids, log, serviceFee }: { database: Database; clock: Clock; ids: Ids; log: Logger; serviceFee: ServiceFeeService }): Job {
  return defineJob({
    name: 'billing.renew',
    payload: z.object({}),
    schedule: '11 * * * *',
    retries: 1,
    async run() {
      const now = clock.now()
      for (const developerId of await listRenewals(database.owner, new Date(now.getTime() + serviceFee.renewalLeadMs))) {
        try {
          await database.inTenant(developerId, 'write', (db) => serviceFee.renew({ db, developerId, ids, now, actor: null }))
        } catch (error) {
          // Too little money is no failure: it is tried again in an hour, and the reminders say what is due.
          if (!(error instanceof Refusal)) log.error({ err: error, developerId }, 'a service fee was not renewed')
        }
      }
    },
  })
}
