// Pure decisions about packages: the state of a package, and the expiry of one that is bought now.
import { DAY_MS, momentOf, wallTime } from '@sealwright/contract'
import type { PackageState } from '@sealwright/contract'

/** Expiry comes first: the rest of an expired package is lost. */
export function packageState(
  { expiresAt, remaining, remainingUpdates }: { expiresAt: Date; remaining: number; remainingUpdates: number },
  now: Date,
): PackageState {
  if (expiresAt <= now) return 'expired'
  return remaining > 0 || remainingUpdates > 0 ? 'available' : 'usedUp'
}

/** The end of the day that is `days` days later, in the developer's time zone. */
export function expiryOf(now: Date, days: number, timeZone: string): Date {
  const today = wallTime(now, timeZone).slice(0, 10)
  return momentOf(new Date(Date.parse(today) + days * DAY_MS).toISOString().slice(0, 10), 'end', timeZone)
}
