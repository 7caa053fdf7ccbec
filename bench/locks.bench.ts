// Measures the list and the numbers of user locks at a million locks against ten thousand, through the real calls. This
// file has the rows and the questions; questions.ts asks and times them.
import { userLockCalls } from '@sealwright/contract'
import { defineBench } from './harness.ts'
import type { Figure, RunOptions, Stage } from './harness.ts'
import { measureQuestions } from './questions.ts'
import type { Question, Side, Sizes } from './questions.ts'

const FULL: Sizes = { small: 10_000, large: 1_000_000, beside: 200_000, rounds: 100, warmUps: 10 }
const QUICK: Sizes = { small: 10_000, large: 50_000, beside: 10_000, rounds: 40, warmUps: 6 }

const CHUNKS = 20
const PAGE_SIZE = 10
const CUSTOMERS = 500
/** Locks with the rare remark, and locks of the rare customer, at any size. */
const RARE_ROWS = 7
const RARE = '雪豹实验室'
const PREFIX: Record<string, string> = { large: '61', beside: '62', small: '63' }

/**
 * Inserts locks `$2`..`$3` of a developer whose shell numbers begin with `$4`, of the customers `$5`. All values derive
 * from the row number.
 */
const INSERT_LOCKS = `
  insert into dongle (developer_id, guid, kind, shell_number, serial_number, produced_at, firmware, sign_key, seal_key,
    status, home, offline_days, activated_at, active_until, customer_guid, remark, registered_at, updated_at)
  select $1, uuidv7(i * interval '1 second' - interval '400 days'), 'user', $4 || lpad(i::text, 10, '0'),
    md5($4 || i), now() - interval '300 days', '3.1.0', substr(md5($4 || i) || md5(i || 'k'), 1, 43),
    substr(md5(i || 's') || md5($4 || i), 1, 43),
    case when h % 10 = 0 then 7 when h % 50 = 1 then 1 when h % 97 = 3 then 16 when h % 101 = 5 then 11 else 4 end,
    case when h % 10 = 0 then 7 when h % 50 = 1 then 1 else 4 end, 30, now() - interval '20 days',
    case when h % 10 = 0 or h % 50 = 1 then never() else now() + (h % 60 - 20) * interval '1 day' end,
    ($5::uuid[])[case when i <= ${RARE_ROWS} then 1 else 2 + h % ${CUSTOMERS - 1} end],
    case when i <= ${RARE_ROWS} then '${RARE}' when h % 3 = 0 then '三号楼 ' || (h % 40) end, now(), now()
  from generate_series($2::int, $3::int) as i, lateral (select abs(hashint4(i)) as h) as c`

interface LockSide extends Side {
  prefix: string
  customers: string[]
}

async function prepare(stage: Stage, name: string, rows: number): Promise<LockSide> {
  const seat = await stage.developer({ name })
  const { owner } = stage.ground.database
  const { rows: customers } = await owner.query<{ guid: string }>(
    `insert into customer (developer_id, guid, name, created_by, updated_by, created_at, updated_at, revision)
     select $1, gen_random_uuid(), '客户 ' || n, m.account_id, m.account_id, now(), now(), 1
     from generate_series(1, ${CUSTOMERS}) n, (select account_id from membership where developer_id = $1 limit 1) m
     returning guid`,
    [seat.developerId],
  )
  return { seat, rows, guid: '', prefix: PREFIX[name] ?? '', customers: customers.map(({ guid }) => guid) }
}

const find = (what: string, filter: (side: LockSide) => object, expected: Partial<Question> = {}): Question => ({
  what,
  call: userLockCalls.find,
  payload: (side) => ({ pageSize: PAGE_SIZE, ...filter(side as LockSide) }), // every side of this bench is one
  rows: PAGE_SIZE,
  ...expected,
})

/** The middle page of the smaller side is asked of both: page 500 of ten thousand. */
const questionsOf = ({ small }: Sizes): Question[] => [
  find('first page', () => ({})),
  find(`page ${small / PAGE_SIZE / 2}`, () => ({ currentPage: small / PAGE_SIZE / 2 })),
  find('last page', ({ rows }) => ({ currentPage: Math.floor(rows / PAGE_SIZE) })),
  find('by end of activation', () => ({ sort: 'activationEnd' })),
  find('ends within 7 days', () => ({ endingDays: 7, sort: 'activationEnd' })),
  find('permanent', () => ({ activationMode: 0 })),
  find('normal', () => ({ group: 'normal' })),
  find('locked', () => ({ status: [16] })),
  find('of a customer', ({ customers }) => ({ customerGuid: customers[0] }), { rows: RARE_ROWS }),
  find('whole shell number', ({ prefix }) => ({ keyword: `${prefix}0000000042` }), { rows: 1 }),
  find('start of a shell number', ({ prefix }) => ({ keyword: `${prefix}00000` })),
  find('search rare remark', () => ({ keyword: RARE }), { rows: RARE_ROWS }),
  find('search common remark', () => ({ keyword: '三号楼' })),
  find('search nothing found', () => ({ keyword: '没有这样的备注' }), { rows: 0 }),
]

export async function measureLocks(stage: Stage, sizes: Sizes, tell: RunOptions['tell']): Promise<Figure[]> {
  const { owner } = stage.ground.database
  const large = await prepare(stage, 'large', sizes.large)
  const beside = await prepare(stage, 'beside', sizes.beside)
  const small = await prepare(stage, 'small', sizes.small)
  for (let chunk = 0; chunk < CHUNKS; chunk++) {
    for (const { seat, rows, prefix, customers } of [large, beside, small]) {
      const range = [Math.floor((rows * chunk) / CHUNKS) + 1, Math.floor((rows * (chunk + 1)) / CHUNKS)]
      await owner.query(INSERT_LOCKS, [seat.developerId, ...range, prefix, customers])
    }
    tell(`loaded ${chunk + 1} of ${CHUNKS} parts`)
  }
  await owner.query('select fold_counters()')
  for (const table of ['dongle', 'customer', 'counter', 'counter_delta']) await owner.query(`vacuum (analyze) ${table}`)
  await owner.query('checkpoint')
  return measureQuestions(stage, questionsOf(sizes), { ours: large, baseline: small }, sizes, tell)
}

export const locks = defineBench({
  name: 'locks',
  bar: { ratioAtMost: 2 },
  sides({ isQuick }) {
    const { large, small } = isQuick ? QUICK : FULL
    return { ours: `${large.toLocaleString('en')} user locks`, baseline: `${small.toLocaleString('en')} user locks` }
  },
  run: (stage, { isQuick, tell }) => measureLocks(stage, isQuick ? QUICK : FULL, tell),
})
