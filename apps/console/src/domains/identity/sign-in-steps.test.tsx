import { ERRORS, LIMITS, identityCalls, ownAccountCalls } from '@sealwright/contract'
import type { SecondFactor } from '@sealwright/contract'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { FIRST_SCREEN } from '../../lib/place/go.ts'
import { openStage } from '../../lib/stage.fixture.tsx'
import { STORED } from '../../lib/stored.ts'
import { Screen as Binding } from './binding.screen.tsx'
import { Screen as Factor } from './factor.screen.tsx'
import { Screen as Mfa } from './mfa.screen.tsx'

type Handlers = Parameters<typeof openStage>[2]
const screens = {
  '/MFAVerification': Mfa,
  '/binding': Binding,
  '/secondFactor': Factor,
  [FIRST_SCREEN]: () => null,
  '/login': () => null,
  '/product': () => null,
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: string, value: string) => act(async () => fireEvent.input(field(label), { target: { value } }))
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))
/** Opens a step and waits until its data is loaded. */
async function openStep(path: string, handlers: Handlers) {
  const stage = await openStage(screens, path, handlers)
  await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull())
  return stage
}
const signedIn = (next: string) => ({ data: { ssId: 'new-handle', next } })

describe('the second step', () => {
  const open = (methods: SecondFactor[], handlers: Handlers = []) =>
    openStep('/MFAVerification', [
      [identityCalls.mfaOptions, () => ({ data: { methods, passkey: null } })],
      ...handlers,
    ])

  it('submits a complete one-time password by itself, and opens the page that the person wanted', async () => {
    history.replaceState({ returnTo: '/product' }, '', '/MFAVerification')
    const stage = await open(['totp', 'recovery'], [[identityCalls.mfaVerify, () => signedIn('dashboard')]])
    await type('动态口令', '12345')
    expect(stage.sent.some(({ path }) => path === identityCalls.mfaVerify.path)).toBe(false)
    await type('动态口令', '123 456')
    expect(stage.sent.at(-1)).toEqual({
      path: identityCalls.mfaVerify.path,
      payload: { method: 'totp', code: '123456', trustDevice: 'false' },
    })
    expect(STORED.ssId.get()).toBe('new-handle')
    expect(stage.address()).toBe('/product')
  })

  it('does not send a one-time password that lacks a digit, and says so', async () => {
    const stage = await open(['totp'])
    await type('动态口令', '12345')
    await press('验证并登录')
    expect(screen.getByText('动态口令应为 6 位数字')).toBeTruthy()
    expect(stage.sent.some(({ path }) => path === identityCalls.mfaVerify.path)).toBe(false)
  })

  it('asks whether to trust the device above the code, since the last digit submits', async () => {
    await open(['totp'])
    expect(
      screen.getByRole('checkbox').compareDocumentPosition(field('动态口令')) & Node.DOCUMENT_POSITION_FOLLOWING,
    ).toBeTruthy()
    expect(document.activeElement).toBe(field('动态口令'))
  })

  it('shows on its field that a code is wrong, and submits the next one by itself', async () => {
    const stage = await open(
      ['totp'],
      [
        [
          identityCalls.mfaVerify,
          ({ code }) =>
            code === '654321'
              ? signedIn('dashboard')
              : { code: ERRORS['identity.secondFactorWrong'].code, desc: '验证码不正确', data: null },
        ],
      ],
    )
    vi.useFakeTimers({ toFake: ['performance'] })
    await type('动态口令', '123456')
    expect(screen.getByText('验证码不正确')).toBeTruthy()
    expect(document.activeElement).toBe(field('动态口令'))
    expect([field('动态口令').selectionStart, field('动态口令').selectionEnd]).toEqual([0, 6])
    vi.advanceTimersByTime(LIMITS.console.clickThrottleMs)
    await type('动态口令', '654321')
    expect(stage.address()).toBe(FIRST_SCREEN)
  })

  it('offers other methods, and keeps the choice to trust the device', async () => {
    const stage = await open(['totp', 'passkey', 'recovery'], [[identityCalls.mfaVerify, () => signedIn('binding')]])
    fireEvent.click(screen.getByRole('checkbox', { name: '30 天内在此设备上不再询问' }))
    await press('改用通行密钥')
    expect(screen.getByRole('button', { name: '使用通行密钥' })).toBeTruthy()
    await press('改用恢复码')
    await type('恢复码', 'abcd-efgh')
    await press('验证并登录')
    expect(stage.sent.find(({ path }) => path === identityCalls.mfaVerify.path)?.payload).toEqual({
      method: 'recovery',
      code: 'abcd-efgh',
      trustDevice: 'true',
    })
    expect(stage.address()).toBe('/binding')
  })

  it('counts down the wait after too many attempts', async () => {
    await open(
      ['recovery'],
      [
        [
          identityCalls.mfaVerify,
          () => ({ code: ERRORS['identity.slowedDown'].code, desc: '请在 30 秒后重试', data: { seconds: 30 } }),
        ],
      ],
    )
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
    await type('恢复码', 'abcd-efgh')
    await press('验证并登录')
    await act(async () => vi.advanceTimersByTimeAsync(12_000))
    expect(screen.getByRole('alert').textContent).toContain('18 秒')
  })

  it('says so when the browser gives no passkey', async () => {
    await open(['passkey'])
    await press('使用通行密钥')
    expect((await screen.findByRole('alert')).textContent).toBe('没有完成通行密钥验证，请重试，或改用其他方式。')
  })

  it('redirects to the first screen when no second step is due', async () => {
    const stage = await openStep('/MFAVerification', [
      [
        identityCalls.mfaOptions,
        () => ({ code: ERRORS['identity.notOwed'].code, desc: '当前登录不需要这一步', data: null }),
      ],
    ])
    expect(stage.address()).toBe(FIRST_SCREEN)
  })

  it('says why its data cannot be loaded, and offers a retry', async () => {
    let isBroken = true
    await openStep('/MFAVerification', [
      [
        identityCalls.mfaOptions,
        () =>
          isBroken
            ? { code: ERRORS['platform.systemError'].code, desc: '系统错误', data: null }
            : { data: { methods: ['totp'], passkey: null } },
      ],
    ])
    expect(screen.getByText('系统错误')).toBeTruthy()
    isBroken = false
    await press('重试')
    expect(await screen.findByLabelText('动态口令')).toBeTruthy()
  })

  it('leads back to the sign-in page', async () => {
    const stage = await open(['totp'])
    await press('返回登录')
    expect(stage.address()).toBe('/login')
  })
})

