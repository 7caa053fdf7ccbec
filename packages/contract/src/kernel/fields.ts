// Field types that several domains share: account names, phone numbers, passwords, images, base64. Each has its own
// rules, so that forms and the server report the same violations.
import * as z from 'zod/mini'
import { LANDLINE, LIMITS, MOBILE, SPECIAL_CHARACTERS, hasSpecialCharacter } from '../limits.ts'
import { line, rule, verbatim } from './wire.ts'

export const noSpecialCharacters = rule('specialCharacters', (value: string) => !hasSpecialCharacter(value), {
  characters: SPECIAL_CHARACTERS,
})

// The pattern that browsers use for <input type=email>, but the domain must contain a dot.
const EMAIL = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)+$/i
export const isEmail = (text: string) => text.length <= LIMITS.account.accountMax && EMAIL.test(text)
export const isMobile = (text: string) => MOBILE.test(text)

/** An account name: an e-mail address or a mobile number. */
export const accountName = line(LIMITS.account.accountMax).check(
  rule('notAccount', (value: string) => isEmail(value) || isMobile(value)),
)
export const email = line(LIMITS.account.accountMax).check(rule('notEmail', isEmail))
export const phone = line(LIMITS.account.accountMax).check(
  rule('phoneFormat', (value: string) => isMobile(value) || LANDLINE.test(value)),
)

/**
 * A new password: no control characters and no space at either end. For sign-in, `typedPassword` only limits the
 * length.
 */
export const newPassword = verbatim(LIMITS.account.passwordMax).check(
  z.minLength(LIMITS.account.passwordMin),
  // oxlint-disable-next-line no-control-regex -- the point is to find control characters
  rule('passwordFormat', (value: string) => value === value.trim() && !/[\u0000-\u001F\u007F]/.test(value)),
)
export const typedPassword = verbatim(LIMITS.account.passwordMax).check(z.minLength(1))

/** A new password and its confirmation. `samePasswords` compares them. */
export const passwordPair = { password: newPassword, confirmPassword: verbatim(LIMITS.account.passwordMax) }

export const samePasswords = z.superRefine<{ password?: string | undefined; confirmPassword?: string | undefined }>(
  (value, context) => {
    if (value.password !== value.confirmPassword)
      context.addIssue({ code: 'custom', path: ['confirmPassword'], params: { rule: 'passwordsDiffer' } })
  },
)

/** A verification code. */
export const sentCode = line(LIMITS.verification.digits).check(z.minLength(1))

const MB = 1024 * 1024
/** A file in a multipart body. Its name must have one of these endings. */
export function upload(maxBytes: number, endings: readonly string[]) {
  return z.file().check(
    rule('fileEmpty', (file: File) => file.size > 0),
    rule('fileTooLarge', (file: File) => file.size <= maxBytes, { max: maxBytes / MB }),
    rule('fileKind', (file: File) => endings.some((ending) => file.name.toLowerCase().endsWith(ending)), {
      endings: endings.join(' / '),
    }),
  )
}

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/
/** The length is checked apart, because a pattern of groups takes ten times as long on megabytes. */
export const isBase64 = (text: string) => text.length % 4 === 0 && BASE64.test(text)
/** The base64 length of `bytes` bytes. */
export const base64Length = (bytes: number) => Math.ceil(bytes / 3) * 4
export const base64Bytes = (text: string) =>
  (text.length / 4) * 3 - (text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0)

const PNG_SIGNATURE = 'iVBORw0KGgo'
const PNG_HEAD_BYTES = 24
/**
 * Width and height from the PNG header. A file of few bytes can have so many pixels that it is slow to decode for every
 * viewer.
 */
function pngSides(base64: string): number[] {
  const head = base64.slice(0, base64Length(PNG_HEAD_BYTES))
  if (!head.startsWith(PNG_SIGNATURE) || head.length < base64Length(PNG_HEAD_BYTES) || !isBase64(head)) return []
  const bytes = new DataView(Uint8Array.from(atob(head), (c) => c.charCodeAt(0)).buffer)
  return [bytes.getUint32(16), bytes.getUint32(20)]
}

/** A PNG in base64. Browsers provide an image as a data URL; its prefix is removed. */
export function pngLogo(maxBytes: number) {
  return z.string().check(
    z.overwrite((value) => value.replace(/^data:image\/png;base64,/, '')),
    rule('logoTooLarge', (value: string) => base64Bytes(value) <= maxBytes, { max: maxBytes }),
    rule('notPng', (value: string) => value.startsWith(PNG_SIGNATURE) && isBase64(value)),
    rule('logoTooWide', (value: string) => pngSides(value).every((side) => side <= LIMITS.logo.pixels), {
      max: LIMITS.logo.pixels,
    }),
  )
}

export type PasswordStrength = 'weak' | 'medium' | 'strong'

/** Section 5: password strength, by length and number of character classes. */
export function passwordStrength(password: string): PasswordStrength {
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((kind) => kind.test(password)).length
  const isRepeated = new Set(password).size < Math.min(4, password.length)
  if (password.length < 8 || kinds < 2 || isRepeated) return 'weak'
  return password.length >= 12 || kinds >= 3 ? 'strong' : 'medium'
}
