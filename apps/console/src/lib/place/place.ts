// The address of the page, its history, and the guards that ask before it is left. Every address is an entry of the
// screen table without path parameters, so this file is all the routing there is.
import { createContext, useContext, useEffect, useEffectEvent } from 'react'
import { create } from 'zustand'
import { tablePath } from './go.ts'
import type { GoOptions } from './go.ts'
import type { ScreenPath, ScreenSearch, Search } from './screen.ts'

export interface Place {
  /** A path of the screen table. */
  path: string
  /** Plain strings, as in the address: `guid=007` is not a number. */
  search: Search
  /** The fragment of the address. */
  part: string
  /** The position in the history. */
  index: number
  /** Reached with the browser's back or forward button. */
  isReturn: boolean
}

/** Called before the screen is left; true keeps the person there. */
type Guard = (next: Place) => boolean | Promise<boolean>

const guards = new Set<Guard>()
let latest = 0
let isReturning = false

const numberOf = (state: unknown) =>
  typeof state === 'object' && state !== null && 'index' in state && typeof state.index === 'number' ? state.index : 0
const placeOf = ({ pathname, search, hash }: URL | Location, index: number, isReturn = false): Place => ({
  path: tablePath(pathname),
  search: Object.fromEntries(new URLSearchParams(search)),
  part: hash.slice(1),
  index,
  isReturn,
})
const present = (isReturn = false) => placeOf(location, numberOf(history.state), isReturn)

/** The address of the page. The previous screen stays visible while the next one loads. */
export const usePlace = create(() => present())

async function isHeld(next: Place): Promise<boolean> {
  for (const guard of guards) if (await guard(next)) return true
  return false
}

/** Moves immediately if there is no guard. Of two concurrent navigations, the later one wins. */
function leaveFor(next: Place, move: () => void, stay: () => void = () => undefined): void {
  const own = ++latest
  if (guards.size === 0) move()
  else void answered()

  async function answered(): Promise<void> {
    const held = await isHeld(next)
    if (own === latest) (held ? stay : move)()
  }
}

function moveTo(href: string, index: number, { replace = false, returnTo }: GoOptions): void {
  history[replace ? 'replaceState' : 'pushState']({ index, returnTo }, '', href)
  usePlace.setState(present(), true)
}

/** Replaces the address without asking the guards. */
export function redirectTo(href: string, returnTo?: string): void {
  moveTo(href, usePlace.getState().index, { replace: true, ...(returnTo !== undefined && { returnTo }) })
}

export function goToPlace(href: string, options: GoOptions): void {
  const index = usePlace.getState().index + (options.replace ? 0 : 1)
  leaveFor(placeOf(new URL(href, location.href), index), () => moveTo(href, index, options))
}

function onPop(): void {
  if (isReturning) {
    isReturning = false
    return
  }
  const next = present(true)
  const steps = usePlace.getState().index - next.index
  leaveFor(
    next,
    () => usePlace.setState(next, true),
    () => {
      if (steps === 0) return
      // The browser has already moved: go back.
      isReturning = true
      history.go(steps)
    },
  )
}

/** Follows the browser's back and forward buttons. Returns a function that stops this. */
export function followHistory(): () => void {
  usePlace.setState(present(), true)
  addEventListener('popstate', onPop)
  return () => removeEventListener('popstate', onPop)
}

/** Whether the person returns to a screen, which then looks as they left it. */
export function isComingBack(): boolean {
  const { isReturn, search } = usePlace.getState()
  return isReturn || search.showSearch === '1'
}

/** Shows the current place again, after a failure. */
export function comeAgain(): void {
  usePlace.setState({})
}

/** Asks before the screen is left and, if `holdsPage` returns true, before the page is closed. */
export function useGuard(guard: Guard, holdsPage: () => boolean = () => false): void {
  const ask = useEffectEvent(guard)
  const isHolding = useEffectEvent(holdsPage)
  useEffect(() => {
    const own: Guard = (next) => ask(next)
    const onUnload = (event: BeforeUnloadEvent) => {
      if (isHolding()) event.preventDefault()
    }
    guards.add(own)
    addEventListener('beforeunload', onUnload)
    return () => {
      guards.delete(own)
      removeEventListener('beforeunload', onUnload)
    }
  }, [])
}

/** The place of the screen that is shown. */
export const ShownPlace = createContext<Place | undefined>(undefined)

/**
 * The search parameters of the calling screen. They stay the same until it is unmounted: a list that is being left must
 * not read the parameters of the next screen and make calls for it.
 */
export function useSearchOf<Path extends ScreenPath>(_path: Path): ScreenSearch[Path] {
  const shown = useContext(ShownPlace)
  const search = usePlace((place) => (shown ?? place).search)
  return search as ScreenSearch[Path] // the row's schema checked it before the screen was shown
}

export function usePath(): string {
  return usePlace(({ path }) => path)
}
