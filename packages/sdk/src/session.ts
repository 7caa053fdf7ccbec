// A seat that is held: taken once, kept by heartbeats, given back. It is good for as long as its lease is, which every
// heartbeat renews; a server out of reach does not end it before that, and a server that refuses ends it at once.
import type { LeaseClaims } from './lease.ts'
import { LicenseRefusal } from './refusal.ts'
import type { OfflineReason } from './refusal.ts'

/** A seat of a license, kept by itself until it is closed or lost. */
export interface Session {
  readonly id: string
  /** What the seat's lease says. */
  readonly claims: LeaseClaims
  /** How many seats were taken when this one was, of how many; null: not counted. */
  readonly seats: { taken: number; limit: number | null }
  /** Why the session is over; undefined while it is not. */
  readonly over: LicenseRefusal | undefined
  /** Beats now, apart from what happens by itself. Resolves to whether the session goes on. */
  beat(): Promise<boolean>
  /** Gives the seat back. */
  close(): Promise<void>
}

export interface SessionDeps {
  id: string
  claims: LeaseClaims
  seats: Session['seats']
  timeoutSeconds: number
  now: () => number
  /** One heartbeat: the seat's new lease, or null where the one it has goes on. */
  ask(claims: LeaseClaims): Promise<LeaseClaims | null>
  leave(): Promise<unknown>
  refusalOf(reason: OfflineReason): LicenseRefusal
  /** Told once, when it is over by something other than `close`. */
  onOver(refusal: LicenseRefusal): void
  onOffline(error: unknown): void
}

/** Refused because it was asked too often, or by whom; about the seat that says nothing. */
const PASSING = new Set(['TOO_MANY_TRIES', 'UNAUTHORIZED'])
const SOONEST_MS = 2_000

export function createSession({
  id,
  claims: first,
  seats,
  timeoutSeconds,
  now,
  ask,
  leave,
  refusalOf,
  onOver,
  onOffline,
}: SessionDeps): Session {
  let claims = first
  let over: LicenseRefusal | undefined
  let timer: NodeJS.Timeout | undefined
  let failures = 0

  function end(refusal: LicenseRefusal, isTold: boolean) {
    if (over) return
    over = refusal
    clearTimeout(timer)
    if (isTold) onOver(refusal)
  }

  function plan() {
    clearTimeout(timer)
    if (over) return
    const regular = (timeoutSeconds * 1000) / 3
    // Not all at once, once a server is back.
    const delay = Math.min(regular, failures === 0 ? regular : SOONEST_MS * 2 ** failures) * (0.75 + Math.random() / 4)
    timer = setTimeout(() => void beat(), delay).unref()
  }

  async function beat(): Promise<boolean> {
    if (over) return false
    try {
      claims = (await ask(claims)) ?? claims
      failures = 0
    } catch (error) {
      if (error instanceof LicenseRefusal && !PASSING.has(error.type)) end(error, true)
      else {
        failures++
        onOffline(error)
      }
    }
    if (!over && now() >= claims.expiresAt.getTime()) end(refusalOf('SESSION_TIMED_OUT'), true)
    plan()
    return over === undefined
  }

  plan()
  return {
    id,
    seats,
    get claims() {
      return claims
    },
    get over() {
      if (!over && now() >= claims.expiresAt.getTime()) return refusalOf('SESSION_TIMED_OUT')
      return over
    },
    beat,
    async close() {
      if (over) return
      end(refusalOf('SESSION_CLOSED'), false)
      await leave()
    },
  }
}
