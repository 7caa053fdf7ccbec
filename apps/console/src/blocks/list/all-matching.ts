// The rows that the filters of a list find beyond its page, for acts on all of them. No call acts on a filter: the rows
// are fetched page by page by the list's own call, up to what an act takes at once, and fetching can be stopped.
import { LIMITS } from '@sealwright/contract'
import type { PayloadOf } from '@sealwright/contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { callServer } from '../../lib/call/client.ts'
import { toast } from '../../lib/toast.ts'
import type { FindCall } from './list-state.ts'

interface Matching<Row> {
  /** The rows of the page that they were asked for from; another page is another selection. */
  from: readonly Row[]
  rows: readonly Row[]
  isComplete: boolean
}

export interface AllMatching<Row> {
  /** Once all are there. */
  rows: readonly Row[] | undefined
  /** How many are there while others are still fetched. */
  fetched: number | undefined
  start: () => void
  /** Stops fetching, and forgets what was fetched. */
  clear: () => void
}

interface MatchingSource<Row> {
  call: FindCall<Row>
  /** Of the list's own page. */
  payload: PayloadOf<FindCall<Row>>
  pageRows: readonly Row[]
  rowKey: (row: Row) => string
  max: number
}

export function useAllMatching<Row>({ call, payload, pageRows, rowKey, max }: MatchingSource<Row>): AllMatching<Row> {
  const [found, setFound] = useState<Matching<Row>>()
  const running = useRef<AbortController>(undefined)
  /** The page that is fetched for. */
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
      const further = { ...(payload as object), currentPage, pageSize: LIMITS.page.maxSize } as typeof payload // another page of the same question
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
