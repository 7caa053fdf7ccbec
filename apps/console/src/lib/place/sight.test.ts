import { expect, it, vi } from 'vitest'
import { takeLostFocus } from './sight.ts'

const focusable = (name: string) => {
  const element = document.body.appendChild(document.createElement(name))
  element.tabIndex = -1
  return element
}

it('a lost focus is taken in the next frame, also after a test with a faked clock left a frame behind', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  requestAnimationFrame(() => undefined)
  vi.useRealTimers()
  const heading = focusable('h1')
  takeLostFocus(heading)
  await expect.poll(() => document.activeElement).toBe(heading)
})

it('an element that has taken the focus in the meantime keeps it', async () => {
  takeLostFocus(focusable('h1'))
  const field = focusable('input')
  field.focus()
  await new Promise(requestAnimationFrame)
  expect(document.activeElement).toBe(field)
})
