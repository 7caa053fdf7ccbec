// What somebody is changing, once they rest for a moment: for what is asked of the server while they type.
import { useEffect, useState } from 'react'
import { TYPING_PAUSE_MS } from './typed-text.ts'

/**
 * A value that is another object each time never rests: give it one that stays the same while nothing changes, such as
 * a text.
 */
export function usePaused<T>(value: T): T {
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return paused
}
