// The steps from a correct password to the workspace. Each answer names the next step, and the wanted page is passed
// along. A step that is not due (reloaded, or opened from the history) redirects to the wanted page.
import type { Refusal } from '@sealwright/client'
import { DEVICE_PAGE } from '@sealwright/contract'
import type { AnswerOf, Call, PayloadOf, SignInStep, identityCalls } from '@sealwright/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { answerKey, callServer } from '../../lib/call/client.ts'
import {
  BINDING_PATH,
  FACTOR_PATH,
  LOGIN_PATH,
  MFA_PATH,
  goToHref,
  presentPlace,
  returnPath,
  tablePath,
} from '../../lib/place/go.ts'
import { STORED } from '../../lib/stored.ts'
import { dismissAllToasts } from '../../lib/toast.ts'
import { keepTyped } from './passed-account.ts'

const PATHS: Record<Exclude<SignInStep, 'dashboard'>, string> = {
  mfa: MFA_PATH,
  binding: BINDING_PATH,
  factor: FACTOR_PATH,
}

/** Stores the session of an answer and goes to the next step. */
export function followSignIn({ ssId, next }: AnswerOf<typeof identityCalls.login>): void {
  STORED.ssId.set(ssId)
  dismissAllToasts()
  // The next person must not see what somebody typed to register.
  keepTyped()
  const returnTo = returnPath()
  // The destination gets `returnTo` too: if it does not exist, the router opens the first screen instead.
  goToHref(next === 'dashboard' ? returnTo : PATHS[next], { replace: true, returnTo })
}

/** Signs in with another account and returns to this page. */
export function signInAgain(): void {
  goToHref(LOGIN_PATH, { returnTo: presentPlace() })
}

/** Whether this sign-in is for the confirmation of a program's sign-in, which needs no developer. */
export const isForProgram = () => tablePath(returnPath().split('?', 1)[0] ?? '') === DEVICE_PAGE

/** Starts over. The sign-in page ends the current session. */
export function backToLogin(): void {
  goToHref(LOGIN_PATH, { replace: true, returnTo: returnPath() })
}

/**
 * Loads the data of a step. The session is part of the key, since the next person at this browser may owe another step.
 */
export function useOwed<C extends Call>(call: C, payload: PayloadOf<C>) {
  const owed = useQuery<AnswerOf<C>, Refusal | Error>({
    queryKey: [...answerKey(call, payload), STORED.ssId.get()],
    queryFn: ({ signal }) => callServer(call, payload, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const isNotOwed = owed.error !== null && 'error' in owed.error && owed.error.error === 'identity.notOwed'
  useEffect(() => {
    if (isNotOwed) goToHref(returnPath(), { replace: true })
  }, [isNotOwed])
  return owed
}
