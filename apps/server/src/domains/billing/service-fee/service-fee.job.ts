// Renews the service fee of developers with automatic renewal, once an hour, a day before it ends. A failure does not
// stop the others.
import * as z from 'zod/mini'
import type { Clock } from '../../../kernel/clock.ts'
import type { Database } from '../../../kernel/db/database.ts'
import { defineJob } from '../../../kernel/jobs/jobs.ts'
import type { Job } from '../../../kernel/jobs/jobs.ts'
import { listRenewals } from './service-fee.queries.ts'
import type { ServiceFeeService } from './service-fee.service.ts'

export function renewJob({
  database,
  clock,
  serviceFee,
}: {
  database: Database
  clock: Clock
  serviceFee: ServiceFeeService
}): Job {
  return defineJob({
    name: 'billing.renew',
    payload: z.object({}),
    schedule: '11 * * * *',
    retries: 1,
    async run() {
      for (const developerId of await listRenewals(
        database.owner,
        new Date(clock.now().getTime() + serviceFee.renewalLeadMs),
      ))
        await serviceFee.renew(developerId)
    },
  })
}
