import { chromium } from '@playwright/test'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { createClient } from '@sealwright/client'
// Measures page loads of the console and of the public pages in a real Chromium: largest paint and first row,
// with the processor slowed four times and an empty cache, against a page with the same text and no script. All pages
// take turns, so that a busy machine slows all of them. It starts the built server with its demo data. Navigation
// between screens is measured at full speed with a warm cache.
import { CAMPAIGN_STATUSES, CODE_PAGE, activityCalls, identityCalls } from '@sealwright/contract'
import { PASSWORD } from '@sealwright/testkit/password'
import { startCenter } from '../e2e/support/center-process.ts'
import { systemChromium } from '../tools/chromium.mjs'
import { defineBench, percentile, spreadOf } from './harness.ts'
import type { Bar, Figure } from './harness.ts'

const SLOWDOWN = 4
const ROUNDS = { full: 9, quick: 3 }
/** The duration of one frame. */
const FRAME_MS = 1_000 / 60
const BARE =
  '<!doctype html><meta charset="utf-8"><title>bare</title><h1>登录开发者中心</h1><p>管理产品与许可，保护您的软件。</p>'
/** A table row or a card. */
const ROW = 'tbody .cell-name, .record-cards > li'

interface Load {
  paintMs: number
  rowMs: number
  scripts: number
  scriptingMs: number
  blockingMs: number
  shift: number
}

interface Session {
  /** What the console stores in the browser of a signed-in person. */
  kept: Record<string, string>
  cookie: { name: string; value: string }
  choosePageSize(size: number): Promise<void>
  /** The public page of a running campaign. */
  campaignPath: string
}

interface PageKind {
  name: string
  path: string
  pageSize?: number
  paint: Bar
  row?: Bar
}

const PAGES: readonly PageKind[] = [
  { name: '/login', path: '/login', paint: { ratioAtMost: 6 } },
  { name: '/product', path: '/product', pageSize: 20, paint: { ratioAtMost: 8 }, row: { ratioAtMost: 9 } },
  {
    name: '/pc/license/sn, 20 rows',
    path: '/pc/license/sn',
    pageSize: 20,
    paint: { ratioAtMost: 8 },
    row: { ratioAtMost: 9 },
  },
  {
    name: '/pc/license/sn, 100 rows',
    path: '/pc/license/sn',
    pageSize: 100,
    paint: { ratioAtMost: 11 },
    row: { ratioAtMost: 11 },
  },
]

/** Runs in the page before any other script: records when the first row is on the screen. */
function watchRows(selector: string): void {
  const seen = window as Window & { firstRowMs?: number } // where the bench reads it
  const look = (_: unknown, observer: MutationObserver) => {
    if (!document.querySelector(selector)) return
    observer.disconnect()
    // After the frame that shows it.
    requestAnimationFrame(() => setTimeout(() => (seen.firstRowMs = performance.now())))
  }
  new MutationObserver(look).observe(document, { childList: true, subtree: true })
}

/** Reads the measurements of the page after one second without a new entry. */
function readLoad(): Promise<Pick<Load, 'paintMs' | 'rowMs' | 'scripts' | 'blockingMs' | 'shift'>> {
  return new Promise((resolve) => {
    let [paintMs, shift, blockingMs] = [0, 0, 0]
    let still = setTimeout(() => undefined)
    const done = () => {
      const scripts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).length
      resolve({
        paintMs,
        shift,
        blockingMs,
        scripts,
        rowMs: (window as Window & { firstRowMs?: number }).firstRowMs ?? 0,
      }) // see watchRows
    }
    const wait = () => {
      clearTimeout(still)
      still = setTimeout(done, 1_000)
    }
    const watch = (type: string, read: (entry: PerformanceEntry) => void) =>
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) read(entry)
        wait()
      }).observe({ type, buffered: true })
    watch('largest-contentful-paint', (entry) => (paintMs = entry.startTime))
    watch('layout-shift', (entry) => (shift += (entry as PerformanceEntry & { value: number }).value)) // LayoutShift
    // Only the time beyond 50 ms blocks a person.
    watch('longtask', (entry) => (blockingMs += Math.max(0, entry.duration - 50)))
    wait()
  })
}

