// Signs compact JWS with Ed25519 (RFC 7515, RFC 8037): a header, a body and a signature, each in base64url.
// Verification is not here: recipients verify with the public key, in any language.
import { sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

export interface SigningKey {
  kid: string
  privateKey: KeyObject
}

export function signJws(type: string, claims: object, { kid, privateKey }: SigningKey): string {
  const signed = `${encoded({ alg: 'EdDSA', typ: type, kid })}.${encoded(claims)}`
  return `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`
}
