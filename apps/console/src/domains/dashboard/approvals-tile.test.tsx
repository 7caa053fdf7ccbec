import { auditCalls, dashboardCalls, identityCalls } from '@sealwright/contract'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useSession } from '../../lib/session/session.tsx'
import { openStage, session } from '../../lib/stage.fixture.tsx'
import { Screen } from './dashboard.screen.tsx'

async function open(privileges: string[], sn: number) {
  const Signed = () => {
    useSession()
    return <Screen />
  }
  const empty = {
    products: null,
    templates: { smart: null, account: null, sn: null, dongle: null },
    people: { users: null, customers: null },
    recentOperations: [],
  }
  const stage = await openStage({ '/': Signed }, '/', [
    [identityCalls.current, () => ({ data: { ...session, privileges } })],
    [dashboardCalls.get, () => ({ data: empty })],
    [auditCalls.count, () => ({ data: { smart: 0, account: 0, sn, questions: 0 } })],
  ])
  await screen.findByText('还没有操作记录')
  return stage
}

it('requests that wait for the person are counted, with the way to their queue', async () => {
  await open(['audit.decide'], 2)
  const tile = within(await screen.findByRole('region', { name: '2 个申请等待您审批' }))
  expect(tile.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/audit/license/sn'])
})

it.each([
  [['audit.decide'], 0, 1],
  [['audit.view'], 2, 0],
])(
  'nothing shows if none wait, and nothing is asked without the right to decide: %s',
  async (privileges, sn, asked) => {
    const { sent } = await open(privileges, sn)
    expect(sent.filter(({ path }) => path === auditCalls.count.path)).toHaveLength(asked)
    expect(screen.queryByRole('link', { name: '授权码许可审批' })).toBeNull()
  },
)
