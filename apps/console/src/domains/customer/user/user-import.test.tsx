import { ERRORS, identityCalls, taskCalls, userCalls } from '@sealwright/contract'
import type { TaskRow, WorkRow } from '@sealwright/contract'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { loadSession } from '../../../lib/session/session.tsx'
import { openStage } from '../../../lib/stage.fixture.tsx'
import { TASK_GUID, holding, task, trialWith } from './user-answer.fixture.ts'
import { Screen as ImportUsers } from './user-import.screen.tsx'

const draft: TaskRow = { ...task, isDraft: true, total: 6, skip: 1, fail: 2 }
const row = (n: number, state: WorkRow['state'], reason: string | null = null): WorkRow => ({
  n,
  state,
  reason,
  cells: [
    { field: 'account', value: `u${n}@example.com` },
    { field: 'phone', value: state === 'fail' ? '12' : '', ...(state === 'fail' && { isWrong: true }) },
    { field: 'tags', value: '' },
  ],
})
const rows = [row(1, 'waiting'), row(2, 'fail', '电话格式不正确'), row(3, 'skip', '账号已经是您的用户')]

type Answers = Parameters<typeof openStage>[2]

async function open(address: string, answers: Answers = []) {
  let present = draft
  const stage = await openStage({ '/user/import': ImportUsers, '/user': () => <p>list</p> }, address, [
    [identityCalls.current, () => holding()],
    [userCalls.import, () => ({ data: { taskId: TASK_GUID } })],
    [taskCalls.get, () => ({ data: present })],
    [
      taskCalls.findRows,
      ({ state }) => ({ data: { rows: rows.filter((one) => !state || one.state === state), records: 3, total: 1 } }),
    ],
    [
      taskCalls.start,
      () => {
        present = { ...task, status: 2, success: 3, skip: 1, fail: 2 }
        return { data: { taskId: TASK_GUID } }
      },
    ],
    ...answers,
  ])
  // The app loads the session before it shows a screen.
  await act(loadSession)
  return {
    ...stage,
    all: (path: string) => stage.sent.filter((call) => call.path === path).map(({ payload }) => payload),
  }
}

const choose = (name: string) =>
  fireEvent.change(screen.getByLabelText(/^文件/), { target: { files: [new File(['account'], name)] } })
const check = () => fireEvent.click(screen.getByText('检查文件'))

it('a file is checked first, with the options that go for all of it', async () => {
  const stage = await open('/user/import')
  choose('users.xlsx')
  expect(await screen.findByText('7 B')).toBeTruthy()
  check()
  await waitFor(() => expect(stage.address()).toBe(`/user/import?task=${TASK_GUID}`))
  expect(stage.all(userCalls.import.path)).toMatchObject([{ dryRun: 'true', needActivation: 'true', sendMail: 'true' }])
  expect(await screen.findByText('users.xlsx，共 6 行')).toBeTruthy()
})

it('without the notice, the page says that nobody gets the link; without activation there is no link', async () => {
  await open('/user/import')
  expect(screen.queryByText(/收不到激活链接/)).toBeNull()
  fireEvent.click(screen.getByRole('switch', { name: '发送通知' }))
  expect(screen.getByText(/收不到激活链接/)).toBeTruthy()
  fireEvent.click(screen.getByRole('switch', { name: '首次登录需激活' }))
  expect(screen.queryByText(/收不到激活链接/)).toBeNull()
})

it('a file of another kind is refused before it is sent, and so is none', async () => {
  const stage = await open('/user/import')
  check()
  expect(await screen.findByText('请选择文件')).toBeTruthy()
  choose('users.pdf')
  expect(await screen.findByText('请选择 .xlsx / .csv 文件')).toBeTruthy()
  expect(stage.all(userCalls.import.path)).toEqual([])
})

it('a file can be dropped on its field', async () => {
  await open('/user/import')
  fireEvent.drop(screen.getByText('或把文件拖到这里'), { dataTransfer: { files: [new File(['x'], '名单.csv')] } })
  expect(await screen.findByText('名单.csv')).toBeTruthy()
})

it('what the server finds wrong with the file is told at the file', async () => {
  const desc = '文件缺少“账号”列，请使用模板文件'
  await open('/user/import', [
    [
      userCalls.import,
      () => ({ code: ERRORS['user.fileColumns'].code, desc, data: { fields: [{ path: 'file', message: desc }] } }),
    ],
  ])
  choose('users.csv')
  check()
  expect(await screen.findByText(desc)).toBeTruthy()
})

it('a trial developer reads how many rows and users are left', async () => {
  await open('/user/import', [[identityCalls.current, () => trialWith(95)]])
  expect(screen.getByText(/每次最多 10 行，还可以添加 5 个用户/)).toBeTruthy()
})

