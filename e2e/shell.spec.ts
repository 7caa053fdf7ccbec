// Tests the frame around all screens: sign-in and sign-out, ended sessions, language and theme, the palette, dialogs,
// the codes of section 8, the content policy, phones, and keyboard use.
import type { Page } from '@playwright/test'
import { ERRORS, LIMITS, TIME_ZONES, productCalls, temporalTime, wallTime } from '@sealwright/contract'
import type { ErrorName } from '@sealwright/contract'
import { PASSWORD } from '@sealwright/testkit/password'
import { expect, seriousIn, signInOn, test } from './support/fixtures.ts'
import { newLicenseId, productPayload } from './support/people.ts'
import { productForm } from './support/product-form.ts'
import { en, zh } from './support/words.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const menuLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: zh('shell.menu') }).getByRole('link', { name, exact: true })
const palette = (page: Page) => page.getByRole('dialog', { name: zh('shell.search') })
const stored = (page: Page, name: string) => page.evaluate((key) => localStorage.getItem(key), name)
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

/** Answers the next call to this path with this refusal; later calls reach the server. */
async function refuseOnce(page: Page, path: string, error: ErrorName): Promise<void> {
  await page.route(
    `**${path}`,
    (route) =>
      route.fulfill({
        status: 200,
        contentType: 'application/json',
        body: JSON.stringify({ code: ERRORS[error].code, desc: zh(`errors.${error}`), data: null }),
      }),
    { times: 1 },
  )
}

test.describe('coming and going', () => {
  test('/ leads to the dashboard', async ({ role, open }) => {
    const page = await open(await role(['product.view'], 'zh'))
    await page.goto('/')
    await expect(page).toHaveURL('/dashboard')
    await expect(heading(page)).toHaveText(zh('dashboard.title'))
  })

  test('a wrong password is told in one sentence, and what was typed stays', async ({ people, open }) => {
    const person = await people.stranger()
    const page = await open()
    await page.goto('/login')
    await page.locator('button[type=submit]').click()
    await expect(page.locator('input[name=account]')).toBeFocused()
    await page.locator('input[name=account]').fill(person.account)
    await page.locator('input[name=password]').fill('not-this-one')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toHaveText(zh('errors.identity.loginFailed'))
    await expect(page.locator('input[name=account]')).toHaveValue(person.account)
    expect(await stored(page, 'ssId')).toBeNull()
  })

  test('an ended session is announced and cleared, and signing in leads back', async ({ people, open }) => {
    const actor = await people.developer({ products: 1 })
    const page = await open(actor)
    await page.goto('/product?productName=01')
    await expect(page.getByRole('link', { name: '产品 01' })).toBeVisible()
    // The frame also requests the balance; its call must not be the first to find that the session ended.
    await page.waitForLoadState('networkidle')
    await people.sql('delete from session where account_id = $1', [actor.accountId])
    await page.getByRole('button', { name: zh('blocks.list.refresh') }).click()
    await expect(toast(page, zh('errors.session.expired'))).toBeVisible()
    await expect(page).toHaveURL('/login')
    expect(await stored(page, 'ssId')).toBeNull()
    await signInOn(page, actor)
    await expect(page).toHaveURL('/product?productName=01')
    await expect(page.getByRole('link', { name: '产品 01' })).toBeVisible()
  })

  test('a session without its cookie counts as expired', async ({ people, open }) => {
    const page = await open(await people.developer())
    await page.context().clearCookies()
    await page.goto('/product')
    await expect(toast(page, zh('errors.session.expired'))).toBeVisible()
    await expect(page).toHaveURL('/login')
    expect(await stored(page, 'ssId')).toBeNull()
  })

  test('a message that is due before the phrases are loaded waits for them', async ({ people, open }) => {
    const page = await open(await people.developer())
    await page.context().clearCookies()
    const refused = page.waitForResponse('**/session/current.do*').then((response) => response.finished())
    await page.route('**/assets/zh-cn-*.js', async (route) => {
      await refused
      await route.continue()
    })
    await page.goto('/product')
    await expect(toast(page, zh('errors.session.expired'))).toBeVisible()
    await expect(page).toHaveURL('/login')
  })

  test('visiting the sign-in page ends the stored session', async ({ people, open }) => {
    const page = await open(await people.developer())
    await page.goto('/dashboard')
    await expect(heading(page)).toBeVisible()
    expect(await stored(page, 'ssId')).not.toBeNull()
    await page.goto('/login')
    await expect(heading(page)).toHaveText(zh('identity.login.heading'))
    expect(await stored(page, 'ssId')).toBeNull()
    await page.goto('/product')
    await expect(page).toHaveURL('/login')
  })

  test('a new tab is signed in', async ({ people, open }) => {
    const page = await open(await people.developer())
    await page.goto('/dashboard')
    await expect(heading(page)).toBeVisible()
    const tab = await page.context().newPage()
    await tab.goto('/product')
    await expect(heading(tab)).toContainText(zh('product.titles.list'))
  })

  test('signing out ends the session on the server too', async ({ people, open }) => {
    const actor = await people.developer()
    const page = await open(actor)
    await page.goto('/dashboard')
    await page.getByRole('button', { name: zh('shell.account', { name: actor.name }) }).click()
    await page.getByRole('button', { name: zh('shell.signOut') }).click()
    await expect(page).toHaveURL('/login')
    expect(await people.sql('select 1 from session where account_id = $1', [actor.accountId])).toEqual([])
  })

  test('what an advertisement or a promotion put into the address is kept for later', async ({ open }) => {
    const page = await open()
    await page.goto('/login?code=SPRING&bd_vid=click-1&keyword=licensing')
    await expect(heading(page)).toBeVisible()
    expect(
      await Promise.all(['spreadCode', 'bd_log_query', 'source_keyword'].map((name) => stored(page, name))),
    ).toEqual(['SPRING', 'click-1', 'licensing'])
    await page.goto(`/login?code=${'x'.repeat(LIMITS.account.promotionCodeMax + 1)}`)
    await expect(heading(page)).toBeVisible()
    expect(await stored(page, 'spreadCode')).toBe('SPRING')
  })
})

