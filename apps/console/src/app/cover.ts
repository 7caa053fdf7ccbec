// The menu as a cover of the page, in a narrow window. It takes the focus when it opens, Escape closes it, and the focus
// returns to its button, also when a link of the menu was followed.
import { useEffect, useEffectEvent } from 'react'

export function useCover(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!isOpen) return undefined
    const opener = document.activeElement
    const menu = document.querySelector('nav[data-frame]')
    // The entry of this page, not the mark above it.
    const entry = menu?.querySelector<HTMLElement>('[aria-current=page]') ?? menu?.querySelector('a')
    entry?.focus()
    const onKey = (event: KeyboardEvent) => {
      // The palette closes before the menu that it was opened from.
      if (event.key === 'Escape' && !event.isComposing && !document.querySelector('dialog[open]')) close()
    }
    // Before the palette hears the key and is gone.
    document.addEventListener('keydown', onKey, true)
    return () => {
      document.removeEventListener('keydown', onKey, true)
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [isOpen])
}
