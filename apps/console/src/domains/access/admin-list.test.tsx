import { ERRORS, accessCalls, identityCalls, roleCalls } from '@sealwright/contract'
import type { AdminRow } from '@sealwright/contract'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { rowOffers } from '../../blocks/list/row-offers.fixture.ts'
import { openStage } from '../../lib/stage.fixture.tsx'
import { useToasts } from '../../lib/toast.ts'
import { adminRow, roleOption, superRow, superSession, userId } from './access.fixture.tsx'
import { Screen as AdminList } from './admin-list.screen.tsx'

type Handlers = Parameters<typeof openStage>[2]

async function open(
  rows: readonly AdminRow[],
  {
    isMainAccount = true,
    privileges = superSession.privileges,
    more = [],
  }: { isMainAccount?: boolean; privileges?: string[]; more?: Handlers } = {},
) {
  const stage = await openStage({ '/access': AdminList }, '/access', [
    [identityCalls.current, () => ({ data: { ...superSession, isMainAccount, privileges } })],
    [accessCalls.find, () => ({ data: { rows, records: rows.length, total: 1 } })],
    [roleCalls.list, () => ({ data: [roleOption] })],
    ...more,
  ])
  await screen.findAllByText(/周辅|zhou|林主/)
  return stage
}

const actionsOf = rowOffers

const asked = async () => within(await screen.findByRole('alertdialog', { hidden: true }))

it('a row tells who it is by the first name there is, and what limits them', async () => {
  await open([{ ...adminRow, userName: null }])
  for (const text of ['zhou@example.com', '正常', '客服', '指定产品', '云 100 · 软 不限', '永久'])
    expect(screen.getByText(text), text).toBeTruthy()
  fireEvent.click(screen.getByText('表格'))
  await waitFor(() => expect(screen.getByText('zhou@example.com').closest('td')).not.toBeNull())
})

it('the super administrator can be looked at and nothing else; nobody is offered what would be refused', async () => {
  await open([superRow])
  expect(screen.getByText('超级管理员')).toBeTruthy()
  expect(actionsOf('林主')).toEqual(['查看'])
  cleanup()
  await open([{ ...adminRow, isManageable: false }], { isMainAccount: false })
  expect(actionsOf('周辅')).toEqual(['查看'])
})

it('the super administrator is offered everything, others what they may', async () => {
  await open([adminRow])
  expect(actionsOf('周辅')).toEqual([
    '设置',
    '查看',
    '分配产品',
    '分配用户',
    '分配客户',
    '分配用户锁',
    '以其身份查看',
    '停用',
    '移除',
  ])
  cleanup()
  await open([{ ...adminRow, state: 'waiting' }], {
    isMainAccount: false,
    privileges: ['admin.view', 'admin.update', 'product.view'],
  })
  expect(actionsOf('周辅')).toEqual(['设置', '查看', '分配产品', '重发邀请'])
  cleanup()
  await open([{ ...adminRow, state: 'disabled' }], { isMainAccount: false, privileges: ['admin.view', 'admin.update'] })
  expect(actionsOf('周辅')).toEqual(['设置', '查看', '启用'])
})

it('disabling says that live sessions end, and then how many did', async () => {
  const stage = await open([adminRow], { more: [[accessCalls.disable, () => ({ data: { endedSessions: 2 } })]] })
  actionsOf('周辅')
  fireEvent.click(screen.getByText('停用'))
  const dialog = await asked()
  expect(dialog.getByText(/已登录的会话会立即结束/)).toBeTruthy()
  fireEvent.click(dialog.getByText('停用'))
  await waitFor(() =>
    expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual(['“周辅”已停用，结束了 2 个会话']),
  )
  expect(stage.sent.find(({ path }) => path === accessCalls.disable.path)?.payload).toEqual({ userId })
})

it('a removal that is refused says why and changes nothing', async () => {
  await open([adminRow], {
    more: [
      [accessCalls.delete, () => ({ code: ERRORS['access.hasMore'].code, desc: '“周辅”拥有您没有的权限', data: null })],
    ],
  })
  actionsOf('周辅')
  fireEvent.click(screen.getByText('移除'))
  fireEvent.click((await asked()).getByText('移除'))
  await waitFor(() => expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual(['“周辅”拥有您没有的权限']))
})

it.each(['waiting', 'lapsed'] as const)('an invitation that is %s is sent again', async (state) => {
  const stage = await open([{ ...adminRow, state }], {
    more: [[accessCalls.resendInvitation, () => ({ data: {} })]],
  })
  expect(screen.getByText(state === 'waiting' ? '已邀请' : '邀请已过期')).toBeTruthy()
  actionsOf('周辅')
  fireEvent.click(screen.getByText('重发邀请'))
  fireEvent.click((await asked()).getByText('重发邀请'))
  await waitFor(() =>
    expect(
      stage.sent.some(({ path, payload }) => path === accessCalls.resendInvitation.path && payload.userId === userId),
    ).toBe(true),
  )
})

it('an invitation is withdrawn, and offers nothing that needs a member', async () => {
  const stage = await open([{ ...adminRow, state: 'waiting' }], { more: [[accessCalls.delete, () => ({ data: {} })]] })
  actionsOf('周辅')
  for (const words of ['停用', '启用', '移除', '以其身份查看']) expect(screen.queryByText(words)).toBeNull()
  fireEvent.click(screen.getByText('撤回邀请'))
  const dialog = await asked()
  expect(dialog.getByText('对方不能再接受这个邀请，分配的数据会收回。')).toBeTruthy()
  fireEvent.click(dialog.getByText('撤回邀请'))
  await waitFor(() => expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual(['邀请已撤回']))
  expect(stage.sent.find(({ path }) => path === accessCalls.delete.path)?.payload).toEqual({ userId })
})
