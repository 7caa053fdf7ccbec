// The pictures beside the sign-in form: the demo's dashboard of today, in each language and theme, as WebP files of the
// console. The names in the demo are Chinese; the English pictures show the English ones below. Nothing else is
// changed, except that the banner of the demo is left out.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page, Route } from '@playwright/test'
import { LOCALES, identityCalls } from '@sealwright/contract'
import type { Locale } from '@sealwright/contract'
import type { Actor } from './people.ts'

const PUBLIC = join(import.meta.dirname, '../../apps/console/public')
const SIZE = { width: 1320, height: 900 }
/** The size of the image element is this many times the window's. */
const SCALE = 1.25
const MOST_BYTES = 58 * 1024
const QUALITIES = [0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2]

const NAMES: Record<Locale, Record<string, string>> = {
  zh: { 示例软件: '星图软件' },
  en: {
    示例软件: 'Starchart Software',
    林小满: 'Lin Xiaoman',
    许知远: 'Xu Zhiyuan',
    官网商城: 'Web shop',
    渠道对接: 'Reseller link',
  },
}

/** Answers as the server did, with other names and without the marks of a demo. */
async function answerRenamed(route: Route, locale: Locale): Promise<void> {
  // A stream has no end to wait for.
  if (route.request().headers()['accept'] === 'text/event-stream') return route.continue()
  const response = await route.fetch()
  const isJson = response.headers()['content-type']?.includes('json')
  if (!isJson) return route.fulfill({ response })
  const renamed = Object.entries(NAMES[locale]).reduce(
    (text, [from, to]) => text.replaceAll(from, to),
    await response.text(),
  )
  const body = renamed.replace('"demo":true', '"demo":false').replace('"sandbox":true', '"sandbox":false')
  return route.fulfill({ response, body })
}

/** The browser that took the picture also encodes it: no image library is needed. */
async function asWebp(page: Page, png: Buffer, quality: number): Promise<Buffer> {
  const encoded = await page.evaluate(
    async ({ source, quality }) => {
      const image = new Image()
      image.src = source
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = image.naturalWidth
      canvas.height = image.naturalHeight
      canvas.getContext('2d')?.drawImage(image, 0, 0)
      return canvas.toDataURL('image/webp', quality).split(',')[1] ?? ''
    },
    { source: `data:image/png;base64,${png.toString('base64')}`, quality },
  )
  return Buffer.from(encoded, 'base64')
}

async function smallEnough(page: Page, png: Buffer): Promise<Buffer> {
  for (const quality of QUALITIES) {
    const webp = await asWebp(page, png, quality)
    if (webp.length > MOST_BYTES) continue
    console.log(`${webp.length} bytes at quality ${quality}`)
    return webp
  }
  throw new Error(`The picture has more than ${MOST_BYTES} bytes at every quality.`)
}

/** Returns the number of pictures. */
export async function shootSignIn(
  browser: Browser,
  url: string,
  actor: Actor,
  stillness: (page: Page) => Promise<void>,
): Promise<number> {
  let count = 0
  const encoder = await (await browser.newContext()).newPage()
  for (const locale of LOCALES) {
    // The account stores its language.
    await actor.call(identityCalls.updatePreferences, { locale })
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({
        baseURL: url,
        colorScheme,
        locale: locale === 'zh' ? 'zh-CN' : 'en-US',
        timezoneId: 'Asia/Shanghai',
        reducedMotion: 'reduce',
        viewport: SIZE,
        deviceScaleFactor: SCALE,
        storageState: actor.state,
      })
      await context.route('**/*.do', (route) => answerRenamed(route, locale))
      const page = await context.newPage()
      await page.goto('/dashboard')
      // The chart comes last. It has a table for screen readers.
      await page.getByRole('table').first().waitFor({ state: 'attached' })
      await stillness(page)
      const png = await page.screenshot()
      await writeFile(join(PUBLIC, `console-${colorScheme}-${locale}.webp`), await smallEnough(encoder, png))
      await context.unrouteAll({ behavior: 'ignoreErrors' })
      await context.close()
      count++
    }
  }
  return count
}
