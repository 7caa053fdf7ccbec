import { ERRORS, centerDesk, dashboardCalls, developerCalls, identityCalls, productCalls } from '@sealwright/contract'
import type { ErrorName, PayloadOf } from '@sealwright/contract'
import { act, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DialogHost } from '../dialog/dialog.tsx'
import { setNavigation } from '../place/go.ts'
import { signOut } from '../session/leave.ts'
import { session } from '../stage.fixture.tsx'
import { STORED } from '../stored.ts'
import { useToasts } from '../toast.ts'
import { PhrasesProvider, showLanguage } from '../words/i18n.tsx'
import { answerKey, callServer, useAct } from './client.ts'
import { useConnection } from './connection.ts'
import { queryClient } from './query-client.ts'
import { setServiceFeePayment } from './service-fee.ts'

interface Sent {
  path: string
  headers: Headers
}

let sent: Sent[] = []
let answer: () => Promise<Response>
const go = vi.fn()

const envelope = (code: number, data: unknown = null) => Response.json({ code, desc: `refused with ${code}`, data })
const refuse =
  (name: ErrorName, status = 200) =>
  () =>
    Promise.resolve(
      Response.json({ code: ERRORS[name].code, desc: `refused with ${ERRORS[name].code}`, data: null }, { status }),
    )
const succeed =
  (data: unknown = {}) =>
  () =>
    Promise.resolve(envelope(0, data))
const lose = () => Promise.reject(new TypeError('network'))

beforeEach(async () => {
  sent = []
  answer = succeed()
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    sent.push({ path, headers: new Headers(init.headers) })
    return answer()
  })
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  STORED.ssId.set('handle-one')
  STORED.verifyUrlList.set([])
  setNavigation({ go, prefetch: () => undefined })
  history.replaceState(null, '', '/product?currentPage=2')
  await showLanguage('zh')
  render(
    <PhrasesProvider>
      <DialogHost />
    </PhrasesProvider>,
  )
})

afterEach(() => {
  go.mockReset()
})

const read = () => callServer(productCalls.find, {}).catch(() => undefined)
const toasts = () => useToasts.getState().toasts.map(({ tone, text }) => `${tone}: ${text}`)

describe('every call', () => {
  it('carries the session handle, the fingerprint, the language and a request id', async () => {
    await read()
    const headers = sent[0]?.headers
    expect(headers?.get('x-session-id')).toBe('handle-one')
    expect(headers?.get('x-device-fingerprint')).toBe(STORED.fingerprint.get())
    expect(headers?.get('accept-language')).toBe('zh-CN')
    expect(headers?.get('x-request-id')).toMatch(/^[0-9a-f]{32}$/)
  })

  it('to /login.do measures the fingerprint afresh', async () => {
    STORED.fingerprint.set('kept-from-another-day')
    await callServer(identityCalls.login, { account: 'a@b.c', password: 'secret1' })
    expect(sent[0]?.headers.get('x-device-fingerprint')).not.toBe('kept-from-another-day')
  })
})

describe('refusals that are handled centrally', () => {
  it('an expired session shows one toast, drops the handle and opens sign-in, which remembers the page', async () => {
    answer = refuse('session.expired')
    await Promise.all([read(), read(), read()])
    expect(toasts()).toEqual(['warning: 会话已过期，请重新登录'])
    expect(STORED.ssId.get()).toBeUndefined()
    expect(go.mock.calls).toEqual([['/login', { replace: true, returnTo: '/product?currentPage=2' }]])
  })

  it('signing out shows no warning, even if the screen still makes calls', async () => {
    queryClient.setQueryData(answerKey(identityCalls.current, {}), session)
    answer = () =>
      Promise.resolve(envelope(sent.at(-1)?.headers.has('x-session-id') ? 0 : ERRORS['session.expired'].code, {}))
    await signOut()
    await Promise.all([read(), read()])
    expect(STORED.ssId.get()).toBeUndefined()
    expect(go.mock.calls[0]?.[0]).toBe('/login')
    expect(toasts()).toEqual([])
  })

  it('signing out in another tab opens sign-in here at the next call, and says why', async () => {
    queryClient.setQueryData(answerKey(identityCalls.current, {}), session)
    STORED.ssId.remove()
    answer = refuse('session.expired')
    await read()
    expect(go.mock.calls).toEqual([['/login', { replace: true, returnTo: '/product?currentPage=2' }]])
    expect(toasts()).toEqual(['warning: 会话已过期，请重新登录'])
  })

  it('an expired older handle does not end the session that followed it', async () => {
    let refuseLater: (response: Response) => void = () => undefined
    answer = () =>
      new Promise((resolve) => {
        refuseLater = resolve
      })
    const late = read()
    await waitFor(() => expect(sent).toHaveLength(1))
    STORED.ssId.set('handle-two')
    refuseLater(envelope(ERRORS['session.expired'].code))
    await late
    expect(STORED.ssId.get()).toBe('handle-two')
    expect(go).not.toHaveBeenCalled()
  })

  it('becoming formal shows one dialog for all calls', async () => {
    answer = refuse('developer.becameFormal')
    await act(() => Promise.all([read(), read()]))
    expect(screen.getAllByText('开发者升级成功，请点击“确定”刷新页面')).toHaveLength(1)
    expect(screen.getAllByRole('alertdialog', { hidden: true })).toHaveLength(1)
    fireEvent.click(screen.getByText('确定'))
    await waitFor(() => expect(screen.queryByRole('alertdialog', { hidden: true })).toBeNull())
  })

  it('an unpaid service fee opens one payment dialog for all calls, and another after it is closed', async () => {
    let close: () => void = () => undefined
    const ask = vi.fn(
      () =>
        new Promise<void>((resolve) => {
          close = resolve
        }),
    )
    setServiceFeePayment(ask)
    answer = refuse('developer.serviceFeeUnpaid')
    await Promise.all([read(), read()])
    expect(ask).toHaveBeenCalledTimes(1)
    expect(toasts()).toEqual([])
    close()
    await read()
    expect(ask).toHaveBeenCalledTimes(2)
    close()
  })

  it('a lost connection is a state, not a toast, and ends with the next answer', async () => {
    answer = lose
    await Promise.all([read(), read()])
    expect(useConnection.getState().isLost).toBe(true)
    expect(toasts()).toEqual([])
    answer = succeed()
    await read()
    expect(useConnection.getState().isLost).toBe(false)
  })
})

