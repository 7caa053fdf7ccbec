// The source of a picker list: pages of a call, searched by the server.
import { LIMITS } from '@sealwright/contract'
import type { PayloadOf } from '@sealwright/contract'
import { useState } from 'react'
import { callServer, useAnswer } from '../../lib/call/client.ts'
import { fieldViolations } from '../form/field-rules.ts'
import { shapeOf } from '../list/list-state.ts'
import type { FindCall } from '../list/list-state.ts'

export interface PickerItem {
  guid: string
  name: string
  /** Distinguishes rows of the same name. */
  note?: string | undefined
  /** The reason why the row cannot be chosen. A row that is already chosen can still be removed. */
  whyNot?: string | undefined
}

export interface PickerSource<Row> {
  call: FindCall<Row>
  /** Part of every payload. */
  where?: Readonly<Record<string, string | readonly string[]>>
  /** The payload field for the search text. */
  searchBy: string
  itemOf: (row: Row) => PickerItem
  /** Finds many pasted texts with one request. Without it, each is searched for separately. */
  named?: (lines: readonly string[]) => Promise<readonly PickerItem[]>
}

export const PAGE = 20

function payloadOf<Row>({ where, searchBy }: PickerSource<Row>, needle: string, currentPage: number, pageSize: number) {
  return {
    ...where,
    currentPage,
    pageSize,
    ...(needle && { [searchBy]: needle }),
  } as PayloadOf<FindCall<Row>> // `searchBy` names a field of the call
}

/** Collects the results of a search over all pages, up to `max`. */
export async function collect<Row>(source: PickerSource<Row>, needle: string, max: number): Promise<PickerItem[]> {
  const items: PickerItem[] = []
  for (let page = 1, pages = 1; page <= pages && items.length < max; page++) {
    const answer = await callServer(source.call, payloadOf(source, needle, page, LIMITS.page.maxSize))
    items.push(...answer.rows.map(source.itemOf))
    pages = answer.total
  }
  return items.slice(0, max)
}

/** The state of one of the two lists. With `isAsked` false, it is empty and loads nothing. */
export function useSide<Row>(source: PickerSource<Row>, isAsked = true) {
  const [needle, setNeedle] = useState('')
  const [page, setPage] = useState(1)
  const schema = shapeOf(source.call)[source.searchBy]
  // Do not send a text that the call refuses: it is longer than any name, so nothing matches.
  const isFindable =
    needle === '' || schema === undefined || fieldViolations(schema, source.searchBy, needle).length === 0
  const query = useAnswer(source.call, payloadOf(source, isFindable ? needle : '', page, PAGE), {
    keepPrevious: true,
    enabled: isAsked && isFindable,
  })
  const data = isAsked && isFindable ? query.data : { rows: [], records: 0, total: 0 }
  // The last page may be gone because rows were removed meanwhile.
  if (isAsked && data && !query.isPlaceholderData && page > Math.max(1, data.total)) setPage(Math.max(1, data.total))
  return {
    needle,
    page,
    setPage,
    search: (text: string) => {
      setPage(1)
      setNeedle(text)
    },
    query,
    isStale: isAsked && isFindable && query.isPlaceholderData,
    items: data?.rows.map(source.itemOf),
    records: data?.records ?? 0,
    isCapped: data?.recordsCapped === true,
    pages: data?.total ?? 0,
  }
}
export type Side = ReturnType<typeof useSide>
