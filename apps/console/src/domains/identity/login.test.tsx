import { ERRORS, identityCalls } from '@sealwright/contract'
import type { ErrorName } from '@sealwright/contract'
import { act, cleanup, createEvent, fireEvent, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { FIRST_SCREEN, setNavigation } from '../../lib/place/go.ts'
import { openStage } from '../../lib/stage.fixture.tsx'
import { STORED } from '../../lib/stored.ts'
import { Screen as Login } from './login.screen.tsx'

const elsewhere = Object.fromEntries(
  [FIRST_SCREEN, '/MFAVerification', '/binding', '/product'].map((path) => [path, () => null]),
)
const account = () => screen.getByLabelText<HTMLInputElement>('手机号或邮箱')
const password = () => screen.getByLabelText<HTMLInputElement>('密码')
const refused = (name: ErrorName, desc: string, data: unknown = null) => ({ code: ERRORS[name].code, desc, data })

async function signIn(typed = { account: 'lin@example.com', password: 'secret-1' }): Promise<void> {
  fireEvent.input(account(), { target: { value: typed.account } })
  fireEvent.input(password(), { target: { value: typed.password } })
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '登录' })))
}

it('the account loses emoji, but not while an input method composes; the password keeps them', async () => {
  await openStage({ '/login': Login }, '/login', [])
  fireEvent.input(account(), { target: { value: 'lin🚀@example.com' } })
  expect(account().value).toBe('lin@example.com')
  fireEvent(account(), createEvent.input(account(), { target: { value: 'lin🚀' }, isComposing: true }))
  expect(account().value).toBe('lin🚀')
  fireEvent.compositionEnd(account())
  expect(account().value).toBe('lin')
  fireEvent.input(password(), { target: { value: 'secret🚀' } })
  expect(password().value).toBe('secret🚀')
})

it('a link leads to the activation page with the typed account', async () => {
  await openStage({ '/login': Login }, '/login', [])
  fireEvent.input(account(), { target: { value: 'lin@example.com' } })
  expect(screen.getByText('激活账号').getAttribute('href')).toBe('/p/activate#account=lin%40example.com')
})

it('the way to register is gone while registration is closed', async () => {
  const door = { demo: false, keepsMail: true, keepsSms: true, registration: 'closed' }
  await openStage({ '/login': Login }, '/login', [[identityCalls.door, () => ({ data: door })]])
  await vi.waitFor(() => expect(screen.queryByText('立即注册')).toBeNull())
})

it('an empty form is not sent: it says what is missing and focuses the first field', async () => {
  const stage = await openStage({ '/login': Login }, '/login', [])
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '登录' })))
  expect(stage.sent.map(({ path }) => path)).not.toContain(identityCalls.login.path)
  expect(account()).toHaveProperty('ariaInvalid', 'true')
  expect(document.activeElement).toBe(account())
  expect(screen.getByText('手机号或邮箱不能为空')).toBeTruthy()
  expect(screen.getByText('密码不能为空')).toBeTruthy()
})

it('an account passed on by another page is filled in, and the password has the focus', async () => {
  await openStage({ '/login': Login }, '/login', [])
  expect(document.activeElement).toBe(account())
  cleanup()
  history.replaceState({ returnTo: '/product' }, '', '/login#account=lin%40example.com')
  await openStage({ '/login': Login }, '/login', [])
  expect(account().value).toBe('lin@example.com')
  expect(document.activeElement).toBe(password())
  expect([location.hash, history.state]).toEqual(['', { returnTo: '/product' }])
})

it('an account that was just registered is told so, until the sign-in is refused', async () => {
  history.replaceState(null, '', '/login#account=lin%40example.com&registered=1')
  const wrong = () => refused('identity.loginFailed', '账号或密码错误')
  await openStage({ '/login': Login }, '/login', [[identityCalls.login, wrong]])
  expect(screen.getByText('注册成功，请用新账号登录。')).toBeTruthy()
  await signIn()
  expect(screen.queryByText('注册成功，请用新账号登录。')).toBeNull()
})

