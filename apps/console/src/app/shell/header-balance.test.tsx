import { billingCalls, identityCalls } from '@sealwright/contract'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openStage, session } from '../../lib/stage.fixture.tsx'
import { Header } from './header.tsx'

const answer = { balanceFen: 123_450, giftFen: 5_000, isLow: false, standing: { isOverdue: false } }

const Screen = () => <Header isNarrow={false} isMenuOpen={false} isRail={false} onMenu={() => undefined} />
const open = (privileges: string[], change: object = {}, at = '/') =>
  openStage({ '/': Screen, '/billing': Screen }, at, [
    [identityCalls.current, () => ({ data: { ...session, privileges } })],
    [billingCalls.balance, () => ({ data: { ...answer, ...change } })],
  ])

it('the money that can be spent is in the header, and leads to everything about it', async () => {
  await open(['billing.view'])
  const link = await screen.findByRole('link', { name: '可用余额 ¥1,284.50' })
  expect(link.getAttribute('href')).toBe('/billing')
  expect(link.dataset['state']).toBeUndefined()
})

it('the page of the balance shows it once, not in the header too', async () => {
  const stage = await open(['billing.view'], {}, '/billing')
  await waitFor(() => expect(stage.sent.map(({ path }) => path)).toContain(billingCalls.balance.path))
  await screen.findByRole('banner')
  expect(screen.queryByRole('link', { name: /余额/ })).toBeNull()
})

it.each([
  ['low', { isLow: true }],
  ['overdue', { isLow: true, standing: { isOverdue: true } }],
])('one that is %s looks so', async (state, change) => {
  await open(['billing.view'], change)
  expect((await screen.findByRole('link', { name: /余额/ })).dataset['state']).toBe(state)
})

it('who may not see money does not ask for it', async () => {
  const stage = await open(['product.view'])
  await screen.findByRole('banner')
  expect(screen.queryByRole('link')).toBeNull()
  expect(stage.sent.map(({ path }) => path)).not.toContain(billingCalls.balance.path)
})

it.each([
  [{ demo: false, sandbox: true }, '支付为模拟：充值不会产生真实付款。'],
  [{ demo: true, sandbox: true }, '演示环境：数据仅供体验。 支付为模拟：充值不会产生真实付款。'],
  [{ demo: false, sandbox: false }, undefined],
])('payments that are only pretended are told on every page: %o', async (kind, words) => {
  await openStage({ '/': Screen }, '/', [[identityCalls.current, () => ({ data: { ...session, ...kind } })]])
  const header = await screen.findByRole('banner')
  expect(header.querySelector('p')?.textContent).toBe(words)
})
