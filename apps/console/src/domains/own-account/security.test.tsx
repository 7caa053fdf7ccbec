import { ERRORS, LIMITS, identityCalls, ownAccountCalls } from '@sealwright/contract'
import type { AnswerOf, Call } from '@sealwright/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { useSession } from '../../lib/session/session.tsx'
import { openStage, session } from '../../lib/stage.fixture.tsx'
import { STORED } from '../../lib/stored.ts'
import { useToasts } from '../../lib/toast.ts'
import { Screen as DeviceSetting } from './device-setting.screen.tsx'
import { Screen } from './security.screen.tsx'

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const [ONE, TWO] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
const at = '2026-01-01T00:00:00.000Z'

const security: AnswerOf<typeof ownAccountCalls.security> = {
  email: 'lin@example.com',
  mobile: null,
  passwordChangedAt: null,
  totpSince: null,
  recoveryCodesLeft: 0,
  passkeys: [],
  canAddPasskey: true,
  sessions: [
    { guid: ONE, createdAt: at, lastSeenAt: at, network: '10.0.0.1', userAgent: CHROME, isThis: true },
    { guid: TWO, createdAt: at, lastSeenAt: at, network: '10.0.0.2', userAgent: null, isThis: false },
  ],
}
/** Loads the session before the screen, as the router does. */
function Security() {
  useSession()
  return <Screen />
}

type Handlers = Parameters<typeof openStage>[2]
const open = (handlers: Handlers = [], given: Partial<typeof security> = {}, address = '/security') =>
  openStage({ '/security': Security }, address, [
    [ownAccountCalls.security, () => ({ data: { ...security, ...given } })],
    ...handlers,
  ])
const refuse = (name: keyof typeof ERRORS, path?: string) => ({
  code: ERRORS[name].code,
  desc: name,
  data: path ? { fields: [{ path, rule: name, message: name }] } : null,
})
const sentTo = (stage: Awaited<ReturnType<typeof open>>, call: Call) =>
  stage.sent.filter(({ path }) => path === call.path).map(({ payload }) => payload)
const toasts = () => useToasts.getState().toasts.map(({ text }) => text)
const type = (label: RegExp | string, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } })
const press = (name: RegExp | string) => fireEvent.click(screen.getByRole('button', { name }))

let passedMs = 0
/** Moves the clock past the click throttle. */
const passClickThrottle = () => (passedMs += LIMITS.console.clickThrottleMs)

beforeEach(() => {
  vi.stubGlobal('PublicKeyCredential', () => undefined)
  // Rounded, so that differences are whole milliseconds.
  const startMs = Math.round(performance.now())
  vi.spyOn(performance, 'now').mockImplementation(() => startMs + passedMs)
})
describe('the password', () => {
  const change = async (handlers: Handlers = []) => {
    const stage = await open(handlers)
    fireEvent.click(await screen.findByRole('button', { name: '修改密码' }))
    return stage
  }

  it('is not sent before both entries are the same', async () => {
    const stage = await change()
    type('新密码', 'new-Pass-1')
    type('确认密码', 'new-Pass-2')
    press('设置新密码')
    expect(screen.getByText('两次输入的密码不一致')).toBeTruthy()
    expect(sentTo(stage, ownAccountCalls.changePassword)).toEqual([])
    type('确认密码', 'new-Pass-1')
    expect(screen.queryByText('两次输入的密码不一致')).toBeNull()
  })

  it('that is too long is refused, never cut: a cut password would lock its owner out', async () => {
    const stage = await change()
    const pasted = 'a1B2'.repeat(LIMITS.account.passwordMax)
    for (const label of ['新密码', '确认密码']) {
      expect(screen.getByLabelText<HTMLInputElement>(label).maxLength).toBe(-1)
      type(label, pasted)
    }
    press('设置新密码')
    expect(screen.getByText('密码不能超过 20 个字符')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('新密码').value).toBe(pasted)
    expect(sentTo(stage, ownAccountCalls.changePassword)).toEqual([])
  })

  it('shows how strong it is while it is typed', async () => {
    await change()
    for (const [text, strength] of [
      ['abc123', '弱'],
      ['abcdefg1', '中'],
      ['abcDefg1', '强'],
    ] as const) {
      type('新密码', text)
      expect(document.querySelector('.strength')?.textContent).toContain(strength)
    }
  })

  it('is changed, and the form closes with a success message', async () => {
    const stage = await change()
    type('新密码', 'new-Pass-1')
    type('确认密码', 'new-Pass-1')
    press('设置新密码')
    await waitFor(() => expect(toasts()).toEqual(['密码已修改，其他会话已结束']))
    expect(sentTo(stage, ownAccountCalls.changePassword)).toEqual([
      { password: 'new-Pass-1', confirmPassword: 'new-Pass-1' },
    ])
    expect(screen.queryByLabelText('确认密码')).toBeNull()
  })

  it('equal to the current one is refused, and the typed values stay', async () => {
    await change([[ownAccountCalls.changePassword, () => refuse('identity.samePassword', 'password')]])
    type('新密码', 'old-Pass-1')
    type('确认密码', 'old-Pass-1')
    press('设置新密码')
    await screen.findByText('identity.samePassword')
    expect(screen.getByLabelText<HTMLInputElement>('新密码').value).toBe('old-Pass-1')
    expect(toasts()).toEqual([])
  })

  it('stays as typed when the person cancels the confirmation', async () => {
    await change([[ownAccountCalls.changePassword, () => refuse('identity.confirmPassword')]])
    type('新密码', 'new-Pass-1')
    type('确认密码', 'new-Pass-1')
    press('设置新密码')
    const dialog = await screen.findByRole('dialog', { hidden: true })
    expect(within(dialog).getByLabelText<HTMLInputElement>('密码').maxLength).toBe(-1)
    fireEvent.click(within(dialog).getByText('取消'))
    await waitFor(() => expect(screen.queryByRole('dialog', { hidden: true })).toBeNull())
    expect(screen.getByLabelText<HTMLInputElement>('确认密码').value).toBe('new-Pass-1')
    expect(screen.queryByText('identity.confirmPassword')).toBeNull()
    expect(toasts()).toEqual([])
  })
})

