// The theme, stored in this browser. `public/early.js` applies it before the first paint, this file afterwards.
import { useSyncExternalStore } from 'react'
import { STORED, useStored } from '../stored.ts'
import type { Theme } from '../stored.ts'

const DARK = '(prefers-color-scheme: dark)'
const isDarkWanted = () => globalThis.matchMedia?.(DARK).matches ?? false

function shownTheme(): 'light' | 'dark' {
  const chosen = STORED.theme.get() ?? 'system'
  if (chosen !== 'system') return chosen
  return isDarkWanted() ? 'dark' : 'light'
}

function applyTheme(): void {
  document.documentElement.dataset.theme = shownTheme()
}

export function chooseTheme(theme: Theme): void {
  STORED.theme.set(theme)
  applyTheme()
}

function subscribeToTheme(listener: () => void): () => void {
  const onChange = () => {
    applyTheme()
    listener()
  }
  const query = globalThis.matchMedia?.(DARK)
  query?.addEventListener('change', onChange)
  const unsubscribe = STORED.theme.subscribe(onChange)
  return () => {
    query?.removeEventListener('change', onChange)
    unsubscribe()
  }
}

/** The chosen theme, and the one that is shown now. */
export function useTheme(): { theme: Theme; shown: 'light' | 'dark' } {
  const shown = useSyncExternalStore(subscribeToTheme, shownTheme, () => 'light' as const)
  return { theme: useStored(STORED.theme) ?? 'system', shown }
}
