// License codes: 16 characters in four groups, none that look alike, the last one a check. Its weights make every
// mistyped character and every two swapped ones show, since 31 is a prime. Where the randomness comes from is the
// server's.
import { LIMITS } from '../limits.ts'
import type { LicenseFamily } from './license-rules.ts'

/** Without 0 and O, 1, I and L. */
export const CODE_ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const { codeLength: LENGTH, codeGroup: GROUP } = LIMITS.license
const PAYLOAD = LENGTH - 1

const valueOf = (character: string) => CODE_ALPHABET.indexOf(character)
/** Zero for a code without a mistake. */
const residue = (text: string) =>
  text.split('').reduce((sum, character, index) => sum + (LENGTH - index) * valueOf(character), 0) %
  CODE_ALPHABET.length

/** A code of these values, each below the length of the alphabet; the check character is added. */
export function codeOf(values: readonly number[]): string {
  if (values.length !== PAYLOAD || values.some((value) => CODE_ALPHABET[value] === undefined))
    throw new RangeError(`a code is made of ${PAYLOAD} values`)
  const payload = values.map((value) => CODE_ALPHABET[value]).join('')
  return payload + CODE_ALPHABET[(CODE_ALPHABET.length - residue(payload)) % CODE_ALPHABET.length]
}

/** As it is kept: what people type around and between the characters is left out. */
export const plainCode = (text: string) =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\-‐-―]/g, '')

const CHARACTERS = new RegExp(`^[${CODE_ALPHABET}]+$`)
/** Whether a code could hold this. */
export const isCodeText = (text: string) => CHARACTERS.test(text)

export function isCode(text: string): boolean {
  return text.length === LENGTH && isCodeText(text) && residue(text) === 0
}

/** As people read it: XXXX-XXXX-XXXX-XXXX. */
export const shownCode = (code: string) => code.match(new RegExp(`.{1,${GROUP}}`, 'g'))?.join('-') ?? code

/** What people know a license by: its code in groups, or the number of an account's. */
export const shownSerial = (family: LicenseFamily, serial: string) =>
  family === 'account' ? serial : shownCode(serial)