describe('an address', () => {
  const change = async (name: string, handlers: Handlers = []) => {
    const stage = await open([
      [identityCalls.sendCode, () => ({ data: { expiresInSeconds: 600, resendInSeconds: 60 } })],
      ...handlers,
    ])
    fireEvent.click(await screen.findByRole('button', { name }))
    return stage
  }

  it('gets a code only if it is valid, and the next code only after a wait', async () => {
    const stage = await change('更换 邮箱')
    type('新邮箱', '13800138000')
    press('获取验证码')
    expect(await screen.findByText('新邮箱格式不正确，请输入邮箱地址')).toBeTruthy()
    expect(sentTo(stage, identityCalls.sendCode)).toEqual([])
    type('新邮箱', ' new@example.com ')
    passClickThrottle()
    press('获取验证码')
    const waiting = await screen.findByRole<HTMLButtonElement>('button', { name: '60 秒后可重发' })
    expect(sentTo(stage, identityCalls.sendCode)).toEqual([{ target: 'new@example.com', purpose: 'bind' }])
    expect(waiting.disabled).toBe(true)
    expect(screen.getByText(/已发送到 new@example.com，10 分钟内有效/)).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('验证码'))
  })

  it('that is the first of its kind is bound, not changed, and the form says so', async () => {
    const stage = await change('绑定 手机号')
    press('确认绑定')
    expect(screen.getByText('手机号不能为空')).toBeTruthy()
    type('手机号', '13800138000')
    type('验证码', ' １２3 456 ')
    passClickThrottle()
    press('确认绑定')
    await waitFor(() => expect(toasts()).toEqual(['已绑定 13800138000']))
    expect(sentTo(stage, ownAccountCalls.changeAddress)).toEqual([{ target: '13800138000', verifyCode: '123456' }])
  })

  it('is changed with the code that was sent to it', async () => {
    await change('更换 邮箱')
    type('新邮箱', 'new@example.com')
    type('验证码', '123456')
    press('确认更换')
    await waitFor(() => expect(toasts()).toEqual(['已更换为 new@example.com']))
  })

  it.each([
    [true, '绑定 手机号', '手机号', '13800138000', true],
    [true, '更换 邮箱', '新邮箱', 'new@example.com', false],
    [false, '绑定 手机号', '手机号', '13800138000', false],
  ])(
    'whose code stays in the outbox of a demo (%s) says where to look: %s',
    async (demo, name, label, address, isTold) => {
      await change(name, [[identityCalls.door, () => ({ data: { demo, keepsMail: false, keepsSms: true } })]])
      type(label, address)
      press('获取验证码')
      await screen.findByText(new RegExp(`${isTold ? '已为' : '已发送到'} ${address}`))
      expect(screen.queryByText('npm run platform -- outbox') !== null).toBe(isTold)
    },
  )

  it('shows that its code was sent, even beside the error of the empty code', async () => {
    await change('更换 邮箱')
    type('新邮箱', 'new@example.com')
    press('确认更换')
    expect(screen.getByText('验证码不能为空')).toBeTruthy()
    press('获取验证码')
    expect(await screen.findByText(/已发送到 new@example.com/)).toBeTruthy()
  })

  it('counts down the wait for its next code, in the sentence and in the button', async () => {
    await change('更换 邮箱', [
      [identityCalls.sendCode, () => ({ ...refuse('identity.codeTooSoon'), data: { seconds: 42 } })],
    ])
    type('新邮箱', 'new@example.com')
    screen.getByRole('button', { name: '获取验证码' }).focus()
    press('获取验证码')
    expect(await screen.findByText('操作过于频繁，请在 42 秒后再获取验证码')).toBeTruthy()
    expect(screen.getByRole('button', { name: '42 秒后可重发' })).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('验证码'))
    passedMs += 2_000
    expect(await screen.findByText('操作过于频繁，请在 40 秒后再获取验证码')).toBeTruthy()
  })

  it.each(['identity.addressTaken', 'identity.addressSame', 'identity.codeTooSoon'] as const)(
    'shows why no code can be sent to it: %s',
    async (name) => {
      await change('更换 邮箱', [[identityCalls.sendCode, () => refuse(name)]])
      type('新邮箱', 'new@example.com')
      press('获取验证码')
      await screen.findByText(name)
      expect(screen.getByRole<HTMLButtonElement>('button', { name: '获取验证码' }).disabled).toBe(false)
    },
  )

  it('with a wrong code keeps what was typed', async () => {
    await change('更换 邮箱', [[ownAccountCalls.changeAddress, () => refuse('identity.codeWrong', 'verifyCode')]])
    type('新邮箱', 'new@example.com')
    type('验证码', '000000')
    press('确认更换')
    await screen.findByText('identity.codeWrong')
    expect(screen.getByLabelText<HTMLInputElement>('验证码').getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByLabelText<HTMLInputElement>('新邮箱').value).toBe('new@example.com')
  })
})

