// Which campaigns can be promoted. Apart from the dialog, so that lists do not load it.
import { isPromotableStatus } from '@sealwright/contract'
import type { CampaignRow } from '@sealwright/contract'

export const isPromotable = ({ status, links }: Pick<CampaignRow, 'status' | 'links'>) =>
  isPromotableStatus(status) && links.some(({ isActive }) => isActive)
