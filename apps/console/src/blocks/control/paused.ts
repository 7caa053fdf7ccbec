// A value after a pause in its changes, for requests that are sent while the person types.
import { useEffect, useState } from 'react'
import { TYPING_PAUSE_MS } from './typed-text.ts'

/**
 * The value must keep its identity while nothing changes, as a string does. A new object on every render never settles.
 */
export function usePaused<T>(value: T): T {
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return paused
}
