// Measures the participants and the report of a campaign at a million participants against ten thousand, through the
// real calls. Both campaigns ran for the same days with the same links, so their reports have equally many numbers.
// This file has the rows and the questions; questions.ts asks and times them.
import { DAY_MS, activityCalls, campaignReportCalls, pcTemplateCalls, productCalls } from '@sealwright/contract'
import { defineBench } from './harness.ts'
import type { Figure, RunOptions, Stage } from './harness.ts'
import { measureQuestions } from './questions.ts'
import type { Question, Side, Sizes } from './questions.ts'

const FULL: Sizes = { small: 10_000, large: 1_000_000, beside: 200_000, rounds: 100, warmUps: 10 }
const QUICK: Sizes = { small: 10_000, large: 50_000, beside: 10_000, rounds: 40, warmUps: 6 }

const CHUNKS = 20
const PAGE_SIZE = 10
const DAYS = 100
/** Participants with the rare name, at any size. */
const RARE_ROWS = 7
const RARE = 'snowleopard'

/** Participants refer to accounts, users and licenses. Other benches have those in number. */
const DROP_REFERENCES = `
  alter table campaign_participant drop constraint if exists campaign_participant_account_id_fkey,
    drop constraint if exists campaign_participant_developer_id_user_guid_fkey,
    drop constraint if exists campaign_participant_developer_id_license_guid_fkey`

/**
 * Inserts participants `$2`..`$3` of a campaign with `$4` participants and the links `$6`. All values derive from the
 * row number.
 */
const INSERT_PARTICIPANTS = `
  insert into campaign_participant (developer_id, guid, campaign_guid, link_guid, account_id, user_guid, account,
    account_type, via, is_new, code_n, license_guid, serial, cost_fen, network, joined_at, join_day, first_used_at,
    first_use_day)
  select $1, uuidv7(joined - now()), $5, ($6::uuid[])[1 + h % 5], gen_random_uuid(), gen_random_uuid(),
    (array['wang', 'li', 'zhang', 'liu', 'chen', 'yang', 'zhao', 'huang'])[1 + h % 8] || '.'
      || substr(md5(i::text), 1, 5) || i || case when i <= ${RARE_ROWS} then '${RARE}' else '' end || '@mail.example',
    1,
    case when h % 100 = 0 then 'mail' when h % 3 = 0 then 'qr' else 'link' end, h % 4 > 0, 1 + h % 50,
    gen_random_uuid(), 'LC' || i, 300, '10.0.0.1', joined, joined::date, case when h % 2 = 0 then joined end,
    case when h % 2 = 0 then joined::date end
  from generate_series($2::int, $3::int) as i,
    lateral (select abs(hashint4(i)) as h,
      date_trunc('milliseconds', $7::timestamptz + i * interval '${DAYS} days' / $4::int) as joined) as c`

interface CampaignSide extends Side {
  link: string
}

async function prepare(stage: Stage, name: string, rows: number, licenseId: number) {
  const seat = await stage.developer({ name })
  const post = async (path: string, payload: object) => {
    const { code, desc, data } = (
      await stage.center.app.inject({ method: 'POST', url: path, headers: seat.headers, payload })
    ).json<{ code: number; desc: string; data: { guid: string } }>()
    if (code !== 0) throw new Error(`${path} refused: ${desc}`)
    return data.guid
  }
  await post(productCalls.create.path, { name: '星图', displayName: '星图', licenseForm: 3, licenseId })
  const templateGuid = await post(pcTemplateCalls.create.path, {
    kind: 'account',
    name: '体验',
    licenseId,
    licenseForm: 2,
    billingMode: 'day',
    licDuration: 30,
    offlineDays: 30,
    licBindLimit: 2,
    canModify: true,
  })
  const start = new Date(stage.ground.clock.now().getTime() - DAYS * DAY_MS)
  const guid = await post(activityCalls.create.path, {
    name,
    startTime: start.toISOString(),
    endTime: new Date(start.getTime() + 2 * DAYS * DAY_MS).toISOString(),
    maxParticipants: rows,
    templateGuid,
    licenseDays: 30,
    links: ['甲', '乙', '丙', '丁', '戊'].map((link) => ({ name: link })),
  })
  const { owner } = stage.ground.database
  await owner.query(
    `update campaign set stage = 'published', published_at = $2, published_by = created_by, taken = $3
     where guid = $1`,
    [guid, start, rows],
  )
  await owner.query(
    `insert into campaign_source (developer_id, campaign_guid, n, source, value)
     select $1, $2, n, 'spreadCode', 'code-' || n from generate_series(1, 50) n`,
    [seat.developerId, guid],
  )
  const links = await owner.query<{ guid: string }>('select guid from campaign_link where campaign_guid = $1', [guid])
  const guids = links.rows.map((row) => row.guid)
  return { seat, rows, guid, link: guids[0] ?? '', links: guids, start }
}

