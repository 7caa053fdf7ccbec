// Verifies the whole operation log every night and keeps the result. Also deletes old results and counts.
import { DAY_MS, HEALTH_TIMES } from '@sealwright/contract'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import type { Verification } from '../../kernel/audit/verify.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Database } from '../../kernel/db/database.ts'
import { defineJob } from '../../kernel/jobs/jobs.ts'
import type { Job } from '../../kernel/jobs/jobs.ts'
import { PROOF_JOBS, deleteOld } from './health.queries.ts'

export interface HealthJobDeps {
  database: Database
  clock: Clock
  log: Logger
  verifyLog(): Promise<Verification>
  noteProblems(problems: readonly string[]): Promise<void>
}

export function healthJobs({ database, clock, log, verifyLog, noteProblems }: HealthJobDeps): Job[] {
  return [
    defineJob({
      name: PROOF_JOBS.log,
      payload: z.object({}),
      schedule: '47 18 * * *', // in UTC: 02:47 in Beijing, before the ledger
      retries: 1,
      async run() {
        const { problems } = await verifyLog()
        for (const problem of problems) log.error({ problem }, 'the operation log is not whole')
        await noteProblems(problems)
      },
    }),
    defineJob({
      name: 'health.purge',
      payload: z.object({}),
      schedule: '37 18 * * *',
      retries: 1,
      async run() {
        const before = (days: number) => new Date(clock.now().getTime() - days * DAY_MS)
        await deleteOld(database.owner, {
          counts: before(HEALTH_TIMES.countedDays),
          results: before(HEALTH_TIMES.resultDays),
        })
      },
    }),
  ]
}
