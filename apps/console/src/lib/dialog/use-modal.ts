// Opens a native dialog as a modal that, by specification, neither Escape nor its backdrop closes. The dialog also
// needs `closedby="none"`. A browser without `closedby` closes at the second Escape even if `cancel` is prevented, so
// the key itself is stopped.
import { useLayoutEffect } from 'react'
import type { RefObject } from 'react'

/** Told to the document by a dialog whose opener is gone when it closes, such as the button of a deleted row. */
export const FOCUS_LOST = 'sw:focus-lost'

function onKey(event: KeyboardEvent): void {
  if (event.key === 'Escape') event.preventDefault()
}

function onCancel(event: Event): void {
  event.preventDefault()
}

export function useModal(ref: RefObject<HTMLDialogElement | null>): void {
  // A layout effect, because closing the dialog while it is still in the document restores the focus.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return undefined
    if (!dialog.open) dialog.showModal?.()
    // `showModal` focuses the first button, after any `autoFocus`.
    const first = dialog.matches('[data-first-focus]')
      ? dialog
      : dialog.querySelector<HTMLElement>('[data-first-focus]')
    first?.focus()
    // On the document: nothing has the focus if the focused button has disappeared.
    document.addEventListener('keydown', onKey)
    dialog.addEventListener('cancel', onCancel)
    return () => {
      document.removeEventListener('keydown', onKey)
      dialog.removeEventListener('cancel', onCancel)
      dialog.close?.()
      if (document.activeElement === document.body) document.dispatchEvent(new Event(FOCUS_LOST))
    }
  }, [ref])
}
