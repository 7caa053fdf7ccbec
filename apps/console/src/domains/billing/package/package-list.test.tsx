import { ERRORS, billingCalls, identityCalls, packageCalls } from '@sealwright/contract'
import type { PackageOffer, PackageRow } from '@sealwright/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { openStage, session } from '../../../lib/stage.fixture.tsx'
import type { Stage } from '../../../lib/stage.fixture.tsx'
import { useToasts } from '../../../lib/toast.ts'
import { balanceOf } from '../balance.fixture.ts'
import { Screen } from './package-list.screen.tsx'

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-06-01T04:00:00.000Z'), toFake: ['Date', 'performance'] }))
const offer: PackageOffer = {
  guid: '00000000-0000-4000-8000-0000000000a1',
  type: '千份套餐',
  licenses: 1_000,
  updates: 200,
  days: 365,
  priceFen: 120_000,
}
const owned = (n: number, given: Partial<PackageRow> = {}): PackageRow => ({
  guid: `00000000-0000-4000-8000-00000000000${n}`,
  serial: `PK20260101ABCDEFGHJ${n}`,
  type: '千份套餐',
  licenses: 1_000,
  remaining: 800,
  updates: 200,
  remainingUpdates: 200,
  priceFen: 120_000,
  buyTime: '2026-01-01T00:00:00.000Z',
  expireTime: '2027-01-01T15:59:59.000Z',
  status: 'available',
  ...given,
})

interface Opening {
  offers?: readonly PackageOffer[]
  rows?: readonly PackageRow[]
  balanceFen?: number
  privileges?: string[]
  handlers?: Parameters<typeof openStage>[2]
}

function open({
  offers = [offer],
  rows = [],
  balanceFen = 500_000,
  privileges = ['billing.view', 'billing.create'],
  handlers = [],
}: Opening = {}) {
  return openStage({ '/billing/package': Screen, '/billing/topUp': () => <p>top up</p> }, '/billing/package', [
    [identityCalls.current, () => ({ data: { ...session, privileges } })],
    [packageCalls.offers, () => ({ data: { offers } })],
    [packageCalls.find, () => ({ data: { rows, records: rows.length, total: 1 } })],
    [billingCalls.balance, () => ({ data: balanceOf(balanceFen) })],
    ...handlers,
  ])
}

const sentTo = (stage: Stage, { path: wanted }: { path: string }) =>
  stage.sent.filter(({ path }) => path === wanted).map(({ payload }) => payload)
const toasts = () => useToasts.getState().toasts.map(({ text }) => text)
const factsOf = (element: HTMLElement) =>
  Object.fromEntries(
    [...element.querySelectorAll('.payment-facts > div')].map((row) => [
      row.firstElementChild?.textContent,
      row.lastElementChild?.textContent,
    ]),
  )

async function ask(count?: string) {
  fireEvent.click(await screen.findByRole('button', { name: '购买套餐“千份套餐”' }))
  // jsdom does not show dialogs, so their content counts as hidden.
  const dialog = await screen.findByRole('dialog', { hidden: true })
  if (count !== undefined) fireEvent.input(within(dialog).getByLabelText('数量'), { target: { value: count } })
  return dialog
}

it('an offer shows its contents, its price and the price per license', async () => {
  await open({
    offers: [
      offer,
      {
        ...offer,
        guid: '00000000-0000-4000-8000-0000000000a2',
        type: '散装',
        licenses: 700,
        updates: 0,
        days: 30,
        priceFen: 50_000,
      },
    ],
  })
  const [first, second] = (await screen.findAllByRole('heading', { level: 3 })).map(
    (heading) => heading.closest('li')?.textContent,
  )
  expect(first).toBe('千份套餐¥1,200.00每个许可 ¥1.201,000 个许可200 次更新365 天内有效购买')
  expect(second).toBe('散装¥500.00每个许可约 ¥0.71700 个许可不含更新次数30 天内有效购买')
})

it('a person who may not buy sees offers without a button', async () => {
  await open({ privileges: ['billing.view'] })
  expect(await screen.findByRole('heading', { name: '千份套餐' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^购买/ })).toBeNull()
})

it('without offers and packages, both parts show an empty state', async () => {
  await open({ offers: [] })
  expect(await screen.findByText('平台目前没有在售的套餐，上架后会显示在这里。')).toBeTruthy()
  expect(await screen.findByText('还没有套餐')).toBeTruthy()
})

it('buying shows the total and the remaining balance, and sends the shown price', async () => {
  const stage = await open({
    handlers: [[packageCalls.buy, () => ({ data: { serials: ['A', 'B'], orderGuid: offer.guid } })]],
  })
  const dialog = await ask('2')
  await waitFor(() =>
    expect(factsOf(dialog)).toMatchObject({
      价格: '¥1,200.00',
      合计: '¥2,400.00',
      可用余额: '¥5,000.00',
      支付后余额: '¥2,600.00',
    }),
  )
  fireEvent.click(within(dialog).getByText('支付 ¥2,400.00'))
  await waitFor(() => expect(toasts()).toEqual(['已购买 2 个套餐“千份套餐”']))
  expect(sentTo(stage, packageCalls.buy)).toEqual([{ guid: offer.guid, count: '2', priceFen: '120000' }])
  expect(screen.queryByRole('dialog', { hidden: true })).toBeNull()
})

