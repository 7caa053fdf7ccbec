import { ERRORS, LIMITS, identityCalls, zoneIdOf } from '@sealwright/contract'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openStage } from '../../lib/stage.fixture.tsx'
import type { Stage } from '../../lib/stage.fixture.tsx'
import { STORED } from '../../lib/stored.ts'
import { keepTyped } from './passed-account.ts'
import { Screen as Register } from './register.screen.tsx'

type Handlers = Parameters<typeof openStage>[2]
const door = (demo: boolean): Handlers[number] => [
  identityCalls.door,
  () => ({ data: { demo, keepsMail: true, keepsSms: true } }),
]
const open = (handlers: Handlers = []): Promise<Stage> =>
  openStage({ '/register': Register, '/login': () => <p>login</p> }, '/register', [door(false), ...handlers])

afterEach(() => keepTyped())

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: string, value: string) => fireEvent.input(field(label), { target: { value } })
const leave = (label: string) => fireEvent.blur(field(label))
const press = (name: string | RegExp) => act(async () => fireEvent.click(screen.getByRole('button', { name })))
const noteOf = (label: string) =>
  document.getElementById(field(label).getAttribute('aria-describedby') ?? '')?.textContent

function fillIn(): void {
  type('开发者名称', '磐石软件')
  type('手机号或邮箱', 'lin@example.com')
  type('验证码', '123456')
  type('密码', 'Correct-horse1')
  type('确认密码', 'Correct-horse1')
  fireEvent.click(screen.getByRole('checkbox'))
}

it('the buttons that show the two passwords have different names', async () => {
  await open()
  expect(screen.getAllByRole('button', { name: /^显示/ }).map((button) => button.ariaLabel)).toEqual([
    '显示密码',
    '显示确认密码',
  ])
})

describe('an error', () => {
  it('shows once its field was left, in the words of the contract, and goes once the value is valid', async () => {
    await open()
    type('开发者名称', 'a/b')
    expect(noteOf('开发者名称')).toBe('')
    leave('开发者名称')
    expect(noteOf('开发者名称')).toContain('不能包含特殊字符')
    type('开发者名称', 'ab')
    expect(noteOf('开发者名称')).toBe('')
  })

  it('in the repeated password shows although other fields are still empty', async () => {
    await open()
    type('密码', 'abcdef')
    type('确认密码', 'abcdeg')
    leave('确认密码')
    expect(noteOf('确认密码')).toBe('两次输入的密码不一致')
  })

  it('shows on every invalid field at an attempt to submit; the first gets the focus and nothing is sent', async () => {
    const stage = await open()
    type('开发者名称', '磐石软件')
    await press('注册')
    expect(document.activeElement).toBe(field('手机号或邮箱'))
    for (const label of ['手机号或邮箱', '验证码', '密码']) expect(noteOf(label)).toBe(`${label}不能为空`)
    expect(screen.getByText('请先阅读并同意')).toBeTruthy()
    expect(stage.sent.some(({ path }) => path === identityCalls.register.path)).toBe(false)
  })

  it.each([
    ['a mouse', ['pointerdown', 'mousedown', 'blur', 'pointerup']],
    ['a finger', ['pointerdown', 'pointerup', 'mousedown', 'blur']],
  ])('does not move the button while %s presses it', async (_, events) => {
    await open()
    type('手机号或邮箱', 'lin')
    const submit = screen.getByRole('button', { name: '注册' })
    for (const name of events) {
      if (name === 'blur') leave('手机号或邮箱')
      else fireEvent(submit, new MouseEvent(name, { bubbles: true }))
    }
    expect(noteOf('手机号或邮箱')).toBe('')
    fireEvent.mouseUp(submit)
    expect(noteOf('手机号或邮箱')).toBe('')
    await waitFor(() => expect(noteOf('手机号或邮箱')).toContain('请输入手机号或邮箱'))
  })
})

it.each([
  ['abcdef', '弱'],
  ['abcdef12', '中'],
  ['Correct-horse1', '强'],
])('the strength of the password %s shows as a word', async (password, word) => {
  await open()
  type('密码', password)
  expect(screen.getByText(`密码强度：${word}`)).toBeTruthy()
})

