// How soon a person sees the page: the largest contentful paint of /login and of the product list in a real Chromium whose processor is slowed
// four times, each load with an empty cache, against a page of the same words without any script. It starts the built server, as a person would.
import { existsSync } from 'node:fs'
import { identityCalls } from '@sealwright/contract'
import { chromium } from '@playwright/test'
import type { Browser } from '@playwright/test'
import { PASSWORD, startCenter } from '../e2e/center-process.ts'
import { defineBench, spreadOf } from './harness.ts'
import type { Bench, Figure } from './harness.ts'

const SLOWDOWN = 4
const ROUNDS = { full: 9, quick: 3 }
const BARE = '<!doctype html><meta charset="utf-8"><title>bare</title><h1>登录开发者中心</h1><p>管理产品与许可，保护您的软件。</p>'

interface Paint {
  ms: number
  shift: number
}

interface Session {
  ssId: string
  cookie: { name: string; value: string }
}

/** One load in a new, empty context. The paint that counts is the last one reported before the page has been still for a second. */
async function paintOf(browser: Browser, url: string, session: Session | undefined): Promise<Paint> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' })
  try {
    if (session) {
      await context.addCookies([{ ...session.cookie, url }])
      await context.addInitScript((ssId) => localStorage.setItem('ssId', ssId), session.ssId)
    }
    const page = await context.newPage()
    await page.route('**/bare', (route) => route.fulfill({ contentType: 'text/html', body: BARE }))
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
    await page.goto(url, { waitUntil: 'networkidle' })
    return await page.evaluate(
      () =>
        new Promise<Paint>((resolve) => {
          let ms = 0
          let shift = 0
          let still = setTimeout(() => undefined)
          const wait = () => {
            clearTimeout(still)
            still = setTimeout(() => resolve({ ms, shift }), 1_000)
          }
          const watch = (type: string, read: (entry: PerformanceEntry) => void) =>
            new PerformanceObserver((list) => {
              for (const entry of list.getEntries()) read(entry)
              wait()
            }).observe({ type, buffered: true })
          watch('largest-contentful-paint', (entry) => (ms = entry.startTime))
          watch('layout-shift', (entry) => (shift += (entry as PerformanceEntry & { value: number }).value)) // a layout shift carries its value
          wait()
        }),
    )
  } finally {
    await context.close()
  }
}

async function signIn(url: string): Promise<Session> {
  const response = await fetch(url + identityCalls.login.path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ account: 'demo@sealwright.example', password: PASSWORD }) })
  const { data } = (await response.json()) as { data: { ssId: string } } // our own server
  const [name = '', value = ''] = response.headers.getSetCookie().find((cookie) => cookie.startsWith('sw_session_'))?.split(';')[0]?.split('=') ?? []
  return { ssId: data.ssId, cookie: { name, value } }
}

function pageBench(name: string, path: string, medianAtMostMs: number, isSignedIn: boolean): Bench {
  return defineBench({
    name,
    sides: () => ({ ours: path, baseline: 'a bare page' }),
    bar: { medianAtMostMs },
    shortfall: `it is a time at a quarter of the machine's speed, most of which goes into running the scripts: budgets.test.ts holds how many bytes they are. The bare page's time tells how fast the machine is.`,
    async run(_stage, { isQuick, tell }): Promise<Figure[]> {
      const center = await startCenter()
      const executablePath = process.env['SEALWRIGHT_CHROMIUM'] ?? (existsSync('/usr/bin/chromium') ? '/usr/bin/chromium' : undefined)
      const browser = await chromium.launch({ ...(executablePath && { executablePath }) })
      try {
        const session = isSignedIn ? await signIn(center.url) : undefined
        const ours: Paint[] = []
        const bare: Paint[] = []
        await paintOf(browser, center.url + path, session) // warms the server, not the browser: its cache is new each time
        for (let i = 0; i < (isQuick ? ROUNDS.quick : ROUNDS.full); i++) {
          tell(`load ${i + 1}`)
          ours.push(await paintOf(browser, center.url + path, session))
          bare.push(await paintOf(browser, `${center.url}/bare`, undefined))
        }
        const shift = Math.max(...ours.map((paint) => paint.shift))
        return [{ what: `largest paint (layout shift ${shift.toFixed(3)})`, unit: 'ms', ours: spreadOf(ours.map((paint) => paint.ms)), baseline: spreadOf(bare.map((paint) => paint.ms)) }]
      } finally {
        await browser.close()
        await center.stop()
      }
    },
  })
}

export const loginPage = pageBench('login-page', '/login', 1_500, false)
export const listPage = pageBench('list-page', '/product', 1_800, true)
