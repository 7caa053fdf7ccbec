import { ERRORS, billingCalls, identityCalls, serviceFeeCalls } from '@sealwright/contract'
import type { AnswerOf } from '@sealwright/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { openStage } from '../../../lib/stage.fixture.tsx'
import { useToasts } from '../../../lib/toast.ts'
import { balanceOf } from '../balance.fixture.ts'
import { ORDER_GUID, billRow, dueBill, entryRow, holding } from '../billing-answer.fixture.ts'
import { Screen } from './overview.screen.tsx'

// Statement months and the days until the fee ends count from this time. In the developer's time zone it is already
// March.
beforeEach(() => vi.useFakeTimers({ now: new Date('2026-02-28T18:00:00.000Z'), toFake: ['Date'] }))
type Balance = AnswerOf<typeof billingCalls.balance>
const ALL = ['billing.view', 'billing.create', 'billing.update']
const FEE: Balance['serviceFee'] = {
  amountFen: 120_000,
  periodMonths: 12,
  paidUntil: '2026-12-31T16:00:00.000Z',
  isUnpaid: false,
  isFree: false,
  autoRenew: false,
}

interface Given {
  balance?: Partial<Balance>
  privileges?: readonly string[]
  isMain?: boolean
  address?: string
  handlers?: Parameters<typeof openStage>[2]
}

async function open({
  balance = {},
  privileges = ALL,
  isMain = true,
  address = '/billing',
  handlers = [],
}: Given = {}) {
  const stage = await openStage({ '/billing': Screen }, address, [
    [identityCalls.current, () => holding(privileges, isMain)],
    [billingCalls.balance, () => ({ data: balanceOf(100_000, balance) })],
    [
      billingCalls.spending,
      () => ({
        data: {
          buckets: [
            { at: '2026-02-27', balanceFen: 140_000, amounts: [] },
            {
              at: '2026-02-28',
              balanceFen: 100_000,
              amounts: [
                { category: 'issue', amountFen: 30_000 },
                { category: 'package', amountFen: 10_000 },
              ],
            },
          ],
        },
      }),
    ],
    [billingCalls.find, () => ({ data: { rows: [dueBill, billRow], records: 2, total: 1 } })],
    [
      billingCalls.findEntries,
      () => ({
        data: {
          rows: [
            entryRow,
            { ...entryRow, id: '6', movement: 'topUp', amountFen: 100_000, balanceFen: 100_000 },
            { ...entryRow, id: '5', movement: 'topUp', purse: 'gift', amountFen: 6_000, balanceFen: 6_000 },
          ],
          records: 3,
          total: 1,
        },
      }),
    ],
    [billingCalls.export, () => new Response('x', { headers: { 'content-type': 'text/csv' } })],
    [billingCalls.statement, () => new Response('x', { headers: { 'content-type': 'application/pdf' } })],
    [serviceFeeCalls.get, () => ({ data: { ...FEE, isUnpaid: true, superAdministrator: '林主' } })],
    ...handlers,
  ])
  await screen.findByRole('tablist')
  return {
    ...stage,
    last: ({ path: wanted }: { path: string }) => stage.sent.findLast(({ path }) => path === wanted)?.payload,
  }
}

const section = (name: string) => within(screen.getByRole('region', { name }))
const toasts = () => useToasts.getState().toasts.map(({ text }) => text)

