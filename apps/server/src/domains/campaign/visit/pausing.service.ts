// A campaign that cannot give the next license pauses itself and tells the administrators why. Runs after the
// refused participation was rolled back. Of many refusals at the same moment, one pauses.
import { campaignMachine } from '@sealwright/contract'
import type { Notify } from '../../../kernel/notify.ts'
import type { Refusal } from '../../../kernel/refusal.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { listProductGuids } from '../../product/index.ts'
import { statusFact } from '../campaign-answer.service.ts'
import { statusOf, statusWord } from '../campaign.rules.ts'
import type { ListedCampaign } from '../campaign.tables.ts'
import * as queries from './visit.queries.ts'
import { pauseCauseOf } from './visit.rules.ts'

/** The message goes to administrators who see the products of the campaign. */
export const messageAbout = async (scope: Scope, campaign: Pick<ListedCampaign, 'guid' | 'licenseIds'>) => ({
  link: `/activity/view?guid=${campaign.guid}`,
  about: { kind: 'product' as const, guids: await listProductGuids(scope, campaign.licenseIds) },
})

/** `seen` is the campaign whose publisher could not issue. If somebody else took over since then, nothing happens. */
export async function suspend(
  scope: Scope,
  notify: Notify,
  seen: Pick<ListedCampaign, 'guid' | 'publishedBy'>,
  refusal: Refusal,
): Promise<void> {
  const { guid } = seen
  const {
    db,
    developerId,
    asking: { now },
  } = scope
  const campaign = await queries.lockCampaign(scope, guid)
  if (campaign.publishedBy !== seen.publishedBy) return
  const status = statusOf(campaign, now)
  const paused = campaignMachine.next(status, 'suspend')
  if (campaign.deletedAt !== null || paused === undefined || paused === 'deleted') return
  const cause = pauseCauseOf(scope.say, refusal)
  const { name, number, revision } = campaign
  await queries.updateCampaign(scope, guid, {
    stage: 'paused',
    pausedAt: now,
    pauseCause: cause,
    revision: revision + 1,
    updatedAt: now,
  })
  const reason = { phrase: `errors.${cause.error}`, params: cause.params }
  await scope.record({
    type: 'update',
    target: { kind: 'activity', guid, name },
    before: statusFact(scope, campaign),
    after: { status: statusWord(scope, paused), reason: scope.say(reason.phrase, reason.params) },
  })
  await notify(
    { db, developerId, now },
    { kind: 'campaignPaused', params: { name, number, reason }, ...(await messageAbout(scope, campaign)) },
  )
}
