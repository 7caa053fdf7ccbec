// The accounts of the demo that a new user can sign in to. All have the same password.
import { randomInt } from 'node:crypto'

export const DEMO_ACCOUNT = 'demo@sealwright.example'
export const TRIAL_ACCOUNT = 'trial@sealwright.example'
/** A sub-administrator who sees two products only. A new user can also view as this account. */
export const STAFF_ACCOUNT = 'staff@sealwright.example'

/** A password without look-alike characters, because people read it from a terminal and type it. */
export function makePassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
  return Array.from({ length: 12 }, () => letters[randomInt(letters.length)]).join('')
}
