import { ACCOUNT_TYPES, ERRORS, LIMITS, customerCalls, identityCalls, tagCalls, userCalls } from '@sealwright/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { openStage } from '../../../lib/stage.fixture.tsx'
import { ACME, TRIAL_TAG, USER_GUID, VIP, holding, trialWith, userAnswer } from './user-answer.fixture.ts'
import { Screen as EditUser } from './user-edit.screen.tsx'
import { Screen as NewUser } from './user-new.screen.tsx'

type Answers = Parameters<typeof openStage>[2]

async function open(address: string, answers: Answers = []) {
  const stage = await openStage({ '/user/new': NewUser, '/user/edit': EditUser, '/user': () => <p>list</p> }, address, [
    [identityCalls.current, () => holding()],
    [customerCalls.list, () => ({ data: [ACME] })],
    [tagCalls.list, () => ({ data: [VIP, TRIAL_TAG] })],
    [userCalls.get, () => ({ data: userAnswer })],
    [userCalls.create, () => ({ data: { guid: USER_GUID } })],
    [userCalls.update, () => ({ data: { guid: USER_GUID } })],
    ...answers,
  ])
  return {
    ...stage,
    all: (path: string) => stage.sent.filter((call) => call.path === path).map(({ payload }) => payload),
  }
}

const type = (label: RegExp | string, value: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } })
const create = () => fireEvent.click(screen.getByText('创建用户'))

function addTag(name: string): void {
  const input = screen.getByRole('combobox', { name: /^标签/ })
  fireEvent.input(input, { target: { value: name } })
  fireEvent.blur(input)
}

it('a new user is created with what was typed, a new customer and tags by their names', async () => {
  const stage = await open('/user/new')
  type(/^账号/, 'wu@example.com')
  type(/^姓名/, '吴越')
  const customer = screen.getByRole('combobox', { name: /^客户/ })
  fireEvent.input(customer, { target: { value: '禾木工作室' } })
  fireEvent.blur(customer)
  addTag('新标签')
  create()
  await waitFor(() => expect(stage.address()).toBe(`/user?editId=${USER_GUID}`))
  expect(stage.all(userCalls.create.path)).toEqual([
    {
      account: 'wu@example.com',
      needActivation: true,
      sendMail: true,
      userName: '吴越',
      gender: 0,
      phone: '',
      address: '',
      customerName: '禾木工作室',
      description: '',
      tags: ['新标签'],
    },
  ])
})

it('an account is an e-mail address or a mobile number, and a phone is a phone', async () => {
  const stage = await open('/user/new')
  type(/^账号/, 'wu')
  type(/^电话/, '123')
  create()
  expect(await screen.findByText('账号格式不正确，请输入手机号或邮箱')).toBeTruthy()
  expect(screen.getByText('电话格式不正确')).toBeTruthy()
  expect(stage.all(userCalls.create.path)).toEqual([])
})

it('a shadow account has a name and a password of its own, and no messages', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const stage = await open('/user/new')
  expect(screen.getByRole('switch', { name: '发送通知' })).toBeTruthy()
  fireEvent.click(screen.getByRole('switch', { name: '影子账号' }))
  expect(screen.queryByRole('switch', { name: '发送通知' })).toBeNull()
  expect(screen.queryByRole('switch', { name: '首次登录需激活' })).toBeNull()
  type(/^账号/, 'wu@example.com')
  create()
  expect(await screen.findByText(/账号只能由文字、数字和/)).toBeTruthy()
  expect(screen.getByText('密码不能为空')).toBeTruthy()
  type(/^账号/, '前台-01')
  type('密码', 'Passw0rd!long')
  expect(screen.getByText('密码强度：强')).toBeTruthy()
  vi.advanceTimersByTime(LIMITS.console.clickThrottleMs)
  create()
  await waitFor(() => expect(stage.all(userCalls.create.path)).toHaveLength(1))
  const [sent] = stage.all(userCalls.create.path)
  expect(sent).toMatchObject({ account: '前台-01', accountType: ACCOUNT_TYPES.shadow, password: 'Passw0rd!long' })
  expect(sent).not.toHaveProperty('sendMail')
})

