// The heartbeat of this process: a row that says that it runs, in which version, and that it stopped. Each beat also
// stores the counts of refused calls. A beat that fails changes nothing; the next one makes up for it.
import { HEALTH_TIMES } from '@sealwright/contract'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Clock } from '../../kernel/clock.ts'
import { outageOf } from '../../kernel/db/database.ts'
import { addCounts, beat } from './health.queries.ts'
import type { Tally } from './tally.service.ts'

export interface Heartbeat {
  start(): Promise<void>
  /** Stores the counts now, and a beat. */
  beat(): Promise<void>
  stop(): Promise<void>
}

export function createHeartbeat(deps: {
  owner: pg.Pool
  clock: Clock
  log: Logger
  tally: Tally
  processId: string
  version: string
}): Heartbeat {
  const { owner, clock, log, tally } = deps
  const startedAt = clock.now()
  let timer: NodeJS.Timeout | undefined
  let last: Promise<void> = Promise.resolve()

  async function once(isStopping: boolean): Promise<void> {
    const now = clock.now()
    const counts = tally.take()
    try {
      await addCounts(owner, now, counts)
    } catch (error) {
      tally.putBack(counts)
      throw error
    }
    await beat(owner, { id: deps.processId, version: deps.version, startedAt }, now, isStopping)
  }
  const quietly = (isStopping: boolean) =>
    once(isStopping).catch((error: unknown) => log.warn(outageOf(error), 'a heartbeat could not be stored'))

  return {
    async start() {
      await quietly(false)
      timer = setInterval(() => void (last = last.then(() => quietly(false))), HEALTH_TIMES.beatSeconds * 1000)
      timer.unref()
    },
    beat: () => once(false),
    async stop() {
      if (!timer) return
      clearInterval(timer)
      timer = undefined
      await last
      await quietly(true)
    },
  }
}
