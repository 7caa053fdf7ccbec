// Links from products to their templates.
import { identityCalls, productCalls } from '@sealwright/contract'
import type { ProductRow } from '@sealwright/contract'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { rowOffers } from '../../blocks/list/row-offers.fixture.ts'
import { openStage, session } from '../../lib/stage.fixture.tsx'
import { Screen as ProductList } from './product-list.screen.tsx'

const product: ProductRow = {
  guid: '00000000-0000-4000-8000-000000000001',
  name: '星图',
  displayName: '星图套件',
  licenseForm: 1,
  licenseId: 42,
  licenseVersion: null,
  brief: null,
  hasLogo: false,
  moduleCount: 0,
  hasRom: false,
  hasRaw: false,
  hasPub: false,
  romSize: 0,
  rawSize: 0,
  pubSize: 0,
  templateCount: 3,
  licenseCount: 20,
  effectiveLicenseCount: 11,
  createTime: '2026-01-01T00:00:00.000Z',
  updateTime: '2026-01-01T00:00:00.000Z',
}

async function open(privileges: string[], given: Partial<ProductRow> = {}) {
  const stage = await openStage({ '/product': ProductList }, '/product', [
    [identityCalls.current, () => ({ data: { ...session, privileges: ['product.view', ...privileges] } })],
    [productCalls.find, () => ({ data: { rows: [{ ...product, ...given }], records: 1, total: 1 } })],
  ])
  await screen.findByText('星图')
  return stage
}

const actions = () => rowOffers('星图')

it('a product shows its template and license counts, and links to the templates if allowed', async () => {
  const stage = await open(['smartTemplate.view', 'snTemplate.view'])
  expect(screen.getByText('20')).toBeTruthy()
  expect(screen.getByText('11')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '“星图”的模板数：3' }))
  expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual(['智能模板', '授权码模板'])
  fireEvent.click(screen.getByText('授权码模板'))
  expect(stage.address()).toBe('/pc/template/sn?licenseId=42')
  cleanup()
  await open([])
  expect(screen.getByText('3')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '“星图”的模板数：3' })).toBeNull()
})

it('a product offers a new template in each family that the privileges and its license forms allow', async () => {
  const every = ['smartTemplate.create', 'accountTemplate.create', 'snTemplate.create', 'dongleTemplate.create']
  const stage = await open(every, { licenseForm: 3 })
  expect(actions()).toEqual(['查看', '新建智能模板', '新建账号模板', '新建授权码模板', '新建硬件锁模板'])
  fireEvent.click(screen.getByText('新建授权码模板'))
  expect(stage.address()).toBe('/pc/template/sn/new?licenseId=42')
  cleanup()
  // License codes need the soft form.
  await open(every, { licenseForm: 1 })
  expect(actions()).toEqual(['查看', '新建智能模板', '新建账号模板', '新建硬件锁模板'])
  cleanup()
  await open(['accountTemplate.create'])
  expect(actions()).toEqual(['查看', '新建账号模板'])
})
