// Which rows of a list are selected, kept by whoever shows the list.
import { useCallback } from 'react'
import type { Dispatch, SetStateAction } from 'react'

export interface Selection {
  selected: ReadonlySet<string>
  onSelect: Dispatch<SetStateAction<ReadonlySet<string>>>
}

/** Adds a row or takes it away: the same function for every row, whatever is selected. */
export function useSelectOne(
  selection: Selection | undefined,
): ((id: string, isSelected: boolean) => void) | undefined {
  const select = selection?.onSelect
  const selectOne = useCallback(
    (id: string, isSelected: boolean) =>
      select?.((now) => new Set(isSelected ? [...now, id] : [...now].filter((other) => other !== id))),
    [select],
  )
  return select && selectOne
}
