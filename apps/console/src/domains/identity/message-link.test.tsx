import { ERRORS, LIMITS, identityCalls } from '@sealwright/contract'
import type { ErrorName } from '@sealwright/contract'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { openStage } from '../../lib/stage.fixture.tsx'
import { ActivationPage } from './activation.page.tsx'
import { ResetPage } from './reset.page.tsx'

type Handlers = Parameters<typeof openStage>[2]
async function open(address: string, handlers: Handlers = []) {
  history.replaceState(null, '', address)
  const stage = await openStage({ '/p/reset': ResetPage, '/p/activate': ActivationPage }, address, handlers)
  await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull())
  // Fake the clock, so that `press` can get past the click throttle.
  vi.useFakeTimers({ toFake: ['performance'] })
  return stage
}
const link = (purpose: string, needsPassword = false, canSignIn = true): Handlers[number] => [
  identityCalls.checkLink,
  () => ({ data: { purpose, account: 'lin@example.com', needsPassword, canSignIn } }),
]
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: string, value: string) => fireEvent.input(field(label), { target: { value } })
const press = (name: string) =>
  act(async () => {
    vi.advanceTimersByTime(LIMITS.console.clickThrottleMs)
    fireEvent.click(screen.getByRole('button', { name }))
  })

describe('a link', () => {
  it.each<[ErrorName, string, string]>([
    ['identity.linkBroken', '链接不完整', '请从邮件中重新打开，或复制完整的链接。'],
    ['identity.linkExpired', '链接已过期', '链接只在一段时间内有效，请重新获取。'],
    ['identity.linkInvalid', '链接无效', '它可能已经使用过，请重新获取。'],
  ])('refused with %s is explained once, and the page can continue with a code', async (name, title, sentence) => {
    await open('/p/reset#link=abc', [
      [identityCalls.checkLink, () => ({ code: ERRORS[name].code, desc: '原因', data: null })],
    ])
    expect(screen.getByRole('heading', { name: title })).toBeTruthy()
    expect(screen.getByText(sentence)).toBeTruthy()
    expect(screen.queryByText('原因')).toBeNull()
    await press('重新获取验证码')
    expect(field('手机号或邮箱').readOnly).toBe(false)
    expect(location.hash).toBe('')
  })

  it('that is malformed counts as broken', async () => {
    await open(`/p/activate#link=${'x'.repeat(80)}`, [
      [identityCalls.checkLink, () => ({ code: ERRORS['platform.badPayload'].code, desc: '参数错误', data: null })],
    ])
    expect(screen.getByRole('heading', { name: '链接不完整' })).toBeTruthy()
    expect(screen.queryByText('参数错误')).toBeNull()
  })

  it('for another purpose opens the page of that purpose', async () => {
    history.replaceState(null, '', '/p/reset#link=abc')
    const stage = await openStage({ '/p/reset': ResetPage, '/p/activate': () => null }, '/p/reset#link=abc', [
      link('activate'),
    ])
    await waitFor(() => expect(stage.address()).toContain('activate'))
    expect(stage.address()).toBe('/p/activate#link=abc')
  })
})

describe('a new password', () => {
  it('by link names the account and asks only for the password', async () => {
    const stage = await open('/p/reset#link=abc', [
      link('resetPassword'),
      [identityCalls.resetPassword, () => ({ data: { canSignIn: true } })],
    ])
    expect(screen.getByText('为 lin@example.com 设置新密码。')).toBeTruthy()
    expect(screen.queryByLabelText('验证码')).toBeNull()
    expect(document.activeElement).toBe(field('新密码'))
    type('新密码', 'Correct-horse1')
    type('确认密码', 'Correct-horse1')
    await press('重设密码')
    expect(stage.sent.at(-1)).toEqual({
      path: identityCalls.resetPassword.path,
      payload: { link: 'abc', password: 'Correct-horse1', confirmPassword: 'Correct-horse1' },
    })
    expect(screen.getByRole('heading', { name: '密码已重设' })).toBeTruthy()
    expect(screen.getByRole('link', { name: '去登录' }).getAttribute('href')).toBe('/login#account=lin%40example.com')
  })

  it('by code needs the account and the code', async () => {
    const stage = await open('/p/reset', [[identityCalls.resetPassword, () => ({ data: { canSignIn: true } })]])
    type('手机号或邮箱', 'lin@example.com')
    type('新密码', 'Correct-horse1')
    type('确认密码', 'Correct-horse1')
    await press('重设密码')
    expect(document.activeElement).toBe(field('验证码'))
    type('验证码', '123456')
    await press('重设密码')
    expect(stage.sent.at(-1)?.payload).toEqual({
      account: 'lin@example.com',
      verifyCode: '123456',
      password: 'Correct-horse1',
      confirmPassword: 'Correct-horse1',
    })
  })

  it('starts with the account that the sign-in page passed on', async () => {
    await open('/p/reset#account=lin%40example.com')
    expect(field('手机号或邮箱').value).toBe('lin@example.com')
    expect(document.activeElement).toBe(field('验证码'))
    expect(screen.getByRole('link', { name: '返回登录' }).getAttribute('href')).toBe('/login#account=lin%40example.com')
  })
})

