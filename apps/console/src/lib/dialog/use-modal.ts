// Opens a native dialog as a modal that, by specification, neither Escape nor its backdrop closes. The dialog also
// needs `closedby="none"`. A browser without `closedby` closes at the second Escape even if `cancel` is prevented, so
// the key itself is stopped. It owns the focus: inside while the dialog is open, and afterwards back where it was.
import { useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { passLostFocus, useKeptFocus } from './lost-focus.ts'

function onKey(event: KeyboardEvent): void {
  if (event.key === 'Escape') event.preventDefault()
}

function onCancel(event: Event): void {
  event.preventDefault()
}

/** What had the focus when a dialog opened, then what had it when the dialog around that opened. */
const openers = new WeakMap<Element, Element[]>()

/** Closing restores the focus, unless the opener is gone. Then the focus would stay in the closed dialog. */
function giveFocusBack(dialog: Element): void {
  const { activeElement } = document
  if (activeElement instanceof HTMLElement && dialog.contains(activeElement)) activeElement.blur()
  passLostFocus(openers.get(dialog)?.find((element) => element.isConnected))
}

function focusFirst(dialog: HTMLElement): void {
  const first = dialog.matches('[data-first-focus]') ? dialog : dialog.querySelector<HTMLElement>('[data-first-focus]')
  first?.focus()
}

export function useModal(ref: RefObject<HTMLDialogElement | null>): void {
  const last = useRef<Element>(null)
  // A layout effect, because closing the dialog while it is still in the document restores the focus.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return undefined
    const { activeElement } = document
    const around = activeElement?.closest('dialog')
    if (activeElement) openers.set(dialog, [activeElement, ...((around && openers.get(around)) ?? [])])
    if (!dialog.open) dialog.showModal?.()
    // `showModal` focuses the first button, after any `autoFocus`.
    focusFirst(dialog)
    last.current = document.activeElement
    // On the document: nothing has the focus if the focused button has disappeared.
    document.addEventListener('keydown', onKey)
    dialog.addEventListener('cancel', onCancel)
    return () => {
      document.removeEventListener('keydown', onKey)
      dialog.removeEventListener('cancel', onCancel)
      dialog.close?.()
      giveFocusBack(dialog)
    }
  }, [ref])
  // A step of the dialog can replace the element that had the focus.
  useKeptFocus(
    ref,
    (element) => (last.current = element),
    () => {
      if (!ref.current || !last.current || last.current.isConnected) return
      focusFirst(ref.current)
      if (document.activeElement === document.body) ref.current.querySelector('button')?.focus()
    },
  )
}
