// Measures the statistics of a developer with a million licenses, issued over a year by several administrators, against
// one with a thousand, and the dashboard of both, through the real calls. The triggers count the rows as they are
// loaded. Every license is a copy of one that was issued through the call.
import {
  CODE_ALPHABET,
  dashboardCalls,
  pcLicenseCalls,
  pcTemplateCalls,
  productCalls,
  statisticsCalls,
} from '@sealwright/contract'
import type { Call } from '@sealwright/contract'
import { createOperator } from '@sealwright/server/domains/billing/index.ts'
import { defineBench, measureInTurns } from './harness.ts'
import type { Bar, Figure, RunOptions, Seat, Stage } from './harness.ts'

interface Sizes {
  small: number
  large: number
  rounds: number
  warmUps: number
}
const FULL: Sizes = { small: 1_000, large: 1_000_000, rounds: 60, warmUps: 6 }
const QUICK: Sizes = { small: 1_000, large: 50_000, rounds: 20, warmUps: 3 }

const CHUNKS = 50
const PRODUCTS = 10
const ADMINS = 8

/**
 * Inserts codes `$2`..`$3` of `$4`, each copied from the seed and the administrator that its hash picks, over the year
 * before `$5`. All values derive from the row number.
 */
const INSERT_CODES = `
  insert into license (developer_id, guid, family, serial, issue_guid, terms_guid, template_guid, license_id,
    license_ids, license_form, source, state, expiry, expires_at, bound, ever_bound, is_paid, issued_by, issued_at,
    updated_at, ended_at)
  select s.developer_id, uuidv7(issued - now()), 'sn', bench_serial(i), s.issue_guid, s.terms_guid, s.template_guid,
    s.license_id, s.license_ids, s.license_form,
    case when h % 4 = 0 then 'batch' when h % 7 = 0 then 'openApi' else 'single' end,
    case when h % 50 = 0 then 9 when h % 2 = 0 then 4 else 1 end, case when ends <= $5 then 2 else 0 end, ends,
    case when h % 2 = 0 and h % 50 > 0 then 1 else 0 end, 1, true, ($7::uuid[])[1 + h % ${ADMINS}], issued, issued,
    case when h % 50 = 0 then issued end
  from generate_series($2::int, $3::int) as i
    cross join lateral (select abs(hashint4(i)) as h,
      $5::timestamptz - interval '365 days' + i * interval '365 days' / $4::int as issued) as c
    cross join lateral (select case when h % 3 = 0 then never() else issued + h % 400 * interval '1 day' end as ends) e
    join lateral (select * from license where developer_id = $1 and guid = ($6::uuid[])[1 + h % ${PRODUCTS}]) s on true`
/** A device for every fifth license, seen on the day after it was bound. */
const INSERT_DEVICES = `
  insert into bound_machine (developer_id, guid, license_guid, fingerprint, name, os, state, bound_at, seen_at,
    program_version)
  select developer_id, gen_random_uuid(), guid, 'bench-' || guid, 'PC',
    (array['Windows 11', 'Windows 10', 'Ubuntu 24.04',
    'macOS 15'])[1 + abs(hashint8(license_id + extract(epoch from issued_at)::bigint)) % 4], 'bound', issued_at,
    issued_at + interval '1 day', 1 + abs(hashtext(guid::text)) % 12
  from license where developer_id = $1 and bound = 1 and issued_at >= $2 and issued_at < $3
    and abs(hashtext(guid::text)) % 3 = 0`
const INSERT_REFUSALS = `
  insert into runtime_event (developer_id, guid, at, act, reason, times, license_guid)
  select l.developer_id, gen_random_uuid(), l.issued_at, 'activate', (array['machineLimit', 'expired', 'locked',
    'seatLimit', 'codePassword'])[1 + abs(hashtext(l.guid::text)) % 5], 1 + abs(hashtext(l.guid::text)) % 9, l.guid
  from license l where developer_id = $1 and abs(hashtext(guid::text)) % 20 = 0`

interface Loaded {
  seat: Seat
  rows: number
  seeds: string[]
  admins: string[]
}

async function prepare(stage: Stage, name: string, rows: number): Promise<Loaded> {
  const seat = await stage.developer({ name })
  async function post<Answer>(call: Call, payload: object): Promise<Answer> {
    const { code, desc, data } = (
      await stage.center.app.inject({ method: 'POST', url: call.path, headers: seat.headers, payload })
    ).json<{ code: number; desc: string; data: Answer }>()
    if (code !== 0) throw new Error(`${call.path} refused: ${desc}`)
    return data
  }
  await createOperator(stage.ground).credit(seat.developerId, { kind: 'wallet', amount: 1_000_000, note: '' })
  const seeds: string[] = []
  for (let n = 0; n < PRODUCTS; n++) {
    const licenseId = 2_000 + n
    await post(productCalls.create, { name: `产品 ${n}`, displayName: `产品 ${n}`, licenseForm: 3, licenseId })
    const { guid } = await post<{ guid: string }>(pcTemplateCalls.create, {
      kind: 'sn',
      name: `码 ${n}`,
      licenseId,
      licenseKeyType: 3,
      isForever: true,
      useMode: 2,
      machineNum: 3,
    })
    const { licenses } = await post<{ licenses: { guid: string }[] }>(pcLicenseCalls.issue, {
      kind: 'sn',
      templateGuids: [guid],
    })
    seeds.push(licenses[0]?.guid ?? '')
  }
  const admins = [seat.accountId]
  while (admins.length < ADMINS) admins.push((await stage.administrator(seat, ['snLicense.issue'])).accountId)
  return { seat, rows, seeds, admins }
}

