// The steps from a correct password to the desk. Each answer names the next one, and the wanted page is passed along.
import type { AnswerOf, OperatorStep, operatorDesk } from '@sealwright/contract'
import { goToHref, returnPath } from '../../lib/place/go.ts'
import { dismissAllToasts } from '../../lib/toast.ts'
import { DESK_CODE, DESK_LOGIN, DESK_SETUP } from '../paths.ts'
import { DESK } from '../session.ts'

const PATHS: Record<Exclude<OperatorStep, 'desk'>, string> = { code: DESK_CODE, setup: DESK_SETUP }

export type SignedIn = AnswerOf<typeof operatorDesk.login>

/** Stores the session of an answer and goes to the next step. */
export function followStep({ ssId, next }: SignedIn): void {
  DESK.handle.set(ssId)
  dismissAllToasts()
  const returnTo = returnPath()
  goToHref(next === 'desk' ? returnTo : PATHS[next], { replace: true, returnTo })
}

/** Starts over. The sign-in page ends the current session. */
export function backToLogin(): void {
  goToHref(DESK_LOGIN, { replace: true, returnTo: returnPath() })
}
