// How many rows of a list are drawn: those that fill the window at once, the others in steps. Each step is a
// transition, so that a person who types or clicks is served between two of them.
import { startTransition, useEffect, useState } from 'react'

/**
 * Each step multiplies what is drawn: the browser lays out the whole table with each, so that there must be few of
 * them.
 */
const GROWTH = 4

export function useSteps<Row>(rows: readonly Row[], rowKey: (row: Row) => string, first: number): number {
  const [seen, setSeen] = useState(rows)
  const [drawn, setDrawn] = useState(first)
  if (rows !== seen) {
    setSeen(rows)
    const before = new Set(seen.map(rowKey))
    // The same rows come again after a change or a refresh: nothing that is drawn goes away. Those of another page
    // start over.
    if (!rows.some((row) => before.has(rowKey(row)))) setDrawn(first)
  }
  const isMore = drawn < rows.length
  useEffect(() => {
    if (isMore) startTransition(() => setDrawn(drawn * GROWTH))
  }, [isMore, drawn])
  return drawn
}
