// @vitest-environment jsdom
import { LIMITS, productCalls } from '@sealwright/contract'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { clearStage, openStage } from '../../blocks/stage.fixture.tsx'
import { Palette } from './palette.tsx'

// What cmdk and the palette ask of a browser and jsdom does not have.
beforeAll(() => {
  HTMLDialogElement.prototype.showModal ??= () => undefined
  HTMLDialogElement.prototype.close ??= () => undefined
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
})

afterEach(() => {
  cleanup()
  clearStage()
})

async function open() {
  const stage = await openStage({ '/': () => <Palette onClose={() => undefined} /> }, '/', [[productCalls.find, () => ({ data: { rows: [], records: 0, total: 0 } })]])
  const input = await screen.findByPlaceholderText<HTMLInputElement>('输入页面、产品名称或许可 ID')
  const found = () => stage.sent.filter(({ path }) => path === productCalls.find.path).map(({ payload }) => payload)
  return { input, found }
}

it('what is typed loses its emoji, but not while an input method composes', async () => {
  const { input } = await open()
  fireEvent.input(input, { target: { value: '星🚀图' } })
  expect(input.value).toBe('星图')
  fireEvent.compositionStart(input)
  fireEvent.input(input, { target: { value: 'xing🚀' } })
  expect(input.value).toBe('xing🚀')
  fireEvent.compositionEnd(input)
  expect(input.value).toBe('xing')
})

it('a number that no license ID can be is looked for by name only', async () => {
  const { input, found } = await open()
  fireEvent.input(input, { target: { value: String(LIMITS.product.licenseIdMax) } })
  await waitFor(() => expect(found()).toHaveLength(2))
  fireEvent.input(input, { target: { value: String(LIMITS.product.licenseIdMax + 1) } })
  await waitFor(() => expect(found()).toHaveLength(3))
  expect(found()[2]).toMatchObject({ productName: String(LIMITS.product.licenseIdMax + 1) })
})
