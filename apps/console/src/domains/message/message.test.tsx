import { ERRORS, anySession, identityCalls, messageCalls, privilege } from '@sealwright/contract'
import type { Access, MessageRow } from '@sealwright/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { rowOffers } from '../../blocks/list/row-offers.fixture.ts'
import { goToHref } from '../../lib/place/go.ts'
import { registerScreens } from '../../lib/place/screen.ts'
import { loadSession } from '../../lib/session/session.tsx'
import { openStage, session } from '../../lib/stage.fixture.tsx'
import { useToasts } from '../../lib/toast.ts'
import { showLanguage } from '../../lib/words/i18n.tsx'
import { screenOf } from './inbox-detail.screen.tsx'
import { loadedOf } from './inbox-list.screen.tsx'
import { INBOX_PATHS } from './inbox-paths.ts'
import { Screen as Preferences } from './preferences.screen.tsx'

const guidOf = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
const message = (n: number, given: Partial<MessageRow> = {}): MessageRow => ({
  guid: guidOf(n),
  kind: 'lowBalance',
  title: `余额不足 ${n}`,
  text: '余额剩 ¥9。\n请充值。',
  link: '/billing',
  isRead: false,
  createTime: `2026-01-0${n}T00:00:00.000Z`,
  ...given,
})

let rows: MessageRow[] = []
beforeEach(() => {
  rows = [message(2), message(1, { isRead: true })]
})

async function open(href: string, given: Partial<typeof session> = {}) {
  const screens = Object.fromEntries([
    ...(['message', 'notice'] as const).flatMap((noun) => [
      ...(['all', 'unread', 'read'] as const).map((state) => [INBOX_PATHS[noun][state], loadedOf(noun, state).Screen]),
      [INBOX_PATHS[noun].detail, screenOf(noun)],
    ]),
    ['/messageSetting', Preferences],
  ]) as Record<string, () => React.JSX.Element> // from entries
  const page = (found: object[]) => ({ data: { rows: found, records: found.length, total: 1 } })
  const stage = await openStage(screens, href, [
    [identityCalls.current, () => ({ data: { ...session, ...given } })],
    [messageCalls.find, ({ state }) => page(rows.filter(({ isRead }) => state !== (isRead ? 'unread' : 'read')))],
    [
      messageCalls.get,
      ({ guid }) => {
        const row = rows.find((one) => one.guid === guid)
        return row
          ? { data: { row, newer: null, older: guidOf(1) } }
          : { code: ERRORS['message.notFound'].code, desc: '消息不存在', data: null }
      },
    ],
    [messageCalls.read, () => ({ data: { count: 1 } })],
    [messageCalls.readAll, () => ({ data: { count: 2 } })],
    [messageCalls.delete, () => ({ data: { count: 1 } })],
    [
      messageCalls.preferences,
      () => ({
        data: {
          ways: [{ kind: 'lowBalance', way: 'both' }],
          quietHours: null,
          dailyHour: null,
          timeZone: 'Asia/Shanghai',
        },
      }),
    ],
  ])
  await act(() => loadSession())
  return {
    ...stage,
    payloads: (path: string) => stage.sent.filter((call) => call.path === path).map(({ payload }) => payload),
  }
}
const toasts = () => useToasts.getState().toasts.map(({ text }) => text)

it('lists messages with their first line; unread ones are marked, and tabs are addresses', async () => {
  const { payloads } = await open('/message/allMessage')
  const row = (await screen.findByText('余额不足 2')).closest('tr')
  expect(within(row as HTMLElement).getByRole('img', { name: '未读' })).toBeTruthy()
  expect(within(row as HTMLElement).getByText('余额剩 ¥9。')).toBeTruthy()
  expect(screen.getAllByRole('img', { name: '未读' })).toHaveLength(1)
  expect(screen.getByRole('link', { name: '全部' }).getAttribute('aria-current')).toBe('page')
  fireEvent.click(screen.getByRole('link', { name: '已读' }))
  await screen.findByRole('heading', { name: '已读消息' })
  await waitFor(() => expect(screen.queryByText('余额不足 2')).toBeNull())
  expect(payloads(messageCalls.find.path).at(-1)).toMatchObject({ state: 'read' })
})

it('marks one, some or all of the chosen types as read', async () => {
  const { payloads } = await open('/message/unreadMessage?kind=lowBalance')
  await screen.findByText('余额不足 2')
  rowOffers('余额不足 2')
  fireEvent.click(screen.getByRole('menuitem', { name: '标为已读' }))
  await waitFor(() => expect(payloads(messageCalls.read.path)).toEqual([{ guids: JSON.stringify([guidOf(2)]) }]))
  fireEvent.click(screen.getByRole('button', { name: '筛选的类型全部标为已读' }))
  await waitFor(() => expect(payloads(messageCalls.readAll.path)).toEqual([{ kind: '["lowBalance"]' }]))
  expect(toasts()).toContain('已将 2 条标为已读')
})

