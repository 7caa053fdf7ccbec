import { accessCalls, identityCalls } from '@sealwright/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openStage, session } from '../../lib/stage.fixture.tsx'
import { STORED } from '../../lib/stored.ts'
import { ViewAsBanner } from './view-as-banner.tsx'

const open = (viewAs: { name: string; viewer: string } | null) =>
  openStage({ '/': ViewAsBanner }, '/', [[identityCalls.current, () => ({ data: { ...session, viewAs } })]])

it('who looks as somebody else is told so all the time, and can end it', async () => {
  const stage = await open({ name: '周宁', viewer: 'Lin' })
  expect((await screen.findByRole('status')).textContent).toContain('正在以“周宁”的身份查看（只读）')
  fireEvent.click(screen.getByRole('button', { name: '结束查看' }))
  await waitFor(() => expect(stage.sent.map(({ path }) => path)).toContain(accessCalls.endViewAs.path))
})

it('who looks as themselves is told nothing', async () => {
  const stage = await open(null)
  await waitFor(() => expect(stage.sent.map(({ path }) => path)).toContain(identityCalls.current.path))
  expect(screen.queryByRole('status')).toBeNull()
})

it('an operator of the platform is told until when the visit lasts; ending it ends the session', async () => {
  const visit = { operator: '何平', reason: '工单 42', endTime: '2026-11-18T09:00:00.000Z' }
  const stage = await openStage({ '/': ViewAsBanner }, '/', [
    [identityCalls.current, () => ({ data: { ...session, visit } })],
  ])
  expect((await screen.findByRole('status')).textContent).toContain('平台运营者的只读访问，到 2026-11-18 17:00 为止')
  fireEvent.click(screen.getByRole('button', { name: '结束访问' }))
  await waitFor(() => expect(stage.sent.map(({ path }) => path)).toContain(identityCalls.logout.path))
  await waitFor(() => expect(STORED.ssId.get()).toBeUndefined())
})