test.describe('language, theme and times', () => {
  test('the language changes without a reload, and also applies after signing in elsewhere', async ({
    people,
    open,
  }) => {
    const actor = await people.developer()
    const page = await open(actor)
    await page.goto('/product')
    await expect(page.getByRole('heading', { name: zh('product.list.emptyTitle') })).toBeVisible()
    await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }))
    const kept = page.waitForResponse('**/session/updatePreferences.do')
    await page.getByRole('button', { name: zh('shell.language') }).click()
    await page.getByRole('menuitemradio', { name: 'English' }).click()
    await expect(page.getByRole('heading', { name: en('product.list.emptyTitle') })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await expect(page).toHaveTitle(`${en('product.titles.list')} · ${en('common.productName')}`)
    expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true)
    await kept
    const elsewhere = await open()
    await elsewhere.goto('/login')
    await signInOn(elsewhere, actor)
    await expect(heading(elsewhere)).toHaveText(en('dashboard.title'))
  })

  test('the language chosen on the sign-in page also applies after sign-in', async ({ people, open }) => {
    const person = await people.stranger()
    const page = await open()
    await page.goto('/login')
    await page.getByRole('button', { name: 'English' }).click()
    await expect(heading(page)).toHaveText(en('identity.login.heading'))
    await signInOn(page, person)
    await expect(heading(page)).toHaveText(en('dashboard.title'))
    await expect
      .poll(() => people.sql('select locale from account where id = $1', [person.accountId]))
      .toEqual([{ locale: 'en' }])
  })

  test('the theme is remembered and applied before the first paint', async ({ people, open }) => {
    const page = await open(await people.developer())
    await page.goto('/dashboard')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
    await page.getByRole('button', { name: zh('shell.theme') }).click()
    await page.getByRole('menuitemradio', { name: zh('shell.themes.dark') }).click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await page.addInitScript(() => {
      const moments = { themeAt: Number.NaN, paintAt: Number.NaN }
      Object.assign(globalThis, { moments })
      new MutationObserver(() => {
        if (Number.isNaN(moments.themeAt) && document.documentElement.dataset.theme === 'dark')
          moments.themeAt = performance.now()
      }).observe(document, { attributes: true, subtree: true, childList: true })
      new PerformanceObserver((list) => {
        if (Number.isNaN(moments.paintAt)) moments.paintAt = list.getEntries()[0]?.startTime ?? Number.NaN
      }).observe({ type: 'paint', buffered: true })
    })
    await page.reload()
    await expect(heading(page)).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expect
      .poll(() => page.evaluate(() => (globalThis as unknown as { moments: { paintAt: number } }).moments.paintAt))
      .toBeGreaterThan(0) // set by the script above
    const { themeAt, paintAt } = await page.evaluate(
      () => (globalThis as unknown as { moments: { themeAt: number; paintAt: number } }).moments,
    ) // the same
    expect(themeAt).toBeLessThan(paintAt)
  })

  test('times are shown as the person likes them, also after a reload', async ({ people, open }) => {
    const actor = await people.developer({ products: 1 })
    const page = await open(actor)
    await page.goto('/product')
    const time = page.getByRole('main').getByRole('time')
    await expect(time).toHaveText(/^\d{4}-\d\d-\d\d \d\d:\d\d$/)
    const shown = await time.textContent()
    await page.getByRole('button', { name: zh('shell.account', { name: actor.name }) }).click()
    const kept = page.waitForResponse('**/session/updatePreferences.do')
    await page.getByRole('radio').nth(2).check()
    await kept
    await expect(time).toHaveText(new RegExp(`^${shown}:\\d\\d$`))
    await page.reload()
    await expect(time).toHaveText(new RegExp(`^${shown}:\\d\\d$`))
    // The developer's time zone, regardless of the browser's.
    const at = await time.getAttribute('datetime')
    expect(shown).toBe(
      new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'short' }).format(
        new Date(at ?? ''),
      ),
    )
  })
})

