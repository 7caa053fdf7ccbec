// What a list remembers for the person who uses it: the filters they left (for this session, restored by
// `showSearch=1`), the views they saved and the columns they hid (in this browser). Kept by account, so that the next
// person at this screen starts clean. The card or table choice is not here: the specification gives it its own place
// (`tempPageActive`).
import { isObject, listOf, stored, textUpTo, useStored } from '../../lib/stored.ts'
import type { Place, Reader, Stored } from '../../lib/stored.ts'

/** A list's part of the URL: filters, page and order. */
export type ListState = Readonly<Record<string, string>>

export interface SavedView {
  name: string
  search: ListState
}

const listState: Reader<ListState> = (raw) =>
  isObject(raw) && Object.values(raw).every((value) => typeof value === 'string') ? (raw as ListState) : undefined // every value was looked at

const savedView: Reader<SavedView> = (raw) => {
  const search = isObject(raw) ? listState(raw.search) : undefined
  return isObject(raw) && search && typeof raw.name === 'string' ? { name: raw.name, search } : undefined
}

/** One stored value for each person and list, made when it is first asked for. */
function eachList<T>(place: Place, kind: string, read: Reader<T>): (owner: string, list: string) => Stored<T> {
  const made = new Map<string, Stored<T>>()
  return (owner, list) => {
    const name = `${kind}.${owner}.${list}`
    const value = made.get(name) ?? stored(place, name, 'json', read)
    made.set(name, value)
    return value
  }
}

const COLUMN_NAME_MAX = 200
const searches = eachList('session', 'listSearch', listState)
const savedViews = eachList('local', 'listViews', listOf(savedView))
const hiddenColumns = eachList('local', 'listColumns', listOf(textUpTo(COLUMN_NAME_MAX)))

export function rememberSearch(owner: string, list: string, search: ListState): void {
  searches(owner, list).set(search)
}

export function recallSearch(owner: string, list: string): ListState {
  return searches(owner, list).get() ?? {}
}

const NO_VIEWS: readonly SavedView[] = []

export function useSavedViews(owner: string, list: string) {
  const kept = savedViews(owner, list)
  const others = (name: string) => (kept.get() ?? []).filter((view) => view.name !== name)
  return {
    views: useStored(kept) ?? NO_VIEWS,
    /** A view of the same name is replaced. */
    save: (view: SavedView) => kept.set([...others(view.name), view]),
    remove: (name: string) => kept.set(others(name)),
  }
}

/** Those of `atFirst`, until the person chooses. */
export function useHiddenColumns(
  owner: string,
  list: string,
  atFirst: readonly string[],
): [hidden: readonly string[], toggle: (column: string) => void] {
  const kept = hiddenColumns(owner, list)
  const hidden = useStored(kept) ?? atFirst
  return [
    hidden,
    (column) => kept.set(hidden.includes(column) ? hidden.filter((name) => name !== column) : [...hidden, column]),
  ]
}
