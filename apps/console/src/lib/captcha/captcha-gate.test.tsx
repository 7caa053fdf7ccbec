import { ERRORS, LIMITS, captchaCalls, identityCalls, productCalls } from '@sealwright/contract'
import { act, fireEvent, renderHook, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { callServer, leaveForLogin, useAct } from '../call/client.ts'
import { setNavigation } from '../place/go.ts'
import { STORED } from '../stored.ts'
import { useToasts } from '../toast.ts'
import { showLanguage } from '../words/i18n.tsx'
import { captchaServer, challengeOf } from './captcha.fixture.ts'
import type { CaptchaServer } from './captcha.fixture.ts'

interface Sent {
  path: string
  captchaId: string | null
}

let server: CaptchaServer
/** The calls that require a captcha, and whether the server accepts an id. */
let listed: string[]
let isTaken: (captchaId: string | null) => boolean
let sent: Sent[]
const LOGIN = { account: 'lin@example.com', password: 'secret1' }

const answered = (code: number, data: unknown) =>
  Response.json({ code, desc: code === 0 ? '' : '请先完成安全验证', data })

beforeEach(async () => {
  server = captchaServer()
  server.challenge = () => challengeOf('WORD_IMAGE_CLICK')
  listed = [identityCalls.login.path]
  isTaken = (id) => id !== null
  sent = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const own = await server.fetch(url, init)
    if (own) return own
    const path = url.split('?', 1)[0] ?? url
    const captchaId = new Headers(init.headers).get('x-captcha-id')
    sent.push({ path, captchaId })
    if (path === captchaCalls.verifyList.path) return answered(0, listed)
    return listed.includes(path) && !isTaken(captchaId)
      ? answered(ERRORS['captcha.listStale'].code, null)
      : answered(0, { ssId: 's', next: 'dashboard' })
  })
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  setNavigation({ go: () => undefined, prefetch: () => undefined })
  await showLanguage('zh')
})

afterEach(() => {
  leaveForLogin()
})

const picture = () => screen.findByAltText('验证图片')
/** Clicks four times, and waits until the success tip is over. */
async function solve(): Promise<void> {
  const shown = await picture()
  const before = server.answers.length
  for (let i = 0; i < LIMITS.console.captchaClicks; i++)
    await act(async () => void fireEvent.click(shown, { clientX: 10 * i, clientY: 5 }))
  await waitFor(() => expect(server.answers).toHaveLength(before + 1))
  await act(async () => void (await vi.advanceTimersByTimeAsync(LIMITS.console.captchaTipMs)))
}

const close = async () => {
  await picture()
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: '关闭', hidden: true })))
}
const paths = () => sent.map(({ path }) => path)
const toasts = () => useToasts.getState().toasts.map(({ tone, text }) => `${tone}: ${text}`)
const start = () => renderHook(() => useAct(identityCalls.login)).result

it('a listed call shows the captcha first and carries its id; the list is loaded once per session', async () => {
  const login = callServer(identityCalls.login, LOGIN)
  await solve()
  await login
  expect(server.asked[0]?.body).toEqual({ url: identityCalls.login.path, account: LOGIN.account })
  expect(server.asked[0]?.headers.get('x-device-fingerprint')).toBe(STORED.fingerprint.get())
  expect(sent).toEqual([
    { path: captchaCalls.verifyList.path, captchaId: null },
    { path: identityCalls.login.path, captchaId: server.answers[0]?.id },
  ])
  expect(STORED.verifyUrlList.get()).toEqual(listed)

  const again = callServer(identityCalls.login, LOGIN)
  await solve()
  await again
  expect(paths()).toEqual([captchaCalls.verifyList.path, identityCalls.login.path, identityCalls.login.path])
  expect(sent.at(-1)?.captchaId).not.toBe(sent.at(-2)?.captchaId)
})

