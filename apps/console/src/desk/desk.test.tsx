// The desk from the sign-in page to its screens, on the real stage. Only the network is replaced.
import { DESK_CALLS, OPERATOR_PRIVILEGES, centerDesk, operatorDesk } from '@sealwright/contract'
import type { Call, OperatorPrivilege } from '@sealwright/contract'
import { loadPhrases, sentences } from '@sealwright/phrases'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerKey } from '../lib/call/client.ts'
import { queryClient } from '../lib/call/query-client.ts'
import { goToHref } from '../lib/place/go.ts'
import { STORED } from '../lib/stored.ts'
import { showLanguage } from '../lib/words/i18n.tsx'
import { operator } from './desk.fixture.tsx'
import { openDesk } from './open-desk.ts'
import { DESK_SCREENS } from './screens.ts'
import { DESK } from './session.ts'

const say = sentences('zh', await loadPhrases('zh'))
const textsOf = (selector: string) => [...document.querySelectorAll(selector)].map(({ textContent }) => textContent)
const expectHeading = (words: string, where: string) =>
  waitFor(() => expect(textsOf('h1').join(' '), where).toContain(words))
const menu = () => textsOf(`nav[aria-label="${say('desk.menu')}"] a`)

interface Sent {
  path: string
  body: string
  handle: string | null
}
let sent: Sent[]
let answers: Map<string, unknown>
let close: (() => void) | undefined

const answering = (call: Call, data: unknown) => answers.set(call.path, data)

async function open(href: string): Promise<void> {
  history.replaceState(null, '', href)
  const element = document.createElement('div')
  document.body.append(element)
  close = await act(async () => openDesk(element))
}

const goTo = (href: string) => act(async () => goToHref(href))
const type = (label: string, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

function signIn(privileges: readonly OperatorPrivilege[]): void {
  DESK.handle.set('handle-of-he')
  queryClient.setQueryData(answerKey(operatorDesk.current, {}), { ...operator, privileges })
  answering(operatorDesk.current, { ...operator, privileges })
}

beforeEach(async () => {
  sent = []
  // A center in use.
  answers = new Map([[centerDesk.firstSteps.path, { isNew: false, done: [], registration: 'open', consoleUrl: null }]])
  STORED.verifyUrlList.set([])
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    const path = input.split('?', 1)[0] ?? input
    const handle = new Headers(init?.headers).get('X-Session-Id')
    sent.push({ path, body: typeof init?.body === 'string' ? init.body : '', handle })
    return Response.json({ code: 0, desc: '', data: answers.get(path) ?? { rows: [], records: 0, total: 0 } })
  })
  await showLanguage('zh')
})

afterEach(async () => {
  await act(async () => close?.())
  document.body.replaceChildren()
})

it('the first sign-in leads over the set-up of the second factor to the page that was wanted', async () => {
  answering(operatorDesk.login, { ssId: 'pending', next: 'setup' })
  answering(operatorDesk.startTotp, { secret: 'ABCDEFGHIJKLMNOP', uri: 'otpauth://totp/x?secret=ABCDEFGHIJKLMNOP' })
  answering(operatorDesk.enableTotp, { ssId: 'full', next: 'desk', recoveryCodes: ['aaaa-bbbb', 'cccc-dddd'] })
  answering(operatorDesk.current, operator)
  await open('/platform/operators')
  await expectHeading(say('desk.titles.login'), '/platform/login')
  expect(location.pathname).toBe('/platform/login')
  type(say('operator.fields.email'), 'he@center.example')
  type(say('operator.fields.password'), 'Correct-horse-7')
  await act(async () => press(say('desk.login.submit')))
  await expectHeading(say('desk.titles.setup'), '/platform/setup')
  await screen.findByText('ABCD EFGH IJKL MNOP')
  expect(screen.getAllByRole('heading').map(({ tagName }) => tagName)).toEqual(['H1', 'H2'])
  type(say('ownAccount.secondFactor.enter', { digits: 6 }), '123456')
  await act(async () => press(say('ownAccount.secondFactor.finish')))
  await screen.findByText('aaaa-bbbb')
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'))
  fireEvent.click(screen.getByLabelText(say('ownAccount.secondFactor.kept')))
  await act(async () => press(say('desk.setup.enter')))
  await expectHeading(say('desk.titles.operators'), '/platform/operators')
  expect(sent.find(({ path }) => path === operatorDesk.startTotp.path)?.handle).toBe('pending')
  expect(sent.find(({ path }) => path === operatorDesk.find.path)?.handle).toBe('full')
  // The console of this browser is another matter.
  expect(STORED.ssId.get()).toBeUndefined()
})

