import { ERRORS, LIMITS, identityCalls, integratorCalls, productCalls, templateCalls } from '@sealwright/contract'
import type { Call, IntegratorMember, IntegratorRow } from '@sealwright/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { rowOffers } from '../../blocks/list/row-offers.fixture.ts'
import { loadSession } from '../../lib/session/session.tsx'
import { openStage, session } from '../../lib/stage.fixture.tsx'
import { useToasts } from '../../lib/toast.ts'
import { Screen as IntegratorDetail } from './integrator-detail.screen.tsx'
import { Screen as EditIntegrator } from './integrator-edit.screen.tsx'
import { Screen as IntegratorList } from './integrator-list.screen.tsx'
import { Screen as NewIntegrator } from './integrator-new.screen.tsx'

// Only the clock of the click throttle.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))

const guid = '00000000-0000-4000-8000-000000000001'
const EVERY = [
  'integrator.view',
  'integrator.create',
  'integrator.update',
  'integrator.delete',
  'product.view',
  'smartTemplate.view',
  'snTemplate.view',
]
const row: IntegratorRow = {
  guid,
  name: '远景集成',
  contact: '王工',
  phone: '13800000000',
  email: null,
  address: null,
  remark: null,
  cloudQuota: 50,
  softQuota: null,
  isEnabled: true,
  memberCount: 1,
  productCount: 1,
  templateCount: 0,
  createTime: '2026-01-01T00:00:00.000Z',
  updateTime: '2026-01-01T00:00:00.000Z',
}
const member: IntegratorMember = {
  userId: '00000000-0000-4000-8000-000000000009',
  userName: null,
  account: 'wang@example.com',
  state: 'active',
  createTime: row.createTime,
  lastSignIn: null,
}
const productRow = { guid: '00000000-0000-4000-8000-000000000002', name: '星图', licenseId: 42 }
const page = (...rows: unknown[]) => ({ data: { rows, records: rows.length, total: rows.length > 0 ? 1 : 0 } })
const refused = (name: keyof typeof ERRORS, desc: string, path?: string) => ({
  code: ERRORS[name].code,
  desc,
  data: path ? { fields: [{ path, message: desc }] } : null,
})

async function open(
  href: string,
  { privileges = EVERY, handlers = [] }: { privileges?: string[]; handlers?: Parameters<typeof openStage>[2] } = {},
) {
  const stage = await openStage(
    {
      '/integrator': IntegratorList,
      '/integrator/new': NewIntegrator,
      '/integrator/edit': EditIntegrator,
      '/integrator/viewIntegrator': IntegratorDetail,
    },
    href,
    [
      [identityCalls.current, () => ({ data: { ...session, privileges } })],
      [integratorCalls.find, () => page(row)],
      [integratorCalls.get, () => ({ data: { ...row, revision: 3, createdBy: 'Lin' } })],
      [integratorCalls.findMembers, () => page(member)],
      [integratorCalls.findAssigned, () => page()],
      [productCalls.find, () => page(productRow)],
      [
        templateCalls.find,
        () => page({ guid: productRow.guid, name: '星图标准版', licenseId: 42, productName: '星图' }),
      ],
      ...handlers,
    ],
  )
  // As the router does before it shows a screen.
  await act(loadSession)
  return {
    ...stage,
    sentTo: (call: Call) => stage.sent.filter(({ path }) => path === call.path).map(({ payload }) => payload),
  }
}
const toasts = () => useToasts.getState().toasts.map(({ text }) => text)
const actions = () => rowOffers('远景集成')

it('a row tells who an integrator is and how much it has, a quota that is not set being no limit', async () => {
  await open('/integrator')
  await screen.findByText('远景集成')
  expect(screen.getByText('已启用')).toBeTruthy()
  expect(screen.getByText('50')).toBeTruthy()
  expect(screen.getByText('不限')).toBeTruthy()
})

it('who only sees integrators is offered nothing that changes one', async () => {
  await open('/integrator', { privileges: ['integrator.view'] })
  await screen.findByText('远景集成')
  expect(actions()).toEqual(['查看'])
  expect(screen.queryByText('新建集成商')).toBeNull()
})

