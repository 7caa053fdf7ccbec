// The tables, sequences, foreign keys and indexes of a backup, read from PostgreSQL's catalog. Nobody lists tables by
// hand, so a new one is never forgotten. Left out are unlogged tables, which a crash empties anyway; objects of
// extensions; generated columns; and transaction ids (xid8), which mean nothing in another cluster and get new
// defaults.
import type pg from 'pg'

export interface Table {
  /** Quoted, with its schema. */
  name: string
  /** Quoted. */
  columns: string[]
  partition: { of: string; bound: string } | null
}

const OURS = "('public', 'pgboss')"
const FULL_NAME = "format('%I.%I', n.nspname, c.relname)"

const tablesOf = `
  select ${FULL_NAME} as name,
    array(select format('%I', a.attname) from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        and a.atttypid <> 'xid8'::regtype
      order by a.attnum) as columns,
    (select json_build_object('of', format('%I.%I', pn.nspname, p.relname), 'bound', pg_get_expr(c.relpartbound, c.oid))
      from pg_inherits i join pg_class p on p.oid = i.inhparent join pg_namespace pn on pn.oid = p.relnamespace
      where i.inhrelid = c.oid and c.relispartition) as partition
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ${OURS} and c.relkind = 'r' and c.relpersistence = 'p'
    and not exists (select from pg_depend d
      where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  order by 1`

export const listTables = async (client: pg.Client): Promise<Table[]> => (await client.query<Table>(tablesOf)).rows

export async function listSequences(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select ${FULL_NAME} as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ${OURS} and c.relkind = 'S' order by 1`,
  )
  return rows.map(({ name }) => name)
}

export interface ForeignKey {
  table: string
  name: string
  definition: string
}

/** Without the keys that a partition inherits from its parent. */
export const listForeignKeys = async (client: pg.Client): Promise<ForeignKey[]> =>
  (
    await client.query<ForeignKey>(`
    select ${FULL_NAME} as table, format('%I', f.conname) as name, pg_get_constraintdef(f.oid) as definition
    from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_namespace n on n.oid = c.relnamespace
    where f.contype = 'f' and f.conparentid = 0 and n.nspname in ${OURS} order by 1, 2`)
  ).rows

export interface Index {
  name: string
  definition: string
}

/** Without the indexes of constraints and of partitioned tables. */
export const listIndexes = async (client: pg.Client): Promise<Index[]> =>
  (
    await client.query<Index>(`
    select ${FULL_NAME} as name, pg_get_indexdef(c.oid) as definition
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_index i on i.indexrelid = c.oid join pg_class t on t.oid = i.indrelid
    where c.relkind = 'i' and not c.relispartition and t.relkind = 'r' and t.relpersistence = 'p'
      and n.nspname in ${OURS}
      and not exists (select from pg_constraint k where k.conindid = c.oid and k.contype in ('p', 'u', 'x'))
    order by 1`)
  ).rows

/** Whether the database has any tables. A server creates them at its first start, even if nobody uses it. */
export async function holdsTables(client: pg.Client): Promise<boolean> {
  return (
    (
      await client.query<{ is: boolean }>(
        `select exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
           where n.nspname in ${OURS} and c.relkind in ('r', 'p', 'v', 'm')) as is`,
      )
    ).rows[0]?.is === true
  )
}
