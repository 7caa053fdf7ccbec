// Passes the typed account from one page before sign-in to another, and whether it was just registered. Both travel in
// the URL fragment, which browsers do not send to the server.

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
