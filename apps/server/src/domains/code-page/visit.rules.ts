// What a visit proves, and how much of a code and a device its page shows. A visit is sealed by the center and names
// one code, its password and a time, so that a changed password, another code or the clock ends it.
import { createHash } from 'node:crypto'
import { LIMITS, MINUTE_MS, shownCode } from '@sealwright/contract'
import type { SecretBox } from '../../kernel/keys/secret-box.ts'

const PURPOSE = 'code-page-visit'
const { codeGroup: GROUP } = LIMITS.license

interface Visited {
  serial: string
  passwordBox: string | null
}

export interface Visit {
  developerId: number
  licenseGuid: string
  /** Of the code and its sealed password. */
  digest: string
  until: Date
}

const digestOf = ({ serial, passwordBox }: Visited) =>
  createHash('sha256')
    .update(`${serial} ${passwordBox ?? ''}`)
    .digest('base64url')
    .slice(0, 22)

/** Whether the code and its password are still those of the visit. */
export const isSame = ({ digest }: Visit, license: Visited) => digest === digestOf(license)

export function sealVisit(
  box: Pick<SecretBox, 'seal'>,
  { developerId, licenseGuid, ...license }: Visited & Pick<Visit, 'developerId' | 'licenseGuid'>,
  now: Date,
): string {
  const until = now.getTime() + LIMITS.codePage.visitMinutes * MINUTE_MS
  return box
    .seal(PURPOSE, Buffer.from(JSON.stringify([developerId, licenseGuid, digestOf(license), until])))
    .toString('base64url')
}

/** Undefined if it is none of ours, or over. */
export function openVisit(box: Pick<SecretBox, 'open'>, sealed: string, now: Date): Visit | undefined {
  try {
    const [developerId, licenseGuid, digest, until] = JSON.parse(
      box.open(PURPOSE, Buffer.from(sealed, 'base64url')).toString(),
    ) as [number, string, string, number] // sealed by us
    return until > now.getTime() ? { developerId, licenseGuid, digest, until: new Date(until) } : undefined
  } catch {
    return undefined
  }
}

/** The first and the last group. */
export const maskedCode = (code: string) =>
  shownCode(`${code.slice(0, GROUP)}${'•'.repeat(Math.max(0, code.length - 2 * GROUP))}${code.slice(-GROUP)}`)

/** Enough for the owner to recognize the device, whatever its length. */
export function maskedName(name: string): string {
  const characters = Array.from(name)
  const [head, tail] = characters.length >= 8 ? [3, 2] : characters.length >= 4 ? [1, 1] : [1, 0]
  return `${characters.slice(0, head).join('')}•••${tail === 0 ? '' : characters.slice(-tail).join('')}`
}
