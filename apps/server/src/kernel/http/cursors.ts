// Cursors of lists in the open API. A cursor names the last row of a page and is valid for one list of one developer
// with the same filters and order: the seal covers them, and nobody else can make one.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Mark, Seek } from '../db/list.ts'
import { Refusal } from '../refusal.ts'
import { canonical } from './idempotency.ts'

/** The list that a cursor belongs to. The page size may change from page to page. */
export interface CursorList {
  path: string
  developerId: number
  payload: unknown
}

const SEAL_BYTES = 16

export function createCursors(key: Buffer) {
  function sealOf({ path, developerId, payload }: CursorList, mark: string): Buffer {
    const { currentPage: _page, pageSize: _size, ...filters } = payload as Record<string, unknown> // of a list
    return createHmac('sha256', key)
      .update(`${path}\n${developerId}\n${canonical(filters)}\n${mark}`)
      .digest()
      .subarray(0, SEAL_BYTES)
  }

  return {
    open(list: CursorList, cursor: string): Mark {
      const bytes = Buffer.from(cursor, 'base64url')
      const mark = bytes.subarray(SEAL_BYTES).toString()
      if (bytes.length <= SEAL_BYTES || !timingSafeEqual(bytes.subarray(0, SEAL_BYTES), sealOf(list, mark)))
        throw new Refusal('accessKey.badCursor', { field: 'cursor' })
      return JSON.parse(mark) as Mark // sealed by `pageOf`
    },
    /** The encoded answer of a list, with a cursor in place of counts. */
    pageOf(list: CursorList, { next }: Pick<Seek, 'next'>, answer: unknown) {
      const encoded = answer as Record<string, unknown> // a page
      const { records: _records, total: _total, recordsCapped: _capped, ...page } = encoded
      const mark = next ? JSON.stringify(next) : undefined
      return {
        ...page,
        nextCursor:
          mark === undefined ? null : Buffer.concat([sealOf(list, mark), Buffer.from(mark)]).toString('base64url'),
      }
    },
  }
}