describe('the missing address', () => {
  const open = (missing: 'email' | 'mobile', isPostponable: boolean, handlers: Handlers = []) =>
    openStep('/binding', [[identityCalls.binding, () => ({ data: { missing, isPostponable } })], ...handlers])

  it('must be of the kind that is missing', async () => {
    const stage = await open('email', false)
    await type('邮箱', '13800138000')
    await type('验证码', '123456')
    await press('绑定并继续')
    expect(screen.getByText('邮箱格式不正确，请输入邮箱地址')).toBeTruthy()
    expect(document.activeElement).toBe(field('邮箱'))
    expect(stage.sent.some(({ path }) => path === identityCalls.bind.path)).toBe(false)
    expect(screen.queryByRole('button', { name: '以后再说' })).toBeNull()
  })

  it('is bound with a code, and sign-in continues with the new session', async () => {
    const stage = await open('mobile', true, [[identityCalls.bind, () => signedIn('dashboard')]])
    await type('手机号', '13800138000')
    await type('验证码', '123456')
    await press('绑定并继续')
    expect(stage.sent.at(-1)).toEqual({
      path: identityCalls.bind.path,
      payload: { target: '13800138000', verifyCode: '123456' },
    })
    expect(STORED.ssId.get()).toBe('new-handle')
    expect(stage.address()).toBe(FIRST_SCREEN)
  })

  it('shows on its field that another account has it', async () => {
    await open('mobile', true, [
      [identityCalls.bind, () => ({ code: ERRORS['identity.addressTaken'].code, desc: '已被使用', data: null })],
    ])
    await type('手机号', '13800138000')
    await type('验证码', '123456')
    await press('绑定并继续')
    expect(screen.getByText('已被使用')).toBeTruthy()
    expect(document.activeElement).toBe(field('手机号'))
  })

  it('can be postponed if the server allows it', async () => {
    const stage = await open('mobile', true, [[identityCalls.postponeBinding, () => signedIn('dashboard')]])
    await press('以后再说')
    expect(stage.address()).toBe(FIRST_SCREEN)
  })
})

describe('the setup of a required second factor', () => {
  const open = (handlers: Handlers = []) =>
    openStep('/secondFactor', [
      [identityCalls.factor, () => ({ data: { canAddPasskey: true } })],
      [ownAccountCalls.startTotp, () => ({ data: { secret: 'ABCDEFGHIJKLMNOP', uri: 'otpauth://totp/x' } })],
      ...handlers,
    ])

  it('shows the recovery codes, and then opens the page that the person wanted', async () => {
    history.replaceState({ returnTo: '/product' }, '', '/secondFactor')
    const stage = await open([[ownAccountCalls.enableTotp, () => ({ data: { recoveryCodes: ['aaaa', 'bbbb'] } })]])
    await screen.findByText('ABCD EFGH IJKL MNOP')
    await type('验证码', '123456')
    await press('启用并继续')
    expect((await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual(['aaaa', 'bbbb'])
    expect(stage.address()).toBe('/secondFactor')
    await press('已保存，继续')
    expect(stage.address()).toBe('/product')
  })

  it('shows on its field that a code is wrong, and keeps the secret', async () => {
    const stage = await open([
      [
        ownAccountCalls.enableTotp,
        () => ({ code: ERRORS['identity.secondFactorWrong'].code, desc: '验证码不正确', data: null }),
      ],
    ])
    await screen.findByText('ABCD EFGH IJKL MNOP')
    await type('验证码', '123456')
    await press('启用并继续')
    expect(screen.getByText('验证码不正确')).toBeTruthy()
    expect(stage.sent.filter(({ path }) => path === ownAccountCalls.startTotp.path)).toHaveLength(1)
  })

  it('offers a passkey, and says so when the browser gives none', async () => {
    await open([[ownAccountCalls.startPasskey, () => ({ data: { options: {} } })]])
    await screen.findByText('ABCD EFGH IJKL MNOP')
    await press('改用通行密钥')
    await press('创建通行密钥')
    expect((await screen.findByRole('alert')).textContent).toBe('没有创建通行密钥，请重试或改用验证器应用。')
  })
})