test.describe('the palette', () => {
  test('goes to a screen and to a product by the keyboard alone', async ({ people, open }) => {
    const actor = await people.developer()
    const payload = productPayload({ name: '磐石中间件' })
    await actor.call(productCalls.create, payload)
    const page = await open(actor)
    await page.goto('/product')
    await page.getByRole('main').getByRole('link', { name: '磐石中间件' }).click()
    await expect(heading(page)).toHaveText('磐石中间件')
    await page
      .getByRole('navigation', { name: zh('shell.menu') })
      .getByRole('button', { name: zh('shell.groups.dashboard') })
      .click()
    await menuLink(page, zh('dashboard.title')).click()
    await expect(heading(page)).toHaveText(zh('dashboard.title'))
    await page.keyboard.press('Control+k')
    // What was looked at last comes first.
    await expect(palette(page).getByRole('option').first()).toContainText('磐石中间件')
    await page.keyboard.type(zh('product.titles.new'))
    await expect(palette(page).getByRole('option', { selected: true })).toHaveText(zh('product.titles.new'))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/product/new')
    await expect(palette(page)).toHaveCount(0)

    await page.keyboard.press('Control+k')
    await page.keyboard.type(String(payload.licenseId))
    await expect(palette(page).getByRole('option', { selected: true })).toContainText('磐石中间件')
    await page.keyboard.press('Enter')
    await expect(heading(page)).toHaveText('磐石中间件')

    const button = page.getByRole('button', { name: zh('shell.language'), exact: true })
    await button.focus()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('没有这样的东西')
    await expect(palette(page)).toContainText(zh('shell.palette.empty'))
    await page.keyboard.press('Escape')
    await expect(palette(page)).toHaveCount(0)
    await expect(button).toBeFocused()
  })

  test('offers only what the person may do', async ({ role, open }) => {
    const page = await open(await role(['product.view'], 'zh'))
    await page.goto('/dashboard')
    await expect(heading(page)).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(palette(page).getByRole('option', { name: zh('product.titles.list') })).toBeVisible()
    await expect(palette(page).getByRole('option', { name: zh('product.titles.new') })).toHaveCount(0)
  })
})