describe('a code', () => {
  const sent: Handlers[number] = [
    identityCalls.sendCode,
    () => ({ data: { expiresInSeconds: 600, resendInSeconds: 60 } }),
  ]

  it('is sent only to a valid address, which the page asks for', async () => {
    const stage = await open([sent])
    type('手机号或邮箱', 'lin')
    await press('获取验证码')
    expect(document.activeElement).toBe(field('手机号或邮箱'))
    expect(noteOf('手机号或邮箱')).toContain('请输入手机号或邮箱')
    expect(stage.sent.some(({ path }) => path === identityCalls.sendCode.path)).toBe(false)
  })

  it('can be sent again after the wait, but to another address at once', async () => {
    const stage = await open([sent])
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
    const sentTo = () =>
      stage.sent.filter(({ path }) => path === identityCalls.sendCode.path).map(({ payload }) => payload['target'])
    type('手机号或邮箱', 'lin@example.com')
    await press('获取验证码')
    expect(noteOf('验证码')).toContain('已发送到 lin@example.com，10 分钟内有效')
    await act(async () => vi.advanceTimersByTimeAsync(15_000))
    await press('45 秒后可重发')
    expect(sentTo()).toEqual(['lin@example.com'])
    type('手机号或邮箱', 'zhou@example.com')
    await press('获取验证码')
    expect(sentTo()).toEqual(['lin@example.com', 'zhou@example.com'])
    await act(async () => vi.advanceTimersByTimeAsync(60_000))
    await press('获取验证码')
    expect(sentTo()).toHaveLength(3)
  })

  it('that was sent replaces the error of its field with a notice', async () => {
    await open([
      sent,
      [identityCalls.register, () => ({ code: ERRORS['identity.codeWrong'].code, desc: '验证码错误', data: null })],
    ])
    vi.useFakeTimers({ toFake: ['performance'] })
    await press('注册')
    expect(noteOf('验证码')).toBe('验证码不能为空')
    fillIn()
    type('验证码', '')
    await press('获取验证码')
    expect(noteOf('验证码')).toContain('已发送到 lin@example.com')
    type('验证码', '000000')
    await press('注册')
    expect(noteOf('验证码')).toBe('验证码错误')
    type('手机号或邮箱', 'zhou@example.com')
    vi.advanceTimersByTime(LIMITS.console.clickThrottleMs)
    await press('获取验证码')
    expect(field('验证码').value).toBe('')
    expect(noteOf('验证码')).toContain('已发送到 zhou@example.com')
  })

  it('that was typed before the sending was confirmed stays', async () => {
    let arrive: () => void = () => undefined
    await open([
      [
        identityCalls.sendCode,
        () =>
          new Promise((resolve) => (arrive = () => resolve({ data: { expiresInSeconds: 600, resendInSeconds: 60 } }))),
      ],
    ])
    type('手机号或邮箱', 'lin@example.com')
    await press('获取验证码')
    type('验证码', '123456')
    await act(async () => arrive())
    expect(noteOf('验证码')).toContain('已发送到 lin@example.com')
    expect(field('验证码').value).toBe('123456')
  })

  it('typed in full-width digits is taken as digits', async () => {
    await open()
    type('验证码', ' １２３ ４５６')
    expect(field('验证码').value).toBe('123456')
  })

  it('that is not six digits is not sent', async () => {
    const stage = await open()
    fillIn()
    for (const wrong of ['12a4', '12345', '12345a']) {
      type('验证码', wrong)
      await press('注册')
      expect(noteOf('验证码'), wrong).toBe('验证码应为 6 位数字')
    }
    expect(stage.sent.some(({ path }) => path === identityCalls.register.path)).toBe(false)
  })

  it('requested too soon counts down the wait from the server', async () => {
    await open([
      [
        identityCalls.sendCode,
        () => ({ code: ERRORS['identity.codeTooSoon'].code, desc: '操作过于频繁', data: { seconds: 42 } }),
      ],
    ])
    type('手机号或邮箱', '13800138000')
    await press('获取验证码')
    expect(screen.getByText('操作过于频繁，请在 42 秒后再获取验证码')).toBeTruthy()
    expect(screen.getByRole('button', { name: '42 秒后可重发' })).toBeTruthy()
  })

  it('kept in the outbox of a demo says where to find it; another center does not mention the outbox', async () => {
    await open([door(true)])
    expect(await screen.findByText('npm run platform -- outbox')).toBeTruthy()
    cleanup()
    await open([door(true), sent])
    type('手机号或邮箱', 'lin@example.com')
    await press('获取验证码')
    expect(noteOf('验证码')).toContain('已为 lin@example.com 生成，10 分钟内有效。')
    expect(noteOf('验证码')).not.toContain('已发送')
    expect(noteOf('验证码')).toContain('npm run platform -- outbox')
    cleanup()
    await open([sent])
    type('手机号或邮箱', 'lin@example.com')
    await press('获取验证码')
    expect(screen.queryByText('npm run platform -- outbox')).toBeNull()
  })
})

