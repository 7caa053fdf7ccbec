// The page of a lock: what waits, what happens next, commands, history, and the edit form.
import { ERRORS, LOCK_STATUSES, customerCalls, identityCalls, userLockCalls } from '@sealwright/contract'
import type { LockEventRow } from '@sealwright/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { registerScreens } from '../../../lib/place/screen.ts'
import { loadSession } from '../../../lib/session/session.tsx'
import { openStage, session } from '../../../lib/stage.fixture.tsx'
import { ALL_RIGHTS, commandOf, guidOf, lockAnswerOf, lockOf } from '../dongle.fixture.ts'
import { dongleScreens } from '../screens.ts'
import { Screen as Detail } from './lock-detail.screen.tsx'
import { Screen as Edit } from './lock-edit.screen.tsx'
import { noticeOf } from './lock-notice.tsx'

registerScreens(dongleScreens)

const S = LOCK_STATUSES
const VIEW = `/dongle/user/view?guid=${guidOf(1)}`
type Handlers = Parameters<typeof openStage>[2]

const open = (lock = lockAnswerOf(), { tab = '', handlers = [] as Handlers, rights = ALL_RIGHTS } = {}) =>
  openStage({ '/dongle/user/view': Detail, '/dongle/user/edit': Edit, '/dongle/user': () => <p>list</p> }, VIEW + tab, [
    [identityCalls.current, () => ({ data: { ...session, isMainAccount: false, privileges: rights } })],
    [userLockCalls.get, () => ({ data: lock })],
    [userLockCalls.commands, () => ({ data: { rows: lock.command ? [lock.command] : [], records: 1, total: 1 } })],
    [customerCalls.list, () => ({ data: [{ guid: guidOf(51), name: '近水软件' }] })],
    ...handlers,
  ])

describe('the notice of a lock', () => {
  it.each([
    ['waiting', { status: S.lockWaiting, command: commandOf() }],
    ['processing', { status: S.lockProcessing, command: commandOf({ state: 'processing' }) }],
    ['activating', { status: S.periodicActivation }],
    ['lost', { status: S.lost, command: commandOf({ kind: 'reportLost' }) }],
    ['lossLocked', { status: S.lossLocked, command: commandOf({ kind: 'reportLost', state: 'done' }) }],
    ['locked', { status: S.locked, command: commandOf({ state: 'done' }) }],
    ['cancelLost', { status: S.activated, command: commandOf({ kind: 'cancelLost' }) }],
    ['failed', { status: S.locked, command: commandOf({ kind: 'unlock', state: 'failed', failure: 'unsupported' }) }],
    ['ended', { status: S.activated, activationEnd: '2026-01-01T00:00:00.000Z' }],
    [undefined, { status: S.activated }],
    [undefined, { status: S.permanent, activationEnd: '2026-01-01T00:00:00.000Z' }],
  ] as const)('is %s', (name, given) => {
    expect(noticeOf(lockOf(given))).toBe(name)
  })
})

it('a waiting change says who ordered it, when, why, and what happens next', async () => {
  await open(lockAnswerOf({ status: S.lockWaiting, command: commandOf({ reason: '合同到期' }) }))
  expect(await screen.findByText('等待：锁定')).toBeTruthy()
  expect(screen.getByText(/^林主 于 .* 下达。 原因：合同到期。$/)).toBeTruthy()
  expect(screen.getByText(/^锁下次激活、取升级包或上报时取走命令/)).toBeTruthy()
})

it('a failed command shows the reason that the lock reported', async () => {
  await open(lockAnswerOf({ command: commandOf({ state: 'failed', failure: 'unsupported' }) }))
  expect(await screen.findByText('锁定没有成功')).toBeTruthy()
  expect(screen.getByText('锁报告的原因：锁的固件不支持。可以再次下达。')).toBeTruthy()
})

it('the tab of licenses has waiting ones too, so it does not tell how many are inside', async () => {
  await open(lockAnswerOf({ licenses: 0, waitingPackages: 1 }), {
    tab: '&tab=commands',
    rights: [...ALL_RIGHTS, 'dongleLicense.view'],
  })
  await act(loadSession)
  expect(screen.getByRole('tab', { name: /许可/ }).textContent).toBe('许可')
})

