// What is known of a license on this machine: the lease, the keys it rests on, the server's last word, and the time. It
// judges; it asks nobody. Surprising: time is this machine's clock put right by the newest lease, whose date is signed;
// the latest moment seen is kept, and before it is the past.
import type { KeyObject } from 'node:crypto'
import { readToken } from './jws.ts'
import { LEEWAY_MS, readRevocations, verifyLease } from './lease.ts'
import type { LeaseClaims, PublishedKeys, ThisMachine, Trust, Verified } from './lease.ts'
import type { OfflineReason, RefusalDetails } from './refusal.ts'
import type { Kept, Store } from './store.ts'

const DAY_MS = 86_400_000
/** The latest moment seen is written down this often; a program may be ended at any time. */
const NOTED_EVERY_MS = 10 * 60_000
/** How long a signature that was checked is taken for checked; a program may ask in a loop. */
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
      // A disk that is full or read-only takes nothing away from whoever is licensed; the next run asks the server
      // again.
    }
  }

  /** The past only grows. */
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

  /** What the lease that is kept calls itself, believed or not: what to ask the server about. */
  function held(): { leaseId: string; license: string; revision: number } | undefined {
    const { jti, sub, revision } = readToken(kept.lease)?.claims ?? {}
    return typeof jti === 'string' && typeof sub === 'string' && typeof revision === 'number'
      ? { leaseId: jti, license: sub, revision }
      : undefined
  }

  /** Whether keys are to be fetched: the lease's is not known, or those that are known are a day old. */
  function needsKeys(lease: string | undefined): boolean {
    const kid = readToken(lease)?.kid
    const age = now() - (kept.keysAt ?? 0)
    return age > DAY_MS || age < 0 || (kid !== undefined && !kept.keys?.keys.some((key) => key.kid === kid))
  }

  /** A list of retired keys never makes way for an older one. */
  function learnKeys(published: PublishedKeys) {
    const [before, after] = [
      readRevocations(trust, kept.keys?.revocations),
      readRevocations(trust, published.revocations),
    ]
    if (!after || (before && after.at < before.at)) return
    keep({ keys: published, keysAt: now() })
  }

  /**
   * A lease that came just now, verified as of its own date where that is newer than any before: the date is signed,
   * this machine's clock is not.
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

  /** Another process of this machine may have been given a newer lease. */
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
    /** An unsigned time may move the past forward, never back. */
    hearTime(time: unknown) {
      const told = typeof time === 'string' ? Date.parse(time) : Number.NaN
      if (told > (kept.latest ?? 0) && told - now() < LEEWAY_MS) kept = { ...kept, latest: told }
    },
  }
}
