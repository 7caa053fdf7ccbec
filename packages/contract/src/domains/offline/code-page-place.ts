// The address of the public page of a license code. Apart from the calls, so that a page that needs it loads no call.

/**
 * The page for the customers of a code. The link in a mail to a lending administrator is
 * `pageInMessage(CODE_PAGE, locale, token)`.
 */
export const CODE_PAGE = '/p/code'
