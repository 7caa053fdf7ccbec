// Ids of a list: its count, and pages in a total order (ties by guid). A list is searched through the owner functions
// that the migrations' create_search made for its table, or walked along an index; which of both is the query's to say,
// and so are the rows behind the ids. Ranges narrow both, but alone they are no search: nothing in a token index could
// be asked for them, so that a query with nothing else walks.
import { LIMITS } from '@sealwright/contract'
import { and, asc, desc, getTableName, gte, lt, sql } from 'drizzle-orm'
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

/** From when, inclusive, until when, exclusive. */
export interface TimeRange {
  from?: Date | undefined
  until?: Date | undefined
}

type Ranges = Readonly<Record<string, TimeRange>>

export interface Search {
  table: ListTable
  /** A part of the searched text; undefined: labels alone. */
  needle?: string | undefined
  /** Which labels a row must carry, all of them; named without the tenant. */
  labels?: readonly string[]
  /** In which ranges a row must lie, all of them; as the table's create_search names them. */
  ranges?: Ranges
  /** As the table's create_search names it. */
  sort: string
  order: 'asc' | 'desc'
  /** Up to how many matches are counted. */
  exactCount?: number
}

/** One row in so many is in the sample. */
const SAMPLE = 64

const functionOf = (table: PgTable, what: 'matching' | 'page_of_many' | 'count' | 'sampled') =>
  sql.identifier(`${getTableName(table)}_${what}`)
const textArray = (texts: readonly string[]) => sql`${sql.param(texts)}::text[]`

function rangesParameter(ranges: Ranges) {
  const asked = Object.entries(ranges).flatMap(([name, { from, until }]) =>
    from || until ? [[name, [from ?? null, until ?? null]] as const] : [],
  )
  return sql`${JSON.stringify(Object.fromEntries(asked))}::jsonb`
}

/** What a needle and labels find within the ranges, exactly up to `exactCount` matches. */
export async function searchIds(
  { db }: Pick<Scope, 'db'>,
  { table, needle, labels = [], ranges = {}, sort, order, exactCount = LIMITS.page.exactCount }: Search,
): Promise<ListedIds> {
  const asked = sql`${needle ?? null}::text, ${textArray(labels)}, ${sort}::text`
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
      const page = await db.execute<{ guid: string }>(
        sql`select guid from ${functionOf(table, 'page_of_many')}(${asked}, ${isAscending}, ${offset}, ${limit}, ${ranged}) as guid`,
      )
      return page.rows.map((row) => row.guid)
    },
  }
}

export interface Walk {
  table: ListTable
  where: SQL | undefined
  /** What the list is ordered by; an index has it. */
  column: PgColumn
  order: 'asc' | 'desc'
  /** From counters, where they have it; else the rows are counted up to the cap. */
  count?: Count
}

/** A range as a condition of a walk, where a search has it in `ranges`; undefined where it has no bound. */
export const inRange = (column: PgColumn, { from, until }: TimeRange): SQL | undefined =>
  and(from && gte(column, from), until && lt(column, until))

/** A list that an index answers by itself. */
export async function walkIds(
  { db }: Pick<Scope, 'db'>,
  { table, where, column, order, count }: Walk,
): Promise<ListedIds> {
  async function counted(): Promise<Count> {
    const capped = db
      .select({ one: sql`1` })
      .from(table)
      .where(where)
      .limit(LIMITS.page.exactCount + 1)
      .as('capped')
    const [row] = await db.select({ n: sql<number>`count(*)::int` }).from(capped)
    return cappedCount(row?.n ?? 0)
  }
  return {
    count: count ?? (await counted()),
    async ids({ offset, limit, isReversed }) {
      const direction = (order === 'asc') !== isReversed ? asc : desc
      const rows = await db
        .select({ guid: sql<string>`${table.guid}` })
        .from(table)
        .where(where)
        .orderBy(direction(column), direction(table.guid))
        .limit(limit)
        .offset(offset)
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

/** More than there will ever be: a count that is told as exact is not stopped. */
const MOST = 1_000_000_000

/**
 * How many rows carry all these labels and lie in the ranges; counted up to one more than `most`, where that is said.
 */
export async function countLabeled(
  { db }: Pick<Scope, 'db'>,
  table: ListTable,
  labels: readonly string[],
  { most = MOST, ranges = {} }: { most?: number; ranges?: Ranges } = {},
): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(
    sql`select ${functionOf(table, 'count')}(${textArray(labels)}, ${most}, ${rangesParameter(ranges)}) as n`,
  )
  return rows[0]?.n ?? 0
}

/** About how many rows a search finds, told by a sample: for numbers that nobody counts on. */
export async function estimateMatches(
  { db }: Pick<Scope, 'db'>,
  { table, needle, labels = [], ranges = {} }: Pick<Search, 'table' | 'needle' | 'labels' | 'ranges'>,
): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(
    sql`select ${functionOf(table, 'sampled')}(${needle ?? null}::text, ${textArray(labels)}, ${rangesParameter(ranges)}) as n`,
  )
  return (rows[0]?.n ?? 0) * SAMPLE
}
