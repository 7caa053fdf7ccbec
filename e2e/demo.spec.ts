// The demo in a real browser: its dashboard and its longest lists fit into the window, and numbers lead to their rows.
// All tests use one account, so they take turns, and each chooses the language of the account first. screens.spec.ts
// opens the dashboard without data.
import type { Page } from '@playwright/test'
import { LANGUAGE_TAGS, LOCALES, identityCalls } from '@sealwright/contract'
import type { Locale } from '@sealwright/contract'
import { expect, expectNobodyKeptOut, test } from './support/fixtures.ts'
import type { Actor } from './support/people.ts'
import { SAY, zh } from './support/words.ts'

test.describe.configure({ mode: 'default' })

const DEMO = { account: 'demo@sealwright.example', accountId: '', developerId: '', name: '林小满' }
const speak = (actor: Actor, locale: Locale) => actor.call(identityCalls.updatePreferences, { locale })

test('the dashboard fits into 1440 × 900 in both languages, and keeps nobody out', async ({ people, open }) => {
  const actor = await people.signIn(DEMO)
  const page = await open(actor, { viewport: { width: 1440, height: 900 } })
  for (const locale of LOCALES) {
    const say = SAY[locale]
    await speak(actor, locale)
    await page.goto('/dashboard')
    await expect(page.getByRole('region', { name: say('dashboard.attention.title') })).toBeVisible()
    await expect(page.getByRole('slider', { name: say('dashboard.issued.title') })).toBeVisible()
    await expect(page.locator('[aria-busy=true], .skeleton')).toHaveCount(0)
    await expectNobodyKeptOut(page)
    // Nothing is cut off in its box, and nothing needs scrolling.
    const tall = await page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll('main')]
        .filter((one) => one.scrollHeight > one.clientHeight || one.scrollWidth > one.clientWidth)
        .map((one) => `${one.tagName} ${one.scrollWidth} × ${one.scrollHeight}`),
    )
    expect(tall, locale).toEqual([])
  }
})

test('a number of the dashboard leads to the list of its rows, with the same count', async ({ people, open }) => {
  const actor = await people.signIn(DEMO)
  await speak(actor, 'zh')
  const page = await open(actor)
  await page.goto('/dashboard')
  const codes = page.getByRole('link', { name: new RegExp(`^${zh('dashboard.carriers.sn')} [\\d,]+$`) })
  const count = (await codes.textContent()) ?? ''
  await codes.click()
  await expect(page).toHaveURL('/pc/license/sn?effective=1')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(count)
})

/** Its data fills every column. */
const LONGEST = ['/pc/license/account', '/pc/license/sn', '/billing/order', '/runtime/log']

/** The parts of the shown list that do not fit, in words. */
const misfits = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = []
    const frame = document.querySelector('.table-frame')
    if (!frame || frame.scrollWidth > frame.clientWidth) found.push('the table is wider than its frame')
    const rowPx = Math.min(...[...document.querySelectorAll('tbody tr')].map((row) => row.clientHeight))
    for (const cell of document.querySelectorAll('tbody td, thead th')) {
      if (cell.scrollWidth > cell.clientWidth) found.push(`cut: ${cell.textContent}`)
      if (cell.closest('tbody') && cell.clientHeight > rowPx) found.push(`wrapped: ${cell.textContent}`)
    }
    const tools = document.querySelector('.list-tools')
    const search = document.querySelector('.filter-search')
    if ((tools?.clientHeight ?? 0) > (search?.clientHeight ?? 0)) found.push('the tools wrap')
    if (document.documentElement.scrollWidth > innerWidth) found.push('the page scrolls sideways')
    return found
  })

/** Where every control beside the filters is. */
const places = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.list-tools > *, .list-tools-end > *')].map((control) => {
      const { left, top, width, height } = control.getBoundingClientRect()
      return [left, top, width, height].map(Math.round).join()
    }),
  )

test('at 1280, 1366 and 1440 px the longest tables fit in both languages, and a set filter moves no control', async ({
  people,
  open,
}) => {
  const actor = await people.signIn(DEMO)
  const page = await open(actor)
  for (const locale of LOCALES) {
    const say = SAY[locale]
    await speak(actor, locale)
    for (const path of LONGEST) {
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.goto(path)
      await expect(page.locator('html')).toHaveAttribute('lang', LANGUAGE_TAGS[locale])
      await expect(page.locator('tbody tr')).toHaveCount(10)
      for (const width of [1440, 1366, 1280]) {
        await page.setViewportSize({ width, height: 900 })
        await expect.poll(() => misfits(page), `${path} at ${width} px, ${locale}`).toEqual([])
      }
    }
    await page.goto('/pc/license/sn')
    await expect(page.locator('tbody tr')).toHaveCount(10)
    const before = await places(page)
    await page.getByRole('button', { name: `${say('license.fields.status')}: ${say('blocks.list.any')}` }).click()
    const [unbound, bound] = [say('license.statuses.unbound'), say('license.statuses.bound')]
    await page.getByRole('option', { name: unbound, exact: true }).click()
    await page.getByRole('option', { name: bound, exact: true }).click()
    const value = [unbound, bound].join(say('blocks.list.comma'))
    await expect(page.getByText(say('blocks.list.chip', { field: say('license.fields.status'), value }))).toBeVisible()
    expect(await places(page)).toEqual(before)
    if (locale === 'en') continue
    await expectNobodyKeptOut(page)
    await page.keyboard.press('Escape')
    await page.goBack()
    await page.goForward()
    await expect(page).toHaveURL(/status=/)
  }
})
