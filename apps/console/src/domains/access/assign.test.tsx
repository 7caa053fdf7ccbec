import { ERRORS, accessCalls, identityCalls, productCalls, userCalls, userLockCalls } from '@sealwright/contract'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openStage } from '../../lib/stage.fixture.tsx'
import { admin, signed, superSession, userId } from './access.fixture.tsx'
import { Screen as AdminDetail } from './admin-detail.screen.tsx'
import { screenOf } from './assign.screen.tsx'

type Handlers = Parameters<typeof openStage>[2]
const guidOf = (n: number) => `00000000-0000-4000-8000-00000000010${n}`
const products = ['星图', '天枢', '摇光'].map((name, index) => ({
  guid: guidOf(index),
  name,
  displayName: name,
  note: null,
}))

async function open(
  more: Handlers = [],
  given: Partial<typeof admin> = {},
  privileges: string[] = superSession.privileges,
) {
  return openStage(
    { '/access/assignProduct': signed(screenOf('product')), '/access': () => <p>list</p> },
    `/access/assignProduct?userId=${userId}`,
    [
      [identityCalls.current, () => ({ data: { ...superSession, privileges } })],
      [accessCalls.get, () => ({ data: { ...admin, ...given } })],
      [productCalls.find, () => ({ data: { rows: products, records: 3, total: 1 } })],
      [accessCalls.findAssigned, () => ({ data: { rows: products.slice(0, 1), records: 1, total: 1 } })],
      ...more,
    ],
  )
}

const row = async (side: string, name: string) =>
  within(await screen.findByRole('list', { name: side })).findByRole('button', { name: new RegExp(`^${name}`) })
const sent = (stage: Awaited<ReturnType<typeof open>>) =>
  stage.sent.filter(({ path }) => path === accessCalls.assign.path).map(({ payload }) => payload)

it('scope, additions and removals are saved in one call', async () => {
  const stage = await open([[accessCalls.assign, () => ({ data: { added: 1, removed: 1 } })]])
  fireEvent.click(await row('可选', '天枢'))
  fireEvent.click(await row('已选', '星图'))
  await act(async () => void fireEvent.click(screen.getByText('保存')))
  await screen.findByText('list')
  expect(sent(stage)).toEqual([{ userId, kind: 'product', scope: 'some', add: [guidOf(1)], remove: [guidOf(0)] }])
  expect(stage.sent.find(({ path }) => path === accessCalls.findAssigned.path)?.payload).toEqual(
    expect.objectContaining({ userId, kind: 'product' }),
  )
})

it('the page of an administrator names the assigned rows, ten at most, with the number of the others', async () => {
  const open = async (privileges: string[]) => {
    await openStage({ '/access/view': signed(AdminDetail) }, `/access/view?userId=${userId}`, [
      [identityCalls.current, () => ({ data: { ...superSession, privileges } })],
      [accessCalls.get, () => ({ data: { ...admin, assigned: { ...admin.assigned, product: 12 } } })],
      [accessCalls.findAssigned, () => ({ data: { rows: products, records: 12, total: 2 } })],
    ])
    await screen.findByText('仅指定，已分配 12 个')
  }
  await open(superSession.privileges)
  const names = await screen.findByRole('list', { name: '仅指定，已分配 12 个' })
  expect(names.textContent).toBe('星图天枢摇光另有 9 个')
  expect(within(names).getByText('天枢').getAttribute('href')).toBe(`/product/view?guid=${guidOf(1)}`)
  cleanup()
  await open(['admin.view'])
  expect(screen.queryByText('天枢')).toBeNull()
})

it('who sees everything has nothing to choose; choosing some brings the lists', async () => {
  await open([], { productScope: 'all' })
  expect(await screen.findByText(/可以看到全部产品/)).toBeTruthy()
  expect(screen.queryByRole('list', { name: '可选' })).toBeNull()
  fireEvent.click(screen.getByLabelText('仅指定'))
  expect(await row('已选', '星图')).toBeTruthy()
})

