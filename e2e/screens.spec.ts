// Opens every screen of the console's table with its privilege, in both languages, and checks its accessibility. New
// rows are covered automatically, unless their address needs a record (samples.ts). The console's screens.test.tsx
// checks that every screen is refused without its privilege, without a session, or with a wrong address; this file
// checks samples of that on a real server.
import type { Page } from '@playwright/test'
import { DEFAULT_LOCALE, LANGUAGE_TAGS, PRIVILEGES, identityCalls } from '@sealwright/contract'
import type { Locale, Privilege } from '@sealwright/contract'
import { SCREENS } from '../apps/console/src/app/screens.ts'
import type { ScreenRow } from '../apps/console/src/lib/place/screen.ts'
import type { PhraseKey } from '../apps/console/src/lib/words/i18n.tsx'
import { expect, expectNobodyKeptOut, test } from './support/fixtures.ts'
import { addressOf } from './support/samples.ts'
import { RAW_KEY, SAY, zh } from './support/words.ts'

/** Screens whose heading is neither their title nor the name of the shown record. */
const HEADINGS: Record<string, PhraseKey> = {
  '/login': 'identity.login.heading',
  '/register': 'identity.register.heading',
  '/device': 'identity.device.heading',
  '/activity/user': 'activity.titles.user',
  '/activity/chart': 'activity.titles.chart',
  '/runtime/key': 'integration.titles.index',
  '/accessKeyManage': 'integration.titles.index',
  '/integration/webhook': 'integration.titles.index',
}

/**
 * Screens that change a record. Their heading is its name, as on the screen that shows it. The one of approval requests
 * has a heading of its own.
 */
const CHANGES = /^(?!\/audit\/).*\/(edit|editOngoing|refresh)$/

const isOpen = (row: ScreenRow) => row.access.kind === 'open'
/** Shown without the workspace around it. */
const isFrameless = (row: ScreenRow) => isOpen(row) || row.access.kind === 'person'
/** A step during sign-in, which cannot be opened by its address; the sign-in tests cover it. */
const isStep = (row: ScreenRow) => row.access.kind === 'pending'

function screenAt(path: string): ScreenRow {
  const row = SCREENS.find((one) => one.path === path)
  if (!row) throw new Error(`${path} has no screen`)
  return row
}

/** The screen and its ancestors, outermost first. */
function trailOf(row: ScreenRow): ScreenRow[] {
  const parent = SCREENS.find((other) => other.path === row.parent)
  return [...(parent ? trailOf(parent) : []), row]
}

/** The minimal privileges to reach a screen: its own and those of its ancestors. */
function rightsFor(row: ScreenRow): Privilege[] {
  return trailOf(row).flatMap(({ access }) => (access.kind === 'privilege' ? access.anyOf.slice(0, 1) : []))
}

/** All text of the page, visible or for screen readers. */
async function wordsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => [
    document.title,
    document.body.innerText,
    ...[...document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')].flatMap((element) =>
      ['aria-label', 'title', 'placeholder', 'alt'].map((name) => element.getAttribute(name) ?? ''),
    ),
  ])
}

async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy=true], .skeleton')).toHaveCount(0)
}

/** Checks title, heading and breadcrumb in this language, and that no phrase is missing. */
async function expectSpoken(page: Page, row: ScreenRow, name: string, locale: Locale): Promise<void> {
  const say = SAY[locale]
  await expect(page).toHaveTitle(`${say(row.title)} · ${say('common.productName')}`)
  await settled(page)
  await expect(page.locator('html')).toHaveAttribute('lang', LANGUAGE_TAGS[locale])
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveCount(1)
  const own = HEADINGS[row.path]
  await expect(heading).toContainText(own ? say(own) : name || say(row.title))
  if (!isFrameless(row)) {
    const trail = trailOf(row)
    const group = trail[0]?.menu?.group
    const names = trail.map(({ title }) => say(title))
    const section = group && say(`shell.groups.${group}`)
    const breadcrumb = page.getByRole('navigation', { name: say('shell.breadcrumb') }).getByRole('listitem')
    await expect(breadcrumb).toHaveText(section && section !== names[0] ? [section, ...names] : names)
    await expect(breadcrumb.last()).toHaveAttribute('aria-current', 'page')
  }
  for (const words of await wordsOf(page)) expect(words).not.toMatch(RAW_KEY)
}

async function switchToEnglish(page: Page, row: ScreenRow): Promise<void> {
  if (isFrameless(row)) {
    await page.evaluate(() => localStorage.setItem('locale', 'en'))
    await page.reload()
  } else {
    await page.getByRole('button', { name: zh('shell.language'), exact: true }).click()
    await page.getByRole('menuitemradio', { name: 'English' }).click()
  }
}

for (const row of SCREENS.filter((one) => !isStep(one))) {
  test(`${row.path} opens with its right, complete in both languages, and keeps nobody out`, async ({
    home,
    people,
    role,
    open,
  }) => {
    // A screen of the super administrator is opened by `home`, whose language an earlier test may have changed.
    const isOfSuper = row.access.kind === 'super'
    if (isOfSuper) await home.call(identityCalls.updatePreferences, { locale: DEFAULT_LOCALE })
    const reader = isOfSuper ? home : await role(rightsFor(row))
    const { address, name } = await addressOf(row, home, people, reader)
    const page = await open(isOpen(row) ? undefined : reader)
    await page.goto(address)
    await expectSpoken(page, row, name, 'zh')
    const isForm = CHANGES.test(row.path)
    if (isForm || row.shows) await expect(page.locator('form h1')).toHaveCount(isForm ? 1 : 0)
    await expectNobodyKeptOut(page)
    await switchToEnglish(page, row)
    await expectSpoken(page, row, name, 'en')
  })
}

test('a screen is refused without its right, which it names', async ({ role, open }) => {
  const page = await open(await role(PRIVILEGES.filter((name) => name !== 'product.view')))
  await page.goto('/product')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(zh('shell.noAccess.title'))
  await expect(page.getByRole('main')).toContainText(zh('privileges.product.view'))
})

test('without a session the sign-in page opens, and a wrong address shows "not found"', async ({
  role,
  open,
  home,
  people,
}) => {
  const visitor = await open(undefined, {})
  const { address } = await addressOf(screenAt('/product/view'), home, people)
  await visitor.goto(address)
  await expect(visitor).toHaveURL('/login')
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(zh('identity.login.heading'))
  const page = await open(await role(['product.view']))
  for (const wrong of ['/no/such/page', '/product/view?guid=not-a-guid']) {
    await page.goto(wrong)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(zh('shell.notFound.title'))
    await expect(page).toHaveURL(wrong)
  }
  await page.getByRole('link', { name: zh('shell.toDashboard') }).click()
  await expect(page).toHaveURL('/dashboard')
})
