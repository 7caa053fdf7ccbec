import { accessCalls, identityCalls, invitationCalls } from '@sealwright/contract'
import type { OpenInvitation } from '@sealwright/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openStage, session } from '../../lib/stage.fixture.tsx'
import { useToasts } from '../../lib/toast.ts'
import { Membership } from './membership.tsx'

const invitation: OpenInvitation = {
  guid: '00000000-0000-4000-8000-000000000001',
  developerName: '云帆',
  inviter: '林小满',
  integratorName: null,
  sentAt: '2026-01-01T00:00:00.000Z',
  expiresAt: '2026-01-08T00:00:00.000Z',
}
const open = (
  given: Partial<typeof session> = {},
  { invitations = [] as OpenInvitation[], handlers = [] as Parameters<typeof openStage>[2] } = {},
) =>
  openStage({ '/accountSetting': Membership, '/login': () => <h1>login</h1> }, '/accountSetting', [
    [identityCalls.current, () => ({ data: { ...session, isMainAccount: false, ...given } })],
    [invitationCalls.listOwn, () => ({ data: invitations })],
    ...handlers,
  ])

it('an invitation of another developer can be declined, and says what accepting needs', async () => {
  const invitations = [invitation]
  const stage = await open({}, { invitations, handlers: [[invitationCalls.declineOwn, () => ({ data: {} })]] })
  expect(await screen.findByText('云帆')).toBeTruthy()
  expect(screen.getByText(/请先离开“Dev”/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '拒绝“云帆”的邀请' }))
  invitations.pop()
  await act(async () =>
    fireEvent.click(within(await screen.findByRole('alertdialog', { hidden: true })).getByText('拒绝')),
  )
  expect(stage.sent.find(({ path }) => path === invitationCalls.declineOwn.path)?.payload).toEqual({
    guid: invitation.guid,
  })
  expect(await screen.findByText('没有待处理的邀请。')).toBeTruthy()
})

it('leaving says what ends, and then signs out', async () => {
  const stage = await open({}, { handlers: [[accessCalls.leave, () => ({ data: {} })]] })
  fireEvent.click(await screen.findByText('离开'))
  const dialog = within(await screen.findByRole('alertdialog', { hidden: true }))
  expect(dialog.getByText(/所有会话会立即结束/)).toBeTruthy()
  expect(stage.sent.some(({ path }) => path === accessCalls.leave.path)).toBe(false)
  fireEvent.click(dialog.getByText('离开'))
  await waitFor(() => expect(stage.address()).toBe('/login'))
  expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual(['已离开“Dev”'])
})

it('the super administrator is told to hand over first, and cannot leave', async () => {
  await open({ isMainAccount: true }, { invitations: [invitation] })
  expect(await screen.findByText(/要离开，请先在“账号安全”中变更超级管理员/)).toBeTruthy()
  expect(screen.getByText(/请先变更超级管理员，离开“Dev”/)).toBeTruthy()
  expect(screen.queryByText('离开')).toBeNull()
})

it('invitations that cannot be read offer another try', async () => {
  await open({}, { handlers: [[invitationCalls.listOwn, () => new Response('', { status: 502 })]] })
  expect(await screen.findByText('重试')).toBeTruthy()
})

it('viewing as somebody else shows neither their invitations nor a way to leave', async () => {
  const stage = await open({ viewAs: { name: '周辅', viewer: '林主' } })
  await waitFor(() => expect(stage.sent.some(({ path }) => path === identityCalls.current.path)).toBe(true))
  expect(stage.sent.some(({ path }) => path === invitationCalls.listOwn.path)).toBe(false)
  expect(screen.queryByText('离开')).toBeNull()
})
