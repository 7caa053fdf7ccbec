// The list of licenses in dongles: what a row tells and offers, and how licenses are deleted.
import { ERRORS, dongleLicenseCalls, identityCalls } from '@sealwright/contract'
import type { DongleLicenseRow } from '@sealwright/contract'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { rowOffers } from '../../../blocks/list/row-offers.fixture.ts'
import { registerScreens } from '../../../lib/place/screen.ts'
import { openStage, session } from '../../../lib/stage.fixture.tsx'
import { STORED } from '../../../lib/stored.ts'
import { dongleScreens } from '../../dongle/screens.ts'
import { RIGHTS, guidOf, insideOf, licenseOf } from '../dongle-license.fixture.ts'
import { dongleLicenseScreens } from '../screens.ts'
import { Screen } from './dongle-license-list.screen.tsx'

registerScreens([...dongleLicenseScreens, ...dongleScreens])
const PATH = '/pc/license/dongle'

type Handlers = Parameters<typeof openStage>[2]
function open(rows: DongleLicenseRow[], privileges = RIGHTS, handlers: Handlers = []) {
  STORED.tempPageActive.set({ dongleLicense: 'table' })
  return openStage({ [PATH]: Screen }, PATH, [
    [identityCalls.current, () => ({ data: { ...session, isMainAccount: false, privileges } })],
    [dongleLicenseCalls.find, () => ({ data: { rows, records: rows.length, total: 1 } })],
    ...handlers,
  ])
}

const row = async (words: string) => (await screen.findByText(words)).closest('tr') ?? document.body

it('a row tells what is inside the lock, what it will be, and why the latest package failed', async () => {
  await open([
    licenseOf({ upgradeStatus: 4, reason: 'exists', planned: insideOf({ counter: 1500 }) }),
    licenseOf({ guid: guidOf(2), shellNumber: '88000002', inside: null, status: 1, upgradeStatus: 0 }),
    licenseOf({ guid: guidOf(3), shellNumber: '88000003', planned: null }),
  ])
  const failed = await row('88000001')
  expect(failed.textContent).toContain('首次使用起 90 天 · 1,000 次')
  expect(failed.textContent).toContain('升级后：首次使用起 90 天 · 1,500 次')
  expect(failed.textContent).toContain('3 并发 · 按进程')
  expect(within(failed).getByText('升级失败')).toBeTruthy()
  expect(failed.textContent).toContain('锁内已有这个许可')
  expect((await row('88000002')).textContent).toContain('未写入')
  expect((await row('88000003')).textContent).toContain('升级后删除')
})

it('a row offers what its license and the privileges allow', async () => {
  await open([licenseOf({ upgradeStatus: 0 })])
  await screen.findByText('88000001')
  fireEvent.click(screen.getByRole('button', { name: '“88000001 星图”的操作' }))
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    '查看详情',
    '下载最新升级包',
    '查看用户锁',
    '删除',
  ])
  expect((await row('88000001')).textContent).toContain('更新')
})

it('without privileges, a row can only be viewed, and nothing is issued', async () => {
  await open([licenseOf({ upgradeStatus: 0, acts: [] })], ['dongleLicense.view'])
  await screen.findByText('88000001')
  expect(rowOffers('88000001')).toEqual(['查看详情'])
  expect(screen.queryByRole('link', { name: '签发许可' })).toBeNull()
})

it('a deletion needs the PIN, and a wrong one is told at its field', async () => {
  const stage = await open([licenseOf()], RIGHTS, [
    [
      dongleLicenseCalls.delete,
      () => ({
        code: ERRORS['dongleLicense.pinWrong'].code,
        desc: '托管锁 PIN 不正确',
        data: { fields: [{ path: 'pin', message: '托管锁 PIN 不正确' }] },
      }),
    ],
  ])
  await screen.findByText('88000001')
  fireEvent.click(screen.getByRole('button', { name: '“88000001 星图”的操作' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: '删除' }))
  const dialog = (await screen.findByText('删除 88000001 · 星图？')).closest('dialog') ?? document.body
  const form = dialog.querySelector('form') ?? document.body
  const input = dialog.querySelector('input[type=password]') ?? document.body
  fireEvent.change(input, { target: { value: 'wrong-pin-0123456' } })
  fireEvent.submit(form)
  expect((await within(dialog).findByText('托管锁 PIN 不正确')).className).toContain('field-error')
  expect(input.getAttribute('aria-invalid')).toBe('true')
  expect(stage.sent.findLast(({ path }) => path === dongleLicenseCalls.delete.path)?.payload).toEqual({
    guids: [guidOf(1)],
    pin: 'wrong-pin-0123456',
  })
})

it.each([
  { limited: [], offers: true },
  { limited: ['product'], offers: false },
])('clearing locks is offered only to who sees all products: $limited', async ({ limited, offers }) => {
  await open([licenseOf()], RIGHTS, [
    [identityCalls.current, () => ({ data: { ...session, isMainAccount: false, privileges: RIGHTS, limited } })],
  ])
  await row('88000001')
  expect(screen.queryByText('清空') !== null).toBe(offers)
})
