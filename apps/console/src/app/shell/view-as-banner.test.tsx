import { accessCalls, identityCalls } from '@sealwright/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openStage, session } from '../../lib/stage.fixture.tsx'
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
