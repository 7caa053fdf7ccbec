import { ERRORS, LIMITS, developerCalls, identityCalls, operationLogCalls } from '@sealwright/contract'
import type { AnswerOf, Call } from '@sealwright/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { useSession } from '../../lib/session/session.tsx'
import { openStage, session } from '../../lib/stage.fixture.tsx'
import { useToasts } from '../../lib/toast.ts'
import { Screen as Apply } from './apply-regular.screen.tsx'
import { Screen as Info } from './developer-info.screen.tsx'

type Handlers = Parameters<typeof openStage>[2]
const at = '2026-01-01T00:00:00.000Z'
const developer: AnswerOf<typeof developerCalls.get> = {
  developerId: '7',
  name: '星图软件',
  displayName: null,
  website: null,
  brief: null,
  introduction: null,
  logo: null,
  contacts: [],
  country: 'CN',
  timeZone: 'Asia/Shanghai',
  createdAt: at,
  formalSince: at,
  pinSince: null,
  revision: 3,
}
const application: NonNullable<AnswerOf<typeof developerCalls.application>['application']> = {
  state: 'pending',
  companyName: '星图公司',
  contactName: '林小满',
  contactPhone: '010-12345678',
  contactEmail: null,
  statement: '测绘软件',
  reason: null,
  appliedAt: at,
  decidedAt: null,
}
interface Who {
  status?: 'trial' | 'formal'
  isMainAccount?: boolean
  privileges?: string[]
}
const whoIs = ({
  status = 'formal',
  isMainAccount = true,
  privileges = ['developer.view', 'developer.update'],
}: Who) => ({
  data: {
    ...session,
    isMainAccount,
    privileges,
    developer: { ...session.developer, devInfo: { ...session.developer.devInfo, status } },
  },
})

/** Loads the session before the screen, as the router does. */
function Signed({ screen: Screen }: { screen: () => React.ReactNode }) {
  useSession()
  return <Screen />
}
const openInfo = (
  handlers: Handlers = [],
  who: Who = {},
  given: Partial<typeof developer> = {},
  address = '/developerInfo',
) =>
  openStage({ '/developerInfo': () => <Signed screen={Info} /> }, address, [
    [identityCalls.current, () => whoIs(who)],
    [developerCalls.get, () => ({ data: { ...developer, ...given } })],
    ...handlers,
  ])
const openApply = (given: typeof application | null, who: Who = {}, handlers: Handlers = []) =>
  openStage(
    { '/applyRegular': () => <Signed screen={Apply} />, '/dashboard': () => <p>dashboard</p> },
    '/applyRegular',
    [
      [identityCalls.current, () => whoIs({ status: 'trial', ...who })],
      [developerCalls.application, () => ({ data: { application: given } })],
      ...handlers,
    ],
  )
const refuse = (name: keyof typeof ERRORS) => ({ code: ERRORS[name].code, desc: name, data: null })
const sentTo = (stage: Awaited<ReturnType<typeof openInfo>>, call: Call) =>
  stage.sent.filter(({ path }) => path === call.path).map(({ payload }) => payload)
const toasts = () => useToasts.getState().toasts.map(({ text }) => text)
const type = (label: RegExp | string, text: string) =>
  fireEvent.change(screen.getByLabelText(label, { selector: 'input, textarea' }), { target: { value: text } })

