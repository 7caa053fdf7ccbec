import {
  ACCOUNT_TYPES,
  LIMITS,
  customerCalls,
  identityCalls,
  tagCalls,
  taskCalls,
  userCalls,
} from '@sealwright/contract'
import type { UserRow } from '@sealwright/contract'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { rowOffers } from '../../../blocks/list/row-offers.fixture.ts'
import { openStage } from '../../../lib/stage.fixture.tsx'
import { useToasts } from '../../../lib/toast.ts'
import { handedUsers } from '../../license/issue/handed-users.ts'
import { ACME, TASK_GUID, TRIAL_TAG, USER_GUID, VIP, holding, task, trialWith, userRow } from './user-answer.fixture.ts'
import { Screen as UserList } from './user-list.screen.tsx'

interface Given {
  rows?: UserRow[]
  records?: number
  session?: { data: unknown }
  address?: string
}

async function open({ rows = [userRow], records = rows.length, session = holding(), address = '/user' }: Given = {}) {
  const stage = await openStage({ '/user': UserList }, address, [
    [identityCalls.current, () => session],
    [userCalls.find, () => ({ data: { rows, records, total: 1 } })],
    [customerCalls.list, () => ({ data: [ACME] })],
    [tagCalls.list, () => ({ data: [VIP, TRIAL_TAG] })],
    [userCalls.batchUpdate, () => ({ data: { taskId: TASK_GUID } })],
    [userCalls.batchDelete, () => ({ data: { taskId: TASK_GUID } })],
    [taskCalls.get, () => ({ data: { ...task, kind: 'userDelete', subject: '2', status: 2, total: 2, success: 2 } })],
    [userCalls.export, () => new Response('x', { headers: { 'content-type': 'text/csv' } })],
  ])
  return {
    ...stage,
    last: (path: string) => stage.sent.findLast((call) => call.path === path)?.payload,
    all: (path: string) => stage.sent.filter((call) => call.path === path).map(({ payload }) => payload),
  }
}

const actions = () => rowOffers(userRow.account)

it('a user is told by account and kind, with name, phone, customer, tags and whether it is active', async () => {
  await open()
  await screen.findByText('chen@example.com')
  for (const words of ['邮箱账号', '陈墨', '13800138000', '星图科技', '贵宾'])
    expect(screen.getAllByText(words).length).toBeGreaterThan(0)
  expect(screen.getByText('已激活')).toBeTruthy()
})

it('activation is sent again only to whom it waits for', async () => {
  const waiting = await open({ rows: [{ ...userRow, activated: false }] })
  await screen.findByText('chen@example.com')
  expect(actions()).toEqual(['编辑', '查看', '重发激活消息', '删除'])
  fireEvent.click(screen.getByText('重发激活消息'))
  await waitFor(() =>
    expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual(['激活消息已发送至 chen@example.com']),
  )
  expect(waiting.last(userCalls.resendActivation.path)).toEqual({ guid: USER_GUID })
  cleanup()
  await open()
  await screen.findByText('chen@example.com')
  expect(actions()).toEqual(['编辑', '查看', '删除'])
  cleanup()
  await open({ rows: [{ ...userRow, accountType: ACCOUNT_TYPES.shadow, activated: false }] })
  await screen.findByText('chen@example.com')
  expect(actions()).not.toContain('重发激活消息')
})

it('who may only look is offered nothing else', async () => {
  await open({ session: holding(['user.view']) })
  await screen.findByText('chen@example.com')
  expect(actions()).toEqual(['查看'])
  for (const words of ['导出', '导入', '新建用户']) expect(screen.queryByText(words)).toBeNull()
  expect(screen.queryByRole('checkbox')).toBeNull()
})

it('several tags narrow the list together; their chip names them', async () => {
  const stage = await open()
  await screen.findByText('chen@example.com')
  fireEvent.click(screen.getByRole('button', { name: '标签: 不限' }))
  for (const name of ['贵宾', '试用']) fireEvent.click(await screen.findByRole('option', { name }))
  await waitFor(() =>
    expect(stage.last(userCalls.find.path)).toMatchObject({ tagGuids: JSON.stringify([VIP.guid, TRIAL_TAG.guid]) }),
  )
  expect(screen.getByText('标签：贵宾、试用')).toBeTruthy()
  fireEvent.click(screen.getByRole('option', { name: '贵宾' }))
  await waitFor(() => expect(stage.last(userCalls.find.path)).toMatchObject({ tagGuids: TRIAL_TAG.guid }))
})

