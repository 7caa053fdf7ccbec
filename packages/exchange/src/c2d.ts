// C2D: a device asks. Signed by the key of the device, sealed to the exchange key of the developer. Whether the claims
// make sense is for the center to judge; here the signature is checked against the key that they name.
import { createHash } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import type { LockRequestClaims } from '@sealwright/contract/dongle-files'
import { C2D_BYTES } from '@sealwright/contract/exchange-files'
import type { C2dClaims } from '@sealwright/contract/exchange-files'
import { TOKEN_TYPES } from '@sealwright/contract/runtime-tokens'
import { readFile, writeFile } from './file.ts'
import type { FileFault } from './file.ts'
import { canSealTo, openJwe, recipientOf, sealJwe } from './jwe.ts'
import { isJson, isSignedBy, keyOf, readToken, signJws } from './jws.ts'
import type { Json } from './jws.ts'
import type { KeyPair } from './keys.ts'

/** More than a C2D can have inside: it is smaller than its text. */
const MOST_INSIDE = 16 * 1024

export function makeC2d(
  claims: Omit<C2dClaims, 'keys'>,
  pair: KeyPair,
  to: { kid: string; publicKey: KeyObject },
): string {
  const whole: C2dClaims = { ...claims, keys: pair.public }
  // The claims name the key, so the header needs no id of it.
  return writeFile('C2D', sealJwe(signJws(TOKEN_TYPES.c2d, whole, { kid: '', privateKey: pair.sign }), to))
}

/** The C2D of a dongle. */
export function makeLockRequest(
  claims: Omit<LockRequestClaims, 'keys'>,
  pair: KeyPair,
  to: { kid: string; publicKey: KeyObject },
): string {
  const whole: LockRequestClaims = { ...claims, keys: pair.public }
  return writeFile('C2D', sealJwe(signJws(TOKEN_TYPES.lockRequest, whole, { kid: '', privateKey: pair.sign }), to))
}

export interface OpenedC2d {
  /** Who asks. */
  by: 'device' | 'dongle'
  /** Signed by the key that they name. Not judged yet. */
  claims: Json
  /** SHA-256 of the signed document. The same request has the same digest, however it was sealed or wrapped. */
  digest: Buffer
}

const BY_TYPE: Readonly<Record<string, OpenedC2d['by']>> = {
  [TOKEN_TYPES.c2d]: 'device',
  [TOKEN_TYPES.lockRequest]: 'dongle',
}

/** Opens a C2D. `privateOf` finds the exchange key by its id. */
export function openC2d(
  text: string,
  privateOf: (kid: string) => KeyObject | undefined,
): OpenedC2d | { fault: FileFault | 'tooLarge' | 'otherKind' | 'foreign' | 'forged' } {
  if (Buffer.byteLength(text) > C2D_BYTES) return { fault: 'tooLarge' }
  const file = readFile(text)
  if ('fault' in file) return file
  if (file.kind !== 'C2D') return { fault: 'otherKind' }
  const key = privateOf(recipientOf(file.token) ?? '')
  if (!key) return { fault: 'foreign' }
  const signed = openJwe(file.token, key, MOST_INSIDE)
  const token = readToken(signed)
  const by = BY_TYPE[token?.type ?? '']
  if (signed === undefined || !token || !by) return { fault: 'forged' }
  const { keys } = token.claims
  const signer = isJson(keys) && canSealTo(keys['seal']) ? keyOf(keys['sign']) : undefined
  if (!signer || !isSignedBy(token, signer)) return { fault: 'forged' }
  return { by, claims: token.claims, digest: createHash('sha256').update(signed).digest() }
}