it('disabling asks with what happens to the members, and tells how many sessions it ended', async () => {
  const stage = await open('/integrator', {
    handlers: [[integratorCalls.disable, () => ({ data: { endedSessions: 2 } })]],
  })
  await screen.findByText('远景集成')
  expect(actions()).toEqual(['查看', '编辑', '停用', '删除'])
  fireEvent.click(screen.getByText('停用'))
  expect(await screen.findByText(/它的成员会立即退出登录，停用期间不能再登录/)).toBeTruthy()
  expect(stage.sentTo(integratorCalls.disable)).toEqual([])
  fireEvent.click(screen.getByText('停用'))
  await waitFor(() => expect(toasts()).toEqual(['集成商“远景集成”已停用，已结束 2 个会话']))
  expect(stage.sentTo(integratorCalls.disable)).toEqual([{ guid }])
})

it('a new integrator leads to its page, with the quota that was typed', async () => {
  const stage = await open('/integrator/new', { handlers: [[integratorCalls.create, () => ({ data: { guid } })]] })
  fireEvent.input(await screen.findByLabelText(/^名称/), { target: { value: '远景集成' } })
  fireEvent.input(screen.getByLabelText(/^云许可数量/), { target: { value: '50' } })
  fireEvent.click(screen.getByText('创建集成商'))
  await waitFor(() => expect(stage.address()).toBe(`/integrator/viewIntegrator?guid=${guid}`))
  expect(stage.sentTo(integratorCalls.create)).toMatchObject([{ name: '远景集成', cloudQuota: '50' }])
})

it('a member is invited by the account; an address that is already invited is refused at the account', async () => {
  let isOther = true
  const stage = await open(`/integrator/viewIntegrator?guid=${guid}&tab=members`, {
    handlers: [
      [
        integratorCalls.addMember,
        () =>
          isOther
            ? refused('access.alreadyInvited', '该地址已经收到您的邀请，可以在列表中重发或撤回', 'account')
            : { data: { userId: member.userId } },
      ],
    ],
  })
  expect(await screen.findByText('wang@example.com')).toBeTruthy()
  expect(screen.getByText('从未登录')).toBeTruthy()
  fireEvent.click(screen.getByText('邀请成员'))
  const account = screen.getByLabelText<HTMLInputElement>(/^账号/)
  fireEvent.input(account, { target: { value: 'li@example.com' } })
  fireEvent.click(screen.getByText('发送邀请'))
  expect(await screen.findByText('该地址已经收到您的邀请，可以在列表中重发或撤回')).toBeTruthy()
  isOther = false
  vi.advanceTimersByTime(LIMITS.console.clickThrottleMs)
  fireEvent.click(screen.getByText('发送邀请'))
  await waitFor(() => expect(toasts()).toEqual(['已邀请“li@example.com”']))
  expect(stage.sentTo(integratorCalls.addMember).at(-1)).toMatchObject({ guid, account: 'li@example.com' })
  await waitFor(() => expect(screen.queryByLabelText(/^账号/)).toBeNull())
})

it('an invitation to a member is sent again at once, and withdrawn after a question', async () => {
  const stage = await open(`/integrator/viewIntegrator?guid=${guid}&tab=members`, {
    handlers: [
      [integratorCalls.findMembers, () => page({ ...member, state: 'lapsed' })],
      [integratorCalls.resendInvitation, () => ({ data: {} })],
      [integratorCalls.removeMember, () => ({ data: {} })],
    ],
  })
  expect(await screen.findByText('邀请已过期')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '重发邀请: wang@example.com' }))
  await waitFor(() => expect(toasts()).toEqual(['已给“wang@example.com”重发邀请']))
  expect(stage.sentTo(integratorCalls.resendInvitation)).toEqual([{ guid, userId: member.userId }])
  fireEvent.click(screen.getByRole('button', { name: '撤回邀请: wang@example.com' }))
  expect(await screen.findByText('对方不能再接受这个邀请。')).toBeTruthy()
  fireEvent.click(screen.getAllByText('撤回邀请').at(-1) ?? document.body)
  await waitFor(() => expect(stage.sentTo(integratorCalls.removeMember)).toEqual([{ guid, userId: member.userId }]))
})

