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
import type { Count, Slice } from './list.ts'

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

/** Finds rows by needle and labels within the ranges. The count is exact up to `exactCount` matches. */
export async function searchIds(
  { db }: Pick<Scope, 'db'>,
  { table, needle, labels = [], ranges = {}, sort, order, exactCount = LIMITS.page.exactCount }: Search,
): Promise<ListedIds> {
  const asked = sql`${needle ?? null}::text, ${labelsParameter(labels)}, ${sort}::text`
  const ranged = rangesParameter(ranges)
  const { rows } = await db.execute<{ guids: Buffer | null }>(
    sql`select ${functionOf(table, 'matching')}(${asked}, ${exactCount}, ${ranged}) as guids`,
  )
  const matches = rows[0]?.guids ? packedIds(rows[0].guids) : null
  return {
    count: matches ? { records: matches.count, isCapped: false } : { records: exactCount, isCapped: true },
    async ids({ offset, limit, isReversed }) {
      const isAscending = (order === 'asc') !== isReversed
      if (matches) return matches.slice(isAscending, offset, limit)
      const page = await db.execute<{ guid: string }>(sql`
        select guid
        from ${functionOf(table, 'page_of_many')}(${asked}, ${isAscending}, ${offset}, ${limit}, ${ranged}) as guid`)
      return page.rows.map((row) => row.guid)
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
    async ids({ offset, limit, isReversed }) {
      const direction = (order === 'asc') !== isReversed ? asc : desc
      const walk = (condition: SQL | undefined) =>
        db
          .select({ key: sql`${column}`.as('key'), guid: sql<string>`${table.guid}`.as('guid') })
          .from(table)
          .where(condition)
          .orderBy(direction(column), direction(table.guid))
      if (!among || values.length < 2) {
        const rows = await walk(matches).limit(limit).offset(offset)
        return rows.map((row) => row.guid)
      }
      const walks = values.map((value) => sql`(${walk(and(where, eq(among.column, value))).limit(offset + limit)})`)
      const { rows } = await db.execute<{ guid: string }>(sql`
        select guid from (${sql.join(walks, sql` union all `)}) merged
        order by ${direction(sql`key`)}, ${direction(sql`guid`)} limit ${limit} offset ${offset}`)
      return rows.map((row) => row.guid)
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
