// Payload and answer of paged lists. The server counts and fetches.
import * as z from 'zod/mini'
import { LIMITS } from '../limits.ts'
import { integer } from './wire.ts'

/** The payload of a `find` call: page, size, order and the list's own filters. */
export function pageQuery<const Sort extends readonly [string, ...string[]], Shape extends z.core.$ZodShape>(
  sorts: Sort,
  filters: Shape,
) {
  return z.object({
    currentPage: z._default(integer(1, LIMITS.page.lastPage), 1),
    pageSize: z._default(integer(1, LIMITS.page.maxSize), LIMITS.page.tableSizes[0]),
    sort: z.optional(z.enum(sorts)),
    order: z.optional(z.enum(['asc', 'desc'])),
    ...filters,
  })
}

/** `records` is exact unless `recordsCapped` is set. Then it is the cap, and the list shows "10,000+". */
export function pageOf<Row extends z.core.$ZodType>(row: Row) {
  return z.object({ rows: z.array(row), records: z.int(), total: z.int(), recordsCapped: z.optional(z.boolean()) })
}

export interface Page<Row> {
  rows: Row[]
  records: number
  total: number
  recordsCapped?: boolean | undefined
}
