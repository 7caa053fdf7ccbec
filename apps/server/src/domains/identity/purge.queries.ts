// SQL that deletes expired rows. It runs as the owner, because the application's role may not delete most of them.
import { LIMITS } from '@sealwright/contract'

const { device, signIn } = LIMITS

/**
 * `$1` is the current time. A session's passkey ceremonies are deleted with it; the statement here deletes the expired
 * ones.
 */
export const PURGES = [
  'delete from session where expires_at < $1',
  'delete from passkey_ceremony where expires_at < $1',
  // Kept one day longer than valid: an old link is then answered as expired rather than unknown.
  "delete from verification where expires_at < $1::timestamptz - interval '1 day'",
  `delete from guess where since < $1::timestamptz - interval '1 day'
    and (blocked_until is null or blocked_until < $1)`,
  `delete from sign_in where at < $1::timestamptz - interval '${signIn.keptDays} days'`,
  `delete from device where last_seen_at < $1::timestamptz - interval '${device.unseenDays} days'`,
]
