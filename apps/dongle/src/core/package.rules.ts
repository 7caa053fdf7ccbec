// Whether the dongle takes a package. Everything is checked from the root key of the developer on; nothing in a package
// counts before its signature does. Pure.
import type { LockPackageClaims } from '@sealwright/contract/dongle-files'
import { TOKEN_TYPES } from '@sealwright/contract/runtime-tokens'
import { isSignedBy, keyOf, openD2c, pairOf, readToken, recipientId } from '@sealwright/exchange'
import type { DongleReason } from '@sealwright/sdk'
import { isCount, isTime, publishedIn, readRevocations, signerOf } from '@sealwright/sdk/device'
import type { Trust } from '@sealwright/sdk/device'
import type { LockState } from './state.ts'

const FAULTS: Record<string, DongleReason> = {
  noFile: 'FILE_UNREADABLE',
  version: 'FILE_VERSION',
  cut: 'FILE_DAMAGED',
  damaged: 'FILE_DAMAGED',
  otherKind: 'FILE_WRONG_KIND',
  otherDevice: 'PACKAGE_OTHER_LOCK',
  forged: 'PACKAGE_FORGED',
}

interface SoundPackage {
  number: number
  known: number
  /** When the center signed it. */
  at: number
  identity: string
  /** The newest list of revoked keys: that of the package, or one that the dongle knew. */
  revocations: string
  /** Each is judged when it is run. */
  operations: readonly unknown[]
}
type Judged = SoundPackage | { number: number | null; reason: DongleReason }

/** Damaged keys in its file make a dongle useless, so this is no fault of a package. */
export function keysOf(state: LockState) {
  const pair = pairOf(state.keys)
  const rootKey = keyOf(state.rootKey)
  if (!pair || !rootKey) throw new Error(`The keys of dongle ${state.serial} are damaged.`)
  return { pair, trust: { developerId: state.developerId, rootKey } satisfies Trust }
}

/** The root key must name exactly this dongle and its key. */
function isIdentity(text: unknown, state: LockState, trust: Trust, sign: string): text is string {
  const token = readToken(text)
  if (token?.type !== TOKEN_TYPES.lockIdentity || !isSignedBy(token, trust.rootKey)) return false
  const { iss, serial, sign: named } = token.claims
  return iss === String(state.developerId) && serial === state.serial && named === sign
}

/** The newer of the two lists. A list of a package can be older than one that came with a later package. */
function newestList(trust: Trust, known: string | null, brought: string): string {
  const [before, after] = [readRevocations(trust, known), readRevocations(trust, brought)]
  return known !== null && before && after && before.at > after.at ? known : brought
}

export function judgePackage(state: LockState, text: string, clock: number): Judged {
  const { pair, trust } = keysOf(state)
  const opened = openD2c(text, { kid: recipientId(pair.public.seal), privateKey: pair.open }, TOKEN_TYPES.lockPackage)
  if ('fault' in opened) return { number: null, reason: FAULTS[opened.fault] ?? 'PACKAGE_FORGED' }
  const { token } = opened
  const claims = token.claims as Partial<LockPackageClaims> // judged by field
  const { iss, iat, exp, serial, number, known, identity, operations } = claims
  const told = isCount(number) ? number : null
  const refuse = (reason: DongleReason): Judged => ({ number: told, reason })

  if (iss !== String(state.developerId)) return refuse('PACKAGE_FOREIGN')
  const brought = publishedIn(token.claims)
  if (!readRevocations(trust, brought.revocations)) return refuse('PACKAGE_FORGED')
  const revocations = newestList(trust, state.revocations, brought.revocations)
  // A key is revoked for good, whatever a newer list says of it.
  const signers = [brought.revocations, revocations].map((list) =>
    signerOf(trust, { keys: brought.keys, revocations: list }, token),
  )
  if (signers.some((one) => 'reason' in one && one.reason === 'KEY_REVOKED')) return refuse('PACKAGE_KEY_REVOKED')
  const signer = signers.find((one) => 'key' in one)
  if (!signer || !('key' in signer) || !isSignedBy(token, signer.key)) return refuse('PACKAGE_FORGED')

  if (serial !== state.serial) return refuse('PACKAGE_OTHER_LOCK')
  if (told === null || !isTime(iat) || !isTime(exp) || !isCount(known) || !Array.isArray(operations))
    return refuse('PACKAGE_FORGED')
  if (!isIdentity(identity, state, trust, pair.public.sign)) return refuse('PACKAGE_FORGED')
  if (told <= state.last) return refuse('PACKAGE_REPLAYED')
  if (Math.max(clock, iat) >= Math.min(exp, signer.goodUntil / 1000)) return refuse('PACKAGE_ENDED')
  return { number: told, known, at: iat, identity, revocations, operations }
}
