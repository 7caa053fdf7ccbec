// Fetches all rows that match a list's filters, for batch actions. No call acts on a filter, so the rows are fetched
// page by page with the list's own call, up to the limit of the action. Fetching can be stopped.
import { LIMITS } from '@sealwright/contract'
import type { PayloadOf } from '@sealwright/contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { callServer } from '../../lib/call/client.ts'
import { toast } from '../../lib/toast.ts'
import type { FindCall } from './list-state.ts'

interface Matching<Row> {
  /** The rows of the page where the selection started. On another page the selection is gone. */
  from: readonly Row[]
  rows: readonly Row[]
  isComplete: boolean
}

export interface AllMatching<Row> {
  /** Set when all rows have arrived. */
  rows: readonly Row[] | undefined
  /** The number of rows so far, while fetching. */
  fetched: number | undefined
  start: () => void
  /** Stops fetching and drops the fetched rows. */
  clear: () => void
}

interface MatchingSource<Row> {
  call: FindCall<Row>
  /** The payload of the list's current page. */
  payload: PayloadOf<FindCall<Row>>
  pageRows: readonly Row[]
  rowKey: (row: Row) => string
  max: number
}

export function useAllMatching<Row>({ call, payload, pageRows, rowKey, max }: MatchingSource<Row>): AllMatching<Row> {
  const [found, setFound] = useState<Matching<Row>>()
  const running = useRef<AbortController>(undefined)
  /** The page whose rows are being fetched. */
  const asked = useRef(pageRows)
  const stop = useCallback(() => running.current?.abort(), [])
  const clear = useCallback(() => {
    stop()
    setFound(undefined)
  }, [stop])
  useEffect(() => stop, [stop])
  useEffect(() => {
    if (asked.current !== pageRows) stop()
  }, [stop, pageRows])

  const fetchAll = async ({ signal }: AbortController) => {
    const rows = new Map<string, Row>()
    let total = 1
    for (let currentPage = 1; currentPage <= total && rows.size < max; currentPage++) {
      // It asks for another page of the same question.
      const further = { ...(payload as object), currentPage, pageSize: LIMITS.page.maxSize } as typeof payload
      const page = await callServer(call, further, { signal })
      if (signal.aborted) return
      for (const row of page.rows) if (rows.size < max) rows.set(rowKey(row), row)
      total = page.total
      setFound({ from: pageRows, rows: [...rows.values()], isComplete: false })
    }
    setFound({ from: pageRows, rows: [...rows.values()], isComplete: true })
  }
  const start = () => {
    const own = new AbortController()
    running.current = own
    asked.current = pageRows
    setFound({ from: pageRows, rows: [], isComplete: false })
    fetchAll(own).catch((error: unknown) => {
      if (own.signal.aborted) return
      setFound(undefined)
      if (error instanceof Error) toast.error(error.message)
    })
  }
  const current = found?.from === pageRows ? found : undefined
  return {
    rows: current?.isComplete ? current.rows : undefined,
    fetched: current && !current.isComplete ? current.rows.length : undefined,
    start,
    clear,
  }
}
