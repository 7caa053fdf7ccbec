// Set-up and cleanup for every test of the console. All files of a worker share one jsdom, so a test must leave nothing
// behind. Each file gets fresh modules: stores, caches and registered screens start empty, and a mock reaches every
// importer. Packages stay loaded. A file's own hooks run before these.
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { quickenJsdom } from './tests.jsdom.ts'

quickenJsdom()

// Long enough for a shared machine that is several times slower than usual.
configure({ asyncUtilTimeout: 20_000 })

// jsdom has no layout. Newer browsers return a promise here.
Element.prototype.scrollIntoView = () => Promise.resolve() as never // the types have the older signature

// A test of the platform desk sets its own surface.
beforeAll(async () => {
  const [{ setSurface }, { CONSOLE }] = await Promise.all([
    import('./src/lib/surface.ts'),
    import('./src/lib/session/session.tsx'),
  ])
  setSurface(CONSOLE)
})

afterEach(async () => {
  cleanup()
  // Imported here, not at the top: a test file may mock modules that these import.
  const [{ closeAllDialogs }, { dismissAllToasts }, { connectionBack }, { queryClient }] = await Promise.all([
    import('./src/lib/dialog/dialog.tsx'),
    import('./src/lib/toast.ts'),
    import('./src/lib/call/connection.ts'),
    import('./src/lib/call/query-client.ts'),
  ])
  closeAllDialogs()
  dismissAllToasts()
  connectionBack()
  queryClient.clear()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
})

afterAll(() => {
  document.body.replaceChildren()
  for (const name of document.documentElement.getAttributeNames()) document.documentElement.removeAttribute(name)
  document.title = ''
  vi.resetModules()
})