/** A browser context with an empty cache, signed in if there is a session. */
async function contextOf(browser: Browser, url: string, session: Session | undefined): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' })
  if (session) {
    await context.addCookies([{ ...session.cookie, url }])
    await context.addInitScript((kept) => {
      for (const [name, value] of Object.entries(kept)) localStorage.setItem(name, value)
    }, session.kept)
  }
  await context.addInitScript(watchRows, ROW)
  return context
}

async function loadOf(
  browser: Browser,
  url: string,
  { path, pageSize }: Pick<PageKind, 'path' | 'pageSize'>,
  session: Session | undefined,
): Promise<Load> {
  if (pageSize !== undefined) await session?.choosePageSize(pageSize)
  const context = await contextOf(browser, url, pageSize === undefined ? undefined : session)
  try {
    const page = await context.newPage()
    await page.route('**/bare', (route) => route.fulfill({ contentType: 'text/html', body: BARE }))
    const devtools = await context.newCDPSession(page)
    await devtools.send('Performance.enable')
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
    await page.goto(url + path, { waitUntil: 'networkidle' })
    const noted = await page.evaluate(readLoad)
    const { metrics } = await devtools.send('Performance.getMetrics')
    return {
      ...noted,
      scriptingMs: 1_000 * (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN),
    }
  } finally {
    await context.close()
  }
}

async function signIn(browser: Browser, url: string): Promise<Session> {
  const response = await fetch(url + identityCalls.login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account: 'demo@sealwright.example', password: PASSWORD }),
  })
  const { data } = (await response.json()) as { data: { ssId: string } } // our own server
  const [name = '', value = ''] =
    response.headers
      .getSetCookie()
      .find((cookie) => cookie.startsWith('sw_session_'))
      ?.split(';')[0]
      ?.split('=') ?? []
  const call = createClient({
    baseUrl: url,
    headers: () => ({ 'x-session-id': data.ssId, cookie: `${name}=${value}` }),
  })
  const running = await call(activityCalls.find, { status: [CAMPAIGN_STATUSES.running] })
  const link = running.rows[0]?.links[0]
  if (!link) throw new Error('the demo has no running campaign')
  const session: Session = {
    campaignPath: new URL(link.url).pathname,
    kept: { ssId: data.ssId },
    cookie: { name, value },
    choosePageSize: async (pageSize) => {
      await call(identityCalls.updatePreferences, { pageSize })
      session.kept.pageSize = String(pageSize)
    },
  }
  const context = await contextOf(browser, url, session)
  const page = await context.newPage()
  await page.goto(url, { waitUntil: 'networkidle' })
  Object.assign(
    session.kept,
    await page.evaluate(() => Object.fromEntries(Object.entries(localStorage) as [string, string][])),
  ) // storage holds strings
  await context.close()
  return session
}

/** Lists that share no answers: a fresh answer from another list would be shown at once. */
const PATHS = [
  '/product',
  '/pc/license/sn',
  '/user',
  '/customer',
  '/role',
  '/template',
  '/pc/template/sn',
  '/license',
  '/pc/license/account',
]

/** Milliseconds from the answer of the list to its first row, in a console with a warm cache. */
async function answerToRow(page: Page, path: string): Promise<number> {
  await page.evaluate(() => performance.clearResourceTimings())
  await page.evaluate(watchRows, ROW)
  await page.locator(`nav a[href="${path}"]`).last().click()
  await page.waitForFunction(() => (window as Window & { firstRowMs?: number }).firstRowMs !== undefined) // watchRows
  return page.evaluate(() => {
    const answers = performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.includes('/find.do')) as PerformanceResourceTiming[] // the type of resource entries
    const seen = window as Window & { firstRowMs?: number } // see watchRows
    const ms = (seen.firstRowMs ?? Number.NaN) - (answers.at(-1)?.responseEnd ?? Number.NaN)
    delete seen.firstRowMs
    return ms
  })
}

async function navigations(browser: Browser, url: string, session: Session, rounds: number): Promise<number[]> {
  await session.choosePageSize(20)
  const context = await contextOf(browser, url, session)
  try {
    const page = await context.newPage()
    // Fills the cache of the browser; the page itself starts again.
    for (const path of [...PATHS, '/dashboard']) await page.goto(url + path, { waitUntil: 'networkidle' })
    const samples: number[] = []
    for (let i = 0; i < rounds; i++) {
      await page.locator('nav a[href="/dashboard"]').last().click()
      await page.waitForURL('**/dashboard')
      await page.waitForLoadState('networkidle')
      samples.push(await answerToRow(page, PATHS[i % PATHS.length] ?? ''))
    }
    return samples
  } finally {
    await context.close()
  }
}

