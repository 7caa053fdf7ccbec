// Opens the explanation of missing access from anywhere: the account panel, a page without its privilege, or a row that
// is not found. app/ provides the implementation with `setWhy`. Rows outside the person's row scope answer "not found",
// like rows that do not exist.
import { Refusal } from '@sealwright/client'
import type { AssignedKind, ErrorName, Privilege } from '@sealwright/contract'
import { useMaybePerson } from './person.ts'

/** The missing privileges, or the kind of rows, if known. */
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

/** Templates are visible with their products. */
const KIND_OF: Partial<Record<ErrorName, AssignedKind>> = {
  'product.notFound': 'product',
  'template.notFound': 'product',
  'user.notFound': 'user',
  'customer.notFound': 'customer',
  'userLock.notFound': 'userLock',
}

/** The kind of a row that was not found, if the person's row scope limits that kind: the row may exist all the same. */
export function useHiddenKind(error: Error): AssignedKind | undefined {
  const person = useMaybePerson()
  const kind = error instanceof Refusal && error.error ? KIND_OF[error.error] : undefined
  return kind && person?.limited.includes(kind) ? kind : undefined
}
