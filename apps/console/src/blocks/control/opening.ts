// Something that a button opens in its own place, such as the form that changes a setting. When it closes, the button
// is there again and has the focus, so that a person at the keyboard goes on where they were.
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
