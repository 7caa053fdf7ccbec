// Compact JWE (RFC 7516) to one X25519 key: ECDH-ES with a key of its own for each document, AES-256-GCM, and DEFLATE,
// because the content is itself base64url and a C2D must fit into a QR code. Opening returns undefined for anything
// invalid; no input makes it throw, and none expands beyond its limit.
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  diffieHellman,
  generateKeyPair,
  generateKeyPairSync,
  randomBytes,
} from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { BASE64URL, isJson, objectOf, publicKeyOf } from './jws.ts'

const ENC = 'A256GCM'

/** The key to seal to. */
export const sealingKeyOf = (x: unknown) => publicKeyOf('X25519', x)

const probe = generateKeyPairSync('x25519').privateKey

/** Whether documents can be sealed to this key. No secret can be agreed with a point of low order. */
export function canSealTo(x: unknown): boolean {
  const publicKey = sealingKeyOf(x)
  if (!publicKey) return false
  try {
    diffieHellman({ privateKey: probe, publicKey })
    return true
  } catch {
    return false
  }
}

const number = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
const sized = (bytes: Buffer) => Buffer.concat([number(bytes.length), bytes])

/**
 * Concat KDF (RFC 7518, section 4.6.2), without party info. One round of SHA-256 is exactly the key. It is a key
 * object, because Node finds out by exceptions that bytes are none, which takes longer than the encryption.
 */
function contentKey(privateKey: KeyObject, publicKey: KeyObject): KeyObject {
  const bytes = createHash('sha256')
    .update(number(1))
    .update(diffieHellman({ privateKey, publicKey }))
    .update(sized(Buffer.from(ENC)))
    .update(sized(Buffer.alloc(0)))
    .update(sized(Buffer.alloc(0)))
    .update(number(256))
    .digest()
  return createSecretKey(bytes)
}

export interface Recipient {
  /** Tells the owner of the key which one opens the document. */
  kid: string
  publicKey: KeyObject
}

type Pair = Record<'publicKey' | 'privateKey', KeyObject>

const makePairAside = promisify(generateKeyPair)
/** A key for one document, made in another thread. */
export const sealingPairAside = (): Promise<Pair> => makePairAside('x25519')

/** Seals a text to a public key. A pair that is given was made for this document alone. */
export function sealJwe(text: string, to: Recipient, pair: Pair = generateKeyPairSync('x25519')): string {
  const { x } = pair.publicKey.export({ format: 'jwk' })
  const header = { alg: 'ECDH-ES', enc: ENC, zip: 'DEF', kid: to.kid, epk: { kty: 'OKP', crv: 'X25519', x } }
  const head = Buffer.from(JSON.stringify(header)).toString('base64url')
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', contentKey(pair.privateKey, to.publicKey), iv).setAAD(Buffer.from(head))
  const content = Buffer.from(text)
  // Room for the content. By default, each short document would leave 16 KB to the garbage collector.
  const deflated = deflateRawSync(content, { level: 9, chunkSize: Math.max(content.length, 64) })
  const body = Buffer.concat([cipher.update(deflated), cipher.final()])
  return [
    head,
    '',
    iv.toString('base64url'),
    body.toString('base64url'),
    cipher.getAuthTag().toString('base64url'),
  ].join('.')
}

/** The key that opens a document, as its header says. */
export function recipientOf(token: string): string | undefined {
  const kid = objectOf(token.slice(0, token.indexOf('.')))?.['kid']
  return typeof kid === 'string' ? kid : undefined
}

/** Opens a document. `most` limits the expanded content, in bytes. */
export function openJwe(token: string, privateKey: KeyObject, most: number): string | undefined {
  const parts = token.split('.')
  const [head = '', key, iv = '', body = '', tag = ''] = parts
  if (parts.length !== 5 || key !== '' || ![head, iv, body, tag].every((part) => BASE64URL.test(part))) return undefined
  const { alg, enc, zip, epk, crit } = objectOf(head) ?? {}
  if (alg !== 'ECDH-ES' || enc !== ENC || zip !== 'DEF' || crit !== undefined || !isJson(epk)) return undefined
  const sender = epk['crv'] === 'X25519' ? sealingKeyOf(epk['x']) : undefined
  const [vector, mark] = [Buffer.from(iv, 'base64url'), Buffer.from(tag, 'base64url')]
  if (!sender || vector.length !== 12 || mark.length !== 16) return undefined
  try {
    const decipher = createDecipheriv('aes-256-gcm', contentKey(privateKey, sender), vector, { authTagLength: 16 })
      .setAAD(Buffer.from(head))
      .setAuthTag(mark)
    const deflated = Buffer.concat([decipher.update(Buffer.from(body, 'base64url')), decipher.final()])
    return inflateRawSync(deflated, { maxOutputLength: most }).toString('utf8')
  } catch {
    return undefined
  }
}
