import { ERRORS, customerCalls, identityCalls, orderCalls, pcLicenseCalls, shownCode } from '@sealwright/contract'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openStage } from '../../../lib/stage.fixture.tsx'
import { licenseOf } from '../../license/detail/license-detail.fixture.ts'
import { ORDER_GUID, billRow, holding, orderRow } from '../billing-answer.fixture.ts'
import { Screen as OrderView } from './order-detail.screen.tsx'
import { Screen as OrderList } from './order-list.screen.tsx'

const order = {
  ...orderRow,
  lines: [
    { kind: 'term', mode: 'day', days: 30, quantity: 1, unitFen: 10, count: 100, creditFen: 0, amountFen: 30_000 },
  ],
  units: null,
  bills: [billRow],
  licenseFamily: 'sn',
}

const open = (href: string, handlers: Parameters<typeof openStage>[2] = []) =>
  openStage({ '/billing/order': OrderList, '/billing/order/view': OrderView }, href, [
    [identityCalls.current, () => holding(['billing.view'])],
    [orderCalls.find, () => ({ data: { rows: [orderRow], records: 1, total: 1 } })],
    [orderCalls.get, () => ({ data: order })],
    ...handlers,
  ])

it('an order shows its ID, subject, amount and state, and links to its page', async () => {
  await open('/billing/order')
  const link = await screen.findByRole('link', { name: orderRow.orderId })
  expect(link.getAttribute('href')).toBe(`/billing/order/view?guid=${ORDER_GUID}`)
  for (const words of ['签发许可', '标准版', '已扣费', '100', '林主'])
    expect(screen.getAllByText(words).length).toBeGreaterThan(0)
  expect(screen.getAllByText('¥300.00')).toHaveLength(2)
})

it('a refunded order says so, in the list and on its page', async () => {
  const reversed = { ...order, isReversed: true }
  await open('/billing/order', [
    [orderCalls.find, () => ({ data: { rows: [{ ...orderRow, isReversed: true }], records: 1, total: 1 } })],
  ])
  expect(await screen.findByText('已退回')).toBeTruthy()
  cleanup()
  await open(`/billing/order/view?guid=${ORDER_GUID}`, [[orderCalls.get, () => ({ data: reversed })]])
  expect(await screen.findByText('已退回')).toBeTruthy()
})

it("orders are filtered by category and by day; a day is sent as an instant in the person's time zone", async () => {
  const stage = await open('/billing/order')
  await screen.findByText(orderRow.orderId)
  fireEvent.click(screen.getByRole('button', { name: '类别: 不限' }))
  fireEvent.click(screen.getByRole('menuitemradio', { name: '购买套餐' }))
  await waitFor(() =>
    expect(stage.sent.findLast(({ path }) => path === orderCalls.find.path)?.payload).toMatchObject({
      category: 'package',
    }),
  )
  fireEvent.click(screen.getByRole('button', { name: '创建时间: 不限' }))
  const from = await screen.findByLabelText('从')
  fireEvent.input(from, { target: { value: '2026-01-01' } })
  fireEvent.keyDown(from, { key: 'Enter' })
  await waitFor(() =>
    expect(stage.sent.findLast(({ path }) => path === orderCalls.find.path)?.payload).toMatchObject({
      category: 'package',
      startTime: '2025-12-31T16:00:00.000Z',
    }),
  )
})

it('an order explains its price and shows its bills', async () => {
  await open(`/billing/order/view?guid=${ORDER_GUID}`)
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(`订单 ${orderRow.orderId}`)
  expect(screen.getByText('30 天 × 100 份 × ¥0.10')).toBeTruthy()
  const table = await screen.findByRole('table', { name: '账单' })
  expect(within(table).getByText(billRow.billingId)).toBeTruthy()
  expect(within(table).getByText('含赠送 ¥50.00')).toBeTruthy()
})

it('orders are searched by keyword and by customer', async () => {
  const customer = { guid: '00000000-0000-4000-8000-000000000800', name: '星图科技' }
  const stage = await open('/billing/order', [
    [identityCalls.current, () => holding(['billing.view', 'customer.view'])],
    [customerCalls.list, () => ({ data: [customer] })],
  ])
  const sent = () => stage.sent.findLast(({ path }) => path === orderCalls.find.path)?.payload
  const search = await screen.findByLabelText('订单编号、授权码、许可编号或账号')
  fireEvent.input(search, { target: { value: 'ABCD-EFGH' } })
  await waitFor(() => expect(sent()).toMatchObject({ keyword: 'ABCD-EFGH' }))
  await stage.go(`/billing/order?customerGuid=${customer.guid}`)
  await waitFor(() => expect(sent()).toMatchObject({ customerGuid: customer.guid }))
})

it('an order lists the licenses that it paid for, with a way to them in their list', async () => {
  const stage = await open(`/billing/order/view?guid=${ORDER_GUID}`, [
    [identityCalls.current, () => holding(['billing.view', 'snLicense.view'])],
    [pcLicenseCalls.find, () => ({ data: { rows: [licenseOf('sn')], records: 41, total: 5 } })],
  ])
  const table = await screen.findByRole('table', { name: '授权码' })
  expect(within(table).getByRole('link', { name: shownCode(licenseOf('sn').serial) })).toBeTruthy()
  expect(stage.sent.findLast(({ path }) => path === pcLicenseCalls.find.path)?.payload).toMatchObject({
    kind: 'sn',
    orderGuid: ORDER_GUID,
  })
})

it('an order for licenses that the person may not view says so; an order for a package has no such part', async () => {
  await open(`/billing/order/view?guid=${ORDER_GUID}`)
  expect(await screen.findByText('没有您可以查看的许可')).toBeTruthy()
  cleanup()
  await open(`/billing/order/view?guid=${ORDER_GUID}`, [
    [orderCalls.get, () => ({ data: { ...order, category: 'package', licenseFamily: null } })],
  ])
  await screen.findByRole('table', { name: '账单' })
  expect(screen.queryByText('此订单的许可')).toBeNull()
})

it('an order that failed before its licenses were issued has no part for them', async () => {
  await open(`/billing/order/view?guid=${ORDER_GUID}`, [
    [orderCalls.get, () => ({ data: { ...order, status: 'insufficient', licenseFamily: null } })],
  ])
  await screen.findByRole('table', { name: '账单' })
  expect(screen.queryByText('此订单的许可')).toBeNull()
})

it('an order without price lines shows what was bought and how many', async () => {
  await open(`/billing/order/view?guid=${ORDER_GUID}`, [
    [
      orderCalls.get,
      () => ({ data: { ...order, category: 'package', subject: '千份套餐', count: 2, lines: [], bills: [] } }),
    ],
  ])
  const price = await screen.findByRole('table', { name: '价格明细' })
  expect(
    within(price)
      .getAllByRole('row')
      .map((row) => [...row.children].map((cell) => cell.textContent)),
  ).toEqual([
    ['千份套餐', '× 2', '¥300.00'],
    ['合计', '¥300.00'],
  ])
})

it('an order that does not exist shows a link to the list', async () => {
  await open(`/billing/order/view?guid=${ORDER_GUID}`, [
    [orderCalls.get, () => ({ code: ERRORS['order.notFound'].code, desc: '订单不存在', data: null })],
  ])
  expect((await screen.findByRole('link', { name: '返回订单列表' })).getAttribute('href')).toBe(
    '/billing/order?showSearch=1',
  )
})
