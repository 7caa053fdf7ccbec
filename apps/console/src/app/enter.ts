// The door: who has no session goes to the sign-in page, which remembers where they wanted to go. Visiting that page
// ends the session.
import { LOGIN_PATH, tablePath } from '../lib/place/go.ts'
import { findScreen } from '../lib/place/screen.ts'
import type { ScreenRow } from '../lib/place/screen.ts'
import { STORED, forgetSession } from '../lib/stored.ts'

/** Shown without the workspace around it: anyone may open it, or whoever is in the middle of signing in. */
export function isOutside(row: ScreenRow): boolean {
  return row.access.kind === 'open' || row.access.kind === 'pending'
}

/** Nobody can be shown this: there is no session, not even one that still owes a step. */
export function isLockedOut(row: ScreenRow | undefined): boolean {
  return row?.access.kind !== 'open' && !STORED.ssId.get()
}

export function beforeOutside(row: ScreenRow): void {
  if (row.path === LOGIN_PATH) forgetSession()
}

/**
 * Signing in leads to what was asked for before; where that is nothing, to the first screen. Who is inside already is
 * told that nothing is there.
 */
export function isLostWayBack(): boolean {
  const state: unknown = history.state
  const cameBack =
    typeof state === 'object' &&
    state !== null &&
    'returnTo' in state &&
    state.returnTo === location.pathname + location.search
  return cameBack && !findScreen(tablePath(location.pathname))
}
