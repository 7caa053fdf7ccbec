// Which campaigns can be promoted. Apart from the dialog, so that lists do not load it.
import { CAMPAIGN_STATUSES } from '@sealwright/contract'
import type { CampaignRow } from '@sealwright/contract'

/** Mails invite to a campaign that people can join now or later. */
export const isPromotable = ({ status, links }: Pick<CampaignRow, 'status' | 'links'>) =>
  (status === CAMPAIGN_STATUSES.published || status === CAMPAIGN_STATUSES.running) &&
  links.some(({ isActive }) => isActive)
