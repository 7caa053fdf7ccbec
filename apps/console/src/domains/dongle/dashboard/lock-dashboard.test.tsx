import { LOCK_STATUSES, identityCalls, userLockCalls } from '@sealwright/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { registerScreens } from '../../../lib/place/screen.ts'
import { loadSession } from '../../../lib/session/session.tsx'
import { openStage, session } from '../../../lib/stage.fixture.tsx'
import { dongleScreens } from '../screens.ts'
import { Screen } from './lock-dashboard.screen.tsx'
import type { LockFigures } from './lock-figures.ts'

registerScreens(dongleScreens)

const PATH = '/dongle/user/dashboard'
const figures: LockFigures = {
  total: 60,
  modes: [
    { mode: 0, count: 20 },
    { mode: 1, count: 40 },
  ],
  groups: [
    { group: 'normal', count: 50 },
    { group: 'lost', count: 3 },
    { group: 'locked', count: 7 },
  ],
  statuses: [
    { status: LOCK_STATUSES.activated, count: 50 },
    { status: LOCK_STATUSES.lossLocked, count: 3 },
    { status: LOCK_STATUSES.locked, count: 7 },
    { status: LOCK_STATUSES.unlocked, count: 0 },
  ],
  ending: [
    { days: 7, count: 1 },
    { days: 15, count: 4 },
    { days: 30, count: 9 },
  ],
  ended: 2,
  activations: [
    { day: '2026-01-01', count: 5 },
    { day: '2026-01-02', count: 6 },
  ],
}

const open = (given: Partial<LockFigures> = {}, limited: readonly 'userLock'[] = []) =>
  openStage({ [PATH]: Screen }, PATH, [
    [
      identityCalls.current,
      () => ({ data: { ...session, isMainAccount: false, privileges: ['userLock.view'], limited } }),
    ],
    [userLockCalls.dashboard, () => ({ data: { ...figures, ...given } })],
  ])

it('every number leads to the list of its locks', async () => {
  await open()
  const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(await screen.findByRole('link', { name: '用户锁 60' })).toBeTruthy()
  expect(hrefOf('已挂失 3')).toBe('/dongle/user?group=lost')
  expect(hrefOf('激活已到期 2')).toBe('/dongle/user?ended=1&sort=activationEnd&order=asc')
  expect(hrefOf('15 天内到期 4')).toBe('/dongle/user?endingDays=15&sort=activationEnd&order=asc')
  const modes = await screen.findByRole('link', { name: '永久锁' })
  expect(modes.getAttribute('href')).toBe('/dongle/user?activationMode=0')
  const statuses = within(screen.getByRole('region', { name: '各状态的数量' }))
  expect(statuses.getByRole('link', { name: '7' }).getAttribute('href')).toBe('/dongle/user?status=16')
  // Statuses without locks are left out.
  expect(statuses.queryByText('已解锁')).toBeNull()
})

it('the activations of a period are a chart or a table, as the address says', async () => {
  const stage = await open()
  expect(await screen.findByText('近 28 天激活 11 次')).toBeTruthy()
  const periods = within(screen.getByRole('radiogroup', { name: '时间段' })).getAllByRole('radio')
  expect(periods.map((one) => one.closest('label')?.textContent)).toEqual([
    '近 7 天',
    '近 14 天',
    '近 21 天',
    '近 28 天',
    '本月',
  ])
  fireEvent.click(screen.getByLabelText('近 7 天'))
  await waitFor(() => expect(stage.address()).toContain('period=7'))
  fireEvent.click(screen.getByLabelText('本月'))
  expect(await screen.findByText('本月激活 11 次')).toBeTruthy()
  fireEvent.click(screen.getByLabelText('表格'))
  await waitFor(() => expect(stage.address()).toContain('view=table'))
  expect(await screen.findByText('2026-01-02')).toBeTruthy()
  expect(stage.sent.filter(({ path }) => path === userLockCalls.dashboard.path).map(({ payload }) => payload)).toEqual([
    { period: '28' },
    { period: '7' },
    { period: 'month' },
  ])
})

it('without locks, the page says how they are registered', async () => {
  await open({ total: 0 })
  expect(await screen.findByText('还没有用户锁')).toBeTruthy()
})

it('who sees only assigned locks reads that none is assigned', async () => {
  await open({ total: 0 }, ['userLock'])
  await act(() => loadSession())
  expect(await screen.findByText('没有分配给您的用户锁')).toBeTruthy()
  expect(screen.queryByText('还没有用户锁')).toBeNull()
})

it('statuses of the same name are one row', async () => {
  const statuses = [
    { status: LOCK_STATUSES.backToActivation, count: 1 },
    { status: LOCK_STATUSES.activated, count: 50 },
    { status: LOCK_STATUSES.permanent, count: 9 },
  ]
  await open({ statuses })
  const table = within(await screen.findByRole('region', { name: '各状态的数量' }))
  expect(table.getAllByText('正常')).toHaveLength(1)
  const href = table.getByRole('link', { name: '60' }).getAttribute('href') ?? ''
  expect(new URL(href, 'http://console').searchParams.get('status')).toBe('["4","7","10"]')
})
