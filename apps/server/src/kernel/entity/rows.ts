// Reading and writing single rows of a tenant's table by guid. Deleted rows do not exist here, except for their names.
// Lists, counts of other tables and anything with a rule of its own stay in the domain's queries.
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { InferInsertModel, InferSelectModel, SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Scope } from '../scope.ts'

type Within = Pick<Scope, 'db' | 'developerId'>

export type EntityTable = PgTable & { developerId: PgColumn; guid: PgColumn; deletedAt?: PgColumn }
type RowOf<Table extends PgTable> = InferSelectModel<Table>

/** The tenant's rows that are not deleted. */
export const living = ({ developerId }: Within, table: EntityTable): SQL | undefined =>
  and(eq(table.developerId, developerId), table.deletedAt && isNull(table.deletedAt))

export const isOne = (scope: Within, table: EntityTable, guid: string): SQL | undefined =>
  and(living(scope, table), eq(table.guid, guid))

/** A condition: one of these columns contains the text, whatever the case. Undefined if there is no text. */
export function containing(text: string | undefined, ...columns: readonly PgColumn[]): SQL | undefined {
  if (text === undefined) return undefined
  const parts = columns.map((column) => sql`coalesce(${column}, '')`)
  return sql`lower(${sql.join(parts, sql` || chr(10) || `)}) like like_pattern(lower(${text}))`
}

// Not generic: Drizzle cannot infer the columns of a generic table.
const select = (scope: Within, table: EntityTable, where: SQL | undefined) => scope.db.select().from(table).where(where)

export async function findRow<Table extends EntityTable>(
  scope: Within,
  table: Table,
  guid: string,
): Promise<RowOf<Table> | undefined> {
  const [row] = await select(scope, table, isOne(scope, table, guid))
  return row as RowOf<Table> | undefined // all columns of this table
}

/** The same, locked until the transaction ends: changes of one row happen one after the other. */
export async function lockRow<Table extends EntityTable>(
  scope: Within,
  table: Table,
  guid: string,
): Promise<RowOf<Table> | undefined> {
  const [row] = await select(scope, table, isOne(scope, table, guid)).for('update')
  return row as RowOf<Table> | undefined // all columns of this table
}

/** Several rows, in no order. */
export async function listRows<Table extends EntityTable>(
  scope: Within,
  table: Table,
  guids: readonly string[],
): Promise<RowOf<Table>[]> {
  const rows = await select(scope, table, and(living(scope, table), inArray(table.guid, [...guids])))
  return rows as RowOf<Table>[] // all columns of this table
}

export const countRows = (scope: Within, table: EntityTable): Promise<number> =>
  scope.db.$count(table, living(scope, table))

export async function insertRow<Table extends EntityTable>(
  scope: Within,
  table: Table,
  row: InferInsertModel<Table>,
): Promise<void> {
  await scope.db.insert(table).values(row)
}

export async function updateRow<Table extends EntityTable>(
  scope: Within,
  table: Table,
  guid: string,
  changes: Partial<RowOf<Table>>,
): Promise<void> {
  await scope.db
    .update(table)
    .set(changes)
    .where(isOne(scope, table, guid))
}

/** Names by guid, of deleted rows too. */
export async function listNames(
  { db, developerId }: Within,
  table: EntityTable & { name: PgColumn },
  guids: readonly string[],
): Promise<Map<string, string>> {
  if (guids.length === 0) return new Map()
  const rows = await db
    .select({ guid: sql<string>`${table.guid}`, name: sql<string>`${table.name}` })
    .from(table)
    .where(and(eq(table.developerId, developerId), inArray(table.guid, [...guids])))
  return new Map(rows.map(({ guid, name }) => [guid, name]))
}
