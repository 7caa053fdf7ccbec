// The progress bar at the top of the page, shown during a navigation and during slow calls.
import { create } from 'zustand'

const LONG_CALL_MS = 300

interface Progress {
  running: number
}

export const useProgress = create<Progress>(() => ({ running: 0 }))

function change(by: number): void {
  useProgress.setState(({ running }) => ({ running: Math.max(0, running + by) }))
}

/** Shows the bar after `afterMs` until the returned function is called. */
export function beginWork(afterMs = LONG_CALL_MS): () => void {
  let isShown = false
  const timer = setTimeout(() => {
    isShown = true
    change(1)
  }, afterMs)
  return () => {
    clearTimeout(timer)
    if (isShown) change(-1)
    isShown = false
  }
}
