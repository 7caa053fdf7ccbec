// Every screen of the console's table, walked: it opens with its right in both languages, is refused without, asks for a session, and has
// nothing that keeps people out. A new row of the table is walked without a change here, unless its address needs something to show.
import type { Page } from '@playwright/test'
import { DEFAULT_LOCALE, LOCALES, PRIVILEGES } from '@sealwright/contract'
import type { Privilege } from '@sealwright/contract'
import { SCREENS } from '../apps/console/src/app/screens.ts'
import type { PhraseKey } from '../apps/console/src/lib/i18n.tsx'
import type { ScreenRow } from '../apps/console/src/lib/screen.ts'
import { expect, expectNobodyKeptOut, test } from './fixtures.ts'
import { addressOf } from './samples.ts'
import { RAW_KEY, SAY, zh } from './words.ts'

/** Screens whose heading is neither their title nor the name of what they show. */
const HEADINGS: Record<string, PhraseKey> = { '/login': 'identity.login.heading', '/register': 'identity.register.heading' }

test.describe.configure({ mode: 'parallel' })

const isOpen = (row: ScreenRow) => row.access.kind === 'open'
/** A step in the middle of signing in: nobody can open it by its address. The door's own journeys go there. */
const isStep = (row: ScreenRow) => row.access.kind === 'pending'

/** The screen and those above it, outermost first. */
function trailOf(row: ScreenRow): ScreenRow[] {
  const parent = SCREENS.find((other) => other.path === row.parent)
  return [...(parent ? trailOf(parent) : []), row]
}

/** The least that lets a person come to a screen: its own right and those of the screens on the way. */
function rightsFor(row: ScreenRow): Privilege[] {
  return trailOf(row).flatMap(({ access }) => (access.kind === 'privilege' ? access.anyOf.slice(0, 1) : []))
}

/** Everything a person can read or hear on the page. */
async function wordsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => [
    document.title,
    document.body.innerText,
    ...[...document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')].flatMap((element) => ['aria-label', 'title', 'placeholder', 'alt'].map((name) => element.getAttribute(name) ?? '')),
  ])
}

async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy=true], .skeleton')).toHaveCount(0)
}

for (const row of SCREENS) {
  test.describe(row.path, () => {
    for (const locale of isStep(row) ? [] : LOCALES) {
      test(`opens with its right in ${locale}: title, heading, breadcrumb, and no sentence missing`, async ({ home, people, role, open }) => {
        const say = SAY[locale]
        const { address, name } = await addressOf(row, home, people)
        const page = await open(isOpen(row) ? undefined : await role(rightsFor(row), locale))
        if (isOpen(row)) await page.addInitScript((chosen) => localStorage.setItem('locale', chosen), locale)
        await page.goto(address)
        await settled(page)
        await expect(page).toHaveTitle(`${say(row.title)} · ${say('common.productName')}`)
        await expect(page.locator('html')).toHaveAttribute('lang', locale === 'zh' ? 'zh-CN' : 'en')
        const heading = page.getByRole('heading', { level: 1 })
        await expect(heading).toHaveCount(1)
        await expect(heading).toContainText(name || say(HEADINGS[row.path] ?? row.title))
        if (!isOpen(row)) {
          const trail = trailOf(row)
          const group = trail[0]?.menu?.group
          const breadcrumb = page.getByRole('navigation', { name: say('shell.breadcrumb') }).getByRole('listitem')
          await expect(breadcrumb).toHaveText([...(group ? [say(`shell.groups.${group}`)] : []), ...trail.map(({ title }) => say(title))])
          await expect(breadcrumb.last()).toHaveAttribute('aria-current', 'page')
        }
        for (const words of await wordsOf(page)) expect(words).not.toMatch(RAW_KEY)
        if (locale === DEFAULT_LOCALE) await expectNobodyKeptOut(page)
      })
    }

    const { access } = row
    if (access.kind === 'privilege') {
      test('is refused without its right, which it names', async ({ home, people, role, open }) => {
        const { address } = await addressOf(row, home, people)
        const page = await open(await role(PRIVILEGES.filter((name) => !access.anyOf.includes(name)), 'zh'))
        await page.goto(address)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(zh('shell.noAccess.title'))
        for (const name of access.anyOf) await expect(page.getByRole('main')).toContainText(zh(`privileges.${name}`))
        await expect(page.getByRole('main').getByRole('link')).toHaveText(zh('shell.toDashboard'))
        const menu = page.getByRole('navigation', { name: zh('shell.menu') })
        await expect(menu.getByRole('link').first()).toBeVisible()
        if (row.menu) await expect(menu.getByRole('link', { name: zh(row.title), exact: true })).toHaveCount(0)
      })
    }
  })
}

test('every screen but the open ones asks who has no session to sign in', async ({ home, people, open }) => {
  test.slow()
  const page = await open()
  for (const row of SCREENS.filter((one) => !isOpen(one))) {
    await test.step(row.path, async () => {
      const { address } = await addressOf(row, home, people)
      await page.goto(address)
      await expect(page).toHaveURL('/login')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(zh('identity.login.heading'))
    })
  }
})

test('an address that no screen has says so, and leads back', async ({ role, open }) => {
  const page = await open(await role(['product.view'], 'zh'))
  await page.goto('/no/such/page')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(zh('shell.notFound.title'))
  await expect(page).toHaveURL('/no/such/page')
  await page.getByRole('link', { name: zh('shell.toDashboard') }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('an address with a slash at its end is the same screen', async ({ role, open }) => {
  const page = await open(await role(['product.view'], 'zh'))
  await page.goto('/product/')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(zh('product.titles.list'))
  await expect(page).toHaveTitle(`${zh('product.titles.list')} · ${zh('common.productName')}`)
  await expect(page.getByRole('navigation', { name: zh('shell.breadcrumb') }).getByRole('listitem').last()).toHaveText(zh('product.titles.list'))
})

test('a screen without what it shows in its address is an address that no screen has', async ({ role, open }) => {
  test.slow()
  const page = await open(await role(PRIVILEGES, 'zh'))
  for (const row of SCREENS.filter(({ search }) => search)) {
    await test.step(row.path, async () => {
      await page.goto(`${row.path}?guid=not-a-guid`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(zh('shell.notFound.title'))
    })
  }
})
