// The campaigns of the demo, one in each state, with weeks of views, participants and first uses, and a blacklist with
// refused attempts. Campaigns, users and licenses go through the use cases of the calls. Nobody can visit a public page
// in the past, so the participations themselves are written as rows, all at once at the end.
import { DAY_MS, HOUR_MS, activityCalls, blacklistCalls, pcLicenseCalls, userCalls } from '@sealwright/contract'
import type { PayloadOf, PromotionMethod, pcTemplateCalls } from '@sealwright/contract'
import { createDice } from './demo-licenses.ts'
import type { Story } from './demo-licenses.ts'
import type { Database } from './kernel/db/database.ts'

export const CAMPAIGN_TEMPLATES: PayloadOf<typeof pcTemplateCalls.create>[] = [
  {
    kind: 'account',
    name: '锐影 云渲染 体验',
    licenseId: 100312,
    licenseForm: 1,
    billingMode: 'day',
    licStartTimeType: 1,
    licDuration: 30,
    modules: [{ moduleId: 1, checked: true }],
    canModify: true,
  },
  {
    kind: 'account',
    name: '数澜 BI 体验',
    licenseId: 100349,
    licenseForm: 1,
    billingMode: 'day',
    licStartTimeType: 1,
    licDuration: 14,
    canModify: true,
  },
]

interface Told {
  name: string
  template: string
  places: number
  days: number
  /** How many days ago it was published, starts and ends. Negative: in the future. */
  published?: number
  starts: number
  ends: number
  introduction: string
  links: string[]
  isNewOnly?: boolean
  /** Participants of each day from the start, before weekends are taken off. */
  joins?: number[]
  becomes?: { ago: number; act: 'pause' | 'terminate' }
}

/** A rush at the launch that wears off, and a second one toward the end. */
const CAMPAIGNS: Told[] = [
  {
    name: '锐影新品发布限量体验',
    template: '锐影 云渲染 体验',
    places: 60,
    days: 30,
    published: 77,
    starts: 75,
    ends: 45,
    introduction: '锐影渲染器全新发布。前 60 位用户免费体验云渲染 30 天。',
    links: ['发布会现场', '公众号'],
    joins: [34, 18, 12],
  },
  {
    name: '数澜 BI 渠道试水',
    template: '数澜 BI 体验',
    places: 500,
    days: 14,
    published: 61,
    starts: 60,
    ends: 20,
    introduction: '报名即可体验数澜 BI 自助分析 14 天。',
    links: ['渠道甲', '渠道乙'],
    joins: [9, 6, 5, 4],
    becomes: { ago: 52, act: 'terminate' },
  },
  {
    name: '锐影春日体验季',
    template: '锐影 云渲染 体验',
    places: 400,
    days: 15,
    published: 23,
    starts: 22,
    ends: -14,
    introduction: '春日创作季：注册即领 15 天云渲染，最多 8 个节点同时渲染。\n名额有限，领完即止。',
    links: ['公众号', '官网首页', '高校巡展', '视频号'],
    joins: [28, 20, 14, 11, 9, 8, 7, 6, 6, 5, 6, 5, 5, 6, 5, 4, 5, 6, 5, 6, 5],
  },
  {
    name: '数澜 BI 开学季',
    template: '数澜 BI 体验',
    places: 200,
    days: 14,
    published: 19,
    starts: 18,
    ends: -21,
    introduction: '高校师生专享：数澜 BI 免费用两周。',
    links: ['校园海报', '班级群'],
    isNewOnly: true,
    joins: [11, 8, 6, 4],
    becomes: { ago: 8, act: 'pause' },
  },
  {
    name: '锐影夏令营',
    template: '锐影 云渲染 体验',
    places: 300,
    days: 30,
    published: 2,
    starts: -6,
    ends: -48,
    introduction: '夏令营学员免费使用云渲染 30 天，6 天后开始领取。',
    links: ['营员手册', '直播间'],
  },
  {
    name: '数澜 BI 老客户回馈',
    template: '数澜 BI 体验',
    places: 100,
    days: 30,
    starts: -10,
    ends: -40,
    introduction: '',
    links: ['邮件'],
  },
]

