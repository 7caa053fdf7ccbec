// Measures the product list and the operation log at a million rows against ten thousand, through the real calls with a
// real session. The rows of both developers and of a third one share the tables. This file has the rows and the
// questions; questions.ts asks and times them.
import { operationLogCalls, productCalls } from '@sealwright/contract'
import { defineBench } from './harness.ts'
import type { Figure, RunOptions, Seat, Stage } from './harness.ts'
import { measureQuestions } from './questions.ts'
import type { Question, Sizes } from './questions.ts'

const FULL: Sizes = { small: 10_000, large: 1_000_000, beside: 200_000, rounds: 100, warmUps: 10 }
const QUICK: Sizes = { small: 10_000, large: 50_000, beside: 20_000, rounds: 40, warmUps: 6 }

const CHUNKS = 20
const PAGE_SIZE = 10
const RARE_ROWS = 7

// Search terms: 设 is in two of twenty stems and 设计 in one; 版 is in most names; seven products have the rare word,
// at any size.
const STEMS = [
  '星图设计套件',
  '禾木财务管理',
  '云帆 ERP',
  'Atlas CAD',
  '青鸟测绘',
  '蓝鲸数据库',
  'MindForge Studio',
  '天工仿真',
  'Quartz 渲染器',
  '长风物流',
  '凌云 PLM',
  '海豚翻译',
  'Nimbus 备份',
  '金石设备造价',
  '飞鱼剪辑',
  'Orchid 实验室',
  '北辰导航',
  '玄武安全网关',
  'Pixel 绘图板',
  '竹简文档',
]
const EDITIONS = ['专业版', '标准版', '企业版', '教育版', '旗舰版', 'Lite', 'Server', '开发者版']
const RARE = '雪豹特供'
const MIDDLING = '军工' // one name in a hundred

/**
 * Inserts products `$2`..`$3` of a developer with `$4` products. All values derive from the row number, so that every
 * run asks the same questions.
 */
const INSERT_PRODUCTS = `
  insert into product (developer_id, guid, license_id, name, display_name, license_form, license_version, brief,
    modules, created_by, updated_by, created_at, updated_at)
  select $1, uuidv7(created - now()), i,
    stem || ' ' || case when h2 % 100 = 0 then '${MIDDLING}' else edition end || ' v' || 1 + h3 % 9 || '.'
      || h3 / 9 % 20 || ' ' || upper(substr(md5(i::text), 1, 6))
      || case when i % greatest($4::int / ${RARE_ROWS}, 1) = 1
        and i <= $4::int / ${RARE_ROWS} * ${RARE_ROWS} then ' ${RARE}' else '' end,
    left(stem, 14) || ' ' || 2015 + h3 % 12,
    case when h2 % 10 < 5 then 1 when h2 % 10 < 8 then 2 else 3 end, h3 % 5,
      repeat('面向中小企业的一体化解决方案。', 1 + h3 % 6),
    case when h1 % 4 = 0 then '[{"moduleId":1,"moduleName":"渲染"},{"moduleId":2,"moduleName":null}]'::jsonb
      else '[]' end,
    $5::uuid, $5::uuid, created, created + h2 % 400 * interval '6 hours'
  from generate_series($2::int, $3::int) as i,
    lateral (select abs(hashint4(i)) as h1, abs(hashint4(i + 500000000)) as h2,
      abs(hashint4(i + 1000000000)) as h3) as h,
    lateral (select ($6::text[])[1 + h1 % 20] as stem, ($7::text[])[1 + h2 % 8] as edition,
      timestamptz '2022-01-01' + i * interval '3 years' / $4::int as created) as c`

/** Inserts operation log rows; twenty are about the product whose log is read. */
const INSERT_OPERATIONS = `
  insert into operation_log (developer_id, at, actor_id, actor_name, call, type, target_kind, target_guid, target_name,
    before, after, request_id)
  select $1, timestamptz '2022-01-01' + i * interval '3 years' / $4::int, $5::uuid, 'bench',
    'product.update', 1, 'product',
    case when i % ($4::int / 20) = 0 then $6::uuid else gen_random_uuid() end, '星图设计套件', '{"name":"旧名"}',
      '{"name":"新名"}', 'request-' || i
  from generate_series($2::int, $3::int) as i`

async function load(
  stage: Stage,
  owners: { seat: Seat; rows: number }[],
  targetGuid: string,
  tell: RunOptions['tell'],
): Promise<void> {
  const { owner } = stage.ground.database
  // In chunks and by turns, so that the rows of the developers are interleaved, as in production.
  for (let chunk = 0; chunk < CHUNKS; chunk++) {
    for (const { seat, rows } of owners) {
      const range = [Math.floor((rows * chunk) / CHUNKS) + 1, Math.floor((rows * (chunk + 1)) / CHUNKS)]
      await owner.query(INSERT_PRODUCTS, [seat.developerId, ...range, rows, seat.accountId, STEMS, EDITIONS])
      await owner.query(INSERT_OPERATIONS, [seat.developerId, ...range, rows, seat.accountId, targetGuid])
    }
    tell(`loaded ${chunk + 1} of ${CHUNKS} parts`)
  }
  // Does what background jobs do: folds counters, analyzes tables, and leaves nothing to write during the measurement.
  await owner.query('select fold_counters()')
  for (const table of ['product', 'operation_log', 'counter', 'counter_delta'])
    await owner.query(`vacuum (analyze) ${table}`)
  await owner.query('checkpoint')
}

