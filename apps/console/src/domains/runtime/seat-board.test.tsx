// The seat board, for people with different privileges.
import { ERRORS, identityCalls, seatCalls } from '@sealwright/contract'
import type { SeatGroup, SeatRow } from '@sealwright/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { loadSession } from '../../lib/session/session.tsx'
import { openStage, session } from '../../lib/stage.fixture.tsx'
import { useToasts } from '../../lib/toast.ts'
import { LOOK_MS } from './look.ts'
import { GUID, LICENSE, SHOWN_CODE, groupOf, pageOf, seatOf } from './runtime.fixture.ts'
import { Screen } from './seat-board.screen.tsx'

let taken: SeatRow[] = []
let ended: SeatRow[] = []
let totals: Partial<SeatGroup> = {}

beforeEach(() => {
  taken = [seatOf()]
  totals = {}
  ended = [
    seatOf({
      guid: '00000000-0000-4000-8000-000000000002',
      account: 'chen@example.com',
      endTime: '2026-01-01T01:00:00.000Z',
      end: 'released',
      reason: '设备借用到期',
    }),
  ]
})
async function open({
  href = '/runtime/seat',
  privileges = ['runtime.view', 'runtime.release', 'snLicense.view'],
  release = () => ({ data: {} }),
}: { href?: string; privileges?: string[]; release?: () => { code?: number; desc?: string; data: unknown } } = {}) {
  const stage = await openStage({ '/runtime/seat': Screen, '/pc/license/sn/view': () => <p>the license</p> }, href, [
    [identityCalls.current, () => ({ data: { ...session, isMainAccount: false, privileges } })],
    [seatCalls.find, () => pageOf(ended)],
    [seatCalls.licenses, () => pageOf(taken.length === 0 ? [] : [groupOf(taken, totals)])],
    [
      seatCalls.count,
      () => ({ data: { taken: taken.length, lent: 0, limit: null, devices: null, licenses: taken.length } }),
    ],
    [seatCalls.release, () => release()],
  ])
  await act(loadSession)
  await screen.findByRole('heading', { level: 1 })
  return {
    ...stage,
    payloads: ({ path }: { path: string }) =>
      stage.sent.filter((one) => one.path === path).map(({ payload }) => payload),
  }
}
const releaseButton = () => screen.findByRole('button', { name: '收回' })

it('shows and takes back a lent seat; no program reads the reason of an unused one', async () => {
  const lending = { state: 'created', person: '林工', lender: 'boss@example.com', isBorrowed: false } as const
  taken = [seatOf({ lending, machineName: '', processName: null, pid: null, until: '2026-01-08T00:00:00.000Z' })]
  await open()
  const row = (await screen.findByText('林工')).closest('tr')
  for (const words of ['借出', 'boss@example.com 借出', '还没有设备使用', '2026-01-08'])
    expect(row?.textContent).toContain(words)
  fireEvent.click(await releaseButton())
  expect(await screen.findByText(/借阅人的程序在下次联网时停止使用/)).toBeTruthy()
  expect(screen.getByText('还没有设备使用，只写入许可的历史。')).toBeTruthy()
})

it('shows the device, process, network and heartbeat of a seat, and links to the license', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-01-01T00:00:45.000Z'), toFake: ['Date'] })
  await open()
  const row = (await screen.findByText(SHOWN_CODE)).closest('tr')
  expect(row?.textContent).toContain('星图')
  expect(row?.textContent).toContain('DESKTOP-7K2Q')
  expect(row?.textContent).toContain('atlas.exe · 进程 4711')
  expect(row?.textContent).toContain('203.0.113.9')
  expect(row?.textContent).toContain('45 秒前')
  expect(row?.textContent).toContain('1 / 5')
  expect(row?.textContent).toContain('凭授权码')
  expect(screen.getByRole('link', { name: SHOWN_CODE }).getAttribute('href')).toBe(
    `/pc/license/sn/view?guid=${LICENSE}`,
  )
  expect(screen.getByRole('tab', { name: /占用中/ }).textContent).toBe('占用中1')
})

