// The state of a part that opens in place of its button, such as the form of a setting. When it closes, the button gets
// the focus, so that keyboard users continue where they were.
import { useCallback, useEffect, useRef, useState } from 'react'
import { onLostFocus } from '../../lib/dialog/lost-focus.ts'

export function useOpening() {
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    const hasClosed = wasOpen.current && !isOpen
    wasOpen.current = isOpen
    if (!hasClosed) return undefined
    const focus = () => opener.current?.focus()
    focus()
    // A dialog above the page, such as a confirmation, keeps the focus until it closes.
    return onLostFocus(focus)
  }, [isOpen])
  return { isOpen, opener, open: useCallback(() => setOpen(true), []), close: useCallback(() => setOpen(false), []) }
}
