// Signs a package for one lock and seals it to its key. Only the lock can open it, so the center keeps a digest to
// recognize the file.
import { createHash } from 'node:crypto'
import { TOKEN_TYPES } from '@sealwright/contract'
import type { LockOperation } from '@sealwright/contract'
import {
  recipientId,
  sealLockPackage,
  sealLockPackageAside,
  sealingKeyOf,
  signJws,
  signJwsAside,
  writeFile,
} from '@sealwright/exchange'
import type { LockSigner } from '../../runtime/index.ts'
import type { Dongle } from '../dongle.tables.ts'

const seconds = (moment: Date) => Math.floor(moment.getTime() / 1000)

export interface PackageFacts {
  developerId: number
  guid: string
  now: Date
  validUntil: Date
  number: number
  /** The center knows the results of packages up to this number. */
  known: number
  operations: readonly LockOperation[]
}

export type SealedLock = Pick<Dongle, 'serialNumber' | 'signKey' | 'sealKey'>

/** The root key names the key of the lock. The same lock always gets the same text, so it need not be stored. */
const identityOf = (developerId: number, { serialNumber, signKey }: SealedLock) =>
  [TOKEN_TYPES.lockIdentity, { iss: String(developerId), serial: serialNumber, sign: signKey ?? '' }] as const

const claimsOf = (
  { keys, revocations }: LockSigner,
  { developerId, guid, now, validUntil, number, known, operations }: PackageFacts,
  { serialNumber }: SealedLock,
  identity: string,
) => ({
  iss: String(developerId),
  jti: guid,
  iat: seconds(now),
  exp: seconds(validUntil),
  keys,
  revocations,
  serial: serialNumber,
  number,
  identity,
  known,
  operations,
})

function recipientOf({ sealKey }: SealedLock) {
  const publicKey = sealingKeyOf(sealKey)
  if (!publicKey || sealKey === null) throw new Error('a user lock without a key')
  return { kid: recipientId(sealKey), publicKey }
}

export interface SignedPackage {
  file: string
  digest: Buffer
}

const packed = (token: string): SignedPackage => ({
  file: writeFile('D2C', token),
  digest: createHash('sha256').update(token).digest(),
})

export function signPackage(signer: LockSigner, facts: PackageFacts, lock: SealedLock): SignedPackage {
  const identity = signJws(...identityOf(facts.developerId, lock), signer.root)
  return packed(sealLockPackage(claimsOf(signer, facts, lock, identity), signer.key, recipientOf(lock)))
}

/** The same, for many at once: other threads sign, and this one goes on. */
export async function signPackageAside(
  signer: LockSigner,
  facts: PackageFacts,
  lock: SealedLock,
): Promise<SignedPackage> {
  const identity = await signJwsAside(...identityOf(facts.developerId, lock), signer.root)
  return packed(await sealLockPackageAside(claimsOf(signer, facts, lock, identity), signer.key, recipientOf(lock)))
}
