import { ERRORS, auditCalls, dongleLicenseCalls, identityCalls, taskCalls } from '@sealwright/contract'
import type { TaskRow } from '@sealwright/contract'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { registerScreens } from '../../../lib/place/screen.ts'
import { loadSession } from '../../../lib/session/session.tsx'
import { openStage, session } from '../../../lib/stage.fixture.tsx'
import { TaskProgress } from './task-progress.tsx'
import { GUID, eventStream, task } from './task.fixture.ts'

const UNDO = '00000000-0000-4000-8000-0000000000a2'
const onEnd = vi.fn<(ended: TaskRow) => void>()
const GONE = { code: ERRORS['task.notFound'].code, desc: '任务不存在或已清理', data: null }
let answered: TaskRow = task()
let isUndoSeen = true

beforeEach(() => {
  answered = task()
  isUndoSeen = true
  // Outside of tests, the screen table does this.
  registerScreens([
    {
      path: '/taskCenter',
      domain: 'task',
      title: 'task.titles.list',
      access: taskCalls.find.access,
      load: () => Promise.reject(new Error('not in this test')),
    },
  ])
})

afterEach(() => {
  onEnd.mockReset()
})

async function open(privileges: string[] = ['user.create', 'user.delete']) {
  const stream = eventStream()
  const saved: unknown[] = []
  const stage = await openStage({ '/': () => <TaskProgress taskId={GUID} onEnd={onEnd} /> }, '/', [
    [identityCalls.current, () => ({ data: { ...session, privileges } })],
    [
      taskCalls.get,
      ({ guid }) =>
        guid !== UNDO ? { data: answered } : isUndoSeen ? { data: task({ guid: UNDO, isUndo: true }) } : GONE,
    ],
    [dongleLicenseCalls.start, () => ({ data: { taskId: GUID } })],
    [
      taskCalls.previewUndo,
      () => ({ data: { tried: 200, undone: 200, skip: 0, fail: 0, reasons: [], amountFen: 0, units: 0 } }),
    ],
    [taskCalls.undo, () => ({ data: { taskId: UNDO } })],
    [auditCalls.find, () => ({ data: { rows: [{ guid: UNDO, number: '202601010001' }], records: 1, total: 1 } })],
    [
      taskCalls.download,
      (payload) => {
        saved.push(payload)
        return new Response('rows', { headers: { 'content-type': 'text/csv' } })
      },
    ],
    stream.answer,
  ])
  await act(() => loadSession())
  await screen.findByText('users.xlsx')
  return {
    ...stage,
    tell: stream.tell,
    saved,
    calls: (path: string) => stage.sent.filter((call) => call.path === path),
  }
}
const bar = () => screen.getByRole('progressbar')
const buttons = () => screen.getAllByRole('button').map((button) => button.textContent)
const agree = (verb: string) => fireEvent.click(screen.getAllByText(verb).at(-1) ?? document.body)

it('follows the stream, and reports its end once', async () => {
  const { tell } = await open()
  expect(bar().getAttribute('aria-valuenow')).toBe('50')
  await tell(task({ success: 120, fail: 10, skip: 20 }))
  expect(bar().getAttribute('aria-valuenow')).toBe('150')
  expect(screen.getByText('75%')).toBeTruthy()
  expect(onEnd).not.toHaveBeenCalled()
  answered = task({ status: 3, success: 170, fail: 10, skip: 20 })
  await tell(answered)
  await tell(answered)
  expect(screen.getByText('部分完成')).toBeTruthy()
  expect(onEnd.mock.calls.map(([ended]) => ended.status)).toEqual([3])
})

it('is announced every ten percent, not for every row', async () => {
  const { tell } = await open()
  const heard = () => screen.getByRole('status').textContent
  expect(heard()).toBe('执行中，20%')
  await tell(task({ success: 51 }))
  expect(heard()).toBe('执行中，20%')
  await tell(task({ success: 61 }))
  expect(heard()).toBe('执行中，30%')
  answered = task({ status: 2, success: 200 })
  await tell(answered)
  expect(heard()).toBe('已完成：成功 200，失败 0，跳过 0')
})

it('a batch that approval flows caught says so when it has ended, and links to its request', async () => {
  answered = task({ kind: 'accountIssue', success: 50 })
  const { tell } = await open(['accountLicense.issue'])
  answered = task({ kind: 'accountIssue', status: 2, success: 200 })
  await tell(answered)
  const link = await screen.findByRole('link', { name: '查看申请 202601010001' })
  expect(link.getAttribute('href')).toBe(`/audit/license/account/view?guid=${UNDO}`)
})

it('is polled if it is not in the stream', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await open()
  answered = task({ status: 2, success: 200 })
  await act(() => vi.advanceTimersByTimeAsync(2_500))
  await screen.findByText('已完成')
  expect(onEnd).toHaveBeenCalledOnce()
})

