// The selected rows of a list. The component that shows the list keeps the state.
import { useCallback, useEffect, useRef } from 'react'
import type { Dispatch, SetStateAction } from 'react'

export interface Selection {
  selected: ReadonlySet<string>
  onSelect: Dispatch<SetStateAction<ReadonlySet<string>>>
}

/**
 * Selects or deselects a row, with Shift all rows since the last one. The function stays the same for all rows and
 * selections.
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
