import { identityCalls, serviceFeeCalls } from '@sealwright/contract'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { billingScreens } from '../../domains/billing/screens.ts'
import { registerScreens } from '../../lib/place/screen.ts'
import { openStage, session } from '../../lib/stage.fixture.tsx'
import { StandingBanner } from './standing-banner.tsx'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-02-01T00:00:00.000Z'), toFake: ['Date'] })
  registerScreens(billingScreens)
})
type Developer = (typeof session)['developer']
const OWED: Developer['standing'] = {
  isOverdue: true,
  since: '2026-01-20T16:00:00.000Z',
  owedFen: 155_000,
  graceUntil: null,
}
const FEE = { amountFen: 120_000, periodMonths: 12, paidUntil: '2026-02-10T16:00:00.000Z' }

interface Given {
  developer?: Partial<Developer>
  privileges?: string[]
  isMainAccount?: boolean
  at?: string
}

async function open({
  developer = {},
  privileges = ['billing.view', 'billing.create'],
  isMainAccount = true,
  at = '/product',
}: Given) {
  const stage = await openStage({ '/product': StandingBanner, '/billing': StandingBanner }, at, [
    [
      identityCalls.current,
      () => ({ data: { ...session, isMainAccount, privileges, developer: { ...session.developer, ...developer } } }),
    ],
    [serviceFeeCalls.get, () => ({ data: { ...FEE, isUnpaid: false, autoRenew: false, superAdministrator: '林主' } })],
  ])
  await waitFor(() => expect(stage.sent.map(({ path }) => path)).toContain(identityCalls.current.path))
  return stage
}

it('what is owed is told with since when, how much and what is closed; who may pay is led to the bills', async () => {
  await open({ developer: { standing: OWED }, isMainAccount: false })
  const banner = await screen.findByRole('status')
  expect(banner.textContent).toContain('账户自 2026-01-21 00:00 起欠费 ¥1,550.00。')
  expect(banner.textContent).toContain('结清前不能签发、更新、发布许可和编辑活动。')
  expect(within(banner).getByRole('link', { name: '去结清' }).getAttribute('href')).toBe(
    '/billing?tab=bills&category=platform&status=pending',
  )
})

it('an unpaid service fee closes templates too, and leads the main account to its payment', async () => {
  await open({ developer: { standing: OWED, developerServiceStatus: 'unpaid' } })
  expect((await screen.findByRole('status')).textContent).toContain(
    '支付前不能签发、更新、发布许可，编辑活动，以及新建和修改模板。',
  )
  expect((await screen.findByRole('link', { name: '去结清' })).getAttribute('href')).toBe('/billing?pay=serviceFee')
})

it.each<[string, Given]>([
  [
    'a bill, without the right to pay',
    { developer: { standing: OWED }, isMainAccount: false, privileges: ['billing.view'] },
  ],
  [
    'the service fee, not being the main account',
    { developer: { standing: OWED, developerServiceStatus: 'unpaid' }, isMainAccount: false },
  ],
])('who cannot settle it is told whom to ask: %s', async (_name, given) => {
  await open(given)
  expect(await screen.findByText('请联系超级管理员“林主”。')).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
})

it('the end of the service fee is announced to the main account, until it is put away', async () => {
  await open({ developer: { serviceFeeConfig: FEE } })
  const banner = await screen.findByRole('status')
  expect(banner.textContent).toContain('平台服务费将于 2026-02-11 到期')
  expect(within(banner).getByRole('link', { name: '去续费' }).getAttribute('href')).toBe('/billing?pay=serviceFee')
  fireEvent.click(within(banner).getByRole('button', { name: '关闭' }))
  expect(screen.queryByRole('status')).toBeNull()
  cleanup()
  await open({ developer: { serviceFeeConfig: FEE } })
  expect(screen.queryByRole('status')).toBeNull()
})

it.each<[string, Given]>([
  ['nothing is owed', {}],
  [
    'the fee ends later than in 15 days',
    { developer: { serviceFeeConfig: { ...FEE, paidUntil: '2026-02-16T00:00:01.000Z' } } },
  ],
  ['somebody else pays the fee', { developer: { serviceFeeConfig: FEE }, isMainAccount: false }],
  ['nobody asks for a fee', { developer: { serviceFeeConfig: { ...FEE, amountFen: 0 } } }],
  ["it is the developer's, and the person an integrator's", { developer: { standing: OWED, devType: 1 } }],
  ['the page of the balance says it in full', { developer: { standing: OWED }, at: '/billing' }],
])('nothing is told where %s', async (_name, given) => {
  await open(given)
  expect(screen.queryByRole('status')).toBeNull()
})

it('a suspension is told on every page: why, what it means, and the way to the platform', async () => {
  const suspension = {
    since: '2026-01-20T16:00:00.000Z',
    reason: '资料不符',
    programsUntil: '2026-02-04T16:00:00.000Z',
  }
  await open({ developer: { standing: OWED, suspension }, at: '/billing', isMainAccount: false })
  const banner = await screen.findByRole('status')
  expect(banner.textContent).toContain('原因：资料不符。 目前只能查看')
  expect(banner.textContent).toContain('已绑定的设备可用至 2026-02-05 00:00。')
  expect(within(banner).getByRole('link', { name: '写反馈' }).getAttribute('href')).toBe('/feedback')
})
