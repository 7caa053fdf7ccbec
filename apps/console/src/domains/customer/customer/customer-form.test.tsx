import { ERRORS, LIMITS, customerCalls, identityCalls } from '@sealwright/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { useSession } from '../../../lib/session/session.tsx'
import { openStage } from '../../../lib/stage.fixture.tsx'
import type { Stage } from '../../../lib/stage.fixture.tsx'
import { useToasts } from '../../../lib/toast.ts'
import { customer, sessionWith } from './customer-answer.fixture.ts'
import { Screen as EditCustomer } from './customer-edit.screen.tsx'
import { Screen as NewCustomer } from './customer-new.screen.tsx'

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }))
type Handlers = Parameters<typeof openStage>[2]
const toasts = () => useToasts.getState().toasts.map(({ text }) => text)
const sentTo = (stage: Stage, { path: wanted }: { path: string }) =>
  stage.sent.filter(({ path }) => path === wanted).map(({ payload }) => payload)
const type = (label: RegExp, text: string) => fireEvent.input(screen.getByLabelText(label), { target: { value: text } })
/** Lets the time go by in which a second click is dropped. */
const passClickThrottle = () => vi.advanceTimersByTime(LIMITS.console.clickThrottleMs)
const Elsewhere = () => <p>elsewhere</p>

/** As the router shows it: the session is there before the screen is. */
function NewCustomerInside() {
  useSession()
  return <NewCustomer />
}

async function openNew(handlers: Handlers = [], privileges = ['customer.view', 'customer.create']) {
  const stage = await openStage(
    { '/customer/new': NewCustomerInside, '/customer': Elsewhere, '/dashboard': Elsewhere },
    '/customer/new',
    [
      [identityCalls.current, () => sessionWith(privileges)],
      [customerCalls.create, () => ({ data: { guid: customer.guid } })],
      ...handlers,
    ],
  )
  await screen.findByLabelText(/^名称/)
  return stage
}

it('a new customer needs a name and nothing else, and stands out in the list afterwards', async () => {
  const stage = await openNew()
  fireEvent.click(screen.getByText('创建客户'))
  expect(await screen.findByText('名称不能为空')).toBeTruthy()
  expect(sentTo(stage, customerCalls.create)).toEqual([])
  type(/^名称/, '远山科技')
  passClickThrottle()
  fireEvent.click(screen.getByText('创建客户'))
  await waitFor(() => expect(sentTo(stage, customerCalls.create)).toMatchObject([{ name: '远山科技', phone: '' }]))
  await waitFor(() => expect(stage.address()).toBe(`/customer?editId=${customer.guid}`))
  expect(toasts()).toEqual(['客户“远山科技”已创建'])
})

it('who may create but not see customers goes to the dashboard', async () => {
  const stage = await openNew([], ['customer.create'])
  type(/^名称/, '远山科技')
  fireEvent.click(screen.getByText('创建客户'))
  await waitFor(() => expect(stage.address()).toBe('/dashboard'))
})

it('a phone number and an e-mail address are checked when they are left', async () => {
  await openNew()
  type(/^电话/, 'abc')
  fireEvent.blur(screen.getByLabelText(/^电话/))
  expect(await screen.findByText('电话格式不正确')).toBeTruthy()
  type(/^邮箱/, 'zhou')
  fireEvent.blur(screen.getByLabelText(/^邮箱/))
  await waitFor(() => expect(screen.getByLabelText(/^邮箱/).getAttribute('aria-invalid')).toBe('true'))
})

it('a name that another customer has is refused at its field', async () => {
  const desc = '已有名为“远山科技”的客户，请换一个名称'
  await openNew([
    [
      customerCalls.create,
      () => ({ code: ERRORS['customer.nameTaken'].code, desc, data: { fields: [{ path: 'name', message: desc }] } }),
    ],
  ])
  type(/^名称/, '远山科技')
  fireEvent.click(screen.getByText('创建客户'))
  expect(await screen.findByText(desc)).toBeTruthy()
  expect(screen.getByLabelText(/^名称/).getAttribute('aria-invalid')).toBe('true')
})

const openEdit = (handlers: Handlers, search = '') =>
  openStage(
    { '/customer/edit': EditCustomer, '/customer': Elsewhere, '/customer/view': Elsewhere },
    `/customer/edit?guid=${customer.guid}${search}`,
    [
      [identityCalls.current, () => sessionWith(['customer.view', 'customer.update'])],
      [customerCalls.get, () => ({ data: customer })],
      ...handlers,
    ],
  )

it('saving sends the revision that was read, clears what was emptied, and leads back to where editing began', async () => {
  const stage = await openEdit(
    [[customerCalls.update, () => ({ data: { guid: customer.guid } })]],
    '&sourcePath=/customer/view',
  )
  await screen.findByLabelText(/^名称/)
  type(/^联系人/, '')
  fireEvent.click(screen.getByText('保存'))
  await waitFor(() =>
    expect(sentTo(stage, customerCalls.update)).toMatchObject([
      { guid: customer.guid, revision: 3, name: '远山科技', contact: '' },
    ]),
  )
  await waitFor(() => expect(stage.address()).toBe(`/customer/view?guid=${customer.guid}`))
})

it('somebody else saved first: what they saved can be loaded, and then saved over', async () => {
  let revision = 3
  const stage = await openEdit([
    [customerCalls.get, () => ({ data: { ...customer, revision, contact: revision === 3 ? '周敏' : '何川' } })],
    [customerCalls.update, () => ({ code: ERRORS['platform.stale'].code, desc: '内容已被他人修改', data: null })],
  ])
  await screen.findByLabelText(/^名称/)
  type(/^名称/, '远山软件')
  fireEvent.click(screen.getByText('保存'))
  revision = 4
  fireEvent.click(await screen.findByText('重新载入最新内容'))
  fireEvent.click(await screen.findByText('放弃并载入'))
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/^联系人/).value).toBe('何川'))
  expect(screen.getByLabelText<HTMLInputElement>(/^名称/).value).toBe('远山科技')
  passClickThrottle()
  fireEvent.click(screen.getByText('保存'))
  await waitFor(() => expect(sentTo(stage, customerCalls.update)).toMatchObject([{ revision: 3 }, { revision: 4 }]))
})

it('a customer that is gone says so, with the way back to the list', async () => {
  await openEdit([
    [customerCalls.get, () => ({ code: ERRORS['customer.notFound'].code, desc: '客户不存在或已删除', data: null })],
  ])
  expect(await screen.findByText('客户不存在或已删除')).toBeTruthy()
  expect(screen.getByRole('link', { name: '返回客户列表' }).getAttribute('href')).toBe('/customer?showSearch=1')
})
