// A person's memory of a list: the last filters (for this session, restored by `showSearch=1`), saved views, columns
// with their widths, and the row density (in this browser). Stored by account, so that the next person starts clean.
// The choice between cards and table is elsewhere, as the specification demands (`tempPageActive`).
import { isObject, listOf, oneOf, storedFor, useStored } from '../../lib/stored.ts'
import type { Reader } from '../../lib/stored.ts'
import type { ColumnChoice, ColumnWidths } from './table-layout.ts'

/** The list's parameters in the URL: filters, page and order. */
export type ListState = Readonly<Record<string, string>>

export interface SavedView {
  name: string
  search: ListState
}

const recordOf =
  <T>(is: (value: unknown) => value is T): Reader<Readonly<Record<string, T>>> =>
  (raw) =>
    // Every value was looked at.
    isObject(raw) && Object.values(raw).every(is) ? (raw as Readonly<Record<string, T>>) : undefined
const isBoolean = (value: unknown) => typeof value === 'boolean'
const isWidth = (value: unknown): value is number => typeof value === 'number' && value > 0 && value <= WIDTH_MAX_PX
const isText = (value: unknown) => typeof value === 'string'
const WIDTH_MAX_PX = 4_000
const listState: Reader<ListState> = recordOf(isText)

const savedView: Reader<SavedView> = (raw) => {
  const search = isObject(raw) ? listState(raw.search) : undefined
  return isObject(raw) && search && typeof raw.name === 'string' ? { name: raw.name, search } : undefined
}

const searches = storedFor('session', 'listSearch', listState)
const savedViews = storedFor('local', 'listViews', listOf(savedView))
const columnChoices = storedFor('local', 'listColumns', recordOf(isBoolean))
const columnWidths = storedFor('local', 'listWidths', recordOf(isWidth))
const densities = storedFor('local', 'listDensity', oneOf(['comfortable', 'compact']))

export function rememberSearch(owner: string, list: string, search: ListState): void {
  searches(owner, list).set(search)
}

export function recallSearch(owner: string, list: string): ListState {
  return searches(owner, list).get() ?? {}
}

const opened = new Set<string>()

/** Records the address of a list, for links back to it. */
export function noteList(path: string): void {
  opened.add(path)
}

/** The address of a screen. For a list, the last one, with its filters. */
export const wayBack = (path: string): string => (opened.has(path) ? `${path}?showSearch=1` : path)

const NO_VIEWS: readonly SavedView[] = []

export function useSavedViews(owner: string, list: string) {
  const kept = savedViews(owner, list)
  const others = (name: string) => (kept.get() ?? []).filter((view) => view.name !== name)
  return {
    views: useStored(kept) ?? NO_VIEWS,
    /** Replaces a view with the same name. */
    save: (view: SavedView) => kept.set([...others(view.name), view]),
    remove: (name: string) => kept.set(others(name)),
  }
}

const NO_CHOICE: ColumnChoice = {}

/** The columns that the person chose to show or to hide. */
export function useColumnChoice(
  owner: string,
  list: string,
): [choice: ColumnChoice, choose: (column: string, isShown: boolean) => void] {
  const kept = columnChoices(owner, list)
  const choice = useStored(kept) ?? NO_CHOICE
  return [choice, (column, isShown) => kept.set({ ...choice, [column]: isShown })]
}

const NO_WIDTHS: ColumnWidths = {}

/** The column widths that the person set. */
export function useColumnWidths(
  owner: string,
  list: string,
): [widths: ColumnWidths, setWidth: (column: string, px: number | undefined) => void] {
  const kept = columnWidths(owner, list)
  const widths = useStored(kept) ?? NO_WIDTHS
  return [
    widths,
    (column, px) => {
      const { [column]: _former, ...others } = kept.get() ?? NO_WIDTHS
      kept.set(px === undefined ? others : { ...others, [column]: px })
    },
  ]
}

/** Whether the person prefers compact rows, in all tables. */
export const useIsCompact = (owner: string): boolean => useStored(densities(owner, 'all')) === 'compact'

export const setCompact = (owner: string, isCompact: boolean): void =>
  densities(owner, 'all').set(isCompact ? 'compact' : 'comfortable')
