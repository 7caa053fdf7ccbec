import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { PhrasesProvider, showLanguage } from '../../lib/words/i18n.tsx'
import { OptionButton } from './option-button.tsx'
import type { Options } from './option-search.ts'
import '../../lib/stage.fixture.tsx'

beforeEach(() => showLanguage('zh'))
const FRUIT = [
  { value: '1', label: '苹果', note: 'apple' },
  { value: '2', label: '香蕉', note: 'banana' },
  { value: '3', label: '樱桃', note: 'cherry' },
]

function open(max: number, given: Partial<Options> = {}, start: string[] = []) {
  const onChange = vi.fn()
  function Page() {
    const [values, setValues] = useState<readonly string[]>(start)
    return (
      <OptionButton
        options={FRUIT}
        {...given}
        label="水果"
        className="sw-button"
        words={values.join()}
        values={values}
        max={max}
        onChange={(next) => {
          onChange(next)
          setValues(next)
        }}
      />
    )
  }
  render(
    <PhrasesProvider>
      <Page />
    </PhrasesProvider>,
  )
  return onChange
}

const button = () => screen.getByRole('button', { name: /^水果/ })
const box = () => screen.getByRole('combobox', { name: '水果' })
const press = (key: string, more = {}) => fireEvent.keyDown(box(), { key, ...more })
const type = (value: string) => fireEvent.input(box(), { target: { value } })
const chosen = () => screen.getAllByRole('option', { selected: true }).map((option) => option.firstChild?.textContent)

it('several options are chosen and dropped by key while the panel stays open; Escape returns to the button', () => {
  const onChange = open(3)
  fireEvent.keyDown(button(), { key: 'ArrowDown' })
  expect(document.activeElement).toBe(box())
  expect(screen.getByRole('listbox').getAttribute('aria-multiselectable')).toBe('true')
  press('ArrowDown')
  press(' ')
  press('End')
  press('Enter')
  expect(chosen()).toEqual(['苹果', '樱桃'])
  press('Home')
  press('Enter')
  expect(chosen()).toEqual(['樱桃'])
  expect(onChange.mock.calls).toEqual([[['1']], [['1', '3']], [['3']]])
  press('Escape')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(document.activeElement).toBe(button())
})

it('typing searches labels and notes, Enter chooses the first match, and a space is then part of the text', () => {
  const onChange = open(3)
  fireEvent.click(button())
  type('ch')
  expect(screen.getAllByRole('option')).toHaveLength(1)
  press(' ')
  expect(onChange).not.toHaveBeenCalled()
  press('Enter')
  expect(onChange.mock.calls).toEqual([[['3']]])
  type('梨')
  expect(screen.getByRole('status').textContent).toBe('没有匹配的选项')
  expect(press('Enter')).toBe(false)
})

it('with the most options chosen, the others are disabled, and the panel says why', () => {
  const onChange = open(2, {}, ['1', '2'])
  fireEvent.click(button())
  expect(screen.getByRole('status').textContent).toBe('一次最多 2 项')
  fireEvent.click(screen.getByRole('option', { name: /樱桃/ }))
  expect(onChange).not.toHaveBeenCalled()
  expect(screen.getByRole('option', { name: /樱桃/ }).getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(screen.getByRole('option', { name: /苹果/ }))
  expect(onChange.mock.calls).toEqual([[['2']]])
})

it('one option closes the panel; chosen again, it is dropped; Tab leaves without a choice', () => {
  const onChange = open(1)
  fireEvent.click(button())
  fireEvent.click(screen.getByRole('option', { name: /香蕉/ }))
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(document.activeElement).toBe(button())
  fireEvent.click(button())
  press('Enter')
  fireEvent.click(button())
  press('Tab')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(onChange.mock.calls).toEqual([[['2']], [[]]])
})

it('options load when the panel opens, and a search elsewhere is asked once typing rests', () => {
  vi.useFakeTimers()
  const [load, onNeedle] = [vi.fn(), vi.fn()]
  open(3, { load, onNeedle })
  expect(load).not.toHaveBeenCalled()
  fireEvent.click(button())
  expect(load).toHaveBeenCalledOnce()
  fireEvent.input(box(), { target: { value: '香' }, isComposing: true })
  act(() => void vi.advanceTimersByTime(300))
  expect(onNeedle).not.toHaveBeenCalled()
  fireEvent.compositionEnd(box())
  act(() => void vi.advanceTimersByTime(300))
  expect(onNeedle.mock.calls).toEqual([['香']])
})
