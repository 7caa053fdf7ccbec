// The developer's settings, as the session tells them. Imports only types of the contract: many screens ask for a
// setting, and only the settings page needs their table.
import type { ConfigKey } from '@sealwright/contract'
import type { Session } from './session.tsx'
import { useMaybeSession } from './session.tsx'

const textOf = (session: Session | undefined, key: ConfigKey) =>
  session?.developerConfig.find((one) => one.key === key)?.value

export function useSetting(key: ConfigKey): string | undefined {
  return textOf(useMaybeSession(), key)
}

/** Whether a switch is on. */
export const useSwitchedOn = (key: ConfigKey): boolean => useSetting(key) === 'true'

/** Whether a switch is off. Both are false until the session is known. */
export const useSwitchedOff = (key: ConfigKey): boolean => useSetting(key) === 'false'
