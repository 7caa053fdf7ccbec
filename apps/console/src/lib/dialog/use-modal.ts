// Opens a native dialog as a modal that, by specification, neither Escape nor its backdrop closes. Give the dialog
// `closedby="none"` too. Surprise: a browser that does not know `closedby` lets the second of two Escapes through,
// whatever `cancel` says; the key is stopped before.
import { useLayoutEffect } from 'react'
import type { RefObject } from 'react'

function onKey(event: KeyboardEvent): void {
  if (event.key === 'Escape') event.preventDefault()
}

function onCancel(event: Event): void {
  event.preventDefault()
}

export function useModal(ref: RefObject<HTMLDialogElement | null>): void {
  // A layout effect: closing while the dialog is still in the page gives the focus back to where it was.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return undefined
    if (!dialog.open) dialog.showModal?.()
    // Opening gives the focus to the first button, and `autoFocus` has come and gone before.
    const first = dialog.matches('[data-first-focus]')
      ? dialog
      : dialog.querySelector<HTMLElement>('[data-first-focus]')
    first?.focus()
    // The whole page: the focus may be nowhere, when the button that had it is gone.
    document.addEventListener('keydown', onKey)
    dialog.addEventListener('cancel', onCancel)
    return () => {
      document.removeEventListener('keydown', onKey)
      dialog.removeEventListener('cancel', onCancel)
      dialog.close?.()
    }
  }, [ref])
}
