// The list of user locks: what a row offers by its status, filters, and the batch actions.
import {
  ERRORS,
  LIMITS,
  LOCK_STATUSES,
  customerCalls,
  identityCalls,
  integratorCalls,
  userLockCalls,
} from '@sealwright/contract'
import type { LockRow, LockStatus } from '@sealwright/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { rowOffers } from '../../../blocks/list/row-offers.fixture.ts'
import { registerScreens } from '../../../lib/place/screen.ts'
import { openStage, session } from '../../../lib/stage.fixture.tsx'
import { STORED } from '../../../lib/stored.ts'
import { useToasts } from '../../../lib/toast.ts'
import { handedLocks } from '../choose/index.ts'
import { ALL_RIGHTS, guidOf, lockOf } from '../dongle.fixture.ts'
import { dongleScreens } from '../screens.ts'
import { Screen } from './lock-list.screen.tsx'
import { statusParts } from './lock-status.tsx'

registerScreens(dongleScreens)

const PATH = '/dongle/user'
type Handlers = Parameters<typeof openStage>[2]

function open(
  {
    rows = [lockOf()],
    search = '',
    privileges = ALL_RIGHTS,
  }: { rows?: LockRow[]; search?: string; privileges?: string[] } = {},
  handlers: Handlers = [],
) {
  STORED.tempPageActive.set({ userLock: 'table' })
  return openStage({ [PATH]: Screen, '/dongle/user/batch': () => <p>batch</p> }, PATH + search, [
    [identityCalls.current, () => ({ data: { ...session, isMainAccount: false, privileges } })],
    [userLockCalls.find, () => ({ data: { rows, records: rows.length, total: 1 } })],
    [customerCalls.get, () => ({ data: { guid: guidOf(50), name: '远山科技' } })],
    [customerCalls.list, () => ({ data: [{ guid: guidOf(50), name: '远山科技' }] })],
    [integratorCalls.find, () => ({ data: { rows: [{ guid: guidOf(70), name: '华东集成' }], records: 1, total: 1 } })],
    ...handlers,
  ])
}

const offersOf = async (shellNumber: string) => {
  await screen.findByText(shellNumber)
  return rowOffers(shellNumber)
}
const row = async (words: string) => within((await screen.findByText(words)).closest('tr') ?? document.body)
/** jsdom does not show dialogs, so they cannot be found by role. */
const dialogOf = async (title: string) => (await screen.findByText(title)).closest('dialog') ?? document.body
const submit = (dialog: Element) => fireEvent.submit(dialog.querySelector('form') ?? document.body)
const sent = (stage: Awaited<ReturnType<typeof open>>, path: string) =>
  stage.sent.filter((call) => call.path === path).map(({ payload }) => payload)

it('a row shows mode, offline days, customer, administrators, licenses and the end of the activation', async () => {
  await open({ rows: [lockOf({ waitingPackages: 1, activationEnd: '2026-01-02T00:00:00.000Z' })] })
  const shown = await row('88000001')
  for (const words of ['正常', '激活锁', '30 天', '远山科技', '周辅', '2', '1 个升级包待写入', '2026-01-02', '已到期'])
    expect(shown.getAllByText(new RegExp(`^${words}`)).length, words).toBeGreaterThan(0)
  expect(shown.getByText('88000001').getAttribute('href')).toBe(`/dongle/user/view?guid=${guidOf(1)}`)
})

it('the phase of a change stands below its name, in both languages', () => {
  expect(statusParts('转永久（处理中）')).toEqual({ name: '转永久', phase: '处理中' })
  expect(statusParts('To permanent (waiting)')).toEqual({ name: 'To permanent', phase: 'waiting' })
  expect(statusParts('正常')).toEqual({ name: '正常', phase: undefined })
})

it('a permanent lock needs no activation', async () => {
  await open({ rows: [lockOf({ status: LOCK_STATUSES.permanent, activationEnd: null })] })
  const shown = await row('88000001')
  expect(shown.getByText('永久锁')).toBeTruthy()
  expect(shown.getByText('无需激活')).toBeTruthy()
})

const WORDS: Partial<Record<LockStatus, string[]>> = {
  [LOCK_STATUSES.activated]: ['挂失', '锁定', '转永久锁', '修改离线时长'],
  [LOCK_STATUSES.permanent]: ['锁定', '转激活锁'],
  [LOCK_STATUSES.lockWaiting]: ['撤回命令'],
  [LOCK_STATUSES.lost]: ['取消挂失'],
  [LOCK_STATUSES.locked]: ['解锁'],
}
it.each(Object.entries(WORDS))('a lock in status %s offers the acts of that status', async (status, words) => {
  const number = Number(status) as LockStatus // a key of the table above
  await open({ rows: [lockOf({ status: number })] })
  const offers = await offersOf('88000001')
  expect(offers.filter((word) => !['查看', '编辑'].includes(word)).toSorted()).toEqual(words.toSorted())
})

