// Where the person is, from the router's point of view. Apart from navigate.tsx, since the sign-in page goes places without a router.
import { useLocation } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { ScreenPath, ScreenSearch } from './screen.ts'

declare module '@tanstack/history' {
  interface HistoryState {
    returnTo?: string
  }
}

/** The search of the present location, as strings; the row's schema has already let it through. */
export function useSearchOf<Path extends ScreenPath>(_path: Path): ScreenSearch[Path] {
  const text = useLocation({ select: (location) => location.searchStr })
  return useMemo(() => Object.fromEntries(new URLSearchParams(text)) as ScreenSearch[Path], [text]) // the row's schema checked it before the screen was shown
}

export function usePath(): string {
  return useLocation({ select: (location) => location.pathname })
}