it('the customer and the kind narrow the list, and an export takes the same filters', async () => {
  const stage = await open({ address: `/user?accountType=1&customerGuid=${ACME.guid}` })
  await screen.findByText('chen@example.com')
  expect(stage.last(userCalls.find.path)).toMatchObject({ accountType: '1', customerGuid: ACME.guid })
  expect(await screen.findByText('客户：星图科技')).toBeTruthy()
  URL.createObjectURL = () => 'blob:file'
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined)
  fireEvent.click(screen.getByRole('button', { name: '导出' }))
  fireEvent.click(screen.getByText(/^导出为 CSV（.csv）/))
  await waitFor(() =>
    expect(stage.last(userCalls.export.path)).toMatchObject({
      accountType: '1',
      customerGuid: ACME.guid,
      format: 'csv',
    }),
  )
})

it('more than is recommended for one file is exported after a question', async () => {
  const stage = await open({ records: LIMITS.license.exportRecords + 1 })
  await screen.findByText('chen@example.com')
  URL.createObjectURL = () => 'blob:file'
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined)
  fireEvent.click(screen.getByRole('button', { name: '导出' }))
  fireEvent.click(screen.getByText(/^导出为 CSV（.csv）/))
  expect(await screen.findByText('导出 200,001 条记录吗？')).toBeTruthy()
  expect(screen.getByText(/建议一次最多导出 200,000 条/)).toBeTruthy()
  expect(stage.all(userCalls.export.path)).toEqual([])
  fireEvent.click(screen.getAllByText('导出').at(-1) ?? document.body)
  await waitFor(() => expect(stage.all(userCalls.export.path)).toHaveLength(1))
})

it('deleting several asks with what happens and shows the progress of the task', async () => {
  const stage = await open({
    rows: [userRow, { ...userRow, guid: '00000000-0000-4000-8000-000000000002', account: 'wu@example.com' }],
  })
  fireEvent.click(await screen.findByRole('checkbox', { name: '选择“chen@example.com”' }))
  fireEvent.click(screen.getByRole('checkbox', { name: '选择“wu@example.com”' }))
  fireEvent.click(screen.getByRole('region', { name: '批量操作' }).querySelector('.sw-button-danger') ?? document.body)
  expect(await screen.findByText('确认删除所选的 2 个用户吗？')).toBeTruthy()
  expect(screen.getByText(/完成后 24 小时内可以撤销/)).toBeTruthy()
  fireEvent.click(screen.getByRole('alertdialog', { hidden: true }).querySelector('.sw-button-danger') ?? document.body)
  expect(await screen.findByText('已完成')).toBeTruthy()
  expect(stage.all(userCalls.batchDelete.path)).toEqual([
    { guids: [USER_GUID, '00000000-0000-4000-8000-000000000002'] },
  ])
  expect(screen.queryByRole('region', { name: '批量操作' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '关闭', hidden: true }))
  await waitFor(() => expect(screen.queryByText('已完成')).toBeNull())
})

it('a trial developer reads how many users are used', async () => {
  await open({ session: trialWith(7) })
  expect(
    await screen.findByText('使用软件的人，许可按账号签发给他们。试用期间最多 100 个用户，已有 7 个。'),
  ).toBeTruthy()
})

it('a list without users offers both ways to get some', async () => {
  await open({ rows: [] })
  expect(await screen.findByText('还没有用户')).toBeTruthy()
  expect(screen.getByRole('link', { name: '导入' }).getAttribute('href')).toBe('/user/import')
  expect(screen.getByRole('link', { name: '新建用户' }).getAttribute('href')).toBe('/user/new')
})

const WU = '00000000-0000-4000-8000-000000000002'
const two = [userRow, { ...userRow, guid: WU, account: 'wu@example.com', tags: [] }]
const bar = () => within(screen.getByRole('region', { name: '批量操作' }))