describe('one-time passwords', () => {
  const codes = Array.from({ length: LIMITS.secondFactor.recoveryCodes }, (_, n) => `code-${n}`)
  const turnOn = async (handlers: Handlers = []) => {
    const stage = await open([
      [
        ownAccountCalls.startTotp,
        () => ({ data: { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Sealwright:lin?secret=JBSWY3DPEHPK3PXP' } }),
      ],
      [ownAccountCalls.enableTotp, () => ({ data: { recoveryCodes: codes } })],
      ...handlers,
    ])
    fireEvent.click(await screen.findByRole('button', { name: '开启 动态口令' }))
    await screen.findByRole('img', { name: '动态口令二维码' })
    return stage
  }

  it('are set up by QR code or by hand, and turned on by a code', async () => {
    const stage = await turnOn()
    expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeTruthy()
    expect(screen.getByRole('button', { name: '复制 JBSWY3DPEHPK3PXP' })).toBeTruthy()
    expect(screen.getByRole('img', { name: '动态口令二维码' }).querySelector('path')?.getAttribute('d')).toMatch(/^M\d/)
    type(/输入验证器显示的 6 位口令/, ' １２３456')
    press('验证并开启')
    await screen.findByText('code-9')
    expect(sentTo(stage, ownAccountCalls.enableTotp)).toEqual([{ code: '123456' }])
  })

  it('give recovery codes that stay open until the person confirms that they are saved', async () => {
    await turnOn()
    type(/输入验证器显示的 6 位口令/, '123456')
    press('验证并开启')
    await screen.findByText('code-0')
    fireEvent.click(screen.getByText('完成'))
    expect(screen.getByText('请先保存恢复码，再勾选此项')).toBeTruthy()
    fireEvent.click(screen.getByLabelText('关闭'))
    expect(screen.getByText('code-0')).toBeTruthy()
    fireEvent.click(screen.getByLabelText('我已保存好恢复码'))
    expect(screen.queryByText('请先保存恢复码，再勾选此项')).toBeNull()
    passClickThrottle()
    screen.getByText('完成').focus()
    fireEvent.click(screen.getByText('完成'))
    expect(screen.queryByText('code-0')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: '开启 动态口令' }))
  })

  it.each(['12345', '1234567', '12345a'])('are not turned on by an invalid code: %s', async (typed) => {
    const stage = await turnOn()
    type(/输入验证器显示的 6 位口令/, typed)
    press('验证并开启')
    expect(screen.getByText('验证码应为 6 位数字')).toBeTruthy()
    expect(sentTo(stage, ownAccountCalls.enableTotp)).toEqual([])
  })

  it('ask for another code when one was wrong', async () => {
    await turnOn([[ownAccountCalls.enableTotp, () => refuse('identity.secondFactorWrong')]])
    type(/输入验证器显示的 6 位口令/, '000000')
    press('验证并开启')
    await screen.findByText('identity.secondFactorWrong')
    expect(screen.getByRole('img', { name: '动态口令二维码' })).toBeTruthy()
  })

  it('are turned off only after a confirmation', async () => {
    const stage = await open([], { totpSince: at, recoveryCodesLeft: 2 })
    fireEvent.click(await screen.findByRole('button', { name: '关闭 动态口令' }))
    expect(sentTo(stage, ownAccountCalls.disableTotp)).toEqual([])
    fireEvent.click(within(await screen.findByRole('alertdialog', { hidden: true })).getByText('关闭'))
    await waitFor(() => expect(toasts()).toEqual(['动态口令已关闭']))
  })

  it('show how many recovery codes are left, and create new ones', async () => {
    await open([[ownAccountCalls.renewRecoveryCodes, () => ({ data: { recoveryCodes: codes } })]], {
      totpSince: at,
      recoveryCodesLeft: 2,
    })
    expect(await screen.findByText('还剩 2 / 10 个未使用')).toBeTruthy()
    press('重新生成 恢复码')
    fireEvent.click(within(await screen.findByRole('alertdialog', { hidden: true })).getByText('重新生成'))
    expect(await screen.findByText('code-9')).toBeTruthy()
  })
})

describe('passkeys', () => {
  const passkey = { id: 'key-1', name: '办公电脑', createdAt: at, lastUsedAt: null, isSynced: true }

  it('cannot be added if the page was not opened by a domain name, and the page says so', async () => {
    await open([], { canAddPasskey: false })
    expect(await screen.findByText(/请用域名/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: '添加通行密钥' })).toBeNull()
  })

  it('cannot exceed the limit', async () => {
    await open([], {
      passkeys: Array.from({ length: LIMITS.secondFactor.passkeys }, (_, n) => ({ ...passkey, id: `key-${n}` })),
    })
    expect(await screen.findByText('最多 10 个通行密钥，移除一个后才能再添加。')).toBeTruthy()
  })

  it.each([
    ['NotAllowedError', '没有添加：操作被取消或超时，可以再试一次'],
    ['InvalidStateError', '这台设备上已经有该账号的通行密钥'],
    ['UnknownError', '浏览器未能创建通行密钥，请换一个浏览器或设备重试'],
  ])('that the browser fails to create show the reason, and nothing is sent: %s', async (name, words) => {
    vi.stubGlobal('navigator', {
      userAgent: CHROME,
      credentials: { create: () => Promise.reject(new DOMException('no', name)) },
    })
    const options = {
      challenge: 'AAAA',
      rp: { id: 'localhost', name: 'Sealwright' },
      user: { id: 'AAAA', name: 'lin', displayName: 'Lin' },
      pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
    }
    const stage = await open([[ownAccountCalls.startPasskey, () => ({ data: { options } })]])
    fireEvent.click(await screen.findByRole('button', { name: '添加通行密钥' }))
    expect(screen.getByLabelText<HTMLInputElement>('名称').value).toBe('Chrome（Windows）')
    press('继续')
    await waitFor(() => expect(toasts()).toEqual([words]))
    expect(sentTo(stage, ownAccountCalls.addPasskey)).toEqual([])
    expect(screen.getByLabelText('名称')).toBeTruthy()
  })

  it('are renamed in place', async () => {
    const stage = await open([], { passkeys: [passkey] })
    fireEvent.click(await screen.findByRole('button', { name: '重命名“办公电脑”' }))
    const input = screen.getByLabelText<HTMLInputElement>('名称')
    fireEvent.change(input, { target: { value: '家里的电脑' } })
    fireEvent.keyDown(input, { key: 'Enter' })
    await waitFor(() => expect(toasts()).toEqual(['名称已保存']))
    expect(sentTo(stage, ownAccountCalls.renamePasskey)).toEqual([{ passkeyId: 'key-1', name: '家里的电脑' }])
  })

  it('are removed after a confirmation that names them', async () => {
    const stage = await open([], { passkeys: [passkey] })
    fireEvent.click(await screen.findByRole('button', { name: '移除通行密钥“办公电脑”？' }))
    fireEvent.click(within(await screen.findByRole('alertdialog', { hidden: true })).getByText('移除'))
    await waitFor(() => expect(toasts()).toEqual(['通行密钥已移除']))
    expect(sentTo(stage, ownAccountCalls.removePasskey)).toEqual([{ passkeyId: 'key-1' }])
  })
})

