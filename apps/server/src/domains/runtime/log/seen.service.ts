// When machines were last heard of. They are heard of all the time, and nobody waits for it to be written: it is kept
// here and written together, at most half a minute late; what a killed process did not write is known again at the next
// contact.
import { LIMITS } from '@sealwright/contract'
import type pg from 'pg'
import type { Logger } from 'pino'
import { writeSeen } from './seen.queries.ts'
import type { Seen } from './seen.queries.ts'

const { seenMs } = LIMITS.runtime
/** So many are written with one statement: spelling more would keep programs waiting. */
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
      log.warn({ err: error }, 'when machines were last heard of could not be written')
    }
  }

  return {
    note(developerId: number, machineGuid: string, at: Date) {
      heard.set(machineGuid, { developerId, machineGuid, at })
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
