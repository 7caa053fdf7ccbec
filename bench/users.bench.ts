// Measures the user list at a million users against ten thousand, through the real calls: as the super administrator,
// and as an administrator who sees only the users of one customer. This file has the rows and the questions;
// questions.ts asks and times them.
import { customerCalls, tagCalls, userCalls } from '@sealwright/contract'
import { defineBench } from './harness.ts'
import type { Figure, RunOptions, Seat, Stage } from './harness.ts'
import { measureQuestions } from './questions.ts'
import type { Question, Side, Sizes } from './questions.ts'

const FULL: Sizes = { small: 10_000, large: 1_000_000, beside: 200_000, rounds: 100, warmUps: 10 }
const QUICK: Sizes = { small: 10_000, large: 50_000, beside: 10_000, rounds: 40, warmUps: 6 }

const CHUNKS = 20
const PAGE_SIZE = 10
/** Users of the rare customer, with the rare tag and the rare name, at any size. */
const RARE_ROWS = 7
/** Users of the customer that the limited administrator sees, at any size. */
const SEEN_ROWS = 500
const RARE = '雪豹特供'

/**
 * Inserts users `$2`..`$3` of a developer with `$4` users. They are shadow accounts, which need no row in other tables.
 * All values derive from the row number.
 */
const INSERT_USERS = `
  insert into end_user (developer_id, guid, account_type, account, password_hash, user_name, gender, phone,
    customer_guid, tag_guids, activated_at, created_by, updated_by, created_at, updated_at)
  select $1, uuidv7(created - now()), 4,
    (array['wang', 'li', 'zhang', 'liu', 'chen', 'yang', 'zhao', 'huang'])[1 + h % 8] || '.'
    || substr(md5(i::text), 1, 5) || '_' || i, '!',
    (array['王', '李', '张', '刘', '陈'])[1 + h % 5] || (array['伟', '芳', '娜', '敏', '静', '磊', '军'])[1 + h / 5 % 7]
      || case when i <= ${RARE_ROWS} then '${RARE}' else '' end, h % 3, '138' || lpad(i::text, 8, '0'),
    case when i <= ${RARE_ROWS} then $6::uuid when i <= ${RARE_ROWS + SEEN_ROWS} then $7::uuid else $8::uuid end,
    array[case when i <= ${RARE_ROWS} then $9::uuid else $10::uuid end], case when h % 10 > 0 then created end,
      $5::uuid, $5::uuid, created, created + h % 400 * interval '6 hours'
  from generate_series($2::int, $3::int) as i,
  lateral (select abs(hashint4(i)) as h, timestamptz '2022-01-01' + i * interval '3 years' / $4::int as created) as c`

interface UserSide extends Side {
  rare: { customer: string; tag: string }
  seen: string
}

async function prepare(stage: Stage, name: string, rows: number): Promise<UserSide & { values: unknown[] }> {
  const seat = await stage.developer({ name })
  const post = async (path: string, payload: object) =>
    (await stage.center.app.inject({ method: 'POST', url: path, headers: seat.headers, payload })).json<{
      data: { guid: string }
    }>().data.guid
  const customers = [
    await post(customerCalls.create.path, { name: '稀客' }),
    await post(customerCalls.create.path, { name: '分管' }),
    await post(customerCalls.create.path, { name: '大客户' }),
  ]
  const tags = [await post(tagCalls.create.path, { name: '稀有' }), await post(tagCalls.create.path, { name: '普通' })]
  return {
    seat,
    rows,
    guid: '',
    rare: { customer: customers[0] ?? '', tag: tags[0] ?? '' },
    seen: customers[1] ?? '',
    values: [...customers, ...tags],
  }
}

/** An administrator of the same developer who sees only the users of one customer. */
async function limitedSeat(stage: Stage, { seat, seen }: UserSide): Promise<Seat> {
  const { owner } = stage.ground.database
  const limited = await stage.administrator(seat, ['user.view'])
  await owner.query("update membership set limited = '{user}' where account_id = $1", [limited.accountId])
  await owner.query('update customer set assigned_to = array[$1::uuid] where developer_id = $2 and guid = $3', [
    limited.accountId,
    seat.developerId,
    seen,
  ])
  return limited
}

