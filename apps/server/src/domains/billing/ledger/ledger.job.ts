// Verifies the ledger every night. Each problem is logged as an error, and the result is noted for the health page.
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import type { Database } from '../../../kernel/db/database.ts'
import { defineJob } from '../../../kernel/jobs/jobs.ts'
import type { Job } from '../../../kernel/jobs/jobs.ts'
import { verifyLedger } from './verify.queries.ts'

export function verifyJob({
  database,
  log,
  noteProblems,
}: {
  database: Database
  log: Logger
  noteProblems: (problems: readonly string[]) => Promise<void>
}): Job {
  return defineJob({
    name: 'ledger.verify',
    payload: z.object({}),
    schedule: '17 19 * * *', // in UTC: 03:17 in Beijing
    retries: 1,
    async run() {
      const { problems } = await verifyLedger(database.owner)
      for (const problem of problems) log.error(problem, 'the ledger does not add up')
      await noteProblems(
        problems.map(({ developerId, what, detail }) => `developer ${developerId}, ${what}: ${detail}`),
      )
    },
  })
}
