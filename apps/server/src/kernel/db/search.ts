// The ids of a list: the count, and pages in a total order (ties by guid). A list is searched through the owner
// functions that `create_search` in the migrations made for its table, or walked along an index. The query decides
// which, and loads the rows of the ids. Ranges narrow both. But a token index cannot find ranges, so a search also
// needs a needle or a label, and a query with ranges alone is walked.
import { LIMITS } from '@sealwright/contract'
import { and, asc, desc, eq, getTableName, gte, inArray, lt, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Scope } from '../scope.ts'
import { cappedCount, packedIds } from './list.ts'
import type { Count, Mark, PackedIds, Slice } from './list.ts'

export interface ListedIds {
  count: Count
  ids(slice: Slice): Promise<string[]>
}

type ListTable = PgTable & { guid: PgColumn }

/** `from` is inclusive, `until` is exclusive. */
export interface TimeRange {
  from?: Date | undefined
  until?: Date | undefined
}

type Ranges = Readonly<Record<string, TimeRange>>

/** Of a list, a row must have one. */
export type Label = string | readonly string[]

export interface Search {
  table: ListTable
  /** A part of the searched text. Undefined searches by labels only. */
  needle?: string | undefined
  /** The labels that a row must have, all of them, without the tenant prefix. */
  labels?: readonly Label[]
  /** The ranges that a row must lie in, all of them, by their names in the table's create_search. */
  ranges?: Ranges
  /** By its name in the table's create_search. */
  sort: string
  /** The column of the order. With it, a list that is read on misses no row and repeats none (see `Slice`). */
  column?: PgColumn
  order: 'asc' | 'desc'
  /** The number of matches up to which the count is exact. */
  exactCount?: number
}

/** One row in this many is in the sample. */
const SAMPLE = 64

const functionOf = (table: PgTable, what: 'matching' | 'page_of_many' | 'count' | 'sampled') =>
  sql.identifier(`${getTableName(table)}_${what}`)
/** The search functions take alternatives with spaces between them. */
const labelsParameter = (labels: readonly Label[]) =>
  sql`${sql.param(labels.map((label) => (typeof label === 'string' ? label : label.join(' '))))}::text[]`

function rangesParameter(ranges: Ranges) {
  const asked = Object.entries(ranges).flatMap(([name, { from, until }]) =>
    from || until ? [[name, [from ?? null, until ?? null]] as const] : [],
  )
  return sql`${JSON.stringify(Object.fromEntries(asked))}::jsonb`
}

type Within = Pick<Scope, 'db'>

/** Rows after a mark, in this direction. PostgreSQL puts nulls last when ascending and first when descending. */
function isAfter({ key, guid }: Mark, column: PgColumn, id: PgColumn, isAscending: boolean): SQL | undefined {
  const kept = sql`${key}::${sql.raw(column.getSQLType())}`
  const further = sql.raw(isAscending ? '>' : '<')
  if (key === null)
    return isAscending
      ? sql`(${column} is null and ${id} > ${guid}::uuid)`
      : sql`(${column} is not null or ${id} < ${guid}::uuid)`
  const beyond = sql`(${column}, ${id}) ${further} (${kept}, ${guid}::uuid)`
  return column.notNull || !isAscending ? beyond : sql`(${beyond} or ${column} is null)`
}

/** The column of the order as text, for a mark. */
const keyOf = (column: PgColumn) => sql<string | null>`${column}::text`

/** The ids of a page, out of one more than a page has, and whether there was one more. */
export function pageOf<Id>(ids: readonly Id[], limit: number): { page: Id[]; last: Id | undefined; hasMore: boolean } {
  const page = ids.slice(0, limit)
  return { page, last: page.at(-1), hasMore: ids.length > limit }
}

async function keyNow({ db }: Within, { table, column }: Pick<Search, 'table' | 'column'>, guid: string) {
  if (!column) return undefined
  const [row] = await db
    .select({ key: keyOf(column) })
    .from(table)
    .where(eq(table.guid, guid))
  return row?.key
}

