// The keys that sign packages for dongles, for the dongle domain. A dongle has no network, so a package brings the
// certificate of its key and the list of revoked keys along.
import type { SigningKey } from '@sealwright/exchange'
import type { Db } from '../../../kernel/db/database.ts'
import type { CurrentKeys } from './current-key.service.ts'
import { signerAt } from './keyring.service.ts'
import type { Keyring, PublishedKeys } from './keyring.service.ts'

export interface LockSigner {
  key: SigningKey
  /** Names the keys of dongles. */
  root: SigningKey
  /** As a package tells them. */
  keys: readonly { kid: string; certificate: string }[]
  revocations: string
}

export interface LockKeys {
  /** Within a transaction. Packages that it stores may be signed by a key that it creates. */
  within(of: { db: Db; developerId: number; now: Date }): Promise<LockSigner>
  /** From memory, if it is fresh. */
  at(developerId: number, now: Date): Promise<LockSigner>
}

export function createLockKeys({
  keyring,
  currentKeys,
}: {
  keyring: Keyring
  currentKeys: Pick<CurrentKeys, 'publishedAt'>
}): LockKeys {
  function signerOf(published: PublishedKeys, now: Date): LockSigner {
    const signer = signerAt(published, now)
    if (!signer) throw new Error('no key can sign')
    const { kid, certificate } = signer
    return {
      key: keyring.privateOf(signer),
      root: keyring.privateOf(published.root),
      keys: [{ kid, certificate: certificate ?? '' }],
      revocations: keyring.tellKeys(published, now, undefined).revocations,
    }
  }
  return {
    within: async (of) => signerOf(await keyring.readPublished(of), of.now),
    at: async (developerId, now) => signerOf(await currentKeys.publishedAt(developerId, now), now),
  }
}