test('a dialog stays on Escape and on a click beside it, and goes by its close button', async ({ people, open }) => {
  const page = await open(await people.developer({ products: 1 }))
  await page.goto('/product')
  const openQuestion = async () => {
    await page.getByRole('button', { name: zh('blocks.table.actionsOf', { name: '产品 01' }) }).click()
    await page.getByRole('menuitem', { name: zh('product.actions.delete') }).click()
  }
  const question = page.getByRole('alertdialog')
  await openQuestion()
  await expect(question).toBeVisible()
  // Cancel has the focus, so that pressing Enter out of habit deletes nothing.
  await expect(question.getByRole('button', { name: zh('shell.cancel') })).toBeFocused()
  for (let n = 0; n < 3; n++) await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: zh('shell.close') }).click()
  await expect(question).toHaveCount(0)
  await expect(page.getByRole('link', { name: '产品 01' })).toBeVisible()
})

test('menus, palette and dialogs have no serious accessibility violations', async ({ people, open }) => {
  const actor = await people.developer({ products: 1 })
  const page = await open(actor, { reducedMotion: 'reduce' })
  await page.goto('/product')
  const serious = (within: string) => seriousIn(page, { within })
  await page.getByRole('button', { name: zh('shell.account', { name: actor.name }) }).click()
  await expect(page.getByRole('radio').first()).toBeVisible()
  expect(await serious('.popover')).toEqual([])
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await expect(palette(page).getByRole('option').first()).toBeVisible()
  expect(await serious('dialog')).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: zh('blocks.table.actionsOf', { name: '产品 01' }) }).click()
  expect(await serious('.popover')).toEqual([])
  await page.getByRole('menuitem', { name: zh('product.actions.delete') }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  expect(await serious('dialog')).toEqual([])
})

test.describe('the codes of section 8', () => {
  test(`${ERRORS['developer.becameFormal'].code}: a dialog reports the upgrade to formal, and OK reloads`, async ({
    people,
    open,
  }) => {
    const page = await open(await people.developer({ products: 1 }))
    await refuseOnce(page, productCalls.find.path, 'developer.becameFormal')
    await page.goto('/product')
    const told = page.getByRole('alertdialog', { name: zh('errors.developer.becameFormal') })
    await expect(told).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(told).toBeVisible()
    const reloaded = page.waitForEvent('load')
    await told.getByRole('button', { name: zh('shell.ok') }).click()
    await reloaded
    await expect(page.getByRole('link', { name: '产品 01' })).toBeVisible()
  })
})

test(`the page cannot scroll until ${LIMITS.console.scrollReleaseMs} ms after the new screen is shown`, async ({
  people,
  open,
}) => {
  const page = await open(await people.developer())
  const html = page.locator('html')
  await page.clock.install()
  await page.goto('/dashboard')
  await expect(heading(page)).toHaveText(zh('dashboard.title'))
  await page.clock.runFor(LIMITS.console.scrollReleaseMs)
  await expect(html).not.toHaveAttribute('data-scroll')
  await page.clock.pauseAt(new Date(Date.now() + 3_600_000))
  await menuLink(page, zh('product.titles.list')).click()
  await expect(heading(page)).toContainText(zh('product.titles.list'))
  await expect(html).toHaveAttribute('data-scroll', 'locked')
  await expect(page.getByRole('main')).toHaveCSS('overflow-y', 'hidden')
  await page.clock.runFor(LIMITS.console.scrollReleaseMs - 1)
  await expect(html).toHaveAttribute('data-scroll', 'locked')
  await page.clock.runFor(1)
  await expect(html).not.toHaveAttribute('data-scroll')
  await expect(page.getByRole('main')).toHaveCSS('overflow-y', 'auto')
})

