// The way from a right password to the workspace: an answer says what is still owed, and each step leads to the next.
// Where the person wanted to go is carried along. A step that is not owed (reloaded, opened from history) is over.
import type { Refusal } from '@sealwright/client'
import type { AnswerOf, Call, PayloadOf, SignInStep, identityCalls } from '@sealwright/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { answerKey, callServer } from '../../lib/call/client.ts'
import { BINDING_PATH, LOGIN_PATH, MFA_PATH, goToHref, returnPath } from '../../lib/place/go.ts'
import { STORED } from '../../lib/stored.ts'
import { dismissAllToasts } from '../../lib/toast.ts'

const PATHS: Record<Exclude<SignInStep, 'dashboard'>, string> = { mfa: MFA_PATH, binding: BINDING_PATH }

/** Keeps the session that a step answered, and goes on. */
export function followSignIn({ ssId, next }: AnswerOf<typeof identityCalls.login>): void {
  STORED.ssId.set(ssId)
  dismissAllToasts()
  const returnTo = returnPath()
  // Carried to the place itself as well, which then knows that it was come back to.
  goToHref(next === 'dashboard' ? returnTo : PATHS[next], { replace: true, returnTo })
}

/** Starts over; the sign-in page ends what was begun. */
export function backToLogin(): void {
  goToHref(LOGIN_PATH, { replace: true, returnTo: returnPath() })
}

/** What a step has to ask. Of this sign-in only: the next person at this browser may owe something else. */
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
