// Runs the daily rounds. It can run at any time and any number of times, in several processes, and be killed: a part is
// claimed in the transaction that writes its messages. Every zone's 09:00 is at a quarter of an hour in UTC.
import { isReminderTime, localDay } from '@sealwright/contract'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import type { Clock } from '../../kernel/clock.ts'
import type { RoundPart } from '../../kernel/daily-round.ts'
import type { Database } from '../../kernel/db/database.ts'
import { defineJob } from '../../kernel/jobs/jobs.ts'
import type { Job } from '../../kernel/jobs/jobs.ts'
import { claimDay, listTimeZones, listUndone } from './round.queries.ts'

export interface RoundDeps {
  database: Database
  clock: Clock
  log: Logger
  parts: readonly RoundPart[]
}

/** Developers per search. */
const STEP = 500

export function roundJob({ database, clock, log, parts }: RoundDeps): Job {
  async function runPart(part: RoundPart, day: string, of: { developerId: number; timeZone: string; now: Date }) {
    await database.inTenant(of.developerId, 'write', async (db) => {
      const claimed = await claimDay({ db, developerId: of.developerId }, part.name, day)
      if (claimed) await part.run({ ...of, ...claimed, day, db })
    })
  }

  async function runZone(timeZone: string, now: Date) {
    const today = localDay(now, timeZone)
    const wanted = parts.map((part) => ({ part, name: part.name, day: part.dayOf?.(today) ?? today }))
    for (let after = 0; ;) {
      const ids = await listUndone(database.owner, timeZone, wanted, { after, limit: STEP })
      for (const developerId of ids)
        for (const { part, day } of wanted)
          // A failure does not stop the others. The next run tries again.
          await runPart(part, day, { developerId, timeZone, now }).catch((err: unknown) =>
            log.error({ err, developerId, part: part.name }, 'reminders were not sent'),
          )
      const last = ids.at(-1)
      if (last === undefined || ids.length < STEP) return
      after = last
    }
  }

  return defineJob({
    name: 'reminder.round',
    payload: z.object({}),
    schedule: '*/15 * * * *',
    retries: 1,
    async run() {
      const now = clock.now()
      for (const timeZone of await listTimeZones(database.owner))
        if (isReminderTime(now, timeZone)) await runZone(timeZone, now)
    },
  })
}
