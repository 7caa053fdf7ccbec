// Numbered pages over ordered ids. A page is fetched in two steps (ids from an index, then their rows) by the query
// itself; this module decides from which end to read, so that the last page costs what the first does, and how a count
// is told.
import { LIMITS } from '@sealwright/contract'
import type { Page } from '@sealwright/contract'
import { Refusal } from '../refusal.ts'

export interface Count {
  records: number
  isCapped: boolean
}

export interface Slice {
  offset: number
  limit: number
  /** Read in the opposite order; the rows are turned round here. */
  isReversed: boolean
}

/** From when to when a list is asked. */
export interface Period {
  startTime?: Date | undefined
  endTime?: Date | undefined
}

export function requirePeriod({ startTime, endTime }: Period): void {
  if (startTime && endTime && startTime > endTime) throw new Refusal('platform.timeIllegal', { field: 'startTime' })
}

/** A count that stopped after `exactCount`: `counted` is what a query limited to one more than that found. */
export function cappedCount(counted: number): Count {
  const isCapped = counted > LIMITS.page.exactCount
  return { records: isCapped ? LIMITS.page.exactCount : counted, isCapped }
}

export interface PackedIds {
  count: number
  /** `limit` ids after the first `offset`, counted from the end that the order begins at. */
  slice(isAscending: boolean, offset: number, limit: number): string[]
}

const UUID_BYTES = 16

/**
 * Ids of a search as its owner function packs them: 16 bytes each, ascending. Ten thousand as rows would cost more than
 * finding them.
 */
export function packedIds(bytes: Buffer): PackedIds {
  const count = bytes.length / UUID_BYTES
  return {
    count,
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

export async function readPage<Row>(
  query: { currentPage: number; pageSize: number },
  count: Count,
  fetch: (slice: Slice) => Promise<Row[]>,
): Promise<Page<Row>> {
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
