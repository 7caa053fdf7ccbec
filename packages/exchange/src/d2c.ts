// D2C: the center answers. Signed by a signing key of the developer, sealed to the key of the device. The reader checks
// the signature from the root on: the file brings the certificates and the list of revoked keys along.
import type { KeyObject } from 'node:crypto'
import type { LockPackageClaims } from '@sealwright/contract/dongle-files'
import type { D2cClaims } from '@sealwright/contract/exchange-files'
import { TOKEN_TYPES } from '@sealwright/contract/runtime-tokens'
import { readFile, writeFile } from './file.ts'
import type { FileFault } from './file.ts'
import { openJwe, recipientOf, sealJwe, sealingPairAside } from './jwe.ts'
import type { Recipient } from './jwe.ts'
import { readToken, signJws, signJwsAside } from './jws.ts'
import type { SigningKey, Token } from './jws.ts'

/** Data areas of ten products, in base64 twice. */
const MOST_INSIDE = 8 * 1024 * 1024

export const makeD2c = (claims: D2cClaims, key: SigningKey, to: Recipient): string =>
  writeFile('D2C', sealJwe(signJws(TOKEN_TYPES.d2c, claims, key), to))

/** The document of the D2C for a dongle. */
export const sealLockPackage = (claims: LockPackageClaims, key: SigningKey, to: Recipient): string =>
  sealJwe(signJws(TOKEN_TYPES.lockPackage, claims, key), to)

/** The same, for many at once: other threads sign it and make its key. */
export async function sealLockPackageAside(claims: LockPackageClaims, key: SigningKey, to: Recipient): Promise<string> {
  const [signed, pair] = await Promise.all([signJwsAside(TOKEN_TYPES.lockPackage, claims, key), sealingPairAside()])
  return sealJwe(signed, to, pair)
}

/** The D2C for a dongle. */
export const makeLockPackage = (...given: Parameters<typeof sealLockPackage>): string =>
  writeFile('D2C', sealLockPackage(...given))

export interface OpenedD2c {
  /** Not verified yet. */
  token: Token
}

/** Opens a D2C with the key of the device. `kid` is the id that the device goes by: another one is another device. */
export function openD2c(
  text: string,
  { kid, privateKey }: { kid: string; privateKey: KeyObject },
  type: string = TOKEN_TYPES.d2c,
): OpenedD2c | { fault: FileFault | 'otherKind' | 'otherDevice' | 'forged' } {
  const file = readFile(text)
  if ('fault' in file) return file
  if (file.kind !== 'D2C') return { fault: 'otherKind' }
  if (recipientOf(file.token) !== kid) return { fault: 'otherDevice' }
  const token = readToken(openJwe(file.token, privateKey, MOST_INSIDE), MOST_INSIDE)
  return token?.type === type ? { token } : { fault: 'forged' }
}
