import { controlLockCalls, identityCalls } from '@sealwright/contract'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { registerScreens } from '../../../lib/place/screen.ts'
import { openStage, session } from '../../../lib/stage.fixture.tsx'
import { STORED } from '../../../lib/stored.ts'
import { controlLockOf, guidOf } from '../dongle.fixture.ts'
import { dongleScreens } from '../screens.ts'
import { Screen } from './control-lock.screen.tsx'

registerScreens(dongleScreens)

function open(privileges = ['controlLock.view', 'controlLock.reveal'], rows = [controlLockOf()]) {
  STORED.tempPageActive.set({ controlLock: 'table' })
  return openStage({ '/dongle/controll': Screen }, '/dongle/controll', [
    [identityCalls.current, () => ({ data: { ...session, isMainAccount: false, privileges } })],
    [controlLockCalls.find, () => ({ data: { rows, records: rows.length, total: 1 } })],
    [controlLockCalls.revealPin, () => ({ data: { pin: 'PIN-4711' } })],
  ])
}

it('the initial PIN is hidden until it is asked for, and again after a minute', async () => {
  const stage = await open()
  const reveal = await screen.findByRole('button', { name: '查看 99000001 的初始 PIN' })
  expect(screen.queryByText('PIN-4711')).toBeNull()
  vi.useFakeTimers({ shouldAdvanceTime: true })
  fireEvent.click(reveal)
  expect(await screen.findByText('PIN-4711')).toBeTruthy()
  expect(stage.sent.find(({ path }) => path === controlLockCalls.revealPin.path)?.payload).toEqual({ guid: guidOf(2) })
  await act(async () => void vi.advanceTimersByTime(61_000))
  await waitFor(() => expect(screen.queryByText('PIN-4711')).toBeNull())
})

it('a shown PIN can be hidden at once', async () => {
  await open()
  fireEvent.click(await screen.findByRole('button', { name: '查看 99000001 的初始 PIN' }))
  await screen.findByText('PIN-4711')
  fireEvent.click(screen.getByRole('button', { name: '隐藏 99000001 的初始 PIN' }))
  await waitFor(() => expect(screen.queryByText('PIN-4711')).toBeNull())
})

it('a person without the right sees no PIN at all; a lock without one says so', async () => {
  await open(['controlLock.view'])
  expect(await screen.findByText('99000001')).toBeTruthy()
  expect(screen.queryByText('初始 PIN')).toBeNull()
})

it('a lock whose PIN was not registered says so', async () => {
  await open(undefined, [controlLockOf({ hasPin: false })])
  expect(await screen.findByText('未登记')).toBeTruthy()
})
