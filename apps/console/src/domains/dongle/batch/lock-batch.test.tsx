// The batch of changes: the ways to choose locks, the check before the start; and the import of customers.
import { ERRORS, LIMITS, identityCalls, taskCalls, userLockCalls } from '@sealwright/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { openStage, session } from '../../../lib/stage.fixture.tsx'
import { GUID, task } from '../../task/progress/task.fixture.ts'
import { filterOf, handLocks } from '../choose/handed-locks.ts'
import type { HandedLocks } from '../choose/handed-locks.ts'
import { numbersIn } from '../choose/lock-choice.ts'
import { ALL_RIGHTS, guidOf } from '../dongle.fixture.ts'
import { Screen as Batch } from './lock-batch.screen.tsx'
import { Screen as Import } from './lock-import.screen.tsx'

const draft = task({ kind: 'lockCommand', isDraft: true, subject: '88000001', total: 3, success: 0, skip: 1, fail: 1 })

async function open(handed?: HandedLocks, path = '/dongle/user/batch') {
  const stage = await openStage(
    { '/dongle/user/batch': Batch, '/dongle/user/import': Import, '/dongle/user': () => <p>list</p> },
    handed ? '/dongle/user' : path,
    [
      [identityCalls.current, () => ({ data: { ...session, isMainAccount: false, privileges: ALL_RIGHTS } })],
      [userLockCalls.find, () => ({ data: { rows: [], records: 12, total: 1 } })],
      [userLockCalls.batchAct, () => ({ data: { taskId: GUID } })],
      [userLockCalls.import, () => ({ data: { taskId: GUID } })],
      [
        userLockCalls.readFile,
        ({ file }) =>
          (file as File).name === 'bad.csv' // the form sends a file
            ? { code: ERRORS['userLock.fileEmpty'].code, desc: '文件中没有外壳号', data: null }
            : { data: { shellNumbers: ['88000001', '88000002'] } },
      ],
      [taskCalls.get, () => ({ data: draft })],
      [
        taskCalls.findRows,
        () => ({
          data: {
            rows: [
              { n: 1, state: 'waiting', reason: null, cells: [{ field: 'shellNumber', value: '88000001' }] },
              { n: 2, state: 'fail', reason: '没有这把用户锁', cells: [{ field: 'shellNumber', value: '88000009' }] },
            ],
            records: 2,
            total: 1,
          },
        }),
      ],
    ],
  )
  if (handed) await stage.go(`${path}?handed=${handLocks(handed)}`)
  const all = (called: string) => stage.sent.filter((call) => call.path === called).map(({ payload }) => payload)
  return { ...stage, all }
}

const check = () => fireEvent.submit(document.querySelector('form') ?? document.body)
const chooseAct = (act: string) =>
  fireEvent.change(screen.getByRole('combobox', { name: '变更' }), { target: { value: act } })

it('pasted shell numbers are told apart by lines, spaces and commas, each once', () => {
  expect(numbersIn(' 88000001，88000002\n88000001\t88000003;')).toEqual(['88000001', '88000002', '88000003'])
})

it('the filters of an address become the values of the call', () => {
  expect(
    filterOf({ activationMode: '1', status: '[4,7]', group: 'x', endingDays: '7', ended: '0', keyword: '', page: '2' }),
  ).toEqual({ activationMode: 1, status: [4, 7], endingDays: 7, ended: false })
})

it('pasted numbers are checked first, and the review shows what would happen to each', async () => {
  const stage = await open()
  fireEvent.change(screen.getByRole('textbox', { name: '粘贴外壳号' }), { target: { value: '88000001 88000009' } })
  expect(screen.getByText('2 个外壳号')).toBeTruthy()
  check()
  expect(await screen.findByText('锁定，共 3 把用户锁')).toBeTruthy()
  expect(stage.all(userLockCalls.batchAct.path)).toEqual([
    { shellNumbers: ['88000001', '88000009'], act: 'lock', dryRun: true },
  ])
  expect(await screen.findByText('没有这把用户锁')).toBeTruthy()
  expect(screen.getByRole('button', { name: '变更 1 把用户锁' })).toBeTruthy()
})

it('without a lock, nothing is sent and the field says so', async () => {
  const stage = await open()
  check()
  expect(await screen.findByText('请选择用户锁')).toBeTruthy()
  expect(stage.all(userLockCalls.batchAct.path)).toEqual([])
})

it('locks that were selected in the list are sent by guid; the filter of the list is another way', async () => {
  const stage = await open({ guids: [guidOf(1)], search: { group: 'lost' } })
  expect(screen.getByText('在列表中选择了 1 把用户锁。')).toBeTruthy()
  fireEvent.click(screen.getByLabelText('符合筛选条件的锁'))
  expect(await screen.findByText('列表当前的筛选条件下有 12 把用户锁。')).toBeTruthy()
  chooseAct('cancelLost')
  check()
  await waitFor(() =>
    expect(stage.all(userLockCalls.batchAct.path)).toEqual([
      { filter: { group: 'lost' }, act: 'cancelLost', dryRun: true },
    ]),
  )
})

it('a change of offline days needs the days', async () => {
  const stage = await open({ guids: [guidOf(1)], search: {} })
  chooseAct('setOfflineDays')
  vi.useFakeTimers({ toFake: ['performance'] })
  check()
  expect(stage.all(userLockCalls.batchAct.path)).toEqual([])
  vi.advanceTimersByTime(LIMITS.console.clickThrottleMs)
  fireEvent.change(screen.getByLabelText(/^离线时长/), { target: { value: '60' } })
  check()
  await waitFor(() =>
    expect(stage.all(userLockCalls.batchAct.path)).toEqual([
      { guids: [guidOf(1)], act: 'setOfflineDays', offlineDays: 60, dryRun: true },
    ]),
  )
})

const chooseFile = (name: string) =>
  fireEvent.change(screen.getByLabelText(/^文件/), { target: { files: [new File(['88000001'], name)] } })

it('the numbers in a file are read at once', async () => {
  const stage = await open()
  fireEvent.click(screen.getByLabelText('从文件读取'))
  chooseFile('locks.csv')
  expect(await screen.findByText('从“locks.csv”中读取了 2 个外壳号。')).toBeTruthy()
  check()
  await waitFor(() =>
    expect(stage.all(userLockCalls.batchAct.path)).toMatchObject([{ shellNumbers: ['88000001', '88000002'] }]),
  )
})

it('what the server finds wrong with a file shows at the field', async () => {
  await open()
  fireEvent.click(screen.getByLabelText('从文件读取'))
  chooseFile('bad.csv')
  expect(await screen.findByText('文件中没有外壳号')).toBeTruthy()
})

it('an import of customers is checked before it changes anything', async () => {
  const stage = await open(undefined, '/dongle/user/import')
  const [input] = screen.getAllByLabelText(/^文件/).filter((element) => element.matches('input'))
  fireEvent.change(input ?? document.body, { target: { files: [new File(['x'], 'locks.xlsx')] } })
  fireEvent.click(screen.getByText('检查文件'))
  await waitFor(() => expect(stage.address()).toBe(`/dongle/user/import?task=${GUID}`))
  expect(stage.all(userLockCalls.import.path)).toMatchObject([{ dryRun: 'true' }])
  expect(await screen.findByRole('button', { name: '更新 1 把用户锁' })).toBeTruthy()
})
