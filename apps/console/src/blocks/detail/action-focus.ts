// Keeps the focus on the page of one thing when an action changes it. The button of the action may be gone then, such
// as "Lock" on a locked license. It never takes the focus away from another element.
import { useEffect, useEffectEvent, useRef } from 'react'
import type { RefObject } from 'react'
import { FOCUS_LOST } from '../../lib/dialog/use-modal.ts'

const ACTIONS = '.page-head-actions'
/** Parts with rows of their own. Their lists move the focus themselves. */
const OWN_FOCUS = '[role="tabpanel"], .detail-section'

/** Moves a lost focus to the action in the place of the old one, or else to the heading. */
export function useActionFocus(page: RefObject<HTMLElement | null>): void {
  /** The element that last had the focus, and its place among the actions. */
  const last = useRef<{ element: Element; at: number } | undefined>(undefined)
  const actions = () => [...(page.current?.querySelectorAll<HTMLElement>(`${ACTIONS} :is(button, a[href])`) ?? [])]
  const onFocus = useEffectEvent(({ target }: FocusEvent) => {
    const element = target instanceof Element && !target.closest(OWN_FOCUS) ? target : undefined
    last.current = element && { element, at: actions().findIndex((action) => action === element) }
  })
  const restore = useEffectEvent(() => {
    if (!last.current || last.current.element.isConnected || document.activeElement !== document.body) return
    const { at } = last.current
    const all = actions()
    const place = at < 0 ? undefined : (all[at] ?? all.at(-1))
    ;(place ?? page.current?.querySelector<HTMLElement>('h1'))?.focus({ preventScroll: true })
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
  // After every render: each can remove the button.
  useEffect(() => restore())
}