/** How many matches come up to a mark. Its row may have moved or gone since. */
async function positionOf(
  scope: Within,
  { table, column }: Pick<Search, 'table' | 'column'>,
  { matches, isAscending, mark }: { matches: PackedIds; isAscending: boolean; mark: Mark },
): Promise<number> {
  const position = matches.positionOf(isAscending, mark.guid)
  if (!column) return position ?? mark.position
  if (position !== undefined && (await keyNow(scope, { table, column }, mark.guid)) === mark.key) return position
  const guids = sql`${sql.param(matches.slice(true, 0, matches.count))}::uuid[]`
  const [row] = await scope.db
    .select({ n: sql<number>`count(*)::int` })
    .from(table)
    .where(and(sql`${table.guid} = any (${guids})`, isAfter(mark, column, table.guid, isAscending)))
  return matches.count - (row?.n ?? 0)
}

/** How far a mark is looked for around its position, among more matches than are counted. */
const DRIFT = 500

/** Finds rows by needle and labels within the ranges. The count is exact up to `exactCount` matches. */
export async function searchIds(scope: Within, search: Search): Promise<ListedIds> {
  const { db } = scope
  const { table, needle, labels = [], ranges = {}, sort, order, exactCount = LIMITS.page.exactCount } = search
  const asked = sql`${needle ?? null}::text, ${labelsParameter(labels)}, ${sort}::text`
  const ranged = rangesParameter(ranges)
  const { rows } = await db.execute<{ guids: Buffer | null }>(
    sql`select ${functionOf(table, 'matching')}(${asked}, ${exactCount}, ${ranged}) as guids`,
  )
  const matches = rows[0]?.guids ? packedIds(rows[0].guids) : null

  async function pageOfMany(isAscending: boolean, offset: number, limit: number): Promise<string[]> {
    const page = await db.execute<{ guid: string }>(sql`
      select guid
      from ${functionOf(table, 'page_of_many')}(${asked}, ${isAscending}, ${offset}, ${limit}, ${ranged}) as guid`)
    return page.rows.map((row) => row.guid)
  }
  /** The position after a mark, which rows that came or went meanwhile have moved. */
  async function offsetAfter(isAscending: boolean, mark: Mark): Promise<number> {
    if (matches) return positionOf(scope, search, { matches, isAscending, mark })
    const isMoved = search.column !== undefined && (await keyNow(scope, search, mark.guid)) !== mark.key
    const from = Math.max(mark.position - DRIFT, 0)
    const at = isMoved ? -1 : (await pageOfMany(isAscending, from, 2 * DRIFT)).indexOf(mark.guid)
    return at < 0 ? mark.position : from + at + 1
  }

  return {
    count: matches ? { records: matches.count, isCapped: false } : { records: exactCount, isCapped: true },
    async ids({ offset, limit, isReversed, seek }) {
      const isAscending = (order === 'asc') !== isReversed
      const read = (from: number, most: number) =>
        matches ? matches.slice(isAscending, from, most) : pageOfMany(isAscending, from, most)
      if (!seek) return read(offset, limit)
      const from = seek.after ? await offsetAfter(isAscending, seek.after) : 0
      const { page, last, hasMore } = pageOf(await read(from, limit + 1), limit)
      seek.next =
        hasMore && last !== undefined
          ? { key: (await keyNow(scope, search, last)) ?? null, guid: last, position: from + page.length }
          : null
      return page
    },
  }
}

export interface Walk {
  table: ListTable
  where: SQL | undefined
  /** The column of the order. An index covers it. */
  column: PgColumn
  order: 'asc' | 'desc'
  /** The values of a filter. An index covers this column, then that of the order. */
  among?: { column: PgColumn; values: readonly (number | string)[] } | undefined
  /** From counters, if they have it. Otherwise the rows are counted up to the cap. */
  count?: Count
}

/** A range as a condition of a walk (a search takes it in `ranges`). Undefined if the range has no bound. */
export const inRange = (column: PgColumn, { from, until }: TimeRange): SQL | undefined =>
  and(from && gte(column, from), until && lt(column, until))

