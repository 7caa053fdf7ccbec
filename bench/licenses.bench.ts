// Measures the license lists of a developer with a million licenses against one with ten thousand, through the real
// calls: 7 in 10 are license codes, 3 in 10 are licenses for accounts. This file has the rows and the questions;
// questions.ts asks and times them. Every row is a copy of a license that was issued through the call.
import {
  CODE_ALPHABET,
  LICENSE_STATUSES,
  customerCalls,
  pcLicenseCalls,
  pcTemplateCalls,
  productCalls,
  tagCalls,
} from '@sealwright/contract'
import type { Call } from '@sealwright/contract'
import { createOperator } from '@sealwright/server/domains/billing/index.ts'
import { defineBench } from './harness.ts'
import type { Figure, RunOptions, Seat, Stage } from './harness.ts'
import { measureQuestions } from './questions.ts'
import type { Question, Side, Sizes } from './questions.ts'

const FULL: Sizes = { small: 10_000, large: 1_000_000, beside: 50_000, rounds: 60, warmUps: 8 }
const QUICK: Sizes = { small: 5_000, large: 20_000, beside: 2_000, rounds: 20, warmUps: 4 }

const CHUNKS = 20
const PAGE_SIZE = 10
const PRODUCTS = 10
/** Codes of the rare template, customer and source, and licenses for accounts with the rare tag. */
const RARE_ROWS = 7

/**
 * Inserts codes `$2`..`$3` of `$4`, each copied from a seed that its hash picks; the rare ones are copied from the last
 * seed. All values derive from the row number.
 */
const INSERT_CODES = `
  insert into license (developer_id, guid, family, serial, issue_guid, terms_guid, template_guid, license_id,
    license_ids, license_form, customer_guid, source, state, expiry, expires_at, bound, ever_bound, is_paid,
    delivered_to, delivered_at, issued_by, issued_at, updated_at, ended_at)
  select s.developer_id, uuidv7(issued - now()), 'sn', bench_code(i), s.issue_guid, s.terms_guid, s.template_guid,
    s.license_id, s.license_ids, s.license_form,
    case when i <= ${RARE_ROWS} then $6::uuid when h % 3 = 0 then $7::uuid end,
    case when i <= ${RARE_ROWS} then 'openApi' when h % 4 = 0 then 'batch' else 'single' end,
    case when h % 50 = 0 then 9 when h % 20 = 1 then 5 when h % 2 = 0 then 4 else 1 end,
      case when ends <= $5 then 2 else 0 end, ends, case when h % 2 = 0 and h % 50 > 0 then 1 else 0 end, 1, true,
    case when h % 5 = 0 then 'someone@bench.example' end, case when h % 5 = 0 then issued end, s.issued_by, issued,
      issued, case when h % 50 = 0 then issued end
  from generate_series($2::int, $3::int) as i
    cross join lateral (select abs(hashint4(i)) as h,
      timestamptz '2023-01-01' + i * interval '3 years' / $4::int as issued) as c
    cross join lateral (select case when h % 3 = 0 then never() else issued + h % 1500 * interval '1 day'
      end as ends) as e
    join lateral (select * from license where developer_id = $1
      and guid = ($8::uuid[])[case when i <= ${RARE_ROWS} then ${PRODUCTS + 1} else 1 + h % ${PRODUCTS} end]) s on true`

const INSERT_USERS = `
  insert into end_user (developer_id, guid, account_type, account, password_hash, gender, tag_guids, activated_at,
    created_by, updated_by, created_at, updated_at)
  select $1, gen_random_uuid(), 4, (array['wang', 'li', 'zhang', 'liu', 'chen', 'yang', 'zhao', 'huang'])[1 + i % 8]
    || '.' || substr(md5(i::text), 1, 5) || '@' || i || '.bench.example', '!', 0,
    array[case when i <= ${RARE_ROWS} then $4::uuid else $5::uuid end], now(), $3, $3, now(), now()
  from generate_series(1, $2::int) as i`
