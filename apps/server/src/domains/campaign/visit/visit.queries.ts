// The SQL of the public page. A visitor names only the token of a link; the tenant follows from it. Nothing here has a
// row scope: a participation concerns the whole developer.
import { LIMITS } from '@sealwright/contract'
import { and, count, desc, eq, gt, sql } from 'drizzle-orm'
import type { Db } from '../../../kernel/db/database.ts'
import type { Scope } from '../../../kernel/scope.ts'
import {
  campaign,
  campaignAttempt,
  campaignBlock,
  campaignLink,
  campaignParticipant,
  campaignSource,
  campaignView,
  listedCampaign,
} from '../campaign.tables.ts'
import type { Link, ListedCampaign, Participant } from '../campaign.tables.ts'

type Within = Pick<Scope, 'db' | 'developerId'>

/** Needs no tenant. */
export async function findByToken(db: Db, token: string) {
  const { rows } = await db.execute<{ developer_id: number; link_guid: string }>(
    sql`select developer_id, link_guid from campaign_of_token(${token})`,
  )
  const [row] = rows
  return row && { developerId: row.developer_id, linkGuid: row.link_guid }
}

/** A link with its campaign, deleted ones too. */
export async function findLinked(
  { db, developerId }: Within,
  linkGuid: string,
): Promise<{ campaign: ListedCampaign; link: Link } | undefined> {
  const [row] = await db
    .select({ campaign: listedCampaign, link: campaignLink })
    .from(campaignLink)
    .innerJoin(
      campaign,
      and(eq(campaign.developerId, campaignLink.developerId), eq(campaign.guid, campaignLink.campaignGuid)),
    )
    .where(and(eq(campaignLink.developerId, developerId), eq(campaignLink.guid, linkGuid)))
  return row
}

const isOne = ({ developerId }: Within, guid: string) =>
  and(eq(campaign.developerId, developerId), eq(campaign.guid, guid))

export async function findPicture(within: Within, guid: string) {
  const [row] = await within.db
    .select({ picture: campaign.picture, type: campaign.pictureType })
    .from(campaign)
    .where(isOne(within, guid))
  return row?.picture && row.type ? { picture: row.picture, type: row.type } : undefined
}

/** Locks a campaign, deleted or not, until the transaction ends. Places are taken one after the other. */
export async function lockCampaign(within: Within, guid: string): Promise<ListedCampaign> {
  const [row] = await within.db.select(listedCampaign).from(campaign).where(isOne(within, guid)).for('no key update')
  if (!row) throw new Error('the campaign of a link is missing')
  return row
}

export async function updateCampaign(
  within: Within,
  guid: string,
  changes: Partial<typeof campaign.$inferInsert>,
): Promise<void> {
  await within.db.update(campaign).set(changes).where(isOne(within, guid))
}

export async function findParticipation(
  { db, developerId }: Within,
  campaignGuid: string,
  accountId: string,
): Promise<Participant | undefined> {
  const [row] = await db
    .select()
    .from(campaignParticipant)
    .where(
      and(
        eq(campaignParticipant.developerId, developerId),
        eq(campaignParticipant.campaignGuid, campaignGuid),
        eq(campaignParticipant.accountId, accountId),
      ),
    )
  return row
}

export async function countFromNetwork(
  { db, developerId }: Within,
  campaignGuid: string,
  network: string,
  since: Date,
): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(campaignParticipant)
    .where(
      and(
        eq(campaignParticipant.developerId, developerId),
        eq(campaignParticipant.campaignGuid, campaignGuid),
        eq(campaignParticipant.network, network),
        gt(campaignParticipant.joinedAt, since),
      ),
    )
  return row?.n ?? 0
}

export async function insertParticipant({ db }: Within, row: typeof campaignParticipant.$inferInsert): Promise<void> {
  await db.insert(campaignParticipant).values(row)
}

/**
 * The number of an advertising value, which gets one if it is new. Null once the campaign has too many of them. Call it
 * under the campaign's lock.
 */
export async function sourceNumber(
  { db, developerId }: Within,
  campaignGuid: string,
  source: 'spreadCode' | 'keyword',
  value: string,
): Promise<number | null> {
  const ofCampaign = and(eq(campaignSource.developerId, developerId), eq(campaignSource.campaignGuid, campaignGuid))
  const [known] = await db
    .select({ n: campaignSource.n })
    .from(campaignSource)
    .where(and(ofCampaign, eq(campaignSource.source, source), eq(campaignSource.value, value)))
  if (known) return known.n
  const [last] = await db
    .select({ n: campaignSource.n })
    .from(campaignSource)
    .where(ofCampaign)
    .orderBy(desc(campaignSource.n))
    .limit(1)
  const n = (last?.n ?? 0) + 1
  if (n > LIMITS.campaign.sources) return null
  await db.insert(campaignSource).values({ developerId, campaignGuid, n, source, value })
  return n
}

/** The network is the first half of a visitor, so the views of a network are next to each other in the index. */
export const VISITOR_HALF_BYTES = 8

/** A visitor counts once a day for each link, and a network a limited number of times. */
export async function insertView({ db }: Within, row: typeof campaignView.$inferInsert): Promise<void> {
  const max = LIMITS.campaign.viewsOfNetworkADay
  const network = row.visitor.subarray(0, VISITOR_HALF_BYTES)
  const end = (byte: number) => Buffer.concat([network, Buffer.alloc(VISITOR_HALF_BYTES, byte)])
  const { rows } = await db.execute<{ n: number }>(sql`
    select count(*)::int as n from (
      select from campaign_view where developer_id = ${row.developerId} and link_guid = ${row.linkGuid}
        and day = ${row.day} and visitor between ${end(0)} and ${end(255)} limit ${max}) seen`)
  if ((rows[0]?.n ?? 0) < max) await db.insert(campaignView).values(row).onConflictDoNothing()
}

/** Counts an attempt at its entry of the blacklist, and keeps the latest ones. */
export async function insertAttempt({ db }: Within, row: typeof campaignAttempt.$inferInsert): Promise<void> {
  const ofBlock = and(eq(campaignAttempt.developerId, row.developerId), eq(campaignAttempt.blockGuid, row.blockGuid))
  // First the entry: attempts at the same entry happen one after the other, so the number of kept ones is exact.
  await db
    .update(campaignBlock)
    .set({ attempts: sql`${campaignBlock.attempts} + 1`, lastAttemptAt: row.at })
    .where(and(eq(campaignBlock.developerId, row.developerId), eq(campaignBlock.guid, row.blockGuid)))
  await db.insert(campaignAttempt).values(row)
  const older = db
    .select({ guid: campaignAttempt.guid })
    .from(campaignAttempt)
    .where(ofBlock)
    .orderBy(desc(campaignAttempt.at), desc(campaignAttempt.guid))
    .offset(LIMITS.campaign.blacklist.attempts)
  await db.delete(campaignAttempt).where(and(ofBlock, sql`${campaignAttempt.guid} in ${older}`))
}
