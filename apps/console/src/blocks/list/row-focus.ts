// Moves a lost focus within a list: to the row that was created or edited, from a deleted row to its successor, and to
// the last row with the focus when the person comes back.
import { useRef, useState } from 'react'
import type { RefObject } from 'react'
import { useKeptFocus } from '../../lib/dialog/lost-focus.ts'
import { isComingBack } from '../../lib/place/place.ts'
import { bringIntoSight, takeLostFocus } from '../../lib/place/sight.ts'

const ROWS = 'tbody:not([aria-hidden]) > tr:not(.row-details), .record-card'

/** The first link of a row, rather than the button that opens its details; without a link, its first button. */
const controlOf = (row: Element | undefined) =>
  row?.querySelector<HTMLElement>('a[href]') ?? row?.querySelector<HTMLElement>('button')

/** The ref of the highlighted row. */
export function markedRow(row: HTMLElement | null): (() => void) | undefined {
  takeLostFocus(controlOf(row ?? undefined))
  return bringIntoSight(row)
}

/** The index of the row that last had the focus, by list. */
const left = new Map<string, number>()

/** Keeps the focus in a list whose rows change. */
export function useRowFocus(
  page: RefObject<HTMLElement | null>,
  name: string,
  rows: readonly object[] | undefined,
): void {
  const [isBack] = useState(isComingBack)
  /** Without an element: the focus was in this list before the person left it. */
  const last = useRef<{ element?: Element; at: number | undefined } | undefined>(
    isBack ? { at: left.get(name) } : undefined,
  )
  const onFocus = (element: Element) => {
    const row = element.closest(ROWS)
    const at = row ? [...(page.current?.querySelectorAll(ROWS) ?? [])].indexOf(row) : -1
    last.current = row ? { element, at } : undefined
    if (row) left.set(name, at)
  }
  const placeAt = (at: number | undefined): HTMLElement | null | undefined => {
    const all = [...(page.current?.querySelectorAll(ROWS) ?? [])]
    const control = at === undefined ? undefined : controlOf(all[at] ?? all.at(-1))
    const heading = page.current?.querySelector<HTMLElement>('h1, h2')
    if (!control && heading) heading.tabIndex = -1
    return control ?? heading
  }
  const restore = () => {
    if (!rows || !last.current || last.current.element?.isConnected) return
    const place = placeAt(last.current.at)
    if (last.current.element) return place?.focus({ preventScroll: true })
    // Once: later, nothing has the focus because the person left the rows.
    last.current = undefined
    takeLostFocus(place)
  }
  useKeptFocus(page, onFocus, restore)
}
