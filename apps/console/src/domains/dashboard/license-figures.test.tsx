import { LIMITS, dashboardCalls, identityCalls } from '@sealwright/contract'
import { cleanup, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { clearStage, openStage, session } from '../../lib/stage.fixture.tsx'
import { Screen } from './dashboard.screen.tsx'
import type { LicenseFigures } from './license-figures.tsx'

const figures: LicenseFigures = {
  total: 1_234,
  byFamily: { smart: 34, account: null, sn: 1_200 },
  byStatus: { unbound: 1_000, bound: 200, partlyExpired: 0, locked: 30, expired: 4, approving: 0, rejected: 0 },
  expiringSoon: 7,
  issuedByDay: [
    { day: '2026-01-01', count: 3 },
    { day: '2026-01-02', count: 0 },
  ],
}

async function open(licenses: LicenseFigures | null) {
  await openStage({ '/': Screen }, '/', [
    [identityCalls.current, () => ({ data: { ...session, privileges: [] } })],
    [
      dashboardCalls.get,
      () => ({
        data: {
          products: null,
          templates: { smart: null, account: null, sn: null, dongle: null },
          people: { users: null, customers: null },
          licenses,
          recentOperations: [],
        },
      }),
    ],
  ])
  await screen.findByText('还没有操作记录')
}

const card = () => within(screen.getByRole('region', { name: '许可' }))

it('licenses are counted by family and status, and each visible family links to its list', async () => {
  await open(figures)
  for (const words of ['共 1,234 个', '1,200', '已绑定', '200', '已锁定', '30'])
    expect(card().getByText(words), words).toBeTruthy()
  for (const words of ['部分过期', '账号许可']) expect(card().queryByText(words), words).toBeNull()
  expect(
    card()
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual([
    '/license',
    '/pc/license/sn',
    ...['/license', '/pc/license/sn'].map((path) => `${path}?expiringDays=30&sort=expireTime&order=asc`),
  ])
  expect(card().getByText('30 天内到期 7 个：')).toBeTruthy()
  expect(await card().findByRole('slider', { name: '近 2 天签发' })).toBeTruthy()
})

it('a capped count says so', async () => {
  await open({ ...figures, expiringSoon: LIMITS.page.exactCount })
  expect(card().getByText('30 天内到期 10,000+ 个：')).toBeTruthy()
})

it('a trial gets no chart, and without the privilege there is no card', async () => {
  await open({ ...figures, issuedByDay: null })
  expect(card().queryByText(/天签发$/)).toBeNull()
  cleanup()
  clearStage()
  await open(null)
  expect(screen.queryByRole('region', { name: '许可' })).toBeNull()
})
