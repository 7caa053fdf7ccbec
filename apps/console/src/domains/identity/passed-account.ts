// What one page before sign-in passes to another: the typed account and whether it was just registered, in the URL
// fragment, which browsers do not send to the server; and what was typed to register, in memory.
import type { PayloadOf, identityCalls } from '@sealwright/contract'

/** A parameter of the URL fragment. */
export const behindTheMark = (name: 'link' | 'account' | 'registered') =>
  new URLSearchParams(location.hash.slice(1)).get(name)

export const passedAccount = () => behindTheMark('account') ?? ''

/** The address of a page, with the account if there is one. */
export const passAccount = (page: string, account: string) =>
  account.trim() ? `${page}#${new URLSearchParams({ account: account.trim() }).toString()}` : page

/** The sign-in page for an account that was just registered. */
export const passRegistered = (page: string, account: string) => `${passAccount(page, account)}&registered=1`

export const isJustRegistered = () => behindTheMark('registered') !== null

/** For a person who leaves the registration to sign in and comes back. No passwords and codes. */
type RegisterDraft = Pick<
  PayloadOf<typeof identityCalls.register>,
  'developerName' | 'account' | 'country' | 'timeZone'
>

let typed: RegisterDraft | undefined

export const typedBefore = () => typed

export function keepTyped(draft?: RegisterDraft): void {
  typed = draft
}
