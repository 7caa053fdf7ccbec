// Records when devices were last seen. Contacts are frequent, so they are collected in memory and written together, at
// most half a minute late. If a process is killed, the next contact restores the lost times.
import { LIMITS } from '@sealwright/contract'
import type pg from 'pg'
import type { Logger } from 'pino'
import { writeSeen } from './seen.queries.ts'
import type { Seen } from './seen.queries.ts'

const { seenMs } = LIMITS.runtime
/** Rows per statement. Larger statements would block the event loop and delay programs. */
const AT_ONCE = 500

export function createSeen({ owner, log }: { owner: pg.Pool; log: Logger }) {
  let heard = new Map<string, Seen>()
  let timer: NodeJS.Timeout | undefined

  async function flush() {
    const written = heard
    heard = new Map()
    const all = [...written.values()]
    try {
      for (let from = 0; from < all.length; from += AT_ONCE) await writeSeen(owner, all.slice(from, from + AT_ONCE))
    } catch (error) {
      log.warn({ err: error }, 'cannot write when devices were last seen')
    }
  }

  return {
    note(developerId: number, machineGuid: string, at: Date, version: number | undefined) {
      heard.set(machineGuid, { developerId, machineGuid, at, version: version ?? heard.get(machineGuid)?.version })
    },
    flush,
    start() {
      timer = setInterval(() => void flush(), seenMs)
    },
    async stop() {
      clearInterval(timer)
      await flush()
    },
  }
}

export type SeenMachines = ReturnType<typeof createSeen>