it('a call that is not listed needs no captcha, and a read call does not wait for the list', async () => {
  await callServer(productCalls.find, {})
  expect(sent).toEqual([{ path: productCalls.find.path, captchaId: null }])
  await callServer(productCalls.delete, { guid: '0190a0c0-0000-7000-8000-000000000000' })
  expect(paths()).toEqual([productCalls.find.path, captchaCalls.verifyList.path, productCalls.delete.path])
  expect(server.asked).toEqual([])
})

it('a list that cannot be loaded does not block calls', async () => {
  const real = fetch
  vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
    url === captchaCalls.verifyList.path ? Promise.reject(new TypeError('network')) : real(url, init),
  )
  listed = []
  await callServer(identityCalls.login, LOGIN)
  expect(paths()).toEqual([identityCalls.login.path])
})

it('captcha.listStale reads the list again, shows the captcha and sends the call once more', async () => {
  STORED.verifyUrlList.set([])
  const login = callServer(identityCalls.login, LOGIN)
  await solve()
  await login
  expect(sent).toEqual([
    { path: identityCalls.login.path, captchaId: null },
    { path: captchaCalls.verifyList.path, captchaId: null },
    { path: identityCalls.login.path, captchaId: server.answers[0]?.id },
  ])
  expect(toasts()).toEqual([])
})

it('captcha.listStale a second time is a warning, and nothing is sent again', async () => {
  STORED.verifyUrlList.set([])
  isTaken = () => false
  const hook = start()
  let login: Promise<unknown> = Promise.resolve()
  act(() => void (login = hook.current.act(LOGIN)))
  await solve()
  await act(async () => void (await login))
  expect(paths().filter((path) => path === identityCalls.login.path)).toHaveLength(2)
  expect(server.asked.filter(({ url }) => url === captchaCalls.generate.path)).toHaveLength(1)
  expect(toasts()).toEqual(['warning: 请先完成安全验证'])
})

it('captcha.listStale for a call that the list does not name is a warning at once', async () => {
  STORED.verifyUrlList.set([])
  isTaken = () => false
  const real = fetch
  vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
    url === captchaCalls.verifyList.path ? answered(0, []) : real(url, init),
  )
  const hook = start()
  await act(async () => void (await hook.current.act(LOGIN)))
  expect(server.asked).toEqual([])
  expect(toasts()).toEqual(['warning: 请先完成安全验证'])
})

it('closing the captcha sends nothing, says nothing, and the act can be repeated', async () => {
  const hook = start()
  let login: Promise<unknown> = Promise.resolve()
  act(() => void (login = hook.current.act(LOGIN)))
  await close()
  await act(async () => expect(await login).toBeUndefined())
  expect(paths()).toEqual([captchaCalls.verifyList.path])
  expect(toasts()).toEqual([])
  expect(hook.current).toMatchObject({ isActing: false, refusal: undefined })

  vi.advanceTimersByTime(LIMITS.console.clickThrottleMs)
  act(() => void (login = hook.current.act(LOGIN)))
  await solve()
  await act(async () => expect(await login).toBeDefined())
})

it('calls at the same time show one captcha after the other', async () => {
  const first = callServer(identityCalls.login, LOGIN)
  const second = callServer(identityCalls.login, LOGIN)
  await picture()
  expect(document.querySelectorAll('dialog')).toHaveLength(1)
  await solve()
  await first
  await solve()
  await second
  expect(sent.map(({ captchaId }) => captchaId).filter(Boolean)).toEqual(server.answers.map(({ id }) => id))
})

it('leaving for the sign-in page closes open and queued captchas', async () => {
  const calls = [callServer(identityCalls.login, LOGIN), callServer(identityCalls.login, LOGIN)].map((call) =>
    call.catch(() => 'gone'),
  )
  await picture()
  await act(async () => leaveForLogin())
  expect(await Promise.all(calls)).toEqual(['gone', 'gone'])
  expect(document.querySelector('dialog')).toBeNull()
  expect(server.asked.filter(({ url }) => url === captchaCalls.generate.path)).toHaveLength(1)
})
