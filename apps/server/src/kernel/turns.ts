// Queues calls that wait for one row, such as a license or a campaign. Only a few of them hold a connection while they
// wait for its lock; the others wait here. Otherwise a thousand calls for one row would take every connection and block
// all other calls.

/** Enough that one call is always ready for the lock. */
const AT_ONCE = 3

interface Line {
  running: number
  waiting: (() => void)[]
}

export function createTurns() {
  const lines = new Map<string, Line>()
  return async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    const line = lines.get(key) ?? { running: 0, waiting: [] }
    lines.set(key, line)
    if (line.running >= AT_ONCE) await new Promise<void>((resolve) => line.waiting.push(resolve))
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