describe('an end user is never led to the sign-in page of the console:', () => {
  const links = () => screen.queryAllByRole('link', { name: /登录/ })

  it('not by an activation', async () => {
    await open('/p/activate#link=abc', [
      link('activate', false, false),
      [identityCalls.activate, () => ({ data: { canSignIn: false } })],
    ])
    expect(links()).toEqual([])
    await press('激活')
    expect(screen.getByText('现在可以在软件中用此账号登录。您可以关闭此页面。')).toBeTruthy()
    expect(links()).toEqual([])
  })

  it('not by a new password', async () => {
    await open('/p/reset#link=abc', [
      link('resetPassword', false, false),
      [identityCalls.resetPassword, () => ({ data: { canSignIn: false } })],
    ])
    type('新密码', 'Correct-horse1')
    type('确认密码', 'Correct-horse1')
    expect(links()).toEqual([])
    await press('重设密码')
    expect(screen.getByText('各设备上的登录均已结束，请在软件中用新密码登录。您可以关闭此页面。')).toBeTruthy()
    expect(links()).toEqual([])
  })

  it('not on the page for a code, nor from an expired link', async () => {
    await open('/p/activate')
    expect(links()).toEqual([])
    cleanup()
    const { code } = ERRORS['identity.linkExpired']
    await open('/p/activate#link=abc', [[identityCalls.checkLink, () => ({ code, desc: '', data: null })]])
    expect(screen.getByRole('heading', { name: '链接已过期' })).toBeTruthy()
    expect(links()).toEqual([])
  })
})

describe('an activation', () => {
  it('by link is one press, since mail programs open links too', async () => {
    const stage = await open('/p/activate#link=abc', [
      link('activate'),
      [identityCalls.activate, () => ({ data: { canSignIn: true } })],
    ])
    expect(stage.sent.map(({ path }) => path)).not.toContain(identityCalls.activate.path)
    expect(document.activeElement).toBe(screen.getByRole('button', { name: '激活' }))
    await press('激活')
    expect(stage.sent.at(-1)).toEqual({ path: identityCalls.activate.path, payload: { link: 'abc' } })
    expect(screen.getByRole('heading', { name: '账号已激活' })).toBeTruthy()
    expect(screen.getByRole('link', { name: '去登录' }).getAttribute('href')).toBe('/login#account=lin%40example.com')
  })

  it('of an account without a password asks for one', async () => {
    const stage = await open('/p/activate#link=abc', [
      link('activate', true),
      [identityCalls.activate, () => ({ data: { canSignIn: true } })],
    ])
    await press('激活')
    expect(screen.getByText('密码不能为空')).toBeTruthy()
    type('密码', 'Correct-horse1')
    type('确认密码', 'Correct-horse1')
    await press('激活')
    expect(stage.sent.at(-1)?.payload).toEqual({
      link: 'abc',
      password: 'Correct-horse1',
      confirmPassword: 'Correct-horse1',
    })
  })

  it('by code asks for a password once the server requires one, and keeps what was typed', async () => {
    let isFirst = true
    const stage = await open('/p/activate', [
      [
        identityCalls.activate,
        () => {
          const answer = isFirst
            ? {
                code: ERRORS['platform.badPayload'].code,
                desc: '请检查',
                data: { fields: [{ path: 'password', rule: 'required', message: '密码不能为空' }] },
              }
            : { data: { canSignIn: true } }
          isFirst = false
          return answer
        },
      ],
    ])
    type('手机号或邮箱', '13800138000')
    type('激活码', '123456')
    await press('激活')
    expect(document.activeElement).toBe(field('密码'))
    type('密码', 'Correct-horse1')
    type('确认密码', 'Correct-horse1')
    await press('激活')
    expect(stage.sent.at(-1)?.payload).toEqual({
      account: '13800138000',
      verifyCode: '123456',
      password: 'Correct-horse1',
      confirmPassword: 'Correct-horse1',
    })
  })

  it('with a wrong code says so on its field; for an active account links to sign-in', async () => {
    let name: ErrorName = 'identity.activationCodeWrong'
    await open('/p/activate#account=13800138000', [
      [identityCalls.activate, () => ({ code: ERRORS[name].code, desc: name, data: null })],
    ])
    type('激活码', '123456')
    await press('激活')
    expect(document.activeElement).toBe(field('激活码'))
    expect(screen.getByText('identity.activationCodeWrong')).toBeTruthy()
    name = 'identity.alreadyActivated'
    type('激活码', '654321')
    await press('激活')
    expect(screen.getByRole('link', { name: '去登录' }).getAttribute('href')).toBe('/login#account=13800138000')
  })
})
