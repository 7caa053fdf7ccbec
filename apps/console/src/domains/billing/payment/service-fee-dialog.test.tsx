import { ERRORS, billingCalls, identityCalls, serviceFeeCalls } from '@sealwright/contract'
import type { AnswerOf } from '@sealwright/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { closeAllDialogs } from '../../../lib/dialog/dialog.tsx'
import { useSession } from '../../../lib/session/session.tsx'
import { openStage, session } from '../../../lib/stage.fixture.tsx'
import type { Stage } from '../../../lib/stage.fixture.tsx'
import { useToasts } from '../../../lib/toast.ts'
import { balanceOf } from '../balance.fixture.ts'
import { ServiceFeeFromAddress, showServiceFee } from './service-fee-dialog.tsx'

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-06-01T04:00:00.000Z'), toFake: ['Date', 'performance'] }))
const unpaid: AnswerOf<typeof serviceFeeCalls.get> = {
  amountFen: 120_000,
  periodMonths: 12,
  paidUntil: '2026-05-30T00:00:00.000Z',
  isUnpaid: true,
  autoRenew: true,
  superAdministrator: '林主',
}

function Screen() {
  useSession()
  return (
    <button type="button" onClick={() => void showServiceFee()}>
      open
    </button>
  )
}

interface Opening {
  fee?: Partial<AnswerOf<typeof serviceFeeCalls.get>>
  isMainAccount?: boolean
  balanceFen?: number
  handlers?: Parameters<typeof openStage>[2]
}

async function open({ fee = {}, isMainAccount = true, balanceFen = 200_000, handlers = [] }: Opening = {}) {
  const stage = await openStage({ '/': Screen, '/billing/topUp': () => <p>top up</p> }, '/', [
    [identityCalls.current, () => ({ data: { ...session, isMainAccount } })],
    [serviceFeeCalls.get, () => ({ data: { ...unpaid, ...fee } })],
    [billingCalls.balance, () => ({ data: balanceOf(balanceFen) })],
    ...handlers,
  ])
  fireEvent.click(await screen.findByText('open'))
  return stage
}

// jsdom does not show dialogs: their content counts as hidden, and the title does not name the dialog.
async function dialog(title = '平台服务费未支付') {
  const found = (await screen.findByText(title, { selector: 'dialog h2' })).closest('dialog')
  if (!found) throw new Error('the title is not in a dialog')
  return within(found)
}
const sentTo = (stage: Stage, { path: wanted }: { path: string }) =>
  stage.sent.filter(({ path }) => path === wanted).map(({ payload }) => payload)
const toasts = () => useToasts.getState().toasts.map(({ text }) => text)

it('shows the amount, the period, the balance, and what is blocked until it is paid', async () => {
  await open()
  const asked = await dialog()
  for (const words of [
    '¥1,200.00（12 个月）',
    '2026-06-01 至 2027-06-01',
    '支付前不能签发、更新、发布许可，编辑活动，以及新建和修改模板。',
  ])
    expect(asked.getByText(words)).toBeTruthy()
  expect(await asked.findByText('¥2,000.00')).toBeTruthy()
  expect(asked.getByText('¥800.00')).toBeTruthy()
})

it('pays the shown amount from the shown end, shows the new end and reloads the session', async () => {
  const stage = await open({
    handlers: [[serviceFeeCalls.pay, () => ({ data: { paidUntil: '2027-06-01T04:00:00.000Z' } })]],
  })
  const sessions = sentTo(stage, identityCalls.current).length
  fireEvent.click((await dialog()).getByText('支付 ¥1,200.00'))
  await waitFor(() => expect(toasts()).toEqual(['平台服务费已支付，有效期至 2027-06-01']))
  expect(sentTo(stage, serviceFeeCalls.pay)).toEqual([{ amountFen: '120000', paidUntil: '2026-05-30T00:00:00.000Z' }])
  expect(screen.queryByRole('dialog', { hidden: true })).toBeNull()
  await waitFor(() => expect(sentTo(stage, identityCalls.current).length).toBe(sessions + 1))
})

it('before the end, the payment covers the next period, and nothing is blocked', async () => {
  await open({ fee: { isUnpaid: false, paidUntil: '2026-06-20T04:00:00.000Z' } })
  const asked = await dialog('续付平台服务费')
  expect(asked.getByText('2026-06-20 至 2027-06-20')).toBeTruthy()
  expect(asked.queryByText(/^支付前/)).toBeNull()
})

