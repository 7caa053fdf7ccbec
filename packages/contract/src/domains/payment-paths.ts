// Where payments go and come from, none of them a call. Apart from billing.ts, so that a page under /p/ does not load
// the calls of money for an address.

/**
 * The form post to the payment centre, in a window of its own, as section 7 has it, and where providers call back:
 * `…/alipay`.
 */
export const PAYMENT_PATHS = { init: '/payment/init.do', notify: '/payment/notify/' } as const

/**
 * The page of the provider that only pretends; which payment it is about stands behind the mark, `#serial=…&token=…`,
 * which no server is sent.
 */
export const SANDBOX_PAGE = '/p/sandbox'

/** How much later it tells of a payment, when it is asked to tell late. */
export const SANDBOX_LATE_SECONDS = 10
