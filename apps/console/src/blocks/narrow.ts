// Whether the window is too narrow for a table. Layout only: what a person chose for wide windows stays chosen.
import { LIMITS } from '@sealwright/contract'
import { useSyncExternalStore } from 'react'

const QUERY = `(max-width: ${LIMITS.console.narrowPx - 1}px)`

function subscribe(listener: () => void): () => void {
  const query = globalThis.matchMedia?.(QUERY)
  query?.addEventListener('change', listener)
  return () => query?.removeEventListener('change', listener)
}

export function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => globalThis.matchMedia?.(QUERY).matches ?? false)
}