describe('the balance', () => {
  it('is shown with gift balance, holds, gift licenses and vouchers', async () => {
    await open({ balance: { giftFen: 2_050, heldFen: 300, giftLicenses: 98, vouchers: 3 } })
    const card = section('余额')
    for (const words of ['¥1,000.00', '¥20.50', '¥3.00', '98', '3']) expect(card.getByText(words)).toBeTruthy()
    expect(card.getByRole('link', { name: '充值' }).getAttribute('href')).toBe('/billing/topUp')
  })

  it('is shown without actions to a person who may only view it', async () => {
    await open({ privileges: ['billing.view'], isMain: false, balance: { serviceFee: FEE } })
    expect(screen.queryByRole('link', { name: '充值' })).toBeNull()
    expect(screen.queryByRole('button', { name: /余额预警/ })).toBeNull()
    expect(screen.queryByRole('switch')).toBeNull()
    expect(section('平台服务费').getByText('由超级管理员支付。')).toBeTruthy()
  })

  it('offers no alert to a trial developer, who pays for nothing and cannot top up', async () => {
    const { data } = holding(ALL, true)
    const { developer } = data
    const trial = { ...developer, devInfo: { ...developer.devInfo, status: 'trial' as const } }
    await open({ handlers: [[identityCalls.current, () => ({ data: { ...data, developer: trial } })]] })
    expect(section('余额').queryByText('余额预警')).toBeNull()
    expect(section('余额').queryByRole('button')).toBeNull()
  })

  it('below the threshold shows a notice first, with the threshold', async () => {
    await open({ balance: { isLow: true, lowBalanceFen: 200_000 } })
    const notice = screen.getByRole('note', { name: '余额低于 ¥2,000.00' })
    expect(within(notice).getByRole('link', { name: '充值' }).getAttribute('href')).toBe('/billing/topUp')
  })

  it('below the threshold tells a person who may not top up whom to ask', async () => {
    await open({ privileges: ['billing.view'], isMain: false, balance: { isLow: true, lowBalanceFen: 200_000 } })
    const notice = screen.getByRole('note', { name: '余额低于 ¥2,000.00' })
    expect(notice.textContent).toContain('请联系有充值权限的管理员。')
    expect(within(notice).queryByRole('link')).toBeNull()
  })

  it('shows an error with a retry if it cannot be loaded', async () => {
    let isBroken = true
    const opened = openStage({ '/billing': Screen }, '/billing', [
      [identityCalls.current, () => holding(ALL)],
      [
        billingCalls.balance,
        () =>
          isBroken
            ? Response.json({ code: 500, desc: '服务器出错', data: null }, { status: 500 })
            : { data: balanceOf(100) },
      ],
    ])
    await opened
    const retry = await screen.findByRole('button', { name: '重试' })
    isBroken = false
    fireEvent.click(retry)
    expect(await screen.findByText('¥1.00')).toBeTruthy()
  })
})

describe('an overdue account', () => {
  const standing = {
    isOverdue: true,
    since: '2026-02-20T16:00:00.000Z',
    owedFen: 155_000,
    graceUntil: '2026-03-07T16:00:00.000Z',
  }

  it('shows what is blocked, how long devices keep running, and both ways to pay', async () => {
    await open({ balance: { standing, dueFen: 35_000, serviceFee: { ...FEE, isUnpaid: true } } })
    const notice = screen.getByRole('note', { name: '已欠费 ¥1,550.00' })
    expect(notice.textContent).toContain(
      '自 2026-02-21 00:00 起欠费。 支付前不能签发、更新、发布许可，编辑活动，以及新建和修改模板。',
    )
    expect(notice.textContent).toContain('已绑定的设备可继续使用至 2026-03-08 00:00')
    const bills = within(notice).getByRole('link', { name: '查看待付账单' })
    expect(bills.getAttribute('href')).toBe('/billing?tab=bills&category=platform&status=pending#bills')
    fireEvent.click(bills)
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: '账单' }))
    // The anchor of the link.
    expect(document.querySelector('#bills')?.contains(document.activeElement)).toBe(true)
    fireEvent.click(within(notice).getByRole('button', { name: '支付平台服务费' }))
    expect(await screen.findByRole('dialog', { hidden: true })).toBeTruthy()
  })

  it('can still change templates if only a bill is unpaid', async () => {
    await open({ balance: { standing, dueFen: 35_000 } })
    expect(screen.getByRole('note', { name: '已欠费 ¥1,550.00' }).textContent).toContain(
      '结清前不能签发、更新、发布许可和编辑活动。',
    )
  })

  it('lets only the main account pay the service fee', async () => {
    await open({ isMain: false, balance: { standing, serviceFee: { ...FEE, isUnpaid: true } } })
    expect(screen.getByRole('note', { name: '已欠费 ¥1,550.00' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: '支付平台服务费' })).toBeNull()
    // No bill is due.
    expect(screen.queryByRole('link', { name: '查看待付账单' })).toBeNull()
  })
})

