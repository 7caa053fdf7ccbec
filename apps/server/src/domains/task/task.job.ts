// The jobs of tasks: work on queued tasks, resume tasks that a killed server left, and purge old ones. The queue only
// wakes a worker. The tasks themselves store what is done.
import * as z from 'zod/mini'
import type { Clock } from '../../kernel/clock.ts'
import type { Database } from '../../kernel/db/database.ts'
import { defineJob } from '../../kernel/jobs/jobs.ts'
import type { Job } from '../../kernel/jobs/jobs.ts'
import { WORK } from './queue.service.ts'
import type { TaskQueue } from './queue.service.ts'
import * as queries from './task.queries.ts'
import type { Work } from './work.service.ts'

/** Tasks that one process works on at the same time. */
const AT_ONCE = 3

/** Queues every open task that nobody works on. */
export async function resumeTasks({
  database,
  queue,
  work,
}: {
  database: Database
  queue: TaskQueue
  work: Work
}): Promise<void> {
  await database.asOwner(async (db) => {
    for (const task of await queries.listAbandoned(db)) if (!work.isInHand(task.guid)) await queue.enqueue(db, task)
  })
}

export function taskJobs(deps: { database: Database; clock: Clock; queue: TaskQueue; work: Work }): Job[] {
  return [
    defineJob({
      name: WORK,
      payload: z.object({ developerId: z.int(), guid: z.string() }),
      retries: 5,
      concurrency: AT_ONCE,
      run: async ({ developerId, guid }) => void (await deps.work.work(developerId, guid)),
    }),
    defineJob({
      name: 'task.resume',
      payload: z.object({}),
      schedule: '* * * * *',
      retries: 0,
      run: () => resumeTasks(deps),
    }),
    defineJob({
      name: 'task.purge',
      payload: z.object({}),
      schedule: '41 * * * *',
      retries: 1,
      run: () => deps.database.asOwner((db) => queries.purgeTasks(db, deps.clock.now())),
    }),
  ]
}
