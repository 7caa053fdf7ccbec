// The dashboard in a real browser: it fits into the window, and its numbers lead to the rows that they count.
// screens.spec.ts opens it without data, in both languages and themes.
import { expect, expectNobodyKeptOut, test } from './support/fixtures.ts'
import { SAY, en, zh } from './support/words.ts'

const DEMO = { account: 'demo@sealwright.example', accountId: '', developerId: '', name: '林小满' }

test('the dashboard of the demo fits into 1440 × 900 in both languages, and keeps nobody out', async ({
  people,
  open,
}) => {
  const page = await open(await people.signIn(DEMO), { viewport: { width: 1440, height: 900 } })
  await page.goto('/dashboard')
  for (const locale of ['zh', 'en'] as const) {
    const say = SAY[locale]
    if (locale === 'en') {
      await page.getByRole('button', { name: zh('shell.language'), exact: true }).click()
      await page.getByRole('menuitemradio', { name: 'English' }).click()
    }
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
  await page.getByRole('button', { name: en('shell.language'), exact: true }).click()
  await page.getByRole('menuitemradio', { name: '简体中文' }).click()
})

test('a number leads to the list of its rows, with the same count', async ({ people, open }) => {
  const page = await open(await people.signIn(DEMO))
  await page.goto('/dashboard')
  const codes = page.getByRole('link', { name: new RegExp(`^${zh('dashboard.carriers.sn')} [\\d,]+$`) })
  const count = (await codes.textContent()) ?? ''
  await codes.click()
  await expect(page).toHaveURL('/pc/license/sn?effective=1')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(count)
})