const INSERT_OF_ACCOUNTS = `
  insert into license (developer_id, guid, family, serial, issue_guid, terms_guid, template_guid, license_id,
    license_ids, license_form, user_guid, account, tag_guids, source, state, expiry, expires_at, is_paid, issued_by,
    issued_at, updated_at)
  select s.developer_id, uuidv7(issued - now()), 'account', 'LC' || lpad(h::text, 10, '0') || u.n || '-' || s.n,
    s.issue_guid, s.terms_guid, s.template_guid, s.license_id, s.license_ids, s.license_form, u.guid, u.account,
    u.tag_guids, 'batch', 1 + 3 * (h % 2), 0, never(), true, s.issued_by, issued, issued
  from (select *, row_number() over (order by account) as n from end_user where developer_id = $1
    and account <> 'seed') u
    cross join (select l.*, row_number() over () as n from license l where l.developer_id = $1
      and l.guid = any ($2::uuid[])) s
    cross join lateral (select abs(hashint4((u.n * 100 + s.n)::int)) as h) as c
    cross join lateral (select timestamptz '2023-01-01' + (h % 1000000) * interval '3 years' / 1000000 as issued) as e`

interface LicenseSide extends Side {
  template: string
  rare: { template: string; customer: string; tag: string }
  licenseId: number
  /** `code` was inserted by the bench and has no check character; `whole` was issued through the call. */
  code: string
  whole: string
  account: string
  accountGuid: string
}

type Prepared = Omit<LicenseSide, 'guid' | 'code' | 'whole' | 'account' | 'accountGuid'> & {
  codeSeeds: string[]
  accountSeeds: string[]
  commonCustomer: string
  commonTag: string
}

async function prepare(stage: Stage, name: string, rows: number): Promise<Prepared> {
  const seat = await stage.developer({ name })
  async function post<Answer>(call: Call, payload: object): Promise<Answer> {
    const { code, desc, data } = (
      await stage.center.app.inject({ method: 'POST', url: call.path, headers: seat.headers, payload })
    ).json<{ code: number; desc: string; data: Answer }>()
    if (code !== 0) throw new Error(`${call.path} refused: ${desc}`)
    return data
  }
  const made = async (call: Call, payload: object) => (await post<{ guid: string }>(call, payload)).guid
  await createOperator(stage.ground).credit(seat.developerId, {
    kind: 'wallet',
    amount: 1_000_000,
    note: '',
  })
  const [rareCustomer, commonCustomer] = [
    await made(customerCalls.create, { name: '稀客' }),
    await made(customerCalls.create, { name: '大客户' }),
  ]
  const [rareTag, commonTag] = [
    await made(tagCalls.create, { name: '稀有' }),
    await made(tagCalls.create, { name: '普通' }),
  ]
  const user = stage.ground.ids.guid()
  await stage.ground.database.owner.query(
    `insert into end_user (developer_id, guid, account_type, account, password_hash, gender, activated_at, created_by,
       updated_by, created_at, updated_at)
     values ($1, $2, 4, 'seed', '!', 0, now(), $3, $3, now(), now())`,
    [seat.developerId, user, seat.accountId],
  )
  const seeds: { template: string; guid: string }[] = []
  const accountSeeds: string[] = []
  const issue = async (payload: object) =>
    (await post<{ licenses: { guid: string }[] }>(pcLicenseCalls.issue, payload)).licenses[0]?.guid ?? ''
  for (let n = 0; n <= PRODUCTS; n++) {
    const licenseId = 1_000 + n
    if (n < PRODUCTS)
      await made(productCalls.create, { name: `产品 ${n}`, displayName: `产品 ${n}`, licenseForm: 3, licenseId })
    const template = await made(pcTemplateCalls.create, {
      kind: 'sn',
      name: `码 ${n}`,
      licenseId: n < PRODUCTS ? licenseId : 1_000,
      licenseKeyType: 3,
      isForever: true,
      useMode: 2,
      machineNum: 3,
    })
    seeds.push({ template, guid: await issue({ kind: 'sn', templateGuids: [template] }) })
    if (n === PRODUCTS) continue
    const ofAccounts = await made(pcTemplateCalls.create, {
      kind: 'account',
      name: `账号 ${n}`,
      licenseId,
      licenseForm: 2,
      billingMode: 'oneTime',
      isForever: true,
      offlineDays: 30,
      licBindLimit: 2,
    })
    accountSeeds.push(await issue({ kind: 'account', templateGuids: [ofAccounts], userIds: [user] }))
  }
  return {
    seat,
    rows,
    licenseId: 1_000,
    template: seeds[1]?.template ?? '',
    rare: { template: seeds[PRODUCTS]?.template ?? '', customer: rareCustomer, tag: rareTag },
    codeSeeds: seeds.map(({ guid }) => guid),
    accountSeeds,
    commonCustomer,
    commonTag,
  }
}

const find = (
  what: string,
  kind: 'account' | 'sn',
  filter: (side: LicenseSide) => object,
  expected: Partial<Question> = {},
): Question => ({
  what,
  call: pcLicenseCalls.find,
  payload: (side) => ({ kind, ...filter(side as LicenseSide) }),
  rows: PAGE_SIZE,
  ...expected,
}) // every side of this bench is one

