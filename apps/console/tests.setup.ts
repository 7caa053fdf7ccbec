// What every test of the console starts from and leaves behind. One jsdom serves all files of a worker, so a test must
// not leave anything in it, and each file gets modules of its own: their stores, caches and registered screens start
// empty, and a mock reaches every importer. Packages stay loaded. Own hooks of a file run before these.
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'

// A shared machine can be several times slower than it was a minute ago; a real failure stays one for longer than this.
configure({ asyncUtilTimeout: 20_000 })

// jsdom has no layout. New browsers answer a promise here.
Element.prototype.scrollIntoView = () => Promise.resolve() as never // the types know the older signature

afterEach(async () => {
  cleanup()
  // Imported here, not above: a test file may mock what these modules import.
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
