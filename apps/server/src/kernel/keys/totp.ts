// One-time passwords (TOTP) and recovery codes, as pure functions over sealed secrets. Accounts of developers and
// platform operators both use them; who stores what is up to the caller.
import { createHash, randomInt } from 'node:crypto'
import { LIMITS } from '@sealwright/contract'
import { generateSecret, generateURI, verifySync } from 'otplib'
import type { SecretBox } from './secret-box.ts'

export const TOTP_ISSUER = 'Sealwright'
const { digits, stepSeconds, recoveryCodes: CODES } = LIMITS.secondFactor

// No 0, o, 1, i or l, which look alike in handwriting.
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUP = 5

const freshCode = () =>
  Array.from({ length: 2 }, () =>
    Array.from({ length: GROUP }, () => LETTERS[randomInt(LETTERS.length)]).join(''),
  ).join('-')

export function freshRecoveryCodes(): string[] {
  const codes = new Set<string>()
  while (codes.size < CODES) codes.add(freshCode())
  return [...codes]
}

/** The hash includes the owner, so equal codes of two owners have different hashes. */
export const hashRecoveryCode = (owner: string, code: string) =>
  createHash('sha256')
    .update(`${owner} ${code.toLowerCase().replace(/[^a-z\d]/g, '')}`)
    .digest()

export function createTotp(box: SecretBox) {
  const purpose = (owner: string) => `totp ${owner}`
  return {
    /** A new secret: as the person types or scans it, and sealed for storage. */
    start(owner: string, label: string, issuer = TOTP_ISSUER) {
      const secret = generateSecret()
      return {
        secret,
        uri: generateURI({ issuer, label, secret, algorithm: 'sha1', digits, period: stepSeconds }),
        sealed: box.seal(purpose(owner), Buffer.from(secret)),
      }
    },
    /** The time step of this code, within one step before and after now. Undefined if the code is wrong. */
    stepOf(owner: string, sealed: Buffer, code: string, now: Date): number | undefined {
      const token = code.replace(/\s/g, '')
      if (token.length !== digits || !/^\d+$/.test(token)) return undefined
      const result = verifySync({
        strategy: 'totp',
        secret: box.open(purpose(owner), sealed).toString(),
        token,
        algorithm: 'sha1',
        digits,
        period: stepSeconds,
        epoch: Math.floor(now.getTime() / 1000),
        epochTolerance: stepSeconds,
      })
      return result.valid && 'timeStep' in result ? result.timeStep : undefined
    },
  }
}