const HALF_YEAR = { startTime: '2024-03-01T00:00:00Z', endTime: '2024-08-31T23:59:59Z' }
const questions: Question[] = [
  find('first page', 'sn', () => ({})),
  find('next page', 'sn', () => ({ currentPage: 2 })),
  find('last page', 'sn', ({ rows }) => ({ currentPage: Math.floor((rows * 0.7 * 0.97) / PAGE_SIZE) })),
  find('by end', 'sn', () => ({ sort: 'expireTime' })),
  find('of a product', 'sn', ({ licenseId }) => ({ licenseId })),
  find('of a template', 'sn', ({ template }) => ({ templateGuid: template })),
  find('of a rare template', 'sn', ({ rare }) => ({ templateGuid: rare.template }), { rows: RARE_ROWS + 1 }),
  find('bound', 'sn', () => ({ status: LICENSE_STATUSES.bound })),
  find('locked', 'sn', () => ({ status: LICENSE_STATUSES.locked })),
  find('expired', 'sn', () => ({ status: LICENSE_STATUSES.expired })),
  find('deleted', 'sn', () => ({ status: LICENSE_STATUSES.deleted })),
  find('locked or deleted', 'sn', () => ({ status: [LICENSE_STATUSES.locked, LICENSE_STATUSES.deleted] })),
  find('unbound or bound', 'sn', () => ({ status: [LICENSE_STATUSES.unbound, LICENSE_STATUSES.bound] })),
  find('two products, bound or expired', 'sn', ({ licenseId }) => ({
    licenseId: [licenseId, licenseId + 1],
    status: [LICENSE_STATUSES.bound, LICENSE_STATUSES.expired],
  })),
  find('in force', 'sn', () => ({ effective: true })),
  find('not in force', 'sn', () => ({ effective: false })),
  find('in force of a template', 'sn', ({ template }) => ({ templateGuid: template, effective: true })),
  find('of a rare source', 'sn', () => ({ source: 'openApi' }), { rows: RARE_ROWS }),
  find('issued by', 'sn', ({ seat }) => ({ adminUserId: seat.accountId })),
  find('of a rare customer', 'sn', ({ rare }) => ({ customerGuid: rare.customer }), { rows: RARE_ROWS }),
  find('delivered', 'sn', () => ({ delivered: true })),
  find('issued within half a year', 'sn', () => HALF_YEAR),
  find('bound, issued within half a year', 'sn', () => ({ ...HALF_YEAR, status: LICENSE_STATUSES.bound })),
  find('expiring within 90 days', 'sn', () => ({ expiringDays: 90 })),
  find('search a group of a code', 'sn', ({ code }) => ({ keyword: code.slice(0, 4) }), { rows: undefined }),
  find('search two groups of a code', 'sn', ({ code }) => ({ keyword: `${code.slice(0, 4)}-${code.slice(4, 8)}` }), {
    rows: 1,
  }),
  find('search a whole code', 'sn', ({ whole }) => ({ keyword: whole }), { rows: 1 }),
  find('search nothing found', 'sn', () => ({ keyword: '查无此码' }), { rows: 0 }),
  find('accounts: first page', 'account', () => ({})),
  find('accounts: search a whole account', 'account', ({ account }) => ({ keyword: account })),
  find('accounts: search a part of one', 'account', ({ account }) => ({
    keyword: account.slice(0, account.indexOf('@')),
  })),
  find('accounts: search a common name', 'account', () => ({ keyword: 'wang' })),
  find('accounts: of a rare tag', 'account', ({ rare }) => ({ tagGuids: [rare.tag] })),
  { what: 'exact look-up', call: pcLicenseCalls.get, payload: ({ guid }) => ({ kind: 'sn', guid }) },
  { what: 'capped count', call: pcLicenseCalls.count, payload: () => ({ kind: 'sn', status: LICENSE_STATUSES.bound }) },
]

/** An administrator of the same developer who sees one product. */
async function limitedSeat(stage: Stage, { seat, licenseId }: LicenseSide): Promise<Seat> {
  const { owner } = stage.ground.database
  const limited = await stage.administrator(seat, ['snLicense.view'])
  await owner.query("update membership set limited = '{product}' where account_id = $1", [limited.accountId])
  await owner.query('update product set assigned_to = array[$1::uuid] where developer_id = $2 and license_id = $3', [
    limited.accountId,
    seat.developerId,
    licenseId,
  ])
  return limited
}
const limitedQuestions: Question[] = [
  find('limited: first page', 'sn', () => ({})),
  find('limited: bound', 'sn', () => ({ status: LICENSE_STATUSES.bound })),
  find('limited: locked or expired', 'sn', () => ({ status: [LICENSE_STATUSES.locked, LICENSE_STATUSES.expired] })),
  find('limited: search a rare customer', 'sn', ({ rare }) => ({ customerGuid: rare.customer }), { rows: RARE_ROWS }),
]