it('a tag is carried once, and there are five at most', async () => {
  await open('/user/new')
  addTag('甲')
  addTag('甲')
  expect(await screen.findByText('标签“甲”重复')).toBeTruthy()
  fireEvent.click(screen.getAllByRole('button', { name: '移除标签“甲”' })[0] ?? document.body)
  await waitFor(() => expect(screen.queryByText('标签“甲”重复')).toBeNull())
  for (const name of ['乙', '丙', '丁', '戊']) addTag(name)
  expect(screen.getByText('5 / 5')).toBeTruthy()
  addTag('己')
  expect(await screen.findByText('标签最多 5 项')).toBeTruthy()
  fireEvent.keyDown(screen.getByRole('combobox', { name: /^标签/ }), { key: 'Backspace' })
  await waitFor(() => expect(screen.queryByText('标签最多 5 项')).toBeNull())
})

it('who may make neither customers nor tags chooses among those there are', async () => {
  await open('/user/new', [[identityCalls.current, () => holding(['user.view', 'user.create'])]])
  addTag('新标签')
  expect(screen.queryByRole('button', { name: '移除标签“新标签”' })).toBeNull()
  fireEvent.click(screen.getByRole('combobox', { name: /^标签/ }))
  fireEvent.click(await screen.findByRole('option', { name: '贵宾' }))
  expect(screen.getByRole('button', { name: '移除标签“贵宾”' })).toBeTruthy()
  const customer = screen.getByRole<HTMLInputElement>('combobox', { name: /^客户/ })
  fireEvent.input(customer, { target: { value: '没有的' } })
  fireEvent.blur(customer)
  expect(customer.value).toBe('')
})

it('an account that is a user already is refused at its field, and nothing typed is lost', async () => {
  const desc = '账号“wu@example.com”已经是您的用户'
  await open('/user/new', [
    [
      userCalls.create,
      () => ({ code: ERRORS['user.accountTaken'].code, desc, data: { fields: [{ path: 'account', message: desc }] } }),
    ],
  ])
  type(/^账号/, 'wu@example.com')
  type(/^姓名/, '吴越')
  create()
  expect(await screen.findByText(desc)).toBeTruthy()
  expect(screen.getByLabelText(/^账号/).getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByLabelText<HTMLInputElement>(/^姓名/).value).toBe('吴越')
})

it('a trial developer without users left is told before typing', async () => {
  await open('/user/new', [[identityCalls.current, () => trialWith(100)]])
  expect(await screen.findByText('试用开发者最多 100 个用户，申请转正后不受限制')).toBeTruthy()
  expect(screen.queryByLabelText(/^账号/)).toBeNull()
})

it('editing keeps the account, sends the revision, and clears what was emptied', async () => {
  const stage = await open(`/user/edit?guid=${USER_GUID}`)
  const account = await screen.findByLabelText<HTMLInputElement>(/^账号/)
  expect([account.value, account.readOnly]).toEqual(['chen@example.com', true])
  type(/^电话/, '')
  fireEvent.click(screen.getByRole('button', { name: '移除标签“贵宾”' }))
  fireEvent.click(screen.getByText('保存'))
  await waitFor(() => expect(stage.address()).toBe(`/user?showSearch=1&editId=${USER_GUID}`))
  expect(stage.all(userCalls.update.path)).toEqual([
    {
      guid: USER_GUID,
      revision: 3,
      userName: '陈墨',
      gender: 1,
      phone: '',
      address: '',
      customerName: '星图科技',
      description: '',
      tags: [],
    },
  ])
})

it('a user that someone else changed meanwhile keeps what was typed and offers theirs', async () => {
  await open(`/user/edit?guid=${USER_GUID}`, [
    [userCalls.update, () => ({ code: ERRORS['platform.stale'].code, desc: '内容已被他人修改', data: null })],
  ])
  const name = await screen.findByLabelText<HTMLInputElement>(/^姓名/)
  fireEvent.input(name, { target: { value: '陈墨白' } })
  fireEvent.click(screen.getByText('保存'))
  expect(await screen.findByText('重新载入最新内容')).toBeTruthy()
  expect(name.value).toBe('陈墨白')
})
