// Counters kept beside the rows. A value is the folded counter plus the deltas that are not folded yet, so it is exact
// for committed rows and costs one lookup.
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { defineJob } from '../jobs/jobs.ts'
import type { Job } from '../jobs/jobs.ts'
import { purgeOutbox } from '../mail/outbox.ts'
import type { Scope } from '../scope.ts'
import type { Database } from './database.ts'

export async function readCounters<Name extends string>(
  scope: Pick<Scope, 'db' | 'developerId'>,
  names: readonly Name[],
): Promise<Record<Name, number>> {
  const { rows } = await scope.db.execute<{ name: Name; value: number }>(sql`
    select name, sum(value)::bigint as value from (
      select name, value from counter where developer_id = ${scope.developerId} and name in ${[...names]}
      union all
      select name, delta from counter_delta where developer_id = ${scope.developerId} and name in ${[...names]}
    ) parts group by name`)
  const found = new Map(rows.map((row) => [row.name, row.value]))
  return Object.fromEntries(names.map((name) => [name, found.get(name) ?? 0])) as Record<Name, number> // has all names
}

export function foldCountersJob(database: Database): Job {
  return defineJob({
    name: 'counters.fold',
    payload: z.object({}),
    schedule: '* * * * *',
    retries: 1,
    run: async () => void (await database.owner.query('select fold_counters()')),
  })
}

/** Deletes idempotency keys after a day, and messages after a time that depends on their state. */
export function purgeJob(database: Database, now: () => Date): Job {
  return defineJob({
    name: 'kernel.purge',
    payload: z.object({}),
    schedule: '17 * * * *',
    retries: 1,
    async run() {
      await database.owner.query(
        "delete from idempotency_key where created_at < $1::timestamptz - interval '24 hours'",
        [now()],
      )
      await purgeOutbox(database.owner, now())
    },
  })
}
