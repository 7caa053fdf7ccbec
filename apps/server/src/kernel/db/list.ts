// Numbered pages over ordered ids. The query fetches a page in two steps: ids from an index, then their rows. This
// module decides from which end to read, so that the last page costs as much as the first, and when a count is capped.
// The open API has no page numbers: it reads on after the last row that it got (`seekPage`). The use case of a list
// does not know the difference.
import { AsyncLocalStorage } from 'node:async_hooks'
import { LIMITS } from '@sealwright/contract'
import type { Page } from '@sealwright/contract'
import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { Refusal } from '../refusal.ts'
import type { Db } from './database.ts'

export interface Count {
  records: number
  isCapped: boolean
}

/** How a `find` call wants its rows ordered. */
export interface Ordering<Sort extends string> {
  sort?: Sort | undefined
  order?: 'asc' | 'desc' | undefined
}

export interface Slice {
  offset: number
  limit: number
  /** The query reads in the opposite order; `readPage` puts the rows back into order. */
  isReversed: boolean
  /** Reads on after a row instead of at an offset. A query that does not know it reads at the offset. */
  seek?: Seek | undefined
}

/** The last row of a page. */
export interface Mark {
  /** The value of the column of the order, as text. */
  key: string | null
  guid: string
  /** How many rows were read up to this one, for lists that can only count. */
  position: number
}

export interface Seek {
  limit: number
  after: Mark | undefined
  /** Where the next page begins: told by the query. Null at the end. */
  next?: Mark | null
}

const seeks = new AsyncLocalStorage<{ seek: Seek; isTaken: boolean }>()

/** Runs a use case whose one list is to be read on after a row. */
export const seekPage = <T>(seek: Seek, work: () => Promise<T>): Promise<T> => seeks.run({ seek, isTaken: false }, work)

/** The time filter of a list. */
export interface Period {
  startTime?: Date | undefined
  endTime?: Date | undefined
}

export function requirePeriod({ startTime, endTime }: Period): void {
  if (startTime && endTime && startTime > endTime) throw new Refusal('platform.timeIllegal', { field: 'startTime' })
}

/** A count that stops at `exactCount`. `counted` comes from a query with a limit of one more than that. */
export function cappedCount(counted: number): Count {
  const isCapped = counted > LIMITS.page.exactCount
  return { records: isCapped ? LIMITS.page.exactCount : counted, isCapped }
}

/** Counts up to `exactCount`. `found` is what follows `from`: tables with their conditions. */
export async function countCapped(db: Db, found: SQL): Promise<Count> {
  const { rows } = await db.execute<{ n: number }>(sql`
    select count(*)::int as n from (select from ${found} limit ${LIMITS.page.exactCount + 1}) counted`)
  return cappedCount(rows[0]?.n ?? 0)
}

/** The direction in which the query of a slice reads. */
export const directionOf = (order: 'asc' | 'desc', isReversed: boolean): SQL =>
  sql.raw((order === 'asc') === isReversed ? 'desc' : 'asc')

export interface PackedIds {
  count: number
  /** How many ids come up to this one, in the requested order. Undefined if it is not among them. */
  positionOf(isAscending: boolean, guid: string): number | undefined
  /** `limit` ids after the first `offset`, in the requested order. */
  slice(isAscending: boolean, offset: number, limit: number): string[]
}

const UUID_BYTES = 16

/**
 * The ids of a search as its owner function packs them: 16 bytes each, ascending. To return ten thousand ids as rows
 * would cost more than to find them.
 */
export function packedIds(bytes: Buffer): PackedIds {
  const count = bytes.length / UUID_BYTES
  return {
    count,
    positionOf(isAscending, guid) {
      const wanted = Buffer.from(guid.replaceAll('-', ''), 'hex')
      let at = bytes.indexOf(wanted)
      while (at >= 0 && at % UUID_BYTES !== 0) at = bytes.indexOf(wanted, at + 1)
      if (at < 0) return undefined
      return isAscending ? at / UUID_BYTES + 1 : count - at / UUID_BYTES
    },
    slice(isAscending, offset, limit) {
      const [from, to] = isAscending
        ? [offset, Math.min(offset + limit, count)]
        : [Math.max(count - offset - limit, 0), Math.max(count - offset, 0)]
      const ids = Array.from({ length: Math.max(to - from, 0) }, (_, index) =>
        bytes
          .toString('hex', (from + index) * UUID_BYTES, (from + index + 1) * UUID_BYTES)
          .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
      )
      return isAscending ? ids : ids.toReversed()
    },
  }
}

async function readOn<Row>(seek: Seek, count: Count, fetch: (slice: Slice) => Promise<Row[]>): Promise<Page<Row>> {
  const { limit, after } = seek
  const offset = after?.position ?? 0
  const rows = await fetch({ offset, limit, isReversed: false, seek })
  if (seek.next === undefined) {
    const position = offset + rows.length
    const hasMore = count.isCapped ? rows.length === limit : position < count.records
    seek.next = hasMore && rows.length > 0 ? { key: null, guid: '', position } : null
  }
  return { rows, records: count.records, total: Math.ceil(count.records / limit) }
}

export async function readPage<Row>(
  query: { currentPage: number; pageSize: number },
  count: Count,
  fetch: (slice: Slice) => Promise<Row[]>,
): Promise<Page<Row>> {
  const sought = seeks.getStore()
  if (sought && !sought.isTaken) {
    sought.isTaken = true
    return readOn(sought.seek, count, fetch)
  }
  const { currentPage, pageSize } = query
  const total = Math.ceil(count.records / pageSize)
  const offset = (currentPage - 1) * pageSize
  const answer = { records: count.records, total, ...(count.isCapped && { recordsCapped: true }) }
  if (offset >= count.records) return { rows: [], ...answer }
  const limit = Math.min(pageSize, count.records - offset)
  const isReversed = !count.isCapped && offset > count.records / 2
  const rows = await fetch({ offset: isReversed ? count.records - offset - limit : offset, limit, isReversed })
  return { rows: isReversed ? rows.toReversed() : rows, ...answer }
}
