// The refusals of specification section 8 that are shown once for the whole console, so that no screen or dialog shows
// them again. client.ts shows them.
import type { Refusal } from '@sealwright/client'
import type { ErrorName } from '@sealwright/contract'

const TOLD_CENTRALLY = [
  'session.expired',
  'identity.factorOwed',
  'developer.becameFormal',
  'developer.serviceFeeUnpaid',
] as const satisfies readonly ErrorName[]
export type ToldCentrally = (typeof TOLD_CENTRALLY)[number]

const declined = new WeakSet<Refusal>()

/** Marks a refusal that the person declined to resolve, such as a closed captcha. It is not shown. */
export function decline(refusal: Refusal): void {
  declined.add(refusal)
}

export function wasDeclined(refusal: Refusal): boolean {
  return declined.has(refusal)
}

/** True if the refusal was handled for the whole console, so that a screen need not show it. */
export function isHandledCentrally(refusal: Refusal): boolean {
  return TOLD_CENTRALLY.some((name) => name === refusal.error) || wasDeclined(refusal)
}