test('times in every time zone are the same in the browser and on the server', async ({ open }) => {
  const page = await open()
  // Past years, whose time zone rules no longer change.
  const instants = Array.from(
    { length: 40 },
    (_, index) => Date.UTC(2001, 0, 1) + index * 180 * 24 * 3_600_000 + index * 3_661_007,
  )
  const samples = TIME_ZONES.flatMap(({ zone }) => instants.map((ms) => [ms, zone] as const))
  const read = await page.evaluate<string[]>(
    `${JSON.stringify(samples)}.map(([ms, zone]) => (${String(temporalTime)})(ms, zone))`,
  )
  expect(read).toEqual(samples.map(([ms, zone]) => wallTime(new Date(ms), zone)))
})

test('emoji are removed from a text input, but not during composition with an input method', async ({
  people,
  open,
}) => {
  const page = await open(await people.developer())
  await page.goto('/product/new')
  const { name } = productForm(page)
  await name.pressSequentially('设计')
  await page.keyboard.insertText('😀👩‍👩‍👧')
  await name.pressSequentially('3')
  await expect(name).toHaveValue('设计3')

  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Input.imeSetComposition', { text: '🎉', selectionStart: 2, selectionEnd: 2 })
  await expect(name).toHaveValue('设计3🎉')
  await devtools.send('Input.insertText', { text: '🎉套件' })
  await expect(name).toHaveValue('设计3套件')
})

test("a script that is not the console's own does not run, and no inline style is allowed", async ({
  people,
  open,
  announce,
}) => {
  announce(/Content Security Policy/)
  const page = await open(await people.developer())
  const response = await page.goto('/dashboard')
  const policy = response?.headers()['content-security-policy'] ?? ''
  expect(policy).toContain("script-src 'self'")
  expect(policy).not.toContain('unsafe')
  await expect(heading(page)).toBeVisible()
  const violation = page.evaluate(
    () =>
      new Promise((resolve) =>
        document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective), {
          once: true,
        }),
      ),
  )
  await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'window.wasRun = true'
    document.body.append(script)
  })
  expect(await violation).toBe('script-src-elem')
  expect(await page.evaluate(() => 'wasRun' in globalThis)).toBe(false)
})

const PHONE = {
  viewport: { width: 390, height: 844 },
  screen: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
}

test('a phone gets the sign-in page that fits it, and a friendly word behind it', async ({ people, open }) => {
  const person = await people.stranger()
  const page = await open(undefined, PHONE)
  await page.goto('/login')
  await expect(heading(page)).toHaveText(zh('identity.login.heading'))
  await expect(page.locator('meta[name=viewport]')).toHaveAttribute('content', /width=device-width/)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await page.locator('input[name=account]').fill(person.account)
  await page.locator('input[name=password]').fill(PASSWORD)
  await page.locator('button[type=submit]').tap()
  await expect(heading(page)).toHaveText(zh('shell.phone.title'))
  await expect(page.locator('meta[name=viewport]')).toHaveCount(0)
  await page.goto('/product')
  await expect(heading(page)).toHaveText(zh('shell.phone.title'))
  await page.getByRole('button', { name: zh('shell.signOut') }).tap()
  await expect(page).toHaveURL('/login')
})

test('a narrow window on a computer is not treated as a phone: the menu opens over the page', async ({
  people,
  open,
}) => {
  const page = await open(await people.developer(), { viewport: { width: 390, height: 844 } })
  await page.goto('/dashboard')
  await expect(heading(page)).toHaveText(zh('dashboard.title'))
  await page.getByRole('button', { name: zh('shell.openMenu') }).click()
  await menuLink(page, zh('product.titles.list')).click()
  await expect(heading(page)).toContainText(zh('product.titles.list'))
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
})

