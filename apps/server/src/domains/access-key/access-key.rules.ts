// Pure decisions about access keys.
import { randomInt } from 'node:crypto'
import type { AccessKeyState } from '@sealwright/contract'

const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const ID_CHARACTERS = 20
export const SECRET_BYTES = 32

export const newKeyId = () =>
  `ak_${Array.from({ length: ID_CHARACTERS }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('')}`

/** A key that has ended is not merely disabled: enabling it would not help. */
export function stateOf({ endsAt, isEnabled }: { endsAt: Date | null; isEnabled: boolean }, now: Date): AccessKeyState {
  if (endsAt !== null && endsAt <= now) return 'ended'
  return isEnabled ? 'enabled' : 'disabled'
}

/** What seals the secrets of a key. A secret is valid for its own key only. */
export const sealPurpose = (guid: string) => `access-key:${guid}`
