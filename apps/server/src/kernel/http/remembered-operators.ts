// Operators whose full sessions this process has seen within the last minutes. While the database is down, they still
// reach the calls that are declared for it (`duringOutage`), which change nothing. A session that the database no
// longer knows is forgotten at once. One that ended on another process can read for these minutes at most, and only
// while the database is down.
import { createHash, timingSafeEqual } from 'node:crypto'
import { HEALTH_TIMES } from '@sealwright/contract'
import type { Operator } from '../desk.ts'

const MOST = 200

interface Known {
  secretHash: Buffer
  operator: Operator
  seenAt: number
}

const hashOf = (secret: string) => createHash('sha256').update(secret).digest()

export function rememberOperators() {
  const known = new Map<string, Known>()
  return {
    /** Notes what the database said of a session. */
    note(handle: string, secret: string, operator: Operator | undefined, now: Date): void {
      // A session found in memory keeps the time at which the database was last asked.
      if (operator && known.get(handle)?.operator === operator) return
      known.delete(handle)
      if (!operator || operator.owes !== null) return
      known.set(handle, { secretHash: hashOf(secret), operator, seenAt: now.getTime() })
      const [oldest] = known.keys()
      if (known.size > MOST && oldest !== undefined) known.delete(oldest)
    },
    find(handle: string, secret: string, now: Date): Operator | undefined {
      const one = known.get(handle)
      if (!one || !timingSafeEqual(one.secretHash, hashOf(secret))) return undefined
      return now.getTime() - one.seenAt > HEALTH_TIMES.rememberedSeconds * 1000 ? undefined : one.operator
    },
    forget: (handle: string) => void known.delete(handle),
  }
}
