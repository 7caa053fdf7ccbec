// Pure decisions about campaigns: the status, which acts it allows, what a participation issues, and the fields of a
// campaign that a refusal of its terms is about.
import { randomBytes } from 'node:crypto'
import {
  CAMPAIGN_ACTS,
  campaignChanges,
  campaignMachine,
  campaignPath,
  campaignStatusAt,
  campaignStatusOf,
} from '@sealwright/contract'
import type { CampaignAct, CampaignEvent, CampaignTerms, Privilege, Violation } from '@sealwright/contract'
import { fieldLabel } from '@sealwright/phrases'
import { Refusal } from '../../kernel/refusal.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { CampaignOffer } from '../license/index.ts'
import type { Campaign } from './campaign.tables.ts'

export type Timed = Pick<Campaign, 'stage' | 'startsAt' | 'endsAt' | 'taken' | 'maxParticipants'>

export const statusOf = ({ stage, startsAt, endsAt, taken, maxParticipants }: Timed, now: Date) =>
  campaignStatusAt({ stage, startTime: startsAt, endTime: endsAt, taken, maxParticipants }, now)

export const statusWord = ({ say }: Pick<Scope, 'say'>, status: number) =>
  say(`activity.statuses.${campaignStatusOf(status)}`)

/** Refuses an event that the table of the contract does not have for the present status. */
export function requireEvent(
  { say, asking: { now } }: Pick<Scope, 'say' | 'asking'>,
  campaign: Timed & Pick<Campaign, 'name'>,
  event: CampaignEvent,
): void {
  const status = statusOf(campaign, now)
  if (campaignMachine.next(status, event) === undefined)
    throw new Refusal('activity.stateForbids', { params: { name: campaign.name, status: statusWord({ say }, status) } })
}

const PRIVILEGE_OF: Readonly<Record<CampaignAct, Privilege>> = {
  edit: 'activity.update',
  editOngoing: 'activity.update',
  publish: 'activity.publish',
  pause: 'activity.publish',
  start: 'activity.publish',
  terminate: 'activity.publish',
  delete: 'activity.delete',
}

/** What the caller's privileges and the status allow. */
export const actsOf = ({ caller }: Pick<Scope, 'caller'>, status: ReturnType<typeof statusOf>): CampaignAct[] =>
  CAMPAIGN_ACTS.filter(
    (act) => caller.privileges.has(PRIVILEGE_OF[act]) && campaignMachine.next(status, act) !== undefined,
  )

/** What a participation at this time issues. */
export const offerOf = (campaign: CampaignTerms & Pick<Campaign, 'templateGuid'>, at: Date): CampaignOffer => ({
  templateGuid: campaign.templateGuid,
  changes: campaignChanges(campaign, at),
})

export const newToken = () => randomBytes(15).toString('base64url')
/** As `campaign_link` allows them. */
export const isToken = (text: string) => /^[\w-]{10,64}$/.test(text)
export const linkUrl = (baseUrl: string, token: string) => `${baseUrl}${campaignPath(token)}`

const FIELDS: Readonly<Record<string, keyof CampaignTerms>> = {
  licDuration: 'licenseDays',
  spanTime: 'licenseDays',
  isForever: 'licenseDays',
  licStartTimeType: 'licenseDays',
  startTime: 'licenseDays',
  endTime: 'licenseDeadline',
  counter: 'useCount',
  kickOut: 'kickOut',
}

/** The field of a campaign for a field of its license, such as `changes.licDuration`. */
export function fieldOf(path: string, { licenseDeadline }: Pick<CampaignTerms, 'licenseDeadline'>): string {
  const field = FIELDS[path.replace(/^changes\./, '')] ?? 'templateGuid'
  return field === 'licenseDays' && licenseDeadline !== null ? 'licenseDeadline' : field
}

/** A refusal of the terms, on the fields of the campaign. Null if it is not about them. */
export function termsRefusal(
  { say }: Pick<Scope, 'say'>,
  terms: Pick<CampaignTerms, 'licenseDeadline'>,
  { error, field, violations }: Refusal,
): Refusal | null {
  if (error === 'license.changeNotAllowed') {
    const named = fieldOf(field ?? '', terms)
    const label = fieldLabel(say, 'activity', named)
    return new Refusal(error, { params: { field: label }, field: named })
  }
  if (violations.length === 0) return null
  const seen = new Set<string>()
  const mapped = violations.flatMap((violation): Violation[] => {
    const path = fieldOf(violation.path, terms)
    if (seen.has(path)) return []
    seen.add(path)
    return [{ ...violation, path }]
  })
  return new Refusal('platform.badPayload', { violations: mapped })
}
