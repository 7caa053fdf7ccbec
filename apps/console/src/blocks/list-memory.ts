// What a list remembers for the person who uses it: the filters they left (for this session, restored by `showSearch=1`), the views they
// saved and the columns they hid (in this browser). Kept by account, so that the next person at this screen starts clean.
// The card or table choice is not here: the specification gives it its own place (`tempPageActive`).
import { useSyncExternalStore } from 'react'

/** A list's part of the URL: filters, page and order. */
export type ListState = Readonly<Record<string, string>>

export interface SavedView {
  name: string
  search: ListState
}

const listeners = new Set<() => void>()
// Storage may be forbidden; then this is all there is. It also keeps what was parsed, so that the same text gives the same object.
const kept = new Map<string, { text: string; value: unknown }>()

function storageOf(place: 'local' | 'session'): Storage | undefined {
  try {
    return place === 'local' ? globalThis.localStorage : globalThis.sessionStorage
  } catch {
    return undefined
  }
}

function read(place: 'local' | 'session', name: string): unknown {
  let text: string | null | undefined
  try {
    text = storageOf(place)?.getItem(name)
  } catch {
    text = undefined
  }
  const known = kept.get(name)
  if (text === undefined) return known?.value
  if (text === null) return undefined
  if (known?.text === text) return known.value
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    value = undefined
  }
  kept.set(name, { text, value })
  return value
}

function write(place: 'local' | 'session', name: string, value: unknown): void {
  const text = JSON.stringify(value)
  kept.set(name, { text, value })
  try {
    storageOf(place)?.setItem(name, text)
  } catch {
    // Full or forbidden: the page remembers, the browser does not.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const isListState = (raw: unknown): raw is ListState => typeof raw === 'object' && raw !== null && Object.values(raw).every((value) => typeof value === 'string')
const isView = (raw: unknown): raw is SavedView =>
  typeof raw === 'object' && raw !== null && 'name' in raw && typeof raw.name === 'string' && 'search' in raw && isListState(raw.search)

const searchName = (owner: string, list: string) => `listSearch.${owner}.${list}`
const viewsName = (owner: string, list: string) => `listViews.${owner}.${list}`
const columnsName = (owner: string, list: string) => `listColumns.${owner}.${list}`

export function rememberSearch(owner: string, list: string, search: ListState): void {
  write('session', searchName(owner, list), search)
}

export function recallSearch(owner: string, list: string): ListState {
  const raw = read('session', searchName(owner, list))
  return isListState(raw) ? raw : {}
}

const NO_VIEWS: readonly SavedView[] = []

function savedViews(owner: string, list: string): readonly SavedView[] {
  const raw = read('local', viewsName(owner, list))
  return Array.isArray(raw) && raw.every(isView) ? raw : NO_VIEWS
}

export function useSavedViews(owner: string, list: string) {
  const views = useSyncExternalStore(subscribe, () => savedViews(owner, list))
  return {
    views,
    /** A view of the same name is replaced. */
    save: (view: SavedView) => write('local', viewsName(owner, list), [...savedViews(owner, list).filter(({ name }) => name !== view.name), view]),
    remove: (name: string) => write('local', viewsName(owner, list), savedViews(owner, list).filter((view) => view.name !== name)),
  }
}

const NO_COLUMNS: readonly string[] = []

function hiddenColumns(owner: string, list: string): readonly string[] {
  const raw = read('local', columnsName(owner, list))
  return Array.isArray(raw) && raw.every((name) => typeof name === 'string') ? raw : NO_COLUMNS
}

export function useHiddenColumns(owner: string, list: string): [hidden: readonly string[], toggle: (column: string) => void] {
  const hidden = useSyncExternalStore(subscribe, () => hiddenColumns(owner, list))
  return [hidden, (column) => write('local', columnsName(owner, list), hidden.includes(column) ? hidden.filter((name) => name !== column) : [...hidden, column])]
}
