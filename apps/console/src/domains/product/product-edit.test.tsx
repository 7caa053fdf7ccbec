// @vitest-environment jsdom
import { ERRORS, productCalls } from '@sealwright/contract'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { clearStage, openStage } from '../../blocks/stage.fixture.tsx'
import { useToasts } from '../../lib/toast.ts'
import { EMPTY_PRODUCT } from './product-draft.ts'
import type { ProductAnswer } from './product-draft.ts'
import { Screen as EditProduct } from './product-edit.screen.tsx'

afterEach(() => {
  cleanup()
  clearStage()
  useToasts.setState({ toasts: [] })
})

const guid = '00000000-0000-4000-8000-000000000001'
const product: ProductAnswer = {
  guid, name: '星图', displayName: '星图套件', licenseForm: 1, licenseId: 42, licenseVersion: null, brief: null, logo: null, revision: 1,
  modules: EMPTY_PRODUCT.modules.map((item) => ({ ...item })), rom: null, raw: null, pub: null,
  hasLogo: false, moduleCount: 0, hasRom: false, hasRaw: false, hasPub: false, romSize: 0, rawSize: 0, pubSize: 0,
  templateCount: 0, licenseCount: 0, effectiveLicenseCount: 0, createdBy: 'Lin', createTime: '2026-01-01T00:00:00.000Z', updateTime: '2026-01-01T00:00:00.000Z',
}

it('loading the latest version of a product that is gone says so and keeps what was typed', async () => {
  let isGone = false
  await openStage({ '/product/edit': EditProduct, '/product': () => <p>list</p> }, `/product/edit?guid=${guid}`, [
    [productCalls.get, () => (isGone ? { code: ERRORS['product.notFound'].code, desc: '产品不存在或已被删除', data: null } : { data: product })],
    [productCalls.update, () => ({ code: ERRORS['platform.stale'].code, desc: '内容已被他人修改', data: null })],
  ])
  const name = await screen.findByLabelText<HTMLInputElement>(/^产品名称/)
  fireEvent.input(name, { target: { value: '星图二' } })
  fireEvent.click(screen.getByText('保存'))
  isGone = true
  fireEvent.click(await screen.findByText('重新载入最新内容'))
  fireEvent.click(await screen.findByText('放弃并载入'))
  await waitFor(() => expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual(['产品不存在或已被删除']))
  await waitFor(() => expect(screen.queryByText('放弃并载入')).toBeNull())
  expect(name.value).toBe('星图二')
})
