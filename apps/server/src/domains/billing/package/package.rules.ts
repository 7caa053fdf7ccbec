// Pure decisions about packages: what state one is in, and when one that is bought now expires.
import { DAY_MS, momentOf, wallTime } from '@sealwright/contract'
import type { PackageState } from '@sealwright/contract'

/** By the clock first: what is left of one that has expired is lost. */
export function packageState(
  { expiresAt, remaining, remainingUpdates }: { expiresAt: Date; remaining: number; remainingUpdates: number },
  now: Date,
): PackageState {
  if (expiresAt <= now) return 'expired'
  return remaining > 0 || remainingUpdates > 0 ? 'available' : 'usedUp'
}

/** The end of the day that is so many days later, by the developer's clocks. */
export function expiryOf(now: Date, days: number, timeZone: string): Date {
  const today = wallTime(now, timeZone).slice(0, 10)
  return momentOf(new Date(Date.parse(today) + days * DAY_MS).toISOString().slice(0, 10), 'end', timeZone)
}