async function chooseBoth(given: Given = {}) {
  const stage = await open({ rows: two, ...given })
  for (const name of ['chen@example.com', 'wu@example.com'])
    fireEvent.click(await screen.findByRole('checkbox', { name: `选择“${name}”` }))
  return stage
}

it('each batch action says how many users it is about, and is offered to whom it is allowed', async () => {
  await chooseBoth()
  expect(
    bar()
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['添加标签 2', '移除标签 2', '指定客户 2', '签发许可 2', '导出 2', '删除 2', ''])
  cleanup()
  await chooseBoth({ session: holding(['user.view', 'user.export']) })
  expect(
    bar()
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['导出 2', ''])
})

it('a tag is added in two clicks; one that all of them have is not offered', async () => {
  const stage = await chooseBoth({ rows: [userRow, { ...userRow, guid: WU, account: 'wu@example.com' }] })
  fireEvent.click(bar().getByText(/添加标签/))
  expect((await screen.findByRole('menuitem', { name: '贵宾' })).getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(screen.getByRole('menuitem', { name: '试用' }))
  expect(await screen.findByText('已完成')).toBeTruthy()
  expect(stage.all(userCalls.batchUpdate.path)).toEqual([{ guids: [USER_GUID, WU], addTags: ['试用'] }])
  expect(screen.queryByRole('region', { name: '批量操作' })).toBeNull()
})

it('several and new tags are typed in a dialog, which needs one', async () => {
  const stage = await chooseBoth()
  fireEvent.click(bar().getByText(/添加标签/))
  fireEvent.click(await screen.findByText('多个或新的标签…'))
  const dialog = within(await screen.findByRole('dialog', { hidden: true }))
  fireEvent.click(dialog.getByText('给 2 个用户添加'))
  expect(await dialog.findByText('标签不能为空')).toBeTruthy()
  expect(stage.all(userCalls.batchUpdate.path)).toEqual([])
})

it('of the tags that the selected users have, one is removed from those who have it', async () => {
  const stage = await chooseBoth()
  fireEvent.click(bar().getByText(/移除标签/))
  fireEvent.click(await screen.findByText('贵宾（1 个用户）'))
  await waitFor(() =>
    expect(stage.all(userCalls.batchUpdate.path)).toEqual([{ guids: [USER_GUID, WU], removeTagGuids: [VIP.guid] }]),
  )
})

it('a customer is chosen for the selected users, or taken from them', async () => {
  const stage = await chooseBoth()
  fireEvent.click(bar().getByText(/指定客户/))
  const dialog = within(await screen.findByRole('dialog', { hidden: true }))
  fireEvent.click(dialog.getByText('不属于任何客户'))
  fireEvent.click(dialog.getByText('将 2 个用户移出客户'))
  await waitFor(() =>
    expect(stage.all(userCalls.batchUpdate.path)).toEqual([{ guids: [USER_GUID, WU], customerName: null }]),
  )
})

it('licenses are issued to exactly the selected users', async () => {
  const stage = await chooseBoth()
  fireEvent.click(bar().getByText(/签发许可/))
  await waitFor(() => expect(stage.address()).toMatch(/^\/pc\/license\/account\/batch\?handed=/))
  const handed = new URL(stage.address(), 'http://x').searchParams.get('handed') ?? ''
  expect(handedUsers(handed)).toEqual([
    { guid: USER_GUID, name: 'chen@example.com' },
    { guid: WU, name: 'wu@example.com' },
  ])
})

it('the selection is exported as it is', async () => {
  const stage = await chooseBoth()
  URL.createObjectURL = () => 'blob:file'
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined)
  fireEvent.click(bar().getByText(/导出/))
  fireEvent.click(await screen.findByRole('menuitem', { name: /CSV/ }))
  await waitFor(() =>
    expect(stage.last(userCalls.export.path)).toEqual({ guids: JSON.stringify([USER_GUID, WU]), format: 'csv' }),
  )
})

it('the users of an import are listed under the name of its file', async () => {
  const stage = await open({ address: `/user?importGuid=${TASK_GUID}` })
  await screen.findByText('chen@example.com')
  expect(stage.last(userCalls.find.path)).toMatchObject({ importGuid: TASK_GUID })
  expect(await screen.findByText('来自导入：2')).toBeTruthy()
})