describe('registering', () => {
  it('sends the form with the promotion code and the advertisement parameters', async () => {
    STORED.spreadCode.set('SPRING')
    STORED.bd_log_query.set('click')
    STORED.source_keyword.set('许可')
    const stage = await open([[identityCalls.register, () => ({ data: { developerId: '1' } })]])
    fillIn()
    expect(field('推广码').value).toBe('SPRING')
    fireEvent.change(screen.getByLabelText('国家或地区'), { target: { value: 'SG' } })
    fireEvent.change(screen.getByLabelText('时区'), { target: { value: String(zoneIdOf('Asia/Singapore')) } })
    await press('注册')
    expect(stage.sent.at(-1)?.payload).toEqual({
      developerName: '磐石软件',
      account: 'lin@example.com',
      verifyCode: '123456',
      password: 'Correct-horse1',
      confirmPassword: 'Correct-horse1',
      country: 'SG',
      timeZone: String(zoneIdOf('Asia/Singapore')),
      acceptTerms: 'true',
      spreadCode: 'SPRING',
      bdVid: 'click',
      keyword: '许可',
    })
  })

  it('lists the most chosen country first, and the others in the order of the language', async () => {
    await open()
    const names = within(screen.getByLabelText('国家或地区'))
      .getAllByRole('option')
      .map(({ textContent }) => textContent)
    expect(names[0]).toBe('中国')
    expect(names).toEqual(expect.arrayContaining(['中国香港', '中国澳门', '中国台湾', '新加坡']))
    expect(names.filter((name) => !/\p{Script=Han}/u.test(name ?? ''))).toEqual([])
    expect(names.slice(1)).toEqual(names.slice(1).toSorted(new Intl.Collator('zh-CN').compare))
  })

  it.each([
    ['en-SG', 'SG'],
    ['zh-Hant-TW', 'TW'],
    ['de', 'CN'],
    ['en-XX', 'CN'],
  ])('in a browser with the language %s starts with the country %s', async (language, country) => {
    const speaks = vi.spyOn(navigator, 'language', 'get').mockReturnValue(language)
    await open()
    expect(field('国家或地区').value).toBe(country)
    speaks.mockRestore()
  })

  it('shows no promotion code if the first visit brought none', async () => {
    await open()
    expect(screen.queryByLabelText('推广码')).toBeNull()
  })

  it.each([
    [
      'that the account is taken',
      { code: ERRORS['identity.accountTaken'].code, desc: '该账号已注册', data: null },
      '手机号或邮箱',
      '该账号已注册',
    ],
    [
      'that the code is wrong',
      { code: ERRORS['identity.codeWrong'].code, desc: '验证码错误', data: null },
      '验证码',
      '验证码错误',
    ],
    [
      'about a field by its name',
      {
        code: ERRORS['platform.badPayload'].code,
        desc: '请检查',
        data: { fields: [{ path: 'developerName', rule: 'tooLong', message: '名称过长' }] },
      },
      '开发者名称',
      '名称过长',
    ],
  ])('shows a refusal %s on its field, and keeps what was typed', async (_, answer, label, message) => {
    await open([[identityCalls.register, () => answer]])
    fillIn()
    await press('注册')
    expect(noteOf(label)).toBe(message)
    expect(document.activeElement).toBe(field(label))
    expect(field('密码').value).toBe('Correct-horse1')
    type(label, label === '验证码' ? '654321' : 'zhou@example.com')
    expect(noteOf(label)).not.toBe(message)
  })

  it('scrolls to a refusal that belongs to no field, since the button is far below it', async () => {
    await open([
      [
        identityCalls.register,
        () => ({ code: ERRORS['identity.slowedDown'].code, desc: '操作过于频繁', data: { seconds: 30 } }),
      ],
    ])
    fillIn()
    const shown = vi.spyOn(Element.prototype, 'scrollIntoView')
    await press('注册')
    expect(shown.mock.contexts).toEqual([screen.getByRole('alert')])
    shown.mockRestore()
  })

  it('keeps the texts for a person who comes back from the sign-in page, but no password or code', async () => {
    await open()
    fillIn()
    cleanup()
    await open()
    const typed = ['开发者名称', '手机号或邮箱', '验证码', '密码', '确认密码'].map((label) => field(label).value)
    expect(typed).toEqual(['磐石软件', 'lin@example.com', '', '', ''])
  })

  it('opens the sign-in page by itself after success, with the account filled in', async () => {
    const stage = await open([[identityCalls.register, () => ({ data: { developerId: '1' } })]])
    fillIn()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
    await press('注册')
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: '注册成功' }))
    expect(screen.getByText('3 秒后前往登录页。')).toBeTruthy()
    await act(async () => vi.advanceTimersByTimeAsync(1_000))
    expect(screen.getByText('2 秒后前往登录页。')).toBeTruthy()
    expect(stage.address()).toBe('/register')
    await act(async () => vi.advanceTimersByTimeAsync(LIMITS.console.registerRedirectMs - 1_000))
    expect(stage.address()).toBe('/login#account=lin%40example.com&registered=1')
  })
})

describe('registration that is not open', () => {
  const withMode = (registration: 'invitation' | 'closed'): Handlers => [
    [
      identityCalls.door,
      () => ({ data: { demo: false, keepsMail: true, keepsSms: true, registration, termsVersion: 3 } }),
    ],
  ]

  it('by invitation asks for the code, and sends it with the version of the terms', async () => {
    const stage = await open([
      ...withMode('invitation'),
      [identityCalls.register, () => ({ data: { developerId: '7' } })],
    ])
    await screen.findByLabelText('邀请码')
    fillIn()
    type('邀请码', 'ABCD-EFGH-JKMN')
    await press('注册')
    const sent = stage.sent.find(({ path }) => path === identityCalls.register.path)
    expect(sent?.payload).toMatchObject({ invitationCode: 'ABCD-EFGH-JKMN', termsVersion: '3' })
  })

  it('that is closed has no form', async () => {
    await open(withMode('closed'))
    expect(await screen.findByRole('heading', { name: '目前不开放注册' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: '注册' })).toBeNull()
  })
})
