// Queues calls that wait for one row, such as a license or a campaign, and the calls of one developer. Only a few of
// them hold a connection; the others wait here. Otherwise a thousand calls for one row, or slow calls of one developer,
// would take every connection and block all other calls.

/** For calls that wait for one row: enough that one call is always ready for the lock. */
const AT_ONCE = 3

interface Line {
  running: number
  waiting: (() => void)[]
}

export type InTurn = <T>(key: string, work: () => Promise<T>) => Promise<T>

export function createTurns(atOnce: number = AT_ONCE): InTurn {
  const lines = new Map<string, Line>()
  return async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    const line = lines.get(key) ?? { running: 0, waiting: [] }
    lines.set(key, line)
    if (line.running >= atOnce) await new Promise<void>((resolve) => line.waiting.push(resolve))
    else line.running++
    try {
      return await work()
    } finally {
      // Pass the slot directly to the next waiting call, so no new call can take it in between.
      const next = line.waiting.shift()
      if (next) next()
      else if (--line.running === 0) lines.delete(key)
    }
  }
}
