import { billingCalls, dashboardCalls, identityCalls } from '@sealwright/contract'
import type { AnswerOf } from '@sealwright/contract'
import { cleanup, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useSession } from '../../lib/session/session.tsx'
import { clearStage, openStage, session } from '../../lib/stage.fixture.tsx'
import { Screen } from './dashboard.screen.tsx'

type Balance = Pick<
  AnswerOf<typeof billingCalls.balance>,
  'balanceFen' | 'giftFen' | 'isLow' | 'lowBalanceFen' | 'standing'
>
const balance: Balance = {
  balanceFen: 123_450,
  giftFen: 5_000,
  isLow: false,
  lowBalanceFen: 200_000,
  standing: session.developer.standing,
}

async function open(privileges: string[], given: Partial<Balance> = {}) {
  const Signed = () => {
    useSession()
    return <Screen />
  }
  const stage = await openStage({ '/': Signed }, '/', [
    [identityCalls.current, () => ({ data: { ...session, privileges } })],
    [
      dashboardCalls.get,
      () => ({
        data: {
          products: null,
          templates: { smart: null, account: null, sn: null, dongle: null },
          people: { users: null, customers: null },
          recentOperations: [],
        },
      }),
    ],
    [billingCalls.balance, () => ({ data: { ...balance, ...given } })],
  ])
  await screen.findByText('还没有操作记录')
  return stage
}

const tile = async () => within(await screen.findByRole('region', { name: '余额与账单' }))

it('shows the balance with the privilege, and links to the bills', async () => {
  await open(['billing.view'])
  const shown = await tile()
  expect(await shown.findByText('¥1,234.50')).toBeTruthy()
  expect(shown.getByText('¥50.00')).toBeTruthy()
  expect(shown.getByRole('link', { name: '查看账单' }).getAttribute('href')).toBe('/billing')
  expect(shown.queryByText(/^余额低于|^已欠费/)).toBeNull()
})

it('shows that the balance is low, or that a payment is overdue, whichever is worse', async () => {
  await open(['billing.view'], { isLow: true })
  expect(await (await tile()).findByText('余额低于 ¥2,000.00')).toBeTruthy()
  cleanup()
  clearStage()
  await open(['billing.view'], {
    isLow: true,
    standing: { isOverdue: true, since: '2026-01-01T00:00:00.000Z', owedFen: 120_000, graceUntil: null },
  })
  const shown = await tile()
  expect(await shown.findByText('已欠费 ¥1,200.00')).toBeTruthy()
  expect(shown.queryByText(/^余额低于/)).toBeNull()
})

it('shows and loads nothing without the privilege', async () => {
  const stage = await open(['product.view'])
  expect(screen.queryByRole('region', { name: '余额与账单' })).toBeNull()
  expect(stage.sent.some(({ path }) => path === billingCalls.balance.path)).toBe(false)
})
