// Signing keys of the installation itself, one for each purpose, created on first use.
import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import type pg from 'pg'
import type { Clock } from '../clock.ts'
import type { Ids } from '../ids.ts'
import type { SecretBox } from './secret-box.ts'

export interface KeyPair {
  publicKey: KeyObject
  privateKey: KeyObject
}

export async function platformKey(
  deps: { owner: pg.Pool; box: SecretBox; clock: Clock; ids: Ids },
  purpose: string,
): Promise<KeyPair> {
  const { owner, box, clock, ids } = deps
  const find = () =>
    owner.query<{ public_key: string; private_key: Buffer }>(
      'select public_key, private_key from platform_key where purpose = $1',
      [purpose],
    )
  let row = (await find()).rows[0]
  if (!row) {
    const pair = generateKeyPairSync('ed25519')
    const secret = pair.privateKey.export({ type: 'pkcs8', format: 'der' })
    await owner.query(
      `insert into platform_key (id, purpose, public_key, private_key, created_at)
       values ($1, $2, $3, $4, $5) on conflict do nothing`,
      [
        ids.guid(),
        purpose,
        pair.publicKey.export({ type: 'spki', format: 'pem' }),
        box.seal(`platform-key:${purpose}`, secret),
        clock.now(),
      ],
    )
    row = (await find()).rows[0]
  }
  if (!row) throw new Error(`the key for ${purpose} could not be created`)
  return {
    publicKey: createPublicKey(row.public_key),
    privateKey: createPrivateKey({
      key: box.open(`platform-key:${purpose}`, row.private_key),
      type: 'pkcs8',
      format: 'der',
    }),
  }
}
