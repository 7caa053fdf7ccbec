// A clock that tests move. It starts at the real time, so that cookies and database defaults agree with it, and runs on
// until it is frozen.
import type { Clock } from '@sealwright/server/kernel/clock.ts'

export interface MovableClock extends Clock {
  advance(ms: number): void
  /**
   * From now on only `advance` moves it, so that a test can tell the last moment of something from the first one after
   * it. Answers what lets it run on: `onTestFinished(clock.freeze())`.
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
