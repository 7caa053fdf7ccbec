// The fixtures of the browser tests: new people, pages signed in as them, and a listener on the browser's console. A
// test fails if a page logs an error that the test did not announce; a violation of the content policy is such an
// error. The first page of a test is the worker's warm page (warm-page.ts), which loads the console in a third of the
// processor time.
import { test as base, expect } from '@playwright/test'
import type { BrowserContext, BrowserContextOptions, Page } from '@playwright/test'
import { DEFAULT_LOCALE, LIMITS } from '@sealwright/contract'
import type { Locale, Privilege } from '@sealwright/contract'
import { PASSWORD } from '@sealwright/testkit/password'
import { knowPeople } from './people.ts'
import type { Actor, People, Person } from './people.ts'
import { keepWarmPage } from './warm-page.ts'
import type { WarmPage } from './warm-page.ts'

export { expect } from '@playwright/test'
export { expectNobodyKeptOut, seriousIn } from './accessibility.ts'

/**
 * Skips the half second in which a second click on the same button is ignored. The clock of the page must be installed.
 */
export const afterThrottle = (page: Page) => page.clock.fastForward(LIMITS.console.clickThrottleMs)

interface OfTheWorker {
  url: string
  people: People
  warm: WarmPage
  /** Gives one sub-administrator of `home` exactly these privileges. Each call changes the same person. */
  role: (privileges: readonly Privilege[], locale?: Locale) => Promise<Actor>
  /** The developer of `role`. */
  home: Actor
}

interface Ear {
  heard: string[]
  expected: RegExp[]
}

interface OfTheTest {
  ear: Ear
  /**
   * Opens a page for this person, or for a visitor, in a separate browser context. With options, even empty ones, the
   * context is new and cold.
   */
  open: (who?: Pick<Actor, 'state'>, options?: BrowserContextOptions) => Promise<Page>
  /** Announces an error that this test causes in the browser's console. */
  announce: (expected: RegExp) => void
}

export function fromEnvironment(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: global-set-up.ts has not run`)
  return value
}

/** Fills in the sign-in page and submits it. */
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
  warm: [
    async ({ browser, url }, use) => {
      const warm = keepWarmPage(browser, url)
      await use(warm)
      await warm.close()
    },
    { scope: 'worker' },
  ],
  role: [
    async ({ people, home }, use) => {
      const person = await people.administrator(home, [])
      const actor = await people.signIn(person)
      await use(async (privileges, locale = DEFAULT_LOCALE) => {
        await people.sql('update membership set privileges = $1 where account_id = $2', [privileges, person.accountId])
        await people.sql('update account set locale = $1 where id = $2', [locale, person.accountId])
        return actor
      })
    },
    { scope: 'worker' },
  ],
  ear: [
    async ({ url: _url }, use) => {
      // axe enters every frame, and the frame of a mail preview runs no scripts.
      const ear: Ear = { heard: [], expected: [/^Blocked script execution in 'about:srcdoc'/] }
      await use(ear)
      expect(
        ear.heard.filter((words) => !ear.expected.some((pattern) => pattern.test(words))),
        "errors in the browser's console",
      ).toEqual([])
    },
    { auto: true },
  ],
  announce: async ({ ear }, use) => use((expected) => void ear.expected.push(expected)),
  open: async ({ browser, url, ear, warm }, use, testInfo) => {
    const own: BrowserContext[] = []
    let isLent = false
    const listen = (page: Page) => {
      page.on('console', (message) => {
        if (message.type() === 'error') ear.heard.push(message.text())
      })
      page.on('pageerror', (error) => ear.heard.push(String(error)))
    }
    await use(async (who, options) => {
      if (!options && !isLent) {
        isLent = true
        return warm.lend(who?.state, ear.heard)
      }
      const context = await browser.newContext({ baseURL: url, ...(who && { storageState: who.state }), ...options })
      own.push(context)
      context.on('page', listen)
      return context.newPage()
    })
    for (const context of own) await context.close()
    if (isLent) await warm.takeBack({ isSuspect: testInfo.status !== testInfo.expectedStatus })
  },
})
