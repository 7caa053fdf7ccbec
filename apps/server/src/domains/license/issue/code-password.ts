// The optional password of a license code. It is stored encrypted and never shown.
import { timingSafeEqual } from 'node:crypto'
import type { SecretBox } from '../../../kernel/keys/secret-box.ts'

const PURPOSE = 'license-code-password'

export const sealPassword = (box: Pick<SecretBox, 'seal'>, password: string) =>
  box.seal(PURPOSE, Buffer.from(password)).toString('base64')

export function isCodePassword(box: Pick<SecretBox, 'open'>, sealed: string, given: string): boolean {
  const [known, shown] = [box.open(PURPOSE, Buffer.from(sealed, 'base64')), Buffer.from(given)]
  return known.length === shown.length && timingSafeEqual(known, shown)
}
