// Moves a lost focus within a list: to the row that was created or edited, or from a deleted row to its successor. It
// never takes the focus away from another element.
import { useEffect, useEffectEvent, useRef } from 'react'
import type { RefObject } from 'react'
import { FOCUS_LOST } from '../../lib/dialog/use-modal.ts'
import { bringIntoSight, takeLostFocus } from '../../lib/place/sight.ts'

const ROWS = 'tbody:not([aria-hidden]) > tr:not(.row-details), .record-card'

/** The first link or button of a row. */
const controlOf = (row: Element | undefined) => row?.querySelector<HTMLElement>('a[href], button')

/** The ref of the highlighted row. */
export function markedRow(row: HTMLElement | null): (() => void) | undefined {
  takeLostFocus(controlOf(row ?? undefined))
  return bringIntoSight(row)
}

/** Keeps the focus in a list whose rows change. */
export function useRowFocus(page: RefObject<HTMLElement | null>, rows: readonly object[] | undefined): void {
  const last = useRef<{ element: Element; at: number }>(undefined)
  const onFocus = useEffectEvent(({ target }: FocusEvent) => {
    const row = target instanceof Element ? target.closest(ROWS) : null
    last.current =
      row && target instanceof Element
        ? { element: target, at: [...(page.current?.querySelectorAll(ROWS) ?? [])].indexOf(row) }
        : undefined
  })
  const restore = useEffectEvent(() => {
    if (!last.current || last.current.element.isConnected || document.activeElement !== document.body) return
    const left = [...(page.current?.querySelectorAll(ROWS) ?? [])]
    const heading = page.current?.querySelector<HTMLElement>('h1, h2')
    if (left.length === 0 && heading) heading.tabIndex = -1
    ;(controlOf(left[last.current.at] ?? left.at(-1)) ?? heading)?.focus({ preventScroll: true })
  })
  useEffect(() => {
    const element = page.current
    const onIn = (event: FocusEvent) => onFocus(event)
    const onLost = () => restore()
    element?.addEventListener('focusin', onIn)
    document.addEventListener(FOCUS_LOST, onLost)
    return () => {
      element?.removeEventListener('focusin', onIn)
      document.removeEventListener(FOCUS_LOST, onLost)
    }
  }, [page])
  useEffect(() => {
    if (rows) restore()
  }, [rows])
}
