// Whether the window has room for a table, or for a panel beside the page. Affects layout only, not a person's choices.
import { LIMITS } from '@sealwright/contract'
import { useSyncExternalStore } from 'react'

export function windowIs(condition: string, otherwise: boolean): () => boolean {
  const subscribe = (listener: () => void) => {
    const query = globalThis.matchMedia?.(condition)
    query?.addEventListener('change', listener)
    return () => query?.removeEventListener('change', listener)
  }
  const isMet = () => globalThis.matchMedia?.(condition).matches ?? otherwise
  return () => useSyncExternalStore(subscribe, isMet)
}

export const useIsNarrow = windowIs(`(max-width: ${LIMITS.console.narrowPx - 1}px)`, false)
