// Fills tables by SQL for a bench of a list. A column that a list does not name gets a value by its type, so a list
// names only what its filters look at.
import type { RunOptions, Stage } from '../harness.ts'
import type { Side } from '../questions.ts'

/** Rows are inserted in chunks of at least so many. */
const CHUNK = 5_000
const CHUNKS = 10
/** Above this size, indexes are built after the rows. */
const INDEX_LATER = 200_000
/** Rows that are `rare`, at any size. They are the oldest ones. */
export const RARE_ROWS = 7

/**
 * The rows of a table. An expression can use `i` (the number of the row), `h` (its hash), `rare`, `made` (its time),
 * `asked` (the time of the questions), `dev` (the developer), `me` (its account), `few` and `many` (guids of two issued
 * licenses), `few_customer` and `many_customer`, and `bench_guid(name, dev, i, made)`, the default of `guid`.
 */
export interface Fill {
  table: string
  columns: Record<string, string>
  /** Columns that are not named are taken from this license, instead of by type. */
  likeLicense?: true
  /** One row in so many. */
  every?: number
  /** Rows of a developer, whatever the size. */
  rows?: number
  /** The rows stay: everything else refers to this table. */
  isKept?: true
}

export interface GrowingSide extends Side {
  /** Two issued licenses: few rows are about the first one, many about the second. */
  few: string
  many: string
  fewCode: string
  fewCustomer: string
  manyCustomer: string
  /** The moment of the questions. */
  now: Date
}

const DAYS = 300

const BENCH_GUID = `
  create or replace function bench_guid(what text, dev bigint, i int, made timestamptz) returns uuid language sql
  immutable as $$
    select (lpad(to_hex((extract(epoch from made) * 1000)::bigint), 12, '0') || '7'
      || substr(md5(what || dev || '/' || i), 1, 3) || '8' || substr(md5(what || dev || '/' || i), 4, 15))::uuid $$;
  create or replace function bench_made(i int, rows int, asked timestamptz) returns timestamptz language sql immutable
  as $$
    select date_trunc('milliseconds', asked - interval '${DAYS} days' + i * interval '${DAYS} days' / rows) $$`

interface Column {
  name: string
  type: string
  isNeeded: boolean
}

function valueOf({ name, type }: Column): string {
  if (name === 'developer_id') return 'dev'
  if (name === 'guid') return "bench_guid('', dev, i, made)"
  if (type === 'uuid') return 'gen_random_uuid()'
  if (type.endsWith('[]')) return "'{}'"
  if (type === 'timestamp with time zone') return 'made'
  if (type === 'date') return 'made::date'
  if (type === 'boolean') return 'false'
  if (type === 'jsonb') return "'{}'"
  if (type === 'bytea') return "sha256(convert_to(dev || '/' || i, 'UTF8'))"
  return type === 'text' ? "'x' || i" : '1'
}

export async function columnsOf(stage: Stage, table: string): Promise<Column[]> {
  const { rows } = await stage.ground.database.owner.query<Column>(
    `select attname as name, format_type(atttypid, null) as type,
       attnotnull and not atthasdef and attidentity = '' as "isNeeded"
     from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''
     order by attnum`,
    [table],
  )
  return rows
}

/** Inserts rows `$2`..`$3` of a developer with `$4` rows. */
async function insertOf(stage: Stage, { table, columns, likeLicense, every = 1 }: Fill): Promise<string> {
  const all = await columnsOf(stage, table)
  const unknown = Object.keys(columns).find((name) => all.every((column) => column.name !== name))
  if (unknown !== undefined) throw new Error(`${table} has no column ${unknown}`)
  const chosen = all.filter(({ name, isNeeded }) => name in columns || isNeeded || likeLicense)
  const value = (column: Column) =>
    columns[column.name] ?? (likeLicense && column.name !== 'guid' ? `seed.${column.name}` : valueOf(column))
  return `
    insert into ${table} (${chosen.map(({ name }) => name).join(', ')}) overriding system value
    select ${chosen.map(value).join(', ')}
    from generate_series($2::int, $3::int) as i
      cross join lateral (select $1::bigint as dev, $5::uuid as me, $6::uuid as few, $7::uuid as many,
        $8::uuid as few_customer, $9::uuid as many_customer, $10::timestamptz as asked, abs(hashint4(i)) as h,
        i <= ${RARE_ROWS * every} as rare, bench_made(i, $4::int, $10) as made) c
      ${likeLicense ? 'join license seed on seed.developer_id = dev and seed.guid = c.many' : ''}
    where i % ${every} = 0`
}