describe('sessions and sign-ins', () => {
  it('show the current session first, and end another after a confirmation', async () => {
    const stage = await open([], {}, '/security?tab=sessions')
    await screen.findByText('当前会话')
    expect(screen.getByText(/Chrome 140 · Windows/)).toBeTruthy()
    press('结束: 未知浏览器 · 未知系统, 10.0.0.2')
    const dialog = await screen.findByRole('alertdialog', { hidden: true })
    expect(within(dialog).getByText('该会话（未知浏览器 · 未知系统）的页面会在下一次操作时回到登录页。')).toBeTruthy()
    fireEvent.click(within(dialog).getByText('结束'))
    await waitFor(() => expect(toasts()).toEqual(['会话已结束']))
    expect(sentTo(stage, ownAccountCalls.endSession)).toEqual([{ guid: TWO }])
  })

  it('end all others at once, and say how many', async () => {
    await open([[ownAccountCalls.endOtherSessions, () => ({ data: { ended: 1 } })]], {}, '/security?tab=sessions')
    fireEvent.click(await screen.findByRole('button', { name: '结束其他全部会话' }))
    fireEvent.click(within(await screen.findByRole('alertdialog', { hidden: true })).getByText('结束其他全部会话'))
    await waitFor(() => expect(toasts()).toEqual(['已结束 1 个会话']))
  })

  it('list every attempt with its outcome; the user agent opens without a pointer', async () => {
    const rows = [
      { id: '2', at, outcome: 'wrongPassword', network: '10.0.0.9', userAgent: CHROME, developerName: null },
      { id: '3', at, outcome: 'browserNeeded', network: '10.0.0.8', userAgent: null, developerName: '星图软件' },
      { id: '1', at, outcome: 'signedIn', network: '10.0.0.1', userAgent: null, developerName: null },
    ]
    await open(
      [[ownAccountCalls.findSignIns, () => ({ data: { rows, records: 3, total: 1 } })]],
      {},
      '/security?tab=history',
    )
    expect(await screen.findByText('密码错误')).toBeTruthy()
    expect(screen.getByText('登录成功')).toBeTruthy()
    expect(screen.getByText('10.0.0.9')).toBeTruthy()
    const details = screen.getByText(CHROME).closest('details')
    expect(details?.querySelector('summary')?.textContent).toBe('Chrome 140 · Windows')
    expect(screen.getByText('密码登录被拦截')).toBeTruthy()
    expect(screen.getByText('“星图软件”的程序')).toBeTruthy()
  })
})

