// Pure decisions about visitors of a campaign: whether it can be joined, and whose matter a refused license is.
import { CAMPAIGN_STATUSES, FUNDS_ERRORS, PROMOTION_METHODS, campaignStatusAt } from '@sealwright/contract'
import type { ClosedState, ErrorName, PromotionMethod } from '@sealwright/contract'
import { violationSentence } from '@sealwright/phrases'
import type { Sentences } from '@sealwright/phrases'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Campaign, PauseCause } from '../campaign.tables.ts'

/** The method of a visit. Undefined if there is no such method. */
export const methodOf = (via: string | undefined): PromotionMethod | undefined =>
  via === undefined ? 'link' : PROMOTION_METHODS.find((method) => method === via)

type Timed = Pick<Campaign, 'stage' | 'startsAt' | 'endsAt' | 'taken' | 'maxParticipants' | 'deletedAt'>

/** Why nobody can take part now. Null if they can. Drafts have no public page. */
export function closedOf({ startsAt, endsAt, deletedAt, ...campaign }: Timed, now: Date): ClosedState | null {
  if (deletedAt !== null) return 'deleted'
  switch (campaignStatusAt({ ...campaign, startTime: startsAt, endTime: endsAt }, now)) {
    case CAMPAIGN_STATUSES.running:
      return null
    case CAMPAIGN_STATUSES.paused:
      return 'paused'
    case CAMPAIGN_STATUSES.terminated:
      return 'terminated'
    case CAMPAIGN_STATUSES.finished:
      return now < endsAt ? 'full' : 'ended'
    default:
      return 'notStarted'
  }
}

export const closedRefusal = (closed: ClosedState, start: string) =>
  new Refusal(`activity.${closed}`, closed === 'notStarted' ? { params: { start } } : {})

/** Money, quotas and approval. The developer can change them, so visitors may come back. */
const USED_UP: ReadonlySet<ErrorName> = new Set<ErrorName>([
  ...FUNDS_ERRORS,
  'activity.caught',
  'billing.overdue',
  'developer.serviceFeeUnpaid',
  'license.quotaUsedUp',
  'license.trialLimit',
  'user.trialLimit',
  'activity.publisherGone',
])

/** A license that the developer's account, quotas or template do not allow. The campaign pauses itself. */
export class CannotGive extends Error {
  override name = 'CannotGive'
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.error)
    this.refusal = refusal
  }

  /** What the visitor is told. */
  told = () => new Refusal(USED_UP.has(this.refusal.error) ? 'activity.paused' : 'activity.licenseFault')
}

/** Refusals of an issue that concern one visitor, or that the next one does not meet. */
const OF_VISITOR: ReadonlySet<ErrorName> = new Set<ErrorName>([
  'activity.held',
  'user.notFound',
  'license.issueFailed',
  'license.trialEnded',
])

/** Sorts the refusal of an issue. The unique index found a license that was issued at the same moment: held. */
export function refusedGift(error: unknown): unknown {
  if (!(error instanceof Refusal)) return error
  if (error.error === 'license.heldUnseen') return new Refusal('activity.held', { params: { product: '' } })
  // A suspension pauses nothing by itself: after it, the campaign goes on.
  if (error.error === 'developer.suspended') return new Refusal('activity.paused')
  if (OF_VISITOR.has(error.error)) return error.error === 'activity.held' ? error : new Refusal('activity.licenseFault')
  return new CannotGive(error)
}

/** As stored with the campaign, in names and values, so that each reader sees it in their own language. */
export function pauseCauseOf(say: Sentences, { error, params, violations }: Refusal): PauseCause {
  if (violations.length === 0)
    return {
      error,
      params: Object.fromEntries(
        Object.entries(params).map(([name, value]) => [name, typeof value === 'number' ? value : String(value)]),
      ),
    }
  const reason = violations.map((violation) => violationSentence(say, 'license', violation)).join(say('license.and'))
  return { error: 'activity.unfitTerms', params: { reason } }
}
