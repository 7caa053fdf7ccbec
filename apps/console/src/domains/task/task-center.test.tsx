import { auditCalls, identityCalls, taskCalls } from '@sealwright/contract'
import type { TaskRow, WorkRow } from '@sealwright/contract'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { rowOffers } from '../../blocks/list/row-offers.fixture.ts'
import { loadSession } from '../../lib/session/session.tsx'
import { openStage, session } from '../../lib/stage.fixture.tsx'
import { STORED } from '../../lib/stored.ts'
import { showLanguage } from '../../lib/words/i18n.tsx'
import { GUID, eventStream, task } from './progress/task.fixture.ts'
import { Screen } from './task-center.screen.tsx'

const OTHER = '00000000-0000-4000-8000-0000000000b1'
/** The subject of a deletion: its first user, and the number of users. */
const DELETED = 'wu@example.com 等 3 个用户'
let rows: TaskRow[] = []
const workRows: WorkRow[] = [
  {
    n: 1,
    state: 'success',
    cells: [
      { field: 'account', value: 'a@example.com' },
      { field: 'customerName', value: '远方' },
    ],
    reason: null,
  },
  {
    n: 2,
    state: 'fail',
    cells: [
      { field: 'account', value: 'not-an-address' },
      { field: 'customerName', value: '' },
    ],
    reason: '账号格式不正确',
  },
]

beforeEach(() => {
  rows = [
    task(),
    task({
      guid: OTHER,
      kind: 'userDelete',
      subject: 'wu@example.com',
      status: 3,
      total: 3,
      success: 2,
      fail: 1,
      creator: 'zhao@example.com',
      isOwn: false,
    }),
  ]
})

async function open(href = '/taskCenter', isMainAccount = true, more: Parameters<typeof openStage>[2] = []) {
  // Show a table, whatever the number of rows.
  STORED.tempPageActive.set({ task: 'table' })
  const stream = eventStream()
  const stage = await openStage({ '/taskCenter': Screen }, href, [
    [
      identityCalls.current,
      () => ({ data: { ...session, isMainAccount, privileges: ['user.create', 'user.delete'] } }),
    ],
    [taskCalls.find, () => ({ data: { rows, records: rows.length, total: 1 } })],
    [taskCalls.get, ({ guid }) => ({ data: rows.find((row) => row.guid === guid) })],
    [
      taskCalls.findRows,
      ({ state }) => {
        const found = workRows.filter((row) => state === undefined || row.state === state)
        return { data: { rows: found, records: found.length, total: 1 } }
      },
    ],
    [
      taskCalls.previewUndo,
      () => ({
        data: {
          tried: 200,
          undone: 198,
          skip: 2,
          fail: 0,
          reasons: [{ sentence: '用户已被修改', count: 2 }],
          amountFen: 45_000,
          units: 0,
        },
      }),
    ],
    [taskCalls.undo, () => ({ data: { taskId: OTHER } })],
    stream.answer,
    ...more,
  ])
  await act(() => loadSession())
  return {
    ...stage,
    tell: stream.tell,
    payloads: (path: string) => stage.sent.filter((call) => call.path === path).map(({ payload }) => payload),
  }
}
const rowOf = (subject: string) => {
  const found = screen.getByText(subject).closest('tr')
  if (!found) throw new Error(`no row of ${subject}`)
  return within(found)
}
const actionsOf = rowOffers

it('lists tasks with subject, progress and status; the rows follow the stream', async () => {
  const { tell } = await open()
  await screen.findByText('users.xlsx')
  expect(rowOf('users.xlsx').getByText('执行中')).toBeTruthy()
  expect(rowOf('users.xlsx').getByText('25%')).toBeTruthy()
  rows[0] = task({ success: 100, fail: 7 })
  await tell(rows[0])
  expect(rowOf('users.xlsx').getByText('53%')).toBeTruthy()
  expect(rowOf('users.xlsx').getByText('7')).toBeTruthy()
  await act(() => showLanguage('en'))
  expect(rowOf('users.xlsx').getByText('Executing')).toBeTruthy()
})

it('a new task appears on its own', async () => {
  const { tell } = await open()
  await screen.findByText('users.xlsx')
  await tell(task())
  const begun = task({ guid: '00000000-0000-4000-8000-0000000000c1', subject: 'more.csv', status: 0, success: 0 })
  rows = [begun, ...rows]
  await tell(begun, task())
  await screen.findByText('more.csv')
})

it("other people's tasks, which are not in the stream, are polled until they end", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  rows[1] = task({ guid: OTHER, kind: 'userDelete', subject: 'wu@example.com', total: 3, success: 1, isOwn: false })
  const { tell, payloads } = await open()
  await screen.findByText(DELETED)
  await tell(task())
  rows[1] = task({
    guid: OTHER,
    kind: 'userDelete',
    subject: 'wu@example.com',
    status: 2,
    total: 3,
    success: 3,
    isOwn: false,
  })
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  await waitFor(() => expect(rowOf(DELETED).getByText('已完成')).toBeTruthy())
  const asked = payloads(taskCalls.find.path).length
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(payloads(taskCalls.find.path)).toHaveLength(asked)
})

it('an undone task has a status of its own, and its page says how much was undone', async () => {
  rows = [
    task({ status: 6, success: 200, undoneBy: OTHER }),
    task({ guid: OTHER, isUndo: true, status: 2, total: 200, success: 198, skip: 2 }),
  ]
  await open()
  await waitFor(() => expect(screen.getAllByText('已撤销')).toHaveLength(1))
  cleanup()
  await open(`/taskCenter?guid=${GUID}`)
  expect(await screen.findByText(/已撤销 198 行；2 行之后又有变化/)).toBeTruthy()
})

