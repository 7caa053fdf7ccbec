// Where the person is, from the router's point of view. Apart from navigate.tsx, since the sign-in page goes places without a router.
import { useLocation, useSearch } from '@tanstack/react-router'
import { tablePath } from './go.ts'
import type { ScreenPath, ScreenSearch } from './screen.ts'

declare module '@tanstack/history' {
  interface HistoryState {
    returnTo?: string
  }
}

/**
 * The search of the screen that asks, as strings. It is the screen's own until it is gone: a list that is being left must not read
 * the search of where the person is going, and fetch for it.
 */
export function useSearchOf<Path extends ScreenPath>(_path: Path): ScreenSearch[Path] {
  const search: unknown = useSearch({ strict: false })
  return search as ScreenSearch[Path] // plain strings by the router's parser; the row's schema checked them before the screen was shown
}

/** The path as the screen table spells it. */
export function usePath(): string {
  return useLocation({ select: (location) => tablePath(location.pathname) })
}
