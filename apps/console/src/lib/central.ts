// The refusals of section 8 that are told once for the whole console, so that no screen and no dialog tells them again.
// How they are told is client.ts's.
import type { Refusal } from '@sealwright/client'
import type { ErrorName } from '@sealwright/contract'

const TOLD_CENTRALLY = [
  'session.expired',
  'developer.becameFormal',
  'developer.serviceFeeUnpaid',
] as const satisfies readonly ErrorName[]
export type ToldCentrally = (typeof TOLD_CENTRALLY)[number]

const declined = new WeakSet<Refusal>()

/** The person was asked for what the refusal wants, and said no: they know, and nothing is said about it again. */
export function decline(refusal: Refusal): void {
  declined.add(refusal)
}

export function wasDeclined(refusal: Refusal): boolean {
  return declined.has(refusal)
}

/** True when the refusal has been dealt with for the whole console, so that a screen need not tell it again. */
export function isHandledCentrally(refusal: Refusal): boolean {
  return TOLD_CENTRALLY.some((name) => name === refusal.error) || wasDeclined(refusal)
}
