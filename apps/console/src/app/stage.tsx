// Follows the address: a screen before sign-in, or one in the workspace. Screens before sign-in do not load the
// workspace.
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { tellSignedOut } from '../lib/call/client.ts'
import { beginWork } from '../lib/call/progress.ts'
import { queryClient } from '../lib/call/query-client.ts'
import { DialogHost } from '../lib/dialog/dialog.tsx'
import { loadInTime } from '../lib/load-in-time.ts'
import { setNavigation } from '../lib/place/go.ts'
import { loadScreen } from '../lib/place/load-screen.ts'
import { comeAgain, followHistory, goToPlace, redirectTo, usePlace } from '../lib/place/place.ts'
import type { Place } from '../lib/place/place.ts'
import { findScreen, registerScreens } from '../lib/place/screen.ts'
import type { ScreenRow } from '../lib/place/screen.ts'
import { surface } from '../lib/surface.ts'
import { PhrasesProvider, SHELL_UNIT, fetchPhrases, speak } from '../lib/words/i18n.tsx'
import { beforeOutside, isLockedOut, isOutside } from './enter.ts'
import { LoadFailed } from './pages/load-failed.tsx'
import { Wordless } from './pages/wordless.tsx'
import { ProgressBar } from './progress-bar.tsx'
import { navigationBegan, navigationEnded } from './scroll-lock.ts'
import { rememberScroll } from './scroll-memory.ts'
import { Page, useShown } from './shown.tsx'
import type { Shown } from './shown.tsx'
import { Toaster } from './toaster.tsx'

/** Shorter navigations show no progress bar. */
const NAVIGATION_SHOWN_MS = 80
/** After this time, the first page shows that it is loading. */
const GLANCE_MS = 300

/** The address that replaces this one. */
export interface Redirect {
  href: string
  returnTo?: string
}

/** The screens before sign-in, and everything after it. */
export interface Wings {
  outside: readonly ScreenRow[]
  loadInside: () => Promise<{ openInside: (place: Place) => Promise<Shown | Redirect> }>
}

const href = () => location.pathname + location.search

async function outside(row: ScreenRow, place: Place): Promise<Shown> {
  const Screen = await loadInTime(() => loadScreen(row))
  return { place, content: <Screen /> }
}

async function inside(place: Place, { loadInside }: Wings): Promise<Shown | Redirect> {
  // Requested while the code loads. A component that needs the answer requests it again and reports a failure.
  surface()
    .people.load()
    .catch(() => undefined)
  const [{ openInside }] = await Promise.all([loadInTime(loadInside), speak(SHELL_UNIT)])
  return openInside(place)
}

let latest = 0

/** Shows the screen of the address. */
async function show(wings: Wings): Promise<void> {
  const own = ++latest
  const place = usePlace.getState()
  const row = findScreen(place.path)
  if (isLockedOut(row)) {
    tellSignedOut()
    return redirectTo(surface().loginPath, href())
  }
  if (row) beforeOutside(row)
  const { shown } = useShown.getState()
  // Only filters or pages of the current screen changed.
  if (shown?.place.path === place.path && !shown.isFailed) return useShown.setState({ shown: { ...shown, place } })
  const endWork = beginWork(NAVIGATION_SHOWN_MS)
  const navigation = navigationBegan()
  try {
    const next = await (row && isOutside(row) ? outside(row, place) : inside(place, wings))
    if (own !== latest) return
    if ('href' in next) redirectTo(next.href, next.returnTo)
    else useShown.setState({ shown: next })
  } catch (error) {
    if (own === latest)
      useShown.setState({ shown: { place, content: <LoadFailed error={error} onRetry={comeAgain} />, isFailed: true } })
  } finally {
    endWork()
    navigationEnded(navigation)
  }
}

const PAGE = (
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <PhrasesProvider wordless={<Wordless />}>
        <ProgressBar />
        <Page />
        <Toaster />
        <DialogHost />
      </PhrasesProvider>
    </QueryClientProvider>
  </StrictMode>
)

/** Shows the surface in the element. Returns a function that removes it. */
export function openStage(element: HTMLElement, wings: Wings): () => void {
  registerScreens(wings.outside)
  setNavigation({
    go: goToPlace,
    prefetch: () => {
      void loadInTime(wings.loadInside).catch(() => undefined) // whoever really goes there is told
      fetchPhrases(SHELL_UNIT)
    },
  })
  const forgetScroll = rememberScroll()
  const unfollow = followHistory()
  const unsubscribe = usePlace.subscribe(() => void show(wings))
  void show(wings)
  const root = createRoot(element)
  const draw = () => {
    clearTimeout(waiting)
    ready()
    root.render(PAGE)
  }
  // Draw nothing before there is content, unless loading takes long.
  const ready = useShown.subscribe(draw)
  const waiting = setTimeout(draw, GLANCE_MS)
  return () => {
    forgetScroll()
    unfollow()
    unsubscribe()
    root.unmount()
  }
}