/** Reads a list along an index. For several values of a filter, merges the walks of each value. */
export async function walkIds(
  { db }: Pick<Scope, 'db'>,
  { table, where, column, order, among, count }: Walk,
): Promise<ListedIds> {
  const values = [...new Set(among?.values)]
  const matches = and(where, among && inArray(among.column, values))
  async function counted(): Promise<Count> {
    const capped = db
      .select({ one: sql`1` })
      .from(table)
      .where(matches)
      .limit(LIMITS.page.exactCount + 1)
      .as('capped')
    const [row] = await db.select({ n: sql<number>`count(*)::int` }).from(capped)
    return cappedCount(row?.n ?? 0)
  }
  return {
    count: count ?? (await counted()),
    async ids({ offset, limit, isReversed, seek }) {
      const isAscending = (order === 'asc') !== isReversed
      const direction = isAscending ? asc : desc
      const walk = (condition: SQL | undefined) =>
        db
          .select({ key: sql`${column}`.as('key'), guid: sql<string>`${table.guid}`.as('guid') })
          .from(table)
          .where(condition)
          .orderBy(direction(column), direction(table.guid))
      /** The ids under a condition, after the first `skipped`. */
      async function read(beyond: SQL | undefined, skipped: number, most: number): Promise<string[]> {
        if (!among || values.length < 2) {
          const rows = await walk(and(matches, beyond)).limit(most).offset(skipped)
          return rows.map((row) => row.guid)
        }
        const walks = values.map(
          (value) => sql`(${walk(and(where, eq(among.column, value), beyond)).limit(skipped + most)})`,
        )
        const { rows } = await db.execute<{ guid: string }>(sql`
          select guid from (${sql.join(walks, sql` union all `)}) merged
          order by ${direction(sql`key`)}, ${direction(sql`guid`)} limit ${most} offset ${skipped}`)
        return rows.map((row) => row.guid)
      }
      if (!seek) return read(undefined, offset, limit)
      const { after } = seek
      const beyond = after && isAfter(after, column, table.guid, isAscending)
      const { page, last, hasMore } = pageOf(await read(beyond, 0, limit + 1), limit)
      const position = (after?.position ?? 0) + page.length
      seek.next =
        hasMore && last !== undefined
          ? { key: (await keyNow({ db }, { table, column }, last)) ?? null, guid: last, position }
          : null
      return page
    },
  }
}

/** Prepares a list for readPage: the ids of one page, then their rows in that order. */
export function listOf<Row extends { guid: string }>(
  { count, ids }: ListedIds,
  rowsOf: (guids: string[]) => PromiseLike<Row[]>,
) {
  return {
    count,
    async page(slice: Slice): Promise<Row[]> {
      const guids = await ids(slice)
      if (guids.length === 0) return []
      const byGuid = new Map((await rowsOf(guids)).map((row) => [row.guid, row]))
      return guids.flatMap((guid) => byGuid.get(guid) ?? [])
    },
  }
}

/** More rows than there will ever be, so that an exact count never stops early. */
const MOST = 1_000_000_000

/** The number of rows that have all labels and lie in the ranges. With `most`, counting stops at one more than that. */
export async function countLabeled(
  { db }: Pick<Scope, 'db'>,
  table: ListTable,
  labels: readonly Label[],
  { most = MOST, ranges = {} }: { most?: number; ranges?: Ranges } = {},
): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(
    sql`select ${functionOf(table, 'count')}(${labelsParameter(labels)}, ${most}, ${rangesParameter(ranges)}) as n`,
  )
  return rows[0]?.n ?? 0
}

/** Estimates from a sample how many rows a search finds. Not for decisions. */
export async function estimateMatches(
  { db }: Pick<Scope, 'db'>,
  { table, needle, labels = [], ranges = {} }: Pick<Search, 'table' | 'needle' | 'labels' | 'ranges'>,
): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`
    select ${functionOf(table, 'sampled')}(
      ${needle ?? null}::text, ${labelsParameter(labels)}, ${rangesParameter(ranges)}) as n`)
  return (rows[0]?.n ?? 0) * SAMPLE
}
