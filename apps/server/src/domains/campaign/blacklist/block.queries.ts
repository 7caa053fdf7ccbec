// The SQL of the blacklist and of refused attempts. A developer has at most ten thousand entries.
import { isIP } from 'node:net'
import { BLACKLIST_KINDS } from '@sealwright/contract'
import type { BlacklistKind } from '@sealwright/contract'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Ordering } from '../../../kernel/db/list.ts'
import { listOf, walkIds } from '../../../kernel/db/search.ts'
import { containing } from '../../../kernel/entity/rows.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { campaign, campaignAttempt, campaignBlock, campaignLink } from '../campaign.tables.ts'
import type { Block } from '../campaign.tables.ts'

type Within = Pick<Scope, 'db' | 'developerId'>

const isOurs = ({ developerId }: Within) => eq(campaignBlock.developerId, developerId)

export interface BlockFilter {
  kind?: readonly BlacklistKind[] | undefined
  value?: string | undefined
}

/** A list for readPage, in a total order (ties by guid). */
export async function listBlocks(
  scope: Scope,
  { kind, value }: BlockFilter,
  { sort = 'createTime', order = sort === 'value' ? 'asc' : 'desc' }: Ordering<'createTime' | 'value'>,
) {
  const where = and(
    isOurs(scope),
    kind && inArray(campaignBlock.kind, [...kind]),
    containing(value, campaignBlock.value, campaignBlock.reason),
  )
  const column = sort === 'value' ? campaignBlock.value : campaignBlock.createdAt
  const ids = await walkIds(scope, { table: campaignBlock, where, column, order })
  return listOf(ids, (guids) =>
    scope.db
      .select()
      .from(campaignBlock)
      .where(and(isOurs(scope), inArray(campaignBlock.guid, guids))),
  )
}

export async function countBlocks(scope: Within): Promise<number> {
  return scope.db.$count(campaignBlock, isOurs(scope))
}

export type NewBlock = Pick<Block, 'guid' | 'kind' | 'value' | 'reason'>

/** The range of an entry. One subscriber usually has a whole /64, so an IPv6 address alone stands for its /64. */
const rangeOf = sql`network(case when family(value::inet) = 6 and value not like '%/%'
  then set_masklen(value::inet, 64) else value::inet end)::inet`

/** Adds entries and returns the guids of those that are new. */
export async function insertBlocks(
  { db, developerId, caller, asking }: Scope,
  rows: readonly NewBlock[],
): Promise<Set<string>> {
  if (rows.length === 0) return new Set()
  const column = (of: (row: NewBlock) => unknown) => sql.param(rows.map(of))
  const inserted = await db.execute<{ guid: string }>(sql`
    insert into campaign_block (developer_id, guid, kind, value, network, reason, created_by, created_at)
    select ${developerId}::bigint, guid, kind, value, case when kind = 'network' then ${rangeOf} end,
      reason, ${caller.accountId}::uuid, ${asking.now}::timestamptz
    from unnest(${column(({ guid }) => guid)}::uuid[], ${column(({ kind }) => kind)}::text[],
      ${column(({ value }) => value)}::text[], ${column(({ reason }) => reason)}::text[])
      as given (guid, kind, value, reason)
    on conflict (developer_id, kind, value) do nothing
    returning guid`)
  return new Set(inserted.rows.map(({ guid }) => guid))
}

export async function lockBlock(scope: Within, guid: string): Promise<Block | undefined> {
  const [row] = await scope.db
    .select()
    .from(campaignBlock)
    .where(and(isOurs(scope), eq(campaignBlock.guid, guid)))
    .for('update')
  return row
}

export async function setReason(scope: Within, guid: string, reason: string | null): Promise<void> {
  await scope.db
    .update(campaignBlock)
    .set({ reason })
    .where(and(isOurs(scope), eq(campaignBlock.guid, guid)))
}

export function deleteBlocks(scope: Within, guids: readonly string[]): Promise<Block[]> {
  return scope.db
    .delete(campaignBlock)
    .where(and(isOurs(scope), inArray(campaignBlock.guid, [...guids])))
    .returning()
}

/** Each range that contains the address, from the whole internet down to the address itself. */
const rangesAround = (address: string) => sql`array(
  select network(set_masklen(${address}::inet, bits))::inet
  from generate_series(0, masklen(${address}::inet)) as bits)`

/** The first entry with one of these values, or with a range that contains the address. Networks come last. */
export async function findOneOf(
  { db, developerId }: Within,
  { named, address }: { named: ReadonlyMap<BlacklistKind, string[]>; address: string },
): Promise<Block | undefined> {
  const ways = [...named.entries()].map(
    ([kind, values]) => sql`(kind = ${kind} and value = any (${sql.param(values)}::text[]))`,
  )
  if (isIP(address.split('/')[0] ?? '') > 0) ways.push(sql`network = any (${rangesAround(address)})`)
  if (ways.length === 0) return undefined
  const [row] = await db
    .select()
    .from(campaignBlock)
    .where(and(eq(campaignBlock.developerId, developerId), sql`(${sql.join(ways, sql` or `)})`))
    .orderBy(sql`array_position(${sql.param([...BLACKLIST_KINDS])}::text[], kind), length(value) desc`)
    .limit(1)
  return row
}

export interface AttemptFilter {
  campaignGuid?: string | undefined
  blockGuid?: string | undefined
}

/** Refused attempts at the campaigns that the caller sees, deleted ones too. */
export async function listAttempts(
  scope: Scope,
  { campaignGuid, blockGuid }: AttemptFilter,
  { order = 'desc' }: Ordering<'at'>,
) {
  const isSeen = sql`exists (
    select from campaign c where c.developer_id = "campaign_attempt"."developer_id"
      and c.guid = "campaign_attempt"."campaign_guid")`
  const where = and(
    eq(campaignAttempt.developerId, scope.developerId),
    campaignGuid === undefined ? undefined : eq(campaignAttempt.campaignGuid, campaignGuid),
    blockGuid === undefined ? undefined : eq(campaignAttempt.blockGuid, blockGuid),
    scope.caller.limited.has('product') ? isSeen : undefined,
  )
  const ids = await walkIds(scope, { table: campaignAttempt, where, column: campaignAttempt.at, order })
  return listOf(ids, (guids) =>
    scope.db
      .select({
        guid: campaignAttempt.guid,
        at: campaignAttempt.at,
        account: campaignAttempt.account,
        network: campaignAttempt.network,
        campaignGuid: campaignAttempt.campaignGuid,
        campaignName: campaign.name,
        linkName: campaignLink.name,
        kind: campaignAttempt.kind,
        value: campaignAttempt.value,
      })
      .from(campaignAttempt)
      .innerJoin(
        campaign,
        and(eq(campaign.developerId, campaignAttempt.developerId), eq(campaign.guid, campaignAttempt.campaignGuid)),
      )
      .innerJoin(
        campaignLink,
        and(eq(campaignLink.developerId, campaignAttempt.developerId), eq(campaignLink.guid, campaignAttempt.linkGuid)),
      )
      .where(and(eq(campaignAttempt.developerId, scope.developerId), inArray(campaignAttempt.guid, guids))),
  )
}
