// The state of a signing key at a moment. Of the keys that may sign, the newest one signs. The others rest, and their
// leases stay valid.
import type { KeyState } from '@sealwright/contract'
import type { SigningKeyRow } from '../runtime.tables.ts'

type KeyTimes = Pick<SigningKeyRow, 'kid' | 'signsFrom' | 'signsUntil' | 'goodUntil' | 'retiredAt'>

/** The key that signs at a moment. Undefined if none may. */
export function signingAt<Key extends KeyTimes>(keys: readonly Key[], now: Date): Key | undefined {
  const able = keys.filter(
    ({ retiredAt, signsFrom, signsUntil }) => retiredAt === null && signsFrom <= now && signsUntil > now,
  )
  return able.toSorted(
    (one, other) => other.signsFrom.getTime() - one.signsFrom.getTime() || (other.kid > one.kid ? 1 : -1),
  )[0]
}

export function keyStateAt(key: KeyTimes, keys: readonly KeyTimes[], now: Date): KeyState {
  if (key.retiredAt !== null) return 'retired'
  if (key.goodUntil <= now) return 'over'
  if (key.signsFrom > now) return 'next'
  return signingAt(keys, now)?.kid === key.kid ? 'signing' : 'resting'
}