const asides = (loads: readonly Load[]) => {
  const median = (read: (load: Load) => number) => percentile(loads.map(read), 0.5).toFixed(0)
  return (
    `${median((load) => load.scripts)} scripts, scripting ${median((load) => load.scriptingMs)} ms, ` +
    `blocking ${median((load) => load.blockingMs)} ms, ` +
    `layout shift ${Math.max(...loads.map(({ shift }) => shift)).toFixed(3)}`
  )
}

export const consolePages = defineBench({
  name: 'console-pages',
  sides: () => ({ ours: 'the console, cold, processor slowed 4×', baseline: 'a bare page' }),
  bar: {},
  shortfall:
    'most of the time is scripting at a quarter of the speed: ' +
    'React and the frame around a list run before its first row. budgets.test.ts limits their bytes and files.',
  async run(_stage, { isQuick, tell }): Promise<Figure[]> {
    const rounds = isQuick ? ROUNDS.quick : ROUNDS.full
    const center = await startCenter()
    const executablePath = process.env['SEALWRIGHT_CHROMIUM'] ?? (systemChromium() as string | undefined) // untyped
    const browser = await chromium.launch({ ...(executablePath && { executablePath }) })
    try {
      const session = await signIn(browser, center.url)
      const bare: Load[] = []
      const open: PageKind[] = [
        { name: '/p/campaign', path: session.campaignPath, paint: { ratioAtMost: 4 } },
        { name: CODE_PAGE, path: CODE_PAGE, paint: { ratioAtMost: 4 } },
      ]
      const loads = new Map<PageKind, Load[]>([...PAGES, ...open].map((kind) => [kind, []]))
      // Warms up the server. The browser has a new cache each time.
      for (const kind of loads.keys()) await loadOf(browser, center.url, kind, session)
      for (let round = 1; round <= rounds; round++) {
        tell(`load ${round} of ${rounds}`)
        bare.push(await loadOf(browser, center.url, { path: '/bare' }, undefined))
        for (const [kind, own] of loads) own.push(await loadOf(browser, center.url, kind, session))
      }
      const baseline = spreadOf(bare.map(({ paintMs }) => paintMs))
      return [...loads].flatMap(([{ name, paint, row }, own]): Figure[] => [
        {
          what: `${name}: largest paint (${asides(own)})`,
          unit: 'ms',
          ours: spreadOf(own.map(({ paintMs }) => paintMs)),
          baseline,
          bar: paint,
        },
        ...(row
          ? [
              {
                what: `${name}: first row`,
                unit: 'ms' as const,
                ours: spreadOf(own.map(({ rowMs }) => rowMs)),
                baseline,
                bar: row,
              },
            ]
          : []),
      ])
    } finally {
      await browser.close()
      await center.stop()
    }
  },
})

export const consoleNavigation = defineBench({
  name: 'console-navigation',
  sides: () => ({ ours: 'from the answer of a list to its first row', baseline: 'one frame' }),
  bar: { ratioAtMost: 3 },
  shortfall:
    'each list opens for the first time in this page and requests its answer before its code has run, ' +
    'so the time includes running that code.',
  async run(_stage, { isQuick }): Promise<Figure[]> {
    const center = await startCenter()
    const executablePath = process.env['SEALWRIGHT_CHROMIUM'] ?? (systemChromium() as string | undefined) // untyped
    const browser = await chromium.launch({ ...(executablePath && { executablePath }) })
    try {
      const samples = await navigations(
        browser,
        center.url,
        await signIn(browser, center.url),
        isQuick ? ROUNDS.quick : ROUNDS.full,
      )
      return [
        {
          what: 'from the dashboard to nine lists, at full speed',
          unit: 'ms',
          ours: spreadOf(samples),
          baseline: { median: FRAME_MS, p95: FRAME_MS },
        },
      ]
    } finally {
      await browser.close()
      await center.stop()
    }
  },
})
