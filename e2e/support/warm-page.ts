// Keeps one page per worker: its tests use it one after the other, so that the browser's caches and compiled scripts
// stay warm. After each test it resets everything that a test can leave behind: cookies, storage, routes, init scripts,
// size, media, permissions, other pages. An installed clock cannot be removed, so such a page is closed and the next
// test starts with a cold one.
import type { Browser, BrowserContext, Page } from '@playwright/test'
import type { BrowserState } from './people.ts'

/** An address of the console that runs no script, so that storage can be written before the console reads it. */
const QUIET_PATH = '/favicon.svg'
const VIEWPORT = { width: 1440, height: 900 }

export interface WarmPage {
  /** Returns the page as a new page of this person, or of a visitor. Errors in its console go to `heard`. */
  lend(state: BrowserState | undefined, heard: string[]): Promise<Page>
  /** After a failed test, the state of the page is unknown. */
  takeBack(test: { isSuspect: boolean }): Promise<void>
  close(): Promise<void>
}

interface Kept {
  context: BrowserContext
  page: Page
  heard: string[]
  initScripts: { dispose(): Promise<void> }[]
  hasClock: boolean
}

async function makeKept(browser: Browser, url: string): Promise<Kept> {
  const context = await browser.newContext({ baseURL: url, viewport: VIEWPORT })
  const kept: Kept = { context, page: undefined as never, heard: [], initScripts: [], hasClock: false } // set below
  context.on('page', (page) => {
    page.on('console', (message) => {
      if (message.type() === 'error') kept.heard.push(message.text())
    })
    page.on('pageerror', (error) => kept.heard.push(String(error)))
  })
  const page = await context.newPage()
  kept.page = page
  const addInitScript = page.addInitScript.bind(page)
  page.addInitScript = async (...given: Parameters<typeof addInitScript>) => {
    const added = await addInitScript(...given)
    kept.initScripts.push(added)
    return added
  }
  const install = context.clock.install.bind(context.clock)
  context.clock.install = (...given) => {
    kept.hasClock = true
    return install(...given)
  }
  return kept
}

async function clear({ context, page, initScripts }: Kept): Promise<void> {
  for (const one of context.pages()) if (one !== page) await one.close()
  for (const script of initScripts.splice(0)) await script.dispose()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.clearPermissions()
  await page.emulateMedia({ media: null, colorScheme: 'light', reducedMotion: 'reduce' })
  await page.setViewportSize(VIEWPORT)
  await page.goto(QUIET_PATH)
  await context.clearCookies()
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
}

export function keepWarmPage(browser: Browser, url: string): WarmPage {
  let kept: Kept | undefined
  const close = async () => {
    await kept?.context.close()
    kept = undefined
  }
  return {
    async lend(state, heard) {
      kept ??= await makeKept(browser, url)
      const { context, page } = kept
      kept.heard = heard
      if (page.url() === 'about:blank') await page.goto(QUIET_PATH)
      if (state) {
        await context.addCookies(state.cookies)
        const pairs = state.origins.flatMap(({ localStorage }) => localStorage)
        await page.evaluate((given) => given.forEach(({ name, value }) => localStorage.setItem(name, value)), pairs)
      }
      return page
    },
    async takeBack({ isSuspect }) {
      if (!kept) return
      if (isSuspect || kept.hasClock || kept.page.isClosed()) await close()
      else await clear(kept)
    },
    close,
  }
}