it('a running task can be canceled, after a confirmation that says what stays', async () => {
  const { calls } = await open()
  expect(buttons()).toEqual(['取消任务'])
  fireEvent.click(screen.getByText('取消任务'))
  expect(await screen.findByText('尚未处理的行不再执行；已经完成的行保持不变。')).toBeTruthy()
  expect(calls(taskCalls.cancel.path)).toEqual([])
  agree('取消任务')
  await waitFor(() => expect(calls(taskCalls.cancel.path).map(({ payload }) => payload)).toEqual([{ guid: GUID }]))
})

it('failed rows are given up, or tried again with the privilege of the kind unless their data is invalid', async () => {
  answered = task({ status: 3, success: 190, fail: 10, finishTime: '2026-01-01T00:01:00.000Z' })
  const { calls } = await open()
  expect(buttons()).toEqual(['重试失败的行', '取消任务', '下载结果'])
  fireEvent.click(screen.getByText('重试失败的行'))
  await waitFor(() => expect(calls(taskCalls.retry.path)).toHaveLength(1))
  cleanup()
  await open(['user.view'])
  expect(buttons()).toEqual(['取消任务', '下载结果'])
  cleanup()
  answered = task({ ...answered, retryable: 0 })
  await open()
  expect(buttons()).toEqual(['取消任务', '下载结果'])
})

it('can be undone until the shown time, and then shows the undo task', async () => {
  answered = task({ status: 2, success: 200, undoUntil: '2026-01-02T00:01:00.000Z' })
  await open()
  expect(screen.getByText('可在 2026-01-02 08:01 前撤销')).toBeTruthy()
  fireEvent.click(screen.getByText('撤销'))
  expect(await screen.findByText('删除导入的 200 个用户')).toBeTruthy()
  agree('撤销')
  await screen.findByText('撤销导入用户')
  expect(screen.getByText('查看明细').getAttribute('href')).toBe(`/taskCenter?guid=${UNDO}`)
  cleanup()
  answered = task({ status: 2, success: 200, undoneBy: UNDO })
  await open()
  expect(screen.queryByText('撤销')).toBeNull()
  expect((await screen.findByText('查看撤销任务')).getAttribute('href')).toBe(`/taskCenter?guid=${UNDO}`)
})

it('counts as undone once the undo task has ended, and cannot be retried before that', async () => {
  answered = task({ status: 3, success: 190, fail: 10, undoneBy: UNDO })
  const { tell } = await open()
  await screen.findByText(/^撤销任务：执行中/)
  expect(screen.queryByText(/已全部撤销/)).toBeNull()
  expect(screen.queryByText('重试失败的行')).toBeNull()
  await tell(task({ guid: UNDO, isUndo: true, status: 2, success: 190 }))
  expect(await screen.findByText(/^190 行已全部撤销/)).toBeTruthy()
})

it('an undo by another person is shown without a link to its task', async () => {
  answered = task({ status: 2, success: 200, undoneBy: UNDO })
  isUndoSeen = false
  await open()
  expect(await screen.findByText('已由他人发起撤销')).toBeTruthy()
  expect(screen.queryByText('查看撤销任务')).toBeNull()
})

it('its result can be downloaded, for all rows or for failed rows', async () => {
  URL.createObjectURL = () => 'blob:result'
  answered = task({ status: 4, success: 0, fail: 200, error: '文件已损坏' })
  const { saved } = await open()
  expect(screen.getByText('文件已损坏')).toBeTruthy()
  fireEvent.click(screen.getByText('下载结果'))
  expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
    '全部结果（XLSX）',
    '全部结果（CSV）',
    '仅失败的行（XLSX）',
    '仅失败的行（CSV）',
  ])
  fireEvent.click(screen.getByText('仅失败的行（CSV）'))
  await waitFor(() => expect(saved).toEqual([{ guid: GUID, format: 'csv', state: 'fail' }]))
})

it('a task that does not exist shows the refusal and is not polled', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { sent } = await openStage({ '/': () => <TaskProgress taskId={GUID} /> }, '/', [[taskCalls.get, () => GONE]])
  expect(await screen.findByText('任务不存在或已清理')).toBeTruthy()
  const asked = () => sent.filter(({ path }) => path === taskCalls.get.path).length
  const before = asked()
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  expect(asked()).toBe(before)
})

it('a batch for dongles is tried again with the PIN', async () => {
  answered = task({ kind: 'dongleIssue', status: 3, total: 5, success: 3, fail: 2 })
  const { sent } = await open(['dongleLicense.issue'])
  fireEvent.click(screen.getByRole('button', { name: '重试失败的行' }))
  const dialog = (await screen.findByText('输入托管锁 PIN')).closest('dialog') ?? document.body
  const input = dialog.querySelector('input[type=password]') ?? document.body
  fireEvent.change(input, { target: { value: 'pin-0123456789abc' } })
  fireEvent.submit(dialog.querySelector('form') ?? document.body)
  await waitFor(() =>
    expect(sent.find(({ path }) => path === dongleLicenseCalls.start.path)?.payload).toEqual({
      taskId: GUID,
      pin: 'pin-0123456789abc',
    }),
  )
  expect(sent.some(({ path }) => path === taskCalls.retry.path)).toBe(false)
})