it('the creator of a task is shown only to the super administrator', async () => {
  await open()
  await screen.findByText('zhao@example.com')
  cleanup()
  await open('/taskCenter', false)
  await screen.findByText('users.xlsx')
  expect(screen.queryByText('zhao@example.com')).toBeNull()
})

it('filters by one or more statuses and a kind, kept in the address', async () => {
  const { address, payloads } = await open()
  await screen.findByText('users.xlsx')
  fireEvent.click(screen.getByRole('button', { name: '状态: 不限' }))
  expect(screen.getAllByRole('option').map((item) => item.textContent)).toEqual([
    '等待中',
    '执行中',
    '已完成',
    '部分完成',
    '异常',
    '已取消',
    '已撤销',
  ])
  fireEvent.click(screen.getByRole('option', { name: '等待中' }))
  await waitFor(() => expect(address()).toBe('/taskCenter?status=0'))
  fireEvent.click(screen.getByRole('option', { name: '异常' }))
  await screen.findByText('状态：等待中、异常')
  fireEvent.click(screen.getByRole('button', { name: '类型: 不限' }))
  fireEvent.click(screen.getByRole('menuitemradio', { name: '删除用户' }))
  await waitFor(() =>
    expect(payloads(taskCalls.find.path).at(-1)).toMatchObject({ status: '["0","4"]', kind: 'userDelete' }),
  )
})

it('offers what the status allows: canceling while it runs, retry and downloads afterwards', async () => {
  await open()
  await screen.findByText('users.xlsx')
  expect(actionsOf('users.xlsx')).toEqual(['查看', '取消任务'])
  fireEvent.click(screen.getByText('任务中心'))
  cleanup()
  await open()
  await screen.findByText(DELETED)
  expect(actionsOf(DELETED)).toEqual([
    '查看',
    '全部结果（XLSX）',
    '全部结果（CSV）',
    '仅失败的行（XLSX）',
    '仅失败的行（CSV）',
    '重试失败的行',
    '取消任务',
  ])
})

it('shows an empty state if there are no tasks', async () => {
  rows = []
  await open()
  expect(await screen.findByText('还没有任务')).toBeTruthy()
})

it('shows one task with its rows: cells as columns, result and reason', async () => {
  await open(`/taskCenter?guid=${GUID}`)
  await screen.findByText('账号格式不正确')
  expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
    '行号',
    '账号',
    '结果',
    '原因',
    '客户',
  ])
  expect(rowOf('a@example.com').getByText('成功')).toBeTruthy()
  expect(screen.getByRole('tab', { name: /全部/ }).textContent).toBe('全部200')
  expect(screen.getByRole('tab', { name: /未处理/ }).textContent).toBe('未处理150')
})

it('rows are filtered by result, kept in the address', async () => {
  const { address, payloads } = await open(`/taskCenter?guid=${GUID}`)
  await screen.findByText('a@example.com')
  fireEvent.click(screen.getByRole('tab', { name: /失败/ }))
  await waitFor(() => expect(screen.queryByText('a@example.com')).toBeNull())
  expect(address()).toBe(`/taskCenter?guid=${GUID}&state=fail`)
  expect(payloads(taskCalls.findRows.path).at(-1)).toMatchObject({ guid: GUID, state: 'fail' })
  expect(await screen.findByText('账号格式不正确')).toBeTruthy()
})

it('undoing a task says in numbers what will happen, then opens the undo task', async () => {
  vi.stubGlobal('scrollTo', () => undefined)
  rows[0] = task({ status: 2, success: 200, undoUntil: '2026-01-02T00:01:00.000Z' })
  const { address } = await open(`/taskCenter?guid=${GUID}`)
  fireEvent.click(await screen.findByText('撤销'))
  await screen.findByText('删除导入的 198 个用户')
  expect(screen.getByText('¥450.00 退回余额')).toBeTruthy()
  expect(screen.getByText('2 行保持现在的样子：用户已被修改')).toBeTruthy()
  fireEvent.click(screen.getAllByText('撤销').at(-1) ?? document.body)
  await waitFor(() => expect(address()).toBe(`/taskCenter?guid=${OTHER}`))
})

it('the page of a batch that approval flows caught links to its requests', async () => {
  rows = [task({ kind: 'snIssue', subject: '年度版', status: 2, total: 3, success: 3, fail: 0, skip: 0 })]
  let found = [{ guid: OTHER, number: '202601010001' }]
  const openBatch = () =>
    open(`/taskCenter?guid=${GUID}`, false, [
      [identityCalls.current, () => ({ data: { ...session, privileges: ['snLicense.issue'] } })],
      [auditCalls.find, () => ({ data: { rows: found, records: found.length, total: found.length } })],
    ])
  const stage = await openBatch()
  const link = await screen.findByRole('link', { name: '查看申请 202601010001' })
  expect(link.getAttribute('href')).toBe(`/audit/license/sn/view?guid=${OTHER}`)
  expect(stage.payloads(auditCalls.find.path)[0]).toMatchObject({ view: 'all', taskGuid: GUID })
  cleanup()
  found = []
  await openBatch()
  await screen.findByRole('heading', { level: 1 })
  expect(screen.queryByRole('link', { name: /查看申请/ })).toBeNull()
})
