import { messageCalls, noticeCalls } from '@sealwright/contract'
import type { InboxRow } from '@sealwright/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { messageScreens } from '../../domains/message/screens.ts'
import { eventStream } from '../../domains/task/progress/task.fixture.ts'
import { registerScreens } from '../../lib/place/screen.ts'
import { loadSession } from '../../lib/session/session.tsx'
import { openStage } from '../../lib/stage.fixture.tsx'
import { Bell } from './bell.tsx'

const guidOf = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
const row = (n: number, given: Partial<InboxRow>) => ({
  guid: guidOf(n),
  text: '',
  link: null,
  isRead: false,
  createTime: `2026-01-0${n}T00:00:00.000Z`,
  ...given,
})

async function open() {
  registerScreens(messageScreens)
  const stream = eventStream()
  const page = (...rows: object[]) => ({ data: { rows, records: rows.length, total: 1 } })
  const stage = await openStage({ '/': Bell }, '/', [
    [
      messageCalls.find,
      () =>
        page(row(2, { kind: 'lowBalance', title: '余额不足' }), row(1, { kind: 'taskFailed', title: '余额查询失败' })),
    ],
    [noticeCalls.find, () => page(row(9, { kind: 'important', title: '今晚维护' }))],
    [messageCalls.readAll, () => ({ data: { count: 2 } })],
    [noticeCalls.readAll, () => ({ data: { count: 1 } })],
    stream.answer,
  ])
  await act(() => loadSession())
  return {
    tellUnread: stream.tellUnread,
    payloads: (path: string) => stage.sent.filter((call) => call.path === path),
  }
}

it('the bell follows the stream, counts up to 99 and shows the newest of both lists', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { tellUnread, payloads } = await open()
  await act(() => vi.advanceTimersByTimeAsync(3_000))
  await tellUnread(2, 1)
  expect(screen.getByRole('button', { name: '消息和通知，3 条未读' }).textContent).toBe('3')
  await tellUnread(100, 0)
  expect(screen.getByRole('button', { name: '消息和通知，未读超过 99 条' }).textContent).toBe('99+')
  await tellUnread(1, 1)
  fireEvent.click(screen.getByRole('button', { name: '消息和通知，2 条未读' }))
  const panel = within(await screen.findByRole('group', { name: '消息和通知' }))
  const links = await panel.findAllByRole('link', { name: /余额|维护/ })
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    `/notice/noticeDetail?guid=${guidOf(9)}`,
    `/message/messageDetail?guid=${guidOf(2)}`,
    `/message/messageDetail?guid=${guidOf(1)}`,
  ])
  fireEvent.click(panel.getByRole('button', { name: '全部标为已读' }))
  await waitFor(() => expect(payloads(messageCalls.readAll.path)).toHaveLength(1))
  expect(payloads(noticeCalls.readAll.path)).toHaveLength(1)
})
