// The clock of a dongle. It follows the clock of the computer, but never goes back: while the dongle is plugged in, it
// runs on its own, and between two runs it starts from the latest time that was stored.
export interface ClockDeps {
  /** The clock of the computer, in milliseconds. */
  wall: () => number
  /** Milliseconds that only grow, from any start. */
  monotonic: () => number
}

/** Times are seconds since 1970. */
export function createClock({ latest, ahead }: { latest: number; ahead: number }, { wall, monotonic }: ClockDeps) {
  let base = { time: latest, at: monotonic() }
  let lead = ahead
  const now = () => {
    const own = base.time + (monotonic() - base.at) / 1000
    return Math.floor(Math.max(own, wall() / 1000 + lead))
  }
  /** It is at least this time. The clock of the computer may be wrong, so it counts again once it is later. */
  function notBefore(time: number) {
    if (time > now()) base = { time, at: monotonic() }
  }
  return {
    now,
    /** How far it is ahead of the computer, to be stored. */
    ahead: () => lead,
    notBefore,
    /** For trials: moves it forward for good. False if the time is past. */
    moveTo(time: number): boolean {
      if (time < now()) return false
      lead = Math.max(lead, Math.ceil(time - wall() / 1000))
      notBefore(time)
      return true
    },
  }
}

export type LockClock = ReturnType<typeof createClock>
