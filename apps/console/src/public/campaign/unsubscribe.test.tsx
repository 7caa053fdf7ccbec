import { ERRORS, campaignVisitCalls, captchaCalls } from '@sealwright/contract'
import { act, fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { openStage } from '../../lib/stage.fixture.tsx'
import { UnsubscribePage } from './unsubscribe.page.tsx'

type Handlers = Parameters<typeof openStage>[2]
const ADDRESS = '/p/unsubscribe#token=t1'

function open(handlers: Handlers, address = ADDRESS) {
  history.replaceState(null, '', address)
  return openStage({ '/p/unsubscribe': UnsubscribePage }, address, [
    [captchaCalls.verifyList, () => ({ data: [] })],
    ...handlers,
  ])
}
const of = (isSubscribed: boolean): Handlers[number] => [
  campaignVisitCalls.subscription,
  () => ({ data: { developerName: '远山软件', account: 'l***@example.com', isSubscribed } }),
]
const title = (name: string) => screen.findByRole('heading', { level: 1, name })
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))

it('opening the page changes nothing; one press unsubscribes, and another one takes that back', async () => {
  const stage = await open([of(true), [campaignVisitCalls.unsubscribe, () => ({ data: {} })]])
  await title('不再接收推广邮件？')
  expect(screen.getByText(/远山软件 将不再向 l\*\*\*@example\.com 发送推广邮件/)).toBeTruthy()
  const sent = () =>
    stage.sent.filter(({ path }) => path === campaignVisitCalls.unsubscribe.path).map(({ payload }) => payload)
  expect(sent()).toEqual([])
  vi.useFakeTimers({ toFake: ['performance'] })
  await press('退订')
  expect(document.activeElement).toBe(await title('已退订'))
  vi.advanceTimersByTime(1_000)
  await press('重新订阅')
  await title('已重新订阅')
  expect(sent()).toEqual([
    { token: 't1', isSubscribed: 'false' },
    { token: 't1', isSubscribed: 'true' },
  ])
})

it('a person who is unsubscribed already is told so, also by the address in the head of the mail', async () => {
  const stage = await open([of(false)], '/p/unsubscribe?token=t1')
  expect(stage.sent.at(-1)?.payload).toEqual({ token: 't1' })
  await title('已退订')
})

it.each([
  ['that the server refuses', ADDRESS],
  ['without a token', '/p/unsubscribe'],
])('a link %s is not valid', async (_, address) => {
  const { code } = ERRORS['activity.badUnsubscribe']
  await open([[campaignVisitCalls.subscription, () => ({ code, desc: '原因', data: null })]], address)
  await title('退订链接无效')
  expect(screen.queryByRole('button', { name: '退订' })).toBeNull()
})
