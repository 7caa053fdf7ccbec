// The known facts about the license on this device: the lease, its keys, the last refusal and the time. It evaluates
// them and never contacts the server. The time is the device clock, corrected by the signed date of the newest lease.
// The latest time seen is stored, so that an earlier time reveals a clock that was set back.
import type { KeyObject } from 'node:crypto'
import { readToken } from './jws.ts'
import { LEEWAY_MS, readRevocations, verifyLease } from './lease.ts'
import type { LeaseClaims, PublishedKeys, ThisMachine, Trust, Verified } from './lease.ts'
import type { OfflineReason, RefusalDetails } from './refusal.ts'
import type { Kept, Store } from './store.ts'

const DAY_MS = 86_400_000
/** How often the latest time is written, because a program can end at any moment. */
const NOTED_EVERY_MS = 10 * 60_000
/** How long a verification result is reused, because a program may check in a loop. */
const CHECKED_MS = 1_000

export type Judged = { claims: LeaseClaims } | { reason: OfflineReason } | { refused: RefusalDetails }

export interface MemoryDeps {
  store: Store
  clock: () => number
  machine: ThisMachine
  rootKey: KeyObject
  developerId: number
}

export function createMemory({ store, clock, machine, rootKey, developerId }: MemoryDeps) {
  const trust: Trust = { developerId, rootKey }
  let { kept, isUnreadable } = store.read()
  let notedAt = kept.latest ?? 0
  let checked:
    | { lease: string | undefined; keys: PublishedKeys | undefined; at: number; verified: Verified }
    | undefined

  const now = () => clock() + (kept.clockOffset ?? 0)
  const isRolledBack = () => now() < (kept.latest ?? 0) - LEEWAY_MS
  const revisionOf = (license: string) => kept.revisions?.[license] ?? 0

  function keep(changes: Partial<Kept>) {
    kept = { ...kept, ...changes }
    notedAt = kept.latest ?? 0
    isUnreadable = false
    try {
      store.write(kept)
    } catch {
      // A full or read-only disk must not stop a licensed program. The next start contacts the server.
    }
  }

  /** Moves the latest time forward, never back. */
  function passTime() {
    const latest = Math.max(kept.latest ?? 0, now())
    if (latest - notedAt > NOTED_EVERY_MS && kept.lease !== undefined) keep({ latest })
    else kept = { ...kept, latest }
  }

  function judge(): Judged {
    if (kept.refused) return { refused: kept.refused }
    if (kept.lease === undefined) return { reason: isUnreadable ? 'STORE_UNREADABLE' : 'NOT_ACTIVATED' }
    if (isRolledBack()) return { reason: 'CLOCK_ROLLED_BACK' }
    passTime()
    const at = now()
    if (
      checked?.lease !== kept.lease ||
      checked.keys !== kept.keys ||
      Math.abs(at - checked.at) > CHECKED_MS ||
      ('claims' in checked.verified && at >= checked.verified.claims.expiresAt.getTime())
    ) {
      checked = {
        lease: kept.lease,
        keys: kept.keys,
        at,
        verified: verifyLease(trust, kept.keys, kept.lease, { machine, now: at, revisionOf }),
      }
    }
    return checked.verified
  }

  /** The ids in the stored lease, verified or not, for requests to the server. */
  function held(): { leaseId: string; license: string; revision: number } | undefined {
    const { jti, sub, revision } = readToken(kept.lease)?.claims ?? {}
    return typeof jti === 'string' && typeof sub === 'string' && typeof revision === 'number'
      ? { leaseId: jti, license: sub, revision }
      : undefined
  }

  /** Whether to fetch keys: the key of the lease is unknown, or the known keys are a day old. */
  function needsKeys(lease: string | undefined): boolean {
    const kid = readToken(lease)?.kid
    const age = now() - (kept.keysAt ?? 0)
    return age > DAY_MS || age < 0 || (kid !== undefined && !kept.keys?.keys.some((key) => key.kid === kid))
  }

  /** Stores published keys, unless their list of retired keys is older than the known one. */
  function learnKeys(published: PublishedKeys) {
    const [before, after] = [
      readRevocations(trust, kept.keys?.revocations),
      readRevocations(trust, published.revocations),
    ]
    if (!after || (before && after.at < before.at)) return
    keep({ keys: published, keysAt: now() })
  }

  /**
   * Verifies a new lease. If it is newer than all others, it is verified at its own issue time: that time is signed,
   * the device clock is not.
   */
  function verifyNew(lease: string): { claims: LeaseClaims; time: Partial<Kept> } | { reason: OfflineReason } {
    const iat = readToken(lease)?.claims['iat']
    const issuedAt = typeof iat === 'number' ? iat * 1000 : 0
    const isNewest = issuedAt > (kept.issuedAt ?? 0)
    const verified = verifyLease(trust, kept.keys, lease, { machine, now: isNewest ? issuedAt : now(), revisionOf })
    if ('reason' in verified) return verified
    const apart = issuedAt - clock()
    const time = isNewest ? { issuedAt, latest: issuedAt, clockOffset: Math.abs(apart) > LEEWAY_MS ? apart : 0 } : {}
    return {
      claims: verified.claims,
      time: { ...time, revisions: { ...kept.revisions, [verified.claims.license]: verified.claims.revision } },
    }
  }

  /** Another process on this device may have stored a newer lease. */
  function reload() {
    const { kept: fresh } = store.read()
    if ((fresh.issuedAt ?? 0) > (kept.issuedAt ?? 0))
      kept = { ...fresh, latest: Math.max(fresh.latest ?? 0, kept.latest ?? 0) }
  }

  return {
    now,
    judge,
    held,
    keep,
    needsKeys,
    learnKeys,
    verifyNew,
    reload,
    get kept() {
      return kept
    },
    /** An unsigned time can move the latest time forward, never back. */
    hearTime(time: unknown) {
      const told = typeof time === 'string' ? Date.parse(time) : Number.NaN
      if (told > (kept.latest ?? 0) && told - now() < LEEWAY_MS) kept = { ...kept, latest: told }
    },
  }
}
