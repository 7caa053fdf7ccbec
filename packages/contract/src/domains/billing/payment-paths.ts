// Paths of the payment pages, which are not calls. Separate from billing.ts, so that a page under /p/ does not load the
// billing calls for a path.

/**
 * `init`: the form post to the payment center, in its own window (section 7). `notify`: prefix of provider callbacks,
 * such as `…/alipay`.
 */
export const PAYMENT_PATHS = { init: '/payment/init.do', notify: '/payment/notify/' } as const

/**
 * The page of the sandbox provider. The payment is in the fragment (`#serial=…&token=…`), which browsers do not send.
 */
export const SANDBOX_PAGE = '/p/sandbox'

/** Delay of the callback for `payLater`. */
export const SANDBOX_LATE_SECONDS = 10
