// Sends verification codes with the console's client, before and after sign-in.
import { identityCalls, isEmail } from '@sealwright/contract'
import type { CodePurpose } from '@sealwright/contract'
import { useAct, useAnswer } from '../call/client.ts'
import { useCodeOutcome } from './code-outcome.tsx'

/** Sends codes for one purpose, and returns the outcome for an address. */
export function useCodeSending(purpose: CodePurpose) {
  const { act, ...sender } = useAct(identityCalls.sendCode, { showsRefusal: true })
  return useCodeOutcome({ ...sender, act: (target) => act({ target, purpose }) })
}

/** Whether a message to this address stays in the outbox. Always false outside of demo centers. */
export function useIsKept(target: string): boolean {
  const { data: door } = useAnswer(identityCalls.door, {}, { staleMs: Number.POSITIVE_INFINITY })
  if (!door?.demo) return false
  return isEmail(target.trim()) ? door.keepsMail : door.keepsSms
}
