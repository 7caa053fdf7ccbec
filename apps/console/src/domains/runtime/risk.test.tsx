// Signs of abuse, and the actions against them.
import { identityCalls, pcLicenseCalls, runtimeLogCalls } from '@sealwright/contract'
import type { RiskRow } from '@sealwright/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { loadSession } from '../../lib/session/session.tsx'
import { openStage, session } from '../../lib/stage.fixture.tsx'
import { Screen } from './risk.screen.tsx'
import { CODE, LICENSE, SHOWN_CODE, riskOf } from './runtime.fixture.ts'

const guessing = riskOf({
  kind: 'guessing',
  score: 30,
  family: null,
  licenseGuid: null,
  serial: null,
  network: '198.51.100.7',
  evidence: ['30 天内尝试了 60 次不存在的授权码'],
})
const license = { guid: LICENSE, serial: CODE, account: null, status: 1, acts: ['lock', 'delete'] }

async function open(privileges: string[], risks: readonly RiskRow[] = [riskOf(), guessing]) {
  const stage = await openStage({ '/runtime/risk': Screen }, '/runtime/risk', [
    [identityCalls.current, () => ({ data: { ...session, isMainAccount: false, privileges } })],
    [runtimeLogCalls.risks, () => ({ data: risks })],
    [pcLicenseCalls.get, () => ({ data: license })],
    [pcLicenseCalls.lock, () => ({ data: {} })],
    [pcLicenseCalls.rekey, () => ({ data: { serial: 'ZYXWVTSRQPNMKJHG', revision: 2 } })],
  ])
  await act(loadSession)
  return {
    ...stage,
    payloads: ({ path }: { path: string }) =>
      stage.sent.filter((one) => one.path === path).map(({ payload }) => payload),
  }
}
const ALL = ['runtime.view', 'snLicense.view', 'snLicense.lock', 'snLicense.update']

async function dialogOf(title: string): Promise<HTMLElement> {
  const dialog = (await screen.findByText(title)).closest('dialog')
  if (!dialog) throw new Error(`no dialog has the title ${title}`)
  return dialog
}

it('each risk shows its score, its license or network, and its evidence', async () => {
  await open(ALL)
  await screen.findByRole('heading', { name: '设备过多' })
  expect(screen.getAllByRole('img').map((score) => score.getAttribute('aria-label'))).toEqual([
    '风险分 85',
    '风险分 30',
  ])
  expect(screen.getByText('30 天内有 14 台设备激活过，最多允许 5 台')).toBeTruthy()
  expect(screen.getByText('来自 198.51.100.7')).toBeTruthy()
  expect(screen.getByRole('link', { name: SHOWN_CODE }).getAttribute('href')).toBe(
    `/pc/license/sn/view?guid=${LICENSE}`,
  )
})

it('a code can be replaced from here, and the new code is shown', async () => {
  const { payloads } = await open(ALL)
  fireEvent.click(await screen.findByRole('button', { name: '更换授权码' }))
  const dialog = await dialogOf(`更换授权码 ${SHOWN_CODE} 吗？`)
  expect(dialog.textContent).toContain('期限、次数和已付的费用不变')
  fireEvent.input(within(dialog).getByRole('textbox', { hidden: true }), { target: { value: '泄露' } })
  fireEvent.submit(dialog.querySelector('form') ?? dialog)
  await dialogOf('新的授权码')
  expect(payloads(pcLicenseCalls.rekey)).toEqual([{ kind: 'sn', guid: LICENSE, reason: '泄露' }])
  expect(screen.getByText('ZYXW-VTSR-QPNM-KJHG')).toBeTruthy()
})

it('a license can be locked from here, after a confirmation', async () => {
  const { payloads } = await open(ALL)
  fireEvent.click(await screen.findByRole('button', { name: '锁定' }))
  const dialog = await screen.findByRole('dialog', { hidden: true })
  fireEvent.submit(dialog.querySelector('form') ?? dialog)
  await waitFor(() => expect(payloads(pcLicenseCalls.lock)).toHaveLength(1))
})

it('a person who may only view is offered no action', async () => {
  await open(['runtime.view'])
  await screen.findByRole('heading', { name: '设备过多' })
  expect(screen.queryAllByRole('button')).toEqual([])
  expect(screen.queryByRole('link', { name: SHOWN_CODE })).toBeNull()
})

it('shows an empty state if there are no risks', async () => {
  await open(ALL, [])
  await screen.findByText('没有发现异常')
})
