// Access without a session: leads to the sign-in page, which remembers the requested address. Visiting that page ends
// the session.
import { queryClient } from '../lib/call/query-client.ts'
import { tablePath } from '../lib/place/go.ts'
import { findScreen } from '../lib/place/screen.ts'
import type { ScreenRow } from '../lib/place/screen.ts'
import { surface } from '../lib/surface.ts'

/** Whether a screen is shown without the workspace: open screens, and screens for sessions without a workspace. */
export function isOutside({ access: { kind } }: ScreenRow): boolean {
  return kind === 'open' || kind === 'pending' || kind === 'person' || kind === 'pendingOperator'
}

/** Whether there is no session at all, not even an unfinished one. */
export function isLockedOut(row: ScreenRow | undefined): boolean {
  return row?.access.kind !== 'open' && !surface().handle.get()
}

export function beforeOutside(row: ScreenRow): void {
  const { loginPath, forgetSession } = surface()
  if (row.path !== loginPath) return
  forgetSession()
  // The next person must not see the answers of the one before.
  queryClient.clear()
}

/** Sign-in leads to the requested address, or else to the first screen. A signed-in person gets "not found". */
export function isLostWayBack(): boolean {
  const state: unknown = history.state
  const cameBack =
    typeof state === 'object' &&
    state !== null &&
    'returnTo' in state &&
    state.returnTo === location.pathname + location.search
  return cameBack && !findScreen(tablePath(location.pathname))
}
