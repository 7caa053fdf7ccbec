// A seat: taken once, kept by heartbeats, then released. It is valid as long as its lease, which each heartbeat renews.
// An unreachable server does not end it earlier; a signed refusal ends it at once.
import type { LeaseClaims } from './lease.ts'
import { LicenseRefusal } from './refusal.ts'
import type { OfflineReason } from './refusal.ts'

/** A seat of a license. Heartbeats keep it until it is closed or lost. */
export interface Session {
  readonly id: string
  /** The claims of the seat's lease. */
  readonly claims: LeaseClaims
  /** The number of taken seats, including this one, and the limit. Null if seats are not counted. */
  readonly seats: { taken: number; limit: number | null }
  /** Why the session ended. Undefined while it is active. */
  readonly over: LicenseRefusal | undefined
  /** Sends a heartbeat now, in addition to the automatic ones. Resolves to whether the session is still active. */
  beat(): Promise<boolean>
  /** Releases the seat. */
  close(): Promise<void>
}

export interface SessionDeps {
  id: string
  claims: LeaseClaims
  seats: Session['seats']
  timeoutSeconds: number
  now: () => number
  /** Sends a heartbeat. Resolves to the new lease of the seat, or null if the current one stays. */
  ask(claims: LeaseClaims): Promise<LeaseClaims | null>
  leave(): Promise<unknown>
  refusalOf(reason: OfflineReason): LicenseRefusal
  /** Called once, if the session ends by anything other than `close`. */
  onOver(refusal: LicenseRefusal): void
  onOffline(error: unknown): void
}

/** Refusals of the request, not of the seat. */
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
    // Jitter, so that programs do not all return at once when a server is back.
    const delay = Math.min(regular, failures === 0 ? regular : SOONEST_MS * 2 ** failures) * (0.75 + Math.random() / 4)
    timer = setTimeout(() => void beat(), delay).unref()
  }

  async function beat(): Promise<boolean> {
    if (over) return false
    try {
      claims = (await ask(claims)) ?? claims
      failures = 0
    } catch (error) {
      if (error instanceof LicenseRefusal && error.provenAt && !PASSING.has(error.type)) end(error, true)
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