describe('a correct password', () => {
  it.each([
    ['dashboard', FIRST_SCREEN],
    ['mfa', '/MFAVerification'],
    ['binding', '/binding'],
  ] as const)('leads to the next step: %s', async (next, path) => {
    const stage = await openStage({ '/login': Login, ...elsewhere }, '/login', [
      [identityCalls.login, () => ({ data: { ssId: 'new-handle', next } })],
    ])
    await signIn()
    expect(stage.address()).toBe(path)
    expect(STORED.ssId.get()).toBe('new-handle')
  })

  it('leads back to the page that the person wanted', async () => {
    history.replaceState({ returnTo: '/product?guid=1' }, '', '/login')
    const stage = await openStage({ '/login': Login, ...elsewhere }, '/login', [
      [identityCalls.login, () => ({ data: { ssId: 'h', next: 'dashboard' } })],
    ])
    await signIn()
    expect(stage.address()).toBe('/product?guid=1')
  })

  it('passes the return path on, so that the router can leave a page that does not exist', async () => {
    history.replaceState({ returnTo: '/nosuch' }, '', '/login')
    await openStage({ '/login': Login }, '/login', [
      [identityCalls.login, () => ({ data: { ssId: 'h', next: 'dashboard' } })],
    ])
    const go = vi.fn()
    setNavigation({ go, prefetch: () => undefined })
    await signIn()
    expect(go).toHaveBeenCalledWith('/nosuch', { replace: true, returnTo: '/nosuch' })
  })
})

describe('a refusal', () => {
  it('keeps what was typed and selects the password', async () => {
    await openStage({ '/login': Login }, '/login', [
      [identityCalls.login, () => refused('identity.loginFailed', '登录失败')],
    ])
    await signIn()
    expect(screen.getByRole('alert').textContent).toBe('登录失败')
    expect([account().value, password().value]).toEqual(['lin@example.com', 'secret-1'])
    expect(document.activeElement).toBe(password())
    expect([password().selectionStart, password().selectionEnd]).toEqual([0, 'secret-1'.length])
    fireEvent.input(password(), { target: { value: 'other' } })
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('for an account that is not activated sends its message again, by SMS to a mobile number', async () => {
    const stage = await openStage({ '/login': Login }, '/login', [
      [identityCalls.login, () => refused('identity.notActivated', '账号未激活，请先激活')],
      [identityCalls.sendCode, () => ({ data: { expiresInSeconds: 604_800, resendInSeconds: 60 } })],
    ])
    await signIn({ account: '13800138000', password: 'secret-1' })
    await act(async () => fireEvent.click(screen.getByRole('button', { name: '重新发送激活短信' })))
    expect(stage.sent.at(-1)).toEqual({
      path: identityCalls.sendCode.path,
      payload: { target: '13800138000', purpose: 'activate' },
    })
    expect(screen.getByRole('alert').textContent).toContain('13800138000')
    expect(screen.getByRole('link', { name: '输入激活码' }).getAttribute('href')).toBe(
      '/p/activate#account=13800138000',
    )
  })

  it('for an account that has only invitations leads to them', async () => {
    await openStage({ '/login': Login }, '/login', [
      [identityCalls.login, () => refused('identity.invitationOpen', '有邀请等您决定')],
    ])
    await signIn()
    expect(screen.getByRole('link', { name: '查看邀请' }).getAttribute('href')).toBe(
      '/p/invitation#account=lin%40example.com',
    )
  })

  it('for too many attempts counts the wait down and offers a password reset', async () => {
    await openStage({ '/login': Login }, '/login', [
      [identityCalls.login, () => refused('identity.slowedDown', '操作过于频繁', { seconds: 30 })],
    ])
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
    await signIn()
    const alert = screen.getByRole('alert')
    expect(alert.textContent).toContain('密码错误次数过多，请在 30 秒后重试。')
    await act(async () => vi.advanceTimersByTimeAsync(10_000))
    expect(alert.textContent).toContain('密码错误次数过多，请在 20 秒后重试。')
    expect(screen.getAllByRole('link', { name: '忘记密码？' })[0]?.getAttribute('href')).toBe(
      '/p/reset#account=lin%40example.com',
    )
    await act(async () => vi.advanceTimersByTimeAsync(20_000))
    expect(alert.textContent).toContain('现在可以重试了。')
  })
})
