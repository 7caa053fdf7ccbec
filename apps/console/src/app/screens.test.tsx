// Every screen of the table behind the real door: closed without a session, refused without its right, nothing at a
// wrong address. That each opens with its right is walked in the browser (e2e/screens.spec.ts). The tests go on from
// one page, as a person does: first outside, and with rights before without: what a route has loaded it keeps.
import { PRIVILEGES, billingCalls, identityCalls, productCalls } from '@sealwright/contract'
import { loadPhrases, sentences } from '@sealwright/phrases'
import { act, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { answerKey } from '../lib/call/client.ts'
import { queryClient } from '../lib/call/query-client.ts'
import { goToHref } from '../lib/place/go.ts'
import { session } from '../lib/stage.fixture.tsx'
import { STORED } from '../lib/stored.ts'
import { useToasts } from '../lib/toast.ts'
import { showLanguage } from '../lib/words/i18n.tsx'
import { openConsole } from './console.ts'
import { isOutside } from './enter.ts'
import { SCREENS } from './screens.ts'

const say = sentences('zh', await loadPhrases('zh'))
const INSIDE = SCREENS.filter((row) => !isOutside(row))

/** What the elements say. By selector: looking for roles costs more than all else here. */
const textsOf = (selector: string) => [...document.querySelectorAll(selector)].map(({ textContent }) => textContent)
const menu = () => textsOf(`nav[aria-label="${say('shell.menu')}"] a`)

/** The one heading of the page says this. */
const expectHeading = (words: string, where: string) => waitFor(() => expect(textsOf('h1'), where).toEqual([words]))

/** From now on a sub-administrator with these rights is signed in. */
function signIn(privileges: readonly string[]): void {
  STORED.ssId.set('handle')
  queryClient.setQueryData(answerKey(identityCalls.current, {}), { ...session, isMainAccount: false, privileges })
}

const goTo = (href: string) => act(async () => goToHref(href))

/** What the shell and the first list ask the server for; other screens are not looked at closely here. */
const ANSWERS: Record<string, unknown> = {
  [billingCalls.balance.path]: { balanceFen: 0, isLow: false, standing: session.developer.standing },
  [productCalls.find.path]: { rows: [], records: 0, total: 0 },
}

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  vi.stubGlobal('fetch', async (input: string) =>
    Response.json({ code: 0, desc: '', data: ANSWERS[input.split('?', 1)[0] ?? input] ?? {} }),
  )
})

// The shell is left before what it shows is forgotten, and nothing is under way when another file uses the page.
afterEach(async () => {
  await goTo('/login')
  await expectHeading(say('identity.login.heading'), '/login')
})

let close: () => void
afterAll(() => act(async () => close()))

beforeAll(async () => {
  history.replaceState(null, '', '/login')
  const element = document.createElement('div')
  document.body.append(element)
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  await showLanguage('zh')
  close = await act(async () => openConsole(element))
})

it('without a session, every screen but the open ones leads to sign-in and back', async () => {
  for (const { path } of SCREENS.filter((row) => row.access.kind !== 'open')) {
    await goTo(path)
    expect(location.pathname, path).toBe('/login')
    expect(history.state, path).toMatchObject({ returnTo: path })
    await expectHeading(say('identity.login.heading'), path)
  }
  expect(useToasts.getState().toasts).toEqual([])
})

it('a person who signed out in another tab is told why the next page is the sign-in page', async () => {
  signIn(['product.view'])
  await goTo('/product')
  await waitFor(() => expect(textsOf('h1').join('')).toContain(say('product.titles.list')))
  STORED.ssId.remove()
  await goTo('/taskCenter')
  expect(history.state).toMatchObject({ returnTo: '/taskCenter' })
  expect(useToasts.getState().toasts).toMatchObject([{ tone: 'warning', text: say('errors.session.expired') }])
})

it('an address with a slash at its end is the same screen', async () => {
  signIn(['product.view'])
  await goTo('/product/')
  await waitFor(() => expect(document.title).toBe(`${say('product.titles.list')} · ${say('common.productName')}`))
  await waitFor(() => expect(textsOf('h1').join('')).toContain(say('product.titles.list')))
  // Its section has the same name, which is said once.
  expect(textsOf(`nav[aria-label="${say('shell.breadcrumb')}"] li`)).toEqual([say('product.titles.list')])
})

it('a screen without what it shows in its address is an address that no screen has', async () => {
  signIn(PRIVILEGES)
  for (const { path, search } of INSIDE.filter((row) => row.search && row.access.kind !== 'super')) {
    const isOptional = search?.safeParse({}).success
    for (const address of [...(isOptional ? [] : [path]), `${path}?guid=not-a-guid`]) {
      await goTo(address)
      await expectHeading(say('shell.notFound.title'), address)
    }
  }
})

it('an address that no screen has says so, and leads back', async () => {
  signIn(['product.view'])
  await goTo('/no/such/page')
  await expectHeading(say('shell.notFound.title'), '/no/such/page')
  expect(location.pathname).toBe('/no/such/page')
  expect(textsOf('main a[href="/dashboard"]')).toEqual([say('shell.toDashboard')])
})

it('every screen is refused without its right, which it names, and is not in the menu', async () => {
  for (const row of INSIDE) {
    const { path, access, title } = row
    if (access.kind !== 'privilege') continue
    signIn(PRIVILEGES.filter((name) => !access.anyOf.includes(name)))
    await goTo(path)
    await expectHeading(say('shell.noAccess.title'), path)
    expect(location.pathname, path).toBe(path)
    for (const name of access.anyOf) expect(textsOf('main').join(''), path).toContain(say(`privileges.${name}`))
    expect(textsOf('main a'), path).toEqual([say('shell.toDashboard')])
    expect(menu().length, path).toBeGreaterThan(1)
    if (row.menu) expect(menu(), path).not.toContain(say(title))
  }
})

it('a screen that only the main account may open is refused to everybody else', async () => {
  signIn(PRIVILEGES)
  for (const { path } of INSIDE.filter(({ access }) => access.kind === 'super')) {
    await goTo(path)
    await expectHeading(say('shell.noAccess.title'), path)
    expect(textsOf('main').join(''), path).toContain(say('errors.platform.superOnly'))
  }
})
