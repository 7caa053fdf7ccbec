// Leaving: the session ends here and, if the server can be reached, there.
import { callServer } from '../call/client.ts'
import { queryClient } from '../call/query-client.ts'
import { goToHref } from '../place/go.ts'
import { surface } from '../surface.ts'

/** Goes to the sign-in page without a page to return to, because the person ended the session. */
export function leave(): void {
  const { forgetSession, loginPath } = surface()
  forgetSession()
  queryClient.clear()
  goToHref(loginPath)
}

/** Ends the session there and here, and stays on the page. */
export async function endSession(): Promise<void> {
  const { handle, calls, forgetSession } = surface()
  try {
    if (handle.get()) await callServer(calls.logout, {})
  } catch {
    // If the server cannot be reached, the session expires there on its own.
  }
  forgetSession()
}

export async function signOut(): Promise<void> {
  await endSession()
  leave()
}
