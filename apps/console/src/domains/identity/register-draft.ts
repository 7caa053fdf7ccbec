// What was typed on the registration page, for a person who leaves it to sign in and comes back. It lives as long as
// the page, and holds neither passwords nor codes.
import type { PayloadOf, identityCalls } from '@sealwright/contract'

type RegisterDraft = Pick<
  PayloadOf<typeof identityCalls.register>,
  'developerName' | 'account' | 'country' | 'timeZone'
>

let typed: RegisterDraft | undefined

export const typedBefore = () => typed

export function keepTyped(draft: RegisterDraft): void {
  typed = draft
}

export function forgetTyped(): void {
  typed = undefined
}
