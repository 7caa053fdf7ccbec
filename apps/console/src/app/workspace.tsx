// Everything behind the door, loaded as one piece: the screen table, the router made from it, the shell.
// Search parameters stay the plain strings they are in the address: `guid=007` must not become a number.
import { Refusal } from '@sealwright/client'
import { Outlet, RouterProvider, createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router'
import type { AnyRoute, ErrorComponentProps } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import { FIRST_SCREEN, LOGIN_PATH, setNavigation, tablePath } from '../lib/go.ts'
import { usePath } from '../lib/location.ts'
import { adoptSessionLocale } from '../lib/preferences.ts'
import { beginWork } from '../lib/progress.ts'
import { findScreen, registerScreens } from '../lib/screen.ts'
import type { ScreenRow, Search } from '../lib/screen.ts'
import { setServiceFeePayment } from '../lib/service-fee.ts'
import { hasAccess, loadSession, useSession } from '../lib/session.tsx'
import { STORED } from '../lib/stored.ts'
import { setWhy } from '../lib/why.ts'
import { beforeOutside, isLockedOut, isOutside, mendWayBack } from './enter.ts'
import { loadInTime } from '../lib/load-in-time.ts'
import { loadScreen } from '../lib/load-screen.ts'
import { openPart } from './open-part.ts'
import { LoadFailed } from './pages/load-failed.tsx'
import { NoAccess } from './pages/no-access.tsx'
import { NotFound } from './pages/not-found.tsx'
import { SCREENS } from './screens.ts'
import { navigationBegan, navigationEnded } from './scroll-lock.ts'
import { Shell } from './shell/shell.tsx'
import { useDocument } from './use-document.ts'
import { openWhy } from './why/open-why.ts'

/** A navigation that takes less than this is not worth a bar. */
const NAVIGATION_SHOWN_MS = 80

function toLogin(returnTo: string) {
  return redirect({ to: LOGIN_PATH, replace: true, state: { returnTo } })
}

async function enter(href: string): Promise<void> {
  // oxlint-disable-next-line typescript/only-throw-error -- how the router is told to go elsewhere
  if (!STORED.ssId.get()) throw toLogin(href)
  try {
    await adoptSessionLocale(await loadSession())
  } catch (error) {
    // oxlint-disable-next-line typescript/only-throw-error -- how the router is told to go elsewhere
    if (error instanceof Refusal && error.error === 'session.expired') throw toLogin(href)
    throw error
  }
}

function RootFrame() {
  useDocument(usePath())
  return <Outlet />
}

function outsideRoute(row: ScreenRow, root: AnyRoute): AnyRoute {
  const route: AnyRoute = createRoute({
    getParentRoute: () => root,
    path: row.path,
    beforeLoad: () => {
      // oxlint-disable-next-line typescript/only-throw-error -- how the router is told to go elsewhere
      if (isLockedOut(row)) throw toLogin(row.path)
      beforeOutside(row)
    },
    loader: (): Promise<ComponentType> => loadInTime(() => loadScreen(row)),
    component: () => {
      const Screen: ComponentType = route.useLoaderData()
      return <Screen />
    },
  })
  return route
}

function insideRoute(row: ScreenRow, shell: AnyRoute): AnyRoute {
  const route: AnyRoute = createRoute({
    getParentRoute: () => shell,
    path: row.path,
    loader: async ({ location }: { location: { search: Search } }): Promise<ComponentType | undefined> => {
      // Without the right the code is not even fetched.
      if (!hasAccess(await loadSession(), row.access)) return undefined
      return loadInTime(() => loadScreen(row, location.search))
    },
    component: () => {
      const Screen: ComponentType | undefined = route.useLoaderData()
      const search: unknown = route.useSearch()
      if (!hasAccess(useSession(), row.access)) return <NoAccess access={row.access} />
      if (!Screen || row.search?.safeParse(search).success === false) return <NotFound />
      return <Screen />
    },
  })
  return route
}

function RouteFailed({ error, reset }: ErrorComponentProps) {
  const retry = () => {
    reset()
    void router?.invalidate()
  }
  return <LoadFailed error={error} onRetry={retry} />
}

function routeTree(): AnyRoute {
  const root: AnyRoute = createRootRoute({ component: RootFrame })
  const shell: AnyRoute = createRoute({
    getParentRoute: () => root,
    id: 'shell',
    beforeLoad: ({ location }: { location: { href: string } }) => enter(location.href),
    component: Shell,
  })
  const first = createRoute({
    getParentRoute: () => shell,
    path: '/',
    beforeLoad: () => {
      // oxlint-disable-next-line typescript/only-throw-error -- how the router is told to go elsewhere
      throw redirect({ to: FIRST_SCREEN, replace: true })
    },
  })
  const unknown = createRoute({ getParentRoute: () => shell, path: '$', component: NotFound })
  const inside = SCREENS.filter((row) => !isOutside(row)).map((row) => insideRoute(row, shell))
  return root.addChildren([...SCREENS.filter(isOutside).map((row) => outsideRoute(row, root)), shell.addChildren([first, ...inside, unknown])])
}

function makeRouter() {
  const made = createRouter({
    routeTree: routeTree(),
    caseSensitive: true,
    trailingSlash: 'never',
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const text = new URLSearchParams(search).toString()
      return text && `?${text}`
    },
    defaultErrorComponent: RouteFailed,
    defaultStaleTime: Number.POSITIVE_INFINITY,
    scrollRestoration: true,
    scrollToTopSelectors: ['[data-scrolls]'],
  })
  let endWork: (() => void) | undefined
  made.subscribe('onBeforeNavigate', ({ pathChanged }) => {
    endWork?.()
    endWork = beginWork(NAVIGATION_SHOWN_MS)
    // Paging and filtering change the address too, and must not hold the list still.
    if (pathChanged) navigationBegan()
  })
  made.subscribe('onResolved', () => {
    endWork?.()
    endWork = undefined
    navigationEnded()
  })
  return made
}

/** The first screen is asked for beside the session, not after it. The server refuses what the session does not allow. */
function startFirstScreen(): void {
  const row = findScreen(tablePath(location.pathname))
  if (row && !isOutside(row)) void loadScreen(row, Object.fromEntries(new URLSearchParams(location.search))).catch(() => undefined) // the router tells
}

let router: ReturnType<typeof makeRouter> | undefined

/** The workspace at the present address. From here on the router goes places. */
export function openWorkspace(): ReactNode {
  registerScreens(SCREENS)
  mendWayBack()
  startFirstScreen()
  router ??= makeRouter()
  const { history } = router
  setNavigation({
    go: (href, { replace, returnTo }) => (replace ? history.replace(href, { returnTo }) : history.push(href, { returnTo })),
    prefetch: () => undefined,
  })
  setWhy((about) => void openWhy(about))
  setServiceFeePayment(() => openPart(async () => (await import('../domains/billing/service-fee-dialog.tsx')).showServiceFee))
  return <RouterProvider router={router} />
}
