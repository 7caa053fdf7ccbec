import { billingDesk } from '@sealwright/contract'
import { screen } from '@testing-library/react'
import { it } from 'vitest'
import { openDeskStage } from '../desk.fixture.tsx'
import { Screen } from './sold-list.screen.tsx'

it('the list of who has a package names the package, even if nobody has it', async () => {
  const guid = '0d6f4f9e-3c83-4f0a-9d4c-2d9f6c1f0a21'
  await openDeskStage({ '/platform/packages/view': Screen }, `/platform/packages/view?guid=${guid}`, [
    [billingDesk.findSold, () => ({ data: { rows: [], records: 0, total: 1, type: '春季包' } })],
  ])
  await screen.findByRole('heading', { name: '“春季包”的购买与赠送记录' })
})
