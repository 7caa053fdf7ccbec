import { operatorDesk } from '@sealwright/contract'
import type { DeskLogRow } from '@sealwright/contract'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openDeskStage } from '../desk.fixture.tsx'
import { Screen } from './log.screen.tsx'

it('the log tells what was done in its own verb, not only that something was created or deleted', async () => {
  const row: DeskLogRow = {
    id: '1',
    at: '2026-11-18T08:00:00.000Z',
    operator: '何平',
    type: 0,
    deed: 'propose',
    targetKind: 'credit',
    targetGuid: '0d6f4f9e-3c83-4f0a-9d4c-2d9f6c1f0a31',
    targetName: '星图软件',
    changes: [{ field: 'wallet', before: null, after: '20000.00' }],
    network: null,
    requestId: 'one',
    sealed: true,
  }
  const rejected: DeskLogRow = {
    ...row,
    id: '2',
    type: 2,
    deed: 'reject',
    targetName: '云帆软件',
    changes: [
      { field: 'wallet', before: '20000.00', after: null },
      { field: 'state', before: null, after: 'rejected' },
    ],
  }
  await openDeskStage({ '/platform/log': Screen }, '/platform/log', [
    [operatorDesk.log, () => ({ data: { rows: [rejected, row], records: 2, total: 1 } })],
    [operatorDesk.find, () => ({ data: { rows: [], records: 0, total: 1 } })],
  ])
  const line = async (name: string) => (await screen.findByText(name)).closest<HTMLElement>('tr, li, article')
  expect((await line('星图软件'))?.textContent).toMatch(/调账.*提交/)
  const card = await line('云帆软件')
  expect(card?.textContent).toMatch(/调账.*驳回/)
  fireEvent.click(within(card ?? document.body).getByRole('button', { name: /详情/ }))
  expect(await screen.findByText('已驳回')).toBeTruthy()
})
