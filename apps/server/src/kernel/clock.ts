// The clock is a dependency, so that tests of rules and expiries can move it.
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
