// Upgrade records: what a record tells and offers, and how a failed package is signed again.
import { identityCalls, upgradeCalls } from '@sealwright/contract'
import type { UpgradeRow } from '@sealwright/contract'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { rowOffers } from '../../../blocks/list/row-offers.fixture.ts'
import { loadSession } from '../../../lib/session/session.tsx'
import { openStage, session } from '../../../lib/stage.fixture.tsx'
import { RIGHTS, guidOf, upgradeOf } from '../dongle-license.fixture.ts'
import { UpgradeRecords } from './upgrade-records.tsx'

const PATH = '/pc/license/dongle/view'
const Screen = () => <UpgradeRecords lockGuid={guidOf(11)} />

async function open(rows: UpgradeRow[], privileges = RIGHTS) {
  const saved: unknown[] = []
  const stage = await openStage({ [PATH]: Screen }, `${PATH}?guid=${guidOf(1)}`, [
    [identityCalls.current, () => ({ data: { ...session, isMainAccount: false, privileges } })],
    [upgradeCalls.find, () => ({ data: { rows, records: rows.length, total: 1 } })],
    [
      upgradeCalls.download,
      (payload) => {
        saved.push(payload)
        return new Response('d2c')
      },
    ],
    [
      upgradeCalls.reissue,
      () => ({ data: { packages: [{ guid: guidOf(33), shellNumber: '88000001', name: 'b.d2c' }] } }),
    ],
  ])
  await act(loadSession)
  return { ...stage, saved }
}

const failed = upgradeOf({
  guid: guidOf(32),
  number: 8,
  status: 4,
  reason: 'exists',
  parts: [
    { licenseId: 42, productName: '星图', result: 'exists' },
    { licenseId: 43, productName: '云上', result: 'done' },
  ],
  canDownload: false,
  canReissue: true,
  canWithdraw: false,
})

it('a record tells its number, its parts with their results, and why it failed', async () => {
  await open([failed])
  const row = (await screen.findByText('升级包 8')).closest('tr')
  expect(row?.textContent).toContain('签发 · 星图：锁内已有这个许可、云上')
  expect(within(row ?? document.body).getByText('升级失败')).toBeTruthy()
})

it('a waiting package can be downloaded or taken back, a failed one only signed again', async () => {
  await open([upgradeOf()])
  await screen.findByText('升级包 7')
  expect(rowOffers('升级包 7')).toEqual(['下载', '撤回'])
  cleanup()
  await open([failed])
  await screen.findByText('升级包 8')
  expect(rowOffers('升级包 8')).toEqual(['重新签发'])
})

it('without the privileges, records can only be read', async () => {
  await open([upgradeOf(), failed], ['dongleLicense.view'])
  await screen.findByText('升级包 7')
  expect(rowOffers('升级包 7')).toEqual([])
})

it('several selected packages come in one file', async () => {
  const stage = await open([upgradeOf(), upgradeOf({ guid: guidOf(34), number: 9 })])
  await screen.findByText('升级包 7')
  for (const name of ['升级包 7', '升级包 9']) fireEvent.click(screen.getByRole('checkbox', { name: new RegExp(name) }))
  fireEvent.click(screen.getByRole('button', { name: '下载 2 个（zip）' }))
  await waitFor(() => expect(stage.saved).toEqual([{ guids: JSON.stringify([guidOf(31), guidOf(34)]) }]))
})

it('a failed package is signed again with the PIN and a validity', async () => {
  const stage = await open([failed])
  await screen.findByText('升级包 8')
  fireEvent.click(screen.getByRole('button', { name: /重新签发/ }))
  const dialog = (await screen.findByText('重新签发升级包 8？')).closest('dialog') ?? document.body
  fireEvent.change(dialog.querySelector('input[type=password]') ?? document.body, {
    target: { value: 'pin-0123456789abc' },
  })
  fireEvent.change(within(dialog).getByLabelText(/升级包有效期/), { target: { value: '7' } })
  fireEvent.submit(dialog.querySelector('form') ?? document.body)
  await waitFor(() =>
    expect(stage.sent.findLast(({ path }) => path === upgradeCalls.reissue.path)?.payload).toEqual({
      guids: [guidOf(32)],
      pin: 'pin-0123456789abc',
      validDays: '7',
    }),
  )
})
