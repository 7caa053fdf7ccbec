import { identityCalls } from '@sealwright/contract'
import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openStage, session } from '../../lib/stage.fixture.tsx'
import { AccountPanel } from './account-panel.tsx'

const email = 'a.very.long.address.of.somebody@a-very-long-domain.example.com'
const open = async (displayName: string) => {
  await openStage({ '/': AccountPanel }, '/', [
    [identityCalls.current, () => ({ data: { ...session, account: { ...session.account, email, displayName } } })],
  ])
  fireEvent.click(await screen.findByRole('button', { name: `账号：${displayName}` }))
  await screen.findByRole('group', { name: `账号：${displayName}` })
}

it('who has no name is shown by the address, once', async () => {
  await open(email)
  expect(screen.getAllByText(email)).toHaveLength(1)
  expect(screen.getByRole('button', { name: '退出登录' })).toBeTruthy()
})

it('who has a name is shown by it and by the address', async () => {
  await open('林小满')
  expect(screen.getByText('林小满')).toBeTruthy()
  expect(screen.getByText(email)).toBeTruthy()
})
