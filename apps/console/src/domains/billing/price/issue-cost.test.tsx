import { ERRORS, billingCalls, identityCalls, privilege } from '@sealwright/contract'
import type { AnswerOf, PriceLine } from '@sealwright/contract'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { registerScreens } from '../../../lib/place/screen.ts'
import { useSession } from '../../../lib/session/session.tsx'
import { clearStage, openStage, session } from '../../../lib/stage.fixture.tsx'
import { balanceOf } from '../balance.fixture.ts'
import { IssueCost } from './issue-cost.tsx'

beforeAll(() =>
  registerScreens(
    ['/billing', '/billing/topUp', '/billing/package'].map((path) => ({
      path,
      domain: 'billing',
      title: 'billing.titles.overview',
      access: privilege('billing.view'),
      load: () => Promise.reject(new Error('not opened here')),
    })),
  ),
)
const guid = '00000000-0000-4000-8000-000000000001'
const line = (count: number): PriceLine => ({
  kind: 'term',
  mode: 'day',
  days: 30,
  quantity: 1,
  unitFen: 10,
  count,
  creditFen: 0,
  amountFen: 300 * count,
})
const NOTHING: AnswerOf<typeof billingCalls.quote> = {
  totalFen: 0,
  lines: [],
  units: null,
  isEnough: true,
  isOverdue: false,
}

async function open(
  answer: (count: number) => Partial<typeof NOTHING>,
  {
    free,
    privileges = ['smartTemplate.view', 'billing.view'],
    more = [],
  }: { free?: 'byMachine' | 'dongle'; privileges?: string[]; more?: Parameters<typeof openStage>[2] } = {},
) {
  const Screen = () => {
    useSession()
    return <IssueCost guid={guid} free={free} />
  }
  const stage = await openStage({ '/': Screen }, '/', [
    [
      identityCalls.current,
      () => ({
        data: { ...session, privileges, priceTiers: [{ lowLimit: 1, topLimit: 50, price: [10, 1_500, 5_800] }] },
      }),
    ],
    [billingCalls.quote, ({ count }) => ({ data: { ...NOTHING, ...answer(Number(count)) } })],
    ...more,
  ])
  await screen.findByRole('table')
  return stage
}

const inBalance = (count: number) => ({ lines: [line(count)], totalFen: 300 * count })

it('shows the price lines of one license, and of any number of licenses', async () => {
  const stage = await open(inBalance)
  expect(screen.getByText('30 天 × ¥0.10')).toBeTruthy()
  expect(screen.getAllByText('¥3.00').length).toBeGreaterThan(0)
  fireEvent.input(screen.getByLabelText('许可数量'), { target: { value: '100' } })
  expect(await screen.findByText('30 天 × 100 份 × ¥0.10')).toBeTruthy()
  expect(screen.getAllByText('¥300.00').length).toBeGreaterThan(0)
  // An invalid number requests no price.
  const asked = stage.sent.length
  fireEvent.input(screen.getByLabelText('许可数量'), { target: { value: '100001' } })
  expect(await screen.findByText('数量不能大于 100,000')).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
  expect(stage.sent.length).toBe(asked)
})

it('a balance that is too low shows a warning, with a link to the top-up if the person may open it', async () => {
  // 3 yuan are missing, and top-ups are multiples of 100 yuan.
  await open((count) => ({ ...inBalance(count), isEnough: false }), {
    more: [[billingCalls.balance, () => ({ data: balanceOf(0) })]],
  })
  expect(screen.getByText('余额不足，不能签发。')).toBeTruthy()
  await waitFor(() =>
    expect(screen.getByRole('link', { name: '去充值' }).getAttribute('href')).toBe('/billing/topUp?amount=100'),
  )
  cleanup()
  clearStage()
  await open((count) => ({ ...inBalance(count), isEnough: false }), { privileges: ['smartTemplate.view'] })
  expect(screen.getByText('余额不足，不能签发。')).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
})

it('a payment from a stock shows how much is left of it', async () => {
  await open((count) => ({ units: { stock: 'gift', count, left: 42 } }))
  expect(screen.getByText('从赠送许可扣除 1 个（现有 42 个）')).toBeTruthy()
})

it('a package with too few licenses links to the packages', async () => {
  await open((count) => ({ units: { stock: 'packageLicenses', count, left: 3 }, isEnough: count <= 3 }))
  expect(screen.queryByRole('note')).toBeNull()
  fireEvent.input(screen.getByLabelText('许可数量'), { target: { value: '10' } })
  expect(await screen.findByText('数量不够：需要 10，只有 3。')).toBeTruthy()
  expect(screen.getByRole('link', { name: '购买套餐' }).getAttribute('href')).toBe('/billing/package')
})

it('a number without a price shows the refusal, and another number can be tried', async () => {
  const refusal = {
    code: ERRORS['platform.badPayload'].code,
    desc: '提交的内容有误',
    data: { fields: [{ path: 'count', rule: 'tooBig', message: '数量不能大于 2,467' }] },
  }
  await open(inBalance, {
    more: [
      [
        billingCalls.quote,
        ({ count }) => (Number(count) > 2_467 ? refusal : { data: { ...NOTHING, ...inBalance(Number(count)) } }),
      ],
    ],
  })
  fireEvent.input(screen.getByLabelText('许可数量'), { target: { value: '3000' } })
  expect(await screen.findByText('数量不能大于 2,467')).toBeTruthy()
  fireEvent.input(screen.getByLabelText('许可数量'), { target: { value: '200' } })
  expect(await screen.findByText('30 天 × 200 份 × ¥0.10')).toBeTruthy()
})

it('an overdue account cannot issue, whatever the balance', async () => {
  await open((count) => ({ ...inBalance(count), isOverdue: true }))
  expect(screen.getByText('账户已欠费，结清之前不能签发。')).toBeTruthy()
  expect(screen.getByRole('link', { name: '去结清' }).getAttribute('href')).toBe('/billing')
})

it.each([
  ['byMachine', '签发时不收费；每台新绑定的设备按设备数计价，第 1 台 ¥58.00。'],
  ['dongle', '许可写入客户自己的硬件锁，平台不收签发费。'],
] as const)('a free template has no quantity field and says why it is free: %s', async (free, why) => {
  await open(() => ({}), { free })
  expect(screen.getByText('不收费')).toBeTruthy()
  expect(screen.queryByLabelText('许可数量')).toBeNull()
  expect(screen.getByText(why)).toBeTruthy()
})