describe('the service fee', () => {
  it('shows its price and end, and the main account can renew it early or automatically', async () => {
    const stage = await open({ balance: { serviceFee: { ...FEE, paidUntil: '2026-03-08T16:00:00.000Z' } } })
    const card = section('平台服务费')
    for (const words of ['¥1,200.00 / 年', '已付至 2026-03-09', '8 天后到期'])
      expect(card.getByText(words)).toBeTruthy()
    expect(card.getByRole('button', { name: '提前续费' })).toBeTruthy()
    fireEvent.click(card.getByRole('switch', { name: '到期自动续费' }))
    await waitFor(() => expect(stage.last(serviceFeeCalls.setRenewal)).toEqual({ autoRenew: 'true' }))
    await waitFor(() => expect(toasts()).toEqual(['已开启到期自动续费']))
  })

  it('counts the days until its end by the calendar of the developer, as the dashboard does', async () => {
    // 30 days less an hour.
    await open({ balance: { serviceFee: { ...FEE, paidUntil: '2026-03-30T17:00:00.000Z' } } })
    const card = section('平台服务费')
    for (const words of ['已付至 2026-03-31', '30 天后到期']) expect(card.getByText(words)).toBeTruthy()
  })

  it('that ended unpaid shows that it has ended, not a paid-until date', async () => {
    await open({ balance: { serviceFee: { ...FEE, paidUntil: '2026-02-01T16:00:00.000Z', isUnpaid: true } } })
    const card = section('平台服务费')
    expect(card.getByText('已于 2026-02-02 到期，尚未支付')).toBeTruthy()
    expect(card.queryByText(/已付至/)).toBeNull()
  })

  it('of a new formal developer is free at first: the card says until when, and what comes then', async () => {
    await open({ balance: { serviceFee: { ...FEE, isFree: true } } })
    const card = section('平台服务费')
    for (const words of ['¥1,200.00 / 年', '免费使用至 2027-01-01，之后开始收取'])
      expect(card.getByText(words)).toBeTruthy()
    expect(card.queryByText(/已付至/)).toBeNull()
    expect(card.getByRole('button', { name: '提前支付' })).toBeTruthy()
  })

  it('that this developer does not owe yet can be neither paid nor renewed', async () => {
    await open({ balance: { serviceFee: { ...FEE, paidUntil: null } } })
    const card = section('平台服务费')
    for (const words of ['¥1,200.00 / 年', '试用期间不收取，转正后开始。']) expect(card.getByText(words)).toBeTruthy()
    expect(card.queryByRole('button')).toBeNull()
    expect(card.queryByRole('switch')).toBeNull()
  })

  it('of zero has no card: the rates say that there is none', async () => {
    await open()
    expect(screen.queryByRole('region', { name: '平台服务费' })).toBeNull()
    expect(section('计费标准（每份许可）').getByText('不收取')).toBeTruthy()
    expect(screen.queryByRole('switch')).toBeNull()
  })
})

describe('the low-balance threshold', () => {
  async function typed(yuan: string) {
    const stage = await open()
    fireEvent.click(screen.getByRole('button', { name: '设置: 余额预警' }))
    fireEvent.change(screen.getByRole('textbox', { name: /低于多少元时提醒/ }), { target: { value: yuan } })
    fireEvent.click(screen.getByRole('button', { name: '保存' }))
    return stage
  }

  it('is typed in yuan and sent in fen', async () => {
    const stage = await typed('1,234.5')
    await waitFor(() => expect(stage.last(billingCalls.updateSettings)).toEqual({ lowBalanceFen: '123450' }))
    await waitFor(() => expect(toasts()).toEqual(['已设置余额预警线 ¥1,234.50']))
  })

  it.each([
    ['', 'required', '余额预警线不能为空'],
    ['12.345', 'notAmount', '余额预警线须是金额，最多两位小数'],
    ['-5', 'notAmount', '余额预警线须是金额，最多两位小数'],
    ['0', 'tooSmall', '余额预警线不能小于 0.01'],
    ['100000001', 'tooBig', '余额预警线不能大于 100,000,000'],
  ])('%o is refused (%s) with a message, and nothing is sent', async (yuan, _rule, words) => {
    const stage = await typed(yuan)
    expect((await screen.findByText(words)).getAttribute('role')).toBe('alert')
    expect(stage.last(billingCalls.updateSettings)).toBeUndefined()
  })

  it('names the people who are notified: not only the super administrator', async () => {
    await open({ balance: { lowBalanceFen: 100_000 } })
    screen.getByText('余额加赠送余额低于 ¥1,000.00 时，提醒所有有“查看余额与账单”权限的人。')
  })

  it('can be turned off', async () => {
    const stage = await open({ balance: { lowBalanceFen: 100_000 } })
    fireEvent.click(screen.getByRole('button', { name: '关闭提醒' }))
    await waitFor(() => expect(stage.last(billingCalls.updateSettings)).toEqual({ lowBalanceFen: '' }))
    await waitFor(() => expect(toasts()).toEqual(['已关闭余额预警']))
  })
})