export async function measureLicenses(stage: Stage, sizes: Sizes, tell: RunOptions['tell']): Promise<Figure[]> {
  const { owner } = stage.ground.database
  const now = stage.ground.clock.now()
  // A code from the MD5 of a number: only its length and alphabet matter here.
  await owner.query(`create or replace function bench_code(i int) returns text language sql immutable
    as $$
    select string_agg(substr('${CODE_ALPHABET}', 1 + (get_byte(decode(md5(i::text), 'hex'), n) % 31), 1), '' order by n)
    from generate_series(0, 15) as n $$`)
  const sides = [
    await prepare(stage, '大许可库', sizes.large),
    await prepare(stage, '旁邻许可库', sizes.beside),
    await prepare(stage, '小许可库', sizes.small),
  ]
  for (const { seat, rows, rare, accountSeeds, commonTag } of sides) {
    await owner.query(INSERT_USERS, [
      seat.developerId,
      Math.round((rows * 0.3) / PRODUCTS),
      seat.accountId,
      rare.tag,
      commonTag,
    ])
    await owner.query(INSERT_OF_ACCOUNTS, [seat.developerId, accountSeeds])
  }
  for (let chunk = 0; chunk < CHUNKS; chunk++) {
    for (const { seat, rows, rare, codeSeeds, commonCustomer } of sides) {
      const codes = Math.round(rows * 0.7)
      const range = [Math.floor((codes * chunk) / CHUNKS) + 1, Math.floor((codes * (chunk + 1)) / CHUNKS)]
      await owner.query(INSERT_CODES, [
        seat.developerId,
        ...range,
        codes,
        now,
        rare.customer,
        commonCustomer,
        codeSeeds,
      ])
    }
    tell(`loaded ${chunk + 1} of ${CHUNKS} parts`)
  }
  await owner.query('select fold_counters()')
  for (const table of ['license', 'license_terms', 'license_issue', 'end_user', 'customer', 'counter', 'counter_delta'])
    await owner.query(`vacuum (analyze) ${table}`)
  await owner.query('checkpoint')
  const withRows = async (side: Prepared): Promise<LicenseSide> => {
    const code = await owner.query<{ guid: string; serial: string }>(
      `select guid, serial from license where developer_id = $1 and family = 'sn' and ended_at is null
       order by issued_at limit 1 offset 42`,
      [side.seat.developerId],
    )
    const whole = await owner.query<{ serial: string }>(
      'select serial from license where developer_id = $1 and guid = $2',
      [side.seat.developerId, side.codeSeeds[0]],
    )
    const account = await owner.query<{ guid: string; account: string }>(
      `select guid, account from license where developer_id = $1 and family = 'account'
       order by issued_at limit 1 offset 42`,
      [side.seat.developerId],
    )
    return {
      ...side,
      guid: code.rows[0]?.guid ?? '',
      code: code.rows[0]?.serial ?? '',
      whole: whole.rows[0]?.serial ?? '',
      account: account.rows[0]?.account ?? '',
      accountGuid: account.rows[0]?.guid ?? '',
    }
  }
  const [large, , small] = sides
  if (!large || !small) throw new Error('three sides were prepared')
  const [ours, baseline] = [await withRows(large), await withRows(small)]
  const whole = await measureQuestions(stage, questions, { ours, baseline }, sizes, tell)
  const parts = {
    ours: { ...ours, seat: await limitedSeat(stage, ours) },
    baseline: { ...baseline, seat: await limitedSeat(stage, baseline) },
  }
  return [...whole, ...(await measureQuestions(stage, limitedQuestions, parts, sizes, tell))]
}

export const licenses = defineBench({
  name: 'licenses',
  bar: { ratioAtMost: 2, p95BelowMs: 50 },
  sides({ isQuick }) {
    const { large, small } = isQuick ? QUICK : FULL
    return { ours: `${large.toLocaleString('en')} licenses`, baseline: `${small.toLocaleString('en')} licenses` }
  },
  run: (stage, { isQuick, tell }) => measureLicenses(stage, isQuick ? QUICK : FULL, tell),
})
