// Publishes, pauses, starts and terminates campaigns. The contract's table decides which acts a status allows. A
// publication is refused if not even the next place could be issued.
import type { activityCalls } from '@sealwright/contract'
import type * as z from 'zod/mini'
import { changedNow, logOf } from '../../kernel/entity/change.ts'
import { updateRow } from '../../kernel/entity/rows.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Scope } from '../../kernel/scope.ts'
import { statusFact } from './campaign-answer.service.ts'
import * as queries from './campaign.queries.ts'
import { requireEvent } from './campaign.rules.ts'
import { lockCampaign } from './campaign.service.ts'
import type { Managing } from './campaign.service.ts'
import { campaign } from './campaign.tables.ts'
import type { Campaign } from './campaign.tables.ts'
import { activeOf } from './links.service.ts'

type ByGuid = z.output<typeof activityCalls.publish.payload>

const log = logOf('activity', () => ({}))

export interface ActingDeps {
  managing: Managing
}

export function createActing({ managing }: ActingDeps) {
  /** Writes the new stage, and the status before and after. */
  async function move(scope: Scope, before: Campaign, changes: Partial<Campaign>): Promise<void> {
    const after = { ...before, ...changes, ...changedNow(scope, before) }
    await updateRow(scope, campaign, before.guid, after)
    await log.noted(scope, before, { before: statusFact(scope, before), after: statusFact(scope, after) })
  }

  /** Refuses if the next place could not be issued, or if approvers would have to decide on the places. */
  async function requireIssuable(scope: Scope, row: Campaign): Promise<void> {
    await managing.requireNext(scope, row)
    await managing.requireUncaught(scope, row, row.maxParticipants - row.taken)
  }

  async function publish(scope: Scope, { guid }: ByGuid) {
    const before = await lockCampaign(scope, guid)
    requireEvent(scope, before, 'publish')
    const { now } = scope.asking
    if (before.endsAt <= now) throw new Refusal('activity.over', { field: 'endTime' })
    if (activeOf(await queries.listLinks(scope, [guid])).length === 0)
      throw new Refusal('activity.noLink', { field: 'links' })
    await requireIssuable(scope, before)
    await move(scope, before, { stage: 'published', publishedAt: now, publishedBy: scope.caller.accountId })
    return {}
  }

  async function pause(scope: Scope, { guid }: ByGuid) {
    const before = await lockCampaign(scope, guid)
    requireEvent(scope, before, 'pause')
    await move(scope, before, { stage: 'paused', pausedAt: scope.asking.now, pauseCause: null })
    return {}
  }

  async function start(scope: Scope, { guid }: ByGuid) {
    const before = await lockCampaign(scope, guid)
    requireEvent(scope, before, 'start')
    await requireIssuable(scope, before)
    // From now on the places are issued in the name of this caller, whose quota was just checked.
    const issuer = { publishedBy: scope.caller.accountId }
    await move(scope, before, { stage: 'published', pausedAt: null, pauseCause: null, ...issuer })
    return {}
  }

  async function terminate(scope: Scope, { guid }: ByGuid) {
    const before = await lockCampaign(scope, guid)
    requireEvent(scope, before, 'terminate')
    await move(scope, before, { stage: 'terminated', terminatedAt: scope.asking.now })
    return {}
  }

  return { publish, pause, start, terminate }
}
