// Turns at one license: a few of those who wait for its lock hold a connection meanwhile, the others wait here. Else a
// thousand programs that want one license would hold every connection, and nobody else's programs were answered.

/** Enough that somebody is always ready for the lock. */
const AT_ONCE = 3

interface Line {
  running: number
  waiting: (() => void)[]
}

export function createLicenseTurns() {
  const lines = new Map<string, Line>()
  return async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    const line = lines.get(key) ?? { running: 0, waiting: [] }
    lines.set(key, line)
    if (line.running >= AT_ONCE) await new Promise<void>((resolve) => line.waiting.push(resolve))
    else line.running++
    try {
      return await work()
    } finally {
      // The turn is handed on, not given back, so that nobody slips in between.
      const next = line.waiting.shift()
      if (next) next()
      else if (--line.running === 0) lines.delete(key)
    }
  }
}
