// The state of a part that opens in place of its button, such as the form of a setting. When it closes, the button gets
// the focus, so that keyboard users continue where they were.
import { useCallback, useEffect, useRef, useState } from 'react'

export function useOpening() {
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) opener.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return { isOpen, opener, open: useCallback(() => setOpen(true), []), close: useCallback(() => setOpen(false), []) }
}
