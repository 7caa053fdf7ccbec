// Creates databases for tests, and reads schema and rows of a database for comparison with another one.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { TEMPLATE, databaseUrl } from './postgres.ts'

async function create(prefix: string, origin = ''): Promise<string> {
  const cluster = inject('postgresUrl')
  const name = `${prefix}_${randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client({ connectionString: cluster })
  await admin.connect()
  await admin.query(`create database ${name} ${origin}`)
  await admin.end()
  return databaseUrl(cluster, name)
}

/** Returns the URL of an empty database. */
export const createBlankDatabase = () => create('blank')

/** Returns the URL of a database with the schema of today and no rows. Its secret key is SECRET_KEY. */
export const createMigratedDatabase = () => create('t', `template ${TEMPLATE} strategy file_copy`)

type Queryable = pg.Pool | pg.Client

/** All schema objects that migrations create, sorted. */
export async function schemaOf(database: Queryable): Promise<string[]> {
  const { rows } = await database.query<{ line: string }>(`
    select 'column ' || attrelid::regclass || '.' || attname || ' ' || format_type(atttypid, atttypmod) || ' '
        || attnotnull || ' ' || coalesce(pg_get_expr(d.adbin, d.adrelid), '') as line
      from pg_attribute a
        join pg_class c on c.oid = a.attrelid and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
        left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where attnum > 0 and not attisdropped
    union all select 'index ' || pg_get_indexdef(i.indexrelid)
      from pg_index i join pg_class c on c.oid = i.indrelid and c.relnamespace = 'public'::regnamespace
    union all select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
      from pg_constraint where connamespace = 'public'::regnamespace
    union all select 'policy ' || polrelid::regclass || ' ' || polname || ' ' || polcmd::text || ' '
        || coalesce(pg_get_expr(polqual, polrelid), '') || ' ' || coalesce(pg_get_expr(polwithcheck, polrelid), '')
      from pg_policy
    union all select 'wall ' || relname || ' ' || relrowsecurity
      from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
    union all select 'trigger ' || tgenabled::text || ' ' || pg_get_triggerdef(oid)
      from pg_trigger
      where not tgisinternal
        and tgrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
    union all select 'grant ' || relname || ' ' || coalesce(relacl::text, '')
      from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
    union all select 'function ' || pg_get_functiondef(oid) || coalesce(proacl::text, '')
      from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f' and probin is null
    order by 1`)
  return rows.map(({ line }) => line)
}

/** The rows of every table, in a stable order. */
export async function rowsOf(database: Queryable): Promise<Record<string, Record<string, unknown>[]>> {
  const { rows: tables } = await database.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'pgboss') and c.relkind = 'r'
     order by 1`,
  )
  const found: Record<string, Record<string, unknown>[]> = {}
  for (const { name } of tables)
    found[name] = (
      await database.query<{ row: Record<string, unknown> }>(
        `select to_jsonb(t) as row from ${name} t order by to_jsonb(t)::text collate "C"`,
      )
    ).rows.map(({ row }) => row)
  return found
}
