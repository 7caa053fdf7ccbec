// The keys of a device: Ed25519 to sign what it writes, X25519 to open what is sealed to it.
import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import type { KeyObject } from 'node:crypto'

/** As stored: the private halves, PKCS #8 in base64. */
export interface StoredPair {
  sign: string
  open: string
}

export interface KeyPair {
  sign: KeyObject
  open: KeyObject
  /** The public halves, base64url. */
  public: { sign: string; seal: string }
}

/** The id of a device as a recipient: the beginning of its public key. */
export const recipientId = (seal: string) => seal.slice(0, 16)

const stored = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'der' }).toString('base64')
const publicOf = (key: KeyObject) => key.export({ format: 'jwk' }).x ?? ''

export const makePair = (): StoredPair => ({
  sign: stored(generateKeyPairSync('ed25519').privateKey),
  open: stored(generateKeyPairSync('x25519').privateKey),
})

/** Undefined if a key is damaged. */
export function pairOf({ sign, open }: StoredPair): KeyPair | undefined {
  const read = (text: string) => createPrivateKey({ key: Buffer.from(text, 'base64'), type: 'pkcs8', format: 'der' })
  try {
    const [signing, opening] = [read(sign), read(open)]
    if (signing.asymmetricKeyType !== 'ed25519' || opening.asymmetricKeyType !== 'x25519') return undefined
    return { sign: signing, open: opening, public: { sign: publicOf(signing), seal: publicOf(opening) } }
  } catch {
    return undefined
  }
}