/** Rows of these tables refer to nothing: what they refer to exists in number elsewhere. */
async function loosen(stage: Stage, tables: readonly string[], silent: readonly string[]): Promise<void> {
  const { owner } = stage.ground.database
  const { rows } = await owner.query<{ table: string; name: string }>(
    `select conrelid::regclass::text as table, conname as name from pg_constraint
     where contype = 'f' and conrelid = any ($1::regclass[])`,
    [tables],
  )
  for (const { table, name } of rows) await owner.query(`alter table ${table} drop constraint ${name}`)
  for (const table of silent) await owner.query(`alter table ${table} disable trigger user`)
}

/** Drops the indexes of these tables, and returns the statements that build them again: that is faster in one go. */
async function withoutIndexes(stage: Stage, tables: readonly string[]): Promise<string[]> {
  const { owner } = stage.ground.database
  const { rows } = await owner.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
     where i.indrelid = any ($1::regclass[]) and not exists (
       select from pg_constraint c where c.conindid = i.indexrelid)`,
    [tables],
  )
  for (const { name } of rows) await owner.query(`drop index ${name}`)
  return rows.map(({ definition }) => definition)
}

const parametersOf = ({ seat, few, many, fewCustomer, manyCustomer, now }: GrowingSide) => ({
  before: [seat.developerId],
  after: [seat.accountId, few, many, fewCustomer, manyCustomer, now],
})

export async function fillTables(
  stage: Stage,
  list: { fills: readonly Fill[]; silent?: readonly string[] },
  sides: readonly GrowingSide[],
  tell: RunOptions['tell'],
): Promise<void> {
  const { owner } = stage.ground.database
  await owner.query(BENCH_GUID)
  const tables = [...new Set(list.fills.map(({ table }) => table))]
  await loosen(stage, tables, list.silent ?? [])
  const most = Math.max(...sides.map(({ rows }) => rows))
  const restore = most > INDEX_LATER ? await withoutIndexes(stage, tables) : []
  const inserts = await Promise.all(list.fills.map((fill) => insertOf(stage, fill)))
  // In chunks and by turns, so that the rows of the developers are interleaved, as in production.
  const chunks = Math.min(CHUNKS, Math.ceil(most / CHUNK))
  for (let chunk = 0; chunk < chunks; chunk++) {
    for (const side of sides)
      for (const [index, { rows = side.rows }] of list.fills.entries()) {
        const { before, after } = parametersOf(side)
        const range = [Math.floor((rows * chunk) / chunks) + 1, Math.floor((rows * (chunk + 1)) / chunks)]
        await owner.query(inserts[index] ?? '', [...before, ...range, rows, ...after])
      }
    tell(`loaded ${chunk + 1} of ${chunks} parts`)
  }
  for (const [index, statement] of restore.entries()) {
    await owner.query(statement)
    tell(`built ${index + 1} of ${restore.length} indexes`)
  }
  // What background jobs do, so that nothing is left to write during the measurement.
  await owner.query('select fold_counters()')
  for (const table of [...tables, 'counter', 'counter_delta']) await owner.query(`vacuum (analyze) ${table}`)
  await owner.query('checkpoint')
}

/** Empties the tables, without the rules that keep logs from being emptied. */
export async function emptyTables(stage: Stage, { fills }: { fills: readonly Fill[] }): Promise<void> {
  const client = await stage.ground.database.owner.connect()
  try {
    await client.query("set session_replication_role = 'replica'")
    for (const { table, isKept } of fills) if (!isKept) await client.query(`truncate ${table} cascade`)
    await client.query("set session_replication_role = 'origin'")
  } finally {
    client.release()
  }
}