describe('the developer information', () => {
  it('is saved with the revision it was read with, including the contacts', async () => {
    const stage = await openInfo([[developerCalls.update, () => ({ data: { revision: 4 } })]])
    fireEvent.click(await screen.findByText('添加联系人'))
    type(/^联系人姓名/, '林小满')
    type(/^官网/, 'https://example.com')
    fireEvent.click(screen.getByText('保存'))
    await waitFor(() => expect(toasts()).toEqual(['开发者信息已保存']))
    const [sent] = sentTo(stage, developerCalls.update)
    expect(sent).toMatchObject({ revision: '3', website: 'https://example.com', displayName: '' })
    expect(JSON.parse(String(sent?.['contacts']))).toEqual([{ name: '林小满', title: '', phone: '', email: '' }])
  })

  it('shows no error for a new contact before an attempt to save', async () => {
    await openInfo()
    fireEvent.click(await screen.findByText('添加联系人'))
    fireEvent.blur(screen.getByLabelText(/^联系人姓名/))
    expect(screen.queryByText('联系人姓名不能为空')).toBeNull()
    fireEvent.click(screen.getByText('保存'))
    expect(screen.getByText('联系人姓名不能为空')).toBeTruthy()
  })

  it('hides the error of a refused logo once it is saved', async () => {
    await openInfo([[developerCalls.update, () => ({ data: { revision: 4 } })]])
    const file = new File([new Uint8Array(LIMITS.developer.logoBytes + 1)], 'logo.png', { type: 'image/png' })
    fireEvent.change(await screen.findByLabelText(/^标志/), { target: { files: [file] } })
    expect(await screen.findByText(/^标志不能超过/)).toBeTruthy()
    fireEvent.click(screen.getByText('保存'))
    await waitFor(() => expect(toasts()).toEqual(['开发者信息已保存']))
    expect(screen.queryByText(/^标志不能超过/)).toBeNull()
  })

  it('focuses the invalid field of a contact', async () => {
    const stage = await openInfo([], {}, { contacts: [{ name: '林小满', title: null, phone: null, email: null }] })
    await screen.findByLabelText(/^电话/)
    type(/^电话/, '12')
    fireEvent.click(screen.getByText('保存'))
    expect(screen.getByText('电话格式不正确')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText(/^电话/))
    expect(sentTo(stage, developerCalls.update)).toEqual([])
  })

  it('has a limited number of contacts', async () => {
    await openInfo(
      [],
      {},
      {
        contacts: Array.from({ length: LIMITS.developer.contacts }, (_, n) => ({
          name: `联系人${n}`,
          title: null,
          phone: null,
          email: null,
        })),
      },
    )
    expect((await screen.findByText<HTMLButtonElement>('添加联系人')).disabled).toBe(true)
    fireEvent.click(screen.getByLabelText('移除联系人 5'))
    expect(screen.getByText<HTMLButtonElement>('添加联系人').disabled).toBe(false)
    expect(screen.queryByDisplayValue('联系人4')).toBeNull()
  })

  it('does not overwrite the changes of someone else, and can load them', async () => {
    await openInfo([[developerCalls.update, () => refuse('platform.stale')]])
    await screen.findByLabelText(/^简介/)
    type(/^简介/, '我的')
    fireEvent.click(screen.getByText('保存'))
    fireEvent.click(await screen.findByText('重新载入最新内容'))
    fireEvent.click(await screen.findByText('放弃并载入'))
    await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>(/^简介/).value).toBe(''))
  })

  it('is read-only for a trial developer, with a link to the application', async () => {
    await openInfo([], { status: 'trial' }, { brief: '测绘软件' })
    expect(await screen.findByText('试用开发者不能修改这些资料')).toBeTruthy()
    expect(screen.getByText('申请转正').getAttribute('href')).toBe('/applyRegular')
    expect(screen.getByText('测绘软件')).toBeTruthy()
    expect(screen.queryByText('保存')).toBeNull()
  })

  it('is read-only without the privilege, which is named', async () => {
    await openInfo([], { isMainAccount: false, privileges: ['developer.view'] })
    expect(await screen.findByText(/修改需要/)).toBeTruthy()
    expect(screen.queryByText('保存')).toBeNull()
  })

  it('shows its operation history', async () => {
    const row = {
      id: '1',
      at,
      actor: '林小满',
      type: 1,
      deed: 'update',
      targetKind: 'developer',
      targetGuid: 'x',
      targetName: '星图软件',
      changes: [{ field: 'apiPassword', before: null, after: '已查看' }],
      requestId: 'r',
      sealed: false,
    }
    const stage = await openInfo(
      [[operationLogCalls.find, () => ({ data: { rows: [row], records: 1, total: 1 } })]],
      {},
      {},
      '/developerInfo?tab=history',
    )
    expect(await screen.findByText('查看了 API 密码')).toBeTruthy()
    expect(sentTo(stage, operationLogCalls.find)[0]).toMatchObject({ targetKind: 'developer' })
  })
})

