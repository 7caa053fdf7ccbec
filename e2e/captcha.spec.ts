// Tests the captcha before a sign-in, on a server with default settings: every type with the pointer, with keys and
// with the accessible alternative; movements that look automated; and closing the dialog.
import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { CAPTCHA_TYPES, DEFAULT_LOCALE, LIMITS, LOCALES } from '@sealwright/contract'
import type { Locale } from '@sealwright/contract'
import { captchaDialog, drag, solveByKeys, solveCaptcha, wishFor } from './support/captcha.ts'
import { startCenter } from './support/center-process.ts'
import { test as base, expect, fromEnvironment, seriousIn, signInOn } from './support/fixtures.ts'
import { knowPeople } from './support/people.ts'
import type { Person } from './support/people.ts'
import { SAY, zh } from './support/words.ts'

const test = base.extend<
  { visit: (locale?: Locale) => Promise<{ page: Page; person: Person }> },
  { center: { url: string; databaseUrl: string } }
>({
  center: [
    async ({ playwright: _playwright }, use) => {
      const beside = {
        databaseUrl: fromEnvironment('SEALWRIGHT_E2E_DATABASE'),
        folder: fromEnvironment('SEALWRIGHT_E2E_FOLDER'),
      }
      const center = await startCenter({ hasCaptcha: true, beside })
      await use(center)
      await center.stop()
    },
    { scope: 'worker' },
  ],
  url: [async ({ center }, use) => use(center.url), { scope: 'worker' }],
  people: [
    async ({ center }, use) => {
      const people = knowPeople(center.url, center.databaseUrl)
      await use(people)
      await people.close()
    },
    { scope: 'worker' },
  ],
  /** Opens the sign-in page for a new person from a separate network, because the pictures per network are limited. */
  visit: async ({ people, open }, use) =>
    use(async (locale = 'zh') => {
      const person = await people.stranger({ locale })
      const page = await open(undefined, {
        extraHTTPHeaders: { 'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}` },
      })
      await page.addInitScript((chosen) => localStorage.setItem('locale', chosen), locale)
      await page.goto('/login')
      return { page, person }
    }),
})

const status = (page: Page) => captchaDialog(page).getByRole('status')

for (const locale of LOCALES) {
  // Drags are the same in every language, but the words to click are not.
  for (const type of locale === DEFAULT_LOCALE ? CAPTCHA_TYPES : (['WORD_IMAGE_CLICK'] as const)) {
    test(`a person signs in through ${type}, in ${locale}`, async ({ visit, people }) => {
      const { page, person } = await visit(locale)
      await wishFor(page, type)
      await signInOn(page, person)
      const say = SAY[locale]
      await expect(captchaDialog(page).getByRole('heading')).toHaveText(
        say(type === 'WORD_IMAGE_CLICK' ? 'captcha.words' : 'captcha.drag'),
      )
      await solveCaptcha(page, people.sql)
      await page.waitForURL('**/dashboard')
    })
  }

  test(`a person signs in with the accessible alternative alone, in ${locale}`, async ({ visit }) => {
    const { page, person } = await visit(locale)
    await signInOn(page, person)
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(dialog.getByRole('button', { name: SAY[locale]('captcha.accessible') })).toBeFocused()
    // The work runs in a worker, so the page stays responsive.
    const worker = page.waitForEvent('worker')
    await page.keyboard.press('Enter')
    await worker
    await page.waitForURL('**/dashboard', { timeout: 40_000 })
  })
}

for (const type of ['SLIDER', 'ROTATE', 'CONCAT'] as const) {
  test(`${type} can be solved with the keyboard alone`, async ({ visit, people }) => {
    const { page, person } = await visit()
    await wishFor(page, type)
    await signInOn(page, person)
    await solveByKeys(page, people.sql)
    await page.waitForURL('**/dashboard')
  })
}

test('a straight, even drag to the right place is refused, and two of them offer the accessible alternative', async ({
  visit,
  people,
}) => {
  const { page, person } = await visit()
  await wishFor(page, 'SLIDER')
  await signInOn(page, person)
  let seen: string | null = null
  for (let round = 0; round < 2; round++) {
    await expect(captchaDialog(page)).not.toHaveAttribute('data-challenge', seen ?? '')
    seen = await captchaDialog(page).getAttribute('data-challenge')
    const [row] = await people.sql<{ answer: { x: number } }>('select answer from captcha_challenge where id = $1', [
      seen,
    ])
    const distance = (row?.answer.x ?? 0) / 2
    await page.waitForTimeout(800)
    await drag(
      page,
      Array.from({ length: 40 }, (_, i) => ({ x: (distance * (i + 1)) / 40, y: 0, waitMs: 15 })),
    )
    await expect(status(page)).toHaveText(zh('captcha.wrong'))
  }
  await expect(captchaDialog(page)).not.toHaveAttribute('data-challenge', seen ?? '')
  await expect(page.getByRole('button', { name: zh('captcha.accessible') })).toBeFocused()
  await expect(page).toHaveURL('/login')
})

test('five Escapes and a click beside it leave the captcha open; closing it leaves the form as it was', async ({
  visit,
}) => {
  const { page, person } = await visit()
  await signInOn(page, person)
  await expect(captchaDialog(page)).toBeVisible()
  for (let i = 0; i < 5; i++) await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  await expect(captchaDialog(page)).toBeVisible()
  await page.getByRole('button', { name: zh('shell.close') }).click()
  await expect(captchaDialog(page)).toBeHidden()
  await expect(page.locator('input[name=account]')).toHaveValue(person.account)
  await expect(page.locator('input[name=password]')).not.toHaveValue('')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.locator('button[type=submit]')).toBeEnabled()
  await page.waitForTimeout(LIMITS.console.clickThrottleMs)
  await page.locator('button[type=submit]').click()
  await expect(captchaDialog(page)).toBeVisible()
})

for (const type of ['SLIDER', 'WORD_IMAGE_CLICK'] as const) {
  for (const theme of ['light', 'dark'] as const) {
    test(`${type} has no serious accessibility violations, ${theme}, on a phone and on a desktop`, async ({
      visit,
    }) => {
      const { page, person } = await visit()
      await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme)
      await page.reload()
      await wishFor(page, type)
      await signInOn(page, person)
      await expect(captchaDialog(page)).toBeVisible()
      for (const width of [1440, 390, 320]) {
        await page.setViewportSize({ width, height: 800 })
        const box = await captchaDialog(page).boundingBox()
        expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= width, `${width} px`).toBe(true)
        expect(await seriousIn(page, { within: 'dialog' })).toEqual([])
      }
      for (const target of await captchaDialog(page).locator('button, [role=slider]').all()) {
        const box = await target.boundingBox()
        expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24)
      }
    })
  }
}