it('a low balance links to a top-up of the missing amount in a new tab, and is loaded again later', async () => {
  let balanceFen = 100_000
  const stage = await open({ handlers: [[billingCalls.balance, () => ({ data: balanceOf(balanceFen) })]] })
  const asked = await dialog()
  expect(await asked.findByText('余额不足，还差 ¥200.00。')).toBeTruthy()
  const link = asked.getByText('去充值').closest('a')
  expect([link?.getAttribute('href'), link?.target]).toEqual(['/billing/topUp?amount=200', '_blank'])
  // After the top-up in the other tab, the dialog is still open.
  balanceFen = 120_000
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  expect(await asked.findByText('支付 ¥1,200.00')).toBeTruthy()
  expect(stage.address()).toBe('/')
})

it('a fee that was paid elsewhere in the meantime is shown as paid and not charged again', async () => {
  let fee = unpaid
  await open({ handlers: [[serviceFeeCalls.get, () => ({ data: fee })]] })
  await dialog()
  fee = { ...unpaid, isUnpaid: false, paidUntil: '2027-06-01T04:00:00.000Z' }
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  expect((await dialog('平台服务费')).getByText('平台服务费已支付，有效期至 2027-06-01')).toBeTruthy()
  expect(screen.queryByText(/^支付 ¥/)).toBeNull()
})

it('other administrators see whom to ask, and cannot pay', async () => {
  const stage = await open({ isMainAccount: false })
  const told = await dialog()
  expect(told.getByText('请联系超级管理员“林主”支付。')).toBeTruthy()
  expect(told.queryByText(/^支付 ¥/)).toBeNull()
  expect(sentTo(stage, billingCalls.balance)).toEqual([])
  fireEvent.click(told.getByText('确定'))
  await waitFor(() => expect(screen.queryByRole('alertdialog', { hidden: true })).toBeNull())
})

it('without a fee there is nothing to pay', async () => {
  await open({ fee: { amountFen: 0, paidUntil: null, isUnpaid: false } })
  expect(await screen.findByText('现在不需要支付平台服务费。')).toBeTruthy()
})

it.each(['serviceFee.none', 'serviceFee.tooFarAhead', 'serviceFee.changed', 'billing.insufficientBalance'] as const)(
  '%s is shown in the dialog, which loads the fee again',
  async (error) => {
    let amountFen = 120_000
    await open({
      handlers: [
        [serviceFeeCalls.get, () => ({ data: { ...unpaid, amountFen } })],
        [
          serviceFeeCalls.pay,
          () => {
            amountFen = 150_000
            return { code: ERRORS[error].code, desc: `refused: ${error}`, data: null }
          },
        ],
      ],
    })
    fireEvent.click((await dialog()).getByText('支付 ¥1,200.00'))
    expect(await screen.findByText(`refused: ${error}`)).toBeTruthy()
    expect(await screen.findByText('支付 ¥1,500.00')).toBeTruthy()
    expect(toasts()).toEqual([])
  },
)

it('opening it twice shows one dialog, and it can be opened again after closing', async () => {
  await open()
  fireEvent.click(screen.getByText('open'))
  await dialog()
  expect(screen.getAllByRole('dialog', { hidden: true })).toHaveLength(1)
  act(closeAllDialogs)
  await waitFor(() => expect(screen.queryByRole('dialog', { hidden: true })).toBeNull())
  fireEvent.click(screen.getByText('open'))
  await dialog()
})

it('an address with pay=serviceFee opens it once and keeps its other parameters', async () => {
  const stage = await openStage({ '/billing': ServiceFeeFromAddress }, '/billing?pay=serviceFee&tab=entries', [
    [identityCalls.current, () => ({ data: { ...session, isMainAccount: false } })],
    [serviceFeeCalls.get, () => ({ data: unpaid })],
  ])
  expect((await dialog()).getByText('请联系超级管理员“林主”支付。')).toBeTruthy()
  await waitFor(() => expect(stage.address()).toBe('/billing?tab=entries'))
  expect(screen.getAllByRole('alertdialog', { hidden: true })).toHaveLength(1)
})