it('a permanent lock offers no loss report and says why', async () => {
  await open(lockAnswerOf({ status: S.permanent }))
  expect(await screen.findByText('永久锁不能挂失，转为激活锁后才可以挂失。')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '挂失' })).toBeNull()
  expect(screen.getByRole('button', { name: '转激活锁' })).toBeTruthy()
})

it('the waiting command can be taken back from the list of commands', async () => {
  const stage = await open(lockAnswerOf({ status: S.lockWaiting, command: commandOf() }), {
    tab: '&tab=commands',
    handlers: [[userLockCalls.act, () => ({ data: { status: S.activated, commandGuid: null } })]],
  })
  const rows = await screen.findByRole('table')
  fireEvent.click(within(rows).getByRole('button', { name: '撤回命令' }))
  const dialog = (await screen.findByText('撤回用户锁 88000001 的命令？')).closest('dialog') ?? document.body
  fireEvent.submit(dialog.querySelector('form') ?? document.body)
  await waitFor(() =>
    expect(stage.sent.filter(({ path }) => path === userLockCalls.act.path).map(({ payload }) => payload)).toEqual([
      { guid: guidOf(1), act: 'takeBack' },
    ]),
  )
})

it('the history names contacts with their way and the digest of the file', async () => {
  const event: LockEventRow = {
    guid: guidOf(800),
    kind: 'contact',
    at: '2026-01-01T00:00:00.000Z',
    by: '',
    request: 'activate',
    way: 'workbench',
    command: null,
    about: null,
    reason: null,
    digest: 'ef'.repeat(32),
  }
  const packed: LockEventRow = {
    ...event,
    guid: guidOf(801),
    kind: 'upgraded',
    request: null,
    about: '7',
    digest: null,
  }
  await open(lockAnswerOf(), {
    tab: '&tab=history',
    handlers: [[userLockCalls.history, () => ({ data: { rows: [event, packed], records: 2, total: 1 } })]],
  })
  expect(await screen.findByText('请求激活，离线工作台')).toBeTruthy()
  expect(screen.getByText('ef'.repeat(32))).toBeTruthy()
  expect(screen.getByText('升级包 7')).toBeTruthy()
})

it('the history tells in words why the lock refused a package', async () => {
  const event: LockEventRow = {
    guid: guidOf(3),
    kind: 'failed',
    at: '2026-03-01T00:00:00Z',
    by: '88000001',
    request: null,
    way: null,
    command: null,
    about: '8',
    reason: 'overtaken',
    digest: null,
  }
  await open(lockAnswerOf(), {
    tab: '&tab=history',
    handlers: [[userLockCalls.history, () => ({ data: { rows: [event], records: 1, total: 1 } })]],
  })
  expect(await screen.findByText('原因：锁已写入更新的升级包')).toBeTruthy()
})

it('a lock that is gone or hidden leads back to the list', async () => {
  await open(lockAnswerOf(), {
    handlers: [
      [userLockCalls.get, () => ({ code: ERRORS['userLock.notFound'].code, desc: '没有这把用户锁', data: null })],
    ],
  })
  expect(await screen.findByText('没有这把用户锁')).toBeTruthy()
  expect(screen.getByText('返回用户锁列表')).toBeTruthy()
})

it('customer and remark are saved with the revision that was read', async () => {
  const stage = await openStage(
    { '/dongle/user/edit': Edit, '/dongle/user/view': () => <p>view</p> },
    `/dongle/user/edit?guid=${guidOf(1)}&sourcePath=/dongle/user/view`,
    [
      [identityCalls.current, () => ({ data: { ...session, isMainAccount: false, privileges: ALL_RIGHTS } })],
      [userLockCalls.get, () => ({ data: lockAnswerOf() })],
      [userLockCalls.update, () => ({ data: { revision: 4 } })],
      [customerCalls.list, () => ({ data: [{ guid: guidOf(51), name: '近水软件' }] })],
    ],
  )
  // The app loads the session before it shows a screen.
  await act(loadSession)
  const customer = await screen.findByLabelText<HTMLInputElement>(/^客户/)
  await waitFor(() => expect(customer.value).toBe('远山科技'))
  fireEvent.change(screen.getByLabelText(/^备注/), { target: { value: '备用锁' } })
  fireEvent.click(screen.getByText('保存'))
  await screen.findByText('view')
  expect(stage.sent.find(({ path }) => path === userLockCalls.update.path)?.payload).toEqual({
    guid: guidOf(1),
    revision: '3',
    customerGuid: guidOf(50),
    remark: '备用锁',
  })
})
