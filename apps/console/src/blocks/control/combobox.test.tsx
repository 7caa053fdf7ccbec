import { productFields } from '@sealwright/contract'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { PhrasesProvider, showLanguage } from '../../lib/words/i18n.tsx'
import { Field } from '../form/field.tsx'
import { useForm } from '../form/form-state.ts'
import { Combobox } from './combobox.tsx'
import type { Option, Options } from './option-search.ts'
import '../../lib/stage.fixture.tsx'

beforeEach(() => showLanguage('zh'))
const FRUIT: readonly Option[] = [
  { value: '1', label: '苹果', note: 'apple' },
  { value: '2', label: '香蕉', note: 'banana' },
  { value: '3', label: '樱桃', note: 'cherry' },
]

function open(given: Partial<Options> & { isFree?: boolean } = {}, start = '') {
  const onSelect = vi.fn()
  const onEscape = vi.fn()
  const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  function Page() {
    const [value, setValue] = useState(start)
    return (
      <form onSubmit={onSubmit} onKeyDown={(event) => event.key === 'Escape' && onEscape()}>
        <Combobox
          options={FRUIT}
          {...given}
          name="水果"
          aria-label="水果"
          value={value}
          onSelect={(next) => {
            onSelect(next)
            setValue(next)
          }}
        />
      </form>
    )
  }
  render(
    <PhrasesProvider>
      <Page />
    </PhrasesProvider>,
  )
  return { onSelect, onEscape, onSubmit }
}

const box = () => screen.getByRole<HTMLInputElement>('combobox')
const press = (key: string, more = {}) => fireEvent.keyDown(box(), { key, ...more })
const type = (value: string) => fireEvent.input(box(), { target: { value } })
const shown = () => screen.queryAllByRole('option').map((option) => option.firstChild?.textContent)
const marked = () => document.getElementById(box().getAttribute('aria-activedescendant') ?? '')?.firstChild?.textContent

it('arrows, Home and End move the mark, and Enter chooses what is marked', () => {
  const { onSelect } = open()
  box().focus()
  expect(screen.queryByRole('listbox')).toBeNull()
  press('ArrowDown')
  expect([box().getAttribute('aria-expanded'), marked()]).toEqual(['true', '苹果'])
  expect(document.getElementById(box().getAttribute('aria-controls') ?? '')).toBe(screen.getByRole('listbox'))
  press('ArrowUp')
  expect(marked()).toBe('樱桃')
  press('ArrowDown')
  expect(marked()).toBe('苹果')
  press('End')
  expect(marked()).toBe('樱桃')
  press('Home')
  press('ArrowDown')
  expect(press('Enter')).toBe(false)
  expect(onSelect.mock.calls).toEqual([['2']])
  expect([box().value, box().getAttribute('aria-expanded')]).toEqual(['香蕉', 'false'])
  expect(document.activeElement).toBe(box())
  expect(press('Enter')).toBe(true)
})

it('the list opens on what is chosen, with everything else around it', () => {
  open({}, '2')
  box().focus()
  press('ArrowDown')
  expect(shown()).toEqual(['苹果', '香蕉', '樱桃'])
  expect(marked()).toBe('香蕉')
  expect(screen.getByRole('option', { selected: true }).textContent).toContain('香蕉')
})

it('typing searches label and note and marks the first match; leaving the field drops other text', () => {
  const { onSelect } = open({}, '1')
  box().focus()
  type('CHER')
  expect(shown()).toEqual(['樱桃'])
  expect(marked()).toBe('樱桃')
  type('xyz')
  expect(shown()).toEqual([])
  expect(screen.getByRole('status').textContent).toBe('没有匹配的选项')
  expect(press('Enter')).toBe(false)
  fireEvent.blur(box())
  expect([box().value, onSelect.mock.calls.length]).toEqual(['苹果', 0])
})

it('Escape closes the list and reaches nothing behind it; the next one does', () => {
  const { onEscape } = open({}, '1')
  box().focus()
  type('ban')
  press('Escape')
  expect([screen.queryByRole('listbox'), box().value]).toEqual([null, '苹果'])
  expect(onEscape).not.toHaveBeenCalled()
  press('Escape')
  expect(onEscape).toHaveBeenCalledOnce()
})

it('the page may scroll under it: what was typed stays, and the list stays beside it', () => {
  open()
  box().focus()
  type('樱')
  const placed = () => document.querySelector<HTMLElement>('.popover')?.style.top
  const before = placed()
  vi.spyOn(document.querySelector('.combobox') ?? box(), 'getBoundingClientRect').mockReturnValue(
    new DOMRect(0, 100, 300, 34),
  )
  fireEvent.scroll(document.body)
  expect([box().value, shown()]).toEqual(['樱', ['樱桃']])
  expect([before, placed()]).toEqual(['4px', '138px'])
  press('Enter')
  expect(box().value).toBe('樱桃')
})

