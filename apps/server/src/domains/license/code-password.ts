// The password that a license code may ask for: it is kept sealed, and shown to nobody.
import { timingSafeEqual } from 'node:crypto'
import type { SecretBox } from '../../kernel/keys/secret-box.ts'

const PURPOSE = 'license-code-password'

export const sealPassword = (box: Pick<SecretBox, 'seal'>, password: string) =>
  box.seal(PURPOSE, Buffer.from(password)).toString('base64')

/** Whether this is the password that a code asks for. */
export function isCodePassword(box: Pick<SecretBox, 'open'>, sealed: string, given: string): boolean {
  const [known, shown] = [box.open(PURPOSE, Buffer.from(sealed, 'base64')), Buffer.from(given)]
  return known.length === shown.length && timingSafeEqual(known, shown)
}