it('a scope that the caller cannot give is refused at its field', async () => {
  const desc = '不能授予您自己没有的“全部产品”'
  await open([
    [
      accessCalls.assign,
      () => ({ code: ERRORS['access.grantsMore'].code, desc, data: { fields: [{ path: 'scope', message: desc }] } }),
    ],
  ])
  fireEvent.click(await screen.findByLabelText('全部'))
  await act(async () => void fireEvent.click(screen.getByText('保存')))
  expect((await screen.findByText(desc)).classList.contains('field-note')).toBe(true)
  expect(screen.queryByText('list')).toBeNull()
})

it('a user is called the same where it is offered and where it is chosen', async () => {
  const [guid, account, userName] = [guidOf(7), 'chen@example.com', '陈墨']
  await openStage({ '/access/assignUser': signed(screenOf('user')) }, `/access/assignUser?userId=${userId}`, [
    [identityCalls.current, () => ({ data: superSession })],
    [accessCalls.get, () => ({ data: { ...admin, userScope: 'some' } })],
    [userCalls.find, () => ({ data: { rows: [{ guid, account, userName }], records: 1, total: 1 } })],
    [
      accessCalls.findAssigned,
      () => ({ data: { rows: [{ guid, name: account, note: userName }], records: 1, total: 1 } }),
    ],
  ])
  for (const side of ['可选', '已选']) expect((await row(side, account)).textContent).toContain(`${account}${userName}`)
})

it('a lock is called by its shell number, with its customer, on both sides', async () => {
  const [guid, shellNumber, customerName] = [guidOf(8), '88000001', '远山科技']
  const stage = await openStage(
    { '/access/assignUserLock': signed(screenOf('userLock')), '/access': () => <p>list</p> },
    `/access/assignUserLock?userId=${userId}`,
    [
      [identityCalls.current, () => ({ data: superSession })],
      [accessCalls.get, () => ({ data: { ...admin, userLockScope: 'some' } })],
      [userLockCalls.find, () => ({ data: { rows: [{ guid, shellNumber, customerName }], records: 1, total: 1 } })],
      [
        accessCalls.findAssigned,
        () => ({ data: { rows: [{ guid, name: shellNumber, note: customerName }], records: 1, total: 1 } }),
      ],
      [accessCalls.assign, () => ({ data: { added: 0, removed: 1 } })],
    ],
  )
  for (const side of ['可选', '已选'])
    expect((await row(side, shellNumber)).textContent).toContain(`${shellNumber}${customerName}`)
  fireEvent.click(await row('已选', shellNumber))
  await act(async () => void fireEvent.click(screen.getByText('保存')))
  await screen.findByText('list')
  expect(sent(stage)).toEqual([{ userId, kind: 'userLock', scope: 'some', add: [], remove: [guid] }])
})

it('leaving with changes asks', async () => {
  const stage = await open()
  fireEvent.click(await row('可选', '天枢'))
  fireEvent.click(screen.getByText('取消'))
  expect(await screen.findByText('离开此页？')).toBeTruthy()
  expect(stage.address()).toContain('/access/assignProduct')
})

it('who may not see products is told so instead of being shown an empty list', async () => {
  await open([], {}, ['admin.view', 'admin.update'])
  expect(await screen.findByText('您没有查看产品的权限，不能在此选择。')).toBeTruthy()
})

it('an administrator who is gone leads back to the list', async () => {
  const stage = await open([
    [accessCalls.get, () => ({ code: ERRORS['access.adminNotFound'].code, desc: '管理员不存在或已移除', data: null })],
  ])
  expect(await screen.findByText('管理员不存在或已移除')).toBeTruthy()
  fireEvent.click(screen.getByText('返回管理员列表'))
  await waitFor(() => expect(stage.address()).toContain('/access?'))
})
