// `node tools/run.mjs e2e/support/shoot-captcha.ts`: takes pictures of the captcha dialog for review, each type at
// two widths, light and dark, in both languages, into .build/shots. It asserts nothing; captcha.spec.ts does.
import { randomInt } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { CAPTCHA_TYPES, LOCALES } from '@sealwright/contract'
import { findChromium } from '../../tools/chromium.mjs'
import { buildAll } from '../../tools/lib/build.mjs'
import { captchaDialog, wishFor } from './captcha.ts'
import { startCenter } from './center-process.ts'
import { signInOn } from './fixtures.ts'

const SHOTS = join(import.meta.dirname, '../../.build/shots')
const WINDOWS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]

await buildAll()
await mkdir(SHOTS, { recursive: true })
const center = await startCenter({ hasCaptcha: true })
const browser = await chromium.launch({ executablePath: await findChromium() })
try {
  for (const viewport of WINDOWS)
    for (const theme of ['light', 'dark'])
      for (const locale of LOCALES)
        for (const type of CAPTCHA_TYPES) {
          const context = await browser.newContext({
            baseURL: center.url,
            viewport,
            reducedMotion: 'reduce',
            extraHTTPHeaders: { 'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.1` },
          })
          await context.addInitScript(
            ([look, language]) => {
              localStorage.setItem('theme', look ?? '')
              localStorage.setItem('locale', language ?? '')
            },
            [theme, locale],
          )
          const page = await context.newPage()
          await wishFor(page, type)
          await page.goto('/login')
          await signInOn(page, { account: 'demo@sealwright.example' })
          await captchaDialog(page).waitFor()
          await page.screenshot({ path: join(SHOTS, `captcha-${type}-${viewport.width}-${theme}-${locale}.png`) })
          await context.close()
        }
} finally {
  await browser.close()
  await center.stop()
}
