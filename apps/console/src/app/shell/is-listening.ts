// Whether the header listens to the server's events. It starts shortly after the shell has loaded, so that the stream
// does not delay the first screen.
import { useEffect, useState } from 'react'

const LISTENS_AFTER_MS = 3_000

export function useIsListening(): boolean {
  const [isListening, setIsListening] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsListening(true), LISTENS_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return isListening
}
