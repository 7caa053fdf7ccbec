// Scheduled work of statistics: folding deltas, counting seats, and deleting old figures. The seats come from their
// rows, which are purged later than they are counted.
import { LIMITS } from '@sealwright/contract'
import * as z from 'zod/mini'
import type { Clock } from '../../kernel/clock.ts'
import type { Database } from '../../kernel/db/database.ts'
import { defineJob } from '../../kernel/jobs/jobs.ts'
import type { Job } from '../../kernel/jobs/jobs.ts'

interface Deps {
  database: Pick<Database, 'owner'>
  clock: Clock
}

export const foldFiguresJob = ({ database: { owner } }: Deps): Job =>
  defineJob({
    name: 'statistics.fold',
    payload: z.object({}),
    schedule: '* * * * *',
    retries: 1,
    run: async () => void (await owner.query('select fold_figures()')),
  })

export const countSeatsJob = ({ database: { owner }, clock }: Deps): Job =>
  defineJob({
    name: 'statistics.seats',
    payload: z.object({}),
    schedule: '*/5 * * * *',
    retries: 1,
    run: async () => void (await owner.query('select count_seats($1)', [clock.now()])),
  })

export const purgeFiguresJob = ({ database: { owner }, clock }: Deps): Job =>
  defineJob({
    name: 'statistics.purge',
    payload: z.object({}),
    schedule: '41 3 * * *',
    retries: 1,
    async run() {
      for (const table of ['figure_day', 'figure_sum'])
        await owner.query(
          `delete from ${table} where value = 0
           or day < ($1::timestamptz - make_interval(days => $2))::date and day > '-infinity'`,
          [clock.now(), LIMITS.statistics.keptDays],
        )
    },
  })