test('every section of the menu is in sight, and the rail shows its entries beside it', async ({ people, open }) => {
  const page = await open(await people.developer({ status: 'trial' }), { viewport: { width: 1440, height: 900 } })
  const menu = page.getByRole('navigation', { name: zh('shell.menu') })
  await page.goto('/role')
  await expect(menu.getByRole('region', { name: zh('shell.trial.title') })).toBeVisible()
  const list = menu.getByRole('list').first()
  expect(await list.evaluate((element) => element.scrollHeight <= element.clientHeight)).toBe(true)

  await page.keyboard.press('Control+b')
  await expect.poll(async () => (await menu.boundingBox())?.width).toBe(56)
  await page.reload()
  await expect.poll(async () => (await menu.boundingBox())?.width).toBe(56)
  await menu.getByRole('button', { name: zh('shell.groups.people') }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.locator(':focus')).toHaveText(zh('customer.customer.titles.list'))
  const { x = 0, width = 0 } = (await page.locator(':focus').boundingBox()) ?? {}
  expect(x).toBeGreaterThan(48)
  expect(width).toBeGreaterThan(100)
  await page.keyboard.press('Enter')
  await expect(heading(page)).toContainText(zh('customer.customer.titles.list'))
  await expect(menu.getByRole('button', { expanded: true })).toHaveCount(0)
  await menu.getByRole('button', { name: zh('shell.groups.setting') }).hover()
  await menu.getByRole('link', { name: zh('access.titles.list') }).click()
  await expect(heading(page)).toContainText(zh('access.titles.list'))
  await page.getByRole('button', { name: zh('shell.widenMenu') }).click()
  await expect(menu.locator('[aria-current=page]')).toHaveText(zh('access.titles.list'))
})

test('someone without a mouse signs in and creates a product', async ({ people, open }) => {
  const person = await people.stranger()
  const licenseId = newLicenseId()
  const page = await open()
  const { keyboard } = page
  const focused = page.locator(':focus')
  /** Presses Tab until this control has the focus; fails if it is never reached. */
  const tabTo = async (control: ReturnType<Page['locator']>) => {
    for (let n = 0; n < 60; n++) {
      if (await control.evaluate((element) => element === document.activeElement)) return
      await keyboard.press('Tab')
    }
    await expect(control).toBeFocused()
  }
  await page.goto('/login')
  await expect(page.locator('input[name=account]')).toBeFocused()
  await keyboard.type(person.account)
  await keyboard.press('Tab')
  await keyboard.type(PASSWORD)
  await keyboard.press('Enter')
  await expect(heading(page)).toHaveText(zh('dashboard.title'))
  await tabTo(page.getByRole('link', { name: zh('dashboard.steps.product.title') }))
  await keyboard.press('Enter')
  await expect(page).toHaveURL('/product/new')
  const form = productForm(page)
  await expect(form.name).toBeFocused()
  await keyboard.type('键盘产品')
  await keyboard.press('Tab')
  await expect(form.displayName).toBeFocused()
  await keyboard.type('键盘')
  await keyboard.press('Tab')
  await expect(focused).toHaveAttribute('type', 'checkbox')
  await keyboard.press('Space')
  await tabTo(form.licenseId)
  await keyboard.type(String(licenseId))
  await tabTo(form.addModule)
  await keyboard.press('Enter')
  await expect(form.moduleName(1)).toBeFocused()
  await keyboard.type('建模')
  await keyboard.press('Enter')
  await expect(form.moduleName(2)).toBeFocused()
  await tabTo(form.create)
  await keyboard.press('Enter')
  await expect(page.locator('[data-marked]')).toContainText('键盘产品')
  await tabTo(page.getByRole('button', { name: zh('blocks.table.actionsOf', { name: '键盘产品' }) }))
  await keyboard.press('ArrowDown')
  await expect(focused).toHaveText(zh('product.actions.view'))
  await keyboard.press('Enter')
  await expect(heading(page)).toHaveText('键盘产品')
  await expect(page.getByRole('tabpanel').getByRole('listitem')).toHaveCount(2)
})
