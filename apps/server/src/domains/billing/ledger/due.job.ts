// Pays platform bills from the balance when they fall due. It runs once an hour and pays the bills of the next hour, so
// that a developer with enough money does not become overdue.
import { HOUR_MS } from '@sealwright/contract'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import type { Clock } from '../../../kernel/clock.ts'
import type { Database } from '../../../kernel/db/database.ts'
import type { Ids } from '../../../kernel/ids.ts'
import { defineJob } from '../../../kernel/jobs/jobs.ts'
import type { Job } from '../../../kernel/jobs/jobs.ts'
import { listDue } from './billing.queries.ts'
import type { Charging } from './charging.service.ts'

export function dueJob({
  database,
  clock,
  ids,
  log,
  charging,
}: {
  database: Database
  clock: Clock
  ids: Ids
  log: Logger
  charging: Charging
}): Job {
  return defineJob({
    name: 'billing.due',
    payload: z.object({}),
    schedule: '23 * * * *',
    retries: 1,
    async run() {
      const now = clock.now()
      const by = new Date(now.getTime() + HOUR_MS)
      for (const developerId of await listDue(database.owner, by)) {
        try {
          await database.inTenant(developerId, 'write', (db) =>
            charging.payOwed({ db, developerId, ids, now, actor: null }, by),
          )
        } catch (err) {
          log.error({ err, developerId }, 'a due bill was not paid')
        }
      }
    },
  })
}