describe('spending', () => {
  it('is shown by day and category with the total, also as tables for screen readers', async () => {
    await open()
    expect(await section('消费').findByText('合计 ¥400.00')).toBeTruthy()
    const days = screen.getByRole('table', { name: '消费' })
    expect(within(days).getAllByRole('row').at(-1)?.textContent).toBe('2026-02-28¥300.00¥100.00¥400.00')
    expect(
      within(screen.getByRole('table', { name: '按类别' }))
        .getAllByRole('row')
        .map((row) => row.textContent),
    ).toContain('签发许可¥300.0075%')
  })

  it('can be shown by month, which the address keeps', async () => {
    const stage = await open()
    fireEvent.click(await screen.findByRole('radio', { name: '近 12 个月' }))
    await waitFor(() => expect(stage.last(billingCalls.spending)).toEqual({ unit: 'month' }))
    expect(stage.address()).toBe('/billing?unit=month')
  })

  it('can be replaced by the balance, which the address keeps with the period', async () => {
    const stage = await open({ address: '/billing?unit=month' })
    fireEvent.click(await screen.findByRole('radio', { name: '余额' }))
    expect(stage.address()).toBe('/billing?unit=month&chart=balance')
    const days = await screen.findByRole('table', { name: '余额走势' })
    expect(
      within(days)
        .getAllByRole('row')
        .map((row) => row.textContent)
        .slice(-2),
    ).toEqual(['2026-02-27¥1,400.00', '2026-02-28¥1,000.00'])
    fireEvent.click(screen.getByRole('tab', { name: '余额变动' }))
    await waitFor(() => expect(stage.address()).toBe('/billing?tab=entries&unit=month&chart=balance'))
  })

  it('says so if there was none', async () => {
    await open({
      handlers: [
        [billingCalls.spending, () => ({ data: { buckets: [{ at: '2026-02-28', balanceFen: 0, amounts: [] }] } })],
      ],
    })
    expect(await screen.findByText('这段时间没有消费。')).toBeTruthy()
  })
})