it('deletes after asking', async () => {
  const { payloads } = await open('/message/allMessage')
  await screen.findByText('余额不足 2')
  rowOffers('余额不足 2')
  fireEvent.click(screen.getByRole('menuitem', { name: '删除' }))
  const dialog = within(await screen.findByRole('alertdialog', { hidden: true }))
  fireEvent.click(dialog.getByRole('button', { name: '删除', hidden: true }))
  await waitFor(() => expect(payloads(messageCalls.delete.path)).toEqual([{ guids: JSON.stringify([guidOf(2)]) }]))
})

it('asks in English about one message, not messages', async () => {
  await open(`/message/messageDetail?guid=${guidOf(2)}`)
  await act(() => showLanguage('en'))
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Delete 1 message?')).toBeTruthy()
})

it.each([
  ['zh', '/message/unreadMessage', '没有未读消息'],
  ['en', '/message/unreadMessage', 'No unread messages'],
  ['en', '/message/readedMessage', 'No read messages'],
] as const)('says what an empty list means: %s %s', async (locale, href, words) => {
  rows = []
  await open(href)
  await act(() => showLanguage(locale))
  expect(await screen.findByText(words)).toBeTruthy()
})

it('opening a message marks it as read and offers its thing and its neighbors', async () => {
  const { payloads } = await open(`/message/messageDetail?guid=${guidOf(2)}`)
  await screen.findByRole('heading', { name: '余额不足 2' })
  expect(screen.getByText(/请充值/)).toBeTruthy()
  expect(screen.getByRole('link', { name: '下一条' }).getAttribute('href')).toContain(guidOf(1))
  await waitFor(() => expect(payloads(messageCalls.read.path)).toEqual([{ guids: JSON.stringify([guidOf(2)]) }]))
})

const row = (path: string, access: Access) => ({
  path,
  access,
  domain: 'message',
  title: 'message.titles.preferences' as const,
  load: () => Promise.reject(new Error('not opened')),
})

it.each([
  ['/feedback#a', true],
  ['/taskCenter?guid=a', true],
  ['/billing', false],
  ['/nowhere', false],
])('the page %s is offered if the reader may open it: %s', async (link, isOffered) => {
  registerScreens([
    row('/feedback', anySession),
    row('/taskCenter', anySession),
    row('/billing', privilege('billing.view')),
  ])
  rows = [message(2, { link })]
  await open('/message/allMessage')
  await screen.findByText('余额不足 2')
  expect(rowOffers('余额不足 2').includes('前往处理')).toBe(isOffered)
  act(() => goToHref(`/message/messageDetail?guid=${guidOf(2)}`))
  await screen.findByRole('heading', { name: '余额不足 2' })
  expect(screen.queryByRole('link', { name: '前往处理' }) !== null).toBe(isOffered)
})

it('looking as another administrator marks nothing and offers no changes', async () => {
  const viewAs = { name: 'Lin', viewer: 'Zhao' }
  const { payloads } = await open(`/message/messageDetail?guid=${guidOf(2)}`, { viewAs })
  await screen.findByRole('heading', { name: '余额不足 2' })
  expect(screen.queryByRole('button', { name: '删除' })).toBeNull()
  expect(payloads(messageCalls.read.path)).toEqual([])
})

it('a message that is gone says so, with the way back', async () => {
  await open(`/message/messageDetail?guid=${guidOf(7)}`)
  expect(await screen.findByText('消息不存在')).toBeTruthy()
  expect(screen.getByRole('link', { name: '返回消息' })).toBeTruthy()
})

it('saves a way and the hours of mails at once, and says what was set', async () => {
  const { payloads } = await open('/messageSetting')
  fireEvent.change(await screen.findByRole('combobox', { name: '“余额不足”的接收方式' }), { target: { value: 'none' } })
  const sent = () => payloads(messageCalls.updatePreferences.path)
  await waitFor(() => expect(sent()).toEqual([{ ways: '[{"kind":"lowBalance","way":"none"}]' }]))
  fireEvent.click(screen.getByRole('switch', { name: '免打扰' }))
  await waitFor(() => expect(sent().at(-1)).toEqual({ quietHours: '{"from":"22:00","until":"08:00"}' }))
  const told = ['“余额不足”已改为“不接收”', '“免打扰”已打开']
  await waitFor(() => expect(toasts()).toEqual(told))
})
