import { ERRORS, LIMITS, productCalls } from '@sealwright/contract'
import type { AnswerOf, Call } from '@sealwright/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { openStage } from '../../lib/stage.fixture.tsx'
import { useToasts } from '../../lib/toast.ts'
import { EMPTY_PRODUCT } from './product-draft.ts'
import type { ProductAnswer } from './product-draft.ts'
import { Screen as EditProduct } from './product-edit.screen.tsx'

const guid = '00000000-0000-4000-8000-000000000001'
const product: ProductAnswer = {
  guid,
  name: '星图',
  displayName: '星图套件',
  licenseForm: 1,
  licenseId: 42,
  licenseVersion: null,
  brief: null,
  logo: null,
  revision: 1,
  modules: EMPTY_PRODUCT.modules.map((item) => ({ ...item })),
  rom: null,
  raw: null,
  pub: null,
  hasLogo: false,
  moduleCount: 0,
  hasRom: false,
  hasRaw: false,
  hasPub: false,
  romSize: 0,
  rawSize: 0,
  pubSize: 0,
  templateCount: 0,
  licenseCount: 0,
  effectiveLicenseCount: 0,
  createdBy: 'Lin',
  createTime: '2026-01-01T00:00:00.000Z',
  updateTime: '2026-01-01T00:00:00.000Z',
}

it('reloading a deleted product shows the refusal and keeps the input', async () => {
  let isGone = false
  await openStage({ '/product/edit': EditProduct, '/product': () => <p>list</p> }, `/product/edit?guid=${guid}`, [
    [
      productCalls.get,
      () =>
        isGone
          ? { code: ERRORS['product.notFound'].code, desc: '产品不存在或已被删除', data: null }
          : { data: product },
    ],
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

const granting: ProductAnswer = {
  ...product,
  licenseForm: 3,
  modules: product.modules.map((item) => ({ ...item, checked: item.moduleId <= 2 })),
  moduleCount: 2,
}
type Impact = AnswerOf<typeof productCalls.previewUpdate>

async function editGranting(impact: Partial<Impact>, refusal?: { code: number; desc: string; data: unknown }) {
  const stage = await openStage(
    { '/product/edit': EditProduct, '/product': () => <p>list</p> },
    `/product/edit?guid=${guid}`,
    [
      [productCalls.get, () => ({ data: granting })],
      [productCalls.previewUpdate, () => ({ data: { forms: [], modules: [], ...impact } })],
      [productCalls.update, () => refusal ?? { data: { guid } }],
    ],
  )
  await screen.findByLabelText(/^产品名称/)
  return { sent: (call: Call) => stage.sent.filter(({ path }) => path === call.path).map(({ payload }) => payload) }
}

it('removing a module that templates grant asks first, with its name and the number of templates', async () => {
  const { sent } = await editGranting({ modules: [{ moduleId: 2, moduleName: '渲染', templateCount: 3 }] })
  fireEvent.click(screen.getByLabelText('移除模块 2'))
  fireEvent.click(screen.getByText('保存'))
  expect(await screen.findByText('渲染：3 个模板')).toBeTruthy()
  expect(sent(productCalls.update)).toEqual([])
  fireEvent.click(screen.getByText('移除并保存'))
  await waitFor(() => expect(sent(productCalls.update)).toHaveLength(1))
})

it('canceling the removal of a module that templates grant saves nothing', async () => {
  const { sent } = await editGranting({ modules: [{ moduleId: 2, moduleName: '渲染', templateCount: 3 }] })
  fireEvent.click(screen.getByLabelText('移除模块 2'))
  fireEvent.click(screen.getByText('保存'))
  await screen.findByText('渲染：3 个模板')
  fireEvent.click(screen.getAllByText('取消').at(-1) ?? document.body)
  await waitFor(() => expect(screen.queryByText('渲染：3 个模板')).toBeNull())
  expect(sent(productCalls.update)).toEqual([])
})

it('a license form that templates use is refused at its field, without a confirmation', async () => {
  const desc = '仍有 3 个模板使用“软许可”，不能移除该许可形式'
  const { sent } = await editGranting(
    { forms: [{ licenseForm: 2, templateCount: 3 }], modules: [{ moduleId: 2, moduleName: '渲染', templateCount: 3 }] },
    { code: ERRORS['product.formInUse'].code, desc, data: { fields: [{ path: 'licenseForm', message: desc }] } },
  )
  fireEvent.click(screen.getByRole('checkbox', { name: '软许可' }))
  fireEvent.click(screen.getByText('保存'))
  expect(await screen.findByText(desc)).toBeTruthy()
  expect(screen.getByRole('checkbox', { name: '软许可' }).getAttribute('aria-invalid')).toBe('true')
  expect(screen.queryByText('移除并保存')).toBeNull()
  expect(sent(productCalls.previewUpdate)).toMatchObject([{ guid, licenseForm: 1 }])
})

it('a change that removes nothing needs no confirmation', async () => {
  const { sent } = await editGranting({ modules: [{ moduleId: 2, moduleName: '渲染', templateCount: 3 }] })
  fireEvent.click(screen.getByText('添加模块'))
  fireEvent.click(screen.getByText('保存'))
  await waitFor(() => expect(sent(productCalls.update)).toHaveLength(1))
  expect(sent(productCalls.previewUpdate)).toEqual([])
})

it('a refused save shows its own refusal, not that of an earlier preview', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  await openStage({ '/product/edit': EditProduct, '/product': () => <p>list</p> }, `/product/edit?guid=${guid}`, [
    [productCalls.get, () => ({ data: granting })],
    [productCalls.previewUpdate, () => ({ code: ERRORS['platform.tooFrequent'].code, desc: '请求太频繁', data: null })],
    [productCalls.update, () => ({ code: ERRORS['platform.stale'].code, desc: '内容已被他人修改', data: null })],
  ])
  fireEvent.click(await screen.findByLabelText('移除模块 2'))
  fireEvent.click(screen.getByText('保存'))
  expect(await screen.findByText('请求太频繁')).toBeTruthy()
  expect(screen.queryByText('重新载入最新内容')).toBeNull()
  fireEvent.click(screen.getByText('添加模块'))
  vi.advanceTimersByTime(LIMITS.console.clickThrottleMs)
  fireEvent.click(screen.getByText('保存'))
  expect(await screen.findByText('内容已被他人修改')).toBeTruthy()
  expect(screen.queryByText('请求太频繁')).toBeNull()
  expect(screen.getByText('重新载入最新内容')).toBeTruthy()
})
