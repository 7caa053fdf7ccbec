// The SQL of campaigns and their links. A developer has at most a thousand campaigns, so lists need no search index.
// Row scope hides campaigns of products outside the caller's part.
import { CAMPAIGN_STATUSES } from '@sealwright/contract'
import type { CAMPAIGN_SORTS, CampaignStatusCode } from '@sealwright/contract'
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { readCounters } from '../../kernel/db/counters.ts'
import type { Ordering } from '../../kernel/db/list.ts'
import { listOf, walkIds } from '../../kernel/db/search.ts'
import { containing, isOne, living } from '../../kernel/entity/rows.ts'
import type { Scope } from '../../kernel/scope.ts'
import { campaign, campaignLink, listedCampaign } from './campaign.tables.ts'
import type { Link, ListedCampaign } from './campaign.tables.ts'

type Within = Pick<Scope, 'db' | 'developerId'>

/** The status at a moment, as `campaignStatusAt` of the contract has it. */
export function statusAt(now: Date): SQL<CampaignStatusCode> {
  const { draft, published, running, paused, terminated, finished } = CAMPAIGN_STATUSES
  return sql<CampaignStatusCode>`case
    when ${campaign.stage} = 'draft' then ${sql.raw(String(draft))}
    when ${campaign.stage} = 'terminated' then ${sql.raw(String(terminated))}
    when ${campaign.endsAt} <= ${now} or ${campaign.taken} >= ${campaign.maxParticipants}
      then ${sql.raw(String(finished))}
    when ${campaign.stage} = 'paused' then ${sql.raw(String(paused))}
    when ${campaign.startsAt} > ${now} then ${sql.raw(String(published))}
    else ${sql.raw(String(running))} end`
}

export interface CampaignFilter {
  name?: string | undefined
  status?: readonly number[] | undefined
  templateGuid?: string | undefined
}

/** A list for readPage, in a total order (ties by guid). */
export async function listCampaigns(
  scope: Scope,
  { name, status, templateGuid }: CampaignFilter,
  { sort = 'createTime', order = sort === 'name' ? 'asc' : 'desc' }: Ordering<(typeof CAMPAIGN_SORTS)[number]>,
) {
  const where = and(
    living(scope, campaign),
    containing(name, campaign.name, campaign.number),
    status && inArray(statusAt(scope.asking.now), [...status]),
    templateGuid === undefined ? undefined : eq(campaign.templateGuid, templateGuid),
  )
  const column = {
    createTime: campaign.createdAt,
    startTime: campaign.startsAt,
    endTime: campaign.endsAt,
    name: campaign.name,
  }[sort]
  const ids = await walkIds(scope, { table: campaign, where, column, order })
  return listOf(ids, (guids): Promise<ListedCampaign[]> =>
    scope.db
      .select(listedCampaign)
      .from(campaign)
      .where(and(living(scope, campaign), inArray(campaign.guid, guids))),
  )
}

export async function findCampaign(scope: Within, guid: string): Promise<ListedCampaign | undefined> {
  const [row] = await scope.db
    .select(listedCampaign)
    .from(campaign)
    .where(isOne(scope, campaign, guid))
  return row
}

/** The links of these campaigns in their order, with those that were taken out. */
export function listLinks({ db, developerId }: Within, campaignGuids: readonly string[]): Promise<Link[]> {
  return db
    .select()
    .from(campaignLink)
    .where(and(eq(campaignLink.developerId, developerId), inArray(campaignLink.campaignGuid, [...campaignGuids])))
    .orderBy(asc(campaignLink.position), asc(campaignLink.createdAt), asc(campaignLink.guid))
}

export interface LinkTotals {
  views: number
  participations: number
  firstUses: number
}

/** The numbers of links since they exist. */
export async function readTotals(scope: Within, linkGuids: readonly string[]): Promise<Map<string, LinkTotals>> {
  if (linkGuids.length === 0) return new Map()
  const kinds = ['views', 'participations', 'firstUses'] as const
  const nameOf = (guid: string, kind: (typeof kinds)[number]) => `campaignLink.${guid}.${kind}`
  const names = linkGuids.flatMap((guid) => kinds.map((kind) => nameOf(guid, kind)))
  const counters = await readCounters(scope, names)
  const read = (guid: string, kind: (typeof kinds)[number]) => counters[nameOf(guid, kind)] ?? 0
  return new Map(
    linkGuids.map((guid) => [
      guid,
      {
        views: read(guid, 'views'),
        participations: read(guid, 'participations'),
        firstUses: read(guid, 'firstUses'),
      },
    ]),
  )
}

export async function insertLinks({ db }: Within, links: readonly Link[]): Promise<void> {
  if (links.length > 0) await db.insert(campaignLink).values([...links])
}

export async function updateLink({ db, developerId }: Within, guid: string, changes: Partial<Link>): Promise<void> {
  await db
    .update(campaignLink)
    .set(changes)
    .where(and(eq(campaignLink.developerId, developerId), eq(campaignLink.guid, guid)))
}

/** Takes links out. Their names are free again. */
export async function removeLinks({ db, developerId }: Within, guids: readonly string[], now: Date): Promise<void> {
  if (guids.length === 0) return
  await db
    .update(campaignLink)
    .set({ removedAt: now })
    .where(
      and(
        eq(campaignLink.developerId, developerId),
        inArray(campaignLink.guid, [...guids]),
        isNull(campaignLink.removedAt),
      ),
    )
}