it('a click chooses; the button clears and gives the focus to the input; so does emptying the text', () => {
  const { onSelect } = open()
  fireEvent.click(box())
  fireEvent.click(screen.getByText('樱桃'))
  expect(box().value).toBe('樱桃')
  fireEvent.click(screen.getByLabelText('清除“水果”'))
  expect([box().value, document.activeElement]).toEqual(['', box()])
  fireEvent.click(box())
  fireEvent.click(screen.getByText('苹果'))
  type('')
  fireEvent.blur(box())
  expect(onSelect.mock.calls).toEqual([['3'], [''], ['1'], ['']])
})

it('while an input method composes nothing is searched and its keys are its own', () => {
  vi.useFakeTimers()
  const onNeedle = vi.fn()
  const { onSelect } = open({ onNeedle })
  box().focus()
  fireEvent.compositionStart(box())
  fireEvent.input(box(), { target: { value: 'xiang' }, isComposing: true })
  vi.advanceTimersByTime(1_000)
  expect([box().value, shown()]).toEqual(['xiang', ['苹果', '香蕉', '樱桃']])
  press('ArrowDown', { isComposing: true })
  expect(marked()).toBeUndefined()
  press('Enter', { isComposing: true })
  press('Escape', { isComposing: true })
  expect(screen.queryByRole('listbox')).toBeTruthy()
  expect([onNeedle.mock.calls, onSelect.mock.calls]).toEqual([[], []])
  fireEvent.input(box(), { target: { value: '香' }, isComposing: true })
  fireEvent.compositionEnd(box())
  act(() => void vi.advanceTimersByTime(250))
  expect(onNeedle.mock.calls).toEqual([['香']])
})

it('a search by the owner starts when typing rests, and Enter does not choose an outdated result', () => {
  vi.useFakeTimers()
  const onNeedle = vi.fn()
  const { onSelect } = open({ onNeedle })
  box().focus()
  type('a')
  act(() => void vi.advanceTimersByTime(249))
  type('ab')
  act(() => void vi.advanceTimersByTime(249))
  expect(onNeedle).not.toHaveBeenCalled()
  expect(press('Enter')).toBe(false)
  act(() => void vi.advanceTimersByTime(1))
  expect(onNeedle.mock.calls).toEqual([['ab']])
  press('Enter')
  expect(onSelect.mock.calls).toEqual([['1']])
  press('ArrowDown')
  expect(onNeedle.mock.calls).toEqual([['ab'], ['']])
})

it('a choice that the options no longer hold keeps its name', () => {
  open({ options: [], labelOf: (value) => (value === '9' ? '榴莲' : undefined) }, '9')
  expect(box().value).toBe('榴莲')
})

it('of very many only the first hundred are drawn, and the list says so', () => {
  open({ options: Array.from({ length: 150 }, (_, n) => ({ value: String(n), label: `第 ${n}` })) })
  fireEvent.click(box())
  expect(shown()).toHaveLength(100)
  expect(screen.getByRole('status').textContent).toBe('只显示前 100 项，继续输入可缩小范围')
})

it('in a field it carries the field’s label and error, which shows once it was left', () => {
  const fields = { name: productFields.name }
  const spell = (values: object) => ({ ...values })
  function Page() {
    const form = useForm({ domain: 'product', fields, initial: { name: '' }, spell })
    return (
      <Field form={form} name="name">
        {(control) => (
          <Combobox
            {...control}
            name="水果"
            options={FRUIT}
            value={form.values.name}
            onSelect={(value) => form.set('name', value)}
          />
        )}
      </Field>
    )
  }
  render(
    <PhrasesProvider>
      <Page />
    </PhrasesProvider>,
  )
  fireEvent.blur(screen.getByLabelText('产品名称'))
  expect(screen.getByRole('alert').textContent).toBe('产品名称不能为空')
  fireEvent.click(box())
  fireEvent.click(screen.getByText('苹果'))
  expect([box().value, box().getAttribute('aria-invalid')]).toEqual(['苹果', null])
})

const NAMES = FRUIT.map(({ label }) => ({ value: label, label }))

it('where something new may be named, it is the last option, and Enter still prefers what there is', () => {
  const { onSelect } = open({ options: NAMES, isFree: true })
  type('苹')
  expect(shown()).toEqual(['苹果', '苹'])
  press('Enter')
  expect(onSelect.mock.lastCall).toEqual(['苹果'])
  type('梨')
  expect(shown()).toEqual(['梨'])
  press('Enter')
  expect(onSelect.mock.lastCall).toEqual(['梨'])
})

it('a new name that is typed and left by a press elsewhere is not lost', () => {
  const { onSelect } = open({ options: NAMES, isFree: true })
  type('梨')
  fireEvent.pointerDown(document.body)
  fireEvent.blur(box())
  expect(onSelect.mock.calls).toEqual([['梨']])
})

it('a new name whose list was closed is taken by Enter before the form is saved', () => {
  const { onSelect, onSubmit } = open({ options: NAMES, isFree: true })
  type('梨')
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(shown()).toEqual([])
  press('Enter')
  expect(onSelect.mock.calls).toEqual([['梨']])
  expect(onSubmit).not.toHaveBeenCalled()
})

it('a name that differs from an option in letter case only is that option', () => {
  const { onSelect } = open({ options: [{ value: 'Pear', label: 'Pear' }], isFree: true })
  type('pear')
  fireEvent.blur(box())
  expect(onSelect.mock.calls).toEqual([['Pear']])
})
