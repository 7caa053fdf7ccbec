import { ERRORS, LIMITS, SANDBOX_PAGE, sandboxCalls } from '@sealwright/contract'
import type { SandboxState } from '@sealwright/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { openStage } from '../../../lib/stage.fixture.tsx'
import { SandboxPage } from './sandbox.page.tsx'

const MARK = '#serial=TU2601010001&token=the-token'
const payment = {
  amountFen: 100_000,
  subject: '余额充值',
  state: 'pending' as SandboxState,
  returnUrl: 'https://center.example/billing/topUp?guid=x',
  isRefunded: false,
}
type Handlers = Parameters<typeof openStage>[2]

async function open(handlers: Handlers, mark = MARK) {
  history.replaceState(null, '', SANDBOX_PAGE + mark)
  const stage = await openStage({ [SANDBOX_PAGE]: SandboxPage }, SANDBOX_PAGE + mark, handlers)
  await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull())
  // Time passes between two clicks.
  vi.useFakeTimers({ toFake: ['performance'] })
  return stage
}
const press = (name: string) =>
  act(async () => {
    vi.advanceTimersByTime(LIMITS.console.clickThrottleMs)
    fireEvent.click(screen.getByRole('button', { name }))
  })
const told = () =>
  within(screen.getByRole('log'))
    .getAllByRole('listitem')
    .map((item) => [...item.querySelectorAll('p')].map(({ textContent }) => textContent))

it('says that it is a simulation, shows the payment and its state, and links back', async () => {
  const stage = await open([[sandboxCalls.get, () => ({ data: payment })]])
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('模拟支付平台')
  expect(screen.getByText('这里模拟第三方支付机构，不会动用真实资金。')).toBeTruthy()
  for (const words of ['¥1,000.00', '余额充值', 'TU2601010001', '等待付款'])
    expect(screen.getByText(words)).toBeTruthy()
  expect(screen.getByRole('link', { name: '返回商户' }).getAttribute('href')).toBe(payment.returnUrl)
  expect(stage.sent).toContainEqual({
    path: sandboxCalls.get.path,
    payload: { serial: 'TU2601010001', token: 'the-token' },
  })
})

it.each([
  ['支付成功', 'pay', 'paid', '已付款，商户会收到通知。', '已付款'],
  ['支付失败', 'fail', 'failed', '付款失败，商户会收到通知。', '付款失败'],
  ['取消支付', 'cancel', 'closed', '交易已关闭，商户会收到通知。', '交易已关闭'],
  ['稍后通知（10 秒）', 'payLater', 'paid', '已付款，10 秒后通知商户。', '已付款'],
] as const)('%s takes effect and is logged', async (name, action, state, sentence, tag) => {
  let now = payment
  const stage = await open([
    [sandboxCalls.get, () => ({ data: now })],
    [
      sandboxCalls.act,
      () => {
        now = { ...payment, state }
        return { data: { state, answers: [] } }
      },
    ],
  ])
  await press(name)
  expect(stage.sent).toContainEqual({
    path: sandboxCalls.act.path,
    payload: { serial: 'TU2601010001', token: 'the-token', action },
  })
  expect(told()).toEqual([[sentence]])
  expect(await screen.findByText(tag, { selector: '.status-tag' })).toBeTruthy()
})

it.each([
  ['pending', ['重复通知']],
  ['paid', ['支付成功', '支付失败', '取消支付', '稍后通知（10 秒）']],
  ['failed', ['支付失败']],
  ['closed', ['支付失败', '取消支付']],
] as const)('actions without effect on a %s payment are disabled', async (state, names) => {
  await open([[sandboxCalls.get, () => ({ data: { ...payment, state } })]])
  expect(
    screen
      .getAllByRole<HTMLButtonElement>('button')
      .filter(({ disabled }) => disabled)
      .map(({ textContent }) => textContent),
  ).toEqual(names)
})

it('an action that the state no longer allows is logged as without effect', async () => {
  await open([
    [sandboxCalls.get, () => ({ data: payment })],
    // The state did not change.
    [sandboxCalls.act, () => ({ data: { state: 'pending', answers: [] } })],
  ])
  await press('支付失败')
  expect(told()).toEqual([['当前状态不允许，什么都没有改变。']])
})

it("repeated and forged notices show the merchant's answers, newest first", async () => {
  await open([
    [sandboxCalls.get, () => ({ data: { ...payment, state: 'paid', isRefunded: true } })],
    [
      sandboxCalls.act,
      ({ action }) => ({
        data: {
          state: 'paid',
          answers:
            action === 'repeat'
              ? [
                  { status: 200, body: 'taken' },
                  { status: 200, body: 'taken' },
                ]
              : [{ status: 400, body: 'refused' }],
        },
      }),
    ],
  ])
  expect(screen.getByText('已退款')).toBeTruthy()
  await press('重复通知')
  await press('伪造通知')
  expect(told()).toEqual([
    ['发送了一条签名错误、声称已付款的通知。', '商户回应：400 refused'],
    ['同一条通知又发送了 2 次。', '商户回应：200 taken', '商户回应：200 taken'],
  ])
})

it('an address without a payment shows an error: platform.invalidUrl', async () => {
  await open([[sandboxCalls.get, () => ({ code: ERRORS['platform.invalidUrl'].code, desc: '地址不存在', data: null })]])
  expect(screen.getByRole('alert').textContent).toContain('没有找到这笔支付')
  expect(screen.queryByRole('button')).toBeNull()
})
