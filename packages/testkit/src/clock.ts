// A clock that tests move. It starts at the real time, so that cookies and database defaults agree with it.
import type { Clock } from '@sealwright/server/kernel/clock.ts'

export interface MovableClock extends Clock {
  advance(ms: number): void
}

export function createMovableClock(): MovableClock {
  let ahead = 0
  return { now: () => new Date(Date.now() + ahead), advance: (ms) => void (ahead += ms) }
}
