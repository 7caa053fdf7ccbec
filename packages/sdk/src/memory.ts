// The known facts about the license on this device: the lease, its keys, the last refusal and the time. It evaluates
// them and never contacts the server. The time is the device clock, corrected by the last signed answer. The latest
// time seen is stored, so that an earlier time reveals a clock that was set back.
import type { KeyObject } from 'node:crypto'
import { makePair, readToken } from '@sealwright/exchange'
import { LEEWAY_MS, readExchangeKey, readRevocations, verifyLease, verifyProof } from './lease.ts'
import type { Exchanged, LeaseClaims, PublishedKeys, ThisMachine, Trust, Verified } from './lease.ts'
import type { OfflineReason, RefusalDetails } from './refusal.ts'
import type { Kept, KeptFiles, Store } from './store.ts'

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

  const removals = () => kept.files?.counter ?? 0

  /** Takes over what another process on this device stored: files, a removal, and a refusal after the newest lease. */
  function adopt() {
    const { kept: stored } = store.read()
    const { files, refused } = stored
    if ((files?.counter ?? 0) > removals()) {
      const { lease, code, lendingCode, issuedAt } = stored
      kept = { ...kept, lease, code, lendingCode, issuedAt, refused }
    }
    if (files && files.counter >= removals()) kept = { ...kept, files }
    const known = Math.max(kept.refused?.provenAt ?? 0, kept.issuedAt ?? 0)
    if (refused && (refused.provenAt ?? 0) > known) kept = { ...kept, refused }
  }

  /** False if the state could not be written. */
  function write(next: Kept): boolean {
    try {
      store.write(next)
      return true
    } catch {
      return false
    }
  }
  function take(next: Kept) {
    kept = next
    notedAt = kept.latest ?? 0
    isUnreadable = false
  }

  function keep(changes: Partial<Kept>) {
    adopt()
    take({ ...kept, ...changes })
    // A full or read-only disk must not stop a licensed program. The next start contacts the server.
    write(kept)
  }

  /** For files: either the changes are stored, or nothing changes and it returns false. */
  function commit(changesOf: (files: KeptFiles) => Partial<Kept>): boolean {
    adopt()
    const next = { ...kept, ...changesOf(kept.files ?? { keys: makePair(), counter: 0, open: [] }) }
    if (!write(next)) return false
    take(next)
    return true
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

  /**
   * Whether to fetch keys: the key of a token is unknown, or the known keys are a day old. Their age is by the clock of
   * the device alone. Otherwise a leaked key could sign times at which nobody asks whether it is retired.
   */
  function needsKeys(token: string | undefined): boolean {
    const list = readRevocations(trust, kept.keys?.revocations)
    const kid = readToken(token)?.kid
    const age = Math.abs(clock() - (kept.keysAt ?? 0))
    return !list || age > DAY_MS || (kid !== undefined && !list.keys.includes(kid))
  }

  /** Stores published keys, if the root signed them for this nonce and they are not older than the known ones. */
  function learnKeys(published: PublishedKeys, nonce: string, exchangeKey?: string): boolean {
    const [before, after] = [
      readRevocations(trust, kept.keys?.revocations),
      readRevocations(trust, published.revocations),
    ]
    if (!after || after.nonce !== nonce || (before && after.at < before.at)) return false
    keep({ keys: published, keysAt: clock(), ...(readExchangeKey(trust, exchangeKey) && { exchangeKey }) })
    return true
  }

  /**
   * Takes over the time of a proven answer: its nonce shows that it is current, also if it is earlier than the time
   * seen last. Returns false if this is the first answer and the clock is ahead of it. The clock of a device is then
   * the only other evidence of the time, and a contradiction is not resolved in favor of the earlier one.
   */
  function hear(provenAt: number): boolean {
    const apart = provenAt - clock()
    if (kept.latest === undefined && apart < -LEEWAY_MS) return false
    const time = { latest: provenAt, clockOffset: Math.abs(apart) > LEEWAY_MS ? apart : 0 }
    const isCorrected = time.clockOffset !== (kept.clockOffset ?? 0) || provenAt < (kept.latest ?? 0) - LEEWAY_MS
    if (isCorrected) keep(time)
    else kept = { ...kept, ...time }
    return true
  }

  /** Verifies the lease in a proven answer or in a file, which brings its keys. Returns what to store with it. */
  function verifyNew(
    lease: unknown,
    keys = kept.keys,
  ): { claims: LeaseClaims; changes: Partial<Kept> } | { reason: OfflineReason } {
    const verified = verifyLease(trust, keys, lease, { machine, now: now(), revisionOf })
    if ('reason' in verified) return verified
    const { license, revision, issuedAt } = verified.claims
    return {
      claims: verified.claims,
      changes: {
        issuedAt: Math.max(kept.issuedAt ?? 0, issuedAt.getTime()),
        revisions: { ...kept.revisions, [license]: revision },
      },
    }
  }

  /** What changes with a lease. A refusal that the server signed after the lease stays. */
  function withLease(lease: string, { issuedAt, license }: LeaseClaims): Partial<Kept> {
    const { refused, files } = kept
    const isLifted = issuedAt.getTime() >= (refused?.provenAt ?? 0)
    const areas = files?.areas?.license === license ? files.areas : undefined
    return {
      lease,
      refused: isLifted ? undefined : refused,
      ...(files && { files: { ...files, areas, removal: undefined } }),
    }
  }

  /**
   * Stores the lease of this device. `asOf` is the number of removals at the time of the question. If the license was
   * removed since, the answer came too late, and it returns false.
   */
  function keepLease(lease: string, claims: LeaseClaims, changes: Partial<Kept>, asOf: number): boolean {
    adopt()
    if (removals() !== asOf) return false
    keep({ ...changes, ...withLease(lease, claims) })
    return true
  }

  /** Another process on this device may have stored a newer lease or files, or removed the license. */
  function reload() {
    const { kept: fresh } = store.read()
    if ((fresh.issuedAt ?? 0) > (kept.issuedAt ?? 0) || (fresh.files?.counter ?? 0) > removals())
      kept = { ...fresh, latest: Math.max(fresh.latest ?? 0, kept.latest ?? 0) }
    adopt()
  }

  return {
    now,
    judge,
    held,
    keep,
    commit,
    removals,
    isRolledBack,
    needsKeys,
    learnKeys,
    hear,
    verifyNew,
    withLease,
    keepLease,
    reload,
    provenAt: (proof: string | undefined, exchanged: Exchanged) => verifyProof(trust, kept.keys, proof, exchanged),
    get kept() {
      return kept
    },
  }
}

export type Memory = ReturnType<typeof createMemory>
