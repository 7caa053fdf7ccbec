// Measures the template list at ten thousand templates against a hundred, through the real calls with a real session,
// with another developer's templates in the same tables. This file has the rows and the questions; questions.ts asks
// and times them.
import { pcTemplateCalls, productCalls, templateCalls } from '@sealwright/contract'
import { defineBench } from './harness.ts'
import type { Figure, RunOptions, Seat, Stage } from './harness.ts'
import { measureQuestions } from './questions.ts'
import type { Question, Side, Sizes } from './questions.ts'

const FULL: Sizes = { small: 100, large: 10_000, beside: 20_000, rounds: 100, warmUps: 10 }
const QUICK: Sizes = { small: 100, large: 2_000, beside: 2_000, rounds: 40, warmUps: 6 }

const PAGE_SIZE = 10
const PRODUCTS = 10
const RARE = '雪豹特供'
/** Templates with the rare word and of the rare product, at any size. */
const RARE_ROWS = 7

/**
 * Inserts templates 1..`$2` of a developer: half of them smart, half for accounts. The first few belong to product 1,
 * the others to one of nine. All values derive from the row number, so that every run asks the same questions.
 */
const INSERT_TEMPLATES = `
  insert into template (developer_id, guid, family, name, license_id, license_ids, license_form, can_modify,
    can_modify_module, can_modify_data_zone, version, created_by, updated_by, created_at, updated_at)
  select $1, uuidv7(created - now()), case when i % 2 = 0 then 'smart' else 'account' end,
    (array['年度授权', '标准永久', '企业按天', '教育试用', '集团续费'])[1 + h % 5] || ' ' || i || case
      when i <= 2 * ${RARE_ROWS} then ' ${RARE}' else '' end,
    license_id, array[license_id], case when i % 2 = 1 then 1 end, false, false, false, 1, $3::uuid, $3::uuid, created,
      created + h % 400 * interval '6 hours'
  from generate_series(1, $2::int) as i,
    lateral (select abs(hashint4(i)) as h, timestamptz '2024-01-01' + i * interval '2 years' / $2::int as created) as c,
    lateral (select (case when i <= 2 * ${RARE_ROWS} then 1 else 2 + i % ${PRODUCTS - 1} end)::bigint
      as license_id) as p`

const INSERT_VERSIONS = `
  insert into template_version (developer_id, template_guid, version, origin, terms, areas_of, areas,
    created_by, created_at)
  select t.developer_id, t.guid, 1, 'create',
    (select terms from template_version where developer_id = $1 and template_guid = $2)
      || jsonb_build_object('name', t.name), 1, '[{"rom":null,"raw":null,"pub":null}]', t.created_by, t.created_at
  from template t where t.developer_id = $1 and t.guid <> $2`

async function load(stage: Stage, seat: Seat, rows: number): Promise<Side> {
  const { owner } = stage.ground.database
  const post = async (path: string, payload: object) => {
    const { code, desc, data } = (
      await stage.center.app.inject({ method: 'POST', url: path, headers: seat.headers, payload })
    ).json<{ code: number; desc: string; data: { guid: string } }>()
    if (code !== 0) throw new Error(`${path} refused: ${desc}`)
    return data.guid
  }
  for (let licenseId = 1; licenseId <= PRODUCTS; licenseId++)
    await post(productCalls.create.path, { name: `产品 ${licenseId}`, displayName: '产品', licenseForm: 1, licenseId })
  // The terms of the inserted versions are copied from a template that is created through the call. It is deleted
  // again, so that the number of rows is right.
  const guid = await post(templateCalls.create.path, { name: '样板', licenseId: 1, isForever: true })
  await owner.query(INSERT_TEMPLATES, [seat.developerId, rows, seat.accountId])
  await owner.query(INSERT_VERSIONS, [seat.developerId, guid])
  await post(templateCalls.delete.path, { templateGuid: guid })
  const found = await owner.query<{ guid: string }>(
    "select guid from template where developer_id = $1 and family = 'smart' and deleted_at is null limit 1",
    [seat.developerId],
  )
  return { seat, rows, guid: found.rows[0]?.guid ?? '' }
}

function questionsOf(): Question[] {
  const find = (what: string, filter: object, expected: Pick<Question, 'rows' | 'unjudged'> = {}): Question => ({
    what,
    call: templateCalls.find,
    payload: () => filter,
    rows: PAGE_SIZE,
    ...expected,
  })
  return [
    find('first page', {}),
    { ...find('last page', {}), payload: ({ rows }) => ({ currentPage: Math.floor(rows / 2 / PAGE_SIZE) }) },
    find('by name', { sort: 'name' }),
    find('by license id', { sort: 'licenseId' }),
    { what: 'first page, account', call: pcTemplateCalls.find, payload: () => ({ kind: 'account' }), rows: PAGE_SIZE },
    find('of a product with few', { licenseId: 1 }, { rows: RARE_ROWS }),
    find('by an administrator without templates', { adminUserId: '00000000-0000-4000-8000-000000000000' }, { rows: 0 }),
    find('search rare needle', { templateName: RARE }, { rows: RARE_ROWS }),
    find('search nothing found', { templateName: '查无此物' }, { rows: 0 }),
    find('search and product', { templateName: RARE, licenseId: 1 }, { rows: RARE_ROWS }),
    { ...find('of a product with a ninth of all', { licenseId: 4 }, {}), rows: undefined },
    { ...find('search needle in a fifth of all', { templateName: '年度' }), rows: undefined },
    { ...find('by the administrator who created all', {}), payload: ({ seat }) => ({ adminUserId: seat.accountId }) },
    { what: 'exact look-up', call: templateCalls.get, payload: ({ guid }) => ({ guid }) },
    { what: 'count', call: templateCalls.count, payload: () => ({}) },
    { what: 'products with their template counts', call: productCalls.find, payload: () => ({}), rows: PAGE_SIZE },
  ]
}

export async function measureTemplates(stage: Stage, sizes: Sizes, tell: RunOptions['tell']): Promise<Figure[]> {
  const { owner } = stage.ground.database
  const ours = await load(stage, await stage.developer({ name: '大模板库' }), sizes.large)
  await load(stage, await stage.developer({ name: '旁邻模板库' }), sizes.beside)
  const baseline = await load(stage, await stage.developer({ name: '小模板库' }), sizes.small)
  await owner.query('select fold_counters()')
  for (const table of ['template', 'template_version', 'product', 'counter', 'counter_delta'])
    await owner.query(`vacuum (analyze) ${table}`)
  await owner.query('checkpoint')
  return measureQuestions(stage, questionsOf(), { ours, baseline }, sizes, tell)
}

export const templates = defineBench({
  name: 'templates',
  bar: { ratioAtMost: 2, p95BelowMs: 50 },
  sides({ isQuick }) {
    const { large, small } = isQuick ? QUICK : FULL
    return { ours: `${large.toLocaleString('en')} templates`, baseline: `${small.toLocaleString('en')} templates` }
  },
  run: (stage, { isQuick, tell }) => measureTemplates(stage, isQuick ? QUICK : FULL, tell),
})
