// The SQL of participants. The whole list, the list of links and the list of ways follow an index, with counts from
// counters; other filters use the search. The caller must have found the campaign first.
import type { PromotionMethod } from '@sealwright/contract'
import { and, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { readCounters } from '../../../kernel/db/counters.ts'
import type { Count, Ordering } from '../../../kernel/db/list.ts'
import { inRange, listOf, searchIds, walkIds } from '../../../kernel/db/search.ts'
import type { Label } from '../../../kernel/db/search.ts'
import { containing } from '../../../kernel/entity/rows.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { campaignLink, campaignParticipant as participant } from '../campaign.tables.ts'
import type { Campaign, Participant } from '../campaign.tables.ts'

export interface ParticipantFilter {
  account?: string | undefined
  linkGuid?: readonly string[] | undefined
  via?: readonly PromotionMethod[] | undefined
  used?: boolean | undefined
  isNew?: boolean | undefined
  accountType?: number | undefined
  startTime?: Date | undefined
  endTime?: Date | undefined
}

export type ListedParticipant = Participant & { linkName: string }
type Of = Pick<Campaign, 'guid'>

/** A period of a list contains its end. A range does not. */
const rangeOf = ({ startTime, endTime }: ParticipantFilter) => ({
  from: startTime,
  until: endTime && new Date(endTime.getTime() + 1),
})

function labelsOf({ guid }: Of, { linkGuid, via, used, isNew, accountType }: ParticipantFilter): Label[] {
  return [
    `campaign=${guid}`,
    ...(linkGuid ? [linkGuid.map((link) => `link=${link}`)] : []),
    ...(via ? [via.map((way) => `via=${way}`)] : []),
    ...(used === undefined ? [] : [used ? 'used' : 'unused']),
    ...(isNew === undefined ? [] : [isNew ? 'new' : 'known']),
    ...(accountType === undefined ? [] : [`type=${accountType}`]),
  ]
}

const isOf = ({ developerId }: Scope, { guid }: Of) =>
  and(eq(participant.developerId, developerId), eq(participant.campaignGuid, guid))

const select = (scope: Scope, where: SQL | undefined) =>
  scope.db
    .select({ row: participant, linkName: campaignLink.name })
    .from(participant)
    .innerJoin(
      campaignLink,
      and(eq(campaignLink.developerId, participant.developerId), eq(campaignLink.guid, participant.linkGuid)),
    )
    .where(where)
    .$dynamic()

/** A filter that only the search can answer. */
export const isSearched = ({ account, linkGuid, via, used, isNew, accountType }: ParticipantFilter) =>
  [account, used, isNew, accountType].some((value) => value !== undefined) || (linkGuid && via) !== undefined

/** The number of participants who came by these ways. */
export async function countOfWays(scope: Scope, { guid }: Of, ways: readonly PromotionMethod[]): Promise<number> {
  const counters = await readCounters(
    scope,
    [...new Set(ways)].map((way) => `campaignVia.${guid}.${way}`),
  )
  return Object.values(counters).reduce((sum, count) => sum + count, 0)
}

/** A list for readPage: latest first, ties by guid. `count` comes from counters, if they have it. */
export async function listParticipants(
  scope: Scope,
  campaign: Of,
  filter: ParticipantFilter,
  { order = 'desc', count }: Ordering<'joinTime'> & { count: Count | undefined },
) {
  const { account, linkGuid, via } = filter
  async function walk() {
    return walkIds(scope, {
      table: participant,
      where: and(isOf(scope, campaign), inRange(participant.joinedAt, rangeOf(filter))),
      column: participant.joinedAt,
      order,
      among: linkGuid
        ? { column: participant.linkGuid, values: linkGuid }
        : via && { column: participant.via, values: via },
      ...(count && { count }),
    })
  }
  const ids = isSearched(filter)
    ? await searchIds(scope, {
        table: participant,
        needle: account,
        labels: labelsOf(campaign, filter),
        ranges: { joinTime: rangeOf(filter) },
        sort: 'joinTime',
        order,
      })
    : await walk()
  return listOf(ids, async (guids): Promise<ListedParticipant[]> => {
    const rows = await select(scope, and(isOf(scope, campaign), inArray(participant.guid, guids)))
    return rows.map(({ row, linkName }) => ({ ...row, linkName }))
  })
}

/** The next participants that match a filter, latest first, after the given one. */
export async function listNextParticipants(
  scope: Scope,
  campaign: Of,
  filter: ParticipantFilter,
  after: string | undefined,
  limit: number,
): Promise<ListedParticipant[]> {
  const { account, linkGuid, via, used, isNew, accountType } = filter
  const last = sql`(select p.joined_at from campaign_participant p
    where p.developer_id = ${scope.developerId} and p.guid = ${after})`
  const rows = await select(
    scope,
    and(
      isOf(scope, campaign),
      after === undefined ? undefined : sql`(${participant.joinedAt}, ${participant.guid}) < (${last}, ${after}::uuid)`,
      inRange(participant.joinedAt, rangeOf(filter)),
      containing(account, participant.account),
      linkGuid && inArray(participant.linkGuid, [...linkGuid]),
      via && inArray(participant.via, [...via]),
      used === undefined ? undefined : (used ? isNotNull : isNull)(participant.firstUsedAt),
      isNew === undefined ? undefined : eq(participant.isNew, isNew),
      accountType === undefined ? undefined : eq(participant.accountType, accountType),
    ),
  )
    .orderBy(desc(participant.joinedAt), desc(participant.guid))
    .limit(limit)
  return rows.map(({ row, linkName }) => ({ ...row, linkName }))
}

/** The licenses of these participants. */
export async function listLicenseGuids(scope: Scope, campaign: Of, guids: readonly string[]): Promise<string[]> {
  const rows = await scope.db
    .select({ licenseGuid: participant.licenseGuid })
    .from(participant)
    .where(and(isOf(scope, campaign), inArray(participant.guid, [...guids])))
  return rows.map(({ licenseGuid }) => licenseGuid)
}
