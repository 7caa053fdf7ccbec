// Verifies what a dongle signed: the root key names the key of the dongle, and that key signed the nonce of this
// program. So a copy of a license without the key of its dongle is worth nothing. Pure; no token makes it throw.
import type { LockChallengeClaims, LockLicense } from '@sealwright/contract/dongle-files'
import { TOKEN_TYPES } from '@sealwright/contract/runtime-tokens'
import { isJson, isSignedBy, keyOf, readToken } from '@sealwright/exchange'
import { isCount, isTime } from '../lease.ts'
import type { Trust } from '../lease.ts'

/** What the program asked. */
export interface Challenged {
  serial: string
  licenseId: number
  nonce: string
}

type Told = Omit<LockLicense, 'rom' | 'raw' | 'pub'>
const isLicense = (value: unknown): value is Told =>
  isJson(value) &&
  isCount(value['licenseId']) &&
  Array.isArray(value['modules']) &&
  value['modules'].every(isCount) &&
  ['version', 'start', 'end', 'span', 'firstUse', 'counter'].every(
    (name) => value[name] === null || isCount(value[name]),
  ) &&
  (value['seats'] === null || isJson(value['seats']))

/** The license that the dongle vouches for. Undefined if anything is wrong. */
export function verifyChallenge(
  { developerId, rootKey }: Trust,
  { identity, challenge }: { identity: string; challenge: string },
  { serial, licenseId, nonce }: Challenged,
): Pick<LockChallengeClaims, 'license' | 'until'> | undefined {
  const named = readToken(identity)
  if (named?.type !== TOKEN_TYPES.lockIdentity || !isSignedBy(named, rootKey)) return undefined
  if (named.claims['iss'] !== String(developerId) || named.claims['serial'] !== serial) return undefined
  const key = keyOf(named.claims['sign'])
  const answer = readToken(challenge)
  if (!key || answer?.type !== TOKEN_TYPES.lockChallenge || !isSignedBy(answer, key)) return undefined
  const { iss, serial: of, nonce: signed, licenseId: opened, license, until } = answer.claims
  if (iss !== String(developerId) || of !== serial || signed !== nonce || opened !== licenseId) return undefined
  if (!isLicense(license) || license.licenseId !== licenseId || (until !== null && !isTime(until))) return undefined
  return { license, until }
}