it('the available balance includes the gift balance', async () => {
  await open({ handlers: [[billingCalls.balance, () => ({ data: balanceOf(100_000, { giftFen: 30_000 }) })]] })
  const dialog = await ask()
  await waitFor(() => expect(factsOf(dialog)).toMatchObject({ 可用余额: '¥1,300.00', 支付后余额: '¥100.00' }))
})

it('a balance that is too low links to a top-up instead of a payment', async () => {
  await open({ balanceFen: 195_000 })
  const dialog = await ask('2')
  expect(await within(dialog).findByText('余额不足，还差 ¥450.00。')).toBeTruthy()
  expect(within(dialog).queryByText(/^支付/)).toBeNull()
  const link = within(dialog).getByText('去充值').closest('a')
  expect([link?.getAttribute('href'), link?.target]).toEqual(['/billing/topUp?amount=500', '_blank'])
})

it.each(['0', '101', '1.5', ''])(
  '%j packages at once are refused while typing, without a total, and nothing is sent',
  async (count) => {
    const stage = await open({ balanceFen: 100_000_000 })
    const dialog = await ask(count)
    const input = within(dialog).getByLabelText('数量')
    await waitFor(() => expect(input.getAttribute('aria-invalid')).toBe('true'))
    expect(within(dialog).getByText('支付')).toBeTruthy()
    expect(factsOf(dialog)).toMatchObject({ 合计: '–' })
    fireEvent.submit(input)
    await waitFor(() => expect(input.getAttribute('aria-invalid')).toBe('true'))
    expect(sentTo(stage, packageCalls.buy)).toEqual([])
  },
)

it('package.offerChanged: a changed price is shown, and the second press buys at that price', async () => {
  let priceFen = 120_000
  const stage = await open({
    handlers: [
      [packageCalls.offers, () => ({ data: { offers: [{ ...offer, priceFen }] } })],
      [
        packageCalls.buy,
        (payload) => {
          if (payload.priceFen === String(priceFen) && priceFen === 150_000)
            return { data: { serials: ['A'], orderGuid: offer.guid } }
          priceFen = 150_000
          return {
            code: ERRORS['package.offerChanged'].code,
            desc: '套餐价格已变为 ¥1,500.00，请确认后再购买',
            data: null,
          }
        },
      ],
    ],
  })
  const dialog = await ask()
  fireEvent.click(within(dialog).getByText('支付 ¥1,200.00'))
  expect(await within(dialog).findByText('套餐价格已变为 ¥1,500.00，请确认后再购买')).toBeTruthy()
  const again = await within(dialog).findByText('支付 ¥1,500.00')
  vi.advanceTimersByTime(600)
  fireEvent.click(again)
  await waitFor(() => expect(toasts()).toEqual(['已购买 1 个套餐“千份套餐”']))
  expect(sentTo(stage, packageCalls.buy).map((payload) => payload.priceFen)).toEqual(['120000', '150000'])
})

it.each(['package.offerNotFound', 'billing.insufficientBalance'] as const)(
  '%s is shown in the dialog, which stays open',
  async (error) => {
    await open({
      handlers: [[packageCalls.buy, () => ({ code: ERRORS[error].code, desc: `refused: ${error}`, data: null })]],
    })
    const dialog = await ask()
    fireEvent.click(within(dialog).getByText('支付 ¥1,200.00'))
    expect(await within(dialog).findByText(`refused: ${error}`)).toBeTruthy()
    expect(toasts()).toEqual([])
  },
)

it('a package shows its remaining licenses, and its remaining days once they are few', async () => {
  await open({
    rows: [
      owned(1, { expireTime: '2026-06-20T15:59:59.000Z' }),
      owned(2, { expireTime: '2026-06-08T15:59:59.000Z', remaining: 5, updates: 0, remainingUpdates: 0 }),
      owned(3, { remaining: 0, remainingUpdates: 0, status: 'usedUp' }),
      owned(4, { expireTime: '2026-05-01T15:59:59.000Z', status: 'expired' }),
      owned(5),
    ],
  })
  const rowOf = async (n: number) =>
    within(
      (await screen.findByText(`PK20260101ABCDEFGHJ${n}`)).closest<HTMLElement>('tr, li.record-card') ?? document.body,
    )
  const first = await rowOf(1)
  expect(first.getByText('还有 19 天').className).toContain('tone-warn')
  expect(first.getByText('800 / 1,000')).toBeTruthy()
  const second = await rowOf(2)
  expect(second.getByText('还有 7 天').className).toContain('tone-bad')
  expect(second.getByText('5 / 1,000')).toBeTruthy()
  expect((await rowOf(3)).getByText('已用完')).toBeTruthy()
  const fourth = await rowOf(4)
  expect(fourth.getByText('已过期').className).toContain('tone-bad')
  expect(fourth.queryByText(/^还有/)).toBeNull()
  expect((await rowOf(5)).queryByText(/^还有/)).toBeNull()
})

it('packages are filtered by state and type', async () => {
  const stage = await open({ rows: [owned(1)] })
  fireEvent.click(await screen.findByRole('button', { name: /^状态/ }))
  fireEvent.click(screen.getByRole('option', { name: '已过期' }))
  await waitFor(() => expect(sentTo(stage, packageCalls.find).at(-1)).toMatchObject({ status: 'expired' }))
  fireEvent.click(screen.getByRole('button', { name: '套餐类型: 不限' }))
  fireEvent.click(await screen.findByRole('option', { name: '千份套餐' }))
  await waitFor(() =>
    expect(sentTo(stage, packageCalls.find).at(-1)).toMatchObject({ status: 'expired', type: '千份套餐' }),
  )
})