it('groups seats by license, with used and total, and leads to the seats that are not shown', async () => {
  taken = [seatOf({ account: 'wu@example.com' }), seatOf({ guid: LICENSE, account: 'chen@example.com' })]
  totals = { taken: 40, lent: 2, limit: 50, found: 42 }
  await open()
  const row = (await screen.findByText(SHOWN_CODE)).closest('tr')
  for (const words of ['42 / 50 · 其中借出 2', 'wu@example.com', 'chen@example.com'])
    expect(row?.textContent).toContain(words)
  expect(screen.getAllByRole('button', { name: '收回' })).toHaveLength(2)
  expect(screen.getByRole('link', { name: '另有 40 个席位' }).getAttribute('href')).toBe(
    `/pc/license/sn/view?guid=${LICENSE}&tab=runtime`,
  )
})

it.each([
  [3, '1 个程序在用，按设备计，最多 3 台'],
  [null, '1 个程序在用，不限设备数'],
])('a license that counts no seats, for %s devices, says what it counts', async (devices, words) => {
  totals = { limit: null, devices }
  await open()
  expect((await screen.findByText(SHOWN_CODE)).closest('tr')?.textContent).toContain(words)
})

it('reloads on its own, so that a new seat appears', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await open()
  await screen.findByText(SHOWN_CODE)
  taken = [seatOf({ guid: '00000000-0000-4000-8000-000000000003', account: 'wu@example.com' }), ...taken]
  await act(() => vi.advanceTimersByTimeAsync(LOOK_MS))
  await screen.findByText('wu@example.com')
})

it('a seat is released with a reason, in a dialog that explains what happens to the program', async () => {
  const { payloads } = await open()
  fireEvent.click(await releaseButton())
  const dialog = await screen.findByRole('dialog', { hidden: true })
  expect(dialog.textContent).toContain('程序在下次心跳时得知已被收回')
  fireEvent.input(within(dialog).getByRole('textbox', { hidden: true }), { target: { value: '设备借用到期' } })
  fireEvent.submit(dialog.querySelector('form') ?? dialog)
  await waitFor(() => expect(payloads(seatCalls.release)).toEqual([{ guid: GUID, reason: '设备借用到期' }]))
  await waitFor(() => expect(screen.queryByRole('dialog', { hidden: true })).toBeNull())
  expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual(['席位已收回'])
})

it('a seat is also released without a reason, as a license is locked without one', async () => {
  const { payloads } = await open()
  fireEvent.click(await releaseButton())
  const dialog = await screen.findByRole('dialog', { hidden: true })
  expect(dialog.textContent).toContain('使用者会看到这句话。')
  fireEvent.submit(dialog.querySelector('form') ?? dialog)
  await waitFor(() => expect(payloads(seatCalls.release)).toEqual([{ guid: GUID }]))
})

it('a seat that has ended in the meantime shows the refusal in the dialog', async () => {
  await open({
    release: () => ({ code: ERRORS['seat.notFound'].code, desc: '没有这条记录，或者它已经结束', data: null }),
  })
  fireEvent.click(await releaseButton())
  const dialog = await screen.findByRole('dialog', { hidden: true })
  fireEvent.input(within(dialog).getByRole('textbox', { hidden: true }), { target: { value: '测试' } })
  fireEvent.submit(dialog.querySelector('form') ?? dialog)
  await within(dialog).findByText('没有这条记录，或者它已经结束')
})

it('without the privileges there is no release button and no link to the license', async () => {
  await open({ privileges: ['runtime.view'] })
  await screen.findByText(SHOWN_CODE)
  expect(screen.queryByRole('button', { name: '收回' })).toBeNull()
  expect(screen.queryByRole('link', { name: SHOWN_CODE })).toBeNull()
})

it('ended seats show how they ended and why', async () => {
  const { address } = await open()
  fireEvent.click(screen.getByRole('tab', { name: '最近归还' }))
  await screen.findByText('管理员收回')
  expect(screen.getByText('设备借用到期')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '收回' })).toBeNull()
  expect(address()).toBe('/runtime/seat?tab=ended')
})

it('an empty board explains how seats appear', async () => {
  taken = []
  await open()
  await screen.findByText('没有占用中的席位')
  expect(screen.getByText(/程序打开会话后会出现在这里/)).toBeTruthy()
})
