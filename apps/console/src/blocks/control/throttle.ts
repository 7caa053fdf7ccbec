// Specification section 9: a button acts at most once in 500 ms. The first click acts at once. Clicks that follow too
// soon are dropped, not queued, so that a double click sends only once.
import { LIMITS } from '@sealwright/contract'
import { useCallback, useRef } from 'react'

export function useThrottled<Args extends unknown[]>(
  action: ((...args: Args) => void) | undefined,
): (...args: Args) => void {
  const lastMs = useRef(Number.NEGATIVE_INFINITY)
  return useCallback(
    (...args: Args) => {
      const nowMs = performance.now()
      if (nowMs - lastMs.current < LIMITS.console.clickThrottleMs) return
      lastMs.current = nowMs
      action?.(...args)
    },
    [action],
  )
}