describe('the API password', () => {
  const password = '0123456789abcdef'.repeat(2)

  it('is hidden again by itself after a minute', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance', 'Date'], shouldAdvanceTime: true })
    await openInfo(
      [[developerCalls.revealApiPassword, () => ({ data: { apiPassword: password } })]],
      { privileges: ['developer.view', 'packing.view'] },
      {},
      '/developerInfo?tab=secrets',
    )
    expect(screen.queryByText(password)).toBeNull()
    fireEvent.click(await screen.findByRole('button', { name: '查看 API 密码' }))
    await screen.findByText(password)
    // React starts the countdown after the paint, so the text can be there before the timer.
    await vi.waitUntil(() => vi.getTimerCount() > 0)
    act(() => void vi.advanceTimersByTime(45_000))
    expect(screen.getByText(password)).toBeTruthy()
    act(() => void vi.advanceTimersByTime(16_000))
    expect(screen.queryByText(password)).toBeNull()
  })

  it('is hidden without the privilege', async () => {
    await openInfo([], { isMainAccount: false }, {}, '/developerInfo?tab=secrets')
    expect(
      await screen.findByText('查看 API 密码需要相应的权限，请联系管理员；PIN 码只有超级管理员可以设置。'),
    ).toBeTruthy()
  })

  it('is available with the privilege, without the PIN', async () => {
    await openInfo(
      [],
      { isMainAccount: false, privileges: ['developer.view', 'packing.view'] },
      {},
      '/developerInfo?tab=secrets',
    )
    expect(await screen.findByRole('button', { name: /API 密码/ })).toBeTruthy()
    expect(screen.queryByText('设置 PIN 码')).toBeNull()
  })
})

describe('the hosted lock PIN', () => {
  const open = (given: Partial<typeof developer> = {}, who: Who = {}, handlers: Handlers = []) =>
    openInfo(handlers, who, given, '/developerInfo?tab=secrets')
  const PIN = 'Abcdefgh12345678'
  const PIN_FIELD = '托管锁 PIN 码'

  it('needs letters and digits, the same twice, and a confirmation', async () => {
    const stage = await open()
    fireEvent.click(await screen.findByText('设置 PIN 码'))
    type(PIN_FIELD, 'abcdefghijklmnop')
    type('确认 PIN 码', PIN)
    fireEvent.click(screen.getByText('保存'))
    expect(screen.getByText(/只能由字母和数字组成，且两者都要有/)).toBeTruthy()
    expect(screen.getByText('两次输入的 PIN 码不一致')).toBeTruthy()
    type(PIN_FIELD, PIN)
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + LIMITS.console.clickThrottleMs)
    fireEvent.click(screen.getByText('保存'))
    const dialog = await screen.findByRole('alertdialog', { hidden: true })
    fireEvent.click(within(dialog).getByText('保存'))
    await waitFor(() => expect(toasts()).toEqual(['PIN 码已保存']))
    expect(sentTo(stage, developerCalls.setPin)).toEqual([{ pin: PIN, confirmPin: PIN }])
    vi.restoreAllMocks()
  })

  it('can be changed once it is set, and never unset', async () => {
    await open({ pinSince: at })
    expect(await screen.findByText('已设置')).toBeTruthy()
    fireEvent.click(await screen.findByText('更换 PIN 码'))
    expect(screen.getByLabelText('新 PIN 码')).toBeTruthy()
  })

  it('that is too long is refused, never cut', async () => {
    await open()
    fireEvent.click(await screen.findByText('设置 PIN 码'))
    expect(screen.getByLabelText<HTMLInputElement>(PIN_FIELD, { selector: 'input' }).maxLength).toBe(-1)
    expect(screen.getByLabelText<HTMLInputElement>('确认 PIN 码').maxLength).toBe(-1)
    type(PIN_FIELD, PIN.repeat(LIMITS.developer.pinMax))
    fireEvent.click(screen.getByText('保存'))
    expect(screen.getByText(`托管锁 PIN 码不能超过 ${LIMITS.developer.pinMax} 个字符`)).toBeTruthy()
  })

  it('is not available to trial developers', async () => {
    await open({}, { status: 'trial' })
    expect(await screen.findByText('试用开发者不能设置托管锁 PIN 码，请先申请转正。')).toBeTruthy()
    expect(screen.queryByText('设置 PIN 码')).toBeNull()
  })
})

