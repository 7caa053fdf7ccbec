// "Why can't I see this?", asked from anywhere: the account's panel, a page without its right, a thing that is not
// found. How the answer is shown belongs to app/, which sets it here.
// Surprise: whoever sees only a part of a kind is told "not found" of the rest, as of what is not there.
import { Refusal } from '@sealwright/client'
import type { AssignedKind, ErrorName, Privilege } from '@sealwright/contract'
import { useMaybeSession } from './session.tsx'

/** What it is about, where that is known: rights that are missing, or a kind of rows. */
export interface WhyAbout {
  privileges?: readonly Privilege[]
  kind?: AssignedKind
}

let show: (about: WhyAbout) => void = () => undefined

export function setWhy(given: typeof show): void {
  show = given
}

export function askWhy(about: WhyAbout = {}): void {
  show(about)
}

/** A template is seen with its products. */
const KIND_OF: Partial<Record<ErrorName, AssignedKind>> = {
  'product.notFound': 'product',
  'template.notFound': 'product',
  'user.notFound': 'user',
  'customer.notFound': 'customer',
}

/**
 * The kind of a thing that was not found, when the person sees only a part of that kind: it may be there all the same.
 */
export function useHiddenKind(error: Error): AssignedKind | undefined {
  const session = useMaybeSession()
  const kind = error instanceof Refusal && error.error ? KIND_OF[error.error] : undefined
  return kind && session?.limited.includes(kind) ? kind : undefined
}