it('the result tells what would be added, skipped and refused, and shows the rows with their reasons', async () => {
  const stage = await open(`/user/import?task=${TASK_GUID}`)
  expect(await screen.findByRole('button', { name: /将添加\s*3/ })).toBeTruthy()
  expect(screen.getByRole('button', { name: /将跳过\s*1/ })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: /全部\s*6/ }))
  expect(await screen.findByText('u1@example.com')).toBeTruthy()
  expect(stage.address()).toBe(`/user/import?task=${TASK_GUID}&state=all`)
  fireEvent.click(screen.getByRole('button', { name: /将跳过\s*1/ }))
  await waitFor(() => expect(screen.queryByText('u1@example.com')).toBeNull())
  expect(stage.all(taskCalls.findRows.path).at(-1)).toMatchObject({ guid: TASK_GUID, state: 'skip' })
})

it('the result opens on the rows with problems and marks the cell that is wrong', async () => {
  const stage = await open(`/user/import?task=${TASK_GUID}`)
  expect(await screen.findByText('电话格式不正确')).toBeTruthy()
  expect(screen.queryByText('u1@example.com')).toBeNull()
  expect(screen.getByRole('button', { name: /有问题\s*2/, pressed: true })).toBeTruthy()
  expect(stage.all(taskCalls.findRows.path)).toMatchObject([{ guid: TASK_GUID, state: 'fail' }])
  expect(screen.getAllByRole('img', { name: '有问题' }).map(({ parentElement }) => parentElement?.textContent)).toEqual(
    ['12'],
  )
})

it('the result names the customers and tags that the import would create', async () => {
  const creates = { customers: { count: 2, names: ['星图', '云帆'] }, tags: { count: 21, names: ['甲'] } }
  await open(`/user/import?task=${TASK_GUID}`, [[taskCalls.get, () => ({ data: { ...draft, creates } })]])
  expect(await screen.findByText('将新建 2 个客户：星图、云帆')).toBeTruthy()
  expect(screen.getByText('将新建 21 个标签：甲等')).toBeTruthy()
})

it('where nothing is skipped or refused, no column of reasons stands between the rows and their accounts', async () => {
  await open(`/user/import?task=${TASK_GUID}`, [
    [taskCalls.findRows, () => ({ data: { rows: [row(1, 'waiting')], records: 1, total: 1 } })],
  ])
  fireEvent.click(await screen.findByRole('button', { name: /全部/ }))
  expect(await screen.findByText('u1@example.com')).toBeTruthy()
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['行', '结果', '账号'])
})

it('starting does it and shows the progress', async () => {
  const stage = await open(`/user/import?task=${TASK_GUID}`)
  fireEvent.click(await screen.findByText('导入 3 个用户'))
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'))
  expect(await screen.findByText('已完成')).toBeTruthy()
  expect(stage.all(taskCalls.start.path)).toEqual([{ guid: TASK_GUID }])
  expect(screen.queryByText('放弃这次导入？')).toBeNull()
  // Exactly the imported users.
  fireEvent.click(await screen.findByText('查看导入的 3 个用户'))
  await waitFor(() => expect(stage.address()).toBe(`/user?importGuid=${TASK_GUID}`))
})

it('a file with nobody to add offers another file and its rows with problems only', async () => {
  await open(`/user/import?task=${TASK_GUID}`, [[taskCalls.get, () => ({ data: { ...draft, fail: 5 } })]])
  expect(await screen.findByText('文件中没有可以添加的用户')).toBeTruthy()
  expect(screen.queryByText(/^导入 \d/)).toBeNull()
  expect(screen.getByText('下载有问题的行')).toBeTruthy()
})

it('choosing another file throws the draft away', async () => {
  const stage = await open(`/user/import?task=${TASK_GUID}`)
  fireEvent.click(await screen.findByText('重新选择文件'))
  await waitFor(() => expect(stage.address()).toBe('/user/import'))
  expect(stage.all(taskCalls.cancel.path)).toEqual([{ guid: TASK_GUID }])
})

it('leaving the result asks first, and throws the draft away', async () => {
  const stage = await open(`/user/import?task=${TASK_GUID}`)
  await screen.findByText('导入 3 个用户')
  await stage.go('/user')
  fireEvent.click(await screen.findByText('继续核对'))
  await waitFor(() => expect(screen.queryByText('继续核对')).toBeNull())
  expect(stage.address()).toBe(`/user/import?task=${TASK_GUID}`)
  await stage.go('/user')
  fireEvent.click(await screen.findByText('放弃'))
  await waitFor(() => expect(stage.address()).toBe('/user'))
  expect(stage.all(taskCalls.cancel.path)).toEqual([{ guid: TASK_GUID }])
})
