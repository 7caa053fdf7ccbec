import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { PhrasesProvider, showLanguage } from '../../lib/words/i18n.tsx'
import { ModuleGrid } from './module-grid.tsx'

beforeEach(() => showLanguage('zh'))
const MODULES = [
  { moduleId: 2, moduleName: '渲染', isDefined: true },
  { moduleId: 5, moduleName: '导出', isDefined: true },
  { moduleId: 9, moduleName: '旧模块', isDefined: false },
]

function open(start: readonly number[], modules = MODULES) {
  const onChange = vi.fn<(granted: readonly number[]) => void>()
  function Page() {
    const [granted, setGranted] = useState(start)
    onChange.mockImplementation(setGranted)
    return <ModuleGrid modules={modules} granted={granted} onChange={onChange} />
  }
  render(
    <PhrasesProvider>
      <Page />
    </PhrasesProvider>,
  )
  return onChange
}

const box = (name: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(name))

it('ticking grants a module, in the order of their ids, and the head counts', () => {
  const onChange = open([5])
  expect(screen.getByText('已勾选 1 / 3')).toBeTruthy()
  fireEvent.click(box('渲染'))
  expect(onChange).toHaveBeenLastCalledWith([2, 5])
  expect(screen.getByText('已勾选 2 / 3')).toBeTruthy()
  fireEvent.click(box('导出'))
  expect(onChange).toHaveBeenLastCalledWith([2])
})

it('all grants what the product defines, none takes everything back', () => {
  const onChange = open([])
  fireEvent.click(screen.getByText('全选'))
  expect(onChange).toHaveBeenLastCalledWith([2, 5])
  expect(screen.getByText<HTMLButtonElement>('全选').disabled).toBe(true)
  fireEvent.click(screen.getByText('全不选'))
  expect(onChange).toHaveBeenLastCalledWith([])
})

it('ticking all or none keeps the focus at the buttons', () => {
  open([])
  screen.getByText('全选').focus()
  fireEvent.click(screen.getByText('全选'))
  expect(document.activeElement).toBe(screen.getByText('全不选'))
  fireEvent.click(screen.getByText('全不选'))
  expect(document.activeElement).toBe(screen.getByText('全选'))
})

it('a granted module that the product no longer has is warned of until it is unticked', () => {
  const onChange = open([5, 9])
  const sentence = '有 1 个勾选的模块已不在产品中，保存前请取消勾选，或在产品里重新定义。'
  expect(screen.getByRole('status').textContent).toBe(sentence)
  expect(box('旧模块').getAttribute('aria-invalid')).toBe('true')
  fireEvent.click(screen.getByText('全选'))
  expect(onChange).toHaveBeenLastCalledWith([2, 5, 9])
  fireEvent.click(box('旧模块'))
  expect(onChange).toHaveBeenLastCalledWith([2, 5])
  expect([screen.queryByRole('status'), box('旧模块').getAttribute('aria-invalid')]).toEqual([null, null])
})

it('the boxes are one stop of the Tab key, and arrows go from one to the next whatever their ids', () => {
  open([])
  const stops = () => screen.getAllByRole<HTMLInputElement>('checkbox').map(({ tabIndex }) => tabIndex)
  expect(stops()).toEqual([0, -1, -1])
  box('渲染').focus()
  fireEvent.keyDown(box('渲染'), { key: 'ArrowRight' })
  expect(document.activeElement).toBe(box('导出'))
  expect(stops()).toEqual([-1, 0, -1])
  fireEvent.keyDown(box('导出'), { key: 'ArrowLeft' })
  fireEvent.keyDown(box('渲染'), { key: 'ArrowLeft' })
  expect(document.activeElement).toBe(box('渲染'))
})

it('a product without modules says so', () => {
  open([], [])
  expect(screen.getByText('没有定义模块')).toBeTruthy()
})
