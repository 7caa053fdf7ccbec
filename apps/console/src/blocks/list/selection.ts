// Which rows of a list are selected, kept by whoever shows the list.
import { useCallback, useEffect, useRef } from 'react'
import type { Dispatch, SetStateAction } from 'react'

export interface Selection {
  selected: ReadonlySet<string>
  onSelect: Dispatch<SetStateAction<ReadonlySet<string>>>
}

/**
 * Adds a row or takes it away, and with Shift all from the last one up to it: the same function for every row, whatever
 * is selected.
 */
export function useSelectOne<Row>(
  selection: Selection | undefined,
  rows: readonly Row[],
  rowKey: (row: Row) => string,
): ((id: string, isSelected: boolean, isRange: boolean) => void) | undefined {
  const select = selection?.onSelect
  const shown = useRef({ rows, rowKey })
  const anchor = useRef<string>(undefined)
  useEffect(() => {
    shown.current = { rows, rowKey }
  }, [rows, rowKey])
  const selectOne = useCallback(
    (id: string, isSelected: boolean, isRange: boolean) => {
      const ids = shown.current.rows.map(shown.current.rowKey)
      const [from, to] = [ids.indexOf(anchor.current ?? id), ids.indexOf(id)]
      const changed = isRange && from >= 0 ? ids.slice(Math.min(from, to), Math.max(from, to) + 1) : [id]
      anchor.current = id
      select?.((now) => {
        const next = new Set(now)
        for (const one of changed) {
          if (isSelected) next.add(one)
          else next.delete(one)
        }
        return next
      })
    },
    [select],
  )
  return select && selectOne
}