describe('the super administrator', () => {
  const handOver = async (handlers: Handlers = []) => {
    const stage = await open(handlers)
    fireEvent.click(await screen.findByRole('button', { name: '变更超级管理员' }))
    type('新超级管理员的账号', 'zhou@example.com')
    type('验证码', '123456')
    press('变更')
    return stage
  }

  it('is changed only after the last warning, and the privileges are read again', async () => {
    const stage = await handOver()
    const dialog = await screen.findByRole('alertdialog', { hidden: true })
    expect(within(dialog).getByText('把超级管理员变更为 zhou@example.com？')).toBeTruthy()
    expect(sentTo(stage, ownAccountCalls.changeSuperAdministrator)).toEqual([])
    const before = sentTo(stage, identityCalls.current).length
    fireEvent.click(within(dialog).getByText('变更'))
    await waitFor(() => expect(toasts()).toEqual(['超级管理员已变更为 zhou@example.com']))
    await waitFor(() => expect(sentTo(stage, identityCalls.current).length).toBeGreaterThan(before))
    expect(sentTo(stage, ownAccountCalls.changeSuperAdministrator)).toEqual([
      { account: 'zhou@example.com', verifyCode: '123456' },
    ])
  })

  it('without a name is shown once, by the address', async () => {
    const email = 'a.very.long.address.of.somebody@a-very-long-domain.example.com'
    await open(
      [
        [
          identityCalls.current,
          () => ({ data: { ...session, account: { ...session.account, email, displayName: email } } }),
        ],
      ],
      { email: 'lin@example.com' },
    )
    await screen.findByRole('button', { name: '变更超级管理员' })
    expect(screen.getAllByText(email)).toHaveLength(1)
  })

  it.each(['identity.userNotFound', 'identity.administersAnother', 'identity.alreadySuper'] as const)(
    'stays when the other account is refused: %s',
    async (name) => {
      await handOver([[ownAccountCalls.changeSuperAdministrator, () => refuse(name, 'account')]])
      fireEvent.click(within(await screen.findByRole('alertdialog', { hidden: true })).getByText('变更'))
      await screen.findByText(name)
      expect(screen.getByLabelText<HTMLInputElement>('新超级管理员的账号').value).toBe('zhou@example.com')
    },
  )
})