it('removing a member asks first', async () => {
  const stage = await open(`/integrator/viewIntegrator?guid=${guid}&tab=members`, {
    handlers: [[integratorCalls.removeMember, () => ({ data: {} })]],
  })
  fireEvent.click(await screen.findByRole('button', { name: '移除: wang@example.com' }))
  expect(await screen.findByText('确认移除成员“wang@example.com”吗？')).toBeTruthy()
  expect(stage.sentTo(integratorCalls.removeMember)).toEqual([])
  fireEvent.click(screen.getAllByText('移除').at(-1) ?? document.body)
  await waitFor(() => expect(stage.sentTo(integratorCalls.removeMember)).toEqual([{ guid, userId: member.userId }]))
})

it('products are chosen from two lists and saved in one call', async () => {
  const stage = await open(`/integrator/viewIntegrator?guid=${guid}`, {
    handlers: [[integratorCalls.assign, () => ({ data: { added: 1, removed: 0 } })]],
  })
  fireEvent.click(await screen.findByText('分配产品'))
  fireEvent.click(await screen.findByRole('button', { name: /^星图/ }))
  fireEvent.click(screen.getByText('保存分配'))
  await waitFor(() =>
    expect(stage.sentTo(integratorCalls.assign)).toEqual([
      { guid, kind: 'product', add: [productRow.guid], remove: [] },
    ]),
  )
  await waitFor(() => expect(toasts()).toEqual(['分配 1 项，收回 0 项']))
  expect(stage.address()).toBe(`/integrator/viewIntegrator?guid=${guid}&tab=product`)
})

it.each(['product', 'template'])('a %s says its license id where it is offered and where it is chosen', async (tab) => {
  await open(`/integrator/viewIntegrator?guid=${guid}&tab=${tab}&change=1`, {
    handlers: [[integratorCalls.findAssigned, () => page({ guid: productRow.guid, name: '星图', note: '42' })]],
  })
  await waitFor(() => expect(screen.getAllByText('许可 ID 42')).toHaveLength(2))
})

it('leaving a choice that was not saved asks first', async () => {
  const stage = await open(`/integrator/viewIntegrator?guid=${guid}&change=1`)
  fireEvent.click(await screen.findByRole('button', { name: /^星图/ }))
  fireEvent.click(within(screen.getByRole('form', { name: '分配产品' })).getByText('取消'))
  expect(await screen.findByText('尚未保存的修改将会丢失。')).toBeTruthy()
  fireEvent.click(screen.getByText('离开'))
  await waitFor(() => expect(stage.address()).toBe(`/integrator/viewIntegrator?guid=${guid}&tab=product`))
})

it('a template whose product was taken back meanwhile is refused in words, and the choice stays', async () => {
  const desc = '模板“星图标准版”的产品尚未分配给该集成商，请先分配产品'
  await open(`/integrator/viewIntegrator?guid=${guid}&tab=template&change=1`, {
    handlers: [
      [integratorCalls.findAssigned, ({ kind }) => (kind === 'product' ? page({ ...productRow, note: '42' }) : page())],
      [integratorCalls.assign, () => refused('integrator.templateNeedsProduct', desc)],
    ],
  })
  fireEvent.click(await screen.findByRole('button', { name: /^星图标准版/ }))
  expect(screen.getAllByRole('radio').map((radio) => radio.parentElement?.textContent)).toEqual([
    '智能模板',
    '授权码模板',
  ])
  fireEvent.click(screen.getByText('保存分配'))
  expect(await screen.findByText(desc)).toBeTruthy()
  expect(screen.getAllByRole('button', { name: /^星图标准版/ })[0]?.getAttribute('aria-pressed')).toBe('true')
})

it('a template whose product is not assigned says so and cannot be chosen', async () => {
  await open(`/integrator/viewIntegrator?guid=${guid}&tab=template&change=1`, {
    handlers: [
      [
        integratorCalls.findAssigned,
        ({ kind }) => (kind === 'product' ? page({ guid: productRow.guid, name: '天枢', note: '7' }) : page()),
      ],
    ],
  })
  await screen.findByText('请先分配它的产品')
  const offered = screen.getByRole('button', { name: /^星图标准版/ })
  fireEvent.click(offered)
  expect([offered.getAttribute('aria-disabled'), offered.getAttribute('aria-pressed')]).toEqual(['true', 'false'])
})

it('who may not see products is not offered to assign them', async () => {
  await open(`/integrator/viewIntegrator?guid=${guid}&change=1`, {
    privileges: ['integrator.view', 'integrator.update'],
  })
  expect(await screen.findByText('还没有分配产品')).toBeTruthy()
  expect(screen.queryByText('分配产品')).toBeNull()
})
