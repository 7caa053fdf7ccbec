// The menu as a cover of the page, in a narrow window. It takes the focus when it opens, Escape closes it, and the
// focus returns to its button, also when a link of the menu was followed.
import { useEffect, useEffectEvent } from 'react'

export function useCover(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!isOpen) return undefined
    const opener = document.activeElement
    const find = (what: string) => document.querySelector<HTMLElement>(`nav[data-frame] ${what}`)
    // The entry of this page, not the mark above it.
    ;(find('[aria-current=page]') ?? find('a'))?.focus()
    const onKey = (event: KeyboardEvent) => {
      // The palette closes before the menu that it was opened from.
      if (event.key === 'Escape' && !document.querySelector('dialog[open]')) close()
    }
    // Before the palette hears the key and is gone.
    document.addEventListener('keydown', onKey, true)
    return () => {
      document.removeEventListener('keydown', onKey, true)
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [isOpen])
}
