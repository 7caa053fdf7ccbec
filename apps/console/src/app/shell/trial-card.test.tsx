import { developerCalls, identityCalls } from '@sealwright/contract'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openStage, session } from '../../lib/stage.fixture.tsx'
import { TrialCard } from './trial-card.tsx'

const open = (state: 'pending' | 'rejected' | undefined) => {
  const trial = {
    products: { used: 0, allowed: 1 },
    users: { used: 42, allowed: 100 },
    licenses: { used: 7, allowed: 1_000 },
  }
  return openStage({ '/': TrialCard }, '/', [
    [
      identityCalls.current,
      () => ({
        data: {
          ...session,
          developer: { ...session.developer, devInfo: { ...session.developer.devInfo, status: 'trial', trial } },
        },
      }),
    ],
    [developerCalls.application, () => ({ data: { application: state ? { state } : null } })],
  ])
}

it.each([
  [undefined, '申请转正'],
  ['rejected', '申请转正'],
  ['pending', '审核中'],
] as const)('the way out of the trial says how far it is: %s', async (state, words) => {
  await open(state)
  expect((await screen.findByText(words)).getAttribute('href')).toBe('/applyRegular')
})

it('the card tells how many products, users and licenses of the trial are used', async () => {
  await open(undefined)
  expect(await screen.findByText('0 / 1')).toBeTruthy()
  expect(screen.getByText('42 / 100')).toBeTruthy()
  expect(screen.getByText('7 / 1,000')).toBeTruthy()
})
