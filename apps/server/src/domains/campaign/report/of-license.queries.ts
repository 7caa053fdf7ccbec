// The campaign that gave a license, for the link back from the license.
import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { CampaignsOf } from '../../license/index.ts'
import { campaign, campaignParticipant as participant } from '../campaign.tables.ts'

/**
 * By the guid of the license. Only campaigns that the caller may open: none without the right to view campaigns, none
 * outside the row scope, none that were deleted.
 */
export const campaignsOfLicenses: CampaignsOf = async (scope, licenseGuids) => {
  const { caller, db, developerId } = scope
  if (licenseGuids.length === 0 || !caller.privileges.has('activity.view')) return new Map()
  const rows = await db
    .select({ license: participant.licenseGuid, guid: campaign.guid, name: campaign.name })
    .from(participant)
    .innerJoin(
      campaign,
      and(eq(campaign.developerId, participant.developerId), eq(campaign.guid, participant.campaignGuid)),
    )
    .where(
      and(
        eq(participant.developerId, developerId),
        inArray(participant.licenseGuid, [...licenseGuids]),
        isNull(campaign.deletedAt),
      ),
    )
  return new Map(rows.map(({ license, guid, name }) => [license, { guid, name }]))
}
