// Keeps the focus on the page of one thing when an action changes it. The button of the action may be gone then, such
// as "Lock" on a locked license.
import { useRef } from 'react'
import type { RefObject } from 'react'
import { useKeptFocus } from '../../lib/dialog/lost-focus.ts'

const ACTIONS = '.page-head-actions'
/** Parts with rows of their own. Their lists move the focus themselves. */
const OWN_FOCUS = '[role="tabpanel"], .detail-section'

/** Moves a lost focus to the action in the place of the old one, or else to the heading. */
export function useActionFocus(page: RefObject<HTMLElement | null>): void {
  /** The element that last had the focus, and its place among the actions. */
  const last = useRef<{ element: Element; at: number } | undefined>(undefined)
  const actions = () => [...(page.current?.querySelectorAll<HTMLElement>(`${ACTIONS} :is(button, a[href])`) ?? [])]
  const onFocus = (element: Element) => {
    const at = actions().findIndex((action) => action === element)
    last.current = element.closest(OWN_FOCUS) ? undefined : { element, at }
  }
  const restore = () => {
    if (!last.current || last.current.element.isConnected) return
    const { at } = last.current
    const all = actions()
    const place = at < 0 ? undefined : (all[at] ?? all.at(-1))
    ;(place ?? page.current?.querySelector<HTMLElement>('h1'))?.focus({ preventScroll: true })
  }
  useKeptFocus(page, onFocus, restore)
}
