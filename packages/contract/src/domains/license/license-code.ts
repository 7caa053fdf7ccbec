// License codes: 16 characters in four groups, without characters that look alike. The last one is a check character.
// The alphabet has 31 characters, a prime number, so that its weights detect every single wrong character and every
// swap of two. The server provides the random values.
import { LIMITS } from '../../limits.ts'
import type { LicenseFamily } from './license-rules.ts'

/** Without 0, O, 1, I and L. */
export const CODE_ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const { codeLength: LENGTH, codeGroup: GROUP } = LIMITS.license

const valueOf = (character: string) => CODE_ALPHABET.indexOf(character)
/** Zero for a valid code of this length. */
const residue = (text: string, length: number) =>
  text.split('').reduce((sum, character, index) => sum + (length - index) * valueOf(character), 0) %
  CODE_ALPHABET.length

/** A code from these values, each an index into the alphabet, plus the check character. */
export function checkedCode(values: readonly number[], length: number): string {
  if (values.length !== length - 1 || values.some((value) => CODE_ALPHABET[value] === undefined))
    throw new RangeError(`a code needs ${length - 1} values of the alphabet`)
  const payload = values.map((value) => CODE_ALPHABET[value]).join('')
  return payload + CODE_ALPHABET[(CODE_ALPHABET.length - residue(payload, length)) % CODE_ALPHABET.length]
}
export const isCheckedCode = (text: string, length: number) =>
  text.length === length && isCodeText(text) && residue(text, length) === 0

export const codeOf = (values: readonly number[]) => checkedCode(values, LENGTH)

/** As stored: in upper case, without spaces and hyphens. */
export const plainCode = (text: string) =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\-‐-―]/g, '')

const CHARACTERS = new RegExp(`^[${CODE_ALPHABET}]+$`)
/** Whether all characters are in the alphabet. */
export const isCodeText = (text: string) => CHARACTERS.test(text)

export const isCode = (text: string) => isCheckedCode(text, LENGTH)

/** For display: XXXX-XXXX-XXXX-XXXX. */
export const shownCode = (code: string) => code.match(new RegExp(`.{1,${GROUP}}`, 'g'))?.join('-') ?? code

/** The identifier of a license for people: its code in groups, or the number of a license for an account. */
export const shownSerial = (family: LicenseFamily, serial: string) =>
  family === 'account' ? serial : shownCode(serial)

/** For people who must not use a code: its first group, then dots. Has the length of the code. */
export const maskedSerial = (family: LicenseFamily, serial: string) =>
  family === 'account' ? serial : serial.slice(0, GROUP).padEnd(serial.length, '•')
