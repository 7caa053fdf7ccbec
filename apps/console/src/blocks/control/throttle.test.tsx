import { fireEvent, render, screen } from '@testing-library/react'
import { Check } from 'lucide-react'
import { beforeEach, expect, it, vi } from 'vitest'
import { useForm } from '../form/form-state.ts'
import { useFormSubmit } from '../form/form-submit.ts'
import { Button, IconButton } from './button.tsx'

beforeEach(() => void vi.useFakeTimers())

function Saved({ onSave }: { onSave: () => void }) {
  const form = useForm({ domain: 'product', fields: {}, initial: {}, spell: () => ({}) })
  return (
    <form {...useFormSubmit({ form, isSaving: false, refusal: undefined, onSave })}>
      <Button type="submit">go</Button>
    </form>
  )
}

it.each([
  ['a button', (act: () => void) => <Button onPress={act}>go</Button>],
  ['a button that is only an icon', (act: () => void) => <IconButton icon={Check} label="go" onPress={act} />],
  ['a button that saves a form', (act: () => void) => <Saved onSave={act} />],
])('%s acts at once and then at most once in 500 ms', (_what, buttonThat) => {
  const onPress = vi.fn()
  render(buttonThat(onPress))
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
