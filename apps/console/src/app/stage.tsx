// What is on the page: a screen outside the door (sign-in and its like), or the workspace with its router. Outside nothing else is loaded, not even the
// router; the first step inside loads the workspace, whose router then has every address, those outside too.
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { identityScreens } from '../domains/identity/screens.ts'
import { DialogHost } from '../lib/dialog.tsx'
import { PhrasesProvider, SHELL_UNIT, fetchPhrases, speak } from '../lib/i18n.tsx'
import { LOGIN_PATH, setNavigation, tablePath } from '../lib/go.ts'
import { beginWork } from '../lib/progress.ts'
import { queryClient } from '../lib/query-client.ts'
import { registerScreens } from '../lib/screen.ts'
import type { ScreenRow } from '../lib/screen.ts'
import { loadSession } from '../lib/session.tsx'
import { beforeOutside, isLockedOut, isOutside } from './enter.ts'
import { loadInTime } from '../lib/load-in-time.ts'
import { loadScreen } from '../lib/load-screen.ts'
import { LoadFailed } from './pages/load-failed.tsx'
import { Wordless } from './pages/wordless.tsx'
import { ProgressBar } from './progress-bar.tsx'
import { navigationBegan, navigationEnded } from './scroll-lock.ts'
import { Toaster } from './toaster.tsx'
import { useDocument } from './use-document.ts'

const OUTSIDE: readonly ScreenRow[] = identityScreens.filter(isOutside)
const loadWorkspace = () => loadInTime(() => import('./workspace.tsx'))

function OutsideScreen({ path, screen: Screen }: { path: string; screen: ComponentType }) {
  useDocument(path)
  return <Screen />
}

function stageOn(element: HTMLElement) {
  const root = createRoot(element)
  let isInside = false
  let latest = 0

  const render = (content: ReactNode) =>
    root.render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <PhrasesProvider wordless={<Wordless />}>
            <ProgressBar />
            {content}
            <Toaster />
            <DialogHost />
          </PhrasesProvider>
        </QueryClientProvider>
      </StrictMode>,
    )

  /** Loads what the address needs; showing it is left to the caller, since the person may have gone elsewhere meanwhile. */
  async function prepare(row: ScreenRow | undefined): Promise<() => void> {
    if (row) {
      const Screen = await loadInTime(() => loadScreen(row))
      return () => render(<OutsideScreen key={row.path} path={row.path} screen={Screen} />)
    }
    // Asked for beside the code; whoever needs the answer asks again and is told when it failed.
    loadSession().catch(() => undefined)
    const [{ openWorkspace }] = await Promise.all([loadWorkspace(), speak(SHELL_UNIT)])
    return () => {
      isInside = true
      render(openWorkspace())
    }
  }

  /** Shows what the address says. */
  async function show(): Promise<void> {
    if (isInside) return
    const own = ++latest
    const endWork = beginWork()
    navigationBegan()
    const find = () => OUTSIDE.find(({ path }) => path === tablePath(location.pathname))
    if (isLockedOut(find())) history.replaceState({ returnTo: location.pathname + location.search }, '', LOGIN_PATH)
    const row = find()
    if (row) beforeOutside(row)
    try {
      const display = await prepare(row)
      if (own === latest) display()
    } catch (error) {
      if (own === latest) render(<LoadFailed error={error} onRetry={() => location.reload()} />)
    } finally {
      endWork()
      navigationEnded()
    }
  }

  return { show }
}

export async function openStage(element: HTMLElement): Promise<void> {
  registerScreens(OUTSIDE)
  const stage = stageOn(element)
  setNavigation({
    go: (href, { replace, returnTo }) => {
      if (replace) history.replaceState({ returnTo }, '', href)
      else history.pushState({ returnTo }, '', href)
      void stage.show()
    },
    prefetch: () => {
      void loadWorkspace().catch(() => undefined) // whoever really goes there is told
      fetchPhrases(SHELL_UNIT)
    },
  })
  addEventListener('popstate', () => void stage.show())
  await stage.show()
}
