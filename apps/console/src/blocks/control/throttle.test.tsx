import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { Button } from './button.tsx'

beforeEach(() => void vi.useFakeTimers())
it('a button acts at once and then at most once in 500 ms', () => {
  const onPress = vi.fn()
  render(<Button onPress={onPress}>go</Button>)
  const button = screen.getByRole('button')
  fireEvent.click(button)
  fireEvent.click(button)
  expect(onPress).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(499)
  fireEvent.click(button)
  expect(onPress).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1)
  fireEvent.click(button)
  expect(onPress).toHaveBeenCalledTimes(2)
})

it('a busy button does nothing and keeps its focus', () => {
  const onPress = vi.fn()
  render(
    <Button isBusy onPress={onPress}>
      go
    </Button>,
  )
  const button = screen.getByRole('button')
  button.focus()
  fireEvent.click(button)
  expect(onPress).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(button)
})