const find = (what: string, filter: (side: UserSide) => object, expected: Partial<Question> = {}): Question => ({
  what,
  call: userCalls.find,
  payload: (side) => filter(side as UserSide),
  rows: PAGE_SIZE,
  ...expected,
}) // every side of this bench is one

function questionsOf(): Question[] {
  return [
    find('first page', () => ({})),
    find('next page', () => ({ currentPage: 2 })),
    find('last page', ({ rows }) => ({ currentPage: Math.floor(rows / PAGE_SIZE) })),
    find('by account', () => ({ sort: 'account' })),
    find('by creation', () => ({ sort: 'createTime' })),
    find('of an account type without users', () => ({ accountType: 1 }), { rows: 0 }),
    find('not activated', () => ({ activated: false })),
    find('of a customer with few', ({ rare }) => ({ customerGuid: rare.customer }), { rows: RARE_ROWS }),
    find('with a rare tag', ({ rare }) => ({ tagGuids: [rare.tag] }), { rows: RARE_ROWS }),
    find('search rare name', () => ({ account: RARE }), { rows: RARE_ROWS }),
    find('search one phone', () => ({ account: '13800000042' }), { rows: 1 }),
    find('search nothing found', () => ({ account: '查无此人' }), { rows: 0 }),
    find('search common account', () => ({ account: 'wang' })),
    { what: 'exact look-up', call: userCalls.get, payload: ({ guid }) => ({ guid }) },
    { what: 'count', call: userCalls.count, payload: () => ({}) },
  ]
}

const limitedQuestions: Question[] = [
  find('limited: first page', () => ({})),
  find('limited: by account', () => ({ sort: 'account' })),
  find('limited: search one phone in scope', () => ({ account: '13800000042' }), { rows: 1 }),
  find('limited: search users out of scope', () => ({ account: RARE }), { rows: 0 }),
  { what: 'limited: count', call: userCalls.count, payload: () => ({}) },
]

export async function measureUsers(stage: Stage, sizes: Sizes, tell: RunOptions['tell']): Promise<Figure[]> {
  const { owner } = stage.ground.database
  const large = await prepare(stage, '大用户库', sizes.large)
  const beside = await prepare(stage, '旁邻用户库', sizes.beside)
  const small = await prepare(stage, '小用户库', sizes.small)
  for (let chunk = 0; chunk < CHUNKS; chunk++) {
    for (const { seat, rows, values } of [large, beside, small]) {
      const range = [Math.floor((rows * chunk) / CHUNKS) + 1, Math.floor((rows * (chunk + 1)) / CHUNKS)]
      await owner.query(INSERT_USERS, [seat.developerId, ...range, rows, seat.accountId, ...values])
    }
    tell(`loaded ${chunk + 1} of ${CHUNKS} parts`)
  }
  await owner.query('select fold_counters()')
  for (const table of ['end_user', 'customer', 'tag', 'counter', 'counter_delta'])
    await owner.query(`vacuum (analyze) ${table}`)
  await owner.query('checkpoint')
  const withGuid = async (side: UserSide): Promise<UserSide> => {
    const { rows } = await owner.query<{ guid: string }>(
      'select guid from end_user where developer_id = $1 limit 1 offset 42',
      [side.seat.developerId],
    )
    return { ...side, guid: rows[0]?.guid ?? '' }
  }
  const [ours, baseline] = [await withGuid(large), await withGuid(small)]
  const whole = await measureQuestions(stage, questionsOf(), { ours, baseline }, sizes, tell)
  const parts = {
    ours: { ...ours, seat: await limitedSeat(stage, ours) },
    baseline: { ...baseline, seat: await limitedSeat(stage, baseline) },
  }
  return [...whole, ...(await measureQuestions(stage, limitedQuestions, parts, sizes, tell))]
}

export const users = defineBench({
  name: 'users',
  bar: { ratioAtMost: 2, p95BelowMs: 50 },
  shortfall:
    'a search for a whole phone number uses groups of four digits (ADR 0008). All phone numbers of this bench ' +
    'start with the same digits, and reading the groups that a million rows share takes some milliseconds. ' +
    'Groups of two digits took ten times as long.',
  sides({ isQuick }) {
    const { large, small } = isQuick ? QUICK : FULL
    return { ours: `${large.toLocaleString('en')} users`, baseline: `${small.toLocaleString('en')} users` }
  },
  run: (stage, { isQuick, tell }) => measureUsers(stage, isQuick ? QUICK : FULL, tell),
})
