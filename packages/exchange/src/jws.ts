// Compact JWS with Ed25519 (RFC 7515, RFC 8037). The content is not trusted until its signature is verified. Reading
// returns undefined for invalid input; no input makes it throw.
import { createPublicKey, sign, verify } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { promisify } from 'node:util'

export type Json = Readonly<Record<string, unknown>>

/** A parsed token, not yet verified. */
export interface Token {
  kid: string
  type: string
  claims: Json
  signed: Buffer
  signature: Buffer
}

export const BASE64URL = /^[A-Za-z0-9_-]+$/
/** Far longer than any lease. */
const LONGEST = 256 * 1024

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The JSON object in a part of a token. */
export function objectOf(part: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    return isJson(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Parses a token: three parts, `EdDSA`, a type and a key id. */
export function readToken(text: unknown, most = LONGEST): Token | undefined {
  if (typeof text !== 'string' || text.length > most) return undefined
  const parts = text.split('.')
  if (parts.length !== 3 || !parts.every((part) => BASE64URL.test(part))) return undefined
  const [head = '', body = '', signature = ''] = parts
  const [header, claims] = [objectOf(head), objectOf(body)]
  if (!header || !claims) return undefined
  const { alg, typ, kid, crit } = header
  // A critical header must be understood, and none is supported.
  if (alg !== 'EdDSA' || typeof typ !== 'string' || typeof kid !== 'string' || crit !== undefined) return undefined
  return {
    kid,
    type: typ,
    claims,
    signed: Buffer.from(`${head}.${body}`),
    signature: Buffer.from(signature, 'base64url'),
  }
}

/** How a public key begins in DER (RFC 8410), in base64. These are 12 bytes, so the base64 of the key can follow. */
const DER_OF = { Ed25519: 'MCowBQYDK2VwAyEA', X25519: 'MCowBQYDK2VuAyEA' }

/** The public key for the `x` of a JSON Web Key of this curve. Undefined if it is invalid. */
export function publicKeyOf(crv: keyof typeof DER_OF, x: unknown): KeyObject | undefined {
  if (typeof x !== 'string' || !BASE64URL.test(x)) return undefined
  const bytes = Buffer.from(x, 'base64url')
  if (bytes.length !== 32) return undefined
  try {
    // As text: Node finds out by exceptions that an object is no key yet, which takes longer than all the rest.
    return createPublicKey(
      `-----BEGIN PUBLIC KEY-----\n${DER_OF[crv]}${bytes.toString('base64')}\n-----END PUBLIC KEY-----`,
    )
  } catch {
    return undefined
  }
}

/** The key that checks signatures. */
export const keyOf = (x: unknown) => publicKeyOf('Ed25519', x)

export const isSignedBy = ({ signed, signature }: Token, key: KeyObject): boolean =>
  signature.length === 64 && verify(null, signed, key, signature)

export interface SigningKey {
  kid: string
  privateKey: KeyObject
}

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

const contentOf = (type: string, claims: object, kid: string) =>
  `${encoded({ alg: 'EdDSA', typ: type, kid })}.${encoded(claims)}`

export function signJws(type: string, claims: object, { kid, privateKey }: SigningKey): string {
  const signed = contentOf(type, claims, kid)
  return `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`
}

const signAside = promisify(sign)

/** The same in another thread, for many documents at once. */
export async function signJwsAside(type: string, claims: object, { kid, privateKey }: SigningKey): Promise<string> {
  const signed = contentOf(type, claims, kid)
  return `${signed}.${(await signAside(null, Buffer.from(signed), privateKey)).toString('base64url')}`
}
