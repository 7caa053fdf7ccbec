// The addresses of public pages. Apart from the calls, so that a page that needs an address does not load them.

/** The public page of a promotion link. */
export const CAMPAIGN_PAGE = '/p/campaign'
export const campaignPath = (token: string) => `${CAMPAIGN_PAGE}/${token}`
/** The page that ends promotion mails of a developer. */
export const UNSUBSCRIBE_PAGE = '/p/unsubscribe'

/** How a visitor came to the page: by the link itself, its QR code, or a promotion mail. */
export const PROMOTION_METHODS = ['link', 'qr', 'mail'] as const
export type PromotionMethod = (typeof PROMOTION_METHODS)[number]
/** The parameter of the page's address. Without it, the visitor came by the link. */
export const METHOD_PARAMETER = 'via'
