import { ERRORS, OPERATION_TYPES, accessCalls, identityCalls, operationLogCalls, roleCalls } from '@sealwright/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openStage } from '../../lib/stage.fixture.tsx'
import { useToasts } from '../../lib/toast.ts'
import { admin, role, roleGuid, roleRow, signed, superSession, userId } from './access.fixture.tsx'
import { Screen as AdminDetail } from './admin-detail.screen.tsx'
import { Screen as RoleDetail } from './role-detail.screen.tsx'
import { Screen as EditRole } from './role-edit.screen.tsx'
import { Screen as RoleList } from './role-list.screen.tsx'
import { Screen as NewRole } from './role-new.screen.tsx'

type Handlers = Parameters<typeof openStage>[2]

function open(href: string, more: Handlers = [], privileges: string[] = superSession.privileges) {
  return openStage(
    {
      '/role': RoleList,
      '/role/new': NewRole,
      '/role/edit': EditRole,
      '/role/view': signed(RoleDetail),
      '/access/view': signed(AdminDetail),
    },
    href,
    [
      [identityCalls.current, () => ({ data: { ...superSession, privileges } })],
      [roleCalls.find, () => ({ data: { rows: [roleRow], records: 1, total: 1 } })],
      [roleCalls.get, () => ({ data: role })],
      [accessCalls.get, () => ({ data: admin })],
      [accessCalls.findAssigned, () => ({ data: { rows: [], records: 0, total: 0 } })],
      ...more,
    ],
  )
}

const sent = (stage: Awaited<ReturnType<typeof open>>, path: string) =>
  stage.sent.filter((call) => call.path === path).map(({ payload }) => payload)
const type = (label: RegExp, value: string) => fireEvent.input(screen.getByLabelText(label), { target: { value } })

it('a role needs a name and a right; then it is made', async () => {
  const stage = await open('/role/new', [[roleCalls.create, () => ({ data: { guid: roleGuid } })]])
  await screen.findByLabelText(/^名称/)
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: '创建角色' })))
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['名称不能为空', expect.stringContaining('权限')]),
  )
  type(/^名称/, '客服')
  fireEvent.click(screen.getByRole('checkbox', { name: '查看用户' }))
  await waitFor(async () => {
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: '创建角色' })))
    expect(sent(stage, roleCalls.create.path)).toEqual([{ name: '客服', description: '', privileges: ['user.view'] }])
  })
  await waitFor(() => expect(stage.address()).toBe(`/role?editId=${roleGuid}`))
})

it('the form says how many administrators a change affects', async () => {
  await open(`/role/edit?guid=${roleGuid}`)
  expect(await screen.findByText('有 1 个管理员拥有此角色，保存后他们的权限随之改变。')).toBeTruthy()
})

it('saving a role sends the revision that was read, and leads back to where one came from', async () => {
  const stage = await open(`/role/edit?guid=${roleGuid}&sourcePath=/role/view`, [
    [roleCalls.update, () => ({ data: { guid: roleGuid } })],
  ])
  await screen.findByLabelText(/^名称/)
  fireEvent.click(screen.getByRole('checkbox', { name: '删除用户' }))
  await act(async () => void fireEvent.click(screen.getByText('保存')))
  await waitFor(() => expect(stage.address()).toBe(`/role/view?guid=${roleGuid}`))
  expect(sent(stage, roleCalls.update.path)).toEqual([
    expect.objectContaining({ guid: roleGuid, revision: 5, privileges: ['customer.view', 'user.delete', 'user.view'] }),
  ])
})

it('a role with rights that the caller does not have is not put into a form', async () => {
  await open(`/role/edit?guid=${roleGuid}`, [[roleCalls.get, () => ({ data: { ...role, isManageable: false } })]])
  expect(await screen.findByText(/“客服”拥有您没有的权限/)).toBeTruthy()
})

it('a role that somebody has cannot be deleted: the dialog says so, and leads to them', async () => {
  const stage = await open('/role')
  await screen.findByText('客服')
  fireEvent.click(screen.getByRole('button', { name: '“客服”的操作' }))
  fireEvent.click(screen.getByText('删除'))
  expect(await screen.findByText(/^有 1 个管理员拥有此角色/)).toBeTruthy()
  fireEvent.click(screen.getByText('查看管理员'))
  await waitFor(() => expect(stage.address()).toBe(`/role/view?guid=${roleGuid}&tab=administrators`))
  expect(sent(stage, roleCalls.delete.path)).toEqual([])
})

it('a role that somebody got a moment ago is not deleted, and the refusal says by how many', async () => {
  await open('/role', [
    [roleCalls.find, () => ({ data: { rows: [{ ...roleRow, adminCount: 0 }], records: 1, total: 1 } })],
    [roleCalls.delete, () => ({ code: ERRORS['role.inUse'].code, desc: '角色“客服”正被 1 个管理员使用', data: null })],
  ])
  await screen.findByText('客服')
  fireEvent.click(screen.getByRole('button', { name: '“客服”的操作' }))
  fireEvent.click(screen.getByText('删除'))
  fireEvent.click(within(await screen.findByRole('alertdialog', { hidden: true })).getByText('删除'))
  await waitFor(() =>
    expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual(['角色“客服”正被 1 个管理员使用']),
  )
})

it('a role shows its rights by area, and who has it', async () => {
  const stage = await open(`/role/view?guid=${roleGuid}`)
  await screen.findByText('只看用户和客户')
  const rights = screen.getByRole('tabpanel')
  expect(
    within(rights)
      .getAllByRole('term')
      .map(({ textContent }) => textContent),
  ).toEqual(['用户', '客户'])
  fireEvent.click(screen.getByRole('tab', { name: /^管理员/ }))
  await waitFor(() =>
    expect(within(screen.getByRole('tabpanel')).getByText('周辅').closest('a')?.getAttribute('href')).toBe(
      `/access/view?userId=${userId}`,
    ),
  )
  expect(stage.address()).toContain('tab=administrators')
})

it('an administrator shows what they may and what limits them, and their history in words', async () => {
  const row = {
    id: '1',
    at: '2026-01-01T00:00:00.000Z',
    type: OPERATION_TYPES.update,
    deed: 'update',
    actor: '林主',
    targetKind: 'admin',
    targetGuid: userId,
    targetName: '周辅',
    sealed: false,
    changes: [
      { field: 'privileges', before: null, after: '查看标签、查看用户' },
      { field: 'productScope', before: '全部', after: '仅指定' },
      { field: 'kind', before: null, after: 'product' },
      { field: 'add', before: null, after: '2: 星图, 天枢' },
    ],
  }
  const viewed = { ...row, id: '2', changes: [{ field: 'viewAs', before: null, after: '林主' }] }
  await open(`/access/view?userId=${userId}`, [
    [operationLogCalls.find, () => ({ data: { rows: [row, viewed], records: 2, total: 1 } })],
  ])
  expect((await screen.findByText('仅指定，已分配 2 个')).getAttribute('href')).toBe(
    `/access/assignProduct?userId=${userId}`,
  )
  expect(screen.getByText('尚未登录')).toBeTruthy()
  fireEvent.click(screen.getByRole('tab', { name: '操作记录' }))
  expect(await screen.findByText('查看标签、查看用户')).toBeTruthy()
  expect(screen.getByText('分配了 2 个产品：星图、天枢')).toBeTruthy()
  expect(screen.getByText('开始以其身份查看')).toBeTruthy()
  expect(within(screen.getByRole('tabpanel')).getByText('产品范围')).toBeTruthy()
})
