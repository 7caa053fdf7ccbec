// Signs a package for one lock and seals it to its key. Only the lock can open it, so the center keeps a digest to
// recognize the file.
import { createHash } from 'node:crypto'
import { TOKEN_TYPES } from '@sealwright/contract'
import type { LockOperation } from '@sealwright/contract'
import { recipientId, sealLockPackage, sealingKeyOf, signJws, writeFile } from '@sealwright/exchange'
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
const identityOf = ({ root }: LockSigner, developerId: number, { serialNumber, signKey }: SealedLock): string =>
  signJws(TOKEN_TYPES.lockIdentity, { iss: String(developerId), serial: serialNumber, sign: signKey ?? '' }, root)

export function signPackage(
  signer: LockSigner,
  { developerId, guid, now, validUntil, number, known, operations }: PackageFacts,
  lock: SealedLock,
): { file: string; digest: Buffer } {
  const { key, keys, revocations } = signer
  const { sealKey, serialNumber } = lock
  const publicKey = sealingKeyOf(sealKey)
  if (!publicKey || sealKey === null) throw new Error('a user lock without a key')
  const claims = {
    iss: String(developerId),
    jti: guid,
    iat: seconds(now),
    exp: seconds(validUntil),
    keys,
    revocations,
    serial: serialNumber,
    number,
    identity: identityOf(signer, developerId, lock),
    known,
    operations,
  }
  const token = sealLockPackage(claims, key, { kid: recipientId(sealKey), publicKey })
  return { file: writeFile('D2C', token), digest: createHash('sha256').update(token).digest() }
}
