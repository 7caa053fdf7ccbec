// A clock that tests can move. It starts at the real time, to match cookies and database defaults, and keeps running
// until it is frozen.
import type { Clock } from '@sealwright/server/kernel/clock.ts'

export interface MovableClock extends Clock {
  advance(ms: number): void
  /**
   * Stops the clock, so that only `advance` moves it and a test can check exact limits. Returns a function that lets it
   * run again: `onTestFinished(clock.freeze())`.
   */
  freeze(): () => void
}

export function createMovableClock(): MovableClock {
  let ahead = 0
  let frozenAt: number | undefined
  return {
    now: () => new Date((frozenAt ?? Date.now()) + ahead),
    advance: (ms) => void (ahead += ms),
    freeze() {
      frozenAt ??= Date.now()
      return () => void (frozenAt = undefined)
    },
  }
}
