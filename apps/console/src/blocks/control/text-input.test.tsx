import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { TextInput } from './text-input.tsx'

function Typed({ isNumber = false }) {
  const [text, setText] = useState('')
  return <TextInput aria-label="text" value={text} onText={setText} isNumber={isNumber} />
}

function input(): HTMLInputElement {
  return screen.getByRole('textbox')
}

it('emoji never arrive, and the caret stays where the person types', () => {
  render(<Typed />)
  const field = input()
  fireEvent.input(field, { target: { value: '许可😀证', selectionStart: 4, selectionEnd: 4 } })
  expect(field.value).toBe('许可证')
  expect(field.selectionStart).toBe(2)
})

it('while an input method composes nothing is changed under it; what it leaves behind is stripped when it ends', () => {
  render(<Typed />)
  const field = input()
  fireEvent.compositionStart(field)
  fireEvent.input(field, { target: { value: 'xu ke🎉' }, isComposing: true })
  expect(field.value).toBe('xu ke🎉')
  fireEvent.input(field, { target: { value: '许可🎉' }, isComposing: true })
  fireEvent.compositionEnd(field)
  expect(field.value).toBe('许可')
})

it('in a number full-width digits become digits as they are typed, and the caret stays', () => {
  render(<Typed isNumber />)
  const field = input()
  fireEvent.input(field, { target: { value: ' 3６5', selectionStart: 3, selectionEnd: 3 } })
  expect([field.value, field.selectionStart]).toEqual(['365', 2])
  fireEvent.compositionStart(field)
  fireEvent.input(field, { target: { value: '３６' }, isComposing: true })
  expect(field.value).toBe('３６')
  fireEvent.compositionEnd(field)
  expect(field.value).toBe('36')
})

it('a text keeps its full-width characters', () => {
  render(<Typed />)
  fireEvent.input(input(), { target: { value: '第３版' } })
  expect(input().value).toBe('第３版')
})