const BLOCKED = [
  { kind: 'mailDomain', values: ['tempmail.example', 'throwaway.example'], reason: '一次性邮箱' },
  { kind: 'network', values: ['203.0.113.0/24'], reason: '机房网段，批量注册' },
  { kind: 'phonePrefix', values: ['1700'], reason: '虚拟号段' },
  { kind: 'account', values: ['collector@freelance.example'], reason: '重复领取后转卖' },
] as const
const CODES = ['wx_gzh', 'xhs_0412', 'bd_sem'] as const
const KEYWORDS = ['云渲染 免费', '渲染器 试用', 'GPU 渲染'] as const
const ZONE = 'Asia/Shanghai'
const PRICE_A_DAY = 10

export interface CampaignStory extends Pick<Story, 'make' | 'finishTask' | 'templateOf' | 'present'> {
  database: Database
  developerId: number
}

interface Joined {
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

export function campaignDays(story: CampaignStory): { ago: number; act: () => Promise<unknown> }[] {
  const { make, present, database, developerId } = story
  const dice = createDice(20_26)
  const days: { ago: number; act: () => Promise<unknown> }[] = []
  const joined: Joined[] = []
  const viewed: { campaign: string; link: string; at: Date; via: PromotionMethod; count: number }[] = []
  const at = (ago: number) => new Date(present.getTime() - ago * DAY_MS)
  const wayOf = (link: string): PromotionMethod =>
    dice.isLucky(/现场|巡展|海报/.test(link) ? 0.8 : 0.2) ? 'qr' : 'link'

  for (const told of CAMPAIGNS) {
    let campaign = ''
    let links: { guid: string; name: string }[] = []
    let people: string[] = []
    const isWeekend = (ago: number) => [0, 6].includes(at(ago).getUTCDay())
    // Fewer people come at weekends.
    const joins = (told.joins ?? []).map((count, index) =>
      isWeekend(told.starts - index) ? Math.ceil(count * 0.55) : count,
    )

    async function create() {
      const [made] = await make(activityCalls.create, [
        {
          name: told.name,
          startTime: at(told.starts).toISOString(),
          endTime: at(told.ends).toISOString(),
          maxParticipants: told.joins && told.places <= 60 ? joins.reduce((sum, n) => sum + n, 0) : told.places,
          templateGuid: story.templateOf(told.template),
          licenseDays: told.days,
          introduction: told.introduction,
          userScope: told.isNewOnly ? 1 : 2,
          links: told.links.map((name) => ({ name })),
        },
      ])
      campaign = made?.guid ?? ''
      if (told.published === undefined) return
      await make(activityCalls.publish, [{ guid: campaign }])
      const [found] = await make(activityCalls.get, [{ guid: campaign }])
      links = found?.links ?? []
    }

    /** The users who will take part. When they did is written at the end. */
    async function register() {
      const count = joins.reduce((sum, n) => sum + n, 0)
      const part = String(CAMPAIGNS.indexOf(told))
      const accounts = Array.from({ length: count }, (_, n) =>
        dice.isLucky(0.35)
          ? `139${part}${String(1_000_000 + n * 7_919).slice(-7)}`
          : `${dice.oneOf(['lin', 'chen', 'su', 'he', 'fang', 'tang'])}${part}${n + 100}@visitor.example`,
      )
      const file = new File([['account', ...accounts].join('\n')], `${told.name}.csv`)
      const [task] = await make(userCalls.import, [{ file, needActivation: false }])
      if (task) await story.finishTask(task.taskId)
      for (let from = 0; from < accounts.length; from += 100) {
        const [known] = await make(userCalls.findByAccounts, [{ accounts: accounts.slice(from, from + 100) }])
        people.push(...(known ?? []).map(({ guid }) => guid))
      }
    }

    /** A day of the campaign: views of each link, and the participants. */
    async function oneDay(index: number, count: number) {
      const ago = told.starts - index
      const opening = Math.floor(at(ago).getTime() / DAY_MS) * DAY_MS + HOUR_MS
      const momentOf = () => new Date(Math.min(opening + dice.between(0, 12 * HOUR_MS), present.getTime() - HOUR_MS))
      for (const { guid: link, name } of links) {
        const views = Math.round(((count + 1) * dice.between(5, 9)) / links.length)
        for (const via of ['link', 'qr'] as const) {
          const isUsual = wayOf(name) === via
          const some = Math.round(views * (isUsual ? 0.75 : 0.25))
          if (some > 0) viewed.push({ campaign, link, at: new Date(opening), via, count: some })
        }
      }
      const userIds = people.splice(0, count)
      if (userIds.length === 0) return
      const payload = { kind: 'account' as const, templateGuids: [story.templateOf(told.template)], userIds }
      const [issued] = await make(pcLicenseCalls.issue, [{ ...payload, changes: { licDuration: told.days } }])
      for (const { guid: license } of issued?.licenses ?? []) {
        const link = dice.oneOf(links)
        const joinedAt = momentOf()
        const usedAt = new Date(joinedAt.getTime() + dice.between(HOUR_MS / 4, 3 * DAY_MS))
        const isOnline = !/现场|巡展|海报/.test(link.name)
        joined.push({
          campaign,
          link: link.guid,
          license,
          via: wayOf(link.name),
          isNew: told.isNewOnly === true || dice.isLucky(0.8),
          code: isOnline && dice.isLucky(0.4) ? dice.between(1, CODES.length) : null,
          keyword: isOnline && dice.isLucky(0.25) ? CODES.length + dice.between(1, KEYWORDS.length) : null,
          costFen: told.days * PRICE_A_DAY,
          joinedAt,
          usedAt: dice.isLucky(0.6) && usedAt < present ? usedAt : null,
        })
      }
    }

    days.push({ ago: told.published ?? 1, act: create })
    if (joins.length > 0) days.push({ ago: told.starts, act: register })
    joins.forEach((count, index) => days.push({ ago: told.starts - index, act: () => oneDay(index, count) }))
    const { becomes } = told
    if (becomes) days.push({ ago: becomes.ago, act: () => make(activityCalls[becomes.act], [{ guid: campaign }]) })
  }

  days.push({
    ago: 25,
    act: () =>
      make(
        blacklistCalls.addBlacklist,
        BLOCKED.map(({ values, ...one }) => ({ ...one, values: [...values] })),
      ),
  })
  days.push({ ago: 0, act: () => writeAll() })

  async function writeAll(): Promise<void> {
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
      [developerId, campaigns, CODES.length, [...CODES, ...KEYWORDS]],
    )
    await run(
      `insert into campaign_participant (developer_id, guid, campaign_guid, link_guid, account_id, user_guid, account,
         account_type, via, is_new, spread_code, keyword, code_n, keyword_n, license_guid, serial, cost_fen, network,
         joined_at, join_day)
       select $1, gen_random_uuid(), j.campaign, j.link, u.account_id, u.guid, u.account, u.account_type, j.via,
         j.is_new, ($11::text[])[j.code], ($11::text[])[j.keyword], j.code, j.keyword, l.guid, l.serial, j.cost,
         '10.' || (hashtext(u.account) & 255) || '.7.' || (hashtext(u.account) >> 8 & 255), j.joined_at,
         (j.joined_at at time zone '${ZONE}')::date
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
        [...CODES, ...KEYWORDS],
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
       select $1, v.campaign, v.link, (v.at at time zone '${ZONE}')::date, uuid_send(gen_random_uuid()), v.via, v.at
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
  return days
}
