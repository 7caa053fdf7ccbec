// SQL that takes away what has had its time. It runs as the owner: the application's role may not delete most of these.
import { LIMITS } from '@sealwright/contract'

const { device, signIn } = LIMITS

/** `$1` is now. Passkey ceremonies of a session go with it; those here outlived their own time. */
export const PURGES = [
  'delete from session where expires_at < $1',
  'delete from passkey_ceremony where expires_at < $1',
  // A day longer than it is good for: whoever opens an old link is told that it has expired, and not that it never was.
  "delete from verification where expires_at < $1::timestamptz - interval '1 day'",
  "delete from guess where since < $1::timestamptz - interval '1 day' and (blocked_until is null or blocked_until < $1)",
  `delete from sign_in where at < $1::timestamptz - interval '${signIn.keptDays} days'`,
  `delete from device where last_seen_at < $1::timestamptz - interval '${device.unseenDays} days'`,
]
