// The life of a campaign as one table, with the numbers of section 4. Only decisions of people are stored (`stage`);
// the clock and the number of participants decide the rest, so no job has to run first.
import { defineMachine } from '../../kernel/state-machine.ts'

/** Section 4: activity status. */
export const CAMPAIGN_STATUSES = { draft: 1, published: 2, running: 3, paused: 4, terminated: 5, finished: 6 } as const
export type CampaignStatus = keyof typeof CAMPAIGN_STATUSES
export type CampaignStatusCode = (typeof CAMPAIGN_STATUSES)[CampaignStatus]
const statuses = Object.keys(CAMPAIGN_STATUSES) as [CampaignStatus, ...CampaignStatus[]] // not empty
/** The name of a status by its number. */
export const campaignStatusOf = (status: number) =>
  statuses.find((name) => CAMPAIGN_STATUSES[name] === status) ?? statuses[0]

export type CampaignEvent =
  | 'edit'
  | 'editOngoing'
  | 'publish'
  | 'pause'
  | 'suspend'
  | 'start'
  | 'terminate'
  | 'delete'
  | 'begin'
  | 'finish'

/** `suspend` is a pause by the system, because the next place cannot be paid. */
export const campaignMachine = defineMachine<
  CampaignStatusCode | 'deleted',
  CampaignEvent,
  'administrator' | 'system' | 'clock'
>('campaign', 1, [
  { from: 1, event: 'edit', to: 1, who: 'administrator' },
  { from: 1, event: 'publish', to: 2, who: 'administrator' },
  { from: 1, event: 'delete', to: 'deleted', who: 'administrator' },
  { from: 2, event: 'editOngoing', to: 2, who: 'administrator' },
  { from: 2, event: 'begin', to: 3, who: 'clock' },
  { from: 2, event: 'terminate', to: 5, who: 'administrator' },
  { from: 3, event: 'editOngoing', to: 3, who: 'administrator' },
  { from: 3, event: 'pause', to: 4, who: 'administrator' },
  { from: 3, event: 'suspend', to: 4, who: 'system' },
  { from: 3, event: 'terminate', to: 5, who: 'administrator' },
  // The end has come, or every place is taken.
  { from: 3, event: 'finish', to: 6, who: 'clock' },
  { from: 4, event: 'editOngoing', to: 4, who: 'administrator' },
  { from: 4, event: 'start', to: 3, who: 'administrator' },
  { from: 4, event: 'terminate', to: 5, who: 'administrator' },
  { from: 4, event: 'finish', to: 6, who: 'clock' },
  { from: 5, event: 'delete', to: 'deleted', who: 'administrator' },
  { from: 6, event: 'delete', to: 'deleted', who: 'administrator' },
])

/** What a person can do with a campaign. */
export const CAMPAIGN_ACTS = [
  'edit',
  'editOngoing',
  'publish',
  'pause',
  'start',
  'terminate',
  'delete',
] as const satisfies readonly CampaignEvent[]
export type CampaignAct = (typeof CAMPAIGN_ACTS)[number]

/** The stored part of the status. */
export const CAMPAIGN_STAGES = ['draft', 'published', 'paused', 'terminated'] as const
export type CampaignStage = (typeof CAMPAIGN_STAGES)[number]

export interface CampaignClock {
  stage: CampaignStage
  startTime: Date
  endTime: Date
  /** Participants so far, and at most. */
  taken: number
  maxParticipants: number
}

/** Promotion mails are for campaigns that people can join now or later. */
export const isPromotableStatus = (status: CampaignStatusCode) =>
  status === CAMPAIGN_STATUSES.published || status === CAMPAIGN_STATUSES.running

export function campaignStatusAt({ stage, startTime, endTime, taken, maxParticipants }: CampaignClock, now: Date) {
  if (stage === 'draft' || stage === 'terminated') return CAMPAIGN_STATUSES[stage]
  if (now >= endTime || taken >= maxParticipants) return CAMPAIGN_STATUSES.finished
  if (stage === 'paused') return CAMPAIGN_STATUSES.paused
  return now < startTime ? CAMPAIGN_STATUSES.published : CAMPAIGN_STATUSES.running
}