describe('applying to become formal', () => {
  it('needs consent to the deletion of trial licenses', async () => {
    const stage = await openApply(null)
    await screen.findByLabelText(/^联系人/)
    type(/^联系人/, '林小满')
    type(/^联系电话/, '010-12345678')
    fireEvent.click(screen.getByText('提交申请'))
    expect(screen.getByText('请先阅读并同意')).toBeTruthy()
    expect(sentTo(stage, developerCalls.apply)).toEqual([])
    fireEvent.click(screen.getByRole('checkbox'))
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + LIMITS.console.clickThrottleMs)
    fireEvent.click(screen.getByText('提交申请'))
    await waitFor(() => expect(toasts()).toEqual(['申请已提交，有结果时会用消息和邮件通知您']))
    expect(sentTo(stage, developerCalls.apply)[0]).toMatchObject({
      companyName: 'Dev',
      contactName: '林小满',
      contactPhone: '010-12345678',
      acceptDeletion: 'true',
    })
    vi.restoreAllMocks()
  })

  it('shows a pending application and what happens next', async () => {
    await openApply(application)
    expect(await screen.findByText('申请正在审核')).toBeTruthy()
    await waitFor(() => expect(document.activeElement?.textContent).toBe('接下来'))
    expect(screen.getByText('星图公司')).toBeTruthy()
    expect(screen.getByText('平台审核您的资料，有疑问时致电 010-12345678 联系林小满。')).toBeTruthy()
    expect(screen.getByText(/通过后，试用期间签发的许可会删除/)).toBeTruthy()
    expect(screen.queryByText('提交申请')).toBeNull()
  })

  it('shows the decision on a pending application by itself', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'], shouldAdvanceTime: true })
    let decided = application
    await openApply(null, {}, [[developerCalls.application, () => ({ data: { application: decided } })]])
    await screen.findByText('申请正在审核')
    decided = { ...application, state: 'rejected', reason: '资料不全', decidedAt: at }
    await act(async () => void (await vi.advanceTimersByTimeAsync(15_000)))
    expect(await screen.findByText('上次申请未通过')).toBeTruthy()
    expect(screen.getByText('原因：资料不全')).toBeTruthy()
    expect(screen.getByText('修改后重新提交即可。')).toBeTruthy()
  })

  it('shows why the last application was rejected, and starts from its values', async () => {
    await openApply({ ...application, state: 'rejected', reason: '电话无人接听', decidedAt: at })
    expect(await screen.findByText(/电话无人接听/)).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>(/^公司名称/).value).toBe('星图公司')
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false)
  })

  it('shows the refusal when another application is pending', async () => {
    await openApply({ ...application, state: 'rejected' }, {}, [
      [developerCalls.apply, () => refuse('developer.applicationPending')],
    ])
    fireEvent.click(await screen.findByRole('checkbox'))
    fireEvent.click(screen.getByText('提交申请'))
    expect(await screen.findByText('developer.applicationPending')).toBeTruthy()
  })

  it('is not offered to a formal developer', async () => {
    await openApply({ ...application, state: 'approved', decidedAt: at }, { status: 'formal' })
    expect(await screen.findByText('您已经是正式开发者')).toBeTruthy()
  })

  it('is only for the super administrator; others see whom to ask', async () => {
    await openApply(null, { isMainAccount: false })
    expect(await screen.findByText('请联系超级管理员')).toBeTruthy()
    expect(screen.queryByText('提交申请')).toBeNull()
  })
})