it('a link in the fragment asks whom it is for, and for the address only if it has none', async () => {
  answering(operatorDesk.link, { email: null, name: null, roles: ['owner'] })
  answering(operatorDesk.accept, { ssId: 'pending', next: 'code' })
  await open('/platform/link#link=first-of-all&lang=zh')
  await screen.findByLabelText(say('operator.fields.email'))
  type(say('operator.fields.email'), 'he@center.example')
  type(say('operator.fields.name'), '何平')
  type(say('operator.fields.password'), 'Correct-horse-7')
  await act(async () => press(say('desk.link.submit')))
  await expectHeading(say('desk.titles.code'), '/platform/code')
  const accepted = sent.find(({ path }) => path === operatorDesk.accept.path)
  expect(Object.fromEntries(new URLSearchParams(accepted?.body))).toEqual({
    link: 'first-of-all',
    email: 'he@center.example',
    name: '何平',
    password: 'Correct-horse-7',
    locale: 'zh',
  })
})

it('the menu scrolls to the entry of the page that opens', async () => {
  const shown = vi.spyOn(Element.prototype, 'scrollIntoView')
  signIn(OPERATOR_PRIVILEGES)
  await open('/platform/operators')
  await expectHeading(say('desk.titles.operators'), '/platform/operators')
  expect(shown.mock.contexts.map((element) => (element as Element).textContent)).toContain(say('desk.titles.operators'))
})

it('the groups of the menu name their lists and are no headings before that of the page', async () => {
  signIn(OPERATOR_PRIVILEGES)
  await open('/platform')
  await expectHeading(say('desk.first.hello', { name: operator.name }), '/platform')
  const nav = screen.getByRole('navigation', { name: say('desk.menu') })
  expect(within(nav).queryAllByRole('heading')).toEqual([])
  expect(within(nav).getByRole('list', { name: say('desk.groups.money') })).toBeTruthy()
})

it('in a narrow window the open menu has the focus, the page behind it has none, and Escape leads back', async () => {
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  signIn(OPERATOR_PRIVILEGES)
  await open('/platform/operators')
  await expectHeading(say('desk.titles.operators'), '/platform/operators')
  const button = screen.getByRole('button', { name: say('shell.openMenu') })
  button.focus()
  fireEvent.click(button)
  const nav = screen.getByRole('navigation', { name: say('desk.menu') })
  expect(document.activeElement).toBe(within(nav).getByRole('link', { current: 'page' }))
  expect(screen.getByRole('main', { hidden: true }).closest('[inert]')).toBeTruthy()
  fireEvent.keyDown(nav, { key: 'Escape' })
  expect(document.activeElement).toBe(button)
  expect(button.getAttribute('aria-expanded')).toBe('false')
})

it('every screen is refused without its privilege, which it names, and is not in the menu', async () => {
  signIn(OPERATOR_PRIVILEGES)
  await open('/platform')
  await expectHeading(say('desk.first.hello', { name: operator.name }), '/platform')
  const entries = DESK_SCREENS.filter(({ entry }) => entry).map(({ title }) => say(title))
  expect(menu()).toEqual([
    say('desk.titles.first'),
    ...entries.toSorted((a, b) => menu().indexOf(a) - menu().indexOf(b)),
  ])
  for (const { path, access, title, entry } of DESK_SCREENS) {
    if (access.kind !== 'operator' || access.anyOf.length === 0) continue
    await act(async () => signIn(OPERATOR_PRIVILEGES.filter((name) => !access.anyOf.includes(name))))
    await goTo(path)
    await expectHeading(say('shell.noAccess.title'), path)
    for (const name of access.anyOf)
      expect(textsOf('main').join(''), path).toContain(say(`operator.privileges.${name}`))
    if (entry) expect(menu(), path).not.toContain(say(title))
  }
})

