// The account that one page outside the door passes on to another, so that nobody types it twice. It travels behind the
// mark that no server sees.

/** What the address carries behind its mark. */
export const behindTheMark = (name: 'link' | 'account') => new URLSearchParams(location.hash.slice(1)).get(name)

export const passedAccount = () => behindTheMark('account') ?? ''

/** The address of a page, with the account where there is one. */
export const passAccount = (page: string, account: string) =>
  account.trim() ? `${page}#${new URLSearchParams({ account: account.trim() }).toString()}` : page