it('without the right to change locks, a row offers only what the server allows', async () => {
  await open({ rows: [lockOf({ acts: [] })], privileges: ['userLock.view'] })
  expect(await offersOf('88000001')).toEqual(['查看'])
  expect(screen.queryByText('批量变更')).toBeNull()
  expect(screen.queryByText('导入')).toBeNull()
})

it('reporting a lock lost explains the effect and sends the reason', async () => {
  const stage = await open({}, [
    [userLockCalls.act, () => ({ data: { status: LOCK_STATUSES.lost, commandGuid: null } })],
  ])
  await offersOf('88000001')
  fireEvent.click(screen.getByRole('menuitem', { name: '挂失' }))
  const dialog = await dialogOf('挂失用户锁 88000001？')
  expect(within(dialog).getByText(/不再给锁激活/)).toBeTruthy()
  fireEvent.change(within(dialog).getByLabelText(/^原因/), { target: { value: '出差遗失' } })
  submit(dialog)
  await waitFor(() =>
    expect(sent(stage, userLockCalls.act.path)).toEqual([{ guid: guidOf(1), act: 'reportLost', reason: '出差遗失' }]),
  )
  await waitFor(() => expect(useToasts.getState().toasts.map(({ text }) => text)).toContain('已挂失'))
})

it('a refusal of the server shows in the dialog, which stays open', async () => {
  const desc = '永久锁不能挂失，转为激活锁后才可以挂失'
  await open({}, [[userLockCalls.act, () => ({ code: ERRORS['userLock.permanentNotLost'].code, desc, data: null })]])
  await offersOf('88000001')
  fireEvent.click(screen.getByRole('menuitem', { name: '挂失' }))
  submit(await dialogOf('挂失用户锁 88000001？'))
  expect(await screen.findByText(desc)).toBeTruthy()
})

it('changing the offline days needs a number in the allowed range', async () => {
  const stage = await open({}, [
    [userLockCalls.act, () => ({ data: { status: LOCK_STATUSES.offlineDaysWaiting, commandGuid: null } })],
  ])
  await offersOf('88000001')
  fireEvent.click(screen.getByRole('menuitem', { name: '修改离线时长' }))
  const dialog = await dialogOf('修改用户锁 88000001 的离线时长')
  vi.useFakeTimers({ toFake: ['performance'] })
  submit(dialog)
  expect(sent(stage, userLockCalls.act.path)).toEqual([])
  vi.advanceTimersByTime(LIMITS.console.clickThrottleMs)
  fireEvent.change(within(dialog).getByLabelText(/^离线时长/), { target: { value: '45' } })
  submit(dialog)
  await waitFor(() =>
    expect(sent(stage, userLockCalls.act.path)).toEqual([
      { guid: guidOf(1), act: 'setOfflineDays', offlineDays: '45' },
    ]),
  )
})

it('filters of the address are sent and shown by name', async () => {
  const stage = await open({ search: `?customerGuid=${guidOf(50)}&group=lost&endingDays=7&ended=1` })
  await screen.findByText('88000001')
  for (const words of ['状态：已挂失', '激活到期：7 天内到期', '激活是否到期：已到期'])
    expect(screen.getByText(words), words).toBeTruthy()
  expect(await screen.findByText('客户：远山科技')).toBeTruthy()
  expect(sent(stage, userLockCalls.find.path)[0]).toMatchObject({ group: 'lost', endingDays: '7', ended: '1' })
})

it('selected locks and the filters are handed to the batch page', async () => {
  const rows = [lockOf(), lockOf({ guid: guidOf(3), shellNumber: '88000002' })]
  const stage = await open({ rows, search: '?group=normal' })
  await screen.findByText('88000001')
  fireEvent.click(screen.getByRole('checkbox', { name: '选择“88000002”' }))
  fireEvent.click(await screen.findByRole('button', { name: /^变更 1/ }))
  await screen.findByText('batch')
  const handed = new URL(stage.address(), 'http://x').searchParams.get('handed') ?? ''
  expect(handedLocks(handed)).toEqual({ guids: [guidOf(3)], search: { group: 'normal' } })
})

it('selected locks are handed to an integrator, or taken back', async () => {
  const stage = await open({}, [[userLockCalls.assign, () => ({ data: { assigned: 1 } })]])
  await screen.findByText('88000001')
  fireEvent.click(screen.getByRole('checkbox', { name: '选择“88000001”' }))
  fireEvent.click(await screen.findByRole('button', { name: /^分配给集成商 1/ }))
  const dialog = await dialogOf('将 1 把用户锁分配给集成商')
  fireEvent.click(within(dialog).getByLabelText('收回'))
  submit(dialog)
  await waitFor(() =>
    expect(sent(stage, userLockCalls.assign.path)).toEqual([{ guids: [guidOf(1)], integratorGuid: null }]),
  )
})

it('without locks, the page explains how they are registered and links to the guide', async () => {
  await open({ rows: [] })
  expect(await screen.findByText('还没有用户锁')).toBeTruthy()
  expect(screen.getByText('了解登记方式').getAttribute('href')).toBe('/docs/zh/dongles')
})