it('every privilege that a call needs opens a screen', () => {
  const opened = new Set(DESK_SCREENS.flatMap(({ access }) => (access.kind === 'operator' ? access.anyOf : [])))
  const areas = new Set([...opened].map((name) => name.split('.', 1)[0]))
  const needed = DESK_CALLS.flatMap(({ access }) => (access.kind === 'operator' ? access.anyOf : []))
  expect(needed.filter((name) => !areas.has(name.split('.', 1)[0] ?? ''))).toEqual([])
})

it('what waits for a decision is counted in the menu and told on the first screen', async () => {
  const waiting = { applications: 2, reviews: 0, feedback: 1, corrections: 3 }
  signIn(OPERATOR_PRIVILEGES)
  queryClient.setQueryData(answerKey(operatorDesk.current, {}), { ...operator, waiting })
  answering(operatorDesk.current, { ...operator, waiting })
  await open('/platform')
  await expectHeading(say('desk.first.hello', { name: operator.name }), '/platform')
  const rows = DESK_SCREENS.filter(({ entry }) => entry?.waiting && waiting[entry.waiting] > 0)
  await waitFor(() => expect(textsOf('main li a')).toHaveLength(rows.length))
})

it('a new center shows its first steps by their facts, until they are done or hidden', async () => {
  signIn(OPERATOR_PRIVILEGES)
  const found = { isNew: true, done: ['mail', 'account'], registration: 'invitation', consoleUrl: null }
  answering(centerDesk.firstSteps, { ...found, consoleUrl: 'https://center.example' })
  await open('/platform')
  const steps = await screen.findByRole('region', { name: say('blocks.firstSteps.title') })
  const stepsIn = (selector: string) => [...steps.querySelectorAll(selector)].map(({ textContent }) => textContent)
  expect(stepsIn('li[data-done] h3')).toEqual(
    (['mail', 'account'] as const).map(
      (step) => `${say(`desk.first.steps.${step}.title`)}${say('blocks.firstSteps.done')}`,
    ),
  )
  expect(stepsIn('a')).toEqual([
    say('desk.first.steps.settings'),
    say('desk.first.steps.settings'),
    say('desk.first.steps.seePrices'),
    say('desk.first.steps.invitations'),
    say('desk.first.steps.health'),
  ])
  expect(steps.textContent).toContain('https://center.example')
  answering(centerDesk.settleStep, {})
  await act(async () => press(say('desk.first.steps.keepPrices')))
  await act(async () => press(say('desk.first.steps.hide')))
  answering(centerDesk.firstSteps, { ...found, isNew: false })
  const dialog = await screen.findByRole('alertdialog', { hidden: true })
  const button = within(dialog).getByRole('button', { name: say('desk.first.steps.hide'), hidden: true })
  await act(async () => fireEvent.click(button))
  await waitFor(() => expect(steps.isConnected).toBe(false))
  expect(sent.filter(({ path }) => path === centerDesk.settleStep.path).map(({ body }) => body)).toEqual([
    'step=prices',
    'step=all',
  ])
})

it('an ended session leads to sign-in and back', async () => {
  signIn(OPERATOR_PRIVILEGES)
  await open('/platform/security')
  await expectHeading(say('desk.titles.security'), '/platform/security')
  await act(async () => press(say('shell.account', { name: operator.name })))
  await act(async () => fireEvent.click(screen.getByRole('menuitem', { name: say('shell.signOut') })))
  await expectHeading(say('desk.titles.login'), '/platform/login')
  expect(DESK.handle.get()).toBeUndefined()
  expect(sent.map(({ path }) => path)).toContain(operatorDesk.logout.path)
})
