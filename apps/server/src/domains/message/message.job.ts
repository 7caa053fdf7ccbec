// Scheduled work of messages: sending mails that waited, and deleting old messages.
import * as z from 'zod/mini'
import { defineJob } from '../../kernel/jobs/jobs.ts'
import type { Job } from '../../kernel/jobs/jobs.ts'
import { sendDue } from './mail.service.ts'
import type { WaitingDeps } from './mail.service.ts'
import { purgeMessages } from './message.queries.ts'

export const messageJobs = (deps: WaitingDeps): Job[] => [
  defineJob({
    name: 'message.mail',
    payload: z.object({}),
    schedule: '* * * * *',
    retries: 1,
    run: () => sendDue(deps),
  }),
  defineJob({
    name: 'message.purge',
    payload: z.object({}),
    schedule: '23 * * * *',
    retries: 1,
    run: () => purgeMessages(deps.database.owner, deps.clock.now()),
  }),
]
