// The time, as a dependency: rules and expiries are tested by moving it.
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
