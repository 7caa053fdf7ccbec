// Compact JWS with Ed25519, read: nothing in it is believed before its signature is. Whatever was given, the answer is
// a token or nothing; no input makes this throw.
import { createPublicKey, verify } from 'node:crypto'
import type { KeyObject } from 'node:crypto'

export type Json = Readonly<Record<string, unknown>>

/** Read, not believed yet. */
export interface Token {
  kid: string
  type: string
  claims: Json
  signed: Buffer
  signature: Buffer
}

const BASE64URL = /^[A-Za-z0-9_-]+$/
/** Far more than any lease needs. */
const LONGEST = 256 * 1024

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function objectOf(part: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    return isJson(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** A token of our kind: three parts, `EdDSA`, a type and a key id. */
export function readToken(text: unknown): Token | undefined {
  if (typeof text !== 'string' || text.length > LONGEST) return undefined
  const parts = text.split('.')
  if (parts.length !== 3 || !parts.every((part) => BASE64URL.test(part))) return undefined
  const [head = '', body = '', signature = ''] = parts
  const [header, claims] = [objectOf(head), objectOf(body)]
  if (!header || !claims) return undefined
  const { alg, typ, kid, crit } = header
  // What is declared critical would have to be understood; we understand nothing of the kind.
  if (alg !== 'EdDSA' || typeof typ !== 'string' || typeof kid !== 'string' || crit !== undefined) return undefined
  return {
    kid,
    type: typ,
    claims,
    signed: Buffer.from(`${head}.${body}`),
    signature: Buffer.from(signature, 'base64url'),
  }
}

/** A public key from the `x` of a JSON Web Key; undefined where that is none. */
export function keyOf(x: unknown): KeyObject | undefined {
  if (typeof x !== 'string' || !BASE64URL.test(x) || Buffer.from(x, 'base64url').length !== 32) return undefined
  try {
    return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  } catch {
    return undefined
  }
}

export const isSignedBy = ({ signed, signature }: Token, key: KeyObject): boolean =>
  signature.length === 64 && verify(null, signed, key, signature)