describe('an act', () => {
  const payload = { name: '星图', displayName: '星图', licenseForm: 1, licenseId: 7 } satisfies PayloadOf<
    typeof productCalls.create
  >
  const start = (call: typeof productCalls.create = productCalls.create) => renderHook(() => useAct(call)).result
  const later = () => vi.advanceTimersByTime(600)

  it('runs once per 500 ms, however often it is clicked', async () => {
    const hook = start()
    await act(() => Promise.all([hook.current.act(payload), hook.current.act({ ...payload, licenseId: 8 })]))
    expect(sent).toHaveLength(1)
    later()
    await act(() => hook.current.act(payload))
    expect(sent).toHaveLength(2)
  })

  it('keeps its idempotency key for a retry after a lost connection, and uses a new one otherwise', async () => {
    const hook = start()
    answer = lose
    await act(() => hook.current.act(payload))
    later()
    answer = succeed({ guid: 'x' })
    await act(() => hook.current.act(payload))
    later()
    await act(() => hook.current.act(payload))
    const [lost, retried, next] = sent.map(({ headers }) => headers.get('idempotency-key'))
    expect(retried).toBe(lost)
    expect(next).not.toBe(lost)
  })

  it.each([
    ['the server fails', refuse('platform.systemError', 500)],
    ['the same call is still in progress', refuse('idempotency.inProgress')],
  ])('keeps its idempotency key if %s', async (_why, failing) => {
    const hook = start()
    answer = failing
    await act(() => hook.current.act(payload))
    later()
    await act(() => hook.current.act(payload))
    later()
    await act(() => hook.current.act({ ...payload, licenseId: 8 }))
    const [first, again, other] = sent.map(({ headers }) => headers.get('idempotency-key'))
    expect(again).toBe(first)
    expect(other).not.toBe(first)
  })

  it('invalidates all answers on success, and none when a form is refused', async () => {
    const hook = renderHook(() => useAct(productCalls.create, { showsRefusal: true })).result
    const dashboard = answerKey(dashboardCalls.get, {})
    queryClient.setQueryData(dashboard, {})
    answer = refuse('product.licenseIdTaken')
    await act(() => hook.current.act(payload))
    expect(queryClient.getQueryState(dashboard)?.isInvalidated).toBe(false)
    later()
    answer = succeed({ guid: 'x' })
    await act(() => hook.current.act(payload))
    expect(queryClient.getQueryState(dashboard)?.isInvalidated).toBe(true)
  })

  it('invalidates all answers when refused outside a form, because the page may be out of date', async () => {
    const hook = start()
    const dashboard = answerKey(dashboardCalls.get, {})
    queryClient.setQueryData(dashboard, {})
    answer = refuse('product.notFound')
    await act(() => hook.current.act(payload))
    expect(queryClient.getQueryState(dashboard)?.isInvalidated).toBe(true)
  })

  it('invalidates all answers after a change at the desk that manages its own transactions', async () => {
    const hook = renderHook(() => useAct(centerDesk.update)).result
    const dashboard = answerKey(dashboardCalls.get, {})
    queryClient.setQueryData(dashboard, {})
    answer = succeed()
    await act(() => hook.current.act({ revision: 1, registration: 'closed' }))
    expect(queryClient.getQueryState(dashboard)?.isInvalidated).toBe(true)
  })

  it("shows a refusal as a warning in the server's words", async () => {
    const hook = start()
    answer = refuse('product.licenseIdTaken')
    await act(() => hook.current.act(payload))
    expect(hook.current.refusal?.error).toBe('product.licenseIdTaken')
    expect(toasts()).toEqual([`warning: refused with ${ERRORS['product.licenseIdTaken'].code}`])
  })
})

