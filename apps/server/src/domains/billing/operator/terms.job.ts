// Applies the changes of fee, limits and gifts that have started. Rates need no job: they are read by time.
import * as z from 'zod/mini'
import { defineJob } from '../../../kernel/jobs/jobs.ts'
import type { Job } from '../../../kernel/jobs/jobs.ts'
import type { Operator } from './operator.service.ts'

export const termsJob = ({ applyDue }: Pick<Operator, 'applyDue'>): Job =>
  defineJob({
    name: 'terms.apply',
    payload: z.object({}),
    schedule: '* * * * *',
    retries: 1,
    async run() {
      await applyDue()
    },
  })
