// The rows that visitors of campaigns left behind: participations, views, first uses and refused attempts. Nobody can
// visit a public page in the past, so they are written all at once at the end.
import { DEFAULT_TIME_ZONE } from '@sealwright/contract'
import type { PromotionMethod } from '@sealwright/contract'
import type { Story } from './story.ts'

export interface Joined {
  campaign: string
  link: string
  license: string
  via: PromotionMethod
  isNew: boolean
  code: number | null
  keyword: number | null
  costFen: number
  joinedAt: Date
  usedAt: Date | null
}
export interface Viewed {
  campaign: string
  link: string
  at: Date
  via: PromotionMethod
  count: number
}

export async function writeVisits(
  { ground: { database }, developerId, present, words }: Pick<Story, 'developerId' | 'ground' | 'present' | 'words'>,
  joined: readonly Joined[],
  viewed: readonly Viewed[],
): Promise<void> {
  const { spreadCodes, keywords } = words
  const run = (text: string, values: unknown[]) => database.owner.query(text, values)
  const of = <T>(pick: (one: Joined) => T) => joined.map(pick)
  const licenses = of(({ license }) => license)
  const campaigns = [...new Set(of(({ campaign }) => campaign))]
  await run("update license set source = 'campaign' where developer_id = $1 and guid = any ($2::uuid[])", [
    developerId,
    licenses,
  ])
  await run(
    `update license_issue set source = 'campaign' where developer_id = $1 and guid in (
       select issue_guid from license where developer_id = $1 and guid = any ($2::uuid[]))`,
    [developerId, licenses],
  )
  await run(
    `insert into campaign_source (developer_id, campaign_guid, n, source, value)
     select $1, campaign, n, case when n <= $3 then 'spreadCode' else 'keyword' end, value
     from unnest($2::uuid[]) as campaign, unnest($4::text[]) with ordinality as v (value, n)`,
    [developerId, campaigns, spreadCodes.length, [...spreadCodes, ...keywords]],
  )
  await run(
    `insert into campaign_participant (developer_id, guid, campaign_guid, link_guid, account_id, user_guid, account,
       account_type, via, is_new, spread_code, keyword, code_n, keyword_n, license_guid, serial, cost_fen, network,
       joined_at, join_day)
     select $1, gen_random_uuid(), j.campaign, j.link, u.account_id, u.guid, u.account, u.account_type, j.via,
       j.is_new, ($11::text[])[j.code], ($11::text[])[j.keyword], j.code, j.keyword, l.guid, l.serial, j.cost,
       '10.' || (hashtext(u.account) & 255) || '.7.' || (hashtext(u.account) >> 8 & 255), j.joined_at,
       (j.joined_at at time zone '${DEFAULT_TIME_ZONE}')::date
     from unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::boolean[], $7::int[], $8::int[], $9::int[],
         $10::timestamptz[]) as j (campaign, link, license, via, is_new, code, keyword, cost, joined_at)
       join license l on l.developer_id = $1 and l.guid = j.license
       join end_user u on u.developer_id = $1 and u.guid = l.user_guid`,
    [
      developerId,
      of(({ campaign }) => campaign),
      of(({ link }) => link),
      licenses,
      of(({ via }) => via),
      of(({ isNew }) => isNew),
      of(({ code }) => code),
      of(({ keyword }) => keyword),
      of(({ costFen }) => costFen),
      of(({ joinedAt }) => joinedAt),
      [...spreadCodes, ...keywords],
    ],
  )
  // Whoever registered on the page exists since then.
  await run(
    `update end_user u set created_at = p.joined_at, updated_at = p.joined_at from campaign_participant p
     where u.developer_id = $1 and p.developer_id = $1 and p.user_guid = u.guid`,
    [developerId],
  )
  await run(
    `update license l set first_used_at = u.used_at from unnest($2::uuid[], $3::timestamptz[]) as u (guid, used_at)
     where l.developer_id = $1 and l.guid = u.guid and u.used_at is not null`,
    [developerId, licenses, of(({ usedAt }) => usedAt)],
  )
  await run(
    `update campaign c set taken = p.n from (
       select campaign_guid, count(*) as n from campaign_participant where developer_id = $1 group by 1) p
     where c.developer_id = $1 and c.guid = p.campaign_guid`,
    [developerId],
  )
  await run(
    `insert into campaign_view (developer_id, campaign_guid, link_guid, day, visitor, via, at)
     select $1, v.campaign, v.link, (v.at at time zone '${DEFAULT_TIME_ZONE}')::date, uuid_send(gen_random_uuid()),
       v.via, v.at
     from unnest($2::uuid[], $3::uuid[], $4::timestamptz[], $5::text[], $6::int[]) as v (campaign, link, at, via, n),
       generate_series(1, v.n)`,
    [
      developerId,
      viewed.map(({ campaign }) => campaign),
      viewed.map(({ link }) => link),
      viewed.map((view) => view.at),
      viewed.map(({ via }) => via),
      viewed.map(({ count }) => count),
    ],
  )
  // One of them paused itself.
  await run(
    `update campaign set pause_cause = '{"error": "billing.insufficientBalance", "params":
       {"amount": "1.40", "balance": "0.80"}}' where developer_id = $1 and stage = 'paused'`,
    [developerId],
  )
  await run(
    `with made as (
       insert into campaign_attempt
         (developer_id, guid, block_guid, kind, value, campaign_guid, link_guid, account, network, at)
       select $1, gen_random_uuid(), b.guid, b.kind, b.value, l.campaign_guid, l.guid,
         case b.kind when 'account' then b.value when 'mailDomain' then 'x' || n || '@' || b.value
           when 'phonePrefix' then b.value || lpad((n * 7919)::text, 7, '0') end,
         case when b.kind = 'network' then host(b.network + n) else '10.9.8.' || n end,
         $2::timestamptz - n * interval '31 hours'
       from campaign_block b, generate_series(1, 7) n,
         (select campaign_guid, guid from campaign_link where developer_id = $1 and campaign_guid = $3 limit 1) l
       where b.developer_id = $1 and n <= 2 + length(b.value) % 6
       returning block_guid, at)
     update campaign_block b set attempts = m.n, last_attempt_at = m.last
     from (select block_guid, count(*) as n, max(at) as last from made group by 1) m
     where b.developer_id = $1 and b.guid = m.block_guid`,
    [developerId, present, joined.at(-1)?.campaign],
  )
}