interface Question {
  what: string
  call: Call
  payload: object
  bar: Bar
}
const statistic = (what: string, payload: object): Question => ({
  what,
  call: 'measure' in payload ? statisticsCalls.get : statisticsCalls.overview,
  payload,
  bar: { p95BelowMs: 200 },
})

function questionsAt(now: Date): Question[] {
  const last = now.toISOString().slice(0, 10)
  const year = { period: 'range', first: new Date(now.getTime() - 364 * 86_400_000).toISOString().slice(0, 10), last }
  return [
    statistic('overview of 28 days', { period: '28' }),
    statistic('overview of a year', year),
    statistic('licenses issued in 28 days, by product', { period: '28', measure: 'licenseIssued', by: 'product' }),
    statistic('licenses issued in a year, by product', { ...year, measure: 'licenseIssued', by: 'product' }),
    statistic('licenses issued in a year, by administrator', { ...year, measure: 'licenseIssued', by: 'admin' }),
    statistic('licenses expired in a year, by template', { ...year, measure: 'licenseExpired', by: 'template' }),
    statistic('licenses issued in a year, of a product', { ...year, measure: 'licenseIssued', licenseId: [2_003] }),
    statistic('active devices in a year', { ...year, measure: 'deviceActive' }),
    statistic('refusals in a year, by reason', { ...year, measure: 'refusal', by: 'reason' }),
    { what: 'systems and versions', call: statisticsCalls.devices, payload: {}, bar: { p95BelowMs: 200 } },
    { what: 'dashboard', call: dashboardCalls.get, payload: {}, bar: { ratioAtMost: 2 } },
  ]
}

export async function measureStatistics(stage: Stage, sizes: Sizes, tell: RunOptions['tell']): Promise<Figure[]> {
  const { owner } = stage.ground.database
  const now = stage.ground.clock.now()
  await owner.query(`create or replace function bench_serial(i int) returns text language sql immutable
    as $$
    select string_agg(
      substr('${CODE_ALPHABET}', 1 + (get_byte(decode(md5('s' || i), 'hex'), n) % 31), 1), '' order by n)
    from generate_series(0, 15) as n $$`)
  const sides = [await prepare(stage, '大统计库', sizes.large), await prepare(stage, '小统计库', sizes.small)]
  // Search is not measured here, and its indexes take most of the time of loading.
  const { rows: searches } = await owner.query<{ name: string; made: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made from pg_index
     where indrelid = 'license'::regclass and pg_get_indexdef(indexrelid) like '%license_tokens%'`,
  )
  for (const { name } of searches) await owner.query(`drop index ${name}`)
  for (const { seat, rows, seeds, admins } of sides) {
    const chunks = Math.min(CHUNKS, Math.ceil(rows / 1_000))
    for (let chunk = 0; chunk < chunks; chunk++) {
      const range = [Math.floor((rows * chunk) / chunks) + 1, Math.floor((rows * (chunk + 1)) / chunks)]
      await owner.query(INSERT_CODES, [seat.developerId, ...range, rows, now, seeds, admins])
      await owner.query('select fold_counters(), fold_figures()')
      if (chunk % 10 === 9) tell(`loaded ${chunk + 1} of ${chunks} parts`)
    }
    // A month at a time: devices of a day are inserted together.
    for (let month = 12; month > 0; month--) {
      const at = (months: number) => new Date(now.getTime() - months * 31 * 86_400_000)
      await owner.query(INSERT_DEVICES, [seat.developerId, at(month), at(month - 1)])
    }
    await owner.query(INSERT_REFUSALS, [seat.developerId])
    await owner.query('select fold_figures()')
  }
  for (const table of [
    'license',
    'figure_day',
    'figure_delta',
    'bound_machine',
    'runtime_event',
    'counter',
    'counter_delta',
  ])
    await owner.query(`vacuum (analyze) ${table}`)
  for (const { made } of searches) await owner.query(made)
  await owner.query('checkpoint')
  const [large, small] = sides
  if (!large || !small) throw new Error('two sides were prepared')
  const counts = await owner.query<{ n: number }>('select count(*)::int as n from figure_day where developer_id = $1', [
    large.seat.developerId,
  ])
  tell(`${counts.rows[0]?.n} figures`)

  const ask = async ({ call, payload }: Question, { seat, rows }: Loaded) => {
    const response = await stage.center.app.inject({
      method: call.method,
      url: call.path,
      headers: seat.headers,
      ...(call.method === 'POST' && { payload }),
    })
    const { code, desc, data } = response.json<{ code: number; desc: string; data: { total?: number } }>()
    if (code !== 0) throw new Error(`${call.path} refused: ${desc}`)
    // Wrong figures may be fast.
    if (call === statisticsCalls.get && 'by' in payload && payload.by === 'admin' && (data.total ?? 0) < rows * 0.99)
      throw new Error(`${call.path}: ${data.total} licenses instead of ${rows}`)
  }
  const figures: Figure[] = []
  for (const question of questionsAt(now)) {
    const spreads = await measureInTurns(
      () => ask(question, large),
      () => ask(question, small),
      sizes,
    )
    figures.push({ what: question.what, unit: 'ms', ...spreads, bar: question.bar })
    tell(`${question.what}: ${spreads.ours.median.toFixed(1)} ms against ${spreads.baseline.median.toFixed(1)} ms`)
  }
  return figures
}

export const statistics = defineBench({
  name: 'statistics',
  bar: { p95BelowMs: 200 },
  sides({ isQuick }) {
    const { large, small } = isQuick ? QUICK : FULL
    return {
      ours: `${large.toLocaleString('en')} licenses over a year`,
      baseline: `${small.toLocaleString('en')} licenses`,
    }
  },
  run: (stage, { isQuick, tell }) => measureStatistics(stage, isQuick ? QUICK : FULL, tell),
})
