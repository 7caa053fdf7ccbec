// The numbers at the bell. Open pages wait for a change of their own numbers. One statement per process and half second
// counts for all of them, so a message shows within a second, and more pages cost only more index lookups.
import { setTimeout as pause } from 'node:timers/promises'
import type { UnreadCounts } from '@sealwright/contract'
import type { Logger } from 'pino'
import type { Clock } from '../../kernel/clock.ts'
import { outageOf } from '../../kernel/db/database.ts'
import type { Database } from '../../kernel/db/database.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Watched } from './message.kind.ts'
import { countUnread } from './message.queries.ts'

const EVERY_MS = 500
const NONE: UnreadCounts = { messages: 0, notices: 0 }

interface Waiting extends Watched {
  known: UnreadCounts
  changed: () => void
}

const isSame = (one: UnreadCounts, other: UnreadCounts) =>
  one.messages === other.messages && one.notices === other.notices

export function createUnread({
  database,
  clock,
  log,
}: {
  database: Pick<Database, 'asOwner'>
  clock: Clock
  log: Logger
}) {
  const waiting = new Set<Waiting>()
  let isPolling = false

  async function poll(): Promise<void> {
    if (isPolling) return
    isPolling = true
    while (waiting.size > 0) {
      await pause(EVERY_MS)
      const asked = [...waiting]
      try {
        const counts = asked.length > 0 ? await database.asOwner((db) => countUnread(db, asked, clock.now())) : []
        for (const [index, one] of asked.entries()) if (!isSame(counts[index] ?? NONE, one.known)) one.changed()
      } catch (error) {
        log.warn(outageOf(error), 'cannot count unread messages')
      }
    }
    isPolling = false
  }

  return {
    async count({ db, developerId, caller }: Scope): Promise<UnreadCounts> {
      const [counts] = await countUnread(db, [{ developerId, accountId: caller.accountId }], clock.now())
      return counts ?? NONE
    },
    /** Waits until the numbers differ from the known ones, or until the signal. */
    whenChanged({ developerId, accountId }: Watched, known: UnreadCounts, signal: AbortSignal): Promise<void> {
      return new Promise((resolve) => {
        const one: Waiting = {
          developerId,
          accountId,
          known,
          changed: () => {
            waiting.delete(one)
            signal.removeEventListener('abort', one.changed)
            resolve()
          },
        }
        if (signal.aborted) return resolve()
        signal.addEventListener('abort', one.changed)
        waiting.add(one)
        void poll()
      })
    },
  }
}

export type Unread = ReturnType<typeof createUnread>
