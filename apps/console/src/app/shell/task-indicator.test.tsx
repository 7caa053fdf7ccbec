import { taskCalls } from '@sealwright/contract'
import { act, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { GUID, eventStream, task } from '../../domains/task/progress/task.fixture.ts'
import { taskScreens } from '../../domains/task/screens.ts'
import { registerScreens } from '../../lib/place/screen.ts'
import { loadSession } from '../../lib/session/session.tsx'
import { openStage } from '../../lib/stage.fixture.tsx'
import { useToasts } from '../../lib/toast.ts'
import { TaskIndicator } from './task-indicator.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  registerScreens(taskScreens)
})

async function open() {
  const stream = eventStream()
  const stage = await openStage({ '/': TaskIndicator }, '/', [stream.answer])
  await act(() => loadSession())
  const isListening = () => stage.sent.some(({ path }) => path === taskCalls.watch.path)
  return { ...stream, isListening, wait: () => act(() => vi.advanceTimersByTimeAsync(3_000)) }
}
const link = () => screen.getByRole('link')
const toasts = () => useToasts.getState().toasts.map(({ tone, text }) => `${tone}: ${text}`)

const ring = () => link().querySelector('circle + circle')?.getAttribute('stroke-dasharray')

it("leaves the first screen its connections, then shows the progress of one's own tasks while they run", async () => {
  const { tell, wait, isListening } = await open()
  expect(isListening()).toBe(false)
  await wait()
  await tell(task({ isOwn: false }))
  expect([link().getAttribute('aria-label'), link().getAttribute('href'), ring()]).toEqual([
    '任务中心',
    '/taskCenter',
    undefined,
  ])
  await tell(task({ total: 200, success: 40, fail: 9, skip: 1 }))
  expect([link().getAttribute('aria-label'), link().getAttribute('href'), ring()]).toEqual([
    '1 个任务进行中',
    `/taskCenter?guid=${GUID}`,
    '25 100',
  ])
  await tell(
    task({ total: 200, success: 40, fail: 9, skip: 1 }),
    task({ guid: '00000000-0000-4000-8000-0000000000a9', status: 0, total: 300, success: 0, fail: 0, skip: 0 }),
  )
  expect([link().getAttribute('aria-label'), link().getAttribute('href'), ring()]).toEqual([
    '2 个任务进行中',
    '/taskCenter',
    '10 100',
  ])
})

it('tells how a task ended that was seen to run, once', async () => {
  const { tell, wait } = await open()
  await wait()
  const before = task({ guid: '00000000-0000-4000-8000-0000000000a8', status: 2, success: 200 })
  await tell(before, task())
  await tell(before, task({ status: 3, success: 190, fail: 10 }))
  await tell(before, task({ status: 3, success: 190, fail: 10 }))
  expect(toasts()).toEqual(['warning: 导入用户：部分完成，成功 190，失败 10，跳过 0'])
  expect(ring()).toBeUndefined()
})
