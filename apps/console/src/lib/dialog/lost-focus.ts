// Where the focus goes when the element that had it is gone: to the place that a part of the page keeps for it, or else
// to the heading of the page. Nothing here takes the focus away from another element.
import { useEffect, useEffectEvent } from 'react'
import type { RefObject } from 'react'
import { isFocusLost } from '../place/sight.ts'

const FOCUS_LOST = 'sw:focus-lost'

const isLost = () => document.activeElement === document.body

const focus = (element: Element | null | undefined) => {
  if (isLost() && element instanceof HTMLElement) element.focus({ preventScroll: true })
}

/** For a dialog that closed: back to its opener, if that is still there. */
export function passLostFocus(opener?: Element): void {
  focus(opener)
  if (!isLost()) return
  document.dispatchEvent(new Event(FOCUS_LOST))
  const heading = document.querySelector('h1')
  if (heading && isLost()) heading.tabIndex = -1
  focus(heading)
}

/** Calls `restore` once a dialog has lost the focus. Returns a function that stops this. */
export function onLostFocus(restore: () => void): () => void {
  const onLost = () => {
    if (isLost()) restore()
  }
  document.addEventListener(FOCUS_LOST, onLost)
  return () => document.removeEventListener(FOCUS_LOST, onLost)
}

/**
 * Keeps the focus in a part of the page whose content changes. `onFocus` gets every element there that takes the focus.
 * `restore` is called when nothing has it: after a render of the caller, or after a dialog.
 */
export function useKeptFocus(
  part: RefObject<HTMLElement | null>,
  onFocus: (element: Element) => unknown,
  restore: () => void,
): void {
  const take = useEffectEvent(onFocus)
  const giveBack = useEffectEvent(restore)
  useEffect(() => {
    const element = part.current
    const onIn = ({ target }: FocusEvent) => {
      // A stand-in has the focus only until this part takes it back.
      if (target instanceof Element && !isFocusLost()) take(target)
    }
    const stop = onLostFocus(() => giveBack())
    element?.addEventListener('focusin', onIn)
    return () => {
      element?.removeEventListener('focusin', onIn)
      stop()
    }
  }, [part])
  // After every render: each can remove the element.
  useEffect(() => {
    if (isFocusLost()) giveBack()
  })
}
