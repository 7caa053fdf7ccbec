// The port that campaigns use: one license of a template with changed terms, for one account, outside approval. The
// publisher of the campaign pays and is counted for it.
import type { GivenTemplate, Price, PriceUnit } from '@sealwright/contract'
import type { Refusal } from '../../../kernel/refusal.ts'
import type { Scope } from '../../../kernel/scope.ts'

/** What a campaign gives to each participant. */
export interface CampaignOffer {
  templateGuid: string
  changes: GivenTemplate
}

/** The user who gets it. */
export interface Taker {
  guid: string
  account: string
  customerGuid: string | null
  tagGuids: string[]
}

export interface GivenLicense {
  guid: string
  serial: string
  /** As known now. Null if it never expires, or if the term starts at the first use. */
  expireTime: Date | null
  costFen: number
  /** What paid for it, if not money. */
  unit: PriceUnit | null
}

export interface CampaignIssuing {
  /**
   * The price of this many licenses, how many of them can be paid now (null: no limit), and the first refusal, if any.
   */
  quote(
    scope: Scope,
    offer: CampaignOffer,
    count: number,
  ): Promise<{ price: Price | null; payable: number | null; problem: Refusal | null }>
  /** Refuses as an issue of one license would. Writes nothing. Returns the products of the template. */
  requireOne(scope: Scope, offer: CampaignOffer): Promise<{ licenseIds: number[] }>
  /** The approval flow that would catch this many licenses, if the caller issued them. */
  caughtBy(scope: Scope, offer: CampaignOffer, count: number): Promise<{ name: string } | null>
  /**
   * Issues one license. A user who holds a license for the product is refused with `activity.held`. If the template has
   * changed since `checked.at`, the remaining places must still be uncaught.
   */
  give(
    scope: Scope,
    offer: CampaignOffer,
    user: Taker,
    checked: { at: Date; /** Remaining places. */ count: number },
  ): Promise<GivenLicense>
}

/** The campaign of each license that one gave, by the guid of the license. Only campaigns that the caller may open. */
export type CampaignsOf = (
  scope: Scope,
  licenseGuids: readonly string[],
) => Promise<Map<string, { guid: string; name: string }>>