describe('bills', () => {
  it('show the charged amount, the part from the gift balance, and a link to the order', async () => {
    await open()
    const table = within(await screen.findByRole('table', { name: '账单' }))
    expect(table.getByRole('link', { name: billRow.billingId }).getAttribute('href')).toBe(
      `/billing/order/view?guid=${ORDER_GUID}`,
    )
    for (const words of ['含赠送 ¥50.00', '成功', '签发许可']) expect(table.getByText(words)).toBeTruthy()
    // Its due date has passed.
    expect(table.getByText('已逾期').closest('td')?.textContent).toMatch(/\d{4}-\d\d-\d\d 前支付$/)
  })

  it('that are due are paid after a confirmation that shows the remaining balance', async () => {
    const stage = await open()
    fireEvent.click(await screen.findByRole('button', { name: '支付' }))
    const dialog = within(await screen.findByRole('dialog', { hidden: true }))
    for (const words of ['短信通道费', '¥350.00', '¥1,000.00', '¥650.00'])
      expect(await dialog.findByText(words)).toBeTruthy()
    expect(stage.last(billingCalls.pay)).toBeUndefined()
    fireEvent.click(dialog.getByText('支付 ¥350.00'))
    await waitFor(() => expect(stage.last(billingCalls.pay)).toEqual({ guid: dueBill.guid }))
    await waitFor(() => expect(toasts()).toEqual([`账单 ${dueBill.billingId} 已支付`]))
  })

  it('that are due link to a top-up if the balance is too low', async () => {
    await open({ handlers: [[billingCalls.balance, () => ({ data: balanceOf(10_000) })]] })
    fireEvent.click(await screen.findByRole('button', { name: '支付' }))
    const dialog = within(await screen.findByRole('dialog', { hidden: true }))
    expect(await dialog.findByText('余额不足，还差 ¥250.00。')).toBeTruthy()
    expect(dialog.getByText('去充值').closest('a')?.getAttribute('href')).toBe('/billing/topUp?amount=300')
  })

  it.each(['billing.billNotFound', 'billing.nothingDue', 'billing.insufficientBalance'] as const)(
    '%s is shown in the dialog, which stays open',
    async (error) => {
      await open({
        handlers: [[billingCalls.pay, () => ({ code: ERRORS[error].code, desc: `refused: ${error}`, data: null })]],
      })
      fireEvent.click(await screen.findByRole('button', { name: '支付' }))
      const dialog = within(await screen.findByRole('dialog', { hidden: true }))
      fireEvent.click(dialog.getByText('支付 ¥350.00'))
      expect(await dialog.findByText(`refused: ${error}`)).toBeTruthy()
      expect(toasts()).toEqual([])
    },
  )

  it('that are due cannot be paid by a person who may only view them', async () => {
    await open({ privileges: ['billing.view'], isMain: false })
    await screen.findByRole('table', { name: '账单' })
    expect(screen.queryByRole('button', { name: '支付' })).toBeNull()
  })

  it('are exported with the current filters, which do not change the period of the chart', async () => {
    URL.createObjectURL = () => 'blob:file'
    const stage = await open({ address: '/billing?unit=month&billingId=BL2026' })
    fireEvent.click(await screen.findByRole('button', { name: '状态: 不限' }))
    fireEvent.click(screen.getByRole('option', { name: '成功' }))
    await waitFor(() => expect(stage.address()).toBe('/billing?tab=bills&unit=month&billingId=BL2026&status=success'))
    fireEvent.click(screen.getByRole('button', { name: '导出' }))
    fireEvent.click(screen.getByRole('menuitem', { name: '导出为 CSV' }))
    await waitFor(() =>
      expect(stage.last(billingCalls.export)).toMatchObject({ billingId: 'BL2026', status: 'success', format: 'csv' }),
    )
  })
})

it('movements show their sign and the resulting balance, and can be filtered by account', async () => {
  const stage = await open()
  fireEvent.click(screen.getByRole('tab', { name: '余额变动' }))
  const table = within(await screen.findByRole('table', { name: '余额变动' }))
  for (const words of ['−¥250.00', '¥750.00']) expect(table.getByText(words)).toBeTruthy()
  for (const words of ['+¥1,000.00', '充值', '充值赠送']) expect(table.getByText(words)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '变动类型: 不限' }))
  expect(screen.getAllByRole('menuitemradio').map(({ textContent }) => textContent)).toEqual([
    '不限',
    '充值',
    '平台调账',
    '扣费',
    '冻结',
    '解冻',
    '退回',
  ])
  fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' })
  fireEvent.click(screen.getByRole('button', { name: '账户: 不限' }))
  fireEvent.click(screen.getByRole('menuitemradio', { name: '赠送余额' }))
  await waitFor(() => expect(stage.last(billingCalls.findEntries)).toMatchObject({ purse: 'gift' }))
  expect(stage.address()).toBe('/billing?tab=entries&purse=gift')
})

it("each month since the first movement has a statement, by the developer's time zone, newest first", async () => {
  URL.createObjectURL = () => 'blob:file'
  const stage = await open({ balance: { since: '2025-12-31T17:00:00.000Z' }, address: '/billing?tab=statements' })
  const list = within(screen.getByRole('group', { name: '对账单' }))
  expect(list.getAllByText(/^\d{4}年/).map(({ textContent }) => textContent)).toEqual([
    '2026年3月',
    '2026年2月',
    '2026年1月',
  ])
  for (const [format, name] of [
    ['pdf', 'PDF'],
    ['xlsx', 'Excel'],
    ['csv', 'CSV'],
  ] as const) {
    fireEvent.click(list.getByRole('button', { name: `下载 2026年2月的对账单（${name}）` }))
    await waitFor(() => expect(stage.last(billingCalls.statement)).toEqual({ month: '2026-02', format }))
  }
  await waitFor(() => expect(toasts()).toContain('已下载 对账单-2026-02.pdf'))
})

it('there is no statement before the first movement', async () => {
  await open({ address: '/billing?tab=statements' })
  expect(screen.getByText('还没有对账单')).toBeTruthy()
})
