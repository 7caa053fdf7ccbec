// What every browser test starts from: people of its own, pages signed in as them, and an ear on the browser's console. A test fails when a
// page logged an error (a broken content policy is one) that the test did not announce.
import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect } from '@playwright/test'
import type { BrowserContext, BrowserContextOptions, Page } from '@playwright/test'
import { LIMITS } from '@sealwright/contract'
import type { Locale, Privilege } from '@sealwright/contract'
import { PASSWORD } from './center-process.ts'
import { knowPeople } from './people.ts'
import type { Actor, People, Person } from './people.ts'

export { expect } from '@playwright/test'

/** Lets the half second pass in which a second click on the same button does not count; the page's clock must be installed. */
export const afterThrottle = (page: Page) => page.clock.fastForward(LIMITS.console.clickThrottleMs)

/** Axe finds nothing serious on the page, light or dark. */
export async function expectNobodyKeptOut(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
    const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] })
    // What the dark theme changes is colors.
    if (colorScheme === 'dark') axe.withRules('color-contrast')
    const { violations } = await axe.analyze()
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`), colorScheme).toEqual([])
  }
}

interface OfTheWorker {
  url: string
  people: People
  /** Who holds exactly these rights, signed in once a worker; their pages share one browser window. */
  role: (privileges: readonly Privilege[], locale: Locale) => Promise<BrowserContext>
  /** The developer that the roles of this worker belong to. */
  home: Actor
}

interface Ear {
  heard: string[]
  expected: RegExp[]
}

interface OfTheTest {
  ear: Ear
  /** A page of this person in a browser of their own, or of a visitor; or a page more in a browser that is open. */
  open: (who?: Pick<Actor, 'state'> | BrowserContext, options?: BrowserContextOptions) => Promise<Page>
  /** Announces an error that this test provokes in the browser's console. */
  announce: (expected: RegExp) => void
}

function fromEnvironment(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: global-set-up.ts has not run`)
  return value
}

/** Fills in the sign-in page that is on the screen. */
export async function signInOn(page: Page, person: Pick<Person, 'account'>): Promise<void> {
  await page.locator('input[name=account]').fill(person.account)
  await page.locator('input[name=password]').fill(PASSWORD)
  await page.locator('button[type=submit]').click()
}

export const test = base.extend<OfTheTest, OfTheWorker>({
  url: [async ({ playwright: _playwright }, use) => use(fromEnvironment('SEALWRIGHT_E2E_URL')), { scope: 'worker' }],
  people: [
    async ({ url }, use) => {
      const people = knowPeople(url, fromEnvironment('SEALWRIGHT_E2E_DATABASE'))
      await use(people)
      await people.close()
    },
    { scope: 'worker' },
  ],
  home: [async ({ people }, use) => use(await people.developer({ products: 2 })), { scope: 'worker' }],
  role: [
    async ({ browser, url, people, home }, use) => {
      const known = new Map<string, Promise<BrowserContext>>()
      const make = async (privileges: readonly Privilege[], locale: Locale) => {
        const { state } = await people.signIn(await people.administrator(home, privileges, locale))
        return browser.newContext({ baseURL: url, storageState: state })
      }
      await use((privileges, locale) => {
        const key = [locale, ...privileges.toSorted()].join(' ')
        const made = known.get(key) ?? make(privileges, locale)
        known.set(key, made)
        return made
      })
      for (const context of known.values()) await (await context).close()
    },
    { scope: 'worker' },
  ],
  ear: [
    async ({ url: _url }, use) => {
      const ear: Ear = { heard: [], expected: [] }
      await use(ear)
      expect(ear.heard.filter((words) => !ear.expected.some((pattern) => pattern.test(words))), 'errors in the console of the browser').toEqual([])
    },
    { auto: true },
  ],
  announce: async ({ ear }, use) => use((expected) => void ear.expected.push(expected)),
  open: async ({ browser, url, ear }, use) => {
    const opened: (BrowserContext | Page)[] = []
    await use(async (who, options) => {
      const isShared = who !== undefined && 'newPage' in who
      const context = isShared ? who : await browser.newContext({ baseURL: url, ...(who && { storageState: who.state }), ...options })
      const page = await context.newPage()
      opened.push(isShared ? page : context)
      const listen = (one: Page) => {
        one.on('console', (message) => {
          if (message.type() === 'error') ear.heard.push(message.text())
        })
        one.on('pageerror', (error) => ear.heard.push(String(error)))
      }
      listen(page)
      if (!isShared) context.on('page', listen)
      return page
    })
    for (const one of opened) await one.close()
  },
})