describe('a call that requires the password again', () => {
  const reveal = () => renderHook(() => useAct(developerCalls.revealApiPassword)).result
  /** Refuses until the password is confirmed; `confirm` answers the password dialog. */
  const guarded = (confirm: () => Promise<Response> = succeed()) => {
    let isConfirmed = false
    answer = async () => {
      const path = sent.at(-1)?.path
      if (path !== identityCalls.confirm.path)
        return isConfirmed ? envelope(0, { apiPassword: 'f'.repeat(32) }) : refuse('identity.confirmPassword')()
      const response = await confirm()
      isConfirmed = ((await response.clone().json()) as { code: number }).code === 0 // our own envelope
      return response
    }
  }
  const password = () => screen.findByLabelText<HTMLInputElement>('密码')
  const type = async (text: string) => fireEvent.change(await password(), { target: { value: text } })
  const paths = () => sent.map(({ path }) => path)

  it('asks for it once, and is then sent again', async () => {
    guarded()
    const result = reveal()
    let done: unknown
    act(() => void result.current.act({}).then((given) => (done = given)))
    const input = await password()
    expect(input.autocomplete).toBe('current-password')
    await type('secret-1')
    fireEvent.click(screen.getByText('确认'))
    await waitFor(() => expect(done).toEqual({ apiPassword: 'f'.repeat(32) }))
    expect(paths()).toEqual([
      developerCalls.revealApiPassword.path,
      identityCalls.confirm.path,
      developerCalls.revealApiPassword.path,
    ])
    expect(screen.queryByLabelText('密码')).toBeNull()
    expect(toasts()).toEqual([])
  })

  it('stays quiet when the person gives up, and can be tried again', async () => {
    guarded()
    const result = reveal()
    let done: unknown = 'waiting'
    act(() => void result.current.act({}).then((given) => (done = given)))
    await password()
    fireEvent.click(screen.getByText('取消'))
    await waitFor(() => expect(done).toBeUndefined())
    expect(result.current).toMatchObject({ isActing: false, refusal: undefined })
    expect(toasts()).toEqual([])
    vi.advanceTimersByTime(500)
    act(() => void result.current.act({}))
    await password()
  })

  it.each(['identity.passwordWrong', 'identity.slowedDown'] as const)(
    'shows %s below the field and stays open',
    async (name) => {
      guarded(refuse(name))
      const result = reveal()
      act(() => void result.current.act({}))
      await type('wrong-one')
      fireEvent.click(screen.getByText('确认'))
      await screen.findByText(`refused with ${ERRORS[name].code}`)
      expect((await password()).getAttribute('aria-invalid')).toBe('true')
      expect(toasts()).toEqual([])
      await type('another')
      expect(screen.queryByText(`refused with ${ERRORS[name].code}`)).toBeNull()
    },
  )

  it('shares one dialog with other such calls', async () => {
    guarded()
    const both = Promise.all([
      callServer(developerCalls.revealApiPassword, {}),
      callServer(developerCalls.revealApiPassword, {}),
    ])
    await type('secret-1')
    expect(screen.getAllByLabelText('密码')).toHaveLength(1)
    fireEvent.click(screen.getByText('确认'))
    await expect(both).resolves.toHaveLength(2)
    expect(paths().filter((path) => path === identityCalls.confirm.path)).toHaveLength(1)
  })

  it('shows the refusal if the server still requires it', async () => {
    answer = () =>
      sent.at(-1)?.path === identityCalls.confirm.path ? succeed()() : refuse('identity.confirmPassword')()
    const result = reveal()
    act(() => void result.current.act({}))
    await type('secret-1')
    fireEvent.click(screen.getByText('确认'))
    await waitFor(() => expect(toasts()).toHaveLength(1))
    expect(paths()).toHaveLength(3)
  })

  it('is canceled if the session ends in the meantime', async () => {
    guarded(refuse('session.expired'))
    const result = reveal()
    act(() => void result.current.act({}))
    await type('secret-1')
    fireEvent.click(screen.getByText('确认'))
    await waitFor(() => expect(screen.queryByLabelText('密码')).toBeNull())
    expect(go.mock.calls[0]?.[0]).toBe('/login')
  })
})