const find = (what: string, filter: (side: CampaignSide) => object, expected: Partial<Question> = {}): Question => ({
  what,
  call: campaignReportCalls.findUsers,
  payload: (side) => ({ guid: side.guid, pageSize: PAGE_SIZE, ...filter(side as CampaignSide) }),
  rows: PAGE_SIZE,
  ...expected,
}) // every side of this bench is one

/** The middle page of the smaller side is asked of both: page 500 of ten thousand. */
const questionsOf = ({ small }: Sizes): Question[] => [
  find('first page', () => ({})),
  find(`page ${small / PAGE_SIZE / 2}`, () => ({ currentPage: small / PAGE_SIZE / 2 })),
  find('last page', ({ rows }) => ({ currentPage: Math.floor(rows / PAGE_SIZE) })),
  find('of a link', ({ link }) => ({ linkGuid: link })),
  find('of a link, second page', ({ link }) => ({ linkGuid: link, currentPage: 2 })),
  find('by mail', () => ({ via: 'mail' })),
  find('used', () => ({ used: true })),
  find('new and not used', () => ({ isNew: true, used: false })),
  find('search rare account', () => ({ account: RARE }), { rows: RARE_ROWS }),
  find('search nothing found', () => ({ account: 'nobodyhere' }), { rows: 0 }),
  find('search common account', () => ({ account: 'wang' })),
  { what: 'report', call: campaignReportCalls.chart, payload: ({ guid }) => ({ guid }) },
  { what: 'campaigns', call: activityCalls.find, payload: () => ({}), rows: 1 },
]

export async function measureParticipants(stage: Stage, sizes: Sizes, tell: RunOptions['tell']): Promise<Figure[]> {
  const { owner } = stage.ground.database
  await owner.query(DROP_REFERENCES)
  const large = await prepare(stage, '大活动', sizes.large, 500_001)
  const beside = await prepare(stage, '旁邻活动', sizes.beside, 500_002)
  const small = await prepare(stage, '小活动', sizes.small, 500_003)
  for (let chunk = 0; chunk < CHUNKS; chunk++) {
    for (const { seat, rows, guid, links, start } of [large, beside, small]) {
      const range = [Math.floor((rows * chunk) / CHUNKS) + 1, Math.floor((rows * (chunk + 1)) / CHUNKS)]
      await owner.query(INSERT_PARTICIPANTS, [seat.developerId, ...range, rows, guid, links, start])
    }
    tell(`loaded ${chunk + 1} of ${CHUNKS} parts`)
  }
  await owner.query('select fold_counters()')
  for (const table of ['campaign_participant', 'campaign', 'campaign_link', 'counter', 'counter_delta'])
    await owner.query(`vacuum (analyze) ${table}`)
  await owner.query('checkpoint')
  return measureQuestions(stage, questionsOf(sizes), { ours: large, baseline: small }, sizes, tell)
}

export const participants = defineBench({
  name: 'participants',
  bar: { ratioAtMost: 2 },
  sides({ isQuick }) {
    const { large, small } = isQuick ? QUICK : FULL
    return {
      ours: `${large.toLocaleString('en')} participants`,
      baseline: `${small.toLocaleString('en')} participants`,
    }
  },
  run: (stage, { isQuick, tell }) => measureParticipants(stage, isQuick ? QUICK : FULL, tell),
})
