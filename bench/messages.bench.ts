// Measures the messages of a person who has a million against one who has ten thousand, through the real calls. This
// file has the rows and the questions; questions.ts asks and times them.
import { LIMITS, messageCalls } from '@sealwright/contract'
import { defineBench } from './harness.ts'
import type { Figure, RunOptions, Stage } from './harness.ts'
import { measureQuestions } from './questions.ts'
import type { Question, Side, Sizes } from './questions.ts'

const FULL: Sizes = { small: 10_000, large: 1_000_000, beside: 200_000, rounds: 100, warmUps: 10 }
const QUICK: Sizes = { small: 10_000, large: 50_000, beside: 10_000, rounds: 40, warmUps: 6 }

const CHUNKS = 20
const PAGE_SIZE = 10
/** Messages of the rare kind, at any size. */
const RARE_ROWS = 7

/** Inserts messages `$3`..`$4` of a person who gets `$5`. One of three is unread. */
const INSERT_MESSAGES = `
  insert into message (developer_id, account_id, guid, kind, params, link, created_at, read_at)
  select $1, $2::uuid, uuidv7(created - now()),
    case when i <= ${RARE_ROWS} then 'serviceFeeOver'
      else (array['taskFinished', 'lowBalance', 'billOverdue', 'packageEnding'])[1 + h % 4] end,
    -- The values of all these kinds.
    jsonb_build_object('task', '导入用户', 'subject', '名单 ' || i, 'success', h % 900, 'fail', h % 7, 'skip',
      h % 3, 'balance', '12.00', 'line', '100.00', 'name', '年度套餐', 'count', 1, 'licenses', 2, 'updates', 3,
      'amount', '15.00', 'day', '2026-01-31'),
    '/taskCenter', created, case when h % 3 > 0 then created + interval '1 hour' end
  from generate_series($3::int, $4::int) as i,
  lateral (select abs(hashint4(i)) as h, now() - interval '300 days' + i * interval '299 days' / $5::int as created) c`

const find = (what: string, filter: (side: Side) => object, expected: Partial<Question> = {}): Question => ({
  what,
  call: messageCalls.find,
  payload: filter,
  rows: PAGE_SIZE,
  ...expected,
})

const QUESTIONS: Question[] = [
  find('first page', () => ({})),
  find('next page', () => ({ currentPage: 2 })),
  find('last counted page', () => ({ currentPage: LIMITS.page.exactCount / PAGE_SIZE })),
  find('unread', () => ({ state: 'unread' })),
  find('read', () => ({ state: 'read' })),
  find('of a kind with few', () => ({ kind: 'serviceFeeOver' }), { rows: RARE_ROWS }),
  find('unread of two kinds', () => ({ state: 'unread', kind: ['lowBalance', 'packageEnding'] })),
  find('of a period', () => ({ startTime: new Date(Date.now() - 30 * 86_400_000).toISOString() })),
  { what: 'one message', call: messageCalls.get, payload: ({ guid }) => ({ guid }) },
  { what: 'count for the bell', call: messageCalls.count, payload: () => ({}) },
  { what: 'mark as read', call: messageCalls.read, payload: ({ guid }) => ({ guids: [guid] }) },
]

async function measureMessages(stage: Stage, sizes: Sizes, tell: RunOptions['tell']): Promise<Figure[]> {
  const { owner } = stage.ground.database
  const sideOf = async (name: string, rows: number): Promise<Side> => ({
    seat: await stage.developer({ name }),
    rows,
    guid: '',
  })
  const [large, beside, small] = [
    await sideOf('大消息库', sizes.large),
    await sideOf('旁邻消息库', sizes.beside),
    await sideOf('小消息库', sizes.small),
  ]
  for (let chunk = 0; chunk < CHUNKS; chunk++) {
    for (const { seat, rows } of [large, beside, small]) {
      const range = [Math.floor((rows * chunk) / CHUNKS) + 1, Math.floor((rows * (chunk + 1)) / CHUNKS)]
      await owner.query(INSERT_MESSAGES, [seat.developerId, seat.accountId, ...range, rows])
    }
    tell(`loaded ${chunk + 1} of ${CHUNKS} parts`)
  }
  await owner.query('vacuum (analyze) message')
  await owner.query('checkpoint')
  const withGuid = async (side: Side): Promise<Side> => {
    const { rows } = await owner.query<{ guid: string }>(
      'select guid from message where developer_id = $1 limit 1 offset 42',
      [side.seat.developerId],
    )
    return { ...side, guid: rows[0]?.guid ?? '' }
  }
  const sides = { ours: await withGuid(large), baseline: await withGuid(small) }
  return measureQuestions(stage, QUESTIONS, sides, sizes, tell)
}

export const messages = defineBench({
  name: 'messages',
  bar: { ratioAtMost: 2, p95BelowMs: 50 },
  sides({ isQuick }) {
    const { large, small } = isQuick ? QUICK : FULL
    return { ours: `${large.toLocaleString('en')} messages`, baseline: `${small.toLocaleString('en')} messages` }
  },
  run: (stage, { isQuick, tell }) => measureMessages(stage, isQuick ? QUICK : FULL, tell),
})