function questionsOf(targetGuid: string, isFullSize: boolean): Question[] {
  const find = (
    what: string,
    filter: object,
    expected: Pick<Question, 'rows' | 'isCapped' | 'unjudged'> = {},
  ): Question => ({ what, call: productCalls.find, payload: () => filter, rows: PAGE_SIZE, ...expected })
  const search = (what: string, productName: string, more: object = {}) =>
    find(`search ${what}`, { productName, ...more }, { isCapped: isFullSize })
  const log = (what: string, filter: object, isCapped = false): Question => ({
    what: `operation log, ${what}`,
    call: operationLogCalls.find,
    payload: () => filter,
    rows: PAGE_SIZE,
    isCapped,
  })
  /** Page `most`, or, if there are fewer, a page that is still full when `share` of the rows match. */
  const far = (what: string, filter: object, share: number, most: number, unjudged?: string): Question => ({
    what,
    call: productCalls.find,
    rows: PAGE_SIZE,
    unjudged,
    payload: ({ rows }) => ({ ...filter, currentPage: Math.min(most, Math.floor((rows * share) / PAGE_SIZE)) }),
  })
  return [
    find('first page', {}),
    find('next page', { currentPage: 2 }),
    far('page 50', {}, 1, 50),
    far('last page', {}, 1, Infinity),
    far('middle page', {}, 1 / 2, Infinity, 'a jump that skips half the rows'),
    find('form cloud', { licenseForm: 1 }),
    find('form soft', { licenseForm: 2 }),
    find('form soft, by name', { licenseForm: 2, sort: 'name' }),
    find('license id', { licenseId: 77 }, { rows: 1 }),
    find('by name', { sort: 'name' }),
    find('by name, descending', { sort: 'name', order: 'desc' }),
    find('by license id', { sort: 'licenseId' }),
    find('by license id, descending', { sort: 'licenseId', order: 'desc' }),
    find('by update, ascending', { sort: 'updateTime', order: 'asc' }),
    find('search rare needle', { productName: RARE }, { rows: RARE_ROWS }),
    find('search nothing found', { productName: '查无此物' }, { rows: 0 }),
    find('search middling needle (1 %)', { productName: MIDDLING }),
    search('common needle 版 (capped count)', '版'),
    search('common needle, by name', '专业版', { sort: 'name' }),
    far('search common needle, page 50', { productName: '专业版' }, 0.1, 50),
    far(
      'search common needle, page 1,000',
      { productName: '专业版' },
      0.1,
      1_000,
      'a jump that skips 9,990 matches, 80,000 rows',
    ),
    {
      ...search('common needle, by name, all at its end', '竹简', { sort: 'name' }),
      unjudged: 'every other row comes before the first match',
    },
    search('common needle, form soft', '版', { licenseForm: 2 }),
    search('one character 设', '设'),
    search('two characters 设计', '设计'),
    search('Latin word', 'studio'),
    { what: 'exact look-up', call: productCalls.get, payload: ({ guid }) => ({ guid }) },
    log('newest page', {}, isFullSize),
    log('of one product', { targetKind: 'product', targetGuid }),
  ]
}

export async function measureLists(stage: Stage, sizes: Sizes, tell: RunOptions['tell']): Promise<Figure[]> {
  const small = { seat: await stage.developer({ name: '小开发者' }), rows: sizes.small }
  const large = { seat: await stage.developer({ name: '大开发者' }), rows: sizes.large }
  const beside = { seat: await stage.developer({ name: '旁邻' }), rows: sizes.beside }
  const targetGuid = stage.ground.ids.guid()
  await load(stage, [large, beside, small], targetGuid, tell)

  const withGuid = async (side: { seat: Seat; rows: number }) => {
    const { rows } = await stage.ground.database.owner.query<{ guid: string }>(
      'select guid from product where developer_id = $1 and license_id = $2',
      [side.seat.developerId, Math.floor(side.rows / 3)],
    )
    return { ...side, guid: rows[0]?.guid ?? '' }
  }
  const [ours, baseline] = [await withGuid(large), await withGuid(small)]

  return measureQuestions(stage, questionsOf(targetGuid, sizes.large > 200_000), { ours, baseline }, sizes, tell)
}

export const lists = defineBench({
  name: 'lists',
  bar: { ratioAtMost: 2, p95BelowMs: 50 },
  shortfall:
    'a search term or a filter with a few thousand matches reads each of them before it can sort the first page ' +
    '(ADR 0008). Terms with few or with very many matches do not.',
  sides({ isQuick }) {
    const { large, small } = isQuick ? QUICK : FULL
    return { ours: `${large.toLocaleString('en')} rows`, baseline: `${small.toLocaleString('en')} rows` }
  },
  run: (stage, { isQuick, tell }) => measureLists(stage, isQuick ? QUICK : FULL, tell),
})