describe('devices', () => {
  const device = {
    guid: ONE,
    name: null,
    network: '10.0.0.1',
    userAgent: CHROME,
    firstSeenAt: at,
    lastSeenAt: at,
    trustedUntil: null,
    isThis: true,
  }
  const other = { ...device, guid: TWO, name: '旧电脑', trustedUntil: '2026-02-01T00:00:00.000Z', isThis: false }
  const openDevices = (rows: unknown[] = [device, other], totpSince: string | null = at) =>
    openStage({ '/deviceSetting': DeviceSetting, '/login': () => <p>sign-in</p> }, '/deviceSetting', [
      [ownAccountCalls.devices, () => ({ data: { rows } })],
      [ownAccountCalls.security, () => ({ data: { ...security, totpSince } })],
    ])
  const choose = async (name: string, action: string) => {
    fireEvent.click(await screen.findByRole('button', { name: `“${name}”的操作` }))
    fireEvent.click(await screen.findByRole('menuitem', { name: action }))
  }

  it('can be trusted only from themselves, and distrusted from anywhere', async () => {
    const stage = await openDevices()
    expect(await screen.findByText('未信任')).toBeTruthy()
    await choose('Chrome 140 · Windows', '信任此设备')
    await waitFor(() => expect(toasts()).toEqual(['已信任此设备，30 天内登录不再询问第二步']))
    passClickThrottle()
    await choose('旧电脑', '取消信任')
    await waitFor(() =>
      expect(sentTo(stage, ownAccountCalls.updateDevice)).toEqual([
        { guid: ONE, isTrusted: 'true' },
        { guid: TWO, isTrusted: 'false' },
      ]),
    )
    fireEvent.click(await screen.findByRole('button', { name: '“旧电脑”的操作' }))
    expect(screen.queryByRole('menuitem', { name: '信任此设备' })).toBeNull()
  })

  it('cannot be trusted while the account has no second step', async () => {
    const stage = await openDevices([device], null)
    await waitFor(() => expect(sentTo(stage, ownAccountCalls.security)).toHaveLength(1))
    fireEvent.click(await screen.findByRole('button', { name: '“Chrome 140 · Windows”的操作' }))
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['重命名', '移除'])
  })

  it('are renamed in place; an empty name restores the name of the browser', async () => {
    const stage = await openDevices()
    await choose('旧电脑', '重命名')
    const input = await screen.findByLabelText<HTMLInputElement>('名称')
    fireEvent.change(input, { target: { value: '' } })
    fireEvent.keyDown(input, { key: 'Enter' })
    await waitFor(() => expect(sentTo(stage, ownAccountCalls.updateDevice)).toEqual([{ guid: TWO, name: '' }]))
  })

  it('are removed after a confirmation, which warns that removing the current one signs out', async () => {
    const stage = await openDevices()
    await choose('Chrome 140 · Windows', '移除')
    const dialog = await screen.findByRole('alertdialog', { hidden: true })
    expect(within(dialog).getByText('这是您正在使用的设备：移除后会立即退出登录。')).toBeTruthy()
    fireEvent.click(within(dialog).getByText('移除'))
    await waitFor(() => expect(stage.address()).toBe('/login'))
    expect(STORED.ssId.get()).toBeUndefined()
    expect(toasts()).toEqual([])
  })

  it('show a sentence while there are none', async () => {
    await openDevices([])
    expect(await screen.findByText('还没有设备记录')).toBeTruthy()
  })
})
