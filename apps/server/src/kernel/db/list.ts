// Numbered pages over ordered ids. A page is fetched in two steps (ids from an index, then their rows) by the query itself; this module decides
// from which end to read, so that the last page costs what the first does, and how a count is told.
import { LIMITS } from '@sealwright/contract'
import type { Page } from '@sealwright/contract'

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

/** A count that stopped after `exactCount`: `counted` is what a query limited to one more than that found. */
export function cappedCount(counted: number): Count {
  const isCapped = counted > LIMITS.page.exactCount
  return { records: isCapped ? LIMITS.page.exactCount : counted, isCapped }
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
